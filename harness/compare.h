/* Two measurements of the same cells: what differs that must not, and whether times differ by more than
 * chance.
 *
 * A cell of one side is compared with that of the other which has the same experiment, part, solver, map
 * content and query content. Where a side holds it several times from one build (rounds), the first is
 * compared with the first, and so on. */
#ifndef TAUT_HARNESS_COMPARE_H
#define TAUT_HARNESS_COMPARE_H

#include "harness/store.h"

enum { COMPARE_UNITS_LEAST = 10 /* fewer maps, or rounds of maps, than this decide nothing about times */ };

typedef struct CompareSide {
    const char *file;
    const char *build;  /* the beginning of a build's hash; NULL: what stands for each cell */
    const char *solver; /* name and parameters that tell it apart; NULL: each is compared with itself */
} CompareSide;

typedef struct CompareAsk {
    CompareSide sides[2];   /* the old one, or baseline; the new one. Both have a solver or none has */
    const char *experiment; /* NULL: all that there are */
    const char *ignored;    /* names of columns between commas, which may differ; NULL: none */
    double margin;          /* ratio - 1 that is not worth telling, such as 0.01 */
    double level;           /* chance of a false alarm, such as 0.01 */
    bool apart;             /* judge also times that were not measured in turns */
} CompareAsk;

typedef struct CompareCounts {
    uint64_t cells, only_old, only_new;
    uint64_t answers, different; /* cells and answers that differ in a column */
    uint32_t slower, faster, same, undecided;
} CompareCounts;

/* Reads both and fills an empty table: a row for each column of a solver that differs or cell that only one
 * side has, then a row for each solver and kind of time. STATUS_BAD_INPUT when there is nothing to compare.
 */
MUST_CHECK Status compare_make(const CompareAsk *ask, Table *table, CompareCounts *counts, Error *error);

#endif
