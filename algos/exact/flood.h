/* The oracle of grids: an exhaustive flood with exact lengths. It shares no code with a solver: no heuristic,
 * no heap, no scaled lengths; buckets one unit wide are settled in order (Dial, "Algorithm 360", 1969), and
 * lengths in them are compared exactly. */
#ifndef TAUT_EXACT_FLOOD_H
#define TAUT_EXACT_FLOOD_H

#include "algos/core/length.h"
#include "algos/core/memory.h"
#include "algos/map/grid.h"
#include "algos/map/move.h"

typedef struct Flood Flood;

/* Room to flood `grid` under `move`: 9 bytes a cell and the frontier. The grid outlives it. STATUS_REFUSED
 * when the grid's costs add up to 2^31 or more: its lengths are kept in 32 bits. */
MUST_CHECK Status flood_create(const Grid *grid, Move move, Memory *memory, Flood **flood, Error *error);
void flood_destroy(Flood *flood);

/* Floods from `start` (a passable cell) until all of `goals` are settled or nothing is left; with
 * goal_count 0 it floods all that can be reached. Forgets the flood before. */
MUST_CHECK Status flood_run(Flood *flood, Cell start, const Cell *goals, uint32_t goal_count);

/* The exact shortest length from the last start to `goal`; false where there is no path. Only for goals
 * given to flood_run, or for any cell after a whole flood. */
bool flood_length(const Flood *flood, Cell goal, Length *length);

#endif
