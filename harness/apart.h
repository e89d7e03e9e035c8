/* A trial in a child process: what a solver from outside does to it does not reach us. */
#ifndef TAUT_HARNESS_APART_H
#define TAUT_HARNESS_APART_H

#include "harness/trial.h"

typedef Status Answer(Trial *trial, const Map *map, const SolverChoice *choice, Error *error);

/* answer(trial, map, choice, error) in a child, and what it set in the trial: path, counters, times, sizes.
 * STATUS_SYSTEM, with how, where the child dies. */
MUST_CHECK Status answer_apart(Answer *answer, Trial *trial, const Map *map, const SolverChoice *choice,
                               Error *error);

#endif
