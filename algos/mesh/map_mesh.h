/* The mesh that a solver searches: that of a mesh map as it is, or one made of polygons or of the outline of
 * a grid. */
#ifndef TAUT_MESH_MAP_MESH_H
#define TAUT_MESH_MAP_MESH_H

#include "algos/map/map.h"
#include "algos/mesh/delaunay.h"
#include "algos/solver.h"

/* What solvers call mesh=, in the order of the names, and document D0's loops. MESH_DELAUNAY is not for
 * map_mesh_create, and not in the names: solvers that search it say so themselves. */
typedef enum MeshBuild {
    MESH_SWEEP,
    MESH_CDT,
    MESH_MERGED,
    MESH_RECTANGLES,
    MESH_DELAUNAY,
    MESH_PUBLISHED
} MeshBuild;
#define MESH_NAMES "trapezoid|cdt|merged|rectangles"
#define MESH_HELP                                                                                         \
    "how polygons become a mesh (cdt: Delaunay triangles; merged: those joined to convex polygons) or a " \
    "grid (rectangles: of cells); a mesh map is searched as it is"

typedef struct MapMesh {
    const Mesh *mesh; /* the map's, or `made` */
    Mesh made;
    Locator *locator;
    DelaunayWork work; /* zeros unless made of samples */
    Memory *memory;
} MapMesh;

/* `built` must stay where it is, and the map outlive it. On a mesh map `build` says nothing. STATUS_REFUSED
 * where the published build does not take the map, where trapezoids of it are not apart (trapezoid.h), for
 * rectangles of polygons, and for what map_outline refuses. */
MUST_CHECK Status map_mesh_create(const Map *map, MeshBuild build, Memory *memory, MapMesh *built,
                                  Error *error);
/* The same of points sampled in a grid (delaunay.h); refused for other maps. */
MUST_CHECK Status map_mesh_create_delaunay(const Map *map, const DelaunayRules *rules, Memory *memory,
                                           MapMesh *built, Error *error);
/* The same mesh, kept while obstacles go and come back `edits` times (edit_mesh_exercise), then packed: what
 * changes cost. Refused for mesh maps, inexact maps, and of what is no EditKind. */
MUST_CHECK Status map_mesh_create_edited(const Map *map, MeshBuild build, uint32_t edits, Memory *memory,
                                         MapMesh *built, Error *error);
/* Of the builds that refuse no polygons the soonest made: trapezoids, but triangles where coordinates are
 * inexact. */
MeshBuild map_mesh_certain(const Map *map);
void map_mesh_destroy(MapMesh *built);

/* Its vertices, faces and sharpest angle, and what triangles of samples took: for the database. O(corners).
 */
void map_mesh_describe(const MapMesh *built, Facts *facts);

#endif
