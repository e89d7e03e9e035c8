/* Polyanya: shortest paths on a navigation mesh without a graph of visible vertices (Cui, Harabor and
 * Grastien, "Compromise-free pathfinding on a navigation mesh", IJCAI 2017). */
#ifndef TAUT_MESH_POLYANYA_H
#define TAUT_MESH_POLYANYA_H

#include "algos/core/counters.h"
#include "algos/core/links.h"
#include "algos/map/mesh.h"
#include "algos/map/point_path.h"

typedef struct Polyanya Polyanya;               /* the index: read only, shared by threads */
typedef struct PolyanyaScratch PolyanyaScratch; /* one a thread */

/* O(corners). Mesh and locator outlive it. */
MUST_CHECK Status polyanya_create(const Mesh *mesh, const Locator *locator, Memory *memory,
                                  Polyanya **polyanya);
/* The same with links that paths may take (NULL: none), which outlive it. */
MUST_CHECK Status polyanya_create_linked(const Mesh *mesh, const Locator *locator, const Links *links,
                                         Memory *memory, Polyanya **polyanya);
void polyanya_destroy(Polyanya *polyanya);
MUST_CHECK Status polyanya_scratch_create(const Polyanya *polyanya, Memory *memory,
                                          PolyanyaScratch **scratch);
void polyanya_scratch_destroy(PolyanyaScratch *scratch);

/* The shortest path; count 0 when there is none, when an end lies outside of the mesh or on a vertex where it
 * is ambiguous on which side. Exactly the shortest on a lattice: see polyanya.c. Fails only for want of
 * memory. */
MUST_CHECK Status polyanya_query(PolyanyaScratch *scratch, const PointQuery *query, PointPath *path,
                                 Counters *counters);

/* The same, for pictures: sets `expanded`, one byte a face, where the search looked for what can be seen: in
 * the start's faces and where a node was expanded. */
MUST_CHECK Status polyanya_query_shown(PolyanyaScratch *scratch, const PointQuery *query, PointPath *path,
                                       uint8_t *expanded);

#endif
