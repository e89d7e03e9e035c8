/* Which trapezoids an obstacle touches. */
#include "algos/mesh/edit_parts.h"
#include "algos/mesh/walls_parts.h"

static Status add_face(Strips *strips, uint32_t face, StripList *list) {
    if (strips->faces[face].mark == strips->stamp) return STATUS_OK;
    LIST_RESERVE(list->memory, list->faces, list->capacity, list->count, 1);
    strips->faces[face].mark = strips->stamp;
    list->faces[list->count++] = face;
    return STATUS_OK;
}

/* The face beside one along its floor or ceiling, or EDIT_NONE where that ends. */
static uint32_t beside(const Strips *strips, uint32_t face, uint32_t wall, bool to_right) {
    const StripFace *it = &strips->faces[face];
    uint32_t corner = it->first, highest = EDIT_NONE, left_high = EDIT_NONE, last = EDIT_NONE;
    /* On the right the edge below the ceiling, on the left the first one down. */
    for (uint32_t at = corner;;) {
        uint32_t next = strips->corners[at].next;
        if (strips->corners[at].is_ceiling)
            left_high = next;
        else if (left_high == EDIT_NONE)
            highest = at;
        if (next == corner) break;
        if (strips->corners[next].next == corner) last = at; /* of the left side the lowest edge */
        at = next;
    }
    uint32_t edge;
    if (to_right)
        edge = wall == it->floor ? corner : highest;
    else
        edge = wall == it->floor ? last : left_high;
    if (edge == EDIT_NONE || strips->corners[edge].twin == EDIT_NONE) return EDIT_NONE;
    uint32_t other = strips->corners[strips->corners[edge].twin].face;
    return strips->faces[other].floor == wall || strips->faces[other].ceiling == wall ? other : EDIT_NONE;
}

static Status add_along(Strips *strips, uint32_t wall, StripList *list) {
    uint32_t face = strips->corners[strips->walls->walls[wall].corner].face;
    TRY(add_face(strips, face, list));
    if (wall_is_upright(strips->walls, &strips->walls->walls[wall])) return STATUS_OK;
    for (int to_right = 0; to_right < 2; to_right++)
        for (uint32_t at = beside(strips, face, wall, to_right != 0); at != EDIT_NONE;
             at = beside(strips, at, wall, to_right != 0))
            TRY(add_face(strips, at, list));
    return STATUS_OK;
}

/* The face that holds a free point, below the wall above it. */
static uint32_t find_face(const Strips *strips, Point point) {
    uint32_t wall = walls_above(strips->walls, point);
    uint32_t face = strips->corners[strips->walls->walls[wall].corner].face;
    while (strips->faces[face].left > point.x) face = beside(strips, face, wall, false);
    while (strips->faces[face].right <= point.x) face = beside(strips, face, wall, true);
    return face;
}

/* Whether a face may touch the obstacle: neither its sides nor floor and ceiling part them. */
static bool touches(const Strips *strips, uint32_t face, const WallChange *change) {
    const StripFace *it = &strips->faces[face];
    if (it->right < change->low.x || it->left > change->high.x) return false;
    const Wall *floor = &strips->walls->walls[it->floor], *ceiling = &strips->walls->walls[it->ceiling];
    Point a = wall_left(strips->walls, floor), b = wall_right(strips->walls, floor);
    Point c = wall_left(strips->walls, ceiling), d = wall_right(strips->walls, ceiling);
    bool above = false, below = false;
    for (uint32_t i = 0; i < change->shape.count && !(above && below); i++) {
        above = above || point_orientation(a, b, change->points[i]) >= 0;
        below = below || point_orientation(c, d, change->points[i]) <= 0;
    }
    return above && below;
}

Status strips_touched(Strips *strips, const WallChange *change, StripList *list) {
    strips->stamp++;
    if (!change->is_removal) TRY(add_face(strips, find_face(strips, change->inside), list));
    for (uint32_t i = 0; i < change->gone_count; i++)
        if (!strips->walls->walls[change->gone[i]].is_hidden) TRY(add_along(strips, change->gone[i], list));
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t first = strips->faces[list->faces[i]].first, at = first;
        do {
            uint32_t twin = strips->corners[at].twin;
            if (twin != EDIT_NONE && strips->faces[strips->corners[twin].face].mark != strips->stamp &&
                touches(strips, strips->corners[twin].face, change))
                TRY(add_face(strips, strips->corners[twin].face, list));
            at = strips->corners[at].next;
        } while (at != first);
    }
    return STATUS_OK;
}
