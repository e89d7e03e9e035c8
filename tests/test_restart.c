/* What follows a death in a block, and who is blamed: what was measured stays, what is left is warmed up, and
 * a solver's time is its own. */
#include "tests/block_rig.h"

#include "harness/child.h"
#include "harness/clock.h"
#include "harness/workers.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { QUERIES = RIG_QUERIES, REPEATS = RIG_REPEATS, LOG_MOST = 1000, CHILDREN = 4, MILLISECOND = 1000000 };

/* What the children of a block write down. */
typedef struct Seen {
    atomic_uint children, described;
    atomic_int marks_seen; /* the parent has looked at the first marks */
    pid_t child;           /* the last one */
    atomic_uint count[CHILDREN];
    struct {
        uint8_t solver, query;
    } entry[CHILDREN][LOG_MOST];
} Seen;

static Seen *seen;

static void note(uint8_t solver, const Query *query) {
    uint32_t child = atomic_load(&seen->children) - 1;
    uint32_t at = atomic_fetch_add(&seen->count[child], 1);
    if (at >= LOG_MOST) _exit(9); /* no asserts in a child: it would go on with the tests */
    seen->entry[child][at].solver = solver;
    seen->entry[child][at].query = (uint8_t)query->start.x;
}

/* The first solver's: it counts the children. */
static Status prepare_first(const Map *map, const Settings *settings, Memory *memory, void **index,
                            Error *error) {
    if (atomic_fetch_add(&seen->children, 1) >= CHILDREN) _exit(9);
    seen->child = getpid();
    return rig_solver.prepare(map, settings, memory, index, error);
}

static void describe_first(const void *index, Facts *facts) {
    (void)index;
    facts->nodes = atomic_fetch_add(&seen->described, 1) + 1;
}

#define ASK(NAME) \
    static Status NAME(const void *index, void *scratch, const Query *query, Path *path, Counters *counters)

/* Long enough for one query an interval. */
ASK(fine_0) {
    (void)index, (void)scratch, (void)counters;
    note(0, query);
    spin(5000);
    return rig_answer(path);
}

ASK(fine_1) {
    (void)index, (void)scratch, (void)counters;
    note(1, query);
    spin(5000);
    return rig_answer(path);
}

enum { SLEEPING = 2 * MILLISECOND };

ASK(sleeps_0) {
    (void)index, (void)scratch, (void)counters;
    note(0, query);
    nanosleep(&(struct timespec){0, SLEEPING}, NULL);
    return rig_answer(path);
}

/* Dies when it is asked for the `which`-th time (from 1), at its fifth query: each is asked twice to check it
 * before it is timed. When it is timed it waits until the parent has seen the marks. */
static Status die_at(uint32_t which, const Query *query, Path *path) {
    static uint32_t asked; /* the child's own */
    note(2, query);
    if (query->start.x != 4 || ++asked != which) {
        spin(5000);
        return rig_answer(path);
    }
    while (which > 2 && atomic_load(&seen->marks_seen) == 0) usleep(1000);
    raise(SIGSEGV);
    return STATUS_OK;
}

#define DIES(NAME, WHICH)                           \
    ASK(NAME) {                                     \
        (void)index, (void)scratch, (void)counters; \
        return die_at(WHICH, query, path);          \
    }
DIES(dies_in_check, 1)
DIES(dies_in_first_repeat, 3)
DIES(dies_in_third_repeat, 5)

static Status dies_in_prepare(const Map *map, const Settings *settings, Memory *memory, void **index,
                              Error *error) {
    (void)map, (void)settings, (void)memory, (void)index, (void)error;
    raise(SIGSEGV);
    return STATUS_OK;
}

typedef struct Watcher {
    const BlockResult *result;
    int64_t marks[PROTOCOL_COUNT];
} Watcher;

