/* Tasks on several processes: all are done once, a crash costs one task, no memory and a stop are said. */
#include "tests/support.h"

#include "harness/workers.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TASKS = 500 };

typedef struct Board {
    uint32_t done[TASKS], lost[TASKS];
    bool crashes, cannot_start, sleeps;
} Board;

static Status start(void *context, void **state) {
    const Board *board = context;
    *state = NULL;
    return board->cannot_start ? STATUS_NO_MEMORY : STATUS_OK;
}

static Status task(void *context, void *state, uint32_t number) {
    (void)state;
    Board *board = context;
    if (board->crashes && number % 100 == 0) raise(SIGKILL);
    if (board->crashes && number % 100 == 1) return STATUS_NO_MEMORY;
    if (board->sleeps) nanosleep(&(struct timespec){0, 20000000}, NULL);
    board->done[number]++;
    return STATUS_OK;
}

static void lost(void *context, uint32_t number, int signal) {
    Board *board = context;
    board->lost[number] += signal == SIGKILL ? 1 : 100;
}

static WorkerTasks tasks_of(Board *board, uint32_t jobs) {
    return (WorkerTasks){"tasks", TASKS, jobs, board, start, task, lost};
}

static void test_all_done_once(void **state) {
    (void)state;
    static const uint32_t jobs[] = {1, 2, 7, 5000};
    for (size_t i = 0; i < sizeof jobs / sizeof jobs[0]; i++) {
        Board *board = shared_take(sizeof *board);
        assert_non_null(board);
        WorkerTasks tasks = tasks_of(board, jobs[i]);
        Error error;
        ASSERT_OK(workers_run(&tasks, &error), &error);
        for (uint32_t number = 0; number < TASKS; number++) {
            assert_int_equal(board->done[number], 1);
            assert_int_equal(board->lost[number], 0);
        }
        shared_give(board, sizeof *board);
    }
}

static void test_crashes_cost_one_task(void **state) {
    (void)state;
    Board *board = shared_take(sizeof *board);
    assert_non_null(board);
    board->crashes = true;
    WorkerTasks tasks = tasks_of(board, 3);
    Error error;
    ASSERT_OK(workers_run(&tasks, &error), &error);
    for (uint32_t number = 0; number < TASKS; number++) {
        uint32_t expected = number % 100 == 0 ? 1 : number % 100 == 1 ? 100 : 0;
        assert_int_equal(board->lost[number], expected);
        assert_int_equal(board->done[number], expected == 0);
    }
    shared_give(board, sizeof *board);
}

static void test_no_worker(void **state) {
    (void)state;
    Board *board = shared_take(sizeof *board);
    assert_non_null(board);
    board->cannot_start = true;
    WorkerTasks tasks = tasks_of(board, 2);
    Error error;
    assert_int_equal(workers_run(&tasks, &error), STATUS_NO_MEMORY);
    tasks.count = 0;
    ASSERT_OK(workers_run(&tasks, &error), &error);
    shared_give(board, sizeof *board);
}

enum { MANY = 300000, DEATHS = 150, OWN_DEATHS = 30 };

/* Tiny tasks, and every so often one that kills another worker wherever that is, between tasks too, or its
 * own. */
typedef struct Field {
    _Atomic(pid_t) pids[4];
    atomic_uint started, kills;
    unsigned char done[MANY], lost[MANY];
} Field;

static Status field_start(void *context, void **state) {
    Field *field = context;
    *state = NULL;
    atomic_store(&field->pids[atomic_fetch_add(&field->started, 1) % 4], getpid());
    return STATUS_OK;
}

static Status field_task(void *context, void *state, uint32_t number) {
    (void)state;
    Field *field = context;
    field->done[number] = 1;
    if (number % (MANY / OWN_DEATHS) == 0) raise(SIGKILL);
    if (number % 500 != 7 || atomic_fetch_add(&field->kills, 1) >= DEATHS) return STATUS_OK;
    for (size_t i = 0; i < 4; i++) {
        pid_t other = atomic_load(&field->pids[i]);
        if (other == 0 || other == getpid()) continue;
        atomic_store(&field->pids[i], 0);
        kill(other, SIGKILL);
        break;
    }
    return STATUS_OK;
}

static void field_lost(void *context, uint32_t number, int signal) {
    assert_int_equal(signal, SIGKILL);
    ((Field *)context)->lost[number]++;
}

static void test_no_task_is_left_out(void **state) {
    (void)state;
    for (uint32_t round = 0; round < trials(4); round++) {
        Field *field = shared_take(sizeof *field);
        assert_non_null(field);
        WorkerTasks tasks = {"tasks", MANY, 3, field, field_start, field_task, field_lost};
        Error error;
        ASSERT_OK(workers_run(&tasks, &error), &error);
        for (uint32_t number = 0; number < MANY; number++) {
            if (!field->done[number] && !field->lost[number]) fail_msg("task %u was left out", number);
            assert_in_range(field->lost[number], 0, 1);
            if (number % (MANY / OWN_DEATHS) == 0) assert_int_equal(field->lost[number], 1);
        }
        shared_give(field, sizeof *field);
    }
}

static Status start_dies(void *context, void **state) {
    (void)context, (void)state;
    raise(SIGKILL);
    return STATUS_OK;
}

static void test_workers_that_die_at_once(void **state) {
    (void)state;
    Board *board = shared_take(sizeof *board);
    assert_non_null(board);
    WorkerTasks tasks = tasks_of(board, 2);
    tasks.start = start_dies;
    Error error;
    assert_int_equal(workers_run(&tasks, &error), STATUS_SYSTEM);
    assert_non_null(strstr(error.text, "die before they can begin"));
    shared_give(board, sizeof *board);
}

/* In a process of its own, for a stop that has come stays. */
static void test_stop(void **state) {
    (void)state;
    Board *board = shared_take(sizeof *board);
    assert_non_null(board);
    board->sleeps = true;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        WorkerTasks tasks = tasks_of(board, 2);
        Error error;
        _exit(workers_run(&tasks, &error) == STATUS_STOPPED ? 42 : 1);
    }
    nanosleep(&(struct timespec){0, 300000000}, NULL);
    assert_int_equal(kill(child, SIGINT), 0);
    int how;
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFEXITED(how));
    assert_int_equal(WEXITSTATUS(how), 42);
    assert_int_equal(board->done[0], 1);
    assert_int_equal(board->done[TASKS - 1], 0);
    shared_give(board, sizeof *board);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_stop),
                                       cmocka_unit_test(test_all_done_once),
                                       cmocka_unit_test(test_crashes_cost_one_task),
                                       cmocka_unit_test(test_no_worker),
                                       cmocka_unit_test(test_no_task_is_left_out),
                                       cmocka_unit_test(test_workers_that_die_at_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
