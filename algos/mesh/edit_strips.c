/* Trapezoids around an obstacle that comes or goes: those that it touches are taken out, and what they
 * covered is swept anew. Those along a wall that is cut or made whole are among them, for their corners are
 * computed from its ends. A face that is not touched has the same sides before and after, for all vertices on
 * them are the same. */
#include "algos/mesh/edit_parts.h"
#include "algos/mesh/walls_parts.h"

#include "algos/core/sort.h"

#include <assert.h>

/* An upright edge between two corners; of each two that are alike the faces are neighbours. */
typedef struct Side {
    double x;
    uint64_t low, high; /* keys of its ends */
    uint32_t corner;    /* of a face outside, or one numbered as in the sweep */
    bool is_outside;
} Side;

typedef struct Patch {
    Strips *strips;
    const WallChange *change;
    StripList touched;
    Swept swept;
    Side *sides;
    uint32_t side_count, side_capacity;
    uint32_t *by_wall; /* rails of walls that stay, sorted by wall */
    uint32_t stay_count;
    uint32_t *face, *corner; /* of what was swept, once it is in */
    uint32_t *order;         /* of sides */
    Memory *memory;
} Patch;

/* ---- what is swept ---- */

static Status add_rail(Patch *patch, uint32_t wall, uint32_t from, uint32_t to) {
    Swept *swept = &patch->swept;
    LIST_RESERVE(swept->memory, swept->rails, swept->rail_capacity, swept->rail_count, 1);
    Point a = wall_point(swept->walls, from), b = wall_point(swept->walls, to);
    swept->rails[swept->rail_count++] = (Rail){wall, from, to, a.x < b.x ? a : b, a.x < b.x ? b : a};
    return STATUS_OK;
}

static Status add_piece(Patch *patch, uint32_t rail, double begin, double end) {
    Swept *swept = &patch->swept;
    LIST_RESERVE(swept->memory, swept->pieces, swept->piece_capacity, swept->piece_count, 1);
    swept->pieces[swept->piece_count++] = (RailPiece){rail, begin, end};
    return STATUS_OK;
}

static Status add_vertex(Patch *patch, uint32_t vertex) {
    Swept *swept = &patch->swept;
    LIST_RESERVE(swept->memory, swept->vertices, swept->vertex_capacity, swept->vertex_count, 1);
    swept->vertices[swept->vertex_count++] = vertex;
    return STATUS_OK;
}

/* Whether a wall stays at the vertex. */
static bool stays(const Walls *walls, uint32_t vertex) {
    for (uint32_t at = walls->vertices[vertex].wall; at != WALL_NONE;) {
        if (!walls->walls[at].is_doomed) return true;
        at = walls->walls[at].next[walls->walls[at].to == vertex];
    }
    return false;
}

static bool number_before(const void *context, uint32_t a, uint32_t b) {
    (void)context;
    return a < b;
}

static bool vertex_before(const void *context, uint32_t a, uint32_t b) {
    return point_is_before(wall_point(context, a), wall_point(context, b));
}

/* Sorts a list and leaves each item in once. */
static Status settle(Patch *patch, uint32_t *items, uint32_t *count, SortBefore before) {
    uint32_t *room = memory_take(patch->memory, *count, sizeof *room), kept = 0;
    if (room == NULL) return STATUS_NO_MEMORY;
    sort_items(items, room, *count, before, patch->strips->walls);
    for (uint32_t i = 0; i < *count; i++)
        if (i == 0 || items[i] != items[i - 1]) items[kept++] = items[i];
    *count = kept;
    memory_give(patch->memory, room);
    return STATUS_OK;
}

/* The rail of a wall that stays. */
static uint32_t rail_of(const Patch *patch, uint32_t wall) {
    uint32_t low = 0, high = patch->stay_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (wall < patch->by_wall[middle])
            high = middle;
        else
            low = middle;
    }
    return low;
}

