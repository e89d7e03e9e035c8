/* Pictures of a map of any kind with routes on it, as SVG or (where libpng is there) PNG. y grows downwards.
 */
#ifndef TAUT_HARNESS_PICTURE_H
#define TAUT_HARNESS_PICTURE_H

#include "algos/core/memory.h"
#include "algos/map/map.h"
#include "algos/map/point_path.h"
#include "algos/mesh/channel.h"

enum { PICTURE_ROUTES = 8 }; /* colours that stay apart */

typedef struct Route {
    const char *label;   /* solver, length and excess: a line of the legend, plain ASCII */
    const Point *points; /* of the plane: cell (x, y) covers [x, x+1] × [y, y+1] */
    uint64_t count;
} Route;

/* The faces that a path was pulled through. */
typedef struct PictureChannel {
    const Mesh *mesh;
    const uint32_t *faces; /* tinted */
    const Portal *portals;
    const Point *corners; /* where the string bends, ringed */
    uint32_t face_count, portal_count, corner_count;
    uint32_t route;      /* whose it is: it takes its colour */
    const Route *offset; /* the route with its corners moved off the obstacles, thin; NULL for none */
} PictureChannel;

/* The faces that Polyanya expanded. */
typedef struct PictureFaces {
    const Mesh *mesh;
    const uint32_t *faces; /* each once */
    uint32_t count;
    uint32_t route; /* whose they are: they take its colour */
} PictureFaces;

typedef struct Picture {
    const Map *map;
    const Polygons *polygons;      /* free space of a planar map; not looked at on a grid */
    const Mesh *mesh;              /* whose edges are drawn, thin; NULL for none */
    const PictureFaces *expanded;  /* below the channel; NULL for none */
    const PictureChannel *channel; /* NULL for none */
    const char *title;             /* the map's name and size: the first line of the legend */
    PointQuery ends;
    const Route *routes; /* the first is drawn broadest, so that each stays visible where they run together */
    uint32_t route_count; /* at most PICTURE_ROUTES */
    const Route *optimum; /* drawn dashed on top; NULL for none */
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
