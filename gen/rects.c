/* Rectangles, turned at random: the other generator that comes near document D0's table (FINDINGS, D0). */
#include "gen/scatter.h"

#include "algos/core/turn.h"

#include <math.h>

enum { HALF_MIN = SCATTER_COUNT, HALF_MAX, TURNED, ROW_COUNT };

static const Parameter rows[ROW_COUNT] = {
    SCATTER_ROWS(5, 10, 20, 20),
    [HALF_MIN] = SCATTER_ROW("half_min", 1, 10000, 12, false, "shortest half of a side"),
    [HALF_MAX] = SCATTER_ROW("half_max", 1, 10000, 60, false, "longest half of a side"),
    [TURNED] = {.name = "turned",
                .type = PARAMETER_CHOICE,
                .choices = "no|yes",
                .preset = 1,
                .help = "whether rectangles are turned by an angle of their own"},
};

static double rects_radius(const int64_t *value, Rng *rng, double of[2]) {
    for (int i = 0; i < 2; i++)
        of[i] = (double)value[HALF_MIN] + (double)(value[HALF_MAX] - value[HALF_MIN]) * rng_unit(rng);
    return sqrt(of[0] * of[0] + of[1] * of[1]);
}

static double rects_least_radius(const int64_t *value) {
    double half = (double)value[HALF_MIN];
    return sqrt(2 * half * half);
}

static uint32_t rects_corners(const int64_t *value, Rng *rng, double radius, const double of[2],
                              Point *corner) {
    (void)radius;
    Point along = value[TURNED] != 0 ? turn_direction(rng_unit(rng)) : (Point){1, 0};
    static const int signs[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    for (int i = 0; i < 4; i++) {
        double x = signs[i][0] * of[0], y = signs[i][1] * of[1];
        corner[i] = (Point){x * along.x - y * along.y, x * along.y + y * along.x};
    }
    return 4;
}

static const Shape rects_shape = {rects_radius, rects_corners, rects_least_radius, 4};

static Status rects_normalise(Settings *settings, Error *error) {
    const ParameterTable table = {rows, ROW_COUNT};
    TRY(scatter_ordered("rects", table, HALF_MIN, HALF_MAX, settings, error));
    return scatter_normalise("rects", table, &rects_shape, settings, error);
}

static Status rects_generate(const Settings *settings, Memory *memory, Map *map, Error *error) {
    return scatter_generate("rects", &rects_shape, settings, memory, map, error);
}

extern const MapGenerator rects_generator;
const MapGenerator rects_generator = {
    .name = "rects",
    .summary = "rectangles, turned at random, that keep apart",
    .source = "after document D0 (navmesh and funnel), whose generator is not given",
    .parameters = {rows, ROW_COUNT},
    .normalise = rects_normalise,
    .generate = rects_generate,
};
