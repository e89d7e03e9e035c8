/* Who is blamed for a death: the solver at work, whatever it was at; the system that had no memory left; or
 * somebody outside, who is given a second chance. The others keep what they have. */
#include "tests/block_rig.h"

#include "harness/child.h"
#include "harness/clock.h"
#include "harness/workers.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { QUERIES = RIG_QUERIES, REPEATS = RIG_REPEATS, LARGE = 1 << 20 };

/* What the children of a block write down. */
typedef struct Seen {
    atomic_uint children, deaths;
    char vmstat[64]; /* stands for the system's file */
} Seen;

static Seen *seen;

#define ASK(NAME) \
    static Status NAME(const void *index, void *scratch, const Query *query, Path *path, Counters *counters)

static Status prepare_first(const Map *map, const Settings *settings, Memory *memory, void **index,
                            Error *error) {
    atomic_fetch_add(&seen->children, 1);
    return rig_solver.prepare(map, settings, memory, index, error);
}

/* Its scratch is at its largest when it answers. */
ASK(fine) {
    (void)index, (void)query, (void)counters;
    void *some = memory_take(scratch, LARGE, 1);
    memory_give(scratch, some);
    return some == NULL ? STATUS_NO_MEMORY : rig_answer(path);
}

ASK(refuses) {
    (void)index, (void)scratch, (void)counters, (void)path;
    return query->start.x == 4 ? STATUS_NO_MEMORY : rig_answer(path);
}

ASK(exits) {
    (void)index, (void)scratch, (void)counters;
    if (query->start.x == 4) _exit(0);
    return rig_answer(path);
}

static void crashes_in_destroy(void *scratch) {
    (void)scratch;
    raise(SIGSEGV);
}

static void exits_in_destroy(void *index) {
    (void)index;
    _exit(0);
}

static void hangs_in_destroy(void *index) {
    (void)index;
    for (;;) burn(1000000);
}

static void crashes_in_describe(const void *index, Facts *facts) {
    (void)index, (void)facts;
    raise(SIGSEGV);
}

/* Three solvers, of which the first and the last are fine. */
static RigOrder order_around(const Solver *middle) {
    RigOrder order = {.solvers = {rig_solver, *middle, rig_solver}, .count = 3, .seed = 5};
    order.interleaved = order.warm = true;
    order.solvers[0].query = order.solvers[2].query = fine;
    order.solvers[0].prepare = prepare_first;
    atomic_store(&seen->children, 0);
    atomic_store(&seen->deaths, 0);
    return order;
}

static Solver solver_of(Status (*query)(const void *, void *, const Query *, Path *, Counters *)) {
    Solver solver = rig_solver;
    solver.query = query;
    return solver;
}

static uint32_t samples_of(const BlockResult *result, uint32_t solver) {
    uint32_t count = 0;
    for (int protocol = 0; protocol < PROTOCOL_COUNT; protocol++)
        for (uint32_t repeat = 0; repeat < REPEATS; repeat++)
            for (uint32_t query = 0; query < QUERIES; query++)
                count += *block_sample(result, protocol, solver, repeat, query) >= 0;
    return count;
}

enum { ALL = PROTOCOL_COUNT * REPEATS * QUERIES };

static void run(const RigOrder *order, BlockResult *result) {
    Error error = {""};
    ASSERT_OK(rig_run(order, result, &error), &error);
    for (uint32_t i = 0; i < 3; i += 2) {
        if (order->solvers[i].scratch_destroy != rig_solver.scratch_destroy) continue;
        assert_int_equal(result->solvers[i].verdict, SOLVER_DONE);
        assert_int_equal(samples_of(result, i), ALL);
        assert_int_equal(result->solvers[i].scratch_bytes, LARGE);
    }
}

static void assert_verdict(const BlockResult *result, uint32_t solver, SolverVerdict verdict,
                           const char *detail) {
    assert_int_equal(result->solvers[solver].verdict, verdict);
    if (strstr(result->solvers[solver].detail, detail) == NULL)
        fail_msg("%s, expected %s", result->solvers[solver].detail, detail);
}

/* Ending the process well is no way for a solver to end. */
static void what_exits_has_crashed(void **state) {
    (void)state;
    BlockResult result;
    Solver middle = solver_of(exits);
    RigOrder order = order_around(&middle);
    run(&order, &result);
    assert_verdict(&result, 1, SOLVER_CRASH, "by itself");
    block_release(&result);
}

