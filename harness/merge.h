/* Several databases of results into one. */
#ifndef TAUT_HARNESS_MERGE_H
#define TAUT_HARNESS_MERGE_H

#include "harness/store.h"

typedef struct MergeOutcome {
    Table *conflicts; /* see record_merge; the caller's, empty before */
    int64_t conflict_count;
    const char *where; /* the file that differs from those before it */
    uint32_t files;    /* that were read; `out` itself among them is left out */
} MergeOutcome;

/* Adds what the files have to `out`, which is made where it is not there. Each file is checked first: a shard
 * by the count and digest of its last row, every file by SQLite's own check. Where anything fails, or there
 * are conflicts, `out` is as it was. STATUS_BAD_INPUT: a file is damaged, not complete, or of another schema.
 */
MUST_CHECK Status merge_files(const char *const *files, uint32_t count, const char *out,
                              MergeOutcome *outcome, Error *error);

#endif
