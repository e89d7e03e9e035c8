/* Runs a plan: every block that the database does not hold yet, one after the other. */
#ifndef TAUT_HARNESS_RUN_H
#define TAUT_HARNESS_RUN_H

#include "harness/plan.h"
#include "harness/record.h"

typedef struct RunOutcome {
    uint32_t blocks, blocks_done_before; /* of the plan; those that needed nothing */
    uint32_t gaps;                       /* maps of optional parts that are not there */
    uint32_t failed_blocks; /* whose map or queries could not be had; each was said, and is a gap */
    Faults faults;
} RunOutcome;

/* `command` is what was typed, for the record. Oracles use `jobs` processes. Rows of a block are committed
 * when it ends; a run that is stopped or killed goes on with the block it was in. STATUS_STOPPED on ^C. */
MUST_CHECK Status run_plan(const Plan *plan, Store *store, const char *command, uint32_t jobs,
                           RunOutcome *outcome, Error *error);

#endif
