/* Rows of a .scen or .tsv file judged by what the solver promises, on several processes. */
#ifndef TAUT_HARNESS_CHECK_ROWS_H
#define TAUT_HARNESS_CHECK_ROWS_H

#include "algos/map/components.h"
#include "algos/map/point_rows.h"
#include "algos/map/scen_file.h"
#include "harness/judge.h"

typedef enum RowVerdict { ROW_UNTRIED, ROW_MATCHED, ROW_DIFFERED, ROW_SKIPPED, ROW_VERDICTS } RowVerdict;

typedef struct RowResult {
    RowVerdict verdict;
    char why[160]; /* for what differed or was skipped */
} RowResult;

typedef struct RowsCheck {
    const char *file;
    const Scen *scen;        /* rows between cells, or */
    const PointRows *points; /* between points, where `scen` is NULL */
    const Map *map;
    const Judge *judge; /* of that map, with a plane where the solver moves in it */
    /* Of a grid, or NULL: a path between cells must be found just where both ends have one label. (Under `8c`
     * at least there, for a cut corner may join two components.) */
    const Components *components;
    const SolverChoice *choice;
    uint32_t every, row_count; /* rows 0, every, 2·every, … of the file */
    RowResult *results;        /* one a row, shared with the children; made by rows_check */
} RowsCheck;

/* Prepares the solver and judges every row. STATUS_REFUSED where the solver does not take the map or answers
 * nothing. After STATUS_STOPPED rows not reached are ROW_UNTRIED. */
MUST_CHECK Status rows_check(RowsCheck *check, uint32_t jobs, Error *error);
void rows_check_destroy(RowsCheck *check);

/* Judges one answer to a row; the map is known to fit the row. */
void row_judge(const RowsCheck *check, const ScenRow *row, const Path *path, RowResult *result);
void centre_row_judge(const RowsCheck *check, const ScenRow *row, const PointPath *path, RowResult *result);
void point_row_judge(const RowsCheck *check, const PointRow *row, const PointPath *path, RowResult *result);

#endif
