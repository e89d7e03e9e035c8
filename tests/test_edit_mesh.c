/* Meshes to which obstacles come and from which they go: after each change that of the changed map, bit for
 * bit. Streams of random changes, most of them degenerate; one that fails is cut down to few of them. */
#include "tests/support.h"

#include "algos/core/euclid.h"
#include "algos/mesh/cdt.h"
#include "algos/mesh/edit_mesh.h"
#include "algos/mesh/trapezoid.h"
#include "tests/mesh_support.h"
#include "tests/rings.h"

#include <stdio.h>
#include <string.h>

enum { CORNERS_MOST = 12, OBSTACLES_MOST = 256 };

/* An obstacle that comes, or goes: then `count` is 0 and `pick` says which. */
typedef struct Edit {
    Point points[CORNERS_MOST];
    uint32_t count, pick;
} Edit;

/* What is there, apart from the mesh: obstacles by the mesh's numbers. */
typedef struct Kept {
    Memory memory;
    Rings start; /* of the map to begin with, boundaries first */
    EditMesh *mesh;
    EditKind kind;
    uint32_t number[OBSTACLES_MOST];
    Point *points[OBSTACLES_MOST];
    uint32_t corners[OBSTACLES_MOST], count;
    EditCounts counts;
    uint32_t added, refused, removed;
} Kept;

static Point *points_copy(Memory *memory, const Point *points, uint32_t count) {
    Point *copy = memory_take(memory, count, sizeof *copy);
    assert_non_null(copy);
    memcpy(copy, points, count * sizeof *copy);
    return copy;
}

static void kept_note(Kept *kept, uint32_t number, const Point *points, uint32_t count) {
    assert_true(kept->count < OBSTACLES_MOST);
    kept->number[kept->count] = number;
    kept->points[kept->count] = points_copy(&kept->memory, points, count);
    kept->corners[kept->count++] = count;
}

static void kept_open(const Rings *rings, EditKind kind, Kept *kept) {
    Polygons map;
    Error error;
    *kept = (Kept){.memory = system_memory(), .kind = kind};
    ASSERT_OK(polygons_create(rings, "map", &kept->memory, &map, &error), &error);
    ASSERT_OK(edit_mesh_create(&map, kind, &kept->memory, &kept->mesh, &error), &error);
    assert_int_equal(polygons_rings(&map, &kept->memory, &kept->start), STATUS_OK);
    polygons_destroy(&map);
    assert_int_equal(kept->start.boundary_count, edit_mesh_first(kept->mesh));
    assert_int_equal(kept->start.ring_count, edit_mesh_end(kept->mesh));
    for (uint32_t r = kept->start.boundary_count; r < kept->start.ring_count; r++)
        kept_note(kept, r, kept->start.points + kept->start.first[r],
                  kept->start.first[r + 1] - kept->start.first[r]);
}

static void kept_close(Kept *kept) {
    for (uint32_t i = 0; i < kept->count; i++) memory_give(&kept->memory, kept->points[i]);
    rings_destroy(&kept->start);
    edit_mesh_destroy(kept->mesh);
    ASSERT_NOTHING_LIVE(&kept->memory);
}

/* The map with what is there, and one more obstacle if there is one. */
static Status kept_map(const Kept *kept, const Edit *more, Memory *memory, Polygons *map) {
    Rings rings = {.memory = memory, .boundary_count = kept->start.boundary_count};
    uint32_t points = kept->start.first[rings.boundary_count];
    rings.points = memory_take(memory, points + (kept->count + 1) * 64, sizeof *rings.points);
    rings.first = memory_take(memory, rings.boundary_count + kept->count + 2, sizeof *rings.first);
    memcpy(rings.points, kept->start.points, points * sizeof *rings.points);
    memcpy(rings.first, kept->start.first, (rings.boundary_count + 1) * sizeof *rings.first);
    rings.ring_count = rings.boundary_count;
    for (uint32_t i = 0; i < kept->count + (more != NULL); i++) {
        uint32_t count = i < kept->count ? kept->corners[i] : more->count;
        assert_true(count <= 64);
        memcpy(rings.points + points, i < kept->count ? kept->points[i] : more->points,
               count * sizeof *rings.points);
        points += count;
        rings.first[++rings.ring_count] = points;
    }
    rings.point_count = points;
    Status status = polygons_create(&rings, "map", memory, map, NULL);
    rings_destroy(&rings);
    return status;
}

