/* What every search on a mesh needs beyond the mesh itself: across each edge its twin, at each vertex the
 * walls between which it is a corner, and which faces are dead ends. Read only once made, shared by threads.
 *
 * Decisions are exact as long as they are asked of the input's vertices. A computed vertex (see mesh.h) lies
 * on a wall that a vertex of the input ends, so nothing turns at it and it limits no view: that vertex does.
 */
#ifndef TAUT_MESH_TOPOLOGY_H
#define TAUT_MESH_TOPOLOGY_H

#include "algos/map/mesh.h"

#include <float.h>

#define CORNER_NONE UINT32_MAX
#define VERTEX_NONE UINT32_MAX

/* The faces around a vertex, from the wall `after` counter-clockwise to the wall `before`, where they span
 * more than 180 degrees: then a path may turn here. Walls are named by the input's vertex at their other end.
 */
typedef struct Turn {
    uint32_t after, before; /* VERTEX_NONE when no path turns here */
    uint32_t corner;        /* at this vertex, in the face that begins with `after` */
} Turn;

/* A corner of a face with all that a search looks at, in half a cache line. */
typedef struct MeshCorner {
    Point at;
    uint32_t vertex;
    uint32_t twin;       /* the corner whose edge is this one's, reversed; CORNER_NONE: a wall */
    uint32_t first, end; /* the corners of its face: first .. end - 1 */
} MeshCorner;

typedef struct Topology {
    const Mesh *mesh;
    uint32_t original_count; /* vertices from here on are computed */
    MeshCorner *corners;
    uint32_t *face; /* of each corner */
    Turn *turn;     /* of each vertex */
    uint8_t *fans;  /* of each vertex: groups of faces, parted by walls, that meet here; at most 2 is said */
    /* Of each face that lies on no cycle of faces and no way between cycles: the next one on the way to
     * those; else FACE_NONE. Of each corner whether its edge leads the other way, into a dead end. */
    uint32_t *inward;
    uint8_t *dead_end;
    double size; /* largest coordinate by magnitude */
    Memory *memory;
} Topology;

/* O(corners). The mesh outlives it. */
MUST_CHECK Status topology_create(const Mesh *mesh, Memory *memory, Topology **topology);
void topology_destroy(Topology *topology);

static inline bool is_computed(const Topology *topology, uint32_t vertex) {
    return vertex >= topology->original_count;
}

/* The corner after, and before, a corner in its face. */
static inline uint32_t corner_next(const Topology *topology, uint32_t corner) {
    const MeshCorner *at = &topology->corners[corner];
    return corner + 1 == at->end ? at->first : corner + 1;
}
static inline uint32_t corner_last(const Topology *topology, uint32_t corner) {
    const MeshCorner *at = &topology->corners[corner];
    return corner == at->first ? at->end - 1 : corner - 1;
}

/* The exact side of the line from a to b on which c lies, as point_orientation, quick where it is plain. */
static inline int turn_of(Point a, Point b, Point c) {
    double left = (b.x - a.x) * (c.y - a.y), right = (b.y - a.y) * (c.x - a.x);
    double determinant = left - right, size = (left < 0 ? -left : left) + (right < 0 ? -right : right);
    const double share = 4.0 / (UINT64_C(1) << 53); /* Shewchuk's first bound is (3 + tiny) / 2^53 */
    if (determinant > share * size) return 1;
    if (-determinant > share * size) return -1;
    if (size == 0 && (b.x == a.x || c.y == a.y) && (b.y == a.y || c.x == a.x)) return 0;
    return point_orientation(a, b, c);
}

/* The side of the line from a to b on which a rounded point surely lies; 0 where its rounding leaves that in
 * doubt. `size` bounds its coordinates. */
static inline int side_of_rounded(Point a, Point b, Point rounded, double size) {
    double x = b.x - a.x, y = b.y - a.y;
    double determinant = x * (rounded.y - a.y) - y * (rounded.x - a.x);
    double doubt = 32 * DBL_EPSILON * size * ((x < 0 ? -x : x) + (y < 0 ? -y : y));
    return determinant > doubt ? 1 : determinant < -doubt ? -1 : 0;
}

/* The side of a corner that side_of_rounded leaves in doubt: exact for a vertex of the input, 2 for a
 * computed one. That doubt is eight times turn_of's or more, for a point whose coordinates `size` bounds,
 * too: so what is sure there is exact for both kinds. Rare, hence apart. */
__attribute__((cold)) int side_in_doubt(const Topology *topology, Point a, Point b, const MeshCorner *corner);

/* Whether a taut path that comes straight from `from` may turn left (right) at the vertex: the obstacle must
 * lie on that side, within less than 180 degrees. */
bool turns_left(const Topology *topology, Point from, uint32_t vertex);
bool turns_right(const Topology *topology, Point from, uint32_t vertex);

/* Of a corner: whether the point lies in its wide fan's direction, walls included; and whether besides a path
 * from there can be taut at it, straight on included. */
bool faces_corner(const Topology *topology, Point from, uint32_t vertex);
bool passes_corner(const Topology *topology, Point from, uint32_t vertex);

/* A list of faces that grows. */
typedef struct FaceList {
    uint32_t *faces;
    uint32_t count, capacity;
    Memory *memory;
} FaceList;

/* The end of a query: the faces that hold it. None when it lies outside of the mesh, or on a vertex where
 * several fans of faces meet, so that it is ambiguous on which side it is. *vertex is the vertex it lies on,
 * or VERTEX_NONE. */
MUST_CHECK Status end_find(const Topology *topology, const Locator *locator, Point point, FaceList *list,
                           uint32_t *vertex);
void face_list_destroy(FaceList *list);

#endif
