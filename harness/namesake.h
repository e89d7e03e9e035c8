/* Whether a database already holds another experiment under the same name. */
#ifndef TAUT_HARNESS_NAMESAKE_H
#define TAUT_HARNESS_NAMESAKE_H

#include "harness/plan.h"
#include "harness/store.h"

/* STATUS_BAD_INPUT where the database holds rows under the plan's name, and less than half of them, or of
 * what the plan asks for where that is less, are common to both: a run would take the name from them. An
 * experiment that was edited still asks for most of what it asked for before, or for all of it and much more;
 * two that have a solver on a map in common are two. What counts is the content, not the file's place: a file
 * that was moved is the same experiment. Maps from files are compared by their names without folders. */
MUST_CHECK Status namesake_check(Store *store, const Plan *plan, Error *error);

#endif
