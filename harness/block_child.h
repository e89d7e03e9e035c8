/* Between a block's two processes: what they share, and the child's work. */
#ifndef TAUT_HARNESS_BLOCK_CHILD_H
#define TAUT_HARNESS_BLOCK_CHILD_H

#include "harness/block.h"

#include <stdatomic.h>

typedef enum Phase {
    PHASE_PREPARE,
    PHASE_CHECK,
    PHASE_INTERLEAVED,
    PHASE_WARM,
    PHASE_RELEASE, /* all is measured */
    PHASE_END      /* nothing is left to do */
} Phase;

/* Written by the child, read by the parent while it waits and after the child's death. */
typedef struct BlockState {
    atomic_uint active;         /* 1 + the solver that is at work, 0: none */
    _Atomic int64_t since;      /* when it began, by the monotonic clock */
    atomic_uint_fast64_t turns; /* queries answered so far, for the share that is done */
    Phase phase;                /* where the next child goes on */
    uint32_t repeat, query;     /* in PHASE_INTERLEAVED */
    uint32_t turn;              /* in PHASE_WARM: place in the order of solvers */
} BlockState;

typedef struct BlockWork {
    const Block *block;
    BlockResult *result;
    BlockState *state;
    const Processor *processor; /* to be pinned to */
} BlockWork;

/* Prepares, checks, measures and releases from where the state says. Returns STATUS_OK when all is done;
 * solvers that fail by themselves have their verdict. */
Status block_child(void *work);

#endif
