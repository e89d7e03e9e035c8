/* An obstacle comes: it cuts walls where it has corners on them, and hides those that it lies along. */
#include "algos/mesh/walls_parts.h"

#include "algos/map/polygons_parts.h"

#include <assert.h>

/* ---- the obstacle's shape ---- */

static Status overlapping(Error *error) {
    return error_say(
        error, STATUS_BAD_INPUT,
        "change: found the obstacle overlapping blocked space, expected it to touch that at most", NULL);
}

static bool in_box(const Walls *walls, Point point) {
    return point.x >= walls->low.x && point.x <= walls->high.x && point.y >= walls->low.y &&
           point.y <= walls->high.y;
}

/* Of a value in the box: that fits the lattice. */
static bool on_lattice(const Walls *walls, double value) {
    double units = value * walls->per_unit;
    return (double)(int32_t)units == units;
}

static Status check_simple(Point *points, uint32_t count, Memory *memory, Error *error) {
    uint32_t first[] = {0, count};
    Rings ring = {
        .points = points, .first = first, .ring_count = 1, .point_count = count, .boundary_count = 1};
    Arrangement arrangement = {
        .rings = &ring, .file = &ring, .file_first = 1, .name = "change", .error = error, .memory = memory};
    Polygons ignored = {.memory = memory};
    Status status = polygons_arrange(&arrangement, &ignored);
    arrangement_destroy(&arrangement);
    return status == STATUS_NO_MEMORY ? error_say(error, status, "no memory for a change of the map", NULL)
                                      : status;
}

static void reverse(Point *points, uint32_t count) {
    for (uint32_t i = 0; i < count / 2; i++) {
        Point swap = points[i];
        points[i] = points[count - 1 - i];
        points[count - 1 - i] = swap;
    }
}

static bool is_left_turning(const Walls *walls, const Point *points, uint32_t count) {
    Area area = 0;
    for (uint32_t i = 0; i < count; i++) {
        Point a = points[i], b = points[i + 1 < count ? i + 1 : 0];
        area += (Area)(int64_t)(a.x * walls->per_unit) * (int64_t)(b.y * walls->per_unit) -
                (Area)(int64_t)(a.y * walls->per_unit) * (int64_t)(b.x * walls->per_unit);
    }
    return area > 0;
}

/* A polygon has an ear: halfway from its tip to the middle of its base is inside. */
static Point point_inside(const Point *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        Point a = points[i > 0 ? i - 1 : count - 1], tip = points[i], b = points[i + 1 < count ? i + 1 : 0];
        Point at = {(2 * tip.x + a.x + b.x) / 4, (2 * tip.y + a.y + b.y) / 4};
        if (polygon_side(points, count, at) > 0) return at;
    }
    assert(false);
    return points[0];
}

static Status take_shape(const Walls *walls, const Point *points, uint32_t count, WallChange *change,
                         Error *error) {
    change->points = memory_take(change->memory, count, sizeof *change->points);
    if (change->points == NULL) return STATUS_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        if (!in_box(walls, points[i])) return overlapping(error);
        if (!on_lattice(walls, points[i].x) || !on_lattice(walls, points[i].y))
            return error_say(error, STATUS_REFUSED, "vertex ", number_text((int64_t)i + 1).text,
                             " of the obstacle is off the map's lattice", NULL);
        Point at = {points[i].x + 0.0, points[i].y + 0.0};
        if (change->shape.count > 0 && point_equal(change->points[change->shape.count - 1], at)) continue;
        change->points[change->shape.count++] = at;
    }
    while (change->shape.count > 1 && point_equal(change->points[0], change->points[change->shape.count - 1]))
        change->shape.count--;
    TRY(check_simple(change->points, change->shape.count, change->memory, error));
    if (polygon_touches_itself(change->points, change->shape.count))
        return error_say(error, STATUS_REFUSED, "the obstacle touches itself: its parts may come one by one",
                         NULL);
    if (is_left_turning(walls, change->points, change->shape.count))
        reverse(change->points, change->shape.count);
    change_measure_box(change);
    change->inside = point_inside(change->points, change->shape.count);
    return STATUS_OK;
}

