#include "algos/map/grid.h"

#include "algos/core/hash.h"

#include <assert.h>

TerrainCosts terrain_plain(void) {
    TerrainCosts terrain = {{0}};
    for (const char *open = ".GgSs"; *open != '\0'; open++) terrain.of[(uint8_t)*open] = 1;
    return terrain;
}

Status grid_create(Memory *memory, int32_t width, int32_t height, const TerrainCosts *terrain, Grid *grid,
                   Error *error) {
    assert(width >= 1 && height >= 1 && width <= GRID_SIDE_MOST && height <= GRID_SIDE_MOST);
    *grid = (Grid){.width = width, .height = height, .stride = width + 2, .memory = memory};
    grid->terrain = *terrain;
    grid->cost = memory_take_zeroed(memory, grid_place_count(grid), 1);
    grid->letter = memory_take(memory, (size_t)width * (size_t)height, 1);
    if (grid->cost == NULL || grid->letter == NULL) {
        grid_destroy(grid);
        return error_say(error, STATUS_NO_MEMORY, "no memory for a grid of ", number_text(width).text, " x ",
                         number_text(height).text, " cells", NULL);
    }
    size_t cells = (size_t)width * (size_t)height;
    for (size_t i = 0; i < cells; i++) grid->letter[i] = '@';
    return STATUS_OK;
}

void grid_set(Grid *grid, int32_t x, int32_t y, uint8_t letter) {
    assert(grid_inside(grid, (Cell){x, y}));
    grid->letter[(size_t)y * (size_t)grid->width + (size_t)x] = letter;
    grid->cost[grid_place(grid, (Cell){x, y})] = grid->terrain.of[letter];
}

void grid_finish(Grid *grid) {
    Hash hash = hash_start();
    hash_text(&hash, "grid");
    hash_integer(&hash, grid->width);
    hash_integer(&hash, grid->height);
    uint64_t tally[256] = {0};
    for (int32_t y = 0; y < grid->height; y++) {
        const uint8_t *row = grid->cost + grid_place(grid, (Cell){0, y});
        hash_bytes(&hash, row, (size_t)grid->width);
        for (int32_t x = 0; x < grid->width; x++) tally[row[x]]++;
    }
    grid->passable_count = grid->cost_sum = 0;
    grid->cost_min = grid->cost_max = 0;
    for (uint32_t cost = 1; cost < 256; cost++) {
        if (tally[cost] == 0) continue;
        if (grid->cost_min == 0) grid->cost_min = (uint8_t)cost;
        grid->cost_max = (uint8_t)cost;
        grid->passable_count += tally[cost];
        grid->cost_sum += tally[cost] * cost;
    }
    grid->hash = hash_value(&hash);
}

void grid_destroy(Grid *grid) {
    if (grid->memory == NULL) return;
    memory_give(grid->memory, grid->cost);
    memory_give(grid->memory, grid->letter);
    *grid = (Grid){0};
}

Status grid_check_uniform(const Grid *grid, const char *solver, Error *error) {
    if (grid_uniform(grid)) return STATUS_OK;
    return error_say(error, STATUS_REFUSED, solver,
                     " takes maps whose cells all cost the same; here they cost ",
                     number_text(grid->cost_min).text, " to ", number_text(grid->cost_max).text, NULL);
}
