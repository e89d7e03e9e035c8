/* Polygon maps for tests: drawn by hand, full of touching, or scattered. */
#ifndef TAUT_TESTS_RINGS_H
#define TAUT_TESTS_RINGS_H

#include "algos/core/rng.h"
#include "algos/map/polygons.h"

/* "x y x y …; x y …": the boundary, then obstacles. */
Rings rings_from_text(Memory *memory, const char *text);

/* A chessboard of tiles that are free, blocked or blocked in one of the four halves that a diagonal cuts off,
 * under a random integer shear. Touching edges and corners, equal x and collinear runs are all over it. At
 * least one tile is free. */
Rings rings_of_tiles(Memory *memory, uint32_t columns, uint32_t rows, Rng *rng);

/* side × side hulls of a few random points of the lattice, each in a square of its own of `size` units; some
 * squares stay free. */
Rings rings_of_hulls(Memory *memory, uint32_t side, uint32_t size, Rng *rng);

/* What a test asks of one map: a drawn one's row, or the number of a random trial. It may change the points.
 */
typedef void RingsCheck(Rings *rings, uint32_t trial, Rng *rng);

/* Makes the map of `text` (see rings_from_text), or `count` random ones of tiles or of hulls, checks each and
 * fails the test where a map leaves memory behind. */
void check_drawn_rings(const char *text, uint32_t row, Rng *rng, RingsCheck *check);
void check_touching_rings(uint32_t count, RingsCheck *check);
void check_scattered_rings(uint32_t count, RingsCheck *check);

#endif
