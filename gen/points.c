/* Random queries between points, as document D0 draws them: both ends uniform over the map's box, on its
 * lattice. A pair with an end strictly inside an obstacle is dropped, not drawn again: so there are fewer
 * queries than `count`. */
#include "gen/generator.h"

#include "gen/lattice_points.h"
#include "gen/sides.h"

enum { COUNT, SEED, ROW_COUNT };

static const Parameter rows[ROW_COUNT] = {
    [COUNT] = {.name = "count",
               .type = PARAMETER_INTEGER,
               .low = 1,
               .high = 10000000,
               .preset = 25,
               .help = "pairs drawn; those with an end in an obstacle are dropped"},
    [SEED] = SEED_ROW,
};

static Status points_generate(const Map *map, const Settings *settings, Memory *memory, QuerySet *set,
                              Error *error) {
    const Polygons *polygons = &map->polygons;
    uint32_t drawn = (uint32_t)settings->value[COUNT];
    QuerySet made = {.memory = memory};
    made.points = memory_take(memory, drawn, sizeof *made.points);
    if (made.points == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the queries", NULL);
    Rng rng = lattice_rng(polygons, (uint64_t)settings->value[SEED]);
    double unit = lattice_unit_of(polygons);
    for (uint32_t i = 0; i < drawn; i++) {
        PointQuery query;
        query.start = lattice_point(polygons, unit, &rng);
        query.goal = lattice_point(polygons, unit, &rng);
        if (polygons_place(polygons, query.start) != PLACE_BLOCKED &&
            polygons_place(polygons, query.goal) != PLACE_BLOCKED)
            made.points[made.count++] = query;
    }
    if (made.count > 0) {
        *set = made;
        return STATUS_OK;
    }
    query_set_destroy(&made);
    return error_say(error, STATUS_REFUSED, "points: each of the pairs has an end in an obstacle", NULL);
}

extern const QueryGenerator points_generator;
const QueryGenerator points_generator = {
    .name = "points",
    .summary = "pairs of points, uniform over the map; those with an end in an obstacle are dropped",
    .source = "document D0, \"random queries\"",
    .parameters = {rows, ROW_COUNT},
    .map_kinds = MAP_POLYGONS,
    .generate = points_generate,
};
