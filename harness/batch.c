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
    Status status;
    pthread_t thread;
} Worker;

static Status answer_share(const Worker *worker, void *scratch, AnyPath *path, uint32_t first) {
    const Batch *batch = worker->batch;
    Move move = batch->solver->move(batch->settings);
    Counters counters = {0};
    for (uint32_t i = first; i < batch->set->count && i < first + SHARE; i++) {
        AnyQuery given = query_at(batch->set, i), query = query_for(&given, move);
        TRY(solver_ask(batch->solver, batch->index, scratch, &query, path, &counters));
        worker->hashes[i] = any_path_hash(path, query.is_planar);
    }
    return STATUS_OK;
}

/* What is written for each query the thread takes itself: memory that threads took for one another may lie on
 * one cache line. */
static void *work(void *untyped) {
    Worker *worker = untyped;
    const Batch *batch = worker->batch;
    Memory memory = system_memory();
    AnyPath path = any_path_in(&memory);
    void *scratch;
    Status status = batch->solver->scratch_create(batch->index, &memory, &scratch);
    bool ready = status == STATUS_OK;
    while (status == STATUS_OK) {
        uint32_t first = atomic_fetch_add(worker->next, SHARE);
        if (first >= batch->set->count) break;
        status = answer_share(worker, scratch, &path, first);
    }
    if (ready) batch->solver->scratch_destroy(scratch);
    any_path_destroy(&path);
    assert(memory.live == 0);
    worker->status = status;
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
    Worker workers[BATCH_THREADS_MOST];
    atomic_uint next = 0;
    for (uint32_t i = 0; i < batch->threads; i++)
        workers[i] = (Worker){.batch = batch, .next = &next, .hashes = hashes};
    return run(batch, workers, wall_ns, error);
}
