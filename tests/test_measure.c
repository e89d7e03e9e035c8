/* How a block measures: whose turn it is, what the clock runs over, what memory is counted. Solvers made for
 * it write down when they are asked. */
#include "tests/block_rig.h"

#include "harness/clock.h"
#include "harness/workers.h"

#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    QUERIES = RIG_QUERIES,
    REPEATS = RIG_REPEATS,
    SOLVERS = RIG_SOLVERS,
    LOG_MOST = 100000,
    KEPT = 1000,
    PASSING = 1 << 20,
    MILLISECOND = 1000000
};

typedef struct Log {
    atomic_uint count, processors;
    int64_t prepared_ns; /* of the last preparation, from inside */
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

/* Long enough for one query an interval. */
#define SLOW(NAME, NUMBER)                                                               \
    static Status NAME(const void *index, void *scratch, const Query *query, Path *path, \
                       Counters *counters) {                                             \
        (void)index, (void)scratch, (void)counters;                                      \
        note(NUMBER, query);                                                             \
        spin(5000);                                                                      \
        return rig_answer(path);                                                         \
    }
SLOW(slow_0, 0)
SLOW(slow_1, 1)
SLOW(slow_2, 2)

static Status quick(const void *index, void *scratch, const Query *query, Path *path, Counters *counters) {
    (void)index, (void)scratch, (void)query, (void)counters;
    uint32_t at = atomic_fetch_add_explicit(&asked->count, 1, memory_order_relaxed);
    (void)at;
    return rig_answer(path);
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

typedef Status Ask(const void *, void *, const Query *, Path *, Counters *);

/* Runs the given solvers, each of which takes some memory. */
static void run_with(Ask *const asks[], uint32_t count, bool interleaved, bool warm, double clock_cost,
                     uint64_t seed, Limits limits, BlockResult *result) {
    RigOrder order = {.count = count,
                      .interleaved = interleaved,
                      .warm = warm,
                      .clock_cost = clock_cost,
                      .seed = seed,
                      .limits = limits};
    for (uint32_t i = 0; i < count; i++) {
        order.solvers[i] = rig_solver;
        order.solvers[i].query = asks[i];
        order.solvers[i].prepare = prepare;
        order.solvers[i].index_destroy = index_destroy;
        order.solvers[i].scratch_create = scratch_create;
    }
    Error error = {""};
    memset(asked, 0, sizeof *asked);
    ASSERT_OK(rig_run(&order, result, &error), &error);
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

/* Keeps what it found for the last query, so that the same once more is short. */
static Status keeping(const void *index, void *scratch, const Query *query, Path *path, Counters *counters) {
    (void)index, (void)scratch;
    uint32_t count = atomic_load(&asked->count);
    bool kept = count > 0 && asked->entry[count - 1].query == (uint8_t)query->start.x;
    note(0, query);
    if (!kept) {
        spin(5000);
        COUNT(counters, pushed, 1);
    }
    return rig_answer(path);
}

/* The same query again does less, so it is asked once a sample. */
static void what_is_kept_is_not_spread_over_a_batch(void **state) {
    (void)state;
#ifndef TAUT_NO_COUNTERS
    BlockResult result;
    Ask *const asks[] = {keeping};
    run_with(asks, 1, false, true, clock_cost(), 5, (Limits){0}, &result);
    assert_int_equal(asked->count, (2 + REPEATS) * QUERIES);
    block_release(&result);
#endif
}

static void short_queries_are_timed_in_batches(void **state) {
    (void)state;
    BlockResult result;
    Ask *const asks[] = {quick};
    run_with(asks, 1, true, false, clock_cost(), 5, (Limits){0}, &result);
    uint32_t expected = 2 * QUERIES, batched = 0;
    for (uint32_t query = 0; query < QUERIES; query++) {
        uint32_t batch = block_answer(&result, 0, query)->batch;
        assert_in_range(batch, 1, 1000);
        batched += batch > 1;
        expected += REPEATS * batch;
    }
    assert_int_equal(asked->count, expected);
    assert_in_range(batched, QUERIES - 2, QUERIES); /* a busy machine may interrupt both tries */
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

enum {
    PREPARING = 20 * MILLISECOND,
    CREATING = 300 * MILLISECOND,
    SLEEPING = 4 * MILLISECOND,
    BURNING = 20000
};

static Status prepare_slowly(const Map *map, const Settings *settings, Memory *memory, void **index,
                             Error *error) {
    int64_t before = clock_now();
    spin(PREPARING);
    Status status = rig_solver.prepare(map, settings, memory, index, error);
    asked->prepared_ns = clock_now() - before;
    return status;
}

static Status create_slowly(const void *index, Memory *memory, void **scratch) {
    spin(CREATING);
    return rig_solver.scratch_create(index, memory, scratch);
}

static void preparation_is_timed_without_the_scratch(void **state) {
    (void)state;
    BlockResult result;
    RigOrder order = {.count = 1, .solvers = {rig_solver}};
    Error error = {""};
    order.solvers[0].query = quick;
    order.solvers[0].prepare = prepare_slowly;
    order.solvers[0].scratch_create = create_slowly;
    ASSERT_OK(rig_run(&order, &result, &error), &error);
    assert_true(asked->prepared_ns >= PREPARING);
    assert_true(result.solvers[0].prepare_ns >= asked->prepared_ns);
    assert_true(result.solvers[0].prepare_ns < asked->prepared_ns + CREATING);
    block_release(&result);
}

static Status sleeps(const void *index, void *scratch, const Query *query, Path *path, Counters *counters) {
    (void)index, (void)scratch, (void)query, (void)counters;
    nanosleep(&(struct timespec){0, SLEEPING}, NULL);
    return rig_answer(path);
}

static Status burns(const void *index, void *scratch, const Query *query, Path *path, Counters *counters) {
    (void)index, (void)scratch, (void)query, (void)counters;
    burn(BURNING);
    return rig_answer(path);
}

/* What was used is that of the stretches: of all by turns, of each in a row. Sleep is no time of the
 * processor's, however busy the machine. */
static void what_was_used_of_the_time_is_known(void **state) {
    (void)state;
    BlockResult result;
    Ask *const asks[] = {sleeps, burns};
    int64_t begun = clock_now();
    run_with(asks, 2, true, true, 0, 5, (Limits){0}, &result);
    int64_t passed = clock_now() - begun;
    const SolverRecord *sleeper = &result.solvers[0], *burner = &result.solvers[1];
    int64_t slept = (int64_t)QUERIES * REPEATS * SLEEPING, burnt = (int64_t)QUERIES * REPEATS * BURNING;
    for (int protocol = 0; protocol < PROTOCOL_COUNT; protocol++) {
        assert_true(sleeper->wall_ns[protocol] >= slept);
        assert_true(sleeper->cpu_ns[protocol] <= sleeper->wall_ns[protocol] - slept + MILLISECOND);
        assert_true(sleeper->switches[protocol] >= 0);
        assert_true(solver_flagged(sleeper, protocol));
        assert_true(burner->cpu_ns[protocol] >= burnt);
        assert_true(burner->cpu_ns[protocol] <= burner->wall_ns[protocol] + MILLISECOND);
    }
    assert_int_equal(sleeper->wall_ns[PROTOCOL_INTERLEAVED], burner->wall_ns[PROTOCOL_INTERLEAVED]);
    assert_int_equal(sleeper->cpu_ns[PROTOCOL_INTERLEAVED], burner->cpu_ns[PROTOCOL_INTERLEAVED]);
    assert_int_equal(sleeper->switches[PROTOCOL_INTERLEAVED], burner->switches[PROTOCOL_INTERLEAVED]);
    assert_int_not_equal(sleeper->wall_ns[PROTOCOL_WARM], burner->wall_ns[PROTOCOL_WARM]);
    assert_true(sleeper->wall_ns[PROTOCOL_INTERLEAVED] + sleeper->wall_ns[PROTOCOL_WARM] +
                    burner->wall_ns[PROTOCOL_WARM] <=
                passed);
    block_release(&result);
}

/* Under no protocol queries are only checked, but preparations are timed. */
static void what_is_not_timed_is_free(void **state) {
    (void)state;
    BlockResult result;
    run_with(slow, SOLVERS, false, false, 0, 5, (Limits){0}, &result);
    assert_int_equal(asked->count, CHECKS);
    assert_int_equal(asked->processors, 1); /* pinned */
    for (int protocol = 0; protocol < PROTOCOL_COUNT; protocol++) {
        assert_int_equal(result.solvers[0].bracket_before[protocol], 0);
        assert_int_equal(result.solvers[0].wall_ns[protocol], 0);
        assert_int_equal(solver_flagged(&result.solvers[0], protocol), result.solvers[0].crowded);
    }
    for (uint32_t i = 0; i < SOLVERS; i++) {
        const SolverRecord *record = &result.solvers[i];
        assert_true(record->bracket_before[BRACKET_PREPARE] > 0);
        assert_true(record->bracket_after[BRACKET_PREPARE] > 0);
        assert_true(record->prepare_ns <= record->wall_ns[BRACKET_PREPARE]);
        assert_true(record->cpu_ns[BRACKET_PREPARE] > 0);
    }
    block_release(&result);
}

static Status prepare_sleeping(const Map *map, const Settings *settings, Memory *memory, void **index,
                               Error *error) {
    nanosleep(&(struct timespec){0, SLEEPING}, NULL);
    burn(BURNING);
    return rig_solver.prepare(map, settings, memory, index, error);
}

/* As queries are: what a solver did not run while it prepared is no time of the processor's. The creation of
 * the scratch is not in it. */
static void what_preparing_used_is_known(void **state) {
    (void)state;
    BlockResult result;
    RigOrder order = {.count = 1, .solvers = {rig_solver}};
    Error error = {""};
    order.solvers[0].query = quick;
    order.solvers[0].prepare = prepare_sleeping;
    order.solvers[0].scratch_create = create_slowly;
    int64_t begun = clock_now();
    ASSERT_OK(rig_run(&order, &result, &error), &error);
    int64_t passed = clock_now() - begun;
    const SolverRecord *record = &result.solvers[0];
    assert_true(record->wall_ns[BRACKET_PREPARE] >= SLEEPING + BURNING);
    assert_true(record->wall_ns[BRACKET_PREPARE] <= passed - CREATING);
    assert_true(record->cpu_ns[BRACKET_PREPARE] >= BURNING);
    assert_true(record->cpu_ns[BRACKET_PREPARE] <= record->wall_ns[BRACKET_PREPARE] - SLEEPING + MILLISECOND);
    assert_true(solver_flagged(record, BRACKET_PREPARE));
    block_release(&result);
}

int main(void) {
    asked = shared_take(sizeof *asked);
    if (asked == NULL) return 2;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_are_taken_in_a_seeded_order),
        cmocka_unit_test(warm_is_one_solver_at_a_time),
        cmocka_unit_test(short_queries_are_timed_in_batches),
        cmocka_unit_test(what_is_kept_is_not_spread_over_a_batch),
        cmocka_unit_test(the_clocks_cost_is_subtracted),
        cmocka_unit_test(memory_is_what_is_held_and_the_peak),
        cmocka_unit_test(preparation_is_timed_without_the_scratch),
        cmocka_unit_test(what_was_used_of_the_time_is_known),
        cmocka_unit_test(what_is_not_timed_is_free),
        cmocka_unit_test(what_preparing_used_is_known),
    };
    int failed = cmocka_run_group_tests_name("measure", tests, NULL, NULL);
    shared_give(asked, sizeof *asked);
    return failed;
}
