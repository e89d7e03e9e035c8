/* Straightening a path of cells: corners are left out where a straight line between two of its cells does as
 * well. What comes out is never longer. On maps of one cost a line does as well where it is free; where costs
 * differ it must be free and cost no more than the steps that it replaces, which is decided exactly. */
#ifndef TAUT_GRID_SMOOTH_H
#define TAUT_GRID_SMOOTH_H

#include "algos/map/grid.h"
#include "algos/map/point_path.h"

typedef enum SmoothWay {
    SMOOTH_GREEDY,  /* a line ends before the first cell that it cannot reach: one test a cell */
    SMOOTH_FARTHEST /* a line goes to the last cell that it can reach: up to n tests a corner */
} SmoothWay;
#define SMOOTH_NAMES "greedy|farthest"

/* Appends to `path` the centres at which the straightened path turns, the first and the last cell included.
 * `cells` is a path under a rule between cells. */
MUST_CHECK Status smooth_cells(const Grid *grid, const Cell *cells, uint64_t count, SmoothWay way,
                               PointPath *path);

/* What a path between centres costs, rounded: the integral of the cells' costs along its lines, all of which
 * are free. */
double smooth_cost(const Grid *grid, const PointPath *path);

#endif
