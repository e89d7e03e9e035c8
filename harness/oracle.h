/* Exact optima of a set of queries, on all cores. */
#ifndef TAUT_HARNESS_ORACLE_H
#define TAUT_HARNESS_ORACLE_H

#include "algos/map/map.h"
#include "algos/map/move.h"
#include "gen/generator.h"

typedef struct Optimum {
    Length length;
    bool reachable;
    bool known;
} Optimum;

/* Fills optimum[i] for query i where it is not known yet, by floods in `jobs` child processes; queries of one
 * start share a flood. STATUS_STOPPED when a stop was requested. */
MUST_CHECK Status oracle_run(const Map *map, Move move, const QuerySet *set, uint32_t jobs, Optimum *optimum,
                             Error *error);

#endif
