/* A map of any kind: what solvers take. Read only once made, shared by all. */
#ifndef TAUT_MAP_MAP_H
#define TAUT_MAP_MAP_H

#include "algos/core/links.h"
#include "algos/map/grid.h"
#include "algos/map/mesh.h"
#include "algos/map/polygons.h"

/* Kinds are bits: a solver states the set it takes. */
typedef enum MapKind { MAP_GRID = 1, MAP_POLYGONS = 2, MAP_MESH = 4 } MapKind;

/* Of grid, polygons and mesh only the member of its kind is there; the others are zero. */
typedef struct Map {
    MapKind kind;
    Grid grid;
    Polygons polygons;
    Mesh mesh;
    Links links; /* for paths in the plane; a solver that knows none refuses the map (Solver, takes_links) */
} Map;

/* The hash of what a solver can see of it. */
uint64_t map_hash(const Map *map);

/* "grid", "polygons", "mesh". */
const char *map_kind_name(MapKind kind);

/* Whether queries on it are between points (polygons, meshes) instead of cells. */
static inline bool map_is_planar(const Map *map) {
    return map->kind != MAP_GRID;
}

/* Gives back what its kind holds; a zeroed map is allowed. */
void map_destroy(Map *map);

#endif