/* ---- equal to a rebuild ---- */

#define SAME(A, B, FIELD, COUNT) (memcmp((A)->FIELD, (B)->FIELD, (COUNT) * sizeof *(A)->FIELD) == 0)

static bool meshes_equal(const Mesh *a, const Mesh *b) {
    return a->hash == b->hash && a->vertex_count == b->vertex_count && a->face_count == b->face_count &&
           a->corner_count == b->corner_count && a->computed_count == b->computed_count &&
           point_equal(a->low, b->low) && point_equal(a->high, b->high) &&
           SAME(a, b, vertices, a->vertex_count) && SAME(a, b, is_computed, a->vertex_count) &&
           SAME(a, b, line, a->computed_count) && SAME(a, b, first, a->face_count + 1) &&
           SAME(a, b, corner, a->corner_count) && SAME(a, b, neighbour, a->corner_count);
}

static Status mesh_build(const Polygons *map, EditKind kind, Memory *memory, Mesh *mesh) {
    return kind == EDIT_TRAPEZOIDS ? trapezoid_create(map, memory, mesh)
           : kind == EDIT_MERGED   ? cdt_merged_create(map, memory, mesh)
                                   : cdt_create(map, memory, mesh);
}

/* Both give paths of equal lengths, exactly, between random points. Takes the meshes. */
static bool lengths_equal(const Mesh *one, const Mesh *other, Rng *rng) {
    Memory memory = *one->memory;
    PolyanyaBench bench[2] = {{.mesh = *one}, {.mesh = *other}};
    bool equal = true;
    for (int i = 0; i < 2; i++) polyanya_bench_open(&bench[i], one->memory);
    for (int i = 0; i < 6; i++) {
        PointQuery query;
        double width = one->high.x - one->low.x, height = one->high.y - one->low.y;
        query.start = (Point){one->low.x + width * rng_below(rng, 33) / 32,
                              one->low.y + height * rng_below(rng, 33) / 32};
        query.goal = (Point){one->low.x + width * rng_below(rng, 33) / 32,
                             one->low.y + height * rng_below(rng, 33) / 32};
        for (int k = 0; k < 2; k++) polyanya_bench_ask(&bench[k], &query);
        equal = equal && (bench[0].path.count == 0) == (bench[1].path.count == 0) &&
                euclid_compare(bench[0].path.points, bench[0].path.count, bench[1].path.points,
                               bench[1].path.count) == 0;
    }
    (void)memory;
    for (int i = 0; i < 2; i++) polyanya_bench_close(&bench[i]);
    return equal;
}

static bool equals_rebuilt(const Kept *kept, Rng *rng) {
    Memory memory = system_memory();
    Polygons map, packed_map;
    Mesh mesh, packed;
    Error error;
    assert_int_equal(kept_map(kept, NULL, &memory, &map), STATUS_OK);
    assert_int_equal(mesh_build(&map, kept->kind, &memory, &mesh), STATUS_OK);
    assert_int_equal(edit_mesh_pack(kept->mesh, &memory, &packed_map, &packed), STATUS_OK);
    bool equal = packed_map.hash == map.hash;
    if (kept->kind != EDIT_MERGED) {
        equal = equal && edit_mesh_hash(kept->mesh) == edit_hash_of(&mesh, kept->kind) &&
                meshes_equal(&packed, &mesh);
        mesh_destroy(&mesh);
        mesh_destroy(&packed);
    } else {
        equal = equal && mesh_validate(&packed, "packed", NULL, &error) == STATUS_OK;
        equal = lengths_equal(&packed, &mesh, rng) && equal;
    }
    polygons_destroy(&map);
    polygons_destroy(&packed_map);
    ASSERT_NOTHING_LIVE(&memory);
    return equal;
}

