/* Random polygon maps from a lattice of triangles, each free or blocked: full of points where obstacles
 * touch, of straight angles, of vertices in line, of pockets, of holes within holes. A second opinion on
 * paths comes from walking over the triangles. */
#ifndef TAUT_TESTS_TRIANGLE_MAPS_H
#define TAUT_TESTS_TRIANGLE_MAPS_H

#include "algos/core/rng.h"
#include "algos/map/polygons.h"

#include <stdbool.h>

enum { TRIANGLE_SIDE_MOST = 24, TRIANGLE_CELL = 16 };

typedef struct TriangleMap {
    uint32_t width, height;                                  /* in cells of two triangles */
    bool falling[TRIANGLE_SIDE_MOST][TRIANGLE_SIDE_MOST];    /* which diagonal splits the cell */
    bool blocked[TRIANGLE_SIDE_MOST][TRIANGLE_SIDE_MOST][2]; /* [y][x][0 the lower, 1 the upper one] */
    Point vertex[TRIANGLE_SIDE_MOST + 1][TRIANGLE_SIDE_MOST + 1];
} TriangleMap;

/* How the lattice is laid out: plain squares of TRIANGLE_CELL, squares sheared by a whole matrix, each vertex
 * moved at random (still with triangles that turn counter-clockwise), or stretched into needles of area 1/2
 * and a million long, whose directions doubles hardly tell apart (7 cells at most), or far: squares over all
 * that 24 bits can say, each vertex moved by a unit or two, so that what was straight is nearly so.
 * `squares`: both triangles of a cell are alike. */
typedef enum Layout {
    LAYOUT_PLAIN,
    LAYOUT_SHEARED,
    LAYOUT_MOVED,
    LAYOUT_STRETCHED,
    LAYOUT_FAR,
    LAYOUT_COUNT
} Layout;
void triangle_map_random(Rng *rng, uint32_t side_most, Layout layout, bool squares, uint32_t blocked_percent,
                         TriangleMap *map);

/* From rows of letters, the top one first: '.' free, '#' blocked, '/' free with its lower right triangle
 * blocked, '\\' with its lower left; 'J' and 'L' with the upper left and the upper right one blocked. */
void triangle_map_drawn(const char *rows, TriangleMap *map);

/* The map as Polygons, in `memory`: vertices without an edge are left out. Fails the test for want of memory.
 */
void triangle_map_polygons(const TriangleMap *map, Memory *memory, Polygons *polygons);

/* Whether the points are a path over free triangles: from one to the next only across a shared edge, at a
 * point of the path. */
bool triangle_map_walks(const TriangleMap *map, const Point *points, uint64_t count);

/* A point to end a path at: any lattice vertex, the middle of an edge, or any whole point of the box. */
Point triangle_map_point(const TriangleMap *map, Rng *rng);

/* Opens triangles and moves vertices back to their places for as long as `fails` stays true; prints what is
 * left to standard error. */
typedef bool TriangleMapFails(void *context, const TriangleMap *map);
void triangle_map_shrink(TriangleMap *map, TriangleMapFails *fails, void *context);

#endif
