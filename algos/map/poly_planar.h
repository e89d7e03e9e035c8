/* A Triangle file as it stands: vertices, segments, points in holes; and the rings made of them. */
#ifndef TAUT_MAP_POLY_PLANAR_H
#define TAUT_MAP_POLY_PLANAR_H

#include "algos/map/poly_parts.h"

typedef struct PlanarEdge {
    uint32_t from, to;
    uint64_t line;
} PlanarEdge;

typedef struct Hole {
    Point point;
    uint64_t line;
} Hole;

typedef struct Planar {
    Point *points;
    PlanarEdge *edges;
    Hole *holes;
    uint32_t point_count, edge_count, hole_count;
    uint32_t base; /* the number of the first vertex: 0 or 1 */
    const char *name;
    Memory *memory;
    Error *error;
} Planar;

MUST_CHECK Status planar_no_memory(const Planar *planar);

/* Joins the segments to rings and tells the blocked ones by the holes, as poly_read says. */
MUST_CHECK Status planar_rings(const Planar *planar, Notes *notes, Rings *rings);

#endif
