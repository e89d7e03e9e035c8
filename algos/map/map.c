#include "algos/map/map.h"

#include "algos/core/hash.h"

uint64_t map_hash(const Map *map) {
    uint64_t ground = map->kind == MAP_GRID       ? map->grid.hash
                      : map->kind == MAP_POLYGONS ? map->polygons.hash
                                                  : map->mesh.hash;
    if (map->links.count == 0) return ground;
    Hash hash = hash_start();
    hash_integer(&hash, (int64_t)ground);
    hash_integer(&hash, (int64_t)map->links.hash);
    return hash_value(&hash);
}

const char *map_kind_name(MapKind kind) {
    return kind == MAP_GRID ? "grid" : kind == MAP_POLYGONS ? "polygons" : "mesh";
}

void map_destroy(Map *map) {
    if (map->kind == MAP_GRID) grid_destroy(&map->grid);
    if (map->kind == MAP_POLYGONS) polygons_destroy(&map->polygons);
    if (map->kind == MAP_MESH) mesh_destroy(&map->mesh);
    links_destroy(&map->links);
    map->kind = 0;
}
