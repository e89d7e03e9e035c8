#include "tests/support.h"
#include "tests/triangle_maps.h"

#include "algos/exact/check_points.h"
#include "algos/exact/free_space.h"

#include <string.h>

static Polygons drawn(const char *rows, Memory *memory) {
    TriangleMap map;
    Polygons polygons;
    triangle_map_drawn(rows, &map);
    triangle_map_polygons(&map, memory, &polygons);
    return polygons;
}

/* In units of a cell. */
static Point cell(double x, double y) {
    return (Point){x * TRIANGLE_CELL, y * TRIANGLE_CELL};
}

static bool judge(const Polygons *polygons, const Point *points, uint64_t count, Error *why) {
    Memory memory = system_memory();
    PointCheck *check;
    PointPath path = point_path_in(&memory);
    assert_int_equal(point_check_create(polygons, &memory, &check), STATUS_OK);
    for (uint64_t i = 0; i < count; i++) assert_int_equal(point_path_add(&path, points[i]), STATUS_OK);
    path.length = point_path_length(&path);
    double walked;
    bool valid = point_path_valid(check, &(PointQuery){points[0], points[count - 1]}, &path, &walked, why);
    if (valid) assert_true(walked == path.length);
    point_check_destroy(check);
    point_path_destroy(&path);
    ASSERT_NOTHING_LIVE(&memory);
    return valid;
}

/* A path that is right, or what is said of it. */
static void assert_path(const char *rows, const Point *points, uint64_t count, const char *expected) {
    Memory memory = system_memory();
    Polygons polygons = drawn(rows, &memory);
    Error why = {{0}};
    bool valid = judge(&polygons, points, count, &why);
    if (valid != (expected == NULL) || (expected != NULL && strstr(why.text, expected) == NULL))
        fail_msg("found \"%s\", expected \"%s\"", why.text, expected == NULL ? "" : expected);
    polygons_destroy(&polygons);
    ASSERT_NOTHING_LIVE(&memory);
}
#define ASSERT_PATH(ROWS, EXPECTED, ...)                                                                \
    assert_path(ROWS, (const Point[]){__VA_ARGS__}, sizeof(const Point[]){__VA_ARGS__} / sizeof(Point), \
                EXPECTED)

#define BLOCK    "...\n.#.\n..."
#define TOUCHING "....\n.#..\n..#.\n...."

static void names_what_is_wrong(void **state) {
    (void)state;
    ASSERT_PATH(BLOCK, NULL, cell(0.5, 0.5), cell(2, 1), cell(2.5, 2.5));
    ASSERT_PATH(BLOCK, "crosses the edge from", cell(0.5, 1.5), cell(2.5, 1.5));
    ASSERT_PATH(BLOCK, "at the vertex (16, 16)", cell(0, 0), cell(3, 3));
    ASSERT_PATH(BLOCK, "start (24, 24) is blocked", cell(1.5, 1.5), cell(3, 3));
    ASSERT_PATH(BLOCK, "goal (-8, 8) is blocked", cell(0.5, 0.5), cell(-0.5, 0.5));
    ASSERT_PATH(BLOCK, "goal (80.5, 8) is blocked", cell(0.5, 0.5), (Point){80.5, 8});
    /* Along the border of obstacle and map, on it, from one edge's inside to another's. */
    ASSERT_PATH(BLOCK, NULL, cell(0, 1), cell(3, 1));
    ASSERT_PATH(BLOCK, NULL, cell(1.5, 1), cell(1, 1), cell(1, 1.5), cell(0, 3), cell(3, 3), cell(3, 0.25));
    ASSERT_PATH(BLOCK, "crosses the edge", cell(1.5, 1), cell(1, 1.5));
    ASSERT_PATH(BLOCK, "crosses the edge", cell(1.5, 1), cell(1.5, 2));
    ASSERT_PATH(BLOCK, "crosses the edge", cell(1.5, 2.5), cell(1.5, 3.5), cell(1.5, 2));
    ASSERT_PATH(BLOCK, NULL, cell(1.5, 2));
    ASSERT_PATH(BLOCK, "blocked", cell(1.5, 1.75));
}

static void keeps_to_one_side_of_touching_points(void **state) {
    (void)state;
    ASSERT_PATH(TOUCHING, "the vertex (32, 32)", cell(1, 1), cell(3, 3));
    ASSERT_PATH(TOUCHING, "the turn at (32, 32)", cell(1, 1), cell(2, 2), cell(2.5, 3.5));
    ASSERT_PATH(TOUCHING, NULL, cell(1, 1), cell(2, 2), cell(1, 1.75));
    ASSERT_PATH(TOUCHING, NULL, cell(1, 1), cell(2, 2), cell(2, 2), cell(1, 1.75));
    ASSERT_PATH(TOUCHING, "the turn at (32, 32)", cell(1, 1), cell(2, 2), cell(2, 2), cell(2.5, 3.5));
    ASSERT_PATH(TOUCHING, "more than one side", cell(2, 2), cell(3, 3));
    ASSERT_PATH(TOUCHING, "more than one side", cell(2, 2));
    /* Along both obstacles: from the wall of one to the wall of the other, on different sides. */
    ASSERT_PATH(TOUCHING, "the vertex (32, 32)", cell(1, 2), cell(3, 2));
    ASSERT_PATH("....\n.##.\n....", NULL, cell(0, 2), cell(4, 2));
    /* Between two that touch a third from either side. */
    ASSERT_PATH("..#..\n.....\n.#...", NULL, cell(0, 1), cell(2, 1), cell(2, 2), cell(5, 2));
}

