/* An obstacle goes: what it hid of others is a wall again, and walls that only it cut are whole. */
#include "algos/mesh/walls_parts.h"

#include <assert.h>

/* The wall that leads from a vertex towards a point. */
static uint32_t wall_towards(const Walls *walls, uint32_t vertex, Point towards, uint32_t *end) {
    Point at = wall_point(walls, vertex);
    uint32_t wall = walls->vertices[vertex].wall;
    for (;;) {
        const Wall *it = &walls->walls[wall];
        *end = it->from == vertex ? it->to : it->from;
        Point far = wall_point(walls, *end);
        if (point_orientation(at, towards, far) == 0 && point_between(at, towards, far)) return wall;
        wall = it->next[it->to == vertex];
    }
}

/* What is left without the obstacle: of its walls those of others that it hid. */
static Status take_walls(Walls *walls, WallChange *change) {
    for (uint32_t i = 0; i < change->shape.count; i++) {
        uint32_t goal = change->shape.vertex[i + 1 < change->shape.count ? i + 1 : 0], end;
        for (uint32_t at = change->shape.vertex[i]; at != goal; at = end) {
            uint32_t wall = wall_towards(walls, at, wall_point(walls, goal), &end);
            bool was_hidden = walls->walls[wall].is_hidden;
            TRY(change_add_link(change, at));
            TRY(change_add_gone(walls, change, wall));
            if (was_hidden) TRY(change_add_made(change, (WallPiece){end, at, false}));
        }
    }
    return STATUS_OK;
}

/* Two walls meet straight in a vertex that is no corner any more: they are one. What is made already is
 * looked at first; `from`, `to`: the walls at its two sides. */
static Status dissolve(Walls *walls, WallChange *change, uint32_t vertex) {
    uint32_t from = WALL_NONE, to = WALL_NONE; /* the ends of what is joined */
    for (uint32_t i = 0; i < change->made_count;) {
        WallPiece *piece = &change->made[i];
        if (piece->to != vertex && piece->from != vertex) {
            i++;
            continue;
        }
        if (piece->to == vertex)
            from = piece->from;
        else
            to = piece->to;
        *piece = change->made[--change->made_count];
    }
    for (uint32_t at = walls->vertices[vertex].wall; at != WALL_NONE;) {
        const Wall *wall = &walls->walls[at];
        uint32_t next = wall->next[wall->to == vertex];
        if (!wall->is_doomed) {
            assert(!wall->is_hidden);
            if (wall->to == vertex)
                from = wall->from;
            else
                to = wall->to;
            TRY(change_add_gone(walls, change, at));
        }
        at = next;
    }
    assert((from == WALL_NONE) == (to == WALL_NONE));
    return from == WALL_NONE ? STATUS_OK : change_add_made(change, (WallPiece){from, to, false});
}

static Status plan_remove(Walls *walls, WallChange *change, Error *error) {
    change->points = memory_take(change->memory, change->shape.count, sizeof *change->points);
    if (change->points == NULL) return STATUS_NO_MEMORY;
    for (uint32_t i = 0; i < change->shape.count; i++)
        change->points[i] = wall_point(walls, change->shape.vertex[i]);
    change_measure_box(change);
    for (uint32_t r = 0; walls->boundary_count > 1 && r < walls->boundary_count; r++) {
        Point a = wall_point(walls, walls->rings[r].vertex[0]),
              b = wall_point(walls, walls->rings[r].vertex[1]);
        Point middle = {(a.x + b.x) / 2, (a.y + b.y) / 2};
        if (polygon_side(change->points, change->shape.count, middle) > 0)
            return error_say(error, STATUS_REFUSED, "free space lies within the obstacle: it stays", NULL);
    }
    TRY(take_walls(walls, change));
    for (uint32_t i = 0; i < change->chain_count; i++) {
        uint32_t vertex = change->chain[i], own = 0;
        for (uint32_t k = 0; k < change->shape.count; k++) own += change->shape.vertex[k] == vertex;
        if (walls->vertices[vertex].uses == own) TRY(dissolve(walls, change, vertex));
    }
    return change_reserve(walls, change, error);
}

Status walls_remove(Walls *walls, uint32_t ring, WallChange *change, Error *error) {
    if (ring < walls->boundary_count || ring >= walls->ring_count || walls->rings[ring].vertex == NULL)
        return error_say(error, STATUS_REFUSED, "there is no obstacle ", number_text((int64_t)ring).text,
                         NULL);
    *change =
        (WallChange){.memory = walls->memory, .ring = ring, .is_removal = true, .shape = walls->rings[ring]};
    Status status = plan_remove(walls, change, error);
    if (status != STATUS_OK) walls_cancel(walls, change);
    return status == STATUS_NO_MEMORY ? error_say(error, status, "no memory for a change of the map", NULL)
                                      : status;
}