/* ---- changes ---- */

static bool touches_itself(const Edit *edit) {
    for (uint32_t i = 0; i < edit->count; i++)
        for (uint32_t k = 0; k < edit->count; k++) {
            Point a = edit->points[i], b = edit->points[(i + 1) % edit->count], c = edit->points[k];
            if (!point_equal(c, a) && !point_equal(c, b)) {
                if (segments_meet(a, b, c, c) != MEETING_NONE) return true;
            } else if (point_equal(c, a) && k != i && k != (i + 1) % edit->count &&
                       i != (k + 1) % edit->count) {
                return true;
            }
        }
    return false;
}

/* False where the mesh takes what a rebuild refuses, or the other way round. */
static bool kept_add(Kept *kept, const Edit *edit) {
    Memory memory = system_memory();
    Polygons map;
    Error error;
    bool fits = kept_map(kept, edit, &memory, &map) == STATUS_OK;
    if (fits) polygons_destroy(&map);
    uint32_t number;
    uint64_t hash = edit_mesh_hash(kept->mesh);
    Status status = edit_mesh_add(kept->mesh, edit->points, edit->count, &number, &kept->counts, &error);
    if (status == STATUS_OK) kept_note(kept, number, edit->points, edit->count);
    kept->added += status == STATUS_OK;
    kept->refused += status != STATUS_OK;
    if (status == STATUS_REFUSED) return touches_itself(edit);
    return (status == STATUS_OK) == fits && (fits || edit_mesh_hash(kept->mesh) == hash);
}

static bool kept_remove(Kept *kept, uint32_t pick) {
    Error error;
    if (kept->count == 0) return true;
    uint32_t at = pick % kept->count;
    Point points[64];
    uint32_t corners = edit_mesh_obstacle(kept->mesh, kept->number[at], points, 64);
    assert_true(corners >= 3 && corners <= kept->corners[at]); /* points that were said twice are gone */
    Status status = edit_mesh_remove(kept->mesh, kept->number[at], &kept->counts, &error);
    if (status == STATUS_REFUSED) return kept->start.boundary_count > 1;
    kept->removed++;
    memory_give(&kept->memory, kept->points[at]);
    kept->count--;
    kept->number[at] = kept->number[kept->count];
    kept->points[at] = kept->points[kept->count];
    kept->corners[at] = kept->corners[kept->count];
    return status == STATUS_OK;
}

/* ---- streams ---- */

typedef struct Stream {
    const Rings *rings;
    EditKind kind;
    uint64_t seed;
    Edit *edits;
    uint32_t count, every; /* changes between comparisons */
    uint32_t added, refused, removed;
} Stream;

static bool stream_fails(Stream *stream) {
    Kept kept;
    Rng rng = rng_from(stream->seed);
    kept_open(stream->rings, stream->kind, &kept);
    bool fails = !equals_rebuilt(&kept, &rng);
    for (uint32_t i = 0; i < stream->count && !fails; i++) {
        const Edit *edit = &stream->edits[i];
        fails = edit->count > 0 ? !kept_add(&kept, edit) : !kept_remove(&kept, edit->pick);
        if (!fails && (i % stream->every == 0 || i + 1 == stream->count))
            fails = !equals_rebuilt(&kept, &rng);
    }
    stream->added += kept.added;
    stream->refused += kept.refused;
    stream->removed += kept.removed;
    kept_close(&kept);
    return fails;
}

