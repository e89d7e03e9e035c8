/* A shard's own row, and what makes a database a file that can be carried away. */
#ifndef TAUT_HARNESS_RECORD_SHARD_H
#define TAUT_HARNESS_RECORD_SHARD_H

#include "harness/plan.h"
#include "harness/store.h"

/* Of the table `shard`. */
typedef struct ShardRow {
    char experiment[64];
    int64_t number, count;
    char plan[17], build[17]; /* hashes; "" where not set */
    bool complete;
    int64_t attempts, answers, samples;
    char digest[17];
} ShardRow;

/* The row of the shard that the file is; *found false: it is none. */
MUST_CHECK Status record_shard_read(Store *store, ShardRow *row, bool *found, Error *error);

/* Makes it the shard of experiment, number, count, plan and build that `row` names, not complete. */
MUST_CHECK Status record_shard_begin(Store *store, const ShardRow *row, Error *error);

/* The last row: that it is complete, how many rows it has, and their digest. */
MUST_CHECK Status record_shard_complete(Store *store, Error *error);

/* Whether the rows are as many as `row` says (STATUS_BAD_INPUT where not) and have its digest
 * (STATUS_REFUSED: SQLite finds nothing wrong, but somebody or something changed a row). Reads everything. */
MUST_CHECK Status record_shard_verify(Store *store, const ShardRow *row, Error *error);

/* Whether SQLite finds the file whole, by its own check of every page and index: STATUS_BAD_INPUT where not.
 */
MUST_CHECK Status store_check(Store *store, Error *error);

/* Puts all of it into the one file, with no log beside it: for good, so that it can be read where nothing may
 * be written, or (`goes_on`) until somebody writes. Nobody else may have it open. */
MUST_CHECK Status store_fold(Store *store, bool goes_on, Error *error);

#endif
