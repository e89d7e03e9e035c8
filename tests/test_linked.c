/* Paths over links on drawn maps: known answers, what the checker says, who refuses. */
#include "tests/linked_support.h"
#include "tests/rings.h"
#include "tests/support.h"

#include "algos/exact/check_points.h"
#include "algos/exact/settle_links.h"
#include "harness/any_path.h"

#include <math.h>
#include <string.h>

typedef struct Drawn {
    const char *map; /* rings_from_text; the first `floors` rings are boundaries */
    uint32_t floors;
    const char *links;
    PointQuery query;
    uint32_t count; /* points of the path */
    Point path[8];
    double length;
} Drawn;

static const char one_room[] = "0 0 30 0 30 10 0 10";
static const char two_rooms[] = "0 0 10 0 10 10 0 10; 20 0 30 0 30 10 20 10";
/* The way to the pocket on the left is a dead end of every mesh. */
static const char pocket[] = "0 0 4 0 4 4 10 4 10 0 30 0 30 10 10 10 10 6 0 6; 14 2 18 2 18 8 14 8; "
                             "40 0 50 0 50 10 40 10";

static const Drawn drawn[] = {
    {two_rooms, 2, "9 5 21 5 1", {{1, 5}, {29, 5}}, 4, {{1, 5}, {9, 5}, {21, 5}, {29, 5}}, 17},
    /* Links have a direction. */
    {two_rooms, 2, "9 5 21 5 1", {{29, 5}, {1, 5}}, 0, {{0, 0}}, 0},
    {two_rooms, 2, "9 5 21 5 1\n21 5 9 5 30", {{29, 5}, {1, 5}}, 4, {{29, 5}, {21, 5}, {9, 5}, {1, 5}}, 46},
    /* Away from the goal to a link that leads near to it, though the goal is in sight. */
    {one_room, 1, "1 5 28 5 1", {{5, 5}, {29, 5}}, 4, {{5, 5}, {1, 5}, {28, 5}, {29, 5}}, 6},
    /* The same from there back is no gain, and as dear as the walk it is none. */
    {one_room, 1, "1 5 28 5 1", {{29, 5}, {5, 5}}, 2, {{29, 5}, {5, 5}}, 24},
    {one_room, 1, "1 5 28 5 27\n1 5 28 5 40\n3 3 3 3 0", {{1, 5}, {28, 5}}, 2, {{1, 5}, {28, 5}}, 27},
    /* The cheapest of the same ends; ends of the query upon those of the link. */
    {one_room, 1, "1 5 28 5 9\n1 5 28 5 7\n1 5 28 5 8", {{1, 5}, {28, 5}}, 2, {{1, 5}, {28, 5}}, 7},
    /* A chain at no cost, along a line: none of its points is left out. */
    {one_room,
     1,
     "1 5 10 5 0\n10 5 20 5 0\n20 5 28 5 0",
     {{1, 5}, {28, 5}},
     4,
     {{1, 5}, {10, 5}, {20, 5}, {28, 5}},
     0},
    /* Two cheap ones with a walk between, against a dear one. */
    {two_rooms, 2, "2 2 21 2 3\n28 2 8 8 3\n2 2 8 8 8", {{2, 2}, {8, 8}}, 2, {{2, 2}, {8, 8}}, 8},
    {two_rooms,
     2,
     "2 2 21 2 1\n24 2 8 8 1\n2 2 8 8 8",
     {{2, 2}, {8, 8}},
     4,
     {{2, 2}, {21, 2}, {24, 2}, {8, 8}},
     5},
    /* Into a dead end, whose link is the only way on. */
    {pocket,
     2,
     "1 5 41 5 2",
     {{22, 5}, {49, 5}},
     7,
     {{22, 5}, {18, 8}, {14, 8}, {10, 6}, {1, 5}, {41, 5}, {49, 5}},
     0},
    /* On a vertex and on a border, where a path turns as well. */
    {"0 0 30 0 30 10 0 10; 10 0 20 0 20 8 10 8",
     1,
     "10 8 30 2 1",
     {{0, 0}, {30, 0}},
     4,
     {{0, 0}, {10, 8}, {30, 2}, {30, 0}},
     0},
    {"0 0 30 0 30 10 0 10; 10 0 20 0 20 8 10 8",
     1,
     "0 4 20 8 1",
     {{0, 0}, {22, 0}},
     4,
     {{0, 0}, {0, 4}, {20, 8}, {22, 0}},
     0},
};

/* The map of a row with its links. */
static void open_drawn(const Drawn *row, Memory *memory, Map *map) {
    Error error;
    *map = (Map){.kind = MAP_POLYGONS};
    Rings rings = rings_from_text(memory, row->map);
    rings.boundary_count = row->floors;
    if (row->floors == 2 && row->map == pocket) { /* boundaries come first */
        rings.nested = true;
        rings.boundary_count = 0;
    }
    ASSERT_OK(polygons_create(&rings, "drawn", memory, &map->polygons, &error), &error);
    rings_destroy(&rings);
    LinkRows rows = link_rows_in(memory);
    ASSERT_OK(links_read(row->links, strlen(row->links), "links", &rows, NULL, &error), &error);
    ASSERT_OK(links_settle(&rows, &map->polygons, "links", memory, &map->links, &error), &error);
    link_rows_destroy(&rows);
}

static double drawn_length(const Drawn *row, const Map *map) {
    return row->length > 0 ? row->length : links_length(&map->links, row->path, row->count);
}

