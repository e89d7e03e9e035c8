/* Triangles of free space: the constrained Delaunay triangulation (Chew, "Constrained Delaunay
 * triangulations", 1989; Lee and Lin, 1986). */
#ifndef TAUT_MESH_CDT_H
#define TAUT_MESH_CDT_H

#include "algos/map/mesh.h"
#include "algos/map/polygons.h"

/* Each edge that is no wall is locally Delaunay, decided exactly: the triangle on its other side has its tip
 * not inside the circle of this one. Where four corners lie on one circle, the edge from the first of them
 * (by x, then y) is taken, so that there is one such triangulation of a map. Vertices are those of the
 * polygons, by the same numbers; none is added. A plane sweep makes triangles in O(n log n), edges are
 * flipped as the sweep goes: O(n^2) flips at worst, a few for each triangle in practice. Destroy the mesh
 * with mesh_destroy. */
MUST_CHECK Status cdt_create(const Polygons *polygons, Memory *memory, Mesh *mesh);

/* The same triangles joined to convex polygons, edge by edge, the longest first (ties: the lower vertices),
 * as long as what is joined stays convex; straight angles may remain. So no edge is left that could be taken
 * out, and there are at most four times as many faces as in the best such decomposition (Hertel and Mehlhorn,
 * "Fast triangulation of simple polygons", 1983). O(n log n) more. */
MUST_CHECK Status cdt_merged_create(const Polygons *polygons, Memory *memory, Mesh *mesh);

#endif
