/* The free space of a mesh without its faces: its walls as a polygon map. */
#ifndef TAUT_MAP_MESH_OUTLINE_H
#define TAUT_MAP_MESH_OUTLINE_H

#include "algos/map/mesh.h"
#include "algos/map/polygons.h"

/* Joins the edges that are walls to rings and normalises them (polygons_create), O(n log n). Of a mesh whose
 * vertices are all of the input. STATUS_REFUSED where two faces lie on both sides of a wall without being
 * neighbours: a wall without width has no place in a Polygons. */
MUST_CHECK Status mesh_outline(const Mesh *mesh, Memory *memory, Polygons *polygons, Error *error);

#endif