/* Solvers that are exact find the length to the last bit, and the others one that is valid and no shorter. */
static void drawn_maps(void **state) {
    (void)state;
    SolverChoice choices[LINKED_CHOICES_MOST];
    Memory memory = system_memory();
    uint32_t choice_count = linked_choices(&memory, choices);
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
        const Drawn *row = &drawn[i];
        Map map;
        PointCheck *check;
        open_drawn(row, &memory, &map);
        assert_int_equal(point_check_create(&map.polygons, &memory, &check), STATUS_OK);
        point_check_use_links(check, &map.links);
        for (uint32_t who = 0; who < choice_count; who++) {
            PointPath path = point_path_in(&memory);
            double walked;
            Error why = {""};
            linked_ask(&choices[who], &map, &row->query, &path);
            if (!point_path_valid(check, &row->query, &path, &walked, &why))
                fail_msg("row %zu: %s: %s", i, choices[who].text, why.text);
            bool optimal = linked_is_optimal(&choices[who]);
            double expected = drawn_length(row, &map);
            if ((path.count > 0) != (row->count > 0) ||
                (optimal ? fabs(path.length - expected) > 1e-12 : path.length < expected - 1e-12))
                fail_msg("row %zu: %s: %.17g, expected %.17g", i, choices[who].text, path.length, expected);
            bool same = path.count == row->count;
            for (uint64_t k = 0; same && k < path.count; k++)
                same = point_equal(path.points[k], row->path[k]);
            if (optimal && !same && row->length > 0) fail_msg("row %zu: another path", i);
            point_path_destroy(&path);
        }
        point_check_destroy(check);
        map_destroy(&map);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

/* The checker by itself: what is no link, or one the other way, is a walk through a wall. */
static void checker(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map;
    PointCheck *check;
    Error why = {""};
    double walked;
    open_drawn(&drawn[0], &memory, &map);
    assert_int_equal(point_check_create(&map.polygons, &memory, &check), STATUS_OK);
    Point points[] = {{1, 5}, {9, 5}, {21, 5}, {29, 5}}, back[] = {{29, 5}, {21, 5}, {9, 5}, {1, 5}};
    PointPath path = {.points = points, .count = 4, .length = 17},
              backwards = {.points = back, .count = 4, .length = 17};
    PointQuery query = {points[0], points[3]}, home = {back[0], back[3]};
    assert_false(point_path_valid(check, &query, &path, &walked, &why));
    point_check_use_links(check, &map.links);
    assert_true(point_path_valid(check, &query, &path, &walked, &why));
    assert_true(walked == 17);
    assert_false(point_path_valid(check, &home, &backwards, &walked, &why));
    assert_non_null(strstr(why.text, "crosses the edge"));
    path.length = 28; /* as if the link were walked */
    assert_false(point_path_valid(check, &query, &path, &walked, &why));
    assert_non_null(strstr(why.text, "the solver claims the length 28, the path walked is 17"));
    points[2].x = 22;
    assert_false(point_path_valid(check, &query, &path, &walked, &why));
    point_check_destroy(check);
    map_destroy(&map);
    ASSERT_NOTHING_LIVE(&memory);
}

/* Solvers that know no links refuse the map, and say why. */
static void others_refuse(void **state) {
    (void)state;
    static const char *const specs[] = {"visgraph:build=sweep/brute", "null", "astar", "theta",
                                        "smooth:of=astar"};
    Memory memory = system_memory();
    Map map, grid;
    open_drawn(&drawn[0], &memory, &map);
    grid_from_text(&memory, "....\n....", &grid);
    grid.links = map.links;
    uint32_t refused = 0;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        SolverChoice *list;
        uint32_t count;
        Error error;
        void *index;
        ASSERT_OK(solver_expand(specs[i], &memory, &list, &count, &error), &error);
        for (uint32_t k = 0; k < count; k++) {
            assert_int_equal(
                solver_prepare(list[k].solver, &list[k].settings, &grid, false, &memory, &index, &error),
                STATUS_REFUSED);
            assert_non_null(strstr(error.text, "links, and the map has 1"));
            refused++;
        }
        memory_give(&memory, list);
    }
    assert_int_equal(refused, 6);
    grid.links = (Links){.count = 0};
    map_destroy(&grid);
    map_destroy(&map);
    ASSERT_NOTHING_LIVE(&memory);
}

/* Whichever allocation fails, nothing is left. */
static void survives_failed_allocations(void **state) {
    (void)state;
    SolverChoice choices[LINKED_CHOICES_MOST];
    Memory memory = system_memory();
    uint32_t count = linked_choices(&memory, choices);
    Map map;
    open_drawn(&drawn[2], &memory, &map);
    for (uint32_t who = 0; who < count; who++) {
        bool done = false;
        for (uint64_t fail_at = 1; !done; fail_at++) {
            Memory failing = system_memory();
            failing.fail_at = fail_at;
            void *index, *scratch;
            Error error;
            Counters counters = {0};
            PointPath path = point_path_in(&failing);
            const Solver *solver = choices[who].solver;
            if (solver_prepare(solver, &choices[who].settings, &map, true, &failing, &index, &error) ==
                STATUS_OK) {
                if (solver->scratch_create(index, &failing, &scratch) == STATUS_OK) {
                    done =
                        solver->query_points(index, scratch, &drawn[2].query, &path, &counters) == STATUS_OK;
                    solver->scratch_destroy(scratch);
                }
                solver->index_destroy(index);
            }
            point_path_destroy(&path);
            ASSERT_NOTHING_LIVE(&failing);
        }
    }
    map_destroy(&map);
    ASSERT_NOTHING_LIVE(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawn_maps),
        cmocka_unit_test(checker),
        cmocka_unit_test(others_refuse),
        cmocka_unit_test(survives_failed_allocations),
    };
    return cmocka_run_group_tests_name("linked", tests, NULL, NULL);
}
