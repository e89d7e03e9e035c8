#include "harness/workers.h"

#include "harness/child.h"
#include "harness/stop.h"
#include "harness/progress.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

enum {
    CANNOT_START = 100, /* what a child returns that could not begin: no Status */
    IDLE_DEATHS = 100   /* children in a row that died without a task: then there is no sense in more */
};

/* What a task is: untaken, done or given up, else the number of the worker that is at it, from 1. */
enum { UNTAKEN = 0, SETTLED = WORKERS_MOST + 1 };

typedef struct Shared {
    atomic_uint next, done; /* tasks below `next` were offered, which does not mean taken */
    atomic_ushort tasks[];
} Shared;

typedef struct Crew {
    const WorkerTasks *tasks;
    Shared *shared;
    pid_t pids[WORKERS_MOST]; /* 0: the place is free */
    uint32_t jobs, live;
    uint32_t idle_deaths;
    bool cannot_start;
    Progress progress;
} Crew;

/* What a child is told. */
typedef struct Orders {
    const Crew *crew;
    uint32_t place;
} Orders;

void *shared_take(size_t size) {
    void *pointer =
        mmap(NULL, size == 0 ? 1 : size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return pointer == MAP_FAILED ? NULL : pointer;
}

void shared_give(void *pointer, size_t size) {
    if (pointer != NULL) munmap(pointer, size == 0 ? 1 : size);
}

uint32_t processor_count(void) {
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count < 1 ? 1 : (uint32_t)count;
}

/* The child's whole life. One step takes a task and says who has it: a child that dies before that step
 * leaves the task untaken, one that dies after it is known to have had it. */
static Status work(void *context) {
    const Orders *orders = context;
    const WorkerTasks *tasks = orders->crew->tasks;
    Shared *shared = orders->crew->shared;
    void *state = NULL;
    if (tasks->start(tasks->context, &state) != STATUS_OK) return (Status)CANNOT_START;
    for (;;) {
        uint32_t task = atomic_fetch_add(&shared->next, 1);
        if (task >= tasks->count) return STATUS_OK;
        unsigned short untaken = UNTAKEN;
        if (!atomic_compare_exchange_strong(&shared->tasks[task], &untaken,
                                            (unsigned short)(orders->place + 1)))
            continue;
        TRY(tasks->task(tasks->context, state, task));
        atomic_store(&shared->tasks[task], SETTLED);
        atomic_fetch_add(&shared->done, 1);
    }
}

/* The first task, from `from` on, that is `what`; the count of tasks where there is none. */
static uint32_t find_task(const Crew *crew, uint32_t from, uint32_t what) {
    while (from < crew->tasks->count && atomic_load(&crew->shared->tasks[from]) != what) from++;
    return from;
}

static bool tasks_left(const Crew *crew) {
    return atomic_load(&crew->shared->next) < crew->tasks->count;
}

/* When all were offered and nobody works, those untaken are offered again. */
static void offer_again(Crew *crew) {
    if (crew->live == 0 && !tasks_left(crew)) atomic_store(&crew->shared->next, find_task(crew, 0, UNTAKEN));
}

/* Fills the free places while there is work; a child that could not be had is no error while others work. */
static Status hire(Crew *crew, Error *error) {
    for (uint32_t place = 0; place < crew->jobs && !crew->cannot_start && tasks_left(crew); place++) {
        if (crew->pids[place] != 0) continue;
        Orders orders = {crew, place};
        Status status = child_start(work, &orders, &crew->pids[place], error);
        if (status != STATUS_OK) {
            crew->pids[place] = 0;
            crew->cannot_start = true;
            return crew->live == 0 ? status : STATUS_OK;
        }
        crew->live++;
    }
    return STATUS_OK;
}

static void bury(Crew *crew, uint32_t place, ChildEnd end) {
    crew->pids[place] = 0;
    crew->live--;
    if (end.signal == 0 && end.status == STATUS_OK) return;
    if (end.signal == 0 && (int)end.status == CANNOT_START) {
        crew->cannot_start = true;
        return;
    }
    uint32_t task = find_task(crew, 0, place + 1);
    if (task == crew->tasks->count) {
        crew->cannot_start = ++crew->idle_deaths >= IDLE_DEATHS;
        return;
    }
    crew->idle_deaths = 0;
    crew->tasks->lost(crew->tasks->context, task, end.signal);
    atomic_store(&crew->shared->tasks[task], SETTLED);
    atomic_fetch_add(&crew->shared->done, 1);
}

static Status crew_run(Crew *crew, Error *error) {
    for (;;) {
        offer_again(crew);
        TRY(hire(crew, error));
        if (crew->live == 0) break;
        bool any = false;
        for (uint32_t place = 0; place < crew->jobs; place++) {
            if (crew->pids[place] == 0) continue;
            ChildEnd end = child_wait(crew->pids[place], 0);
            if (!end.ended) continue;
            bury(crew, place, end);
            any = true;
        }
        if (stop_requested()) return error_say(error, STATUS_STOPPED, "stopped before the end", NULL);
        progress_set(&crew->progress, atomic_load(&crew->shared->done), 0);
        if (!any) nanosleep(&(struct timespec){0, 2000000}, NULL);
    }
    if (!tasks_left(crew)) return STATUS_OK;
    if (crew->idle_deaths >= IDLE_DEATHS)
        return error_say(error, STATUS_SYSTEM, "the workers die before they can begin", NULL);
    return error_say(error, STATUS_NO_MEMORY, "no memory for a worker", NULL);
}

Status workers_run(const WorkerTasks *tasks, Error *error) {
    Crew *crew = calloc(1, sizeof *crew);
    size_t bytes = sizeof(Shared) + tasks->count * sizeof(atomic_ushort);
    Shared *shared = shared_take(bytes);
    Status status;
    if (crew == NULL || shared == NULL) {
        status = error_say(error, STATUS_NO_MEMORY, "no memory for the workers", NULL);
    } else {
        crew->tasks = tasks;
        crew->shared = shared;
        crew->jobs = tasks->jobs < tasks->count ? tasks->jobs : tasks->count;
        if (crew->jobs > WORKERS_MOST) crew->jobs = WORKERS_MOST;
        (void)stop_later();
        crew->progress = progress_start(tasks->count);
        progress_doing(&crew->progress, tasks->label);
        status = crew_run(crew, error);
        progress_end(&crew->progress);
        for (uint32_t place = 0; place < crew->jobs; place++)
            if (crew->pids[place] != 0) child_kill(crew->pids[place]);
    }
    shared_give(shared, bytes);
    free(crew);
    return status;
}
