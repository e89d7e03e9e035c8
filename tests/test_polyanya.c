/* Polyanya: drawn meshes with known answers, random degenerate maps against brute force (as trapezoids, as
 * Delaunay triangles, as those joined, as any triangles, as any joined at random), the public meshes row by
 * row. */
#include "tests/support.h"

#include "algos/core/euclid.h"
#include "algos/exact/check_points.h"
#include "algos/exact/visibility.h"
#include "algos/mesh/cdt.h"
#include "algos/mesh/trapezoid.h"
#include "tests/mesh_support.h"

#include <math.h>

static void ask(PolyanyaBench *bench, double x, double y, double to_x, double to_y) {
    polyanya_bench_ask(bench, &(PointQuery){{x, y}, {to_x, to_y}});
}

/* Fails unless the answer is these points. */
static void expect(const PolyanyaBench *bench, const Point *points, uint64_t count) {
    assert_int_equal(bench->path.count, count);
    for (uint64_t i = 0; i < count; i++) assert_true(point_equal(bench->path.points[i], points[i]));
}
#define EXPECT(BENCH, ...)                                          \
    do {                                                            \
        const Point points_[] = {__VA_ARGS__};                      \
        expect((BENCH), points_, sizeof points_ / sizeof *points_); \
    } while (0)

/* A ring of four faces around the square from (1, 1) to (2, 2). */
static const Point ring_vertices[] = {{0, 0}, {3, 0}, {3, 3}, {0, 3}, {1, 1}, {2, 1}, {2, 2}, {1, 2}};
static const int ring_faces[] = {0, 1, 5, 4, -1, 1, 2, 6, 5, -1, 2, 3, 7, 6, -1, 3, 0, 4, 7, -1};

static void around_a_square(void **state) {
    (void)state;
    Memory memory = system_memory();
    PolyanyaBench bench;
    mesh_from_faces(&memory, ring_vertices, 8, ring_faces, sizeof ring_faces / sizeof *ring_faces,
                    &bench.mesh);
    polyanya_bench_open(&bench, &memory);
    ask(&bench, 0, 1, 3, 1); /* along a wall of the square */
    EXPECT(&bench, {0, 1}, {3, 1});
    ask(&bench, 1, 1, 2, 2); /* from corner to corner: two ways as long */
    assert_int_equal(bench.path.count, 3);
    assert_true(bench.path.length == 2);
    ask(&bench, 1, 1.5, 2, 1.5); /* between the middles of opposite walls */
    assert_int_equal(bench.path.count, 4);
    assert_true(bench.path.length == 2);
    ask(&bench, 0, 2, 2, 0); /* past no corner: straight through (1, 1) */
    EXPECT(&bench, {0, 2}, {2, 0});
    ask(&bench, 0, 2, 3, 2.5);
    EXPECT(&bench, {0, 2}, {3, 2.5});
    ask(&bench, 0.5, 2, 2.5, 1.5);
    EXPECT(&bench, {0.5, 2}, {2, 2}, {2.5, 1.5});
    ask(&bench, 1, 1, 1, 1); /* nowhere to go */
    EXPECT(&bench, {1, 1});
    ask(&bench, 1.5, 1.5, 0, 0); /* from inside the square */
    assert_int_equal(bench.path.count, 0);
    ask(&bench, 0, 0, 4, 0); /* to outside */
    assert_int_equal(bench.path.count, 0);
    polyanya_bench_close(&bench);
    ASSERT_NOTHING_LIVE(&memory);
}

/* Two faces that touch in a point only, and the same with a way around. */
static void touching_faces(void **state) {
    (void)state;
    Memory memory = system_memory();
    PolyanyaBench bench;
    const Point apart[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {2, 1}, {2, 2}, {1, 2}};
    const int faces[] = {0, 1, 2, 3, -1, 2, 4, 5, 6, -1};
    mesh_from_faces(&memory, apart, 7, faces, sizeof faces / sizeof *faces, &bench.mesh);
    polyanya_bench_open(&bench, &memory);
    ask(&bench, 0.5, 0.5, 1.5, 1.5); /* a point is no way */
    assert_int_equal(bench.path.count, 0);
    ask(&bench, 1, 1, 1, 1); /* on which side? */
    assert_int_equal(bench.path.count, 0);
    ask(&bench, 0, 0, 1, 1);
    assert_int_equal(bench.path.count, 0);
    ask(&bench, 0, 1, 1, 0); /* past the point, on one side of it */
    EXPECT(&bench, {0, 1}, {1, 0});
    polyanya_bench_close(&bench);
    ASSERT_NOTHING_LIVE(&memory);
}

/* An edge of a face in line with the view, and a turn at its far end: walls are touched on the left, then on
 * the right, by one straight segment; the turn comes in the middle of a straight run of vertices. */
