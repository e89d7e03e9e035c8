/* A view through a mesh, kept as a cone and never as rounded points: the root that looks, and on each side a
 * line through it that a vertex of the input gives. The cone enters a face by one edge and leaves it by one
 * or more others; which ones is decided by the exact sides of vertices.
 *
 * Corners of the face are counted from the entry edge: 0 its left end (looking inwards), 1 its right end,
 * then counter-clockwise, that is from right to left, up to n, the left end again. Exit k leads from corner k
 * (its right end) to corner k + 1. Seen from the root, corners 1 .. n change sides of a line once, since the
 * line crosses a convex face in one piece.
 *
 * The position of a computed vertex is rounded, so it counts as inside when it may be. That is harmless: what
 * lies beyond is a wall, and only vertices of the input are ever said to be seen. */
#ifndef TAUT_MESH_CONE_H
#define TAUT_MESH_CONE_H

#include "algos/mesh/topology.h"

/* A side of a cone as it is stored: a vertex that the root looks past; with BEHIND, a vertex from which the
 * root was reached, the line going straight on; OPEN: nothing but the walls limits this side. */
#define LIMIT_OPEN   UINT32_MAX
#define LIMIT_BEHIND (UINT32_C(1) << 31)

typedef struct Side {
    Point from, to;
    bool open;
} Side;

static inline Side side_past(Point root, Point vertex) {
    return (Side){root, vertex, false};
}
static inline Side side_behind(Point vertex, Point root) {
    return (Side){vertex, root, false};
}
static inline Side side_open(void) {
    return (Side){.open = true};
}

/* Whether a point of the input, beyond the entry edge, lies between the sides or on one. */
static inline bool cone_holds(const Side *left, const Side *right, Point point) {
    return (left->open || turn_of(left->from, left->to, point) <= 0) &&
           (right->open || turn_of(right->from, right->to, point) >= 0);
}

/* 1: left of the side, -1: right, 0: on it; for a computed vertex 2 when it is too near to tell. */
static inline int side_of(const Topology *topology, const Side *side, const MeshCorner *corner) {
    int sure = side_of_rounded(side->from, side->to, corner->at, topology->size);
    return sure != 0 ? sure : side_in_doubt(topology, side->from, side->to, corner);
}

/* The exits first .. last; for a view along a single line first may be above last, then both touch it.
 * Corners inside_first .. inside_last are strictly inside for certain; what `first` and `last` have beyond
 * these are computed vertices in doubt. */
typedef struct Crossing {
    uint32_t first, last;
    uint32_t inside_first, inside_last;
    bool first_on; /* corner `first` is a vertex of the input on the right side (and not the entry's end) */
    bool last_on;  /* corner `last` + 1 is one on the left side (and not the entry's end) */
} Crossing;

/* A face as it is entered. */
typedef struct Entered {
    uint32_t first, end, entry, size; /* its corners first .. end - 1, size of them; the entry's left end */
} Entered;

static inline Entered entered_by(const Topology *topology, uint32_t entry) {
    const MeshCorner *at = &topology->corners[entry];
    return (Entered){at->first, at->end, entry, at->end - at->first};
}
static inline uint32_t entered_corner(const Entered *entered, uint32_t place) {
    uint32_t corner = entered->entry + place;
    return corner >= entered->end ? corner - entered->size : corner;
}
static inline const MeshCorner *entered_at(const Topology *topology, const Entered *entered, uint32_t place) {
    return &topology->corners[entered_corner(entered, place)];
}
static inline uint32_t entered_vertex(const Topology *topology, const Entered *entered, uint32_t place) {
    return entered_at(topology, entered, place)->vertex;
}

static inline Crossing cone_cross(const Topology *topology, const Entered *entered, const Side *left,
                                  const Side *right) {
    Crossing crossing = {1, entered->size - 1, 2, entered->size - 1, false, false};
    if (!right->open) {
        uint32_t place = 2, doubtful = 0;
        for (; place < entered->size; place++) {
            int side = side_of(topology, right, entered_at(topology, entered, place));
            if (side == 1) break;
            if (side == 2) {
                if (doubtful == 0) doubtful = place;
                continue;
            }
            doubtful = 0;
            crossing.first_on = side == 0;
        }
        crossing.inside_first = place;
        crossing.first = (doubtful != 0 ? doubtful : place) - 1;
    }
    if (!left->open) {
        uint32_t place = entered->size - 1, doubtful = 0;
        for (; place > 1; place--) {
            int side = side_of(topology, left, entered_at(topology, entered, place));
            if (side == -1) break;
            if (side == 2) {
                if (doubtful == 0) doubtful = place;
                continue;
            }
            doubtful = 0;
            crossing.last_on = side == 0;
        }
        crossing.inside_last = place;
        crossing.last = doubtful != 0 ? doubtful : place;
    }
    return crossing;
}

/* What limits exit `exit` on its right when the cone's own right side is `limit`: the exit's right end if it
 * is inside the cone, else (it is computed, or outside) the last vertex of the input before it, else `limit`.
 * `from` is the first corner that counts as inside or on the side. */
static inline uint32_t limit_right(const Topology *topology, const Entered *entered, uint32_t exit,
                                   uint32_t from, uint32_t limit) {
    for (uint32_t place = exit; place >= from && place > 1; place--) {
        uint32_t vertex = entered_vertex(topology, entered, place);
        if (!is_computed(topology, vertex)) return vertex;
    }
    return limit;
}
static inline uint32_t limit_left(const Topology *topology, const Entered *entered, uint32_t exit,
                                  uint32_t to, uint32_t limit) {
    for (uint32_t place = exit + 1; place <= to && place < entered->size; place++) {
        uint32_t vertex = entered_vertex(topology, entered, place);
        if (!is_computed(topology, vertex)) return vertex;
    }
    return limit;
}

/* The corners from which exits are limited: the first inside, or on the right side; the last, on the left. */
static inline uint32_t crossing_from(const Crossing *crossing) {
    return crossing->first_on ? crossing->first : crossing->inside_first;
}
static inline uint32_t crossing_to(const Crossing *crossing) {
    return crossing->last_on ? crossing->last + 1 : crossing->inside_last;
}

#endif
