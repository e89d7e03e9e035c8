/* A query and the path that answers it. */
#ifndef TAUT_MAP_PATH_H
#define TAUT_MAP_PATH_H

#include "algos/core/length.h"
#include "algos/core/memory.h"
#include "algos/core/status.h"
#include "algos/map/grid.h"

/* A start and a goal, both passable cells of the map. */
typedef struct Query {
    Cell start, goal;
} Query;

/* The cells of a path, both ends included; count 0 says "no path", start = goal gives one cell. The caller
 * owns it and uses it again for the next query. */
typedef struct Path {
    Cell *cells;
    uint64_t count, capacity;
    Length length; /* what the solver claims it costs */
    Memory *memory;
} Path;

/* An empty path that grows in `memory`. */
static inline Path path_in(Memory *memory) {
    return (Path){.memory = memory};
}

/* Makes room for `capacity` cells in all, keeping what is there; doubles, so that a reused path settles. */
MUST_CHECK Status path_reserve(Path *path, uint64_t capacity);

/* Turns the order of cells first .. count - 1 round. */
void path_reverse(Path *path, uint64_t first);

/* Gives back its cells; it can be used again. */
void path_destroy(Path *path);

#endif
