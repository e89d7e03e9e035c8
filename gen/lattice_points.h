/* Random points of a polygon map's lattice: what the generators of queries between points share. */
#ifndef TAUT_GEN_LATTICE_POINTS_H
#define TAUT_GEN_LATTICE_POINTS_H

#include "algos/core/rng.h"
#include "algos/map/polygons.h"

/* The unit of the map's lattice; 0 where it has none. */
double lattice_unit_of(const Polygons *polygons);

/* The stream of a seed, another than the one that maps of the same seed are drawn from: else ends would lie
 * where obstacles do. */
Rng lattice_rng(uint64_t seed);

/* A coordinate in [low, high], both of them included: uniform over the lattice's, or over 53 bits without. */
double lattice_draw(double low, double high, double unit, Rng *rng);

/* Uniform over the map's box. */
Point lattice_point(const Polygons *polygons, double unit, Rng *rng);

#endif
