/* The solvers of grids beside A* and Dijkstra: exact lengths on maps of all densities, up to 64 cells a side
 * and as long as several blocks of bits; bounds, arrows, refusals. A disagreement is shrunk.
 */
#include "tests/failing.h"
#include "tests/shrink.h"
#include "tests/support.h"

#include "algos/core/rng.h"
#include "algos/exact/check.h"
#include "algos/exact/flood.h"
#include "harness/spec.h"

#include <string.h>

#ifdef TAUT_NO_COUNTERS
enum { COUNTS = 0 };
#else
enum { COUNTS = 1 };
#endif
enum { QUERY_COUNT = 3, TRIED_MOST = 64 };

/* Settings from specs, all of the same movement rule. */
typedef struct Tried {
    SolverChoice choices[TRIED_MOST];
    uint32_t count;
    Move move;
} Tried;

static Tried tried_from(const char *const *specs, uint32_t spec_count, Memory *memory) {
    Tried tried = {.count = 0};
    for (uint32_t i = 0; i < spec_count; i++) {
        SolverChoice *list;
        uint32_t count;
        Error error;
        ASSERT_OK(solver_expand(specs[i], memory, &list, &count, &error), &error);
        for (uint32_t j = 0; j < count; j++) {
            assert_true(tried.count < TRIED_MOST);
            Move move = list[j].solver->move(&list[j].settings);
            assert_true(tried.count == 0 || move == tried.move);
            tried.move = move;
            tried.choices[tried.count++] = list[j];
        }
        memory_give(memory, list);
    }
    return tried;
}

/* A solver with its index and scratch. */
typedef struct Ready {
    const Solver *solver;
    void *index, *scratch;
} Ready;

static bool ready(const SolverChoice *choice, const Map *map, Memory *memory, Ready *made) {
    Error error = {""};
    made->solver = choice->solver;
    Status status = choice->solver->prepare(map, &choice->settings, memory, &made->index, &error);
    if (status == STATUS_REFUSED) return false;
    ASSERT_OK(status, &error);
    ASSERT_OK(choice->solver->scratch_create(made->index, memory, &made->scratch), NULL);
    return true;
}

static void put_away(Ready *made) {
    made->solver->scratch_destroy(made->scratch);
    made->solver->index_destroy(made->index);
}

/* What is wrong with the answer, or an empty text. */
static Error fault(const SolverChoice *choice, Ready *made, const Map *map, const Query *query,
                   bool reachable, Length optimum, Path *path, Counters *counters) {
    Error why = {""};
    Length walked;
    path->count = 1234; /* whatever was there before */
    ASSERT_OK(path_reserve(path, 1234), NULL);
    ASSERT_OK(made->solver->query(made->index, made->scratch, query, path, counters), NULL);
    if ((path->count != 0) != reachable) {
        error_say(&why, STATUS_OK, reachable ? "no path" : "a path where there is none", NULL);
    } else if (!path_valid(&map->grid, choice->solver->move(&choice->settings), query, path, &walked, &why)) {
        return why;
    } else if (reachable) {
        int64_t bound = solver_bound(choice->solver, &choice->settings);
        Length hundredfold = {walked.straight * 100, walked.diagonal * 100};
        Length most = {optimum.straight * bound, optimum.diagonal * bound};
        if (length_compare(hundredfold, most) > 0 || length_compare(walked, optimum) < 0)
            error_say(&why, STATUS_OK, number_text(walked.straight).text, " + ",
                      number_text(walked.diagonal).text, " sqrt 2 against ",
                      number_text(optimum.straight).text, " + ", number_text(optimum.diagonal).text,
                      " sqrt 2", NULL);
    }
    if (counters->popped > counters->pushed || counters->stale + counters->expanded > counters->popped)
        error_say(&why, STATUS_OK, "counts that do not fit", NULL);
    return why;
}

typedef struct Suspect {
    const SolverChoice *choice;
    Memory *memory;
    Error why;
} Suspect;

static bool disagrees(void *context, const Map *map, const Query *query) {
    Suspect *suspect = context;
    Ready made;
    Flood *flood;
    Length optimum = {0, 0};
    Counters counters = {0};
    if (!ready(suspect->choice, map, suspect->memory, &made)) return false;
    Move move = suspect->choice->solver->move(&suspect->choice->settings);
    ASSERT_OK(flood_create(&map->grid, move, suspect->memory, &flood, NULL), NULL);
    ASSERT_OK(flood_run(flood, query->start, &query->goal, 1), NULL);
    bool reachable = flood_length(flood, query->goal, &optimum);
    Path path = path_in(suspect->memory);
    suspect->why = fault(suspect->choice, &made, map, query, reachable, optimum, &path, &counters);
    path_destroy(&path);
    flood_destroy(flood);
    put_away(&made);
    return suspect->why.text[0] != '\0';
}

static void report(const SolverChoice *choice, const Map *map, const Query *query, const Error *why,
                   Memory *memory) {
    Suspect suspect = {.choice = choice, .memory = memory};
    print_error("%s: %s\n", choice->text, why->text);
    if (!disagrees(&suspect, map, query)) fail_msg("only after the queries before it");
    Shrunk shrunk = shrink(memory, map, query, disagrees, &suspect);
    shrunk_print(&shrunk);
    fail_msg("shown on a map of %d x %d cells", shrunk.width, shrunk.height);
}

