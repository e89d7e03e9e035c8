/* The visibility graph of a Polygons: its nodes are the corners of free space, an edge joins two that see one
 * another with no third between. A shortest path turns only at corners and only so that it is taut there
 * (Lozano-Pérez and Wesley, "An algorithm for planning collision-free paths among polyhedral obstacles",
 * 1979), so edges that are taut at both ends suffice. */
#ifndef TAUT_MESH_VISGRAPH_H
#define TAUT_MESH_VISGRAPH_H

#include "algos/core/counters.h"
#include "algos/map/point_path.h"
#include "algos/mesh/sectors.h"

typedef enum VisgraphBuild {
    VISGRAPH_SWEEP, /* a ray turned around each corner: O(n² log n) */
    VISGRAPH_BRUTE  /* each pair against each edge: O(n³), to measure what the sweep saves */
} VisgraphBuild;

typedef struct Visgraph {
    const Polygons *polygons;
    Sectors sectors;
    Memory *memory;
    bool taut_only;
    uint32_t node_count;
    uint32_t *vertex;  /* of each node */
    uint32_t *node_of; /* of each vertex; NODE_NONE */
    uint64_t *first;   /* node i: to[first[i]] .. to[first[i + 1] - 1], in growing order */
    uint32_t *to;      /* nodes */
    double *length;    /* of each edge, rounded */
} Visgraph;

#define NODE_NONE UINT32_MAX

/* Builds it; `polygons` outlives it. Read only afterwards. */
MUST_CHECK Status visgraph_create(const Polygons *polygons, VisgraphBuild build, bool taut_only,
                                  Memory *memory, Visgraph *graph);
void visgraph_destroy(Visgraph *graph);

/* Pairs of nodes as a build finds them, each once. */
typedef struct NodePair {
    uint32_t one, other;
} NodePair;
typedef struct NodePairs {
    NodePair *pairs;
    size_t count, capacity;
    Memory *memory;
} NodePairs;
MUST_CHECK Status node_pairs_add(NodePairs *pairs, uint32_t one, uint32_t other);

/* For a build of another kind: the graph with its nodes but no edges yet, and the edges put in. On failure
 * nothing of the graph stays allocated. */
MUST_CHECK Status visgraph_begin(const Polygons *polygons, bool taut_only, Memory *memory, Visgraph *graph);
MUST_CHECK Status visgraph_finish(Visgraph *graph, const NodePairs *pairs);

/* ---- queries ---- */

typedef struct VisgraphScratch VisgraphScratch;
MUST_CHECK Status visgraph_scratch_create(const Visgraph *graph, Memory *memory, VisgraphScratch **scratch);
void visgraph_scratch_destroy(VisgraphScratch *scratch);

/* A shortest path, by A* with the straight-line bound; no path (count 0) also where an end is blocked or
 * ambiguous. Exact: lengths closer than rounding can tell are compared as sums of roots, and the search goes
 * on until no bound is within 1e-9 of the best path. Ends are joined to the graph by a sweep each: O(n log
 * n). */
MUST_CHECK Status visgraph_query(const Visgraph *graph, VisgraphScratch *scratch, const PointQuery *query,
                                 PointPath *path, Counters *counters);

#endif
