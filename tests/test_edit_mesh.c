/* Meshes to which obstacles come and from which they go: after each change that of the changed map, bit for
 * bit. Streams of random changes, most of them degenerate; one that fails is cut down to few of them. */
#include "tests/support.h"

#include "tests/edit_support.h"
#include "tests/rings.h"
#include "tests/shrink.h"

#include <stdio.h>

enum { CORNERS_MOST = 12 };

/* An obstacle that comes, or goes: then `count` is 0 and `pick` says which. */
typedef struct Edit {
    Point points[CORNERS_MOST];
    uint32_t count, pick;
} Edit;

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
        fails =
            edit->count > 0 ? !kept_add(&kept, edit->points, edit->count) : !kept_remove(&kept, edit->pick);
        if (!fails && (i % stream->every == 0 || i + 1 == stream->count))
            fails = !equals_rebuilt(&kept, &rng);
    }
    stream->added += kept.added;
    stream->refused += kept.refused;
    stream->removed += kept.removed;
    kept_close(&kept);
    return fails;
}

static bool edits_fail(void *context, void *edits, uint32_t count) {
    Stream less = *(const Stream *)context;
    less.edits = edits;
    less.count = count;
    return stream_fails(&less);
}

static void print_points(const Point *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) fprintf(stderr, " %g,%g", points[i].x, points[i].y);
    fprintf(stderr, "\n");
}

static void stream_fail(Stream *stream) {
    stream->every = 1;
    shrink_list(stream->edits, sizeof *stream->edits, &stream->count, edits_fail, stream);
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
    Edit *edits = memory_take(&memory, stream->count, sizeof *edits);
    assert_non_null(edits);
    stream->edits = edits;
    for (uint32_t i = 0; i < stream->count; i++) {
        edits[i] = edit_random(rng, 10);
        for (uint32_t k = 0; k < edits[i].count; k++) edits[i].points[k] = sheared(edits[i].points[k], shear);
    }
    if (stream_fails(stream)) stream_fail(stream);
    memory_give(&memory, edits);
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
    try_streams(EDIT_TRIANGLES, trials(400));
}

static void trapezoids_are_those_of_a_rebuild(void **state) {
    (void)state;
    try_streams(EDIT_TRAPEZOIDS, trials(400));
}

static void merged_faces_give_equal_lengths(void **state) {
    (void)state;
    try_streams(EDIT_MERGED, trials(60));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangles_are_those_of_a_rebuild),
        cmocka_unit_test(trapezoids_are_those_of_a_rebuild),
        cmocka_unit_test(merged_faces_give_equal_lengths),
    };
    return cmocka_run_group_tests_name("edit_mesh", tests, NULL, NULL);
}
