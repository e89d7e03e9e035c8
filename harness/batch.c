#include "harness/batch.h"

#include "harness/clock.h"
#include "harness/system_memory.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

/* Queries that a thread takes at a time: few, for some take a thousand times as long as others; more than
 * one, so that the counter and the hashes' cache lines do not go to and fro. */
enum { SHARE = 16 };

typedef struct Worker {
    const Batch *batch;
    atomic_uint *next; /* query that no thread has taken */
    uint64_t *hashes;
    Memory memory;
    void *scratch;
    AnyPath path;
    Status status;
    pthread_t thread;
} Worker;

static Status answer_share(Worker *worker, uint32_t first) {
    const Batch *batch = worker->batch;
    Move move = batch->solver->move(batch->settings);
    Counters counters = {0};
    for (uint32_t i = first; i < batch->set->count && i < first + SHARE; i++) {
        AnyQuery given = query_at(batch->set, i), query = query_for(&given, move);
        TRY(solver_ask(batch->solver, batch->index, worker->scratch, &query, &worker->path, &counters));
        worker->hashes[i] = any_path_hash(&worker->path, query.is_planar);
    }
    return STATUS_OK;
}

static void *work(void *untyped) {
    Worker *worker = untyped;
    while (worker->status == STATUS_OK) {
        uint32_t first = atomic_fetch_add(worker->next, SHARE);
        if (first >= worker->batch->set->count) break;
        worker->status = answer_share(worker, first);
    }
    return NULL;
}

static Status run(const Batch *batch, Worker *workers, int64_t *wall_ns, Error *error) {
    uint32_t started = 0;
    Status status = STATUS_OK;
    int64_t begun = clock_now();
    while (started < batch->threads &&
           pthread_create(&workers[started].thread, NULL, work, &workers[started]) == 0)
        started++;
    for (uint32_t i = 0; i < started; i++) {
        pthread_join(workers[i].thread, NULL);
        if (workers[i].status != STATUS_OK) status = workers[i].status;
    }
    *wall_ns = clock_now() - begun;
    if (started < batch->threads)
        return error_say(error, STATUS_SYSTEM, "the system starts no more threads", NULL);
    return status == STATUS_OK ? status : error_say(error, status, "no memory for a query", NULL);
}

Status batch_answer(const Batch *batch, uint64_t *hashes, int64_t *wall_ns, Error *error) {
    assert(batch->threads >= 1 && batch->threads <= BATCH_THREADS_MOST);
    Memory memory = system_memory();
    atomic_uint next = 0;
    Status status = STATUS_OK;
    Worker *workers = memory_take_zeroed(&memory, batch->threads, sizeof *workers);
    if (workers == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for threads", NULL);
    for (uint32_t i = 0; i < batch->threads; i++) {
        workers[i] = (Worker){.batch = batch, .next = &next, .hashes = hashes, .memory = system_memory()};
        workers[i].path = any_path_in(&workers[i].memory);
        if (status == STATUS_OK)
            status = batch->solver->scratch_create(batch->index, &workers[i].memory, &workers[i].scratch);
        if (status != STATUS_OK) workers[i].scratch = NULL;
    }
    if (status == STATUS_OK)
        status = run(batch, workers, wall_ns, error);
    else
        (void)error_say(error, status, "no memory for scratches", NULL);
    for (uint32_t i = 0; i < batch->threads; i++) {
        if (workers[i].scratch != NULL) batch->solver->scratch_destroy(workers[i].scratch);
        any_path_destroy(&workers[i].path);
        assert(workers[i].memory.live == 0);
    }
    memory_give(&memory, workers);
    return status;
}