static void turns_on_a_straight_run(void **state) {
    (void)state;
    Memory memory = system_memory();
    PolyanyaBench bench;
    /* 0 1 2 along y = 0 (x = 0, 2, 4), 3 4 above at y = 2; below, from (2, 0) to (4, 0), a face to y = -2;
     * the wall from (0, 0) to (2, 0) is its corner. */
    const Point vertices[] = {{0, 0}, {2, 0}, {4, 0}, {4, 2}, {0, 2}, {2, -2}, {4, -2}};
    const int faces[] = {0, 1, 2, 3, 4, -1, 5, 6, 2, 1, -1};
    mesh_from_faces(&memory, vertices, 7, faces, sizeof faces / sizeof *faces, &bench.mesh);
    polyanya_bench_open(&bench, &memory);
    ask(&bench, 0, 0, 3, -1);
    EXPECT(&bench, {0, 0}, {2, 0}, {3, -1});
    ask(&bench, 1, 0, 2, -2);
    EXPECT(&bench, {1, 0}, {2, 0}, {2, -2});
    ask(&bench, 2, -2, 0, 2);
    EXPECT(&bench, {2, -2}, {2, 0}, {0, 2});
    ask(&bench, 0, 0, 4, 0);
    EXPECT(&bench, {0, 0}, {4, 0});
    polyanya_bench_close(&bench);
    ASSERT_NOTHING_LIVE(&memory);
}

/* ---- random maps ---- */

typedef struct Judge {
    Polygons polygons;
    Visibility *visibility;
    PointCheck *check;
    PointPath path;
} Judge;

static void judge_open(Judge *judge, const TriangleMap *map, Memory *memory) {
    triangle_map_polygons(map, memory, &judge->polygons);
    assert_int_equal(visibility_create(&judge->polygons, memory, &judge->visibility), STATUS_OK);
    assert_int_equal(point_check_create(&judge->polygons, memory, &judge->check), STATUS_OK);
    judge->path = point_path_in(memory);
}

static void judge_close(Judge *judge) {
    point_path_destroy(&judge->path);
    point_check_destroy(judge->check);
    visibility_destroy(judge->visibility);
    polygons_destroy(&judge->polygons);
}

static void compare(PolyanyaBench *bench, Judge *judge, const TriangleMap *map, Rng *rng, uint64_t seed) {
    for (int i = 0; i < 12; i++) {
        PointQuery query = {triangle_map_point(map, rng), triangle_map_point(map, rng)};
        VisibilityAnswer answer;
        bool exact;
        double walked;
        Error why;
        assert_int_equal(visibility_query(judge->visibility, &query, &judge->path, &answer, &exact),
                         STATUS_OK);
        ask(bench, query.start.x, query.start.y, query.goal.x, query.goal.y);
        const PointPath *best = &judge->path, *path = &bench->path;
        bool agrees = (best->count > 0) == (path->count > 0) &&
                      euclid_compare(best->points, best->count, path->points, path->count) == 0;
        if (!agrees)
            fail_msg("seed %llu, (%.17g, %.17g) to (%.17g, %.17g): %.17g, brute force %.17g",
                     (unsigned long long)seed, query.start.x, query.start.y, query.goal.x, query.goal.y,
                     path->length, best->length);
        if (!point_path_valid(judge->check, &query, path, &walked, &why))
            fail_msg("seed %llu: %s", (unsigned long long)seed, why.text);
    }
}