/* Keeps the first marks of the first solver that is seen by turns. */
static void keep_marks(void *context, double share) {
    Watcher *watcher = context;
    (void)share;
    if (watcher->result->solvers[0].bracket_before[PROTOCOL_INTERLEAVED] == 0) return;
    if (atomic_load(&seen->marks_seen) == 0)
        watcher->marks[PROTOCOL_INTERLEAVED] =
            watcher->result->solvers[0].bracket_before[PROTOCOL_INTERLEAVED];
    atomic_store(&seen->marks_seen, 1);
}

typedef Status Ask(const void *, void *, const Query *, Path *, Counters *);

static RigOrder order_of(Ask *first, Ask *second, Ask *third) {
    RigOrder order = {.solvers = {rig_solver, rig_solver, rig_solver},
                      .count = third == NULL ? second == NULL ? 1 : 2 : 3,
                      .seed = 5};
    order.solvers[0].query = first;
    order.solvers[0].prepare = prepare_first;
    order.solvers[0].describe = describe_first;
    order.solvers[1].query = second;
    order.solvers[2].query = third;
    memset(seen, 0, sizeof *seen);
    return order;
}

static void run(const RigOrder *order, BlockResult *result) {
    Error error = {""};
    ASSERT_OK(rig_run(order, result, &error), &error);
}

/* How many of the child's entries are the solver's. `warmed`: after `skip` of them come all queries once. */
static uint32_t entries(uint32_t child, uint8_t solver, uint32_t skip, bool warmed) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < seen->count[child]; i++) {
        if (seen->entry[child][i].solver != solver) continue;
        if (warmed && found >= skip && found < skip + QUERIES)
            assert_int_equal(seen->entry[child][i].query, found - skip);
        found++;
    }
    return found;
}

/* By turns: the repeat that was broken off goes on where it was, after each query was asked once. */
static void the_living_are_warmed_up_by_turns(void **state) {
    (void)state;
    BlockResult result;
    RigOrder order = order_of(fine_0, fine_1, dies_in_third_repeat);
    Watcher watcher = {.result = &result};
    order.interleaved = true;
    order.idle = keep_marks;
    order.context = &watcher;
    run(&order, &result);
    assert_int_equal(seen->children, 2);
    assert_int_equal(result.solvers[2].verdict, SOLVER_CRASH);
    uint32_t left = (REPEATS - 2) * QUERIES - 4;
    for (uint8_t solver = 0; solver < 2; solver++) {
        assert_int_equal(entries(1, solver, 0, true), QUERIES + left);
        assert_int_equal(result.solvers[solver].verdict, SOLVER_DONE);
    }
    /* All is warm before anything is timed. */
    for (uint32_t i = 0; i < 2 * QUERIES; i++) assert_int_equal(seen->entry[1][i].query, i % QUERIES);
    assert_int_equal(seen->entry[1][2 * QUERIES].query, 4);
    /* What the first child saw of the solver stays. */
    assert_int_equal(result.solvers[0].facts.nodes, 1);
    assert_true(watcher.marks[PROTOCOL_INTERLEAVED] > 0);
    assert_int_equal(result.solvers[0].bracket_before[PROTOCOL_INTERLEAVED],
                     watcher.marks[PROTOCOL_INTERLEAVED]);
    assert_true(result.solvers[0].bracket_after[PROTOCOL_INTERLEAVED] > 0);
    block_release(&result);
}

static void the_living_are_warmed_up_in_a_row(void **state) {
    (void)state;
    BlockResult result;
    /* Whoever comes before the one that dies was timed by the first child, the others by the second. */
    uint32_t before = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        RigOrder order = order_of(fine_0, fine_1, dies_in_first_repeat);
        order.warm = true;
        order.seed = seed;
        atomic_store(&seen->marks_seen, 1);
        run(&order, &result);
        assert_int_equal(seen->children, 2);
        for (uint8_t solver = 0; solver < 2; solver++) {
            uint32_t first = entries(0, solver, 0, false), second = entries(1, solver, 0, true);
            assert_int_equal(result.solvers[solver].verdict, SOLVER_DONE);
            assert_int_equal(first, first == 2 * QUERIES ? 2 * QUERIES : (2 + REPEATS) * QUERIES);
            assert_int_equal(second, first == 2 * QUERIES ? (1 + REPEATS) * QUERIES : 0);
            before += second == 0;
        }
        block_release(&result);
    }
    assert_in_range(before, 1, 11);
}

