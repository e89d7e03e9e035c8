/* Faces while they are made: corners in rings, each joined to the corner across its edge. */
#ifndef TAUT_MESH_LOOPS_H
#define TAUT_MESH_LOOPS_H

#include "algos/map/mesh.h"
#include "algos/map/polygons.h"

#define LOOP_NONE UINT32_MAX

/* Corner i begins the edge to corner next[i]; its face lies on the left. */
typedef struct Loops {
    uint32_t *vertex, *next; /* next: LOOP_NONE where there is no corner any more */
    uint32_t *twin;          /* the corner whose edge is this one's, reversed; LOOP_NONE: a wall */
    uint32_t count;
    void *room; /* what all three lie in */
    Memory *memory;
} Loops;

/* Room for `most` corners, none there yet. */
MUST_CHECK Status loops_create(uint32_t most, Memory *memory, Loops *loops);
void loops_destroy(Loops *loops);

/* The mesh of these faces over the vertices of a map, by the same numbers. Each face begins with its lowest
 * vertex, and faces are sorted by their first two: the same faces give the same mesh, however they were made.
 * `kind` names the decomposition in the mesh's hash: the map must determine the faces. O(corners). */
MUST_CHECK Status loops_mesh(const Loops *loops, const Polygons *map, const char *kind, Memory *memory,
                             Mesh *mesh);

#endif
