/* `taut solve`: its trials, and what it prints and draws of them. */
#ifndef TAUT_HARNESS_SOLVE_H
#define TAUT_HARNESS_SOLVE_H

#include "harness/options.h"
#include "harness/trial.h"

typedef struct Solve {
    const Arguments *arguments;
    Memory memory; /* of the map, all choices and the trials */
    TableFormat format;
    MapChoice map_choice;
    Map map;
    AnyQuery query;
    double offset; /* of a funnel's corners in pictures; 0 for none */
    Solvers solvers;
    SolverChoice *choices;
    uint32_t choice_count;
    Trials trials;
} Solve;

/* Reads the arguments of a `taut solve` (struct with arguments and memory, else zero), loads the map and
 * answers the query by each solver. Errors are those of the command line. The caller destroys it, also on
 * failure. */
MUST_CHECK Status solve_answer(Solve *solve, Error *error);
void solve_destroy(Solve *solve);

MUST_CHECK Status solve_print(const Solve *solve, Error *error);
MUST_CHECK Status solve_draw(Solve *solve, const char *file, Error *error);

#endif
