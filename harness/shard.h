/* A part of an experiment in a file of its own: written as FILE.part, and given its name when it is complete,
 * checked and on the disk. Whoever finds FILE finds all of it. */
#ifndef TAUT_HARNESS_SHARD_H
#define TAUT_HARNESS_SHARD_H

#include "harness/blocks.h"
#include "harness/file_lock.h"
#include "harness/store.h"

typedef struct Shard {
    const char *file;
    char *draft; /* FILE.part */
    FileLock lock;
    bool complete; /* by this build: there is nothing left to do */
} Shard;

/* Opens what there is of the shard, FILE or FILE.part, to go on with it, or a new one; another process at the
 * same shard is waited for. Where it is complete (and `redo` false), FILE is opened for reading only.
 * STATUS_BAD_INPUT where FILE is something else: it is not touched. */
MUST_CHECK Status shard_open(const char *file, const Plan *plan, const Selection *selection, bool redo,
                             Shard *shard, Store **store, Error *error);

/* All is done: completes it and gives it its name. Closes the store in any case. */
MUST_CHECK Status shard_complete(Shard *shard, Store *store, Error *error);

/* Lets others have it; what was not completed stays to go on with. */
void shard_leave(Shard *shard);

/* Puts a file on the disk and gives it another name, for good. */
MUST_CHECK Status file_settle(const char *from, const char *to, Error *error);

#endif
