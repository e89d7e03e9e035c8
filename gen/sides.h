/* What the generators of grids share: how large the map is, and how that is said. */
#ifndef TAUT_GEN_SIDES_H
#define TAUT_GEN_SIDES_H

#include "algos/core/parameter.h"
#include "algos/map/grid.h"

/* The first three rows of a grid generator's table, in this order. */
enum { SIDES_SIZE, SIDES_WIDTH, SIDES_HEIGHT, SIDES_COUNT };

#define SIDES_ROW(NAME, SHORT, HELP)                                                                     \
    {                                                                                                    \
        .name = NAME, .type = PARAMETER_INTEGER, .low = 1, .high = GRID_SIDE_MOST, .shorthand = (SHORT), \
        .help = HELP                                                                                     \
    }

#define SIDES_ROWS                                                              \
    [SIDES_SIZE] = SIDES_ROW("size", true, "width and height of a square map"), \
    [SIDES_WIDTH] = SIDES_ROW("width", false, "cells from left to right"),      \
    [SIDES_HEIGHT] = SIDES_ROW("height", false, "cells from top to bottom")

#define SEED_ROW                                                                                 \
    {                                                                                            \
        .name = "seed", .type = PARAMETER_INTEGER, .low = 0, .high = INT64_MAX - 1, .preset = 1, \
        .help = "the same seed gives the same result on every machine"                           \
    }

/* Turns size into width and height. An error unless there is either size or both of the others. */
MUST_CHECK Status sides_normalise(const char *owner, Settings *settings, Error *error);

#endif