/* All was measured: it stays, also that of the solvers that are destroyed after the one that dies. Each is
 * tried: two that die are both found. */
static void who_dies_destroyed_costs_itself(void **state) {
    (void)state;
    BlockResult result;
    Solver middle = solver_of(fine);
    middle.index_destroy = exits_in_destroy;
    RigOrder order = order_around(&middle);
    order.solvers[0].scratch_destroy = crashes_in_destroy;
    order.solvers[0].prepare = rig_solver.prepare;
    order.solvers[2].prepare = prepare_first;
    run(&order, &result);
    assert_int_equal(seen->children, 3);
    assert_verdict(&result, 0, SOLVER_CRASH, "signal 11 (Segmentation fault) when it was destroyed");
    assert_verdict(&result, 1, SOLVER_CRASH, "it ended the process by itself when it was destroyed");
    assert_int_equal(samples_of(&result, 0), ALL);
    assert_int_equal(samples_of(&result, 1), ALL);
    block_release(&result);
}

static void who_hangs_destroyed_is_late(void **state) {
    (void)state;
    BlockResult result;
    Solver middle = solver_of(fine);
    middle.index_destroy = hangs_in_destroy;
    RigOrder order = order_around(&middle);
    order.limits.seconds = 0.05;
    run(&order, &result);
    assert_verdict(&result, 1, SOLVER_TIMEOUT, "more than 0.05 s in one go when it was destroyed");
    assert_int_equal(samples_of(&result, 1), ALL);
    block_release(&result);
}

static void who_fails_and_dies_destroyed_has_crashed(void **state) {
    (void)state;
    BlockResult result;
    Solver middle = solver_of(refuses);
    middle.scratch_destroy = crashes_in_destroy;
    RigOrder order = order_around(&middle);
    run(&order, &result);
    assert_verdict(&result, 1, SOLVER_CRASH,
                   "when it was destroyed; before that out-of-memory: an allocation was refused");
    assert_int_equal(samples_of(&result, 1), 0);
    block_release(&result);
}

static void who_dies_describing_costs_itself(void **state) {
    (void)state;
    BlockResult result;
    Solver middle = solver_of(fine);
    middle.describe = crashes_in_describe;
    RigOrder order = order_around(&middle);
    run(&order, &result);
    assert_verdict(&result, 1, SOLVER_CRASH, "signal 11");
    block_release(&result);
}

/* ---- from outside ---- */

/* Dies of `signal` in the repeats, the first `times` times that a child comes there; `counted` as the system
 * counts those that it ends itself. */
static Status die_of(int signal, uint32_t times, bool counted, const Query *query, Path *path) {
    static uint32_t asked; /* the child's own */
    asked += query->start.x == 4;
    if (query->start.x != 4 || asked != 3 || atomic_fetch_add(&seen->deaths, 1) >= times)
        return rig_answer(path);
    if (counted) {
        FILE *out = fopen(seen->vmstat, "w");
        if (out == NULL) _exit(9);
        fputs("oom_kill 8\n", out);
        fclose(out);
    }
    raise(signal);
    return STATUS_OK;
}

#define DIES(NAME, SIGNAL, TIMES, COUNTED)                  \
    ASK(NAME) {                                             \
        (void)index, (void)scratch, (void)counters;         \
        return die_of(SIGNAL, TIMES, COUNTED, query, path); \
    }
DIES(killed_once, SIGKILL, 1, false)
DIES(killed_always, SIGKILL, 9, false)
DIES(starved, SIGKILL, 1, true)
DIES(long_once, SIGXCPU, 1, false)
DIES(long_always, SIGXCPU, 9, false)
DIES(faulty, SIGSEGV, 1, false)

