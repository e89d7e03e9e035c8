/* A polygon map: free space inside one boundary and outside of obstacles, all of them simple polygons whose
 * edges may touch but not cross.
 *
 * What is kept is the arrangement after normalisation: every vertex once; every edge once, with free space on
 * its left (y up) and blocked on its right; an edge is split wherever another vertex lies on it; edges with
 * blocked or free space on both sides are gone. So a sweep or a triangulation meets no crossing and no
 * T-junction. All vertices are vertices of the input, but for those where united obstacles cross off the
 * lattice. */
#ifndef TAUT_MAP_POLYGONS_H
#define TAUT_MAP_POLYGONS_H

#include "algos/core/memory.h"
#include "algos/core/point.h"
#include "algos/core/status.h"

#include <stdint.h>

/* As read or generated, before normalisation: the first rings are boundaries, the others obstacles; either
 * turning sense; the last vertex is joined to the first. Usually there is one boundary; more are islands of
 * free space, beside one another or inside an obstacle. */
typedef struct Rings {
    Point *points;
    uint32_t *first; /* ring r: points[first[r]] .. points[first[r + 1] - 1] */
    uint64_t *line;  /* of each ring, in the file it comes from; NULL where there is none */
    uint32_t ring_count, point_count;
    uint32_t boundary_count; /* 0 is taken for 1 */
    bool nested;             /* all rings are alike: free is what lies inside an odd number of them */
    bool walls; /* nested, and each ring has free space on its left only: anything else is refused, not mended
                 */
    Memory *memory;
} Rings;

typedef struct PolygonEdge {
    uint32_t from, to; /* vertices; free space on the left of from → to */
} PolygonEdge;

typedef struct Polygons {
    Point *vertices;    /* sorted by x, then y */
    PolygonEdge *edges; /* sorted by from, then to */
    uint32_t vertex_count, edge_count, obstacle_count;
    Point low, high; /* the box of the boundary; of free space where polygons_create did not make it */
    int lattice;  /* all coordinates are integers below 2^24 times 2^lattice, the smallest for which they are
                   */
    bool inexact; /* they are not: decided by adaptive predicates, optimality is not claimed exactly */
    /* Of united obstacles: how far what was blocked in addition is from the obstacles, at most; 0 where
     * nothing had to be rounded. */
    double displacement;
    bool united; /* obstacles overlapped, or reached over the boundary */
    /* Of a map grown by a body's radius (grow.h): all within that distance is blocked, nothing farther away
     * than radius + excess. */
    double radius, excess;
    uint64_t hash; /* of vertices and edges */
    Memory *memory;
} Polygons;

/* Normalises rings. Refused with the obstacle's number (from 1) and the place: a ring of fewer than 3
 * different points, or without area; a ring that crosses itself or touches itself in more than points;
 * obstacles that overlap, or reach over the boundary, or lie outside; a map without free space; NaN,
 * infinities, magnitudes above 2^40, or below 2^-140 and not 0. Touching in points and along edges, obstacles
 * that touch the boundary, are sound. Obstacles inside obstacles are refused as overlapping, unless a
 * boundary is between; a boundary right inside a boundary says nothing. O(n log n) for n vertices. */
MUST_CHECK Status polygons_create(const Rings *rings, const char *name, Memory *memory, Polygons *polygons,
                                  Error *error);
/* The same, but obstacles that overlap or reach over the boundary are united, and obstacles outside have no
 * effect; in rings of one boundary, not nested, on a lattice (otherwise they are refused as above). A corner
 * where two of them cross off the lattice is rounded outward: each obstacle is covered whole, and what is
 * blocked in addition is no farther than `displacement` from them. About O(n sqrt n) for few crossings, and
 * their number. */
MUST_CHECK Status polygons_unite(const Rings *rings, const char *name, Memory *memory, Polygons *polygons,
                                 Error *error);
void polygons_destroy(Polygons *polygons);
void rings_destroy(Rings *rings);

/* The rings of a map, boundaries (counter-clockwise) before obstacles (clockwise): each goes around blocked
 * space that hangs together by more than points, or holds free space within it. Obstacles that share edges
 * are one ring. polygons_create makes the same map of them. O(n), and the square of the degree of each
 * vertex. */
MUST_CHECK Status polygons_rings(const Polygons *polygons, Memory *memory, Rings *rings);

/* Where a point lies, exactly. */
typedef enum Place { PLACE_FREE, PLACE_EDGE, PLACE_VERTEX, PLACE_BLOCKED } Place;
/* O(edges): for checks and tests; solvers locate by their mesh. */
Place polygons_place(const Polygons *polygons, Point point);

#endif
