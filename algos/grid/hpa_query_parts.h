/* What a query of HPA* works on, shared by the search over the graph (hpa_query.c) and the turning of its
 * result into cells (hpa_refine.c). */
#ifndef TAUT_GRID_HPA_QUERY_PARTS_H
#define TAUT_GRID_HPA_QUERY_PARTS_H

#include "algos/core/heap.h"
#include "algos/grid/hpa_query.h"
#include "algos/grid/hpa_super.h"

/* Holds only while the stamp is the scratch's. */
typedef struct NodeState {
    uint64_t g;      /* scaled */
    NodeId previous; /* NODE_NONE: reached from the start itself */
    uint32_t edge;   /* of the previous node's cluster, the one that leads here; or of its super cluster */
    uint32_t stamp;
    bool closed, is_upper; /* is_upper: it was reached by an inner edge of the second level */
} NodeState;

typedef struct Entry {
    uint64_t f, g;
    NodeId node;
} Entry;

/* Larger g first: it is nearer to the goal. */
static inline bool entry_before(const Entry *a, const Entry *b) {
    if (a->f != b->f) return a->f < b->f;
    if (a->g != b->g) return a->g > b->g;
    return a->node < b->node;
}

DEFINE_HEAP(EntryHeap, entry_heap, Entry, entry_before);

#define FAR UINT64_MAX

struct HpaScratch {
    const HpaGraph *graph;
    Memory *memory;
    LocalSearch *from_start, *to_goal;
    UpSearch *up;      /* NULL: the graph has one level only */
    uint32_t revision; /* of the graph, which the searches fit */
    NodeState *states; /* by node name */
    uint32_t stamp;
    EntryHeap open;
    /* Of the query at hand: */
    Query query;
    const Cluster *start_cluster, *goal_cluster;
    uint64_t best;    /* shortest scaled length known from start to goal */
    NodeId best_last; /* the node before the goal on it; NODE_NONE: the way inside the cluster of both */
};

/* Turns what the search over the graph found into cells: the whole path, or with `first_leg` only as much as
 * tells the first step, up to the first node that is not the start. Adds to counters->refined the cells
 * written, and what is searched for them as up_search_run and, to counters->inserted, local searches do. The
 * links between nodes are spent. */
MUST_CHECK Status hpa_refine(HpaScratch *scratch, bool first_leg, Path *path, Counters *counters);

#endif
