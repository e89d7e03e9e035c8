#include "tests/support.h"

#include <stdlib.h>
#include <string.h>

void assert_ok(Status status, const Error *error, const char *file, int line) {
    if (status == STATUS_OK) return;
    print_error("status %d: %s\n", (int)status, error == NULL ? "" : error->text);
    _fail(file, line);
}

static TerrainCosts terrain_digits(void) {
    TerrainCosts terrain = terrain_plain();
    for (uint8_t digit = 1; digit <= 9; digit++) terrain.of['0' + digit] = digit;
    return terrain;
}

void grid_from_text(Memory *memory, const char *rows, Map *map) {
    int32_t width = (int32_t)strcspn(rows, "\n"), height = 1;
    for (const char *at = rows; (at = strchr(at, '\n')) != NULL; at++) height++;
    TerrainCosts terrain = terrain_digits();
    Error error;
    *map = (Map){.kind = MAP_GRID};
    ASSERT_OK(grid_create(memory, width, height, &terrain, &map->grid, &error), &error);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) grid_set(&map->grid, x, y, (uint8_t)rows[y * (width + 1) + x]);
    grid_finish(&map->grid);
}

void grid_random(Memory *memory, int32_t width, int32_t height, uint32_t blocked, uint32_t cost_most,
                 uint64_t seed, Map *map) {
    TerrainCosts terrain = terrain_digits();
    Error error;
    Rng rng = rng_from(seed);
    *map = (Map){.kind = MAP_GRID};
    ASSERT_OK(grid_create(memory, width, height, &terrain, &map->grid, &error), &error);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            grid_set(&map->grid, x, y,
                     rng_below(&rng, 100) < blocked ? (uint8_t)'@'
                                                    : (uint8_t)('1' + rng_below(&rng, cost_most)));
    grid_finish(&map->grid);
}

static Cell cell_random(const Grid *grid, Rng *rng) {
    for (;;) {
        Cell cell = {rng_between(rng, 0, grid->width - 1), rng_between(rng, 0, grid->height - 1)};
        if (grid_cost(grid, cell) != 0) return cell;
    }
}

bool query_random(const Grid *grid, Rng *rng, Query *query) {
    if (grid->passable_count == 0) return false;
    query->start = cell_random(grid, rng);
    query->goal = cell_random(grid, rng);
    return true;
}

uint32_t trials(uint32_t normal) {
    const char *multiple = getenv("TAUT_TRIALS");
    double wanted = normal * (multiple == NULL ? 1.0 : strtod(multiple, NULL));
    return wanted < 1 ? 1 : wanted > UINT32_MAX ? UINT32_MAX : (uint32_t)wanted;
}
