/* What polygons_create is made of: rings as segments between sorted vertices, and the sweep that tells what
 * is on both sides of each. */
#ifndef TAUT_MAP_POLYGONS_PARTS_H
#define TAUT_MAP_POLYGONS_PARTS_H

#include "algos/map/polygons.h"

__extension__ typedef __int128 Area;

#define RING_NONE UINT32_MAX

/* An edge of a ring; vertices are numbered by x, then y, so left < right also where it is vertical. */
typedef struct Segment {
    uint32_t left, right, ring;
    bool rightward; /* whether the ring runs from left to right */
} Segment;

typedef struct Arrangement {
    const Rings *rings;
    const Rings *file; /* what messages call them by: ring i is ring file_first + i of these */
    uint32_t file_first;
    const char *name;
    Error *error;
    Memory *memory;
    uint32_t boundary_count; /* 0 where rings are nested */
    uint32_t obstacle_count; /* set by the sweep */
    bool overlap;            /* likewise: that two rings overlap is all that is wrong so far */
    Point *vertices;
    uint32_t vertex_count;
    Segment *segments; /* sorted by left */
    uint32_t segment_count;
    Area *area;         /* twice that of each ring, without its sign; only compared */
    PolygonEdge *edges; /* what the sweep makes: not sorted */
    uint32_t edge_count, edge_capacity;
} Arrangement;

/* polygons_create up to what is found wrong: sets made->lattice, made->inexact, arrangement->overlap. Give
 * back what the arrangement holds by arrangement_destroy in any case. */
MUST_CHECK Status polygons_arrange(Arrangement *arrangement, Polygons *made);
void arrangement_destroy(Arrangement *arrangement);
/* The rest of polygons_create; gives back the arrangement, also where `status` says that it is none. */
MUST_CHECK Status polygons_complete(Arrangement *arrangement, Status status, Polygons *made);

/* Moves what the edges use of the arrangement's vertices into a map. */
MUST_CHECK Status polygons_settle(const Arrangement *arrangement, Polygons *polygons);

/* Computes box, hash and the number of obstacles of a map whose vertices and edges are as they must be; the
 * box is that of free space. */
MUST_CHECK Status polygons_finish(Polygons *polygons);

/* Fills `edges` with all that have free space on one side only. Refuses what polygons_create refuses and can
 * be seen only here: crossings, overlaps, rings outside. O(n log n). */
MUST_CHECK Status polygons_sweep(Arrangement *arrangement);

/* "NAME:LINE: found RING VERB OTHER at (x, y), expected EXPECTED"; `verb` and `other` (RING_NONE) may be left
 * out. */
Status ring_wrong(const Arrangement *arrangement, uint32_t ring, const char *verb, uint32_t other,
                  Point place, const char *expected);

#endif
