/* Bodies of a size: the map in which a point moves as a disc does in another one. */
#ifndef TAUT_MAP_GROW_H
#define TAUT_MAP_GROW_H

#include "algos/map/polygons.h"

enum { GROW_SEGMENTS_MOST = 256, GROW_SEGMENTS_PRESET = 32 };

/* Grows what is blocked, obstacles and all beyond the boundary, by a disc of `radius` > 0. For the disc
 * stands a polygon around it, of `segments` sides (a multiple of 8 up to GROW_SEGMENTS_MOST) or fewer and
 * with corners on the map's lattice; with it the sum is exact, overlaps united, but for corners off the
 * lattice, which are rounded outward (polygons_unite). So every point within `radius` of what was blocked is
 * blocked or on an edge, and none is that is farther away than radius + excess: a point is free where the
 * disc fits, and some more room of at most grown->excess. That is radius · (1 / cos(π / segments) - 1), and
 * some units of the lattice. Walls that run along an axis are moved by exactly the radius, where that is on
 * the lattice.
 *
 * Each part of free space that is left stays free, whether or not the disc came there from another one.
 * STATUS_BAD_INPUT where nothing is left free, STATUS_REFUSED for a map on no lattice. About O(n sqrt n) for
 * n edges of the map, arcs included, and their crossings. */
MUST_CHECK Status polygons_grow(const Polygons *polygons, double radius, uint32_t segments, const char *name,
                                Memory *memory, Polygons *grown, Error *error);

#endif
