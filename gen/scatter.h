/* Obstacles thrown onto a rectangle so that none comes too near another: what convex, rects and regular
 * share.
 *
 * There are n, uniform in n_min .. n_max; each is tried `tries` times and then left out. A try draws a
 * radius, then a centre within radius + margin of no side; it fails where the distance to the centre of an
 * earlier one is less than both radii and gap. Corners are rounded to a lattice: 2^-10, or coarser where the
 * map is so large that 24 bits do not hold it (sides of 2^14 and more). */
#ifndef TAUT_GEN_SCATTER_H
#define TAUT_GEN_SCATTER_H

#include "algos/core/rng.h"
#include "gen/generator.h"
#include "gen/sides.h"

/* The first rows of the table of such a generator, in this order. */
enum {
    SCATTER_WIDTH,
    SCATTER_HEIGHT,
    SCATTER_N,
    SCATTER_N_MIN,
    SCATTER_N_MAX,
    SCATTER_TRIES,
    SCATTER_GAP,
    SCATTER_MARGIN,
    SCATTER_SEED,
    SCATTER_COUNT
};

enum {
    SCATTER_SIDE_MOST = 1 << 20,
    SCATTER_N_MOST = 1000000,
    SCATTER_WIDTH_PRESET = 800, /* at the preset number of obstacles */
    SCATTER_HEIGHT_PRESET = 450
};

#define SCATTER_ROW(NAME, LOW, HIGH, PRESET, SHORT, HELP)                                          \
    {                                                                                              \
        .name = NAME, .type = PARAMETER_INTEGER, .low = (LOW), .high = (HIGH), .preset = (PRESET), \
        .shorthand = (SHORT), .help = HELP                                                         \
    }

#define SCATTER_ROWS(N_MIN, N_MAX, GAP, MARGIN)                                                             \
    [SCATTER_WIDTH] = SCATTER_ROW("width", 1, SCATTER_SIDE_MOST, SCATTER_WIDTH_PRESET, false,               \
                                  "of the map; grows and shrinks with the root of n where not given"),      \
    [SCATTER_HEIGHT] = SCATTER_ROW("height", 1, SCATTER_SIDE_MOST, SCATTER_HEIGHT_PRESET, false,            \
                                   "of the map; grows and shrinks with the root of n where not given"),     \
    [SCATTER_N] = SCATTER_ROW("n", 0, SCATTER_N_MOST, 0, true, "obstacles, for n_min and n_max"),           \
    [SCATTER_N_MIN] = SCATTER_ROW("n_min", 0, SCATTER_N_MOST, N_MIN, false, "fewest obstacles"),            \
    [SCATTER_N_MAX] = SCATTER_ROW("n_max", 0, SCATTER_N_MOST, N_MAX, false, "most obstacles"),              \
    [SCATTER_TRIES] =                                                                                       \
        SCATTER_ROW("tries", 1, 1000, 50, false, "places tried before an obstacle is left out"),            \
    [SCATTER_GAP] = SCATTER_ROW("gap", 0, 10000, GAP, false, "least distance of circles around obstacles"), \
    [SCATTER_MARGIN] =                                                                                      \
        SCATTER_ROW("margin", 0, 10000, MARGIN, false, "least distance of such a circle from the sides"),   \
    [SCATTER_SEED] = SEED_ROW

/* The shape of an obstacle, drawn from the stream once its place is found. */
typedef struct Shape {
    /* Of the circle around the next one; what belongs to it (two half sides) may be kept in `of`. */
    double (*radius)(const int64_t *value, Rng *rng, double of[2]);
    /* Its corners, at most `corners_most`, around the origin; returns how many. */
    uint32_t (*corners)(const int64_t *value, Rng *rng, double radius, const double of[2], Point *corner);
    double (*least_radius)(const int64_t *value);
    uint32_t corners_most;
} Shape;

/* n becomes n_min and n_max; sides not given are times √(n / n of the presets), so that density stays.
 * Refuses n_min above n_max, and sides on which no obstacle has room. */
MUST_CHECK Status scatter_normalise(const char *owner, ParameterTable table, const Shape *shape,
                                    Settings *settings, Error *error);
/* `low` must not be above `high`: rows of the table. */
MUST_CHECK Status scatter_ordered(const char *owner, ParameterTable table, uint32_t low, uint32_t high,
                                  const Settings *settings, Error *error);
MUST_CHECK Status scatter_generate(const char *owner, const Shape *shape, const Settings *settings,
                                   Memory *memory, Map *map, Error *error);

#endif
