/* Many small tasks on several processes: each child takes the next task until none is left. A child that dies
 * loses only the task that it was at, and another takes its place; no task is left out. */
#ifndef TAUT_HARNESS_WORKERS_H
#define TAUT_HARNESS_WORKERS_H

#include "algos/core/status.h"

#include <stddef.h>
#include <stdint.h>

enum { WORKERS_MOST = 1024 };

typedef struct WorkerTasks {
    const char *label; /* what is being done, for the terminal */
    uint32_t count, jobs;
    void *context;
    /* In a child, before its first task: makes what it keeps between tasks. */
    Status (*start)(void *context, void **state);
    /* In a child: results go to memory from shared_take. A failure ends the child: its task is lost. */
    Status (*task)(void *context, void *state, uint32_t task);
    /* In the parent: `task` was lost with a child that died of `signal` (0: it gave up for want of memory).
     */
    void (*lost)(void *context, uint32_t task, int signal);
} WorkerTasks;

/* Runs all tasks; progress with time left goes to standard error where that is a terminal. STATUS_STOPPED
 * when the person asked to stop: tasks that were done are kept. Signals stay deferred afterwards
 * (stop_later). */
MUST_CHECK Status workers_run(const WorkerTasks *tasks, Error *error);

/* Processors that this process may use. */
uint32_t processor_count(void);

/* Zeroed memory that children share with their parent; NULL when there is none. */
void *shared_take(size_t size);
void shared_give(void *pointer, size_t size);

#endif
