/* Crowds: `units` queries in a row with one goal, then as many with the next, as many units that walk to one
 * place ask them (document D2's closing table, "many units, one goal"). A goal and the first unit's start are
 * drawn by pairs_draw; the others start anywhere from where there is a path to the goal, uniformly. The same
 * start may come twice. */
#include "gen/generator.h"

#include "gen/pairs.h"
#include "gen/sides.h"

enum { GOALS, UNITS, SEED, ROW_COUNT };

static const Parameter rows[ROW_COUNT] = {
    [GOALS] = {.name = "goals",
               .type = PARAMETER_INTEGER,
               .low = 1,
               .high = 1000,
               .preset = 10,
               .help = "goals, one after the other"},
    [UNITS] = {.name = "units",
               .type = PARAMETER_INTEGER,
               .low = 1,
               .high = 10000,
               .preset = 100,
               .help = "queries to each goal"},
    [SEED] = SEED_ROW,
};

/* The units of one goal. */
static void draw_crowd(const Pairs *pairs, Rng *rng, uint32_t units, Query *queries) {
    const Group *group = pairs_draw(pairs, rng, &queries[0]);
    const Cell goal = queries[0].goal;
    for (uint32_t i = 1; i < units; i++) {
        Cell start;
        do start = grid_cell(pairs->grid, pairs->places[group->first + rng_below(rng, group->size)]);
        while (start.x == goal.x && start.y == goal.y);
        queries[i] = (Query){start, goal};
    }
}

static Status crowd_generate(const Map *map, const Settings *settings, Memory *memory, QuerySet *set,
                             Error *error) {
    const uint32_t goals = (uint32_t)settings->value[GOALS], units = (uint32_t)settings->value[UNITS];
    QuerySet made = {.count = goals * units, .memory = memory};
    Pairs pairs;
    TRY(pairs_create(&map->grid, memory, &pairs, error));
    made.queries = memory_take(memory, made.count, sizeof *made.queries);
    if (made.queries != NULL) {
        Rng rng = rng_from((uint64_t)settings->value[SEED]);
        for (uint32_t i = 0; i < goals; i++) draw_crowd(&pairs, &rng, units, made.queries + i * units);
    }
    pairs_destroy(&pairs);
    if (made.queries == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the queries", NULL);
    *set = made;
    return STATUS_OK;
}

extern const QueryGenerator crowd_generator;
const QueryGenerator crowd_generator = {
    .name = "crowd",
    .summary = "many pairs of cells with one goal, then as many with another",
    .source = "document D2, \"many units to one goal\"",
    .parameters = {rows, ROW_COUNT},
    .map_kinds = MAP_GRID,
    .generate = crowd_generate,
};
