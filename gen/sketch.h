/* Rings drawn point by point. Want of memory is remembered and told at the end, so that drawing needs no
 * checks.
 */
#ifndef TAUT_GEN_SKETCH_H
#define TAUT_GEN_SKETCH_H

#include "algos/core/rng.h"
#include "algos/map/map.h"

typedef struct Sketch {
    Rings rings; /* finished ones, and the points of the next */
    uint32_t point_room, ring_room;
    bool failed;
    Rng rng;
} Sketch;

Sketch sketch_in(Memory *memory, uint64_t seed);
void sketch_point(Sketch *sketch, int64_t x, int64_t y);
void sketch_end_ring(Sketch *sketch);
/* A rectangle as a whole ring, with a collinear vertex at each of `step` (0: none) along its sides. */
void sketch_box(Sketch *sketch, int64_t x, int64_t y, int64_t right, int64_t top, int64_t step);
/* The map of what was drawn; gives the sketch back in any case. */
MUST_CHECK Status sketch_finish(Sketch *sketch, const char *name, Map *map, Error *error);

#endif
