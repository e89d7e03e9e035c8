/* Pictures of a grid map with routes on it, as SVG or (where libpng is there) PNG. */
#ifndef TAUT_HARNESS_PICTURE_H
#define TAUT_HARNESS_PICTURE_H

#include "algos/core/memory.h"
#include "algos/map/grid.h"
#include "algos/map/path.h"

enum { PICTURE_ROUTES = 8 }; /* colours that stay apart */

typedef struct Route {
    const char *label; /* solver, length and excess: a line of the legend, plain ASCII */
    const Cell *cells;
    uint64_t count;
} Route;

typedef struct Picture {
    const Grid *grid;
    const char *title; /* the map's name and size: the first line of the legend */
    Query query;
    const Route *routes; /* the first is drawn broadest, so that each stays visible where they run together */
    uint32_t route_count; /* at most PICTURE_ROUTES */
} Picture;

typedef struct Colour {
    uint8_t red, green, blue;
} Colour;

/* Whether the name's ending is one that picture_write takes; STATUS_REFUSED for .png in a build without
 * libpng. Ask before the work that the picture is to show. */
MUST_CHECK Status picture_check(const char *file, Error *error);

/* Writes the picture, whole or not at all, in the format of the name's ending: .svg or .png. */
MUST_CHECK Status picture_write(const Picture *picture, const char *file, Memory *memory, Error *error);

#endif
