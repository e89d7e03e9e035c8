/* A* and Dijkstra in every style and tie-break: same lengths as the flood, paths that walk, counts that fit.
 */
#include "tests/failing.h"
#include "tests/support.h"

#include "algos/exact/check.h"
#include "algos/exact/flood.h"
#include "algos/solver.h"

#include <string.h>

static const char *const settings_tried[][3] = {
    /* solver, style, tie */
    {"dijkstra", "plain", NULL},   {"astar", "plain", "large-g"}, {"astar", "plain", "index"},
    {"astar", "plain", "small-g"}, {"astar", "published", NULL},  {"astar", "textbook", NULL},
};
enum { TRIED = sizeof settings_tried / sizeof *settings_tried };

static void set(const Solver *solver, Settings *settings, const char *name, const char *value) {
    Error error;
    int row = parameter_find(solver->parameters, name, strlen(name));
    assert_true(row >= 0);
    ASSERT_OK(parameter_parse(&solver->parameters.rows[row], solver->name, value, strlen(value),
                              &settings->value[row], &error),
              &error);
    settings->given[row] = true;
}

static Settings settings_of(const Solver *solver, const char *const tried[3], Move move) {
    Settings settings = settings_preset(solver->parameters);
    set(solver, &settings, "style", tried[1]);
    set(solver, &settings, "move", move_name(move));
    if (tried[2] != NULL) set(solver, &settings, "tie", tried[2]);
    return settings;
}

static void compare_on(Map *map, Move move, Memory *memory, Rng *rng, uint32_t query_count) {
    Flood *flood;
    Error error;
    ASSERT_OK(flood_create(&map->grid, move, memory, &flood, &error), &error);
    void *index[TRIED], *scratch[TRIED];
    Path path = path_in(memory);
    for (int i = 0; i < TRIED; i++) {
        const Solver *solver = solver_find(settings_tried[i][0], strlen(settings_tried[i][0]));
        Settings settings = settings_of(solver, settings_tried[i], move);
        ASSERT_OK(solver->prepare(map, &settings, memory, &index[i], &error), &error);
        assert_int_equal(solver->scratch_create(index[i], memory, &scratch[i]), STATUS_OK);
    }
    for (uint32_t q = 0; q < query_count; q++) {
        Query query;
        assert_true(query_random(&map->grid, rng, &query));
        Length optimum, walked;
        assert_int_equal(flood_run(flood, query.start, &query.goal, 1), STATUS_OK);
        bool reachable = flood_length(flood, query.goal, &optimum);
        for (int i = 0; i < TRIED; i++) {
            const Solver *solver = solver_find(settings_tried[i][0], strlen(settings_tried[i][0]));
            Counters counters = {0};
            assert_int_equal(solver->query(index[i], scratch[i], &query, &path, &counters), STATUS_OK);
            if (!path_valid(&map->grid, move, &query, &path, &walked, &error)) fail_msg("%s", error.text);
            assert_int_equal(path.count != 0, reachable);
            if (reachable) assert_int_equal(length_compare(walked, optimum), 0);
#ifndef TAUT_NO_COUNTERS
            /* What is popped was pushed; every pop is stale, an expansion or the goal. */
            assert_true(counters.popped <= counters.pushed);
            assert_int_equal(counters.popped, counters.stale + counters.expanded + (reachable ? 1 : 0));
            assert_true(counters.expanded <= map->grid.passable_count);
#endif
        }
    }
    for (int i = 0; i < TRIED; i++) {
        const Solver *solver = solver_find(settings_tried[i][0], strlen(settings_tried[i][0]));
        solver->scratch_destroy(scratch[i]);
        solver->index_destroy(index[i]);
    }
    path_destroy(&path);
    flood_destroy(flood);
}

