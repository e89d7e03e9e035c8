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
 * decide by adaptive predicates; but where obstacles are there no farther apart than roundings, corners may
 * fall together or pass one another, the mesh need not pass mesh_validate, and a search may go through the
 * wall or find no gap: before one, ask trapezoids_are_apart. Destroy the mesh with mesh_destroy. */
MUST_CHECK Status trapezoid_create(const Polygons *polygons, Memory *memory, Mesh *mesh);

/* Whether a mesh that trapezoid_create made may be searched: always on a lattice; on an inexact map where
 * every upright side is longer than all that rounding can amount to, 2^-44 of the largest coordinate (a
 * computed corner is off by less than 2^-49 of it, what a cone leaves in doubt is within 2^-46: cone.h).
 * Where it may not, cdt.h, which computes no corners, has a mesh that may. O(corners). */
bool trapezoids_are_apart(const Mesh *mesh);

/* The loops that document D0 publishes, for comparison: see trapezoid_published.c for what is wrong with
 * them. About n^2.3. STATUS_REFUSED unless the outer boundary is a rectangle that no obstacle touches. The
 * mesh need not pass mesh_validate, and all its vertices are of its own. */
MUST_CHECK Status trapezoid_published_create(const Polygons *polygons, Memory *memory, Mesh *mesh,
                                             Error *error);

#endif
