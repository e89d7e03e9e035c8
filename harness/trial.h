/* One query answered once by one solver, judged: what `taut solve` shows. Not a measurement: one cold run. */
#ifndef TAUT_HARNESS_TRIAL_H
#define TAUT_HARNESS_TRIAL_H

#include "harness/spec.h"

typedef enum TrialVerdict {
    TRIAL_OPTIMAL,
    TRIAL_SUBOPTIMAL,
    TRIAL_NO_PATH,       /* and there is none */
    TRIAL_NO_PATH_FALSE, /* though there is one */
    TRIAL_INVALID,       /* `why` says which step */
    TRIAL_UNANSWERED,    /* a solver that does not answer */
    TRIAL_REFUSED        /* the solver does not take this map: `why` */
} TrialVerdict;

typedef struct Trial {
    Memory memory; /* of index and scratch; the path's too */
    Path path;
    Length walked, optimum;
    bool has_length, has_optimum; /* there is a valid path; there is any */
    TrialVerdict verdict;
    bool wrong; /* invalid, or less than the solver promises */
    Error why;
    Counters counters;
    int64_t prepare_ns, query_ns;
    size_t index_bytes;
} Trial;

/* Answers the query with each choice. A solver's refusal is a verdict; fails only for want of memory. The
 * trials, zeroed before, are destroyed by the caller, also on failure. */
MUST_CHECK Status trials_run(const Map *map, const Query *query, const SolverChoice *choices, uint32_t count,
                             Trial *trials, Error *error);
void trial_destroy(Trial *trial);

/* length / optimum - 1; NaN where the optimum is 0 or a length is missing. */
double trial_excess(const Trial *trial);

const char *trial_verdict_name(TrialVerdict verdict);

/* "12 + 5·√2", or "17" without diagonals. */
void trial_length_text(Length length, char *text, size_t size);

#endif
