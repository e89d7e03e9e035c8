/* Queries on HPA*'s graph: both ends are joined to it, A* finds the cheapest way over it, and the ways kept
 * with its edges turn that into cells. */
#ifndef TAUT_GRID_HPA_QUERY_H
#define TAUT_GRID_HPA_QUERY_H

#include "algos/grid/hpa_graph.h"

/* 24 bytes for each name of a node, touched only where a search comes by, and two searches of a cluster. */
typedef struct HpaScratch HpaScratch;

MUST_CHECK Status hpa_scratch_create(const HpaGraph *graph, Memory *memory, HpaScratch **scratch);
void hpa_scratch_destroy(HpaScratch *scratch);

/* Answers a query between passable cells as Solver.query does. If the ends share a cluster, the way inside it
 * competes with those over the graph. */
MUST_CHECK Status hpa_query(HpaScratch *scratch, const Query *query, Path *path, Counters *counters);

#endif
