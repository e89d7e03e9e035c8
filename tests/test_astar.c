/* A* and Dijkstra in every style and tie-break: same lengths as the flood, paths that walk, counts that fit.
 */
#include "tests/support.h"

#include "algos/core/rng.h"
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

static Cell random_open(const Grid *grid, Rng *rng) {
    for (;;) {
        Cell cell = {rng_between(rng, 0, grid->width - 1), rng_between(rng, 0, grid->height - 1)};
        if (grid_cost(grid, cell) != 0) return cell;
    }
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
        Query query = {random_open(&map->grid, rng), random_open(&map->grid, rng)};
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

static void survives_failed_allocations(void **state) {
    (void)state;
    Memory maps = system_memory();
    Map map;
    grid_random(&maps, 30, 30, 10, 3, 5, &map);
    Rng rng = rng_from(3);
    Query query = {random_open(&map.grid, &rng), random_open(&map.grid, &rng)};
    for (int i = 0; i < TRIED * 2; i++) {
        const Solver *solver = solver_find(settings_tried[i / 2][0], strlen(settings_tried[i / 2][0]));
        Settings settings = settings_of(solver, settings_tried[i / 2], (Move)(i % 3));
        bool done = false;
        for (uint64_t fail_at = 1; !done; fail_at++) {
            Memory memory = system_memory();
            memory.fail_at = fail_at;
            void *index, *scratch;
            Error error;
            Counters counters = {0};
            Path path = path_in(&memory);
            if (solver->prepare(&map, &settings, &memory, &index, &error) == STATUS_OK) {
                if (solver->scratch_create(index, &memory, &scratch) == STATUS_OK) {
                    done = solver->query(index, scratch, &query, &path, &counters) == STATUS_OK;
                    solver->scratch_destroy(scratch);
                }
                solver->index_destroy(index);
            }
            path_destroy(&path);
            ASSERT_NOTHING_LIVE(&memory);
        }
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
        cmocka_unit_test(agrees_with_the_flood),
        cmocka_unit_test(ties_matter_as_documented),
        cmocka_unit_test(survives_failed_allocations),
        cmocka_unit_test(refuses_what_a_style_fixes),
    };
    return cmocka_run_group_tests_name("astar", tests, NULL, NULL);
}
