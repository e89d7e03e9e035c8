/* The outline of a grid's blocked cells: the free space in which solvers of the plane move on a grid map. */
#ifndef TAUT_MAP_GRID_POLYGONS_H
#define TAUT_MAP_GRID_POLYGONS_H

#include "algos/map/grid.h"
#include "algos/map/polygons.h"

/* Free space under the rule `any`: the union of the closed passable cells, cell (x, y) covering
 * [x, x+1] × [y, y+1]; outside of the map all is blocked. What it costs to enter a cell is not looked at. The
 * result is what polygons_create makes of the same outline: vertices where it bends, and where two blocked
 * cells touch in a point (a vertex of four edges, which may be touched and turned at from one side but not
 * crossed), none inside a straight piece. `obstacle_count` is the number of blocked places that hang
 * together by sides and lie inside free space; the box is that of free space. The area is the number of
 * passable cells.
 *
 * O(cells) and exact; 28 bytes a vertex while it works. STATUS_REFUSED where no cell is passable. */
MUST_CHECK Status grid_polygons_create(const Grid *grid, Memory *memory, Polygons *polygons, Error *error);

#endif
