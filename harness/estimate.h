/* What a run would do, without doing it: blocks, cells, rows, time, disk. */
#ifndef TAUT_HARNESS_ESTIMATE_H
#define TAUT_HARNESS_ESTIMATE_H

#include "harness/run.h"
#include "harness/table.h"

/* Fills an empty table with a row for each group and one of all. What is done is looked up by names in the
 * database (`store` NULL: there is none). Times come from blocks that it holds: of the same map and queries,
 * else of the same generator and size, else of any by the size of their maps, each by what was asked; NULL
 * where nothing was measured. `note` gets one line that says which. */
MUST_CHECK Status estimate_run(const Plan *plan, Store *store, const RunRequest *request, Table *table,
                               char *note, size_t note_size, Error *error);

#endif
