/* A mesh of a polygon map to which obstacles come and from which they go: only the faces that an obstacle
 * touches are made anew, and what is there afterwards is the mesh that building it from the changed map would
 * give (of joined faces: one as good).
 *
 * Faces keep their numbers until they go, and numbers are used again; nothing is moved. What solvers search
 * is packed and sorted (mesh.h): edit_mesh_pack makes that, in O(n log n). */
#ifndef TAUT_MESH_EDIT_MESH_H
#define TAUT_MESH_EDIT_MESH_H

#include "algos/map/mesh.h"
#include "algos/map/polygons.h"

typedef enum EditKind {
    EDIT_TRIANGLES, /* as cdt_create */
    EDIT_MERGED,    /* as cdt_merged_create, but for which edges are left out after a change */
    EDIT_TRAPEZOIDS /* as trapezoid_create */
} EditKind;

typedef struct EditMesh EditMesh;

/* What changes did, added up. */
typedef struct EditCounts {
    uint64_t faces_gone,
        faces_made; /* taken out and put in around obstacles; triangles, also of joined faces */
    uint64_t flips; /* edges exchanged after that, until all triangles were Delaunay */
    uint64_t walls; /* taken and made */
} EditCounts;

/* STATUS_REFUSED for an inexact map. The obstacles of the map are numbered from edit_mesh_first on, in the
 * order of polygons_rings (those that share edges are one). The map need not outlive it. */
MUST_CHECK Status edit_mesh_create(const Polygons *polygons, EditKind kind, Memory *memory, EditMesh **mesh,
                                   Error *error);
void edit_mesh_destroy(EditMesh *mesh);

/* Adds an obstacle, a simple polygon that turns either way; *obstacle is its number, until it goes.
 * STATUS_BAD_INPUT where polygons_create would refuse the map with it: it may touch others and the boundary
 * but not overlap them, nor fill all free space; STATUS_REFUSED off the map's lattice, and where it touches
 * itself. On failure, of memory too, the mesh is as it was. Of m corners, w walls in their box, k faces
 * touched: O(m w + k log k), and 1 for each flip; of trapezoids also the faces along a wall that the obstacle
 * cuts, whose corners are computed from its ends, and k times the faces that meet an upright line among them.
 * Finding the place is O(1) on maps whose walls lie evenly.
 */
MUST_CHECK Status edit_mesh_add(EditMesh *mesh, const Point *points, uint32_t count, uint32_t *obstacle,
                                EditCounts *counts, Error *error);
/* Takes an obstacle out. STATUS_REFUSED where there is none of that number, or free space lies within it. */
MUST_CHECK Status edit_mesh_remove(EditMesh *mesh, uint32_t obstacle, EditCounts *counts, Error *error);

/* Takes a random obstacle out and puts it back, so many times, to see what that costs. Those that cannot come
 * back stay (edit_mesh_add, edit_mesh_remove); nothing is done where 50 in a row are of that sort. The mesh
 * may be another one only where it is EDIT_MERGED, and for want of memory. */
MUST_CHECK Status edit_mesh_exercise(EditMesh *mesh, uint32_t count, EditCounts *counts, Error *error);

/* The numbers of obstacles lie in first .. end - 1; not all of them need be in use. Writes the corners of one
 * where `points` has room for them; returns how many there are, 0 for none. */
uint32_t edit_mesh_first(const EditMesh *mesh);
uint32_t edit_mesh_end(const EditMesh *mesh);
uint32_t edit_mesh_obstacle(const EditMesh *mesh, uint32_t obstacle, Point *points, uint32_t room);

/* The same of meshes with the same faces, in whatever order and numbers: a sum over the faces. Kept up to
 * date; O(1). Of joined faces it is that of their triangles. */
uint64_t edit_mesh_hash(const EditMesh *mesh);
/* That sum of a mesh made by cdt_create or trapezoid_create, as `kind` says. O(corners). */
uint64_t edit_hash_of(const Mesh *mesh, EditKind kind);

/* The map as it is now, and its mesh as a build from it would give it, bit for bit (faces that were joined
 * aside). To be destroyed by the caller. */
MUST_CHECK Status edit_mesh_pack(const EditMesh *mesh, Memory *memory, Polygons *polygons, Mesh *packed);

#endif
