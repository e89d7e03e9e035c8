/* Files of polygon maps, told apart by their first word:
 *
 * - a number: Triangle's `.poly` (J. R. Shewchuk, "Triangle", 1996): vertices, segments between them, points
 *   in holes; numbers from 0 or 1 on; a count of 0 vertices means that they are in a `.node` file
 * - "poly" 1: Polyanya's: polygons, of which free is what lies inside an odd number
 * - "polygon" 1: of the Iron Harvest benchmarks (D. Harabor and others, 2022): enclosures, then obstacles
 *
 * In all of them '#' begins a comment. */
#ifndef TAUT_MAP_POLY_FILE_H
#define TAUT_MAP_POLY_FILE_H

#include "algos/core/notes.h"
#include "algos/map/polygons.h"

typedef struct PolyText {
    const char *bytes;
    size_t length;
    const char *name;
} PolyText;

/* Whether a file needs its `.node` file: it is one of Triangle's with 0 vertices. */
bool poly_wants_nodes(PolyText file);

/* Reads rings, to be given to polygons_create, which checks what they make together; each ring knows its
 * line. `nodes` is the `.node` file, or NULL. In a Triangle file segments become rings in the order in which
 * they stand, a ring ending where it comes back to its start. Points in holes tell what is blocked: the
 * innermost ring around each; where there are none, free is what lies inside an odd number of rings, as in
 * Polyanya's files. Attributes and markers are passed over. */
MUST_CHECK Status poly_read(PolyText file, const PolyText *nodes, Memory *memory, Rings *rings, Notes *notes,
                            Error *error);

/* A Triangle file of the map, with a point in each blocked place; reading it back makes the same map.
 * Allocated in `memory`. */
MUST_CHECK Status poly_write(const Polygons *polygons, Memory *memory, char **bytes, size_t *length);

#endif
