/* All ordered pairs of different cells between which there is a path, to draw from uniformly. What comes out
 * is distributed as if pairs of passable cells were drawn and those without a path thrown away, but each draw
 * takes O(log components) on any map. */
#ifndef TAUT_GEN_PAIRS_H
#define TAUT_GEN_PAIRS_H

#include "algos/core/memory.h"
#include "algos/core/rng.h"
#include "algos/map/grid.h"
#include "algos/map/path.h"

/* The passable cells of a component of two cells or more. */
typedef struct Group {
    uint32_t first, size; /* its cells in `places` */
    uint64_t pairs;       /* of this group and those before it */
} Group;

typedef struct Pairs {
    const Grid *grid;
    uint32_t *places; /* of all passable cells, component by component, each by rows */
    Group *groups;
    uint32_t group_count;
    uint64_t count; /* of pairs */
    Memory *memory;
} Pairs;

/* O(cells), 4 bytes a cell kept and 8 needed. STATUS_REFUSED where there is no pair. */
MUST_CHECK Status pairs_create(const Grid *grid, Memory *memory, Pairs *pairs, Error *error);
void pairs_destroy(Pairs *pairs);

/* A uniform pair, and its group. */
const Group *pairs_draw(const Pairs *pairs, Rng *rng, Query *query);

#endif
