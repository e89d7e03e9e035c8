/* Regular polygons, turned at random: many corners make near-circles, whose shortest paths turn often. */
#include "gen/scatter.h"

#include "algos/core/turn.h"

enum { RADIUS_MIN = SCATTER_COUNT, RADIUS_MAX, CORNERS, ROW_COUNT };

enum { CORNERS_MOST = 1000 };

static const Parameter rows[ROW_COUNT] = {
    SCATTER_ROWS(5, 9, 10, 10),
    [RADIUS_MIN] = SCATTER_ROW("radius_min", 1, 10000, 30, false, "smallest radius of an obstacle"),
    [RADIUS_MAX] = SCATTER_ROW("radius_max", 1, 10000, 80, false, "largest radius of an obstacle"),
    [CORNERS] = SCATTER_ROW("corners", 3, CORNERS_MOST, 16, false, "corners of each"),
};

static double regular_radius(const int64_t *value, Rng *rng, double of[2]) {
    (void)of;
    return (double)value[RADIUS_MIN] + (double)(value[RADIUS_MAX] - value[RADIUS_MIN]) * rng_unit(rng);
}

static double regular_least_radius(const int64_t *value) {
    return (double)value[RADIUS_MIN];
}

static uint32_t regular_corners(const int64_t *value, Rng *rng, double radius, const double of[2],
                                Point *corner) {
    (void)of;
    uint32_t count = (uint32_t)value[CORNERS];
    double phase = rng_unit(rng);
    for (uint32_t i = 0; i < count; i++) {
        Point direction = turn_direction(phase + (double)i / (double)count);
        corner[i] = (Point){radius * direction.x, radius * direction.y};
    }
    return count;
}

static const Shape regular_shape = {regular_radius, regular_corners, regular_least_radius, CORNERS_MOST};

static Status regular_normalise(Settings *settings, Error *error) {
    const ParameterTable table = {rows, ROW_COUNT};
    TRY(scatter_ordered("regular", table, RADIUS_MIN, RADIUS_MAX, settings, error));
    return scatter_normalise("regular", table, &regular_shape, settings, error);
}

static Status regular_generate(const Settings *settings, Memory *memory, Map *map, Error *error) {
    Shape shape = regular_shape;
    shape.corners_most = (uint32_t)settings->value[CORNERS];
    return scatter_generate("regular", &shape, settings, memory, map, error);
}

extern const MapGenerator regular_generator;
const MapGenerator regular_generator = {
    .name = "regular",
    .summary = "regular polygons, turned at random, that keep apart",
    .source = "made up here: near-circles for the generator space of document D0",
    .parameters = {rows, ROW_COUNT},
    .normalise = regular_normalise,
    .generate = regular_generate,
};