static void write_vmstat(const char *text) {
    snprintf(seen->vmstat, sizeof seen->vmstat, "/tmp/taut-vmstat-%d", (int)getpid());
    FILE *out = fopen(seen->vmstat, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static void a_kill_is_blamed_the_second_time(void **state) {
    (void)state;
    static const struct {
        Status (*query)(const void *, void *, const Query *, Path *, Counters *);
        uint32_t children;
        SolverVerdict verdict;
        const char *detail;
    } cases[] = {{killed_once, 2, SOLVER_DONE, ""},
                 {killed_always, 3, SOLVER_CRASH, "signal 9 (Killed), twice: from outside"},
                 {starved, 2, SOLVER_OUT_OF_MEMORY, "signal 9 (Killed): the system was out of memory"},
                 {long_once, 2, SOLVER_DONE, ""},
                 {long_always, 3, SOLVER_CRASH, "twice: from outside"},
                 {faulty, 2, SOLVER_CRASH, "signal 11 (Segmentation fault)"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        BlockResult result;
        Solver middle = solver_of(cases[i].query);
        RigOrder order = order_around(&middle);
        order.vmstat = seen->vmstat;
        write_vmstat("oom_kill_of_others 9\npgfault 7\noom_kill 7\n");
        run(&order, &result);
        assert_verdict(&result, 1, cases[i].verdict, cases[i].detail);
        assert_int_equal(seen->children, cases[i].children);
        if (cases[i].verdict == SOLVER_DONE) {
            assert_int_equal(samples_of(&result, 1), ALL);
            assert_string_equal(result.solvers[1].detail, "");
        }
        block_release(&result);
    }
    remove(seen->vmstat);
}

static void the_systems_count_is_read(void **state) {
    (void)state;
    write_vmstat("oom_kill_of_others 9\npgfault 7\noom_kill 1234567890123\nlast 5\n");
    assert_int_equal(out_of_memory_kills(seen->vmstat), 1234567890123);
    write_vmstat("pgfault 7\noom_kill none\n");
    assert_int_equal(out_of_memory_kills(seen->vmstat), -1);
    remove(seen->vmstat);
    assert_int_equal(out_of_memory_kills(seen->vmstat), -1);
}

/* ---- a short limit ---- */

ASK(sleeps_a_little) {
    (void)index, (void)scratch, (void)counters;
    if (query->start.x == 4) nanosleep(&(struct timespec){0, 20000000}, NULL);
    return rig_answer(path);
}

ASK(sleeps_for_ever) {
    (void)index, (void)scratch, (void)counters, (void)query, (void)path;
    for (;;) pause();
    return STATUS_OK;
}

ASK(burns_for_ever) {
    (void)index, (void)scratch, (void)counters, (void)query, (void)path;
    for (;;) burn(1000000);
    return STATUS_OK;
}

/* The parent sees nothing finer than its own period: a limit below it ends what burns when that is seen, and
 * what sleeps after a tenth of a second. */
static void a_short_limit_does_not_end_what_waits(void **state) {
    (void)state;
    BlockResult result;
    Solver middle = solver_of(sleeps_for_ever);
    RigOrder order = order_around(&middle);
    order.interleaved = order.warm = false;
    order.limits.seconds = 0.001;
    order.solvers[0].query = sleeps_a_little;
    order.solvers[2].query = burns_for_ever;
    Error error = {""};
    int64_t begun = clock_now();
    ASSERT_OK(rig_run(&order, &result, &error), &error);
    assert_true(clock_now() - begun >= 100000000);
    assert_verdict(&result, 0, SOLVER_DONE, "");
    assert_verdict(&result, 1, SOLVER_TIMEOUT,
                   "no end after 0.1 s, though it ran for at most 0.01 s of them");
    assert_verdict(&result, 2, SOLVER_TIMEOUT, "more than 0.001 s in one go");
    block_release(&result);
}

int main(void) {
    seen = shared_take(sizeof *seen);
    if (seen == NULL) return 2;
    /* Deaths on purpose leave no images of the memory. */
    (void)setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_exits_has_crashed),
        cmocka_unit_test(who_dies_destroyed_costs_itself),
        cmocka_unit_test(who_hangs_destroyed_is_late),
        cmocka_unit_test(who_fails_and_dies_destroyed_has_crashed),
        cmocka_unit_test(who_dies_describing_costs_itself),
        cmocka_unit_test(a_kill_is_blamed_the_second_time),
        cmocka_unit_test(the_systems_count_is_read),
        cmocka_unit_test(a_short_limit_does_not_end_what_waits),
    };
    int failed = cmocka_run_group_tests_name("blame", tests, NULL, NULL);
    shared_give(seen, sizeof *seen);
    return failed;
}
