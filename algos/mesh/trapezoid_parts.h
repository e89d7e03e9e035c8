/* What the parts of the sweep share. */
#ifndef TAUT_MESH_TRAPEZOID_PARTS_H
#define TAUT_MESH_TRAPEZOID_PARTS_H

#include "algos/core/order.h"
#include "algos/mesh/incidence.h"
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

typedef struct Sweep {
    const Polygons *map;
    Incidence incidence;
    uint32_t *slot_of; /* of an edge that the sweep line meets: the slot of the strip it bounds */
    uint32_t *closing; /* slots of the strips that end on the stretch in hand */
    /* The strips that the line meets, from below. They do not overlap, so their floors and ceilings tell
     * where a point is. A strip mostly takes the slot of one that ends where it begins. */
    Order order;
    uint32_t *strip_of;          /* of each slot */
    uint32_t unused, slot_count; /* slots given back: a list through strip_of; slots ever used */
    Strip *strips;
    Mark *marks;
    Point *computed; /* the computed vertices, and the edges that they lie on */
    MeshLine *lines;
    uint32_t closing_count, strip_count, mark_count, computed_count;
    Memory *memory;
    void *room;
} Sweep;

/* Turns strips and marks into a mesh. */
MUST_CHECK Status sweep_mesh(const Sweep *sweep, Mesh *mesh);

#endif
