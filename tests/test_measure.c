/* How a block measures: whose turn it is, what the clock runs over, what memory is counted. Solvers made for
 * it write down when they are asked. */
#include "tests/support.h"

#include "harness/block.h"
#include "harness/clock.h"
#include "harness/workers.h"

#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

enum { QUERIES = 9, REPEATS = 6, SOLVERS = 3, LOG_MOST = 100000, KEPT = 1000, PASSING = 1 << 20 };

typedef struct Log {
    atomic_uint count, processors;
    struct {
        uint8_t solver, query;
    } entry[LOG_MOST];
} Log;

/* Shared with the child; one test program has one. */
static Log *asked;

static void note(uint8_t solver, const Query *query) {
    cpu_set_t set;
    sched_getaffinity(0, sizeof set, &set);
    atomic_store(&asked->processors, (unsigned)CPU_COUNT(&set));
    uint32_t at = atomic_fetch_add(&asked->count, 1);
    if (at >= LOG_MOST) return;
    asked->entry[at].solver = solver;
    asked->entry[at].query = (uint8_t)query->start.x;
}

static void spin(int64_t ns) {
    int64_t until = clock_now() + ns;
    while (clock_now() < until) {
    }
}

static Status answer(const Query *query, Path *path) {
    path->count = 0;
    path->length = (Length){0, 0};
    (void)query;
    return STATUS_OK;
}

/* Long enough for one query an interval. */
#define SLOW(NAME, NUMBER)                                                               \
    static Status NAME(const void *index, void *scratch, const Query *query, Path *path, \
                       Counters *counters) {                                             \
        (void)index, (void)scratch, (void)counters;                                      \
        note(NUMBER, query);                                                             \
        spin(5000);                                                                      \
        return answer(query, path);                                                      \
    }
SLOW(slow_0, 0)
SLOW(slow_1, 1)
SLOW(slow_2, 2)

static Status quick(const void *index, void *scratch, const Query *query, Path *path, Counters *counters) {
    (void)index, (void)scratch, (void)counters;
    uint32_t at = atomic_fetch_add_explicit(&asked->count, 1, memory_order_relaxed);
    (void)at;
    return answer(query, path);
}

static Status killed(const void *index, void *scratch, const Query *query, Path *path, Counters *counters) {
    (void)index, (void)scratch, (void)counters;
    if (query->start.x == 4) raise(SIGKILL);
    return answer(query, path);
}

static Status exits(const void *index, void *scratch, const Query *query, Path *path, Counters *counters) {
    (void)index, (void)scratch, (void)counters;
    if (query->start.x == 4) _exit(0);
    return answer(query, path);
}

/* Keeps KEPT bytes and has PASSING more for a while. */
static void *take_some(Memory *memory) {
    void *passing = memory_take(memory, PASSING, 1), *kept = memory_take(memory, KEPT, 1);
    memory_give(memory, passing);
    return kept;
}

static Memory *index_memory; /* of the last prepare, in the child */

static Status prepare(const Map *map, const Settings *settings, Memory *memory, void **index, Error *error) {
    (void)map, (void)settings;
    index_memory = memory;
    *index = take_some(memory);
    return *index == NULL ? error_say(error, STATUS_NO_MEMORY, "none", NULL) : STATUS_OK;
}

static void index_destroy(void *index) {
    memory_give(index_memory, index);
}

static Status scratch_create(const void *index, Memory *memory, void **scratch) {
    (void)index;
    memory_give(memory, take_some(memory));
    *scratch = memory;
    return STATUS_OK;
}

static void scratch_destroy(void *scratch) {
    (void)scratch;
}

static Guarantee guarantee(const Settings *settings) {
    (void)settings;
    return GUARANTEE_NOTHING;
}

static Move move(const Settings *settings) {
    (void)settings;
    return MOVE_8;
}

static const Solver model = {.name = "model",
                             .map_kinds = MAP_GRID,
                             .guarantee = guarantee,
                             .move = move,
                             .prepare = prepare,
                             .index_destroy = index_destroy,
                             .scratch_create = scratch_create,
                             .scratch_destroy = scratch_destroy};

typedef Status Ask(const void *, void *, const Query *, Path *, Counters *);