static void agrees_with_brute_force(void **state) {
    (void)state;
    Memory memory = system_memory();
    for (uint64_t seed = 0; seed < trials(700); seed++) {
        Rng rng = rng_from(seed);
        TriangleMap map;
        triangle_map_random(&rng, 2 + (uint32_t)(seed % 8), (Layout)(seed % LAYOUT_COUNT),
                            rng_below(&rng, 3) == 0, 10 + rng_below(&rng, 50), &map);
        Judge judge;
        judge_open(&judge, &map, &memory);
        PolyanyaBench bench;
        Status (*const ways[])(const Polygons *, Memory *, Mesh *) = {trapezoid_create, cdt_create,
                                                                      cdt_merged_create};
        for (int kind = 0; kind < 5 && judge.polygons.edge_count > 0; kind++) {
            if (kind < 3)
                assert_int_equal(ways[kind](&judge.polygons, &memory, &bench.mesh), STATUS_OK);
            else
                mesh_from_triangles(&map, &memory, &rng, kind == 3 ? 0 : 400, &bench.mesh);
            polyanya_bench_open(&bench, &memory);
            compare(&bench, &judge, &map, &rng, seed);
            polyanya_bench_close(&bench);
        }
        judge_close(&judge);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

static void survives_failed_allocations(void **state) {
    (void)state;
    Memory maps = system_memory();
    Mesh mesh;
    Locator *locator;
    Rng rng = rng_from(7);
    TriangleMap map;
    triangle_map_random(&rng, 12, LAYOUT_PLAIN, false, 15, &map);
    mesh_from_triangles(&map, &maps, &rng, 0, &mesh);
    assert_int_equal(locator_create(&mesh, &maps, &locator), STATUS_OK);
    PointQuery query = {mesh.vertices[mesh.corner[0]], mesh.vertices[mesh.corner[mesh.corner_count - 1]]};
    bool done = false;
    for (uint64_t fail_at = 1; !done; fail_at++) {
        Memory memory = system_memory();
        memory.fail_at = fail_at;
        Polyanya *polyanya;
        PolyanyaScratch *scratch;
        PointPath path = point_path_in(&memory);
        Counters counters = {0};
        if (polyanya_create(&mesh, locator, &memory, &polyanya) == STATUS_OK) {
            if (polyanya_scratch_create(polyanya, &memory, &scratch) == STATUS_OK) {
                done = polyanya_query(scratch, &query, &path, &counters) == STATUS_OK;
                polyanya_scratch_destroy(scratch);
            }
            polyanya_destroy(polyanya);
        }
        point_path_destroy(&path);
        ASSERT_NOTHING_LIVE(&memory);
    }
    locator_destroy(locator);
    mesh_destroy(&mesh);
    ASSERT_NOTHING_LIVE(&maps);
}

/* ---- public meshes ---- */

static void match_rows(const char *mesh_name, const char *rows_name, uint32_t expected_count, double share) {
    static PointRow rows[4000];
    Memory memory = system_memory();
    PolyanyaBench bench;
    if (!mesh_from_benchmarks(mesh_name, &memory, &bench.mesh)) return;
    uint32_t count = rows_from_benchmarks(rows_name, rows, 4000), matched = 0;
    assert_int_equal(count, expected_count);
    polyanya_bench_open(&bench, &memory);
    for (uint32_t i = 0; i < count; i++) {
        PointQuery query = rows[i].query;
        ask(&bench, query.start.x, query.start.y, query.goal.x, query.goal.y);
        double length = bench.path.count == 0 ? -1 : bench.path.length;
        bool equal = fabs(length - rows[i].length) <= share * fmax(1, rows[i].length);
        if (!equal) print_error("%s row %u: %.12g, expected %.12g\n", rows_name, i, length, rows[i].length);
        matched += equal;
    }
    assert_int_equal(matched, count);
    polyanya_bench_close(&bench);
    ASSERT_NOTHING_LIVE(&memory);
}

static void public_meshes(void **state) {
    (void)state;
    match_rows("arena.mesh", "anyangle/arena.mesh.tsv", 160, 1e-9);
    match_rows("arena-merged.mesh", "anyangle/arena.mesh.tsv", 160, 1e-9);
    match_rows("aurora-merged.mesh", "anyangle/aurora.mesh.tsv", 2990, 1e-9);
    match_rows("square.mesh", "polyanya/square.scen", 1, 1e-9);
    match_rows("bad-collinear2-rot45.mesh", "polyanya/bad-collinear2-rot45.scen", 1, 1e-9);
    /* These two give the lengths for ends moved onto the vertex near to them: 4 and 7.414, where the ends as
     * written are 3.980101 and 7.412214 apart. What matters is which rows have no answer. */
    match_rows("bad-ambig.mesh", "polyanya/bad-ambig.scen", 4, 0.006);
    match_rows("bad-collinear.mesh", "polyanya/bad-collinear.scen", 1, 0.0003);
}

/* The exact lengths of those two rows, worked out by hand: around the middle hole; along the slanted walls.
 */
static void moved_ends(void **state) {
    (void)state;
    Memory memory = system_memory();
    PolyanyaBench bench;
    if (!mesh_from_benchmarks("bad-ambig.mesh", &memory, &bench.mesh)) return;
    polyanya_bench_open(&bench, &memory);
    ask(&bench, 0.99, 1.01, 1.01, 0.99);
    EXPECT(&bench, {0.99, 1.01}, {1, 2}, {2, 2}, {2, 1}, {1.01, 0.99});
    polyanya_bench_close(&bench);
    ASSERT_NOTHING_LIVE(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(around_a_square),
        cmocka_unit_test(touching_faces),
        cmocka_unit_test(turns_on_a_straight_run),
        cmocka_unit_test(agrees_with_brute_force),
        cmocka_unit_test(public_meshes),
        cmocka_unit_test(moved_ends),
        cmocka_unit_test(survives_failed_allocations),
    };
    return cmocka_run_group_tests_name("polyanya", tests, NULL, NULL);
}
