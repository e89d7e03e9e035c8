/* What the published build works on, and its way in and out: rings from edges, a mesh from trapezoids. */
#ifndef TAUT_MESH_TRAPEZOID_PUBLISHED_PARTS_H
#define TAUT_MESH_TRAPEZOID_PUBLISHED_PARTS_H

#include "algos/mesh/trapezoid.h"

#define NEAR_X      1e-3f /* x this close are one; portals this short are none */
#define NEAR_CORNER 1e-4f /* corners this close are one */

typedef struct Flat {
    float x, y;
} Flat;

typedef struct FlatEdge {
    Flat p, q; /* p.x < q.x */
} FlatEdge;

/* Between two x, over one edge and under another. Its sides' links are found later: those on the left are
 * by_right[left_begin] and on, those on the right links[right_begin] and on. */
typedef struct Trapezoid {
    float x0, x1;
    uint32_t low, high;
    uint32_t left_begin, left_end, right_begin, right_end;
} Trapezoid;

typedef struct Link {
    uint32_t left, right; /* trapezoids */
    float x, low, high;
} Link;

typedef struct Published {
    Flat *points; /* of the obstacles: those of ring r are points[ring_first[r]] and on */
    uint32_t *ring_first;
    FlatEdge *edges; /* the boundary's lower and upper one first */
    float *x, *sorted;
    uint32_t *crossing, *room;
    Trapezoid *before, *slab; /* of the slab before and of the one in hand, from below */
    Trapezoid *trapezoids;
    Link *links; /* by left, then right trapezoid */
    uint32_t ring_count, point_count, edge_count, x_count, before_count, count, capacity;
    uint32_t link_count, link_capacity;
    Memory *memory;
} Published;

/* Rings, edges and x of a map whose boundary is a rectangle that no obstacle touches; else STATUS_REFUSED. */
MUST_CHECK Status published_begin(const Polygons *polygons, Memory *memory, Published *build, Error *error);
void published_destroy(Published *build);

float published_height(const Published *build, uint32_t edge, float x);

/* The mesh of trapezoids and links. */
MUST_CHECK Status published_mesh(Published *build, Mesh *mesh);

#endif
