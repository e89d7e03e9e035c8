/* One query answered once by one solver, judged: what `taut solve` shows. Not a measurement: one cold run. */
#ifndef TAUT_HARNESS_TRIAL_H
#define TAUT_HARNESS_TRIAL_H

#include "harness/judge.h"

typedef struct Trial {
    Memory memory; /* of index and scratch; the path's too */
    Path path;
    Optimum optimum;
    Judgement judgement;
    bool refused; /* the solver does not take this map: `judgement.why` */
    Counters counters;
    int64_t prepare_ns, query_ns;
    size_t index_bytes;
} Trial;

/* Answers the query with each choice. A solver's refusal is a verdict; fails only for want of memory. The
 * trials, zeroed before, are destroyed by the caller, also on failure. */
MUST_CHECK Status trials_run(const Map *map, const Query *query, const SolverChoice *choices, uint32_t count,
                             Trial *trials, Error *error);
void trial_destroy(Trial *trial);

/* Whether it has a valid path, of length judgement.walked. */
bool trial_has_length(const Trial *trial);

/* See answer_excess. */
double trial_excess(const Trial *trial);

/* "refused", or that of the answer. */
const char *trial_verdict_name(const Trial *trial);

/* "12 + 5·√2", or "17" without diagonals. */
void trial_length_text(Length length, char *text, size_t size);

#endif
