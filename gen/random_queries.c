/* Random queries: pairs of different cells, uniform over all between which there is a path, as documents D0
 * and D2 use them. The same pair may come twice. */
#include "gen/generator.h"

#include "gen/pairs.h"
#include "gen/sides.h"

enum { COUNT, SEED, ROW_COUNT };

static const Parameter rows[ROW_COUNT] = {
    [COUNT] = {.name = "count",
               .type = PARAMETER_INTEGER,
               .low = 1,
               .high = 10000000,
               .preset = 300,
               .help = "queries"},
    [SEED] = SEED_ROW,
};

static Status random_generate(const Map *map, const Settings *settings, Memory *memory, QuerySet *set,
                              Error *error) {
    QuerySet made = {.count = (uint32_t)settings->value[COUNT], .memory = memory};
    Pairs pairs;
    TRY(pairs_create(&map->grid, memory, &pairs, error));
    made.queries = memory_take(memory, made.count, sizeof *made.queries);
    if (made.queries != NULL) {
        Rng rng = rng_from((uint64_t)settings->value[SEED]);
        for (uint32_t i = 0; i < made.count; i++) pairs_draw(&pairs, &rng, &made.queries[i]);
    }
    pairs_destroy(&pairs);
    if (made.queries == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the queries", NULL);
    *set = made;
    return STATUS_OK;
}

extern const QueryGenerator random_generator;
const QueryGenerator random_generator = {
    .name = "random",
    .summary = "pairs of cells, uniform over all with a path between them",
    .source = "documents D0 and D2, \"random pairs\"",
    .parameters = {rows, ROW_COUNT},
    .map_kinds = MAP_GRID,
    .generate = random_generate,
};
