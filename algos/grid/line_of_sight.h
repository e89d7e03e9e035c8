/* What a straight line between the centres of two cells crosses, in whole numbers only.
 *
 * The rule is `any`: the line lies in closed free space. It may touch blocked cells, and pass a corner of the
 * lattice where one blocked cell ends; where two touch in that point it would have to cross between them, and
 * is not free. Between centres a line never runs along a border: at a slope it meets the lattice in points,
 * and without one it stays half a cell away. So whose the border is need not be decided. */
#ifndef TAUT_GRID_LINE_OF_SIGHT_H
#define TAUT_GRID_LINE_OF_SIGHT_H

#include "algos/core/length.h"
#include "algos/map/grid.h"

/* Whether the line between the centres of two passable cells is free. O(cells crossed). */
bool line_of_sight(const Grid *grid, Cell from, Cell to);

/* The integral of the cells' costs along a line: sum / share · √square, where `square` is the square of the
 * line's length and `share` the whole of it in the units in which `sum` counts each cell's part. */
typedef struct LineCost {
    int64_t sum;    /* below 2^37 */
    int64_t share;  /* at least 2, below 2^29 */
    int64_t square; /* below 2^29 */
} LineCost;

/* The same for any two different passable cells, with what the line costs; false where it is not free. */
bool line_cost(const Grid *grid, Cell from, Cell to, LineCost *cost);

/* Whether it is no more than half of a length (whose parts are not negative), exactly. False as well where
 * that length's parts are 2^32 or more together: their squares would not fit. */
bool line_costs_no_more(LineCost line, Length twice);

/* Rounded, four roundings at most. */
double line_cost_value(LineCost cost);

#endif
