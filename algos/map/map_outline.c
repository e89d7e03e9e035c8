#include "algos/map/map_outline.h"

#include "algos/map/grid_polygons.h"
#include "algos/map/mesh_outline.h"

Status map_check_plane(const Map *map, Error *error) {
    if (map_has_plane(map) || map->grid.passable_count == 0) return STATUS_OK;
    return error_say(error, STATUS_REFUSED, "the map has terrain costs from ",
                     number_text(map->grid.cost_min).text, " to ", number_text(map->grid.cost_max).text,
                     ": lengths in the plane know none, expected cost 1 everywhere", NULL);
}

Status map_outline(const Map *map, Memory *memory, Polygons *made, const Polygons **outline, Error *error) {
    *made = (Polygons){.memory = NULL};
    *outline = map->kind == MAP_POLYGONS ? &map->polygons : made;
    if (map->kind == MAP_MESH) return mesh_outline(&map->mesh, memory, made, error);
    if (map->kind == MAP_POLYGONS) return STATUS_OK;
    TRY(map_check_plane(map, error));
    return grid_polygons_create(&map->grid, memory, made, error);
}
