/* What the navmesh solver finds on the way to its path: for pictures, apart from the query that is timed. */
#ifndef TAUT_MESH_NAVMESH_H
#define TAUT_MESH_NAVMESH_H

#include "algos/mesh/channel.h"
#include "algos/solver.h"

extern const Solver solver_navmesh;

/* The channel through which an index that solver_navmesh prepared leads the query, and the mesh that it leads
 * over; that lives as long as the index. The caller owns the channel. Fails only for want of memory. */
MUST_CHECK Status navmesh_channel(const void *index, const PointQuery *query, Memory *memory,
                                  const Topology **topology, Channel *channel);

#endif
