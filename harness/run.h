/* Runs a plan: every block of it, or of a selection, that the database does not hold yet. Timed blocks one
 * after the other, the others on all cores. */
#ifndef TAUT_HARNESS_RUN_H
#define TAUT_HARNESS_RUN_H

#include "harness/blocks.h"
#include "harness/record.h"

typedef struct RunOutcome {
    uint32_t blocks, blocks_done_before; /* of the selection; those that needed nothing */
    uint32_t gaps;                       /* maps of optional parts that are not there */
    uint32_t failed_blocks; /* whose map or queries could not be had; each was said, and is a gap */
    Faults faults;
} RunOutcome;

typedef struct RunRequest {
    const char *command; /* what was typed, for the record */
    uint32_t jobs;       /* processes for oracles and untimed blocks */
    uint32_t timed_jobs; /* timed blocks at a time, each on a processor of its own; 0 or 1: one */
    bool redo;           /* measure again what was measured before */
    Selection selection;
} RunRequest;

/* Rows of a block are committed when it ends; a run that is stopped or killed goes on with the blocks it was
 * in. STATUS_STOPPED on ^C. */
MUST_CHECK Status run_plan(const Plan *plan, Store *store, const RunRequest *request, RunOutcome *outcome,
                           Error *error);

#endif
