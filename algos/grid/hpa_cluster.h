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

#endif
