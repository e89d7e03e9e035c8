/* `.mesh` files, versions 1 and 2 (of the Polyanya reference implementation: Cui, Harabor and Grastien, IJCAI
 * 2017) and 3 (of the Iron Harvest benchmark: Harabor, Hechenberger and Jahnke, SoCS 2022). Numbers parted by
 * any white space:
 *
 * - 1 and 2: mesh VERSION, V F, V times: x y n and the n faces around it, F times: n, n vertices, n
 *   neighbours; all counted from 0, -1 for an obstacle
 * - 3: the same without faces around vertices; a face begins with 1, or 0 for an obstacle; all counted from
 *   1, and neighbour -k stands for face k behind a wall, 0 for the outside
 *
 * Neighbour i of a face is across the edge from vertex i in version 1, across the edge to vertex i in 2 and
 * 3. */
#ifndef TAUT_MAP_MESH_FILE_H
#define TAUT_MAP_MESH_FILE_H

#include "algos/core/notes.h"
#include "algos/map/mesh.h"

/* Reads a mesh and validates it; faces that are obstacles are left out and the others numbered anew. Errors
 * name file and line, what was found and what was expected. `notes` may be NULL. Destroy it with
 * mesh_destroy. */
MUST_CHECK Status mesh_read(const char *bytes, size_t length, const char *name, Memory *memory, Mesh *mesh,
                            Notes *notes, Error *error);

/* The mesh as a file of version 2, numbers with the fewest digits that read back the same; faces around a
 * vertex are counter-clockwise. STATUS_REFUSED for a mesh with computed vertices. Allocated in `memory`. */
MUST_CHECK Status mesh_write(const Mesh *mesh, Memory *memory, char **bytes, size_t *length, Error *error);

#endif
