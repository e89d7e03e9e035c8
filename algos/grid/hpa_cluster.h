/* Making one cluster of HPA*'s graph: its nodes from the borders around it, then its edges. */
#ifndef TAUT_GRID_HPA_CLUSTER_H
#define TAUT_GRID_HPA_CLUSTER_H

#include "algos/grid/hpa_graph.h"

/* What is needed while clusters are made, used for one after another. */
typedef struct ClusterMaker ClusterMaker;

MUST_CHECK Status cluster_maker_create(const HpaGraph *graph, Memory *memory, ClusterMaker **maker);
void cluster_maker_destroy(ClusterMaker *maker);

/* Gives the cluster a block with its nodes and no edges. */
MUST_CHECK Status cluster_place_nodes(ClusterMaker *maker, HpaGraph *graph, uint32_t cluster);

/* Gives the cluster its edges. Its nodes and those of the clusters beside it must be placed. */
MUST_CHECK Status cluster_connect(ClusterMaker *maker, HpaGraph *graph, uint32_t cluster, Error *error);

/* Names anew where the cluster's edges across borders lead, and what they cost: the nodes of a cluster beside
 * it have been placed again. Its own nodes must face theirs. */
void cluster_relink(HpaGraph *graph, uint32_t cluster);

/* Adds the nodes that were joined to others so far (`expanded`) and the cells settled for it (`inserted`). */
void cluster_maker_count(const ClusterMaker *maker, Counters *counters);

#endif
