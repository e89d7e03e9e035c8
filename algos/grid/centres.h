/* How solvers that go from centre to centre of cells answer queries between points. */
#ifndef TAUT_GRID_CENTRES_H
#define TAUT_GRID_CENTRES_H

#include "algos/map/grid.h"
#include "algos/map/path.h"
#include "algos/map/point_path.h"

/* The passable cells that the query's ends lie in; an end on a border or corner is in the first of those
 * around it, by rows, that is passable. A cell is convex, so the way between an end and its cell's centre is
 * free. False where an end is in no passable cell, or is a point where two blocked cells touch: then there is
 * no path. */
bool centres_ends(const Grid *grid, const PointQuery *query, Query *cells);

/* The way within one cell, for a query whose ends have the same: one point, or two. Sets the length. */
MUST_CHECK Status centres_within(const PointQuery *query, PointPath *path);

/* Appends `end`, an end of the query, unless it is the centre of its cell. */
MUST_CHECK Status centres_add_end(PointPath *path, Point end, Cell cell);

#endif
