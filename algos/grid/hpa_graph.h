/* The abstract graph of HPA* (Botea, Müller and Schaeffer, "Near optimal hierarchical path-finding", 2004):
 * clusters of k · k cells, and in each the cells beside its entrances.
 *
 * Each cluster is one block of memory that holds its nodes, its edges and the steps of its ways, and nothing
 * of another cluster but the names of nodes across its borders; so one cluster can be rebuilt alone. Nodes of
 * a cluster are ordered by cell, edges by target: the graph of a map is the same however it came about. */
#ifndef TAUT_GRID_HPA_GRAPH_H
#define TAUT_GRID_HPA_GRAPH_H

#include "algos/grid/hpa_local.h"
#include "algos/solver.h"

/* A node's name: cluster << slot_bits | slot. */
typedef uint32_t NodeId;
#define NODE_NONE UINT32_MAX

/* The steps of an edge: where they lie in its cluster's `steps`, and whether they are read from there
 * backwards with each step turned round. One list so serves an edge and its opposite. */
typedef struct Way {
    uint32_t first : 31;
    uint32_t backwards : 1;
} Way;

static inline Way way_from(size_t first, bool backwards) {
    return (Way){(uint32_t)first & INT32_MAX, backwards};
}

/* Lengths stay exact pairs: the scale by which a search orders them may change with the map. */
typedef struct AbstractEdge {
    NodeId target;
    uint32_t straight, diagonal;
    Way way;
} AbstractEdge;

/* How the graph is to be. */
typedef struct HpaForm {
    Move move;
    int32_t k;       /* cells along a cluster's side; clusters are cut at the map's border */
    int64_t wide;    /* entrances of at least so many cells get a transition at either end, not one inside */
    bool keeps_ways; /* the steps of inner edges are kept; else they are searched when a path needs them */
    bool is_double;  /* there is a second level (hpa_super.h) */
} HpaForm;

enum { STEP_NONE = 255 }; /* lies before, between and after the ways of a cluster */

typedef struct Cluster {
    Area area;
    size_t block_size; /* bytes of the block, room to grow included */
    uint32_t node_count, edge_count, steps_size;
    uint32_t cached_steps; /* steps of inner ways that are kept, each list once */
    /* All in the same block. */
    Spot *spots;        /* of the nodes, ascending */
    uint8_t *crossings; /* of each node: the set (bits) of straight directions with an edge across a border */
    uint32_t *first;    /* edges of slot s: first[s] .. first[s + 1] - 1, those across borders last */
    AbstractEdge *edges;
    Direction *steps;
} Cluster;

typedef struct SuperCluster SuperCluster;

typedef struct HpaGraph {
    const Grid *grid;
    Move move;
    MoveScale scale; /* exact unless a route over the graph enters cells so often that its diagonals add up
                        to more than the whole map's costs */
    int32_t k;
    int64_t wide;
    bool keeps_ways;
    int32_t columns, rows;
    uint32_t cluster_count, slot_bits;
    Cluster **clusters;
    int32_t super_columns, super_rows;
    SuperCluster **supers; /* by rows; NULL: there is one level only */
    uint32_t revision;     /* counts updates: what a scratch takes from the map's costs may be out of date */
    Memory *memory;
} HpaGraph;

/* Builds the graph in `memory`. Costs one bounded search a node; under `8` with weights the ways back are
 * not the ways there, and it costs twice as much. STATUS_REFUSED for maps whose lengths or node names do not
 * fit. */
MUST_CHECK Status hpa_graph_create(const Grid *grid, const HpaForm *form, Memory *memory, HpaGraph **graph,
                                   Error *error);
void hpa_graph_destroy(HpaGraph *graph);

/* Brings the graph up to date after these cells of its grid have changed (grid_finish is done; a cell may be
 * listed twice). The clusters that hold them are made anew, those that share a border on which one of them
 * lies, and the super clusters above; beside these only names across their borders are looked at. The graph
 * is then that of the grid, whatever was built before: nodes by cell, edges by cells and length. Adds to
 * `counters` as cluster_maker_count and up_search do. On failure the graph can only be destroyed. */
MUST_CHECK Status hpa_graph_update(HpaGraph *graph, const Cell *changed, uint32_t count, Counters *counters,
                                   Error *error);

/* To measure that: `count` times a random cell is blocked, with an update, and opened again, with another, on
 * a copy of the grid. The graph is afterwards what it was. */
MUST_CHECK Status hpa_graph_exercise(HpaGraph *graph, uint32_t count, Error *error);

/* Counts nodes, edges, and steps of ways; of a second level its inner edges, its nodes being nodes of the
 * first. O(clusters). */
void hpa_graph_describe(const HpaGraph *graph, Facts *facts);

static inline uint32_t cluster_of_cell(const HpaGraph *graph, Cell cell) {
    return (uint32_t)(cell.y / graph->k * graph->columns + cell.x / graph->k);
}

static inline uint32_t cluster_of_node(const HpaGraph *graph, NodeId node) {
    return node >> graph->slot_bits;
}

static inline uint32_t slot_of_node(const HpaGraph *graph, NodeId node) {
    return node & ((UINT32_C(1) << graph->slot_bits) - 1);
}

static inline NodeId node_name(const HpaGraph *graph, uint32_t cluster, uint32_t slot) {
    return cluster << graph->slot_bits | slot;
}

static inline Cell cell_of_node(const HpaGraph *graph, NodeId node) {
    const Cluster *cluster = graph->clusters[cluster_of_node(graph, node)];
    return spot_cell(&cluster->area, cluster->spots[slot_of_node(graph, node)]);
}

/* Names of nodes are below this; most of them name none. */
static inline size_t node_name_count(const HpaGraph *graph) {
    return (size_t)graph->cluster_count << graph->slot_bits;
}

/* Edges of a slot up to this one stay in the cluster, those from it on cross a border. */
static inline uint32_t first_crossing(const Cluster *cluster, uint32_t slot) {
    return cluster->first[slot + 1] - (uint32_t)__builtin_popcount(cluster->crossings[slot]);
}

/* The length of an edge in the graph's scale. */
static inline uint64_t edge_scaled(const HpaGraph *graph, const AbstractEdge *edge) {
    return edge->straight * graph->scale.straight + edge->diagonal * graph->scale.diagonal;
}

#endif
