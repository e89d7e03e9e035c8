/* The judge of straight lines over a grid whose cells cost differently: the integral of the cost along them.
 *
 * A line costs, in each cell that it crosses, the cell's cost times its length there. Lines go between
 * centres of cells: so they never run along a border, and it need not be said whose cost holds there; in the
 * points in which they meet borders they have no length. Which cells are crossed and in which parts is
 * computed in whole numbers, by clipping the line against one cell after the other. */
#ifndef TAUT_EXACT_SEGMENT_COST_H
#define TAUT_EXACT_SEGMENT_COST_H

#include "algos/map/grid.h"
#include "algos/map/point_path.h"

/* sum / share of the root of `square`. */
typedef struct SegmentCost {
    int64_t sum, share, square;
} SegmentCost;

/* The cost of the line between the centres of two cells. False where it leaves closed free space (`any`:
 * it enters a blocked cell, or crosses a point in which two of them touch). The cost of a line from a cell to
 * itself is 0. O(cells crossed). */
bool segment_cost(const Grid *grid, Cell from, Cell to, SegmentCost *cost);

/* Whether `path` goes from the query's start to its goal by lines between centres (x + 1/2, y + 1/2) that are
 * free. Sets the cost as walked. False as well when the length that the solver claims differs from it by more
 * than 1e-9 of it; `why` (may be NULL) then says what is wrong and where. An empty path is valid: it claims
 * that there is none. */
bool segment_path_valid(const Grid *grid, const PointQuery *query, const PointPath *path, double *walked,
                        Error *why);

#endif
