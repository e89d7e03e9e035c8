/* Meshes as files come, and points to end paths at. */
#ifndef TAUT_TESTS_MESH_WEAR_H
#define TAUT_TESTS_MESH_WEAR_H

#include "algos/core/rng.h"
#include "algos/map/mesh.h"

#include <stdbool.h>

/* The mesh as a file might say the same free space: corners between walls have a vertex of their own, or are
 * left out where the wall is straight, though others may touch there; vertices of no face are left out.
 * `turned`: no corner is left out, and all is turned about the origin by a random angle, so that nothing lies
 * on a lattice or is straight. It is written and read. */
void mesh_wear(Mesh *mesh, Rng *rng, bool turned);

/* A point to end a path at: a vertex, the middle of an edge, a mean of a face's corners. */
Point mesh_point(const Mesh *mesh, Rng *rng);

#endif