static Length optimum_of(Flood *flood, const Query *query, bool *reachable) {
    Length optimum = {0, 0};
    ASSERT_OK(flood_run(flood, query->start, &query->goal, 1), NULL);
    *reachable = flood_length(flood, query->goal, &optimum);
    return optimum;
}

/* Asks all of them the same random queries. Returns how many answers were longer than the optimum. */
static uint32_t compare_on(const Tried *tried, const Map *map, Rng *rng, Memory *memory) {
    Ready made[TRIED_MOST];
    bool takes[TRIED_MOST];
    Flood *flood;
    uint32_t longer = 0;
    ASSERT_OK(flood_create(&map->grid, tried->move, memory, &flood, NULL), NULL);
    for (uint32_t i = 0; i < tried->count; i++) takes[i] = ready(&tried->choices[i], map, memory, &made[i]);
    Path path = path_in(memory);
    for (uint32_t q = 0; q < QUERY_COUNT; q++) {
        Query query;
        bool reachable;
        if (!query_random(&map->grid, rng, &query)) break;
        Length optimum = optimum_of(flood, &query, &reachable);
        for (uint32_t i = 0; i < tried->count; i++) {
            Counters counters = {0};
            if (!takes[i]) continue;
            Error why =
                fault(&tried->choices[i], &made[i], map, &query, reachable, optimum, &path, &counters);
            if (why.text[0] != '\0') report(&tried->choices[i], map, &query, &why, memory);
            if (reachable) longer += length_compare(path.length, optimum) > 0;
        }
    }
    path_destroy(&path);
    for (uint32_t i = 0; i < tried->count; i++)
        if (takes[i]) put_away(&made[i]);
    flood_destroy(flood);
    return longer;
}

/* All sizes to 64 and all densities; one in eight is a strip longer than several blocks. */
static void random_map(Rng *rng, uint32_t seed, uint32_t cost_most, Memory *memory, Map *map) {
    int32_t width = rng_between(rng, 1, 64), height = rng_between(rng, 1, 64);
    uint32_t blocked = rng_below(rng, 100);
    if (seed % 8 == 0) {
        int32_t along = rng_between(rng, 60, 330), across = rng_between(rng, 1, 5);
        width = seed % 16 == 0 ? along : across;
        height = seed % 16 == 0 ? across : along;
        blocked = rng_below(rng, 12);
    }
    grid_random(memory, width, height, blocked, cost_most, seed, map);
}

static const char *const four[] = {"astar:move=4,queue=heap/buckets", "bfs",
                                   "flowfield:move=4,root=goal/start", "bidir:move=4,potential=balanced/own"};
static const char *const eight[] = {"astar:queue=heap",
                                    "jps",
                                    "jpsplus",
                                    "astar:queue=buckets,order=all/canonical",
                                    "astar:reuse=off",
                                    "flowfield:root=goal/start",
                                    "bidir:potential=balanced/own"};
static const char *const cutting[] = {"astar:move=8c,queue=buckets", "flowfield:move=8c",
                                      "bidir:move=8c,potential=balanced/own"};
#define TRIED_FROM(SPECS, MEMORY) tried_from(SPECS, sizeof(SPECS) / sizeof *(SPECS), MEMORY)

