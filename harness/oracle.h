/* Exact optima of a set of queries, on all cores. */
#ifndef TAUT_HARNESS_ORACLE_H
#define TAUT_HARNESS_ORACLE_H

#include "harness/any_path.h"

typedef enum OracleName {
    ORACLE_FLOOD,      /* on grids: every cell settled in order */
    ORACLE_VISIBILITY, /* between points: the visibility graph by brute force */
    /* Beyond its reach two that agree exactly: Polyanya, and a visibility graph */
    ORACLE_SWEEP,    /* by a turning ray, which knows no mesh, */
    ORACLE_EXPANSION /* or, where that takes too long, by views through the mesh */
} OracleName;

/* "flood", "visibility", "polyanya+visgraph", "polyanya+expansion". */
const char *oracle_name(OracleName name);
/* False for another text. */
bool oracle_find(const char *text, OracleName *name);

typedef struct Optimum {
    bool known, reachable;
    OracleName oracle;
    Length length; /* between cells, exact */
    double value;  /* of either kind, rounded */
    /* Between points: a shortest path, by which others are compared exactly; NULL between cells. */
    Point *chain;
    uint32_t chain_count;
} Optimum;

/* Fills optimum[i] for query i where it is not known yet, in `jobs` child processes. Under a rule between
 * cells by floods; queries of one start share one. Under `any` between points (or the centres of cells) in
 * `polygons`, the map's free space (map_outline; else NULL will do); chains are taken from `memory`.
 * STATUS_STOPPED when a stop was requested; what was found is then kept, to be given back by optima_destroy.
 */
MUST_CHECK Status oracle_run(const Map *map, const Polygons *polygons, Move move, const QuerySet *set,
                             uint32_t jobs, Memory *memory, Optimum *optimum, Error *error);

/* The optimum of one query as the solver is asked it (query_for), in this process. Nothing is done where it
 * is known. */
MUST_CHECK Status oracle_ask(const Map *map, const Polygons *polygons, Move move, const AnyQuery *query,
                             Memory *memory, Optimum *optimum, Error *error);

/* Gives back the chains. */
void optima_destroy(Optimum *optimum, uint32_t count, Memory *memory);

#endif
