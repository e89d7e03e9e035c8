/* One block of a run: loaded, judged, measured, stored. */
#ifndef TAUT_HARNESS_RUN_BLOCK_H
#define TAUT_HARNESS_RUN_BLOCK_H

#include "harness/progress.h"
#include "harness/run.h"

#include <stdatomic.h>

/* What became of a block. */
typedef enum BlockEnd { BLOCK_OPEN, BLOCK_MEASURED, BLOCK_DONE_BEFORE, BLOCK_GAP, BLOCK_FAILED } BlockEnd;

/* What the processes of a run share. */
typedef struct RunShared {
    _Atomic int64_t run_id; /* 0 until something has to be measured */
    double clock_cost;      /* from then on */
    atomic_uint status;     /* the first that ends the run, with its error; of Status */
    atomic_uint stopping;   /* 1 once somebody writes that error */
    Error error;
    uint32_t block_count;
    _Atomic unsigned char *ends; /* a BlockEnd for each block */
    int64_t *cells;              /* what was asked for: at each block's first_place; 0: none */
} RunShared;

/* One process that runs blocks. */
typedef struct BlockRunner {
    const Plan *plan;
    Store *store;
    const RunRequest *request;
    RunShared *shared;
    uint32_t jobs;   /* for oracles */
    uint32_t beside; /* other blocks at the same time */
    Processor processor;
    Progress progress;
    double done, skipped, weight; /* of the blocks so far; of the one that runs */
} BlockRunner;

/* Runs block `number`, or finds it done. Its end is in `shared`. A map or queries that cannot be had cost
 * their own block: the rest of a long run goes on, and its end tells. */
MUST_CHECK Status run_block(BlockRunner *runner, const BlockChoice *block, uint32_t number, Error *error);

#endif