/* A death before all was checked: what the second child has not asked is asked before it is timed. */
static void the_living_are_warmed_up_after_checks(void **state) {
    (void)state;
    BlockResult result;
    RigOrder order = order_of(fine_0, fine_1, dies_in_check);
    order.interleaved = order.warm = true;
    run(&order, &result);
    assert_int_equal(seen->children, 2);
    for (uint8_t solver = 0; solver < 2; solver++)
        assert_int_equal(entries(1, solver, 2 * 4, true), 2 * 4 + QUERIES + 2 * REPEATS * QUERIES);
    block_release(&result);
    /* And one before anything was: the second child's own checks suffice. */
    order = order_of(fine_0, fine_1, fine_1);
    order.solvers[2].prepare = dies_in_prepare;
    order.interleaved = order.warm = true;
    run(&order, &result);
    assert_int_equal(seen->children, 2);
    assert_int_equal(result.solvers[2].verdict, SOLVER_CRASH);
    for (uint8_t solver = 0; solver < 2; solver++)
        assert_int_equal(entries(1, solver, 0, false), 2 * QUERIES + 2 * REPEATS * QUERIES);
    block_release(&result);
}

/* All but the last moments of the child that died. */
static void stretches_of_all_children_are_added(void **state) {
    (void)state;
    BlockResult result;
    RigOrder order = order_of(sleeps_0, dies_in_third_repeat, NULL);
    order.interleaved = true;
    atomic_store(&seen->marks_seen, 1);
    run(&order, &result);
    const SolverRecord *record = &result.solvers[0];
    assert_int_equal(seen->children, 2);
    int64_t slept = ((int64_t)QUERIES * REPEATS - 6) * SLEEPING;
    assert_true(record->wall_ns[PROTOCOL_INTERLEAVED] >= slept);
    assert_true(record->cpu_ns[PROTOCOL_INTERLEAVED] <=
                record->wall_ns[PROTOCOL_INTERLEAVED] - slept + MILLISECOND);
    assert_true(solver_flagged(record, PROTOCOL_INTERLEAVED));
    block_release(&result);
}

/* The only child of this process, 0: none. */
static pid_t only_child(void) {
    int child = 0;
    FILE *in = fopen("/proc/thread-self/children", "r");
    if (in == NULL) return 0;
    if (fscanf(in, "%d", &child) != 1) child = 0;
    fclose(in);
    return child;
}

/* As the system may, at any time: here as soon as the only solver has its verdict. */
static void kill_the_next(void *context, double share) {
    const BlockResult *const *result = context;
    (void)share;
    if ((*result)->solvers[0].verdict == SOLVER_CRASH && only_child() != 0) kill(only_child(), SIGKILL);
}

static void nobody_is_blamed_twice(void **state) {
    (void)state;
    if (access("/proc/thread-self/children", R_OK) != 0) skip();
    BlockResult result, *place = &result;
    RigOrder order = order_of(fine_0, NULL, NULL);
    Error error = {""};
    order.solvers[0].prepare = dies_in_prepare;
    order.interleaved = order.warm = true;
    order.idle = kill_the_next;
    order.context = &place;
    assert_int_equal(rig_run(&order, &result, &error), STATUS_SYSTEM);
    assert_non_null(strstr(error.text, "outside of any solver: signal 9"));
}

/* ---- whose time it is ---- */

#define LIMIT 0.05 /* seconds; ten times that is the most that may go by */

ASK(sleeps_for_ever) {
    (void)index, (void)scratch, (void)query, (void)path, (void)counters;
    for (;;) pause();
    return STATUS_OK;
}

ASK(burns_for_ever) {
    (void)index, (void)scratch, (void)counters, (void)query, (void)path;
    for (;;) spin(MILLISECOND);
    return STATUS_OK;
}

