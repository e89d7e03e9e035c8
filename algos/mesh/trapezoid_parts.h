/* What the parts of the sweep share. */
#ifndef TAUT_MESH_TRAPEZOID_PARTS_H
#define TAUT_MESH_TRAPEZOID_PARTS_H

#include "algos/mesh/trapezoid.h"

#define NONE UINT32_MAX

/* A point on a vertical line at which a side of a face begins or ends. Marks of one stretch of a line stand
 * in a row, upwards; `left` and `right` are the faces (or NONE) beside the piece from here to the next mark.
 */
typedef struct Mark {
    uint32_t vertex, left, right;
} Mark;

/* A face by the edges that bound it and its sides as ranges of marks, ends included. A side of one mark is a
 * point: the face is a triangle there. */
typedef struct Strip {
    uint32_t floor, ceiling;
    uint32_t left_low, left_high, right_low, right_high;
} Strip;

/* What a vertical line meets of free space: the strips that are open there, from below, in a treap (Seidel
 * and Aragon, "Randomized search trees", 1996) whose priorities are a hash of the node's number, so that runs
 * repeat. Strips do not overlap, so floor and ceiling tell where a point is. */
typedef struct Node {
    uint32_t parent, child[2], priority, strip;
} Node;

typedef struct Treap {
    Node *nodes;
    uint32_t root, count, unused; /* unused: head of a list through `parent` */
} Treap;

/* Puts a new node for `strip` right after `node` (NONE: in an empty treap), or, with `before`, right before
 * it.
 */
uint32_t treap_insert(Treap *treap, uint32_t node, bool before, uint32_t strip);
void treap_remove(Treap *treap, uint32_t node);

typedef struct Sweep {
    const Polygons *map;
    uint32_t *first, *edges; /* edges at vertex v: edges[first[v]] .. edges[first[v + 1] - 1] */
    uint32_t *left, *right;  /* edges at the vertex in hand that end or begin there, from below */
    uint32_t *node_of;       /* of an edge that the sweep line meets: the node of the strip it bounds */
    uint32_t *closing;       /* nodes of the strips that end on the stretch in hand */
    Treap treap;
    Strip *strips;
    Mark *marks;
    Point *computed; /* the computed vertices, and the edges that they lie on */
    MeshLine *lines;
    uint32_t left_count, right_count, closing_count, strip_count, mark_count, computed_count;
    Memory *memory;
} Sweep;

/* Turns strips and marks into a mesh. */
MUST_CHECK Status sweep_mesh(const Sweep *sweep, Mesh *mesh);

#endif
