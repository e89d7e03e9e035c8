/* Fills the table `summary`: statistics of each (experiment, part, label, solver), and the ratio of means for
 * each ordered pair of solvers that answered the same queries. */
#ifndef TAUT_HARNESS_SUMMARY_H
#define TAUT_HARNESS_SUMMARY_H

#include "harness/store.h"

/* Replaces all of it from the newest finished attempts, in one transaction: on failure the old rows stay.
 * Reads every sample once, O(n log n). The same rows give the same summary. STATUS_REFUSED in a build without
 * GSL. */
MUST_CHECK Status summary_fill(Store *store, Error *error);

#endif