/* Runs the given solvers over queries that are told apart by their start. */
static void run_with(Ask *const asks[], uint32_t count, bool interleaved, bool warm, double clock_cost,
                     uint64_t seed, Limits limits, BlockResult *result) {
    Memory memory = system_memory();
    Map map;
    Query queries[QUERIES];
    Solver solvers[SOLVERS];
    SolverChoice choices[SOLVERS] = {{.text = ""}};
    const SolverChoice *chosen[SOLVERS];
    Judge judge;
    Error error = {""};
    grid_random(&memory, QUERIES, 2, 0, 1, 1, &map);
    for (int32_t i = 0; i < QUERIES; i++) queries[i] = (Query){{i, 0}, {i, 1}};
    for (uint32_t i = 0; i < count; i++) {
        solvers[i] = model;
        solvers[i].query = asks[i];
        choices[i].solver = &solvers[i];
        chosen[i] = &choices[i];
    }
    ASSERT_OK(judge_create(&map, &memory, &judge, &error), &error);
    QuerySet set = {.queries = queries, .count = QUERIES};
    Block block = {.map = &map,
                   .judge = &judge,
                   .set = &set,
                   .solvers = chosen,
                   .solver_count = count,
                   .repeats = REPEATS,
                   .protocols = {interleaved, warm},
                   .limits = limits,
                   .clock_cost = clock_cost,
                   .seed = seed};
    memset(asked, 0, sizeof *asked);
    ASSERT_OK(block_run(&block, result, NULL, NULL, &error), &error);
    judge_destroy(&judge);
    map_destroy(&map);
    ASSERT_NOTHING_LIVE(&memory);
}

static Ask *const slow[SOLVERS] = {slow_0, slow_1, slow_2};
enum { CHECKS = 2 * QUERIES * SOLVERS, TURNS = REPEATS * QUERIES * SOLVERS };

/* In each turn every solver is asked the same query once; the order is another from turn to turn, and the
 * same again with the same seed. */
static void turns_are_taken_in_a_seeded_order(void **state) {
    (void)state;
    BlockResult result;
    static uint8_t orders[2][TURNS];
    for (int run = 0; run < 3; run++) {
        run_with(slow, SOLVERS, true, false, 0, run == 2 ? 6 : 5, (Limits){0}, &result);
        block_release(&result);
        assert_int_equal(asked->count, CHECKS + TURNS);
        assert_int_equal(asked->processors, 1); /* pinned */
        uint32_t kinds[SOLVERS] = {0}, like_first_repeat = 0, like_before = 0;
        for (uint32_t turn = 0; turn < TURNS; turn += SOLVERS) {
            uint32_t seen = 0;
            for (uint32_t i = 0; i < SOLVERS; i++) {
                assert_int_equal(asked->entry[CHECKS + turn + i].query, turn / SOLVERS % QUERIES);
                seen |= 1u << asked->entry[CHECKS + turn + i].solver;
                uint8_t solver = asked->entry[CHECKS + turn + i].solver;
                if (run == 0) orders[0][turn + i] = solver;
                if (run == 1) assert_int_equal(solver, orders[0][turn + i]);
                like_before += run == 2 && solver == orders[0][turn + i];
                like_first_repeat += solver == asked->entry[CHECKS + turn % (QUERIES * SOLVERS) + i].solver;
            }
            assert_int_equal(seen, (1 << SOLVERS) - 1);
            kinds[asked->entry[CHECKS + turn].solver]++;
        }
        /* Each is first in about a third of the turns; repeats differ, and so do seeds. */
        for (uint32_t i = 0; i < SOLVERS; i++)
            assert_in_range(kinds[i], TURNS / SOLVERS / 8, TURNS / SOLVERS * 3 / 4);
        assert_in_range(like_first_repeat, QUERIES * SOLVERS, TURNS * 3 / 4);
        assert_true(run < 2 || like_before < TURNS * 3 / 4);
    }
}

static void warm_is_one_solver_at_a_time(void **state) {
    (void)state;
    BlockResult result;
    run_with(slow, SOLVERS, false, true, 0, 5, (Limits){0}, &result);
    assert_int_equal(asked->count, CHECKS + TURNS);
    for (uint32_t i = 0; i < TURNS; i++) {
        assert_int_equal(asked->entry[CHECKS + i].query,
                         i % QUERIES); /* distinct queries follow one another */
        if (i % (REPEATS * QUERIES) != 0)
            assert_int_equal(asked->entry[CHECKS + i].solver, asked->entry[CHECKS + i - 1].solver);
    }
    for (uint32_t i = 0; i < SOLVERS; i++) {
        assert_true(result.solvers[i].bracket_before[PROTOCOL_WARM] > 0);
        assert_true(result.solvers[i].bracket_after[PROTOCOL_WARM] > 0);
        assert_int_equal(result.solvers[i].bracket_before[PROTOCOL_INTERLEAVED], 0);
    }
    block_release(&result);
}

