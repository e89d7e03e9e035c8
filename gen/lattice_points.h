/* Random points of a polygon map's lattice: what the generators of queries between points share. */
#ifndef TAUT_GEN_LATTICE_POINTS_H
#define TAUT_GEN_LATTICE_POINTS_H

#include "algos/core/rng.h"
#include "algos/map/polygons.h"

/* The unit of the map's lattice; 0 where it has none. */
double lattice_unit_of(const Polygons *polygons);

/* The stream of a seed on one map. It depends on the map, for an experiment asks with one seed on all of its
 * maps: with a stream of the seed alone, 400 maps of one size would share their 25 pairs, and a mean over all
 * would not be one over 10 000. Nor is it the stream that maps of the same seed are drawn from. */
Rng lattice_rng(const Polygons *polygons, uint64_t seed);

/* A coordinate in [low, high], both of them included: uniform over the lattice's, or over 53 bits without. */
double lattice_draw(double low, double high, double unit, Rng *rng);

/* Uniform over the map's box. */
Point lattice_point(const Polygons *polygons, double unit, Rng *rng);

#endif
