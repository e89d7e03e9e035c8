/* Faces that rounding left not quite convex, made convex. */
#ifndef TAUT_MAP_MESH_CUT_H
#define TAUT_MAP_MESH_CUT_H

#include "algos/core/notes.h"
#include "algos/map/mesh.h"

/* Cuts each face with a corner that turns right, exactly, between two of its corners until none does. No
 * vertex is moved or added, so the free space stays what the vertices say, and what is decided exactly about
 * it holds for each face. For a mesh that mesh_validate takes; `line_of_face` (an array in the mesh's memory)
 * follows the new numbers of faces. Notes how many faces were cut. Refuses a face of which no such pieces
 * come. O(n) where all faces are convex. */
MUST_CHECK Status mesh_cut(Mesh *mesh, const char *name, uint64_t **line_of_face, Notes *notes, Error *error);

#endif
