/* The two things that are done edge by edge, each as long as there is something to do: flips, as in cdt.c,
 * and the joining of triangles, as in merge.c. */
#include "algos/core/lattice.h"
#include "algos/core/sort.h"
#include "algos/mesh/edit_parts.h"

uint64_t triangle_hash(Point a, Point b, Point c) {
    const Point at[3] = {a, b, c};
    int low = point_is_before(b, a) ? 1 : 0;
    if (point_is_before(c, at[low])) low = 2;
    Hash hash = hash_start();
    for (int i = 0; i < 3; i++) {
        hash_real(&hash, at[(low + i) % 3].x);
        hash_real(&hash, at[(low + i) % 3].y);
    }
    return hash_value(&hash);
}

void edit_triangles_note(Triangles *triangles, uint32_t face) {
    if (!triangles->merges || (triangles->state[3 * face] & STATE_CHANGED) != 0) return;
    triangles->state[3 * face] |= STATE_CHANGED;
    triangles->changed[triangles->changed_count++] = face;
}

void edit_triangles_join(Triangles *triangles, uint32_t corner, uint32_t twin) {
    triangles->twin[corner] = twin;
    if (twin != EDIT_NONE) {
        triangles->twin[twin] = corner;
        return;
    }
    uint32_t wall =
        wall_between(triangles->walls, triangles->vertex[corner], triangles->vertex[triangle_next(corner)]);
    triangles->walls->walls[wall].corner = corner;
}

void edit_triangles_push(Triangles *triangles, uint32_t corner) {
    uint32_t twin = triangles->twin[corner];
    if (twin == EDIT_NONE || ((triangles->state[corner] | triangles->state[twin]) & STATE_WAITING) != 0)
        return;
    triangles->state[corner] |= STATE_WAITING;
    triangles->stack[triangles->stack_count++] = corner;
}

/* ---- flips ---- */

static Point lower(Point a, Point b) {
    return point_is_before(b, a) ? b : a;
}

static bool gives_way(const Triangles *triangles, Point a, Point b, Point c, Point d) {
    double per_unit = triangles->walls->per_unit;
    int side = lattice_in_circle(lattice_point(a, per_unit), lattice_point(b, per_unit),
                                 lattice_point(c, per_unit), lattice_point(d, per_unit));
    return side > 0 || (side == 0 && point_is_before(lower(c, d), lower(a, b)));
}

/* The edges of both triangles are no longer left out. */
static void close_edges(Triangles *triangles, uint32_t face) {
    for (uint32_t i = 3 * face; i < 3 * face + 3; i++) {
        if ((triangles->state[i] & STATE_OPEN) == 0) continue;
        triangles->state[i] &= (uint8_t)~STATE_OPEN;
        triangles->state[triangles->twin[i]] &= (uint8_t)~STATE_OPEN;
    }
}

static void look_at(Triangles *triangles, uint32_t corner, EditCounts *counts) {
    uint32_t other = triangles->twin[corner];
    if (other == EDIT_NONE) return; /* a flip left the corner another edge, a wall, while it waited */
    uint32_t next = triangle_next(corner), last = triangle_last(corner);
    uint32_t other_next = triangle_next(other), other_last = triangle_last(other);
    Point a = triangle_point(triangles, corner), b = triangle_point(triangles, next);
    Point c = triangle_point(triangles, last), d = triangle_point(triangles, other_last);
    if (!gives_way(triangles, a, b, c, d)) return;
    counts->flips++;
    close_edges(triangles, corner / 3);
    close_edges(triangles, other / 3);
    triangles->hash -= triangle_hash(a, b, c) + triangle_hash(b, a, d);
    triangles->hash += triangle_hash(d, b, c) + triangle_hash(c, a, d);
    /* abc and bad become dbc and cad. */
    uint32_t across = triangles->twin[other_last], other_across = triangles->twin[last];
    triangles->vertex[corner] = triangles->vertex[other_last];
    triangles->vertex[other] = triangles->vertex[last];
    edit_triangles_join(triangles, corner, across);
    edit_triangles_join(triangles, other, other_across);
    edit_triangles_join(triangles, last, other_last);
    edit_triangles_note(triangles, corner / 3);
    edit_triangles_note(triangles, other / 3);
    edit_triangles_push(triangles, corner);
    edit_triangles_push(triangles, next);
    edit_triangles_push(triangles, other);
    edit_triangles_push(triangles, other_next);
}

