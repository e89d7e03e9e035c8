/* A navigation mesh: convex polygons (faces) that share whole edges.
 *
 * Face f has the corners corner[first[f]] .. corner[first[f + 1] - 1], counter-clockwise with y up;
 * neighbour[i] is the face across the edge from corner i to the next one, or FACE_NONE where it is a wall.
 * Consecutive corners may be collinear. */
#ifndef TAUT_MAP_MESH_H
#define TAUT_MAP_MESH_H

#include "algos/core/memory.h"
#include "algos/core/point.h"
#include "algos/core/status.h"

#include <stdint.h>

#define FACE_NONE UINT32_MAX

/* An edge by its ends, neither of them computed, from.x < to.x. */
typedef struct MeshLine {
    uint32_t from, to;
} MeshLine;

typedef struct Mesh {
    Point *vertices;
    /* Of each vertex: whether a path may turn there (a corner of free space). Vertices that a decomposition
     * computed on an edge (is_computed) are none, and their rounded position decides nothing. */
    uint8_t *is_computed;
    /* Computed vertices come last: vertex vertex_count - computed_count + i lies inside line[i], at an x that
     * is exact. So decisions about them go back to vertices of the input: mesh_side. */
    MeshLine *line;
    uint32_t computed_count;
    uint32_t *first, *corner, *neighbour;
    uint32_t vertex_count, face_count, corner_count;
    Point low, high;
    bool inexact; /* coordinates are not on a lattice of 24 bits */
    uint64_t hash;
    Memory *memory;
} Mesh;

/* Checks all that a mesh must be: indices, orientation, convexity, adjacency both ways and along the same
 * edge, no edge shared by more than two faces, areas above 0. The error names face and vertex. `line_of_face`
 * (may be NULL) gives the file's line of each face. */
MUST_CHECK Status mesh_validate(const Mesh *mesh, const char *name, const uint64_t *line_of_face,
                                Error *error);
/* Takes the arrays, in the mesh's memory, for the counts that it says; no vertex is computed yet. Nothing is
 * held on failure. */
MUST_CHECK Status mesh_take(Mesh *mesh);
/* Computes box and hash. */
void mesh_finish(Mesh *mesh);
void mesh_destroy(Mesh *mesh);

/* The line that the edge from vertex `from` to vertex `to` lies on, by two points in that direction: those of
 * the input's edge where an end is computed. */
void mesh_edge_line(const Mesh *mesh, uint32_t from, uint32_t to, Point *a, Point *b);
/* The exact side of that edge on which `point` lies: 1 left, 0 on its line, -1 right. */
int mesh_side(const Mesh *mesh, uint32_t from, uint32_t to, Point point);

/* Finds the faces that hold a point: a grid over the box, each cell with the faces that meet it. */
typedef struct Locator Locator;
MUST_CHECK Status locator_create(const Mesh *mesh, Memory *memory, Locator **locator);
void locator_destroy(Locator *locator);

typedef enum MeshSpot { SPOT_NONE, SPOT_FACE, SPOT_EDGE, SPOT_VERTEX } MeshSpot;
typedef struct Located {
    MeshSpot spot;
    uint32_t face;   /* one that holds it */
    uint32_t corner; /* SPOT_EDGE: index i of the edge corner i → next; SPOT_VERTEX: index of the corner */
} Located;

/* Exact: inside a face, on an edge (then of the two faces the one with the lower number), on a vertex, or
 * outside. O(1) expected. */
Located locator_find(const Locator *locator, Point point);
/* All faces that hold the point in their closure, in growing order, at most `room` written; returns how many
 * there are. */
uint32_t locator_faces(const Locator *locator, Point point, uint32_t *faces, uint32_t room);
/* The nearest point of the mesh to a point outside of it, and a face that holds it. */
Point locator_nearest(const Locator *locator, Point point, uint32_t *face);

#endif
