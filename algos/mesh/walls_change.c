/* What it takes to make a change, and the change itself. All that is decided is the side of a lattice point,
 * or of a point half or a quarter of a unit off, so that it is exact. */
#include "algos/mesh/walls_parts.h"

#include <assert.h>

/* 1 where the point is inside the polygon, 0 on it, -1 outside. */
int polygon_side(const Point *points, uint32_t count, Point point) {
    bool inside = false;
    for (uint32_t i = 0; i < count; i++) {
        Point a = points[i], b = points[i + 1 < count ? i + 1 : 0];
        if ((a.y < point.y && b.y < point.y) || (a.y > point.y && b.y > point.y)) continue;
        int side = point_orientation(a, b, point);
        if (side == 0 && point_between(a, b, point)) return 0;
        if ((a.y > point.y) != (b.y > point.y)) inside ^= side == (b.y > a.y ? 1 : -1);
    }
    return inside ? 1 : -1;
}

bool point_lies_inside(Point a, Point b, Point point) {
    return !point_equal(a, point) && !point_equal(b, point) && point_orientation(a, b, point) == 0 &&
           point_between(a, b, point);
}

bool polygon_touches_itself(const Point *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        Point a = points[i], b = points[i + 1 < count ? i + 1 : 0];
        for (uint32_t k = 0; k < count; k++)
            if ((k != i && point_equal(points[k], a)) || point_lies_inside(a, b, points[k])) return true;
    }
    return false;
}

Status change_add_gone(Walls *walls, WallChange *change, uint32_t wall) {
    LIST_RESERVE(change->memory, change->gone, change->gone_capacity, change->gone_count, 1);
    change->gone[change->gone_count++] = wall;
    walls->walls[wall].is_doomed = true;
    return STATUS_OK;
}

Status change_add_made(WallChange *change, WallPiece piece) {
    LIST_RESERVE(change->memory, change->made, change->made_capacity, change->made_count, 1);
    change->made[change->made_count++] = piece;
    return STATUS_OK;
}

Status change_add_link(WallChange *change, uint32_t vertex) {
    LIST_RESERVE(change->memory, change->chain, change->chain_capacity, change->chain_count, 1);
    change->chain[change->chain_count++] = vertex;
    return STATUS_OK;
}

void change_measure_box(WallChange *change) {
    change->low = change->high = change->points[0];
    for (uint32_t i = 1; i < change->shape.count; i++) {
        Point at = change->points[i];
        if (at.x < change->low.x) change->low.x = at.x;
        if (at.y < change->low.y) change->low.y = at.y;
        if (at.x > change->high.x) change->high.x = at.x;
        if (at.y > change->high.y) change->high.y = at.y;
    }
}

/* Takes the memory that walls_commit needs. */
Status change_reserve(Walls *walls, const WallChange *change, Error *error) {
    uint32_t nodes = 0, shown = walls->shown_count;
    for (uint32_t i = 0; i < change->gone_count; i++) shown -= !walls->walls[change->gone[i]].is_hidden;
    for (uint32_t i = 0; i < change->made_count; i++) {
        if (change->made[i].is_hidden) continue;
        shown++;
        nodes +=
            wall_cells(walls, wall_point(walls, change->made[i].from), wall_point(walls, change->made[i].to));
    }
    if (shown == 0)
        return error_say(error, STATUS_BAD_INPUT,
                         "change: found an obstacle that fills the map, expected free space", NULL);
    LIST_RESERVE(walls->memory, walls->rings, walls->ring_capacity, walls->ring_count, 1);
    return walls_reserve(walls, 0, change->made_count, nodes);
}

static void change_destroy(WallChange *change) {
    void *parts[] = {change->points, change->chain, change->gone, change->made};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) memory_give(change->memory, parts[i]);
    *change = (WallChange){.memory = change->memory};
}

void walls_cancel(Walls *walls, WallChange *change) {
    for (uint32_t i = 0; i < change->gone_count; i++) walls->walls[change->gone[i]].is_doomed = false;
    for (uint32_t i = 0; !change->is_removal && change->shape.vertex != NULL && i < change->shape.count;
         i++) {
        WallVertex *vertex = &walls->vertices[change->shape.vertex[i]];
        if (vertex->uses != 0) continue;
        vertex->uses = 1; /* not given back twice */
        vertex_give(walls, change->shape.vertex[i]);
    }
    if (!change->is_removal) memory_give(walls->memory, change->shape.vertex);
    change_destroy(change);
}

static void commit_ring(Walls *walls, WallChange *change) {
    WallRing *ring = &walls->rings[change->ring];
    if (change->is_removal) {
        for (uint32_t i = 0; i < ring->count; i++)
            if (--walls->vertices[ring->vertex[i]].uses == 0) vertex_give(walls, ring->vertex[i]);
        memory_give(walls->memory, ring->vertex);
        *ring = (WallRing){NULL, walls->ring_unused};
        walls->ring_unused = change->ring;
        return;
    }
    for (uint32_t i = 0; i < change->shape.count; i++) walls->vertices[change->shape.vertex[i]].uses++;
    if (change->ring == walls->ring_count)
        walls->ring_count++;
    else
        walls->ring_unused = ring->count;
    *ring = change->shape;
}

void walls_commit(Walls *walls, WallChange *change) {
    for (uint32_t i = 0; i < change->gone_count; i++) wall_give(walls, change->gone[i]);
    for (uint32_t i = 0; i < change->made_count; i++) (void)wall_take(walls, change->made[i]);
    commit_ring(walls, change);
    change_destroy(change);
}
