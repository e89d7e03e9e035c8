/* One query answered once by one solver or several, judged: what `taut solve` shows. Not a measurement: one
 * cold run each. */
#ifndef TAUT_HARNESS_TRIAL_H
#define TAUT_HARNESS_TRIAL_H

#include "harness/judge.h"

typedef struct Trial {
    Memory memory;  /* of index and scratch; the path's too */
    AnyQuery query; /* as the solver is asked it */
    AnyPath path;
    const Optimum *optimum; /* under the solver's rule */
    Judgement judgement;
    bool refused;     /* the solver does not take this map: `judgement.why` */
    const char *lost; /* "crash" or "out-of-memory", likewise: of a solver from outside; else NULL */
    Counters counters;
    int64_t prepare_ns, query_ns;
    size_t index_bytes;
} Trial;

typedef struct Trials {
    Judge judge;
    AnyQuery query;             /* as given */
    Optimum optima[MOVE_COUNT]; /* by rule, those that were asked for */
    Trial *trials;              /* one a choice */
    uint32_t count;
    Memory *memory;
} Trials;

/* Answers the query with each choice, of solvers from outside in a child process. A solver's refusal is a
 * verdict, and so is what one from outside does wrong; fails only for want of memory, or where the map or its
 * optimum cannot be judged. `trials` must stay where it is; the caller destroys it, also
 * on failure. */
MUST_CHECK Status trials_run(const Map *map, const AnyQuery *query, const SolverChoice *choices,
                             uint32_t count, Memory *memory, Trials *trials, Error *error);
void trials_destroy(Trials *trials);

/* Whether it has a valid path, of length judgement.length. */
bool trial_has_length(const Trial *trial);

/* Whether it came to an answer. */
static inline bool trial_ran(const Trial *trial) {
    return !trial->refused && trial->lost == NULL;
}

/* "refused", what it was lost by, or that of the answer. */
const char *trial_verdict_name(const Trial *trial);

/* "12 + 5·√2", or "17" without diagonals. */
void trial_length_text(Length length, char *text, size_t size);

#endif