static void all_find_shortest_paths(void **state) {
    (void)state;
    Memory memory = system_memory();
    Tried rules[3] = {TRIED_FROM(eight, &memory), TRIED_FROM(four, &memory), TRIED_FROM(cutting, &memory)};
    Rng rng = rng_from(41);
    for (uint32_t seed = 0; seed < trials(200); seed++) {
        Map map;
        random_map(&rng, seed, 1, &memory, &map);
        (void)compare_on(&rules[0], &map, &rng, &memory);
        (void)compare_on(&rules[1 + seed % 2], &map, &rng, &memory);
        grid_destroy(&map.grid);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

/* A step costs the cell entered, whichever end a search comes from; costs up to 255 make buckets wide. */
static void costs_count_where_they_are_entered(void **state) {
    (void)state;
    Memory memory = system_memory();
    Tried rules[3] = {TRIED_FROM(eight, &memory), TRIED_FROM(four, &memory), TRIED_FROM(cutting, &memory)};
    Rng rng = rng_from(43);
    for (uint32_t seed = 0; seed < trials(100); seed++) {
        Map map;
        random_map(&rng, seed, seed % 3 == 0 ? 255 : 5, &memory, &map);
        (void)compare_on(&rules[seed % 3], &map, &rng, &memory);
        grid_destroy(&map.grid);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

/* The bound is kept, and made use of. */
static void weighed_paths_keep_the_bound(void **state) {
    (void)state;
    static const char *const specs[3][1] = {{"astar:move=4,w=101/150/200/1000,tie=large-g/small-g"},
                                            {"astar:move=8,w=101/150/200/1000,tie=large-g/small-g"},
                                            {"astar:move=8c,w=101/150/200/1000"}};
    Memory memory = system_memory();
    Rng rng = rng_from(47);
    uint32_t longer = 0;
    for (uint32_t seed = 1; seed <= trials(100); seed++) {
        Map map;
        Tried tried = TRIED_FROM(specs[seed % 3], &memory);
        random_map(&rng, seed, seed % 2 == 0 ? 1 : 9, &memory, &map);
        longer += compare_on(&tried, &map, &rng, &memory);
        grid_destroy(&map.grid);
    }
    assert_true(longer > 0);
    ASSERT_NOTHING_LIVE(&memory);
}

/* The path from every cell to one goal: each of the field's arrows is the first step of one of them, so each
 * lies on a shortest path. Only the first query looks at any cell; one to another goal does again. */
static void field_on(const SolverChoice *choice, const Map *map, Cell root, bool to_goal, Memory *memory) {
    Ready made;
    Flood *flood;
    uint64_t floods = 0;
    Move move = choice->solver->move(&choice->settings);
    assert_true(ready(choice, map, memory, &made));
    ASSERT_OK(flood_create(&map->grid, move, memory, &flood, NULL), NULL);
    Path path = path_in(memory);
    for (int32_t y = 0; y < map->grid.height; y++)
        for (int32_t x = 0; x < map->grid.width; x++) {
            Cell cell = {x, y};
            Query query = to_goal ? (Query){cell, root} : (Query){root, cell};
            bool reachable;
            Counters counters = {0};
            if (grid_cost(&map->grid, cell) == 0) continue;
            Length optimum = optimum_of(flood, &query, &reachable);
            Error why = fault(choice, &made, map, &query, reachable, optimum, &path, &counters);
            if (why.text[0] != '\0') report(choice, map, &query, &why, memory);
            floods += counters.pushed != 0;
        }
    if (COUNTS) assert_int_equal(floods, 1);
    path_destroy(&path);
    flood_destroy(flood);
    put_away(&made);
}

static void every_arrow_is_on_a_shortest_path(void **state) {
    (void)state;
    static const char *const specs[2][3] = {
        {"flowfield:move=4,root=goal", "flowfield:move=8,root=goal", "flowfield:move=8c,root=goal"},
        {"flowfield:move=4,root=start", "flowfield:move=8,root=start", "flowfield:move=8c,root=start"}};
    Memory memory = system_memory();
    Rng rng = rng_from(53);
    for (uint32_t seed = 0; seed < trials(24); seed++) {
        Map map;
        Query query;
        bool to_goal = seed % 2 == 0;
        Tried tried = tried_from(&specs[!to_goal][seed % 3], 1, &memory);
        grid_random(&memory, rng_between(&rng, 1, 20), rng_between(&rng, 1, 20), rng_below(&rng, 60),
                    seed % 4 < 2 ? 1 : 9, seed, &map);
        if (query_random(&map.grid, &rng, &query))
            field_on(&tried.choices[0], &map, query.goal, to_goal, &memory);
        grid_destroy(&map.grid);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

static void refuse_with_a_reason(void **state) {
    (void)state;
    static const char *const specs[][2] = {{"jps", "cost 1 to 3"},
                                           {"jpsplus", "cost 1 to 3"},
                                           {"bfs", "cost 1 to 3"},
                                           {"astar:queue=buckets,order=canonical", "order=canonical"},
                                           {"astar:queue=buckets,order=canonical,move=4", "move=8"}};
    Memory memory = system_memory();
    Map map;
    grid_from_text(&memory, "113", &map);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        Tried tried = tried_from(specs[i], 1, &memory);
        const SolverChoice *choice = &tried.choices[0];
        void *index;
        Error error = {""};
        Status status = choice->solver->prepare(&map, &choice->settings, &memory, &index, &error);
        assert_int_equal(status, STATUS_REFUSED);
        if (strstr(error.text, specs[i][1]) == NULL) fail_msg("%s: %s", specs[i][0], error.text);
    }
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

static void survive_failed_allocations(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map;
    Rng rng = rng_from(3);
    AnyQuery any = {.is_planar = false};
    Tried rules[3] = {TRIED_FROM(eight, &memory), TRIED_FROM(four, &memory), TRIED_FROM(cutting, &memory)};
    grid_random(&memory, 40, 40, 25, 1, 5, &map);
    assert_true(query_random(&map.grid, &rng, &any.cells));
    for (int rule = 0; rule < 3; rule++)
        for (uint32_t i = 0; i < rules[rule].count; i++) {
            const SolverChoice *choice = &rules[rule].choices[i];
            assert_true(assert_survives_failures(choice->solver, &choice->settings, &map, &any) > 2);
        }
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_find_shortest_paths),      cmocka_unit_test(costs_count_where_they_are_entered),
        cmocka_unit_test(weighed_paths_keep_the_bound), cmocka_unit_test(every_arrow_is_on_a_shortest_path),
        cmocka_unit_test(refuse_with_a_reason),         cmocka_unit_test(survive_failed_allocations),
    };
    return cmocka_run_group_tests_name("grid family", tests, NULL, NULL);
}
