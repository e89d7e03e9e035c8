/* Noise: each cell by itself a wall with `wall` per cent; of the rest `forest` per cent are forest and
 * `swamp` per cent swamp, what is left plain land of cost 1. The other map that document D2 measures HPA* on;
 * the costs, which D2 does not give, are presets that come near its mean excess. */
#include "gen/generator.h"

#include "algos/core/rng.h"
#include "gen/sides.h"

enum { WALL = SIDES_COUNT, FOREST, SWAMP, FOREST_COST, SWAMP_COST, SEED, ROW_COUNT };

#define PER_CENT(NAME, PRESET, HELP) \
    { .name = NAME, .type = PARAMETER_INTEGER, .low = 0, .high = 100, .preset = (PRESET), .help = HELP }

#define COST(NAME, PRESET, HELP)                                                                       \
    {                                                                                                  \
        .name = NAME, .type = PARAMETER_INTEGER, .low = 1, .high = GRID_COST_MOST, .preset = (PRESET), \
        .help = HELP                                                                                   \
    }

static const Parameter rows[ROW_COUNT] = {
    SIDES_ROWS,
    [WALL] = PER_CENT("wall", 20, "per cent of all cells that are walls"),
    [FOREST] = PER_CENT("forest", 30, "per cent of the other cells that are forest"),
    [SWAMP] = PER_CENT("swamp", 15, "per cent of the other cells that are swamp"),
    [FOREST_COST] = COST("forest_cost", 2, "cost of entering a cell of forest"),
    [SWAMP_COST] = COST("swamp_cost", 4, "cost of entering a cell of swamp"),
    [SEED] = SEED_ROW,
};

static Status noise_normalise(Settings *settings, Error *error) {
    TRY(sides_normalise("noise", settings, error));
    if (settings->value[FOREST] + settings->value[SWAMP] <= 100) return STATUS_OK;
    return error_say(error, STATUS_BAD_INPUT, "noise: forest=", number_text(settings->value[FOREST]).text,
                     " and swamp=", number_text(settings->value[SWAMP]).text,
                     " are more than 100 per cent together", NULL);
}

/* What each of 100 equally likely numbers stands for. */
static void letters_fill(char *letters, const int64_t *value) {
    for (int64_t i = 0; i < 100; i++)
        letters[i] = i < value[FOREST] ? 'G' : i < value[FOREST] + value[SWAMP] ? 'S' : '.';
}

static Status noise_generate(const Settings *settings, Memory *memory, Map *map, Error *error) {
    const int64_t *value = settings->value;
    TerrainCosts terrain = terrain_plain();
    terrain.of['G'] = terrain.of['g'] = (uint8_t)value[FOREST_COST];
    terrain.of['S'] = terrain.of['s'] = (uint8_t)value[SWAMP_COST];
    char letters[100];
    letters_fill(letters, value);
    Grid grid;
    TRY(grid_create(memory, (int32_t)value[SIDES_WIDTH], (int32_t)value[SIDES_HEIGHT], &terrain, &grid,
                    error));
    Rng rng = rng_from((uint64_t)value[SEED]);
    for (int32_t y = 0; y < grid.height; y++) {
        for (int32_t x = 0; x < grid.width; x++) {
            if (rng_below(&rng, 100) < (uint32_t)value[WALL]) continue; /* a new grid is all walls */
            grid_set(&grid, x, y, (uint8_t)letters[rng_below(&rng, 100)]);
        }
    }
    grid_finish(&grid);
    *map = (Map){.kind = MAP_GRID, .grid = grid};
    return STATUS_OK;
}

extern const MapGenerator noise_generator;
const MapGenerator noise_generator = {
    .name = "noise",
    .summary = "each cell by itself wall, forest, swamp or plain",
    .source = "after document D2 (HPA*), \"noise\"",
    .parameters = {rows, ROW_COUNT},
    .normalise = noise_normalise,
    .generate = noise_generate,
};
