/* What `taut solve` prints and draws of its trials. */
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
    SolverChoice *choices;
    uint32_t choice_count;
    Trials trials;
} Solve;

MUST_CHECK Status solve_print(const Solve *solve, Error *error);
MUST_CHECK Status solve_draw(Solve *solve, const char *file, Error *error);

#endif