static Status gather_rails(Patch *patch) {
    const Strips *strips = patch->strips;
    const Wall *walls = strips->walls->walls;
    patch->by_wall = memory_take(patch->memory, patch->touched.count, 2 * sizeof *patch->by_wall);
    if (patch->by_wall == NULL) return STATUS_NO_MEMORY;
    for (uint32_t i = 0; i < patch->touched.count; i++) {
        const StripFace *face = &strips->faces[patch->touched.faces[i]];
        if (!walls[face->floor].is_doomed) patch->by_wall[patch->stay_count++] = face->floor;
        if (!walls[face->ceiling].is_doomed) patch->by_wall[patch->stay_count++] = face->ceiling;
    }
    TRY(settle(patch, patch->by_wall, &patch->stay_count, number_before));
    for (uint32_t i = 0; i < patch->stay_count; i++) {
        const Wall *wall = &walls[patch->by_wall[i]];
        TRY(add_rail(patch, patch->by_wall[i], wall->from, wall->to));
    }
    for (uint32_t i = 0; i < patch->touched.count; i++) {
        const StripFace *face = &strips->faces[patch->touched.faces[i]];
        if (!walls[face->floor].is_doomed)
            TRY(add_piece(patch, rail_of(patch, face->floor), face->left, face->right));
        if (!walls[face->ceiling].is_doomed)
            TRY(add_piece(patch, rail_of(patch, face->ceiling), face->left, face->right));
    }
    return STATUS_OK;
}

static Status gather(Patch *patch) {
    const Strips *strips = patch->strips;
    TRY(gather_rails(patch));
    for (uint32_t i = 0; i < patch->touched.count; i++) {
        uint32_t first = strips->faces[patch->touched.faces[i]].first, at = first;
        do {
            uint32_t vertex = strips->corners[at].vertex;
            if (vertex != EDIT_NONE && stays(strips->walls, vertex)) TRY(add_vertex(patch, vertex));
            at = strips->corners[at].next;
        } while (at != first);
    }
    for (uint32_t i = 0; i < patch->change->made_count; i++) {
        const WallPiece *piece = &patch->change->made[i];
        if (piece->is_hidden) continue;
        TRY(add_vertex(patch, piece->from));
        TRY(add_vertex(patch, piece->to));
        Point a = wall_point(strips->walls, piece->from), b = wall_point(strips->walls, piece->to);
        if (a.x == b.x) continue;
        TRY(add_rail(patch, WALL_NONE, piece->from, piece->to));
        TRY(add_piece(patch, patch->swept.rail_count - 1, a.x < b.x ? a.x : b.x, a.x < b.x ? b.x : a.x));
    }
    return settle(patch, patch->swept.vertices, &patch->swept.vertex_count, vertex_before);
}

/* ---- what lies side by side ---- */

/* What a corner is: a vertex, or a rail at its face's side. */
static uint64_t key_of(uint32_t vertex, uint32_t rail) {
    return vertex != EDIT_NONE ? vertex : (uint64_t)rail << 32 | UINT32_MAX;
}

static Status add_side(Patch *patch, Side side) {
    LIST_RESERVE(patch->memory, patch->sides, patch->side_capacity, patch->side_count, 1);
    if (side.low > side.high) { /* which of them is low does not matter */
        uint64_t swap = side.low;
        side.low = side.high;
        side.high = swap;
    }
    patch->sides[patch->side_count++] = side;
    return STATUS_OK;
}

/* Of faces outside, those to faces that go. */
static Status add_outer_sides(Patch *patch) {
    const Strips *strips = patch->strips;
    for (uint32_t i = 0; i < patch->touched.count; i++) {
        uint32_t first = strips->faces[patch->touched.faces[i]].first, at = first;
        do {
            const StripCorner *corner = &strips->corners[at];
            if (corner->twin != EDIT_NONE &&
                strips->faces[strips->corners[corner->twin].face].mark != strips->stamp) {
                uint32_t next = corner->next, other = strips->corners[next].vertex;
                Side side = {.x = strip_x(strips, at), .corner = corner->twin, .is_outside = true};
                side.low = key_of(corner->vertex,
                                  corner->vertex != EDIT_NONE ? 0 : rail_of(patch, strip_wall(strips, at)));
                side.high = key_of(other, other != EDIT_NONE ? 0 : rail_of(patch, strip_wall(strips, next)));
                TRY(add_side(patch, side));
            }
            at = corner->next;
        } while (at != first);
    }
    return STATUS_OK;
}

/* The key of corner i of a face: computed ones are the lowest and the highest on each side. */
static uint64_t key_at(const Swept *swept, const SweptFace *face, uint32_t i) {
    bool is_low = i == 0 || i + 1 == face->count;
    return key_of(swept->corners[face->first + i], is_low ? face->floor : face->ceiling);
}

