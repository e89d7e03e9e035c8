/* The rows of one database into another. */
#ifndef TAUT_HARNESS_RECORD_MERGE_H
#define TAUT_HARNESS_RECORD_MERGE_H

#include "harness/store.h"
#include "harness/table.h"

/* Adds what the attached database (store_attach) has and this one does not: within a transaction of the
 * caller, who undoes it on failure. Runs and blocks are told apart by their uid, so what is here already is
 * not added again; two attempts at a cell are both kept. Of what does not depend on time or chance, two
 * attempts of one build at one cell must say the same: `conflicts` (an empty table) gets a row for each that
 * does not, the first 50 (map, queries, number, solver, what, here, there), and *conflict_count all of them;
 * the rows are then not to be kept. In what order databases are added changes ids only.
 * STATUS_BAD_INPUT: its tables are others. */
MUST_CHECK Status record_merge(Store *store, Table *conflicts, int64_t *conflict_count, Error *error);

/* Experiments of the database, by name; what each lacks: group, map, query, and how many solvers. */
MUST_CHECK Status record_experiments(Store *store, Table *table, Error *error);
MUST_CHECK Status record_missing(Store *store, Table *table, Error *error);
/* Shards of which others are here, that are not: experiment, number, count; those of other plans of the same
 * name apart. */
MUST_CHECK Status record_missing_shards(Store *store, Table *table, Error *error);

#endif