/* Leaves changes out, halves first, for as long as it still fails. */
static void stream_shrink(Stream *stream) {
    stream->every = 1;
    for (uint32_t part = stream->count; part != 0; part /= 2)
        for (uint32_t at = 0; at + part <= stream->count;) {
            Memory memory = system_memory();
            Stream less = *stream;
            less.edits = memory_take(&memory, stream->count, sizeof *less.edits);
            less.count = 0;
            for (uint32_t i = 0; i < stream->count; i++)
                if (i < at || i >= at + part) less.edits[less.count++] = stream->edits[i];
            if (stream_fails(&less)) {
                memcpy(stream->edits, less.edits, less.count * sizeof *less.edits);
                stream->count = less.count;
            } else {
                at += part;
            }
            memory_give(&memory, less.edits);
        }
}

static void print_points(const Point *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) fprintf(stderr, " %g,%g", points[i].x, points[i].y);
    fprintf(stderr, "\n");
}

static void stream_fail(Stream *stream) {
    stream_shrink(stream);
    for (uint32_t r = 0; r < stream->rings->ring_count; r++) {
        fprintf(stderr, "ring:");
        print_points(stream->rings->points + stream->rings->first[r],
                     stream->rings->first[r + 1] - stream->rings->first[r]);
    }
    for (uint32_t i = 0; i < stream->count; i++) {
        const Edit *edit = &stream->edits[i];
        fprintf(stderr, edit->count == 0 ? "goes: %u" : "comes:", edit->pick);
        print_points(edit->points, edit->count);
    }
    fail_msg("kind %d: not the mesh of the map after %u changes", (int)stream->kind, stream->count);
}

/* ---- random obstacles ---- */

static const int shapes[][2 * CORNERS_MOST + 1] = {
    {4, 0, 0, 1, 0, 1, 1, 0, 1},                                     /* a square */
    {3, 0, 0, 1, 0, 0, 1},                                           /* half of one */
    {6, 0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2},                         /* an L */
    {4, 1, 0, 2, 1, 1, 2, 0, 1},                                     /* a diamond */
    {8, 0, 0, 3, 0, 3, 2, 2, 2, 2, 1, 1, 1, 1, 2, 0, 2},             /* a U */
    {5, 0, 0, 1, 0, 2, 0, 2, 1, 0, 1},                               /* a corner in line */
    {6, 0, 0, 2, 0, 1, 1, 2, 2, 0, 2, 1, 1},                         /* two that meet in a point */
    {10, 0, 0, 3, 0, 3, 3, 0, 3, 0, 1, 1, 2, 2, 2, 2, 1, 1, 1, 0, 1} /* nearly closed: touches itself */
};

/* Shapes of the small lattice, turned and stretched, and hulls of nothing in particular. */
static Edit edit_random(Rng *rng, int32_t side) {
    Edit edit = {.pick = rng_below(rng, 1000)};
    if (rng_below(rng, 3) == 0) return edit;
    int32_t x = rng_between(rng, -1, side - 1), y = rng_between(rng, -1, side - 1);
    if (rng_below(rng, 3) == 0) {
        int32_t reach = rng_below(rng, 3) == 0 ? side : 3;
        edit.count = 3 + rng_below(rng, 2);
        for (uint32_t i = 0; i < edit.count; i++)
            edit.points[i] = (Point){x + rng_between(rng, 0, reach), y + rng_between(rng, 0, reach)};
        return edit;
    }
    const int *shape = shapes[rng_below(rng, sizeof shapes / sizeof *shapes)];
    int32_t wide = rng_between(rng, 1, 2), high = rng_between(rng, 1, 2);
    bool turned = rng_below(rng, 2) == 0, back = rng_below(rng, 2) == 0, flipped = rng_below(rng, 2) == 0;
    edit.count = (uint32_t)shape[0];
    for (uint32_t i = 0; i < edit.count; i++) {
        uint32_t k = back ? edit.count - 1 - i : i;
        int32_t u = wide * shape[1 + 2 * k], v = high * shape[2 + 2 * k];
        if (flipped) u = 3 - u;
        edit.points[i] = (Point){x + (turned ? v : u), y + (turned ? u : v)};
    }
    return edit;
}

