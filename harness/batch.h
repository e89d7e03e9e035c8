/* Many queries on several threads: they share the map and the index, which nothing changes, and each has a
 * scratch, a path and a Memory of its own (document D3, section 4.1, whose every path is a task). */
#ifndef TAUT_HARNESS_BATCH_H
#define TAUT_HARNESS_BATCH_H

#include "harness/any_path.h"

enum { BATCH_THREADS_MOST = 256 };

typedef struct Batch {
    const Solver *solver;
    const Settings *settings;
    const void *index; /* that `prepare` built with these settings */
    const QuerySet *set;
    uint32_t threads; /* 1 .. BATCH_THREADS_MOST, the calling one not among them */
} Batch;

/* Answers all queries. `hashes` takes the hash of each query's path, whichever thread found it; *wall_ns the
 * time from the first thread's start to the last one's end. STATUS_NO_MEMORY or STATUS_SYSTEM with the
 * reason. */
MUST_CHECK Status batch_answer(const Batch *batch, uint64_t *hashes, int64_t *wall_ns, Error *error);

#endif
