/* What makes triangles of points, and what the mesh is made of. */
#ifndef TAUT_MESH_DELAUNAY_PARTS_H
#define TAUT_MESH_DELAUNAY_PARTS_H

#include "algos/core/lattice.h"
#include "algos/mesh/delaunay.h"

/* Counter-clockwise triples of points, three numbers each. */
typedef struct Triangles {
    uint32_t (*corner)[3];
    uint32_t count, capacity;
    uint64_t circle_tests; /* points tried against circles to make them */
    Memory *memory;
} Triangles;

MUST_CHECK Status triangles_add(Triangles *triangles, uint32_t a, uint32_t b, uint32_t c);
void triangles_destroy(Triangles *triangles);

/* Twice the area of abc: above 0 when it is counter-clockwise (y up). */
static inline int64_t twice_area(LatticePoint a, LatticePoint b, LatticePoint c) {
    return (int64_t)(b.x - a.x) * (c.y - a.y) - (int64_t)(b.y - a.y) * (c.x - a.x);
}

/* The Delaunay triangles of different points, each once, the lowest number first, sorted; they cover the
 * convex hull. O(n log n). */
MUST_CHECK Status delaunay_divide(const LatticePoint *points, uint32_t count, Triangles *triangles);

/* The same point by point into a triangle ten times as large as all, in the order in which the document makes
 * them; `per_unit` points of the lattice are 1. What the super-triangle leaves need not be convex. */
MUST_CHECK Status delaunay_insert(const LatticePoint *points, uint32_t count, int32_t per_unit,
                                  CircleTest circle, Triangles *triangles);

#endif