/* ---- an obstacle comes ---- */

/* The vertex of each corner: one of the walls near, or a new one, of which uses are 0. */
static void find_corners(Walls *walls, const WallList *near, WallChange *change) {
    for (uint32_t i = 0; i < change->shape.count; i++) {
        uint32_t found = WALL_NONE;
        for (uint32_t k = 0; k < near->count && found == WALL_NONE; k++) {
            const Wall *wall = &walls->walls[near->walls[k]];
            if (point_equal(wall_point(walls, wall->from), change->points[i])) found = wall->from;
            if (point_equal(wall_point(walls, wall->to), change->points[i])) found = wall->to;
        }
        change->shape.vertex[i] = found != WALL_NONE ? found : vertex_take(walls, change->points[i]);
    }
}

static bool is_crossed(const Walls *walls, const WallList *near, const WallChange *change) {
    for (uint32_t i = 0; i < change->shape.count; i++) {
        Point a = change->points[i], b = change->points[i + 1 < change->shape.count ? i + 1 : 0];
        for (uint32_t k = 0; k < near->count; k++) {
            const Wall *wall = &walls->walls[near->walls[k]];
            if (segments_meet(a, b, wall_point(walls, wall->from), wall_point(walls, wall->to)) ==
                MEETING_CROSS)
                return true;
        }
    }
    return false;
}

/* Puts a vertex among those from `first` on, in order along the line from a; drops it if it is there. */
static Status add_along(const Walls *walls, WallChange *change, uint32_t first, Point a, uint32_t vertex) {
    Point at = wall_point(walls, vertex);
    uint32_t place = first;
    while (place < change->chain_count) {
        if (change->chain[place] == vertex) return STATUS_OK;
        if (point_between(a, wall_point(walls, change->chain[place]), at)) break;
        place++;
    }
    TRY(change_add_link(change, vertex));
    for (uint32_t i = change->chain_count - 1; i > place; i--) change->chain[i] = change->chain[i - 1];
    change->chain[place] = vertex;
    return STATUS_OK;
}

/* All vertices along the ring: its corners and what touches it between. */
static Status make_chain(const Walls *walls, const WallList *near, WallChange *change) {
    uint32_t count = change->shape.count;
    for (uint32_t i = 0; i < count; i++) {
        Point a = change->points[i], b = change->points[i + 1 < count ? i + 1 : 0];
        TRY(change_add_link(change, change->shape.vertex[i]));
        uint32_t first = change->chain_count;
        for (uint32_t k = 0; k < near->count; k++) {
            const Wall *wall = &walls->walls[near->walls[k]];
            const uint32_t ends[2] = {wall->from, wall->to};
            for (int e = 0; e < 2; e++)
                if (point_lies_inside(a, b, wall_point(walls, ends[e])))
                    TRY(add_along(walls, change, first, a, ends[e]));
        }
    }
    return STATUS_OK;
}

/* The place in the chain of an edge from one vertex to the other, or WALL_NONE. */
static uint32_t find_edge(const WallChange *change, uint32_t from, uint32_t to) {
    for (uint32_t i = 0; i < change->chain_count; i++)
        if (change->chain[i] == from && change->chain[i + 1 < change->chain_count ? i + 1 : 0] == to)
            return i;
    return WALL_NONE;
}

