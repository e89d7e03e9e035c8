/* What the parts of the constrained Delaunay triangulation share. */
#ifndef TAUT_MESH_CDT_PARTS_H
#define TAUT_MESH_CDT_PARTS_H

#include "algos/mesh/loops.h"

/* Triangles of free space, any: triangle t has the corners 3t, 3t + 1, 3t + 2. Room in `loops`
 * is taken here. O(n log n). */
MUST_CHECK Status triangles_sweep(const Polygons *map, Memory *memory, Loops *loops);

/* Takes edges out as cdt_merged_create says. */
MUST_CHECK Status loops_merge(const Polygons *map, Loops *loops);

#endif