static void agrees_with_the_flood(void **state) {
    (void)state;
    Memory memory = system_memory();
    Rng rng = rng_from(11);
    for (uint32_t seed = 0; seed < 1500; seed++) {
        Map map;
        grid_random(&memory, rng_between(&rng, 1, 40), rng_between(&rng, 1, 40), rng_below(&rng, 60),
                    seed % 2 == 0 ? 1 : 9, seed, &map);
        if (map.grid.passable_count != 0) compare_on(&map, (Move)(seed / 2 % 3), &memory, &rng, 8);
        grid_destroy(&map.grid);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

/* On an empty square every shortest 4-path is as good; larger g first must not look at much more than one. */
static void ties_matter_as_documented(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map;
    grid_random(&memory, 64, 64, 0, 1, 1, &map);
    uint64_t expanded[3];
    for (int tie = 0; tie < 3; tie++) {
        const Solver *solver = solver_find("astar", 5);
        Settings settings = settings_of(solver, settings_tried[1 + tie], MOVE_4);
        void *index, *scratch;
        Error error;
        Counters counters = {0};
        Path path = path_in(&memory);
        Query query = {{0, 0}, {63, 63}};
        ASSERT_OK(solver->prepare(&map, &settings, &memory, &index, &error), &error);
        assert_int_equal(solver->scratch_create(index, &memory, &scratch), STATUS_OK);
        assert_int_equal(solver->query(index, scratch, &query, &path, &counters), STATUS_OK);
        expanded[tie] = counters.expanded;
        solver->scratch_destroy(scratch);
        solver->index_destroy(index);
        path_destroy(&path);
    }
#ifndef TAUT_NO_COUNTERS
    assert_int_equal(expanded[0], 126);         /* the cells of one path but the goal */
    assert_int_equal(expanded[2], 64 * 64 - 1); /* smaller g first: all but the goal */
#endif
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

/* The open map of `side` whose every cell costs `cost`, asked from corner to corner. */
static Counters ask_corners(const char *const tried[3], Move move, uint8_t cost, int32_t side) {
    Memory memory = system_memory();
    Map map;
    Error error;
    char rows[64 * 65 + 1];
    size_t used = 0;
    for (int32_t y = 0; y < side; y++) {
        for (int32_t x = 0; x < side; x++) rows[used++] = (char)('0' + cost);
        rows[used++] = '\n';
    }
    rows[used - 1] = '\0';
    grid_from_text(&memory, rows, &map);
    assert_int_equal(map.grid.cost_min, cost);
    const Solver *solver = solver_find(tried[0], strlen(tried[0]));
    Settings settings = settings_of(solver, tried, move);
    void *index, *scratch;
    Counters counters = {0};
    Path path = path_in(&memory);
    Query query = {{0, 0}, {side - 1, side - 1}};
    ASSERT_OK(solver->prepare(&map, &settings, &memory, &index, &error), &error);
    assert_int_equal(solver->scratch_create(index, &memory, &scratch), STATUS_OK);
    assert_int_equal(solver->query(index, scratch, &query, &path, &counters), STATUS_OK);
    solver->scratch_destroy(scratch);
    solver->index_destroy(index);
    path_destroy(&path);
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
    return counters;
}

/* Where all terrain costs the same, it does not matter how much: the bound is scaled by the cheapest cost. */
static void bound_follows_the_cheapest_cost(void **state) {
    (void)state;
    for (int i = 0; i < TRIED; i++) {
        for (int move = MOVE_4; move <= MOVE_8; move++) {
            Counters cheap = ask_corners(settings_tried[i], (Move)move, 1, 40),
                     dear = ask_corners(settings_tried[i], (Move)move, 7, 40);
            assert_memory_equal(&cheap, &dear, sizeof cheap);
        }
    }
#ifndef TAUT_NO_COUNTERS
    assert_int_equal(ask_corners(settings_tried[1], MOVE_4, 7, 40).expanded, 78);
    assert_int_equal(ask_corners(settings_tried[1], MOVE_8, 7, 40).expanded, 39);
    assert_int_equal(ask_corners(settings_tried[4], MOVE_8, 7, 40).expanded, 39);
#endif
}

static void survives_failed_allocations(void **state) {
    (void)state;
    Memory maps = system_memory();
    Map map;
    grid_random(&maps, 30, 30, 10, 3, 5, &map);
    Rng rng = rng_from(3);
    AnyQuery any = {.is_planar = false};
    assert_true(query_random(&map.grid, &rng, &any.cells));
    for (int i = 0; i < TRIED * 2; i++) {
        const Solver *solver = solver_find(settings_tried[i / 2][0], strlen(settings_tried[i / 2][0]));
        Settings settings = settings_of(solver, settings_tried[i / 2], (Move)(i % 3));
        (void)assert_survives_failures(solver, &settings, &map, &any);
    }
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&maps);
}

static void refuses_what_a_style_fixes(void **state) {
    (void)state;
    Error error;
    const Solver *solver = solver_find("astar", 5);
    Settings settings = settings_preset(solver->parameters);
    set(solver, &settings, "style", "published");
    set(solver, &settings, "tie", "index");
    assert_int_equal(settings_check(solver->parameters, "astar", &settings, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "tie"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_flood),           cmocka_unit_test(ties_matter_as_documented),
        cmocka_unit_test(bound_follows_the_cheapest_cost), cmocka_unit_test(survives_failed_allocations),
        cmocka_unit_test(refuses_what_a_style_fixes),
    };
    return cmocka_run_group_tests_name("astar", tests, NULL, NULL);
}
