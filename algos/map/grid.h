/* A grid map: cells with an integer cost of entering them, 0 where blocked.
 *
 * Cell (x, y) covers [x, x+1] × [y, y+1], y down. Costs are kept with a blocked frame one cell wide, so that
 * a search never tests a border: the cell's place is (y + 1) · stride + x + 1 with stride = width + 2. Beside
 * them stand the file's letters, so that a map is written back as it was read. Two bytes a cell. */
#ifndef TAUT_MAP_GRID_H
#define TAUT_MAP_GRID_H

#include "algos/core/memory.h"
#include "algos/core/point.h"
#include "algos/core/status.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    GRID_SIDE_MOST = 16384, /* cells along a side */
    GRID_COST_MOST = 255
};

typedef struct Cell {
    int32_t x, y;
} Cell;

/* What the letters of a `.map` file cost: 0 is blocked. */
typedef struct TerrainCosts {
    uint8_t of[256];
} TerrainCosts;

typedef struct Grid {
    int32_t width, height, stride;
    uint8_t *cost;   /* (height + 2) · stride places, framed */
    uint8_t *letter; /* width · height, by rows */
    TerrainCosts terrain;
    uint64_t passable_count;    /* cells that can be entered */
    uint64_t cost_sum;          /* of all of them */
    uint8_t cost_min, cost_max; /* over them; 0 where there is none */
    uint64_t hash;              /* of sizes and costs: what a search can see. Letters do not count. */
    Memory *memory;
} Grid;

/* Plain rules: '.', 'G' and 'S' cost 1, all else is blocked (benchmarks of MovingAI). Case does not matter.
 */
TerrainCosts terrain_plain(void);

/* An empty grid of blocked '@' cells; give it letters with grid_set and end with grid_finish. Sizes must be
 * in 1 .. GRID_SIDE_MOST. */
MUST_CHECK Status grid_create(Memory *memory, int32_t width, int32_t height, const TerrainCosts *terrain,
                              Grid *grid, Error *error);

/* Sets a cell's letter and, by the grid's terrain, its cost. The sums and the hash are stale until
 * grid_finish. */
void grid_set(Grid *grid, int32_t x, int32_t y, uint8_t letter);

/* Computes counts, sums and hash. O(cells). */
void grid_finish(Grid *grid);

/* Gives back all it holds; a zeroed grid is allowed. */
void grid_destroy(Grid *grid);

static inline bool grid_inside(const Grid *grid, Cell cell) {
    return cell.x >= 0 && cell.y >= 0 && cell.x < grid->width && cell.y < grid->height;
}

static inline uint32_t grid_place(const Grid *grid, Cell cell) {
    return (uint32_t)(cell.y + 1) * (uint32_t)grid->stride + (uint32_t)(cell.x + 1);
}

static inline Cell grid_cell(const Grid *grid, uint32_t place) {
    uint32_t stride = (uint32_t)grid->stride;
    return (Cell){(int32_t)(place % stride) - 1, (int32_t)(place / stride) - 1};
}

/* A cell's centre in the plane. */
static inline Point cell_centre(Cell cell) {
    return (Point){cell.x + 0.5, cell.y + 0.5};
}

/* Cost of entering the cell; 0 outside and where blocked. */
static inline uint8_t grid_cost(const Grid *grid, Cell cell) {
    return grid_inside(grid, cell) ? grid->cost[grid_place(grid, cell)] : 0;
}

/* Places of the framed array. */
static inline uint32_t grid_place_count(const Grid *grid) {
    return (uint32_t)(grid->height + 2) * (uint32_t)grid->stride;
}

/* Whether all passable cells cost the same. */
static inline bool grid_uniform(const Grid *grid) {
    return grid->cost_min == grid->cost_max;
}

/* STATUS_REFUSED, naming `solver`, for a grid whose passable cells cost differently. */
MUST_CHECK Status grid_check_uniform(const Grid *grid, const char *solver, Error *error);

#endif
