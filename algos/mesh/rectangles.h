/* The passable cells of a grid as a mesh of rectangles. */
#ifndef TAUT_MESH_RECTANGLES_H
#define TAUT_MESH_RECTANGLES_H

#include "algos/map/grid.h"
#include "algos/map/mesh.h"

/* Cell (x, y) covers [x, x+1] × [y, y+1]. Greedy: by rows, each passable cell that is in no rectangle yet
 * begins one, as wide as it can be and then as deep, or the other way round, whichever is larger (if equal,
 * the first). A side has a corner wherever a neighbour begins or ends. Costs are not looked at. O(cells)
 * time, 8 bytes a cell while it works. STATUS_REFUSED where no cell is passable. Destroy the mesh with
 * mesh_destroy. */
MUST_CHECK Status rectangles_create(const Grid *grid, Memory *memory, Mesh *mesh, Error *error);

#endif
