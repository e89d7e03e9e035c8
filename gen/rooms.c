/* Rooms: open land with rectangular blocks, the map that document D2 measures HPA* on. D2 does not say how it
 * draws them; the presets come near its mean excess.
 *
 * round(per_65536 · area / 65536) rectangles, their sides uniform over side_min .. side_max. They may
 * overlap, and stick out on every side, where they are cut: the top left corner is uniform over all places
 * from which the rectangle covers some cell of the map, so that each cell is as likely a wall as any other.
 * Share of walls by the presets: 35 % at 256 × 256 and 39 % at 1024 × 1024, where less is cut off; with 70
 * rectangles of 5 .. 30 it is 25 % and 27 %. */
#include "gen/generator.h"

#include "algos/core/rng.h"
#include "gen/sides.h"

#include <string.h>

enum { PER_65536 = SIDES_COUNT, SIDE_MIN, SIDE_MAX, SEED, ROW_COUNT };

static const Parameter rows[ROW_COUNT] = {
    SIDES_ROWS,
    [PER_65536] = {.name = "per_65536",
                   .type = PARAMETER_INTEGER,
                   .low = 0,
                   .high = 65536,
                   .preset = 60,
                   .help = "rectangles for each 65536 cells of the map"},
    [SIDE_MIN] = {.name = "side_min",
                  .type = PARAMETER_INTEGER,
                  .low = 1,
                  .high = GRID_SIDE_MOST,
                  .preset = 8,
                  .help = "shortest side of a rectangle, in cells"},
    [SIDE_MAX] = {.name = "side_max",
                  .type = PARAMETER_INTEGER,
                  .low = 1,
                  .high = GRID_SIDE_MOST,
                  .preset = 40,
                  .help = "longest side of a rectangle, in cells"},
    [SEED] = SEED_ROW,
};

static Status rooms_normalise(Settings *settings, Error *error) {
    TRY(sides_normalise("rooms", settings, error));
    if (settings->value[SIDE_MIN] <= settings->value[SIDE_MAX]) return STATUS_OK;
    return error_say(error, STATUS_BAD_INPUT, "rooms: side_min=", number_text(settings->value[SIDE_MIN]).text,
                     " is above side_max=", number_text(settings->value[SIDE_MAX]).text, NULL);
}

static int32_t larger(int32_t a, int32_t b) {
    return a > b ? a : b;
}

static int32_t smaller(int32_t a, int32_t b) {
    return a < b ? a : b;
}

/* Blocks from x, y (perhaps outside) to before right, bottom. */
static void block(Grid *grid, int32_t x, int32_t y, int32_t right, int32_t bottom) {
    x = larger(x, 0);
    size_t width = (size_t)(smaller(right, grid->width) - x);
    for (y = larger(y, 0), bottom = smaller(bottom, grid->height); y < bottom; y++) {
        memset(grid->cost + grid_place(grid, (Cell){x, y}), 0, width);
        memset(grid->letter + (size_t)y * (size_t)grid->width + (size_t)x, '@', width);
    }
}

static Status rooms_generate(const Settings *settings, Memory *memory, Map *map, Error *error) {
    const int64_t *value = settings->value;
    int32_t width = (int32_t)value[SIDES_WIDTH], height = (int32_t)value[SIDES_HEIGHT];
    TerrainCosts plain = terrain_plain();
    Grid grid;
    TRY(grid_create(memory, width, height, &plain, &grid, error));
    memset(grid.letter, '.', (size_t)width * (size_t)height);
    for (int32_t y = 0; y < height; y++)
        memset(grid.cost + grid_place(&grid, (Cell){0, y}), plain.of['.'], (size_t)width);
    uint64_t area = (uint64_t)width * (uint64_t)height;
    uint64_t count = ((uint64_t)value[PER_65536] * area + 32768) / 65536;
    Rng rng = rng_from((uint64_t)value[SEED]);
    for (uint64_t i = 0; i < count; i++) {
        int32_t across = rng_between(&rng, (int32_t)value[SIDE_MIN], (int32_t)value[SIDE_MAX]);
        int32_t down = rng_between(&rng, (int32_t)value[SIDE_MIN], (int32_t)value[SIDE_MAX]);
        int32_t x = rng_between(&rng, 1 - across, width - 1);
        int32_t y = rng_between(&rng, 1 - down, height - 1);
        block(&grid, x, y, x + across, y + down);
    }
    grid_finish(&grid);
    *map = (Map){.kind = MAP_GRID, .grid = grid};
    return STATUS_OK;
}

extern const MapGenerator rooms_generator;
const MapGenerator rooms_generator = {
    .name = "rooms",
    .summary = "open land with random rectangular blocks",
    .source = "after document D2 (HPA*), \"rooms\"",
    .parameters = {rows, ROW_COUNT},
    .normalise = rooms_normalise,
    .generate = rooms_generate,
};
