/* The visibility graph of any convex mesh, each corner's view expanded from face to face (view.h): the cost
 * follows what is seen, not the size of the map. Its edges are those of visgraph.h: two corners that see one
 * another with no third between. */
#ifndef TAUT_MESH_VISGRAPH_EXPAND_H
#define TAUT_MESH_VISGRAPH_EXPAND_H

#include "algos/core/counters.h"
#include "algos/core/links.h"
#include "algos/map/mesh.h"
#include "algos/map/point_path.h"

typedef struct MeshGraph MeshGraph;               /* the index: read only, shared by threads */
typedef struct MeshGraphScratch MeshGraphScratch; /* one a thread */

/* Builds it; mesh and locator outlive it. With `taut_only`, only edges at both ends of which a path can be
 * taut. What it holds is what `memory` counts. */
MUST_CHECK Status mesh_graph_create(const Mesh *mesh, const Locator *locator, bool taut_only, Memory *memory,
                                    MeshGraph **graph);
/* The same with links that paths may take (NULL: none), which outlive it: a view from both ends of each. */
MUST_CHECK Status mesh_graph_create_linked(const Mesh *mesh, const Locator *locator, const Links *links,
                                           bool taut_only, Memory *memory, MeshGraph **graph);
void mesh_graph_destroy(MeshGraph *graph);

/* Corners, and edges counted once for each of their directions. */
uint64_t mesh_graph_corner_count(const MeshGraph *graph);
uint64_t mesh_graph_edge_count(const MeshGraph *graph);
/* The corners seen from a vertex, by vertex, in no order; returns how many. */
uint64_t mesh_graph_edges(const MeshGraph *graph, uint32_t vertex, const uint32_t **corners);

MUST_CHECK Status mesh_graph_scratch_create(const MeshGraph *graph, Memory *memory,
                                            MeshGraphScratch **scratch);
void mesh_graph_scratch_destroy(MeshGraphScratch *scratch);

/* A shortest path by A* with the straight-line bound, the ends joined by their views; count 0 when there is
 * none, when an end lies outside of the mesh, or on a vertex where it is ambiguous on which side. Exact on a
 * lattice, as Polyanya is (labels.h). Fails only for want of memory. */
MUST_CHECK Status mesh_graph_query(MeshGraphScratch *scratch, const PointQuery *query, PointPath *path,
                                   Counters *counters);

#endif
