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

/* The hash of a triangle; its corners begin anywhere. */
uint64_t triangle_hash(Point a, Point b, Point c);

static inline bool point_is_before(Point a, Point b) {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

#endif
