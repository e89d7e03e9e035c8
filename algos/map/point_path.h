/* A query between points of the plane and the path that answers it: what solvers on polygons and meshes take.
 */
#ifndef TAUT_MAP_POINT_PATH_H
#define TAUT_MAP_POINT_PATH_H

#include "algos/core/memory.h"
#include "algos/core/point.h"
#include "algos/core/status.h"

#include <stdint.h>

typedef struct PointQuery {
    Point start, goal;
} PointQuery;

/* The turning points of a path, both ends included; count 0 says "no path"; start = goal gives one point. The
 * caller owns it and uses it again for the next query. */
typedef struct PointPath {
    Point *points;
    uint64_t count, capacity;
    double length; /* what the solver claims: the rounded sum of its segments */
    Memory *memory;
} PointPath;

/* An empty path that grows in `memory`. */
static inline PointPath point_path_in(Memory *memory) {
    return (PointPath){.memory = memory};
}

/* Makes room for `capacity` points in all, keeping what is there; doubles, so that a reused path settles. */
MUST_CHECK Status point_path_reserve(PointPath *path, uint64_t capacity);

/* Appends a point. */
MUST_CHECK Status point_path_add(PointPath *path, Point point);

/* Turns the order of its points round. */
void point_path_reverse(PointPath *path);

/* The rounded length of its segments, summed from the start. */
double point_path_length(const PointPath *path);

/* Gives back its points; it can be used again. */
void point_path_destroy(PointPath *path);

#endif
