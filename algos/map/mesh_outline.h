/* The free space of a mesh without its faces: its walls as a polygon map. */
#ifndef TAUT_MAP_MESH_OUTLINE_H
#define TAUT_MAP_MESH_OUTLINE_H

#include "algos/map/mesh.h"
#include "algos/map/polygons.h"

/* Joins the edges that are walls to rings and normalises them (polygons_create), O(n log n). Of a mesh whose
 * vertices are all of the input. Refused as bad input: faces that overlap, also where only their walls show
 * it; faces on both sides of a wall that are not neighbours, for a wall without width has no place in a
 * Polygons. */
MUST_CHECK Status mesh_outline(const Mesh *mesh, Memory *memory, Polygons *polygons, Error *error);

/* The same while a file is read: errors name it and the line of a face (`line_of_face` may be NULL). */
MUST_CHECK Status mesh_walls(const Mesh *mesh, const char *name, const uint64_t *line_of_face, Memory *memory,
                             Polygons *polygons, Error *error);

#endif