/* As one that the system gives no time for a while. */
ASK(waits_longer_than_the_limit) {
    (void)index, (void)scratch, (void)counters;
    if (query->start.x == 4) usleep((useconds_t)(3 * LIMIT * 1e6));
    return rig_answer(path);
}

/* Each go within the limit, all of them far above it. */
ASK(burns_in_all) {
    (void)index, (void)scratch, (void)counters, (void)query;
    burn((int64_t)(LIMIT * 1e9 / 5));
    return rig_answer(path);
}

ASK(stops) {
    (void)index, (void)scratch, (void)counters;
    static bool stopped;
    if (query->start.x == 4 && !stopped) {
        stopped = true;
        raise(SIGSTOP);
    }
    return rig_answer(path);
}

static void time_is_limited(void **state) {
    (void)state;
    BlockResult result;
    RigOrder order = order_of(fine_0, burns_for_ever, burns_in_all);
    order.limits.seconds = LIMIT;
    order.interleaved = true;
    run(&order, &result);
    assert_int_equal(result.solvers[0].verdict, SOLVER_DONE);
    assert_int_equal(result.solvers[1].verdict, SOLVER_TIMEOUT);
    assert_string_equal(result.solvers[1].detail, "more than 0.05 s in one go");
    assert_int_equal(result.solvers[2].verdict, SOLVER_DONE);
    block_release(&result);
}

static void sleep_ends_too_but_later(void **state) {
    (void)state;
    BlockResult result;
    RigOrder order = order_of(waits_longer_than_the_limit, sleeps_for_ever, NULL);
    order.limits.seconds = LIMIT;
    int64_t begun = clock_now();
    run(&order, &result);
    assert_true(clock_now() - begun >= (int64_t)(9 * LIMIT * 1e9));
    assert_int_equal(result.solvers[0].verdict, SOLVER_DONE);
    assert_int_equal(result.solvers[1].verdict, SOLVER_TIMEOUT);
    assert_non_null(strstr(result.solvers[1].detail, "no end after 0.5 s, though it ran for at most"));
    block_release(&result);
}

typedef struct Stopping {
    int64_t since;
    bool released;
} Stopping;

/* Lets a child that was stopped go on after twice the time that a sleep would be given. */
static void let_go(void *context, double share) {
    Stopping *stopping = context;
    (void)share;
    if (stopping->released || seen->child == 0 || !child_stopped(seen->child)) return;
    if (stopping->since == 0) stopping->since = clock_now();
    if (clock_now() - stopping->since < (int64_t)(20 * LIMIT * 1e9)) return;
    stopping->released = true;
    kill(seen->child, SIGCONT);
}

static void a_stop_is_nobodys_fault(void **state) {
    (void)state;
    BlockResult result;
    Stopping stopping = {0};
    RigOrder order = order_of(stops, fine_1, NULL);
    order.limits.seconds = LIMIT;
    order.idle = let_go;
    order.context = &stopping;
    run(&order, &result);
    assert_true(stopping.released);
    assert_int_equal(seen->children, 1);
    assert_int_equal(result.solvers[0].verdict, SOLVER_DONE);
    assert_int_equal(result.solvers[1].verdict, SOLVER_DONE);
    block_release(&result);
}

int main(void) {
    seen = shared_take(sizeof *seen);
    if (seen == NULL) return 2;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_living_are_warmed_up_by_turns),
        cmocka_unit_test(the_living_are_warmed_up_in_a_row),
        cmocka_unit_test(the_living_are_warmed_up_after_checks),
        cmocka_unit_test(stretches_of_all_children_are_added),
        cmocka_unit_test(nobody_is_blamed_twice),
        cmocka_unit_test(time_is_limited),
        cmocka_unit_test(sleep_ends_too_but_later),
        cmocka_unit_test(a_stop_is_nobodys_fault),
    };
    int failed = cmocka_run_group_tests_name("restart", tests, NULL, NULL);
    shared_give(seen, sizeof *seen);
    return failed;
}
