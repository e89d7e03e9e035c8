/* Connected components of the passable cells.
 *
 * Joined by steps in four directions. That is enough for the movement rule `8` too: a diagonal step needs
 * both cells beside it open, and by one of them the same cell is reached in two straight steps. */
#ifndef TAUT_MAP_COMPONENTS_H
#define TAUT_MAP_COMPONENTS_H

#include "algos/core/memory.h"
#include "algos/map/grid.h"

typedef struct Components {
    uint32_t *label; /* of each place of the framed array: 1 .. count, 0 where blocked */
    uint32_t *size;  /* cells of each label; size[0] is 0 */
    uint32_t count;
    Memory *memory;
} Components;

/* Labels in the order of each component's first place. O(cells), 4 bytes a cell. */
MUST_CHECK Status components_create(const Grid *grid, Memory *memory, Components *components);
void components_destroy(Components *components);

#endif
