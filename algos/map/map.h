/* A map of any kind: what solvers take. Read only once made, shared by all. */
#ifndef TAUT_MAP_MAP_H
#define TAUT_MAP_MAP_H

#include "algos/map/grid.h"

typedef enum MapKind {
    MAP_GRID = 1 /* kinds are bits: a solver states the set it takes */
} MapKind;

typedef struct Map {
    MapKind kind;
    Grid grid;
} Map;

/* The hash of what a solver can see of it. */
static inline uint64_t map_hash(const Map *map) {
    return map->grid.hash;
}

#endif
