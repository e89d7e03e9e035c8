/* The second level of HPA* (Botea, Müller and Schaeffer, 2004, section 4.2): super clusters of 4 x 4
 * clusters.
 *
 * Its nodes are those nodes of the first level that have an edge into another super cluster; its inner edges
 * stand for shortest ways over the first level inside one super cluster and hold no way: one is searched when
 * a path takes it. Edges between super clusters are those of the first level. A super cluster depends on its
 * own clusters only. */
#ifndef TAUT_GRID_HPA_SUPER_H
#define TAUT_GRID_HPA_SUPER_H

#include "algos/grid/hpa_graph.h"

enum { SUPER_SIDE = 4 }; /* clusters along the side of a super cluster */

typedef struct UpperEdge {
    uint32_t target; /* index of the node in the super cluster */
    uint32_t straight, diagonal;
} UpperEdge;

/* One block of memory. */
struct SuperCluster {
    uint32_t node_count, edge_count;
    NodeId *nodes;   /* ascending */
    uint32_t *first; /* edges of nodes[i]: first[i] .. first[i + 1] - 1, by target */
    UpperEdge *edges;
};

static inline uint32_t super_of_cluster(const HpaGraph *graph, uint32_t cluster) {
    uint32_t columns = (uint32_t)graph->columns;
    return cluster / columns / SUPER_SIDE * (uint32_t)graph->super_columns + cluster % columns / SUPER_SIDE;
}

static inline uint32_t super_of_node(const HpaGraph *graph, NodeId node) {
    return super_of_cluster(graph, cluster_of_node(graph, node));
}

/* The place of an upper node in its super cluster. */
uint32_t super_index(const SuperCluster *super, NodeId node);

/* Searches over the first level inside one super cluster, used for one after another. */
typedef struct UpSearch UpSearch;
MUST_CHECK Status up_search_create(const HpaGraph *graph, Memory *memory, UpSearch **search);
void up_search_destroy(UpSearch *search);

/* Searches from `source` until the targets, nodes of its super cluster, are settled or nothing is left. Adds
 * the nodes settled to counters->expanded. */
MUST_CHECK Status up_search_run(UpSearch *search, NodeId source, const NodeId *targets, uint32_t target_count,
                                Counters *counters);

/* Whether the run settled this node, and the exact length of the way. */
bool up_search_reached(const UpSearch *search, NodeId node, Length *length);

/* Turns the links of the way to a settled node round, so that it can be followed from its source; the run is
 * spent. */
void up_search_turn(UpSearch *search, NodeId target);

/* Follows a turned way by one edge: its place in the cluster of *node, which becomes the next node. False at
 * the end. */
bool up_search_next(const UpSearch *search, NodeId *node, uint32_t *edge);

/* Builds the second level on a complete first one; on failure what is there is destroyed with the graph. */
MUST_CHECK Status supers_create(HpaGraph *graph);
void supers_destroy(HpaGraph *graph);

/* Makes one super cluster anew. */
MUST_CHECK Status super_make(HpaGraph *graph, uint32_t number, UpSearch *search, Counters *counters);

/* Adds the inner edges of the second level, if there is one. */
void supers_describe(const HpaGraph *graph, Facts *facts);

#endif
