/* MovingAI `.map` files (N. Sturtevant, "Benchmarks for Grid-Based Pathfinding", 2012): four lines of header,
 * then one letter a cell. */
#ifndef TAUT_MAP_MAP_FILE_H
#define TAUT_MAP_MAP_FILE_H

#include "algos/core/notes.h"
#include "algos/map/costs_file.h"
#include "algos/map/map.h"

/* Reads a map in two passes, so that nothing is allocated for a file that is wrong; the grid is all it takes,
 * two bytes a cell. `costs` NULL: plain rules. What is tolerated goes to `notes` (may be NULL). Destroy the
 * map with grid_destroy. */
MUST_CHECK Status map_read(const char *bytes, size_t length, const char *name, const Costs *costs,
                           Memory *memory, Map *map, Notes *notes, Error *error);

/* The file of a map, letters as they are, LF line ends. Allocated in `memory`. */
MUST_CHECK Status map_write(const Grid *grid, Memory *memory, char **bytes, size_t *length);

#endif