/* All on a sheared lattice, of unit, or so that 24 bits are used. */
static Point sheared(Point point, const int32_t shear[4]) {
    return (Point){shear[0] * point.x + shear[1] * point.y, shear[2] * point.x + shear[3] * point.y};
}

static const char *const boundaries[] = {
    "0 0 10 0 10 10 0 10",
    "0 0 5 0 10 0 10 10 5 10 0 10 0 3",
    "0 0 10 0 10 10 6 10 6 4 4 4 4 10 0 10",
    "0 0 10 0 10 10 0 10; 2 2 5 2 5 5 2 5; 5 5 8 5 8 8 5 8",
    "0 0 10 0 10 10 0 10; 2 2 5 2 5 5 2 5; 5 3 8 3 8 8 5 8; 0 6 2 8 0 9",
    "0 5 5 0 10 5 5 10; 5 5 7 5 5 7; 5 5 3 5 5 3",
};

static void stream_try(Stream *stream, Rng *rng) {
    Memory memory = system_memory();
    Rings rings =
        rings_from_text(&memory, boundaries[rng_below(rng, sizeof boundaries / sizeof *boundaries)]);
    int32_t shear[4] = {1, 0, 0, 1};
    switch (rng_below(rng, 4)) {
    case 0:
        do
            for (int i = 0; i < 4; i++) shear[i] = rng_between(rng, -9, 9);
        while (shear[0] * shear[3] - shear[1] * shear[2] == 0);
        break;
    case 1: /* far out, and needles */
        shear[0] = 700000 + rng_between(rng, 0, 999);
        shear[1] = 600000 + rng_between(rng, 0, 999);
        shear[2] = rng_between(rng, -9, 9);
        shear[3] = rng_between(rng, 1, 700000);
        break;
    default:
        break;
    }
    for (uint32_t i = 0; i < rings.point_count; i++) rings.points[i] = sheared(rings.points[i], shear);
    stream->rings = &rings;
    stream->edits = memory_take(&memory, stream->count, sizeof *stream->edits);
    for (uint32_t i = 0; i < stream->count; i++) {
        stream->edits[i] = edit_random(rng, 10);
        for (uint32_t k = 0; k < stream->edits[i].count; k++)
            stream->edits[i].points[k] = sheared(stream->edits[i].points[k], shear);
    }
    if (stream_fails(stream)) stream_fail(stream);
    memory_give(&memory, stream->edits);
    rings_destroy(&rings);
    ASSERT_NOTHING_LIVE(&memory);
}

static void try_streams(EditKind kind, uint32_t count) {
    Rng rng = rng_from(40 + (uint64_t)kind);
    Stream sums = {.added = 0};
    for (uint32_t i = 0; i < count; i++) {
        Stream stream = {.kind = kind, .seed = i, .count = 60, .every = 1};
        stream_try(&stream, &rng);
        sums.added += stream.added;
        sums.refused += stream.refused;
        sums.removed += stream.removed;
    }
    print_message("# came %u, refused %u, went %u\n", sums.added, sums.refused, sums.removed);
    assert_true(sums.added > 5 * count && sums.removed > 4 * count && sums.refused > count);
}

static void triangles_are_those_of_a_rebuild(void **state) {
    (void)state;
    try_streams(EDIT_TRIANGLES, trials(150));
}

static void trapezoids_are_those_of_a_rebuild(void **state) {
    (void)state;
    try_streams(EDIT_TRAPEZOIDS, trials(150));
}

static void merged_faces_give_equal_lengths(void **state) {
    (void)state;
    try_streams(EDIT_MERGED, trials(30));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangles_are_those_of_a_rebuild),
        cmocka_unit_test(trapezoids_are_those_of_a_rebuild),
        cmocka_unit_test(merged_faces_give_equal_lengths),
    };
    return cmocka_run_group_tests_name("edit_mesh", tests, NULL, NULL);
}
