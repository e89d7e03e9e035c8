/* Fills the table `summary`: statistics of each (part, label, solver) of an experiment, and the ratio of
 * means for each ordered pair of solvers that answered the same queries in the same blocks. */
#ifndef TAUT_HARNESS_SUMMARY_H
#define TAUT_HARNESS_SUMMARY_H

#include "harness/store.h"

/* Replaces the experiment's rows from the attempts that stand for its cells, in one transaction: on failure,
 * or when a stop is requested (STATUS_STOPPED), the old rows stay. Reads every sample once, O(n log n). The
 * same rows give the same summary. STATUS_REFUSED in a build without GSL. */
MUST_CHECK Status summary_fill(Store *store, const char *experiment, Error *error);

#endif
