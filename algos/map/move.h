/* Movement rules by name, and the integer stand-in for their lengths that searches may order by. */
#ifndef TAUT_MAP_MOVE_H
#define TAUT_MAP_MOVE_H

#include "algos/core/length.h"
#include "algos/core/status.h"

#include <stdint.h>

typedef enum Move {
    MOVE_4, /* four neighbours; a step costs the cell entered */
    MOVE_8, /* eight neighbours, (1 or √2) × the cost of the cell entered; a diagonal needs both side cells */
    MOVE_8C,  /* the same, but a diagonal may cut a corner: it needs one of its side cells */
    MOVE_ANY, /* straight lines anywhere in closed free space: on polygons and meshes */
    MOVE_COUNT
} Move;

/* The rules between cells in the order of the enum, as a choice parameter wants them: all, and those without
 * cut corners. Whatever a cell can reach under one of them it can reach under `4`, and a path under any of
 * them through the centres of its cells is one under `any`: between two blocked cells that touch none passes.
 */
#define MOVE_NAMES       "4|8|8c"
#define MOVE_UNCUT_NAMES "4|8"

/* "4", "8", "8c" or "any". */
const char *move_name(Move move);

/* A rational stand-in diagonal/straight for √2 (a convergent of its continued fraction): lengths a + b√2 are
 * ordered as a·straight + b·diagonal, exactly while no |b| reaches `straight`. Under `4` both are 1. */
typedef struct MoveScale {
    uint64_t straight, diagonal;
} MoveScale;

/* For rules between cells. The smallest scale that is exact on a map whose passable cells cost `cost_sum` in
 * all (no shortest path enters a cell twice, so no diagonal count exceeds it). STATUS_REFUSED when scaled
 * lengths would not stay below 2^62: far above 16384 × 16384 cells of mean cost 4. */
MUST_CHECK Status move_scale(Move move, uint64_t cost_sum, MoveScale *scale, Error *error);

#endif
