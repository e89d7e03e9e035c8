/* Shortest ways inside one cluster of a grid: what HPA* runs to build its graph and to join a start and a
 * goal to it.
 *
 * The search works on a framed copy of the cluster's costs, so it never tests a border, and keeps its state
 * by epochs, so a run costs what it settles and nothing for the cluster's size. The queue is a ring of
 * buckets (Dial, "Algorithm 360", 1969) no wider than the cheapest step: what is settled cannot better
 * another cell of its own bucket, so no order is needed within one. */
#ifndef TAUT_GRID_HPA_LOCAL_H
#define TAUT_GRID_HPA_LOCAL_H

#include "algos/map/grid.h"
#include "algos/map/move.h"

enum {
    CLUSTER_SIDE_MOST = 256, /* cells along a side of a cluster: a spot fits 16 bits */
    DIRECTION_COUNT = 8
};

/* Cells x .. x + width - 1, y .. y + height - 1. */
typedef struct Area {
    int32_t x, y, width, height;
} Area;

/* A cell's place in its cluster, y · 256 + x: spots are ordered by rows. */
typedef uint16_t Spot;

static inline Spot spot_at(const Area *area, Cell cell) {
    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): the cell lies in the area. */
    return (Spot)((cell.y - area->y) << 8 | (cell.x - area->x));
}

static inline Cell spot_cell(const Area *area, Spot spot) {
    return (Cell){area->x + (spot & 255), area->y + (spot >> 8)};
}

/* A step: 0 .. 3 north, east, south, west; 4 .. 7 the diagonals, each a quarter turn on from north-east. */
typedef uint8_t Direction;

static inline Direction direction_opposite(Direction direction) {
    return direction ^ 2;
}

static inline Cell cell_beside(Cell cell, Direction direction) {
    static const int8_t dx[DIRECTION_COUNT] = {0, 1, 0, -1, 1, 1, -1, -1};
    static const int8_t dy[DIRECTION_COUNT] = {-1, 0, 1, 0, -1, 1, 1, -1};
    return (Cell){cell.x + dx[direction], cell.y + dy[direction]};
}

/* Adds the step into a cell of that cost to a length. */
static inline void length_add_step(Length *length, Direction direction, uint8_t cost) {
    if (direction < 4)
        length->straight += cost;
    else
        length->diagonal += cost;
}

typedef struct LocalSearch LocalSearch;

/* Room to search clusters of up to side · side cells of `grid`, ordering lengths by `scale`. */
MUST_CHECK Status local_search_create(const Grid *grid, Move move, MoveScale scale, int32_t side,
                                      Memory *memory, LocalSearch **search);
void local_search_destroy(LocalSearch *search);

/* Makes it fit the grid's costs and scale as they are now; to be done when they have changed. On failure it
 * is as it was. */
MUST_CHECK Status local_search_fit(LocalSearch *search, const Grid *grid, MoveScale scale);

/* Copies the cluster's costs. O(side · side) bytes. */
void local_search_load(LocalSearch *search, const Grid *grid, Area area);

/* Forgets the run before and what it wanted. */
void local_search_begin(LocalSearch *search);

/* Asks the next run for this cell. */
void local_search_want(LocalSearch *search, Spot spot);

/* Searches from `source` (or, with `reverse`, for the ways that end there) until all that is wanted is
 * settled or nothing is left. Returns the number of cells settled; 0 if nothing was wanted. */
uint32_t local_search_run(LocalSearch *search, Spot source, bool reverse);

/* Whether the run reached a cell that it was asked for, and the scaled length of the way. */
bool local_search_reached(const LocalSearch *search, Spot spot, uint64_t *scaled);

/* Forward: the last step of the way to a reached cell. Reverse: the first step of the way from it. */
Direction local_search_arrow(const LocalSearch *search, Spot spot);

/* Cost of entering a cell of the loaded cluster. */
uint8_t local_search_cost(const LocalSearch *search, Spot spot);

#endif