void edit_triangles_flip(Triangles *triangles, EditCounts *counts) {
    while (triangles->stack_count > 0) {
        uint32_t corner = triangles->stack[--triangles->stack_count];
        triangles->state[corner] &= (uint8_t)~STATE_WAITING;
        look_at(triangles, corner, counts);
    }
}

/* ---- joining ---- */

static double length_squared(const Triangles *triangles, uint32_t corner) {
    Point a = triangle_point(triangles, corner), b = triangle_point(triangles, triangle_next(corner));
    return (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
}

/* As in merge.c. Each edge is there by the corner at its lower end. */
static bool edge_first(const void *context, uint32_t a, uint32_t b) {
    const Triangles *triangles = context;
    double length = length_squared(triangles, a), other = length_squared(triangles, b);
    if (length != other) return length > other;
    Point one = triangle_point(triangles, a), two = triangle_point(triangles, b);
    if (!point_equal(one, two)) return point_is_before(one, two);
    return point_is_before(triangle_point(triangles, triangle_next(a)),
                           triangle_point(triangles, triangle_next(b)));
}

static void push_lower_end(Triangles *triangles, uint32_t corner) {
    uint32_t twin = triangles->twin[corner];
    if (twin == EDIT_NONE || (triangles->state[corner] & STATE_OPEN) != 0) return;
    edit_triangles_push(
        triangles,
        point_is_before(triangle_point(triangles, corner), triangle_point(triangles, twin)) ? corner : twin);
}

/* All edges at the vertex of a corner, in its fan of triangles. */
static void push_around(Triangles *triangles, uint32_t corner) {
    uint32_t at = corner;
    do {
        push_lower_end(triangles, at);
        at = triangles->twin[at] == EDIT_NONE ? EDIT_NONE : triangle_next(triangles->twin[at]);
    } while (at != EDIT_NONE && at != corner);
    if (at == corner) return;
    for (at = triangles->twin[triangle_last(corner)]; at != EDIT_NONE;
         at = triangles->twin[triangle_last(at)])
        push_lower_end(triangles, at);
}

/* Whether the angle at the corner's vertex stays below or at 180 degrees without its edge. */
static bool stays_convex(const Triangles *triangles, uint32_t corner) {
    uint32_t before = triangle_last(corner), after = triangle_next(triangles->twin[corner]);
    while ((triangles->state[before] & STATE_OPEN) != 0) before = triangle_last(triangles->twin[before]);
    while ((triangles->state[after] & STATE_OPEN) != 0) after = triangle_next(triangles->twin[after]);
    return point_orientation(triangle_point(triangles, before), triangle_point(triangles, corner),
                             triangle_point(triangles, triangle_next(after))) >= 0;
}

/* An edge that was in the way may be no more at any vertex where others are again: all there are looked at.
 */
void edit_triangles_merge(Triangles *triangles) {
    for (uint32_t i = 0; i < triangles->changed_count; i++) {
        uint32_t first = 3 * triangles->changed[i];
        triangles->state[first] &= (uint8_t)~STATE_CHANGED;
        for (uint32_t corner = first; corner < first + 3; corner++) push_around(triangles, corner);
    }
    triangles->changed_count = 0;
    sort_items(triangles->stack, triangles->room, triangles->stack_count, edge_first, triangles);
    for (uint32_t i = 0; i < triangles->stack_count; i++) {
        uint32_t corner = triangles->stack[i], twin = triangles->twin[corner];
        triangles->state[corner] &= (uint8_t)~STATE_WAITING;
        if (!stays_convex(triangles, corner) || !stays_convex(triangles, twin)) continue;
        triangles->state[corner] |= STATE_OPEN;
        triangles->state[twin] |= STATE_OPEN;
    }
    triangles->stack_count = 0;
}
