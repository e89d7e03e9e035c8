/* Every solver under every setting against the flood, on many random maps. What a solver promises is what is
 * asked: an optimal one the exact length, a bounded one what its bound allows, any other a valid path no
 * shorter, and each a path where there is one and only there. A disagreement is shrunk and printed. New
 * solvers take part by being registered. */
#include "tests/shrink.h"
#include "tests/support.h"

#include "algos/core/rng.h"
#include "algos/exact/check.h"
#include "algos/exact/flood.h"
#include "algos/solver.h"

#include <stdlib.h>

enum { QUERY_COUNT = 4, CONFIGURATIONS_MOST = 4096, VALUES_MOST = 16, SETTINGS_A_MAP = 64 };

typedef struct Configuration {
    const Solver *solver;
    Settings settings;
} Configuration;

typedef struct Suspect {
    const Configuration *configuration;
    Memory *memory;
    Error why;
} Suspect;

/* The values of a parameter that are worth trying: all choices; of a range the smallest, some small ones, the
 * preset and inf, for the maps here are small. */
static uint32_t values_of(const Parameter *row, int64_t *values) {
    uint32_t count = 0;
    if (row->type == PARAMETER_CHOICE) {
        values[count++] = 0;
        for (const char *at = row->choices; *at != '\0'; at++)
            if (*at == '|') values[count] = count, count++;
        return count;
    }
    const int64_t wanted[] = {row->low, 2, 3, 5, row->preset};
    for (uint32_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        bool known = wanted[i] < row->low || wanted[i] > row->high;
        for (uint32_t j = 0; j < count; j++) known = known || values[j] == wanted[i];
        if (!known) values[count++] = wanted[i];
    }
    if (row->allows_inf) values[count++] = PARAMETER_INF;
    return count;
}

/* Adds the product of the values of rows `at` and later. */
static void expand(const Solver *solver, Settings settings, uint32_t at, Configuration *list,
                   uint32_t *count) {
    ParameterTable table = solver->parameters;
    if (at == table.count) {
        Error error;
        ASSERT_OK(settings_check(table, solver->name, &settings, &error), &error);
        assert_true(*count < CONFIGURATIONS_MOST);
        list[(*count)++] = (Configuration){solver, settings};
        return;
    }
    const Parameter *row = &table.rows[at];
    if (!parameter_is_free(table, &settings, row)) {
        expand(solver, settings, at + 1, list, count);
        return;
    }
    int64_t values[VALUES_MOST];
    uint32_t value_count = values_of(row, values);
    for (uint32_t i = 0; i < value_count; i++) {
        settings.value[at] = values[i];
        settings.given[at] = true;
        expand(solver, settings, at + 1, list, count);
    }
}

static uint32_t configurations(Configuration *list) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < solver_count; i++)
        if (solver_registry[i]->query != NULL)
            expand(solver_registry[i], settings_preset(solver_registry[i]->parameters), 0, list, &count);
    return count;
}

/* Whether the answer is what the solver promises; `why` says what is wrong. */
static bool answer_holds(const Configuration *configuration, const Map *map, const Query *query,
                         const Path *path, bool reachable, Length optimum, Error *why) {
    const Solver *solver = configuration->solver;
    Length walked;
    if (path->count == 0 || !reachable) {
        error_say(why, STATUS_OK, path->count == 0 ? "finds no path" : "finds a path where there is none",
                  NULL);
        return (path->count != 0) == reachable;
    }
    if (!path_valid(&map->grid, solver->move(&configuration->settings), query, path, &walked, why))
        return false;
    int sign = length_compare(walked, optimum);
    int64_t bound = solver_bound(solver, &configuration->settings);
    error_say(why, STATUS_OK, "length ", number_text(walked.straight).text, " + ",
              number_text(walked.diagonal).text, " sqrt 2, optimum ", number_text(optimum.straight).text,
              " + ", number_text(optimum.diagonal).text, " sqrt 2", NULL);
    if (bound == 0 || sign <= 0) return sign >= 0;
    return length_compare((Length){walked.straight * 100, walked.diagonal * 100},
                          (Length){optimum.straight * bound, optimum.diagonal * bound}) <= 0;
}

/* Asks the queries one after the other of one index and one scratch; returns the first whose answer does not
 * hold, or `count`. A map that the solver refuses is no disagreement. */
static uint32_t first_wrong(const Configuration *configuration, const Map *map, const Query *queries,
                            uint32_t count, Memory *memory, Error *why) {
    const Solver *solver = configuration->solver;
    Move move = solver->move(&configuration->settings);
    Error error = {""};
    void *index, *scratch;
    Status status = solver->prepare(map, &configuration->settings, memory, &index, &error);
    if (status == STATUS_REFUSED && error.text[0] != '\0') return count;
    ASSERT_OK(status, &error);
    ASSERT_OK(solver->scratch_create(index, memory, &scratch), NULL);
    Flood *flood;
    ASSERT_OK(flood_create(&map->grid, move, memory, &flood, &error), &error);
    Path path = path_in(memory);
    uint32_t at = 0;
    for (; at < count; at++) {
        Counters counters = {0};
        Length optimum = {0, 0};
        path.count = 0;
        ASSERT_OK(flood_run(flood, queries[at].start, &queries[at].goal, 1), NULL);
        bool reachable = flood_length(flood, queries[at].goal, &optimum);
        ASSERT_OK(solver->query(index, scratch, &queries[at], &path, &counters), NULL);
        if (!answer_holds(configuration, map, &queries[at], &path, reachable, optimum, why)) break;
    }
    path_destroy(&path);
    flood_destroy(flood);
    solver->scratch_destroy(scratch);
    solver->index_destroy(index);
    return at;
}

