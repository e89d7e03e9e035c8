/* Whether a database already holds another experiment under the same name. */
#ifndef TAUT_HARNESS_NAMESAKE_H
#define TAUT_HARNESS_NAMESAKE_H

#include "harness/plan.h"
#include "harness/store.h"

/* STATUS_BAD_INPUT where the database holds rows under the plan's name, and the plan asks for none of them: a
 * run would take the name from them. An experiment that was edited still asks for something it asked for
 * before. What counts is the content, not the file's place: a file that was moved is the same experiment.
 * Maps from files are compared by their names without folders. */
MUST_CHECK Status namesake_check(Store *store, const Plan *plan, Error *error);

#endif