static void judges_length_and_ends(void **state) {
    (void)state;
    Memory memory = system_memory();
    Polygons polygons = drawn(BLOCK, &memory);
    PointCheck *check;
    PointPath path = point_path_in(&memory);
    PointQuery query = {cell(0, 0), cell(3, 0)};
    Error why;
    double walked;
    assert_int_equal(point_check_create(&polygons, &memory, &check), STATUS_OK);
    assert_true(point_path_valid(check, &query, &path, &walked, NULL));
    assert_int_equal(point_path_add(&path, query.start), STATUS_OK);
    assert_int_equal(point_path_add(&path, query.goal), STATUS_OK);
    path.length = 48.0000001;
    assert_false(point_path_valid(check, &query, &path, &walked, &why));
    assert_string_equal(why.text, "the solver claims the length 48, the path walked is 48");
    path.length = 0.0 / 0.0;
    assert_false(point_path_valid(check, &query, &path, &walked, NULL));
    path.length = 48.00000001;
    assert_true(point_path_valid(check, &query, &path, &walked, &why));
    query.goal = cell(3, 1);
    assert_false(point_path_valid(check, &query, &path, &walked, &why));
    assert_string_equal(why.text, "the path's goal is (48, 0), the query's (48, 16)");
    path.points[1].x = 1e300 * 1e300;
    assert_false(point_path_valid(check, &query, &path, &walked, &why));
    assert_non_null(strstr(why.text, "not finite"));
    point_path_destroy(&path);
    point_check_destroy(check);
    polygons_destroy(&polygons);
    ASSERT_NOTHING_LIVE(&memory);
}

static bool is_ambiguous(const FreeSpace *space, Point point) {
    Standing standing = free_space_standing(space, point);
    return standing.place == PLACE_VERTEX && standing.fans != 1;
}

typedef struct Tried {
    Point points[4];
    uint64_t count;
} Tried;

/* Whether the checker and the walk over triangles disagree, or the grid changes anything. */
static bool disagrees(void *context, const TriangleMap *map) {
    const Tried *tried = context;
    Memory memory = system_memory();
    Polygons polygons;
    FreeSpace *space, *with_grid;
    triangle_map_polygons(map, &memory, &polygons);
    assert_int_equal(free_space_create(&polygons, false, &memory, &space), STATUS_OK);
    assert_int_equal(free_space_create(&polygons, true, &memory, &with_grid), STATUS_OK);
    bool expected = triangle_map_walks(map, tried->points, tried->count) &&
                    !is_ambiguous(space, tried->points[0]) &&
                    !is_ambiguous(space, tried->points[tried->count - 1]);
    bool wrong = judge(&polygons, tried->points, tried->count, NULL) != expected;
    for (uint64_t i = 1; i < tried->count; i++) {
        Passage one = free_space_passage(space, tried->points[i - 1], tried->points[i]);
        Passage other = free_space_passage(with_grid, tried->points[i - 1], tried->points[i]);
        wrong = wrong || one.is_free != other.is_free ||
                (one.is_free && (one.leaves != other.leaves || one.arrives != other.arrives));
    }
    free_space_destroy(space);
    free_space_destroy(with_grid);
    polygons_destroy(&polygons);
    ASSERT_NOTHING_LIVE(&memory);
    return wrong;
}

static void agrees_with_a_walk_over_triangles(void **state) {
    (void)state;
    Rng rng = rng_from(1);
    uint32_t valid = 0;
    for (uint32_t trial = 0; trial < trials(400); trial++) {
        TriangleMap map;
        triangle_map_random(&rng, trial % 8 == 0 ? TRIANGLE_SIDE_MOST : 5, trial % LAYOUT_COUNT,
                            trial % 2 == 0, 10 + rng_below(&rng, 60), &map);
        for (uint32_t i = 0; i < 20; i++) {
            Tried tried = {.count = 2 + rng_below(&rng, 3)};
            bool repeats = false;
            for (uint64_t j = 0; j < tried.count; j++) {
                tried.points[j] = triangle_map_point(&map, &rng);
                repeats = repeats || (j > 0 && point_equal(tried.points[j - 1], tried.points[j]));
            }
            if (repeats) continue;
            valid += triangle_map_walks(&map, tried.points, tried.count);
            if (!disagrees(&tried, &map)) continue;
            for (uint64_t j = 0; j < tried.count; j++)
                print_error("%g,%g ", tried.points[j].x, tried.points[j].y);
            triangle_map_shrink(&map, disagrees, &tried);
            fail_msg("the check of a path disagrees with a walk over triangles (trial %u)", trial);
        }
    }
    assert_true(trials(400) < 100 || valid > trials(400));
}

static void leaves_nothing_when_memory_ends(void **state) {
    (void)state;
    Memory memory = system_memory();
    Polygons polygons = drawn(TOUCHING, &memory);
    size_t live = memory.live;
    PointCheck *check;
    uint64_t failed = 0;
    for (Status status = STATUS_NO_MEMORY; status != STATUS_OK; failed++) {
        memory.fail_at = memory.allocations + failed + 1;
        status = point_check_create(&polygons, &memory, &check);
        if (status == STATUS_OK)
            point_check_destroy(check);
        else
            assert_int_equal(status, STATUS_NO_MEMORY);
        assert_int_equal(memory.live, live);
    }
    assert_true(failed > 5);
    polygons_destroy(&polygons);
    ASSERT_NOTHING_LIVE(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_what_is_wrong),
        cmocka_unit_test(keeps_to_one_side_of_touching_points),
        cmocka_unit_test(judges_length_and_ends),
        cmocka_unit_test(agrees_with_a_walk_over_triangles),
        cmocka_unit_test(leaves_nothing_when_memory_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
