/* Queries on HPA*'s graph: both ends are joined to it, A* finds the cheapest way over it, and the ways kept
 * with its edges turn that into cells. */
#ifndef TAUT_GRID_HPA_QUERY_H
#define TAUT_GRID_HPA_QUERY_H

#include "algos/grid/hpa_graph.h"

/* 24 bytes for each name of a node, touched only where a search comes by, two searches of a cluster and, on
 * two levels, one of a super cluster. */
typedef struct HpaScratch HpaScratch;

MUST_CHECK Status hpa_scratch_create(const HpaGraph *graph, Memory *memory, HpaScratch **scratch);
void hpa_scratch_destroy(HpaScratch *scratch);

/* Answers a query between passable cells as Solver.query does. If the ends share a cluster, the way inside it
 * competes with those over the graph. With `first_leg` the path ends at the first node of the route that is
 * not the start: enough to take the first step. The scratch goes on after updates of the graph. */
MUST_CHECK Status hpa_query(HpaScratch *scratch, const Query *query, bool first_leg, Path *path,
                            Counters *counters);

#endif
