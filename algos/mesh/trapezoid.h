/* Trapezoid decomposition of free space (Preparata and Shamos, "Computational Geometry", 1985, section 2.2):
 * from each vertex a vertical line through free space, up and down as far as it is free. */
#ifndef TAUT_MESH_TRAPEZOID_H
#define TAUT_MESH_TRAPEZOID_H

#include "algos/map/mesh.h"
#include "algos/map/polygons.h"

/* By a plane sweep in x, O(n log n). Faces are trapezoids and triangles with vertical sides, of positive
 * width; a side that borders several faces has a corner wherever one of them ends. The mesh's first vertices
 * are those of the polygons, by the same numbers; corners that lie inside an edge follow, computed: their x
 * is exact, their y rounded. On a lattice nothing is decided by rounded numbers; on an inexact map vertices
 * decide by adaptive predicates; but where obstacles are there no farther apart than a rounding, corners may
 * fall together, the mesh need not pass mesh_validate, and paths may go through the wall or find no gap
 * (cdt.h computes no corners). Destroy the mesh with mesh_destroy. */
MUST_CHECK Status trapezoid_create(const Polygons *polygons, Memory *memory, Mesh *mesh);

/* The loops that document D0 publishes, for comparison: see trapezoid_published.c for what is wrong with
 * them. About n^2.3. STATUS_REFUSED unless the outer boundary is a rectangle that no obstacle touches. The
 * mesh need not pass mesh_validate, and all its vertices are of its own. */
MUST_CHECK Status trapezoid_published_create(const Polygons *polygons, Memory *memory, Mesh *mesh,
                                             Error *error);

#endif