static bool disagrees(void *context, const Map *map, const Query *query) {
    Suspect *suspect = context;
    return first_wrong(suspect->configuration, map, query, 1, suspect->memory, &suspect->why) == 0;
}

static void report(const Configuration *configuration, const Map *map, const Query *query, Memory *memory,
                   const Error *why, uint64_t seed) {
    char text[512];
    settings_text(configuration->solver->parameters, configuration->solver->name, &configuration->settings,
                  text, sizeof text);
    print_error("%s, map %llu: %s\n", text, (unsigned long long)seed, why->text);
    Suspect suspect = {.configuration = configuration, .memory = memory};
    if (!disagrees(&suspect, map, query))
        print_error("only after the queries before it: the scratch remembers something\n");
    Shrunk shrunk = shrink(memory, map, query, disagrees, &suspect);
    shrunk_print(&shrunk);
    if (disagrees(&suspect, map, query)) print_error("there: %s\n", suspect.why.text);
    shrunk_destroy(&shrunk);
}

/* Sizes, densities and costs of all kinds. False when no cell is open. */
static bool random_case(Rng *rng, Memory *memory, uint64_t seed, Map *map, Query *queries) {
    int32_t width = rng_between(rng, 1, 24), height = rng_between(rng, 1, 24);
    uint32_t blocked = rng_below(rng, 71);
    uint32_t cost_most = rng_below(rng, 2) == 0 ? 1 : (uint32_t)rng_between(rng, 2, 9);
    grid_random(memory, width, height, blocked, cost_most, seed, map);
    if (map->grid.passable_count == 0) return false;
    for (uint32_t i = 0; i < QUERY_COUNT; i++)
        for (int end = 0; end < 2; end++) {
            Cell cell;
            do cell = (Cell){rng_between(rng, 0, width - 1), rng_between(rng, 0, height - 1)};
            while (grid_cost(&map->grid, cell) == 0);
            *(end == 0 ? &queries[i].start : &queries[i].goal) = cell;
        }
    queries[QUERY_COUNT - 1].goal = queries[QUERY_COUNT - 1].start;
    return true;
}

/* Which settings a map is tried with: of each solver all where they are few, else some drawn for that map, so
 * that one with many parameters does not take all the time. */
static void draw(const Configuration *list, uint32_t count, Rng *rng, bool *drawn) {
    for (uint32_t first = 0, end; first < count; first = end) {
        end = first + 1;
        while (end < count && list[end].solver == list[first].solver) end++;
        bool all = end - first <= SETTINGS_A_MAP;
        for (uint32_t i = first; i < end; i++) drawn[i] = all;
        for (uint32_t i = 0; i < SETTINGS_A_MAP && !all; i++)
            drawn[first + rng_below(rng, end - first)] = true;
    }
}

static void solvers_keep_their_promises(void **state) {
    (void)state;
    static Configuration list[CONFIGURATIONS_MOST];
    uint32_t count = configurations(list), wrong = 0, asked = 0;
    assert_true(count > 0);
    bool *failed = calloc(count, sizeof *failed), *drawn = calloc(count, sizeof *drawn);
    assert_non_null(failed);
    assert_non_null(drawn);
    Memory memory = system_memory();
    for (uint64_t seed = 0; seed < trials(3000); seed++) {
        Rng rng = rng_from(seed ^ 0x5eed);
        Map map;
        Query queries[QUERY_COUNT];
        bool any = random_case(&rng, &memory, seed, &map, queries);
        draw(list, count, &rng, drawn);
        for (uint32_t i = 0; any && i < count; i++) {
            if (failed[i] || !drawn[i] || list[i].solver->guarantee(&list[i].settings) == GUARANTEE_NOTHING)
                continue;
            Error why = {""};
            uint32_t at = first_wrong(&list[i], &map, queries, QUERY_COUNT, &memory, &why);
            asked += QUERY_COUNT;
            if (at == QUERY_COUNT) continue;
            /* One witness a setting is enough, and a few settings. */
            failed[i] = true;
            if (wrong++ < 5) report(&list[i], &map, &queries[at], &memory, &why, seed);
        }
        grid_destroy(&map.grid);
        ASSERT_NOTHING_LIVE(&memory);
    }
    print_message("# %u settings, %u answers, %u settings wrong\n", count, asked, wrong);
    free(failed);
    free(drawn);
    assert_int_equal(wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solvers_keep_their_promises),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
