#include "algos/map/map.h"

uint64_t map_hash(const Map *map) {
    return map->kind == MAP_GRID       ? map->grid.hash
           : map->kind == MAP_POLYGONS ? map->polygons.hash
                                       : map->mesh.hash;
}

const char *map_kind_name(MapKind kind) {
    return kind == MAP_GRID ? "grid" : kind == MAP_POLYGONS ? "polygons" : "mesh";
}

void map_destroy(Map *map) {
    if (map->kind == MAP_GRID) grid_destroy(&map->grid);
    if (map->kind == MAP_POLYGONS) polygons_destroy(&map->polygons);
    if (map->kind == MAP_MESH) mesh_destroy(&map->mesh);
    map->kind = 0;
}