static void short_queries_are_timed_in_batches(void **state) {
    (void)state;
    BlockResult result;
    Ask *const asks[] = {quick};
    run_with(asks, 1, true, false, clock_cost(), 5, (Limits){0}, &result);
    uint32_t expected = 2 * QUERIES;
    for (uint32_t query = 0; query < QUERIES; query++) {
        uint32_t batch = block_answer(&result, 0, query)->batch;
        assert_in_range(batch, 2, 1000);
        expected += REPEATS * batch;
    }
    assert_int_equal(asked->count, expected);
    block_release(&result);
    run_with(slow, SOLVERS, true, false, 0, 5, (Limits){0}, &result);
    for (uint32_t query = 0; query < QUERIES; query++) {
        assert_int_equal(block_answer(&result, 1, query)->batch, 1);
        /* What was spun is what was timed. */
        for (uint32_t repeat = 0; repeat < REPEATS; repeat++)
            assert_true(*block_sample(&result, PROTOCOL_INTERLEAVED, 1, repeat, query) >= 5000);
    }
    block_release(&result);
}

/* With a clock that cost a second, nothing would be left of any interval. */
static void the_clocks_cost_is_subtracted(void **state) {
    (void)state;
    BlockResult result;
    Ask *const asks[] = {quick};
    run_with(asks, 1, true, true, 1e9, 5, (Limits){0}, &result);
    for (int protocol = 0; protocol < PROTOCOL_COUNT; protocol++)
        for (uint32_t repeat = 0; repeat < REPEATS; repeat++)
            for (uint32_t query = 0; query < QUERIES; query++)
                assert_int_equal(*block_sample(&result, protocol, 0, repeat, query), 0);
    block_release(&result);
}

static void memory_is_what_is_held_and_the_peak(void **state) {
    (void)state;
    BlockResult result;
    run_with(slow, 1, true, false, 0, 5, (Limits){0}, &result);
    assert_int_equal(result.solvers[0].index_bytes, KEPT);
    assert_int_equal(result.solvers[0].index_peak_bytes, KEPT + PASSING);
    assert_int_equal(result.solvers[0].scratch_bytes, KEPT + PASSING);
    assert_true(result.solvers[0].prepare_ns > 0);
    block_release(&result);
    run_with(slow, 1, true, false, 0, 5, (Limits){.bytes = PASSING - 1}, &result);
    /* The passing megabyte is refused, the rest is not: the index is made, at the limit. */
    assert_int_equal(result.solvers[0].verdict, SOLVER_DONE);
    assert_int_equal(result.solvers[0].index_peak_bytes, KEPT);
    block_release(&result);
    run_with(slow, 1, true, false, 0, 5, (Limits){.bytes = KEPT - 1}, &result);
    assert_int_equal(result.solvers[0].verdict, SOLVER_OUT_OF_MEMORY);
    block_release(&result);
}

static void what_the_system_kills_took_too_much(void **state) {
    (void)state;
    BlockResult result;
    Ask *const asks[] = {killed, slow_1};
    run_with(asks, 2, true, false, 0, 5, (Limits){0}, &result);
    assert_int_equal(result.solvers[0].verdict, SOLVER_OUT_OF_MEMORY);
    assert_non_null(strstr(result.solvers[0].detail, "signal 9"));
    assert_int_equal(result.solvers[1].verdict, SOLVER_DONE);
    block_release(&result);
}

/* Ending the process well is no way for a solver to end. */
static void what_exits_has_crashed(void **state) {
    (void)state;
    BlockResult result;
    Ask *const asks[] = {exits, slow_1};
    run_with(asks, 2, true, false, 0, 5, (Limits){0}, &result);
    assert_int_equal(result.solvers[0].verdict, SOLVER_CRASH);
    assert_non_null(strstr(result.solvers[0].detail, "by itself"));
    assert_int_equal(result.solvers[1].verdict, SOLVER_DONE);
    block_release(&result);
}

int main(void) {
    asked = shared_take(sizeof *asked);
    if (asked == NULL) return 2;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_are_taken_in_a_seeded_order),
        cmocka_unit_test(warm_is_one_solver_at_a_time),
        cmocka_unit_test(short_queries_are_timed_in_batches),
        cmocka_unit_test(the_clocks_cost_is_subtracted),
        cmocka_unit_test(memory_is_what_is_held_and_the_peak),
        cmocka_unit_test(what_the_system_kills_took_too_much),
        cmocka_unit_test(what_exits_has_crashed),
    };
    int failed = cmocka_run_group_tests_name("measure", tests, NULL, NULL);
    shared_give(asked, sizeof *asked);
    return failed;
}