/* A wall near the obstacle, cut at the corners that lie on it. Pieces along the obstacle are hidden by it. */
static Status cut_wall(Walls *walls, uint32_t at, WallChange *change, uint8_t *is_met, bool *overlaps) {
    const Wall *wall = &walls->walls[at];
    Point a = wall_point(walls, wall->from), b = wall_point(walls, wall->to);
    uint32_t made = change->made_count, first = change->chain_count, count = first;
    Status status = STATUS_OK;
    TRY(change_add_link(change, wall->from)); /* the chain's end serves as room */
    for (uint32_t i = 0; i < change->shape.count && status == STATUS_OK; i++)
        if (point_lies_inside(a, b, change->points[i]))
            status = add_along(walls, change, first + 1, a, change->shape.vertex[i]);
    if (status == STATUS_OK) status = change_add_link(change, wall->to);
    uint32_t end = change->chain_count;
    change->chain_count = count;
    bool is_changed = end - first > 2;
    for (uint32_t i = first; i + 1 < end && status == STATUS_OK; i++) {
        WallPiece piece = {change->chain[i], change->chain[i + 1], false};
        uint32_t along = find_edge(change, piece.to, piece.from);
        if (along != WALL_NONE) {
            is_met[along] = is_changed = piece.is_hidden = true;
        } else {
            Point from = wall_point(walls, piece.from), to = wall_point(walls, piece.to);
            Point middle = {(from.x + to.x) / 2, (from.y + to.y) / 2};
            *overlaps = *overlaps || polygon_side(change->points, change->shape.count, middle) > 0;
        }
        status = change_add_made(change, piece);
    }
    if (!is_changed) change->made_count = made;
    return status == STATUS_OK && is_changed ? change_add_gone(walls, change, at) : status;
}

static Status cut_walls(Walls *walls, const WallList *near, WallChange *change, Error *error) {
    uint8_t *is_met = memory_take_zeroed(change->memory, change->chain_count, 1);
    Status status = is_met == NULL ? STATUS_NO_MEMORY : STATUS_OK;
    bool overlaps = false;
    for (uint32_t k = 0; k < near->count && status == STATUS_OK && !overlaps; k++)
        status = cut_wall(walls, near->walls[k], change, is_met, &overlaps);
    if (status == STATUS_OK) {
        /* No wall is inside: all there is free, or all blocked. */
        uint32_t above = overlaps ? WALL_NONE : walls_above(walls, change->inside);
        const Wall *wall = above == WALL_NONE ? NULL : &walls->walls[above];
        if (wall == NULL || wall_point(walls, wall->from).x < wall_point(walls, wall->to).x)
            status = overlapping(error);
    }
    for (uint32_t i = 0; i < change->chain_count && status == STATUS_OK; i++)
        if (!is_met[i])
            status = change_add_made(
                change,
                (WallPiece){change->chain[i], change->chain[i + 1 < change->chain_count ? i + 1 : 0], false});
    memory_give(change->memory, is_met);
    return status;
}

static Status plan_add(Walls *walls, const Point *points, uint32_t count, WallList *near, WallChange *change,
                       Error *error) {
    TRY(take_shape(walls, points, count, change, error));
    TRY(walls_near(walls, change->low, change->high, near));
    TRY(walls_reserve(walls, change->shape.count, 0, 0));
    change->shape.vertex = memory_take(walls->memory, change->shape.count, sizeof *change->shape.vertex);
    if (change->shape.vertex == NULL) return STATUS_NO_MEMORY;
    find_corners(walls, near, change);
    if (is_crossed(walls, near, change)) return overlapping(error);
    TRY(make_chain(walls, near, change));
    TRY(cut_walls(walls, near, change, error));
    return change_reserve(walls, change, error);
}

Status walls_add(Walls *walls, const Point *points, uint32_t count, WallChange *change, Error *error) {
    WallList near = {.memory = walls->memory};
    *change = (WallChange){.memory = walls->memory, .ring = walls->ring_unused};
    if (change->ring == WALL_NONE) change->ring = walls->ring_count;
    Status status = plan_add(walls, points, count, &near, change, error);
    memory_give(walls->memory, near.walls);
    if (status != STATUS_OK) walls_cancel(walls, change);
    return status == STATUS_NO_MEMORY ? error_say(error, status, "no memory for a change of the map", NULL)
                                      : status;
}
