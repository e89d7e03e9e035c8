/* The free space of a map of any kind as a polygon map: what oracles and judges of planar paths go by, and
 * what meshes are made of. */
#ifndef TAUT_MAP_MAP_OUTLINE_H
#define TAUT_MAP_MAP_OUTLINE_H

#include "algos/map/map.h"

/* Whether lengths in the plane mean anything on the map: on a grid only where each passable cell costs 1. */
static inline bool map_has_plane(const Map *map) {
    return map_is_planar(map) || (map->grid.cost_min == 1 && map->grid.cost_max == 1);
}

/* STATUS_REFUSED, with the reason, for a grid with terrain costs. */
MUST_CHECK Status map_check_plane(const Map *map, Error *error);

/* *outline is the map's own polygons, or `made`: the walls of a mesh (mesh_outline), the outline of a grid's
 * blocked cells (grid_polygons_create). `made` is zero where it is not needed or on failure, and may be given
 * to polygons_destroy in any case. STATUS_REFUSED, with the reason, for a grid with terrain costs or without
 * a passable cell, and a mesh with walls without width. */
MUST_CHECK Status map_outline(const Map *map, Memory *memory, Polygons *made, const Polygons **outline,
                              Error *error);

#endif