static Status add_new_sides(Patch *patch) {
    const Swept *swept = &patch->swept;
    for (uint32_t f = 0; f < swept->face_count; f++) {
        const SweptFace *face = &swept->faces[f];
        for (uint32_t i = 0; i + 1 < face->count; i++) {
            if (i + 1 == face->right_count) continue;
            double x = i + 1 < face->right_count ? face->right : face->left;
            TRY(add_side(patch, (Side){x, key_at(swept, face, i), key_at(swept, face, i + 1), face->first + i,
                                       false}));
        }
    }
    return STATUS_OK;
}

static bool side_before(const void *context, uint32_t a, uint32_t b) {
    const Side *one = (const Side *)context + a, *other = (const Side *)context + b;
    if (one->x != other->x) return one->x < other->x;
    return one->low != other->low ? one->low < other->low : one->high < other->high;
}

static Status plan(Patch *patch) {
    Strips *strips = patch->strips;
    TRY(strips_touched(strips, patch->change, &patch->touched));
    TRY(gather(patch));
    TRY(swept_run(&patch->swept));
    TRY(add_outer_sides(patch));
    TRY(add_new_sides(patch));
    patch->order = memory_take(patch->memory, patch->side_count, 2 * sizeof *patch->order);
    patch->face = memory_take(patch->memory, patch->swept.face_count, sizeof *patch->face);
    patch->corner = memory_take(patch->memory, patch->swept.corner_count, sizeof *patch->corner);
    if (patch->order == NULL || patch->face == NULL || patch->corner == NULL) return STATUS_NO_MEMORY;
    for (uint32_t i = 0; i < patch->side_count; i++) patch->order[i] = i;
    sort_items(patch->order, patch->order + patch->side_count, patch->side_count, side_before, patch->sides);
    return strips_reserve(strips, patch->swept.face_count, patch->swept.corner_count);
}

/* ---- taking out and putting in ---- */

static void put_in(Patch *patch) {
    Strips *strips = patch->strips;
    Swept *swept = &patch->swept;
    for (uint32_t r = 0; r < swept->rail_count; r++)
        if (swept->rails[r].wall == WALL_NONE)
            swept->rails[r].wall = wall_between(strips->walls, swept->rails[r].from, swept->rails[r].to);
    for (uint32_t f = 0; f < swept->face_count; f++) {
        const SweptFace *face = &swept->faces[f];
        uint32_t at =
            strip_put_in(strips, swept->rails[face->floor].wall, swept->rails[face->ceiling].wall, face->left,
                         face->right, swept->corners + face->first, face->count, face->right_count);
        at = strips->faces[at].first;
        for (uint32_t i = 0; i < face->count; i++, at = strips->corners[at].next)
            patch->corner[face->first + i] = at;
    }
}

static void join_sides(Patch *patch) {
    Strips *strips = patch->strips;
    for (uint32_t i = 0; i < patch->side_count; i++) {
        const Side *side = &patch->sides[patch->order[i]];
        uint32_t corner = side->is_outside ? side->corner : patch->corner[side->corner];
        const Side *next = i + 1 < patch->side_count ? &patch->sides[patch->order[i + 1]] : NULL;
        if (next != NULL && next->x == side->x && next->low == side->low && next->high == side->high) {
            strip_join(strips, corner, next->is_outside ? next->corner : patch->corner[next->corner]);
            i++;
        } else {
            assert(!side->is_outside);
            strip_join(strips, corner, EDIT_NONE);
        }
    }
}

static void patch_destroy(Patch *patch) {
    void *parts[] = {patch->touched.faces, patch->swept.rails,   patch->swept.pieces, patch->swept.vertices,
                     patch->swept.faces,   patch->swept.corners, patch->sides,        patch->by_wall,
                     patch->face,          patch->corner,        patch->order};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) memory_give(patch->memory, parts[i]);
}

Status strips_change(Strips *strips, WallChange *change, EditCounts *counts) {
    Memory *memory = strips->memory;
    Patch patch = {.strips = strips,
                   .change = change,
                   .touched = {.memory = memory},
                   .swept = {.walls = strips->walls, .memory = memory},
                   .memory = memory};
    Status status = plan(&patch);
    if (status == STATUS_OK) {
        counts->walls += change->gone_count + change->made_count;
        counts->faces_gone += patch.touched.count;
        counts->faces_made += patch.swept.face_count;
        for (uint32_t i = 0; i < patch.touched.count; i++) strip_take_out(strips, patch.touched.faces[i]);
        walls_commit(strips->walls, change);
        put_in(&patch);
        join_sides(&patch);
    } else {
        walls_cancel(strips->walls, change);
    }
    patch_destroy(&patch);
    return status;
}
