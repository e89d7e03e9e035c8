/* What plan.c leaves to plan_name.c and plan_plugins.c. */
#ifndef TAUT_HARNESS_PLAN_PARTS_H
#define TAUT_HARNESS_PLAN_PARTS_H

#include "harness/plan.h"

#define NAME_RULE "a name of 1 to 63 letters, digits, '-', '_' and '.'"

/* Names the experiment after its file where no line did. */
MUST_CHECK Status plan_name_by_file(Plan *plan, const char *name, Error *error);

/* Adds the solvers of FILE.so to `solvers`; where the file is not there (or `solvers` NULL) notes that. */
MUST_CHECK Status plan_add_plugin(Plan *plan, Solvers *solvers, const char *file, Error *error);

/* Whether the spec asks for a solver of a plug-in that is not there. */
bool plan_lacks(const Plan *plan, const Solvers *solvers, const char *spec);

/* Notes that line `line` of the part asks for it: once, however often it does. */
MUST_CHECK Status part_leave_out(const Plan *plan, Part *part, const char *spec, uint64_t line, Error *error);

/* Only an optional part may lack a solver; with `solvers` NULL, where none is run, any may. */
MUST_CHECK Status part_check_left_out(const Part *part, const Solvers *solvers, const char *name,
                                      Error *error);

#endif
