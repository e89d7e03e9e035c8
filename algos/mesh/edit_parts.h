/* What the parts of a mesh that changes share. */
#ifndef TAUT_MESH_EDIT_PARTS_H
#define TAUT_MESH_EDIT_PARTS_H

#include "algos/core/hash.h"
#include "algos/mesh/edit_mesh.h"
#include "algos/mesh/walls.h"

#define EDIT_NONE UINT32_MAX

/* Triangles: face f has the corners 3f, 3f + 1, 3f + 2, counter-clockwise; corner i begins the edge to the
 * next one of its face. */
typedef struct Triangles {
    Walls *walls;
    uint32_t *vertex; /* EDIT_NONE at a face that is gone; then the next one gone is its first twin */
    uint32_t *twin;   /* the corner whose edge is this one's, reversed; EDIT_NONE: a wall */
    uint8_t *state;   /* of each corner: bits below */
    uint32_t *mark;   /* of each face: the last change that met it */
    uint32_t *stack, *room, *changed; /* for corners that wait, for sorting them, for faces */
    uint32_t face_count, face_capacity, unused, unused_count, stack_count, changed_count;
    uint32_t stamp;
    uint64_t hash;
    bool merges; /* keeps which edges are left out to join faces */
    Memory *memory;
} Triangles;

enum {
    STATE_WAITING = 1, /* its edge is on the stack */
    STATE_OPEN = 2,    /* its edge is left out, on both sides */
    STATE_CHANGED = 4  /* of a face's first corner: it is in `changed` */
};

static inline uint32_t triangle_next(uint32_t corner) {
    return corner % 3 == 2 ? corner - 2 : corner + 1;
}
static inline uint32_t triangle_last(uint32_t corner) {
    return corner % 3 == 0 ? corner + 2 : corner - 1;
}
static inline Point triangle_point(const Triangles *triangles, uint32_t corner) {
    return wall_point(triangles->walls, triangles->vertex[corner]);
}

MUST_CHECK Status edit_triangles_create(const Polygons *polygons, bool merges, Walls *walls, Memory *memory,
                                        Triangles *triangles);
void edit_triangles_destroy(Triangles *triangles);
/* Makes the change to walls and triangles, or cancels it. */
MUST_CHECK Status edit_triangles_change(Triangles *triangles, WallChange *change, EditCounts *counts);
/* `number`: of each vertex in the polygons. */
MUST_CHECK Status edit_triangles_pack(const Triangles *triangles, const Polygons *polygons,
                                      const uint32_t *number, Memory *memory, Mesh *mesh);

/* Leaves out edges at the vertices of the faces in `changed`, and forgets these. */
void edit_triangles_merge(Triangles *triangles);
/* Flips edges until none on the stack is left that gives way. */
void edit_triangles_flip(Triangles *triangles, EditCounts *counts);
void edit_triangles_push(Triangles *triangles, uint32_t corner);
void edit_triangles_note(Triangles *triangles, uint32_t face);
/* Joins a corner's edge to what is across it; tells the wall if there is one. */
void edit_triangles_join(Triangles *triangles, uint32_t corner, uint32_t twin);

/* Trapezoids: corners of a face in a ring, from the lower one on the right: the right side up, the left side
 * down. A corner begins the edge to the next one. */
typedef struct StripCorner {
    uint32_t vertex; /* EDIT_NONE: computed, at the face's side, on its floor or ceiling */
    uint32_t twin, next, face;
    bool is_ceiling; /* its edge is the ceiling: the last corner on the right */
} StripCorner;

typedef struct StripFace {
    uint32_t floor, ceiling; /* walls; floor == EDIT_NONE: it is gone, and `first` is the next one gone */
    uint32_t first, mark;
    double left, right;
} StripFace;

typedef struct Strips {
    Walls *walls;
    StripFace *faces;
    StripCorner *corners; /* of those that are gone `next` is the next one gone */
    uint32_t face_count, face_capacity, face_unused, faces_unused;
    uint32_t corner_count, corner_capacity, corner_unused, corners_unused;
    uint32_t stamp, live_faces, live_corners;
    uint64_t hash;
    Memory *memory;
} Strips;

MUST_CHECK Status strips_create(const Polygons *polygons, Walls *walls, Memory *memory, Strips *strips);
void strips_destroy(Strips *strips);
MUST_CHECK Status strips_change(Strips *strips, WallChange *change, EditCounts *counts);
MUST_CHECK Status strips_pack(const Strips *strips, const Polygons *polygons, const uint32_t *number,
                              Memory *memory, Mesh *mesh);

/* Makes room for so many. */
MUST_CHECK Status strips_reserve(Strips *strips, uint32_t faces, uint32_t corners);
void strip_take_out(Strips *strips, uint32_t face);
/* Takes a face, and for each vertex (EDIT_NONE: computed) a corner, in order, those on the right first; twins
 * are none yet. */
uint32_t strip_put_in(Strips *strips, uint32_t floor, uint32_t ceiling, double left, double right,
                      const uint32_t *vertex, uint32_t count, uint32_t right_count);
/* Joins a corner's edge to what is across it; EDIT_NONE: it is a wall, if it is upright. */
void strip_join(Strips *strips, uint32_t corner, uint32_t twin);

/* Whether a corner's edge is the floor. */
bool strip_is_floor(const Strips *strips, uint32_t corner);
/* Of a computed corner the wall that it lies on, and its x; of any corner its x. */
uint32_t strip_wall(const Strips *strips, uint32_t corner);
double strip_x(const Strips *strips, uint32_t corner);

/* Of faces of trapezoids, corner by corner. */
void hash_vertex(Hash *hash, Point at);
void hash_computed(Hash *hash, Point left, Point right, double x);

/* The faces that an obstacle touches, those along walls that it takes besides, by numbers in `faces`. */
typedef struct StripList {
    uint32_t *faces;
    uint32_t count, capacity;
    Memory *memory;
} StripList;
MUST_CHECK Status strips_touched(Strips *strips, const WallChange *change, StripList *list);

/* What a stretch of the map is swept for: the faces between walls there. */
typedef struct Rail {
    uint32_t wall; /* WALL_NONE: one that is to be made */
    uint32_t from, to;
    Point left, right;
} Rail;
typedef struct RailPiece { /* of a rail, where it bounds what is swept */
    uint32_t rail;
    double begin, end;
} RailPiece;
typedef struct SweptFace {
    uint32_t floor, ceiling; /* rails */
    double left, right;
    uint32_t first, count, right_count; /* its corners; those on the right */
} SweptFace;
typedef struct Swept {
    const Walls *walls;
    Rail *rails;
    RailPiece *pieces;
    uint32_t *vertices; /* sorted, each once */
    uint32_t rail_count, rail_capacity, piece_count, piece_capacity, vertex_count, vertex_capacity;
    SweptFace *faces;
    uint32_t *corners; /* vertices, EDIT_NONE where computed */
    uint32_t face_count, face_capacity, corner_count, corner_capacity;
    Memory *memory;
} Swept;
/* Fills faces and corners. */
MUST_CHECK Status swept_run(Swept *swept);

/* The hash of a triangle; its corners begin anywhere. */
uint64_t triangle_hash(Point a, Point b, Point c);

static inline bool point_is_before(Point a, Point b) {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

#endif
