/* `exec:PROGRAM`: a program as a solver. */
#ifndef TAUT_HARNESS_PROGRAM_SOLVER_H
#define TAUT_HARNESS_PROGRAM_SOLVER_H

#include "harness/solvers.h"

typedef struct Program {
    Foreign foreign;
    struct Program *next;
    Solver cells, plane; /* for settings that move between cells, and in the plane */
    char file[];         /* as given */
} Program;

/* As it is listed: `exec` without a program. */
extern const Solver solver_exec;

/* The solver of the file, in `memory` (one memory_give). STATUS_BAD_INPUT, saying what it is, where it is no
 * file that may be run, or has a name that a spec cannot hold. */
MUST_CHECK Status program_create(const char *file, size_t length, Memory *memory, Program **program,
                                 Error *error);

#endif
