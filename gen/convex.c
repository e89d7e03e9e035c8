/* Convex polygons with corners on circles, as document D0 scatters them over its maps: the presets are those
 * that come nearest to its table (FINDINGS, D0), for the document does not give its generator. */
#include "gen/scatter.h"

#include "algos/core/turn.h"

enum { RADIUS_MIN = SCATTER_COUNT, RADIUS_MAX, CORNERS_MIN, CORNERS_MAX, ROW_COUNT };

enum { CORNERS_MOST = 64 };

static const Parameter rows[ROW_COUNT] = {
    SCATTER_ROWS(5, 9, 10, 10),
    [RADIUS_MIN] = SCATTER_ROW("radius_min", 1, 10000, 30, false, "smallest radius of an obstacle"),
    [RADIUS_MAX] = SCATTER_ROW("radius_max", 1, 10000, 80, false, "largest radius of an obstacle"),
    [CORNERS_MIN] = SCATTER_ROW("corners_min", 3, CORNERS_MOST, 3, false, "fewest corners"),
    [CORNERS_MAX] = SCATTER_ROW("corners_max", 3, CORNERS_MOST, 6, false, "most corners"),
};

static double convex_radius(const int64_t *value, Rng *rng, double of[2]) {
    (void)of;
    return (double)value[RADIUS_MIN] + (double)(value[RADIUS_MAX] - value[RADIUS_MIN]) * rng_unit(rng);
}

static double convex_least_radius(const int64_t *value) {
    return (double)value[RADIUS_MIN];
}

/* Corner q of k stands at phase + (q + U/2) / k turns, U uniform in [0, 1). */
static uint32_t convex_corners(const int64_t *value, Rng *rng, double radius, const double of[2],
                               Point *corner) {
    (void)of;
    uint32_t count = (uint32_t)rng_between(rng, (int32_t)value[CORNERS_MIN], (int32_t)value[CORNERS_MAX]);
    double phase = rng_unit(rng);
    for (uint32_t i = 0; i < count; i++) {
        Point direction = turn_direction(phase + ((double)i + 0.5 * rng_unit(rng)) / (double)count);
        corner[i] = (Point){radius * direction.x, radius * direction.y};
    }
    return count;
}

static const Shape convex_shape = {convex_radius, convex_corners, convex_least_radius, CORNERS_MOST};

static Status convex_normalise(Settings *settings, Error *error) {
    const ParameterTable table = {rows, ROW_COUNT};
    TRY(scatter_ordered("convex", table, RADIUS_MIN, RADIUS_MAX, settings, error));
    TRY(scatter_ordered("convex", table, CORNERS_MIN, CORNERS_MAX, settings, error));
    return scatter_normalise("convex", table, &convex_shape, settings, error);
}

static Status convex_generate(const Settings *settings, Memory *memory, Map *map, Error *error) {
    Shape shape = convex_shape;
    shape.corners_most = (uint32_t)settings->value[CORNERS_MAX];
    return scatter_generate("convex", &shape, settings, memory, map, error);
}

extern const MapGenerator convex_generator;
const MapGenerator convex_generator = {
    .name = "convex",
    .summary = "convex polygons with corners on circles that keep apart",
    .source = "after document D0 (navmesh and funnel), whose generator is not given",
    .parameters = {rows, ROW_COUNT},
    .normalise = convex_normalise,
    .generate = convex_generate,
};
