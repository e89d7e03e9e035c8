/* The eight directions of a grid, and paths that are told by them. */
#ifndef TAUT_GRID_DIRECTIONS_H
#define TAUT_GRID_DIRECTIONS_H

#include "algos/map/move.h"
#include "algos/map/path.h"

#include <stdbool.h>

enum { DIRECTION_NONE = 8 }; /* of a path's first cell: no step leads to it */

/* North, west, east, south, then the corners: north-west, north-east, south-west, south-east. */
static const Cell direction_steps[8] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}};

/* The straight directions that a diagonal one (less 4) is made of: its side cells lie there. */
static const uint8_t direction_parts[4][2] = {{0, 1}, {0, 2}, {3, 1}, {3, 2}};

static inline int direction_opposite(int direction) {
    return direction < 4 ? 3 - direction : 11 - direction;
}

/* From a place to its neighbour in each direction. */
static inline void direction_offsets(const Grid *grid, int32_t offsets[8]) {
    for (int i = 0; i < 8; i++) offsets[i] = direction_steps[i].y * grid->stride + direction_steps[i].x;
}

/* Whether the rule allows the diagonal step from `place`. */
static inline bool direction_diagonal_open(const uint8_t *cost, const int32_t offsets[8], Move move,
                                           uint32_t place, int direction) {
    if (cost[place + (uint32_t)offsets[direction]] == 0) return false;
    bool one = cost[place + (uint32_t)offsets[direction_parts[direction - 4][0]]] != 0;
    bool other = cost[place + (uint32_t)offsets[direction_parts[direction - 4][1]]] != 0;
    return move == MOVE_8C ? one || other : one && other;
}

/* The directions (bits) in which the rule allows a step from `place`. */
static inline uint32_t direction_open(const uint8_t *cost, const int32_t offsets[8], Move move,
                                      uint32_t place) {
    uint32_t open = 0;
    for (int i = 0; i < 4; i++) open |= (uint32_t)(cost[place + (uint32_t)offsets[i]] != 0) << i;
    if (move == MOVE_4) return open;
    for (int i = 4; i < 8; i++) open |= (uint32_t)direction_diagonal_open(cost, offsets, move, place, i) << i;
    return open;
}

/* Appends the cell at `place` to the path. It is entered by a step in `direction`, whose cost is added. */
MUST_CHECK static inline Status path_enter(Path *path, const Grid *grid, uint32_t place, int direction) {
    TRY(path_reserve(path, path->count + 1));
    path->cells[path->count++] = grid_cell(grid, place);
    if (direction != DIRECTION_NONE)
        *(direction < 4 ? &path->length.straight : &path->length.diagonal) += grid->cost[place];
    return STATUS_OK;
}

#endif
