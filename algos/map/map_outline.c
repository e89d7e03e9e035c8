#include "algos/map/map_outline.h"

#include "algos/map/grid_polygons.h"
#include "algos/map/mesh_outline.h"

Status map_outline(const Map *map, Memory *memory, Polygons *made, const Polygons **outline, Error *error) {
    *made = (Polygons){.memory = NULL};
    *outline = map->kind == MAP_POLYGONS ? &map->polygons : made;
    if (map->kind == MAP_MESH) return mesh_outline(&map->mesh, memory, made, error);
    if (map->kind == MAP_POLYGONS) return STATUS_OK;
    if (map->grid.passable_count != 0 && !map_has_plane(map))
        return error_say(error, STATUS_REFUSED, "the map has terrain costs from ",
                         number_text(map->grid.cost_min).text, " to ", number_text(map->grid.cost_max).text,
                         ": lengths in the plane know none, expected cost 1 everywhere", NULL);
    return grid_polygons_create(&map->grid, memory, made, error);
}
