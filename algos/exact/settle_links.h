/* From links as given to those of a map. */
#ifndef TAUT_EXACT_SETTLE_LINKS_H
#define TAUT_EXACT_SETTLE_LINKS_H

#include "algos/map/links_file.h"
#include "algos/map/polygons.h"

/* Checks the links and keeps those that a shortest path may take. `polygons` is the map's free space
 * (map_outline). Left out, and counted, are links beside a straight walk that is as short or shorter (of
 * which is any from a point to itself), and all but a cheapest of those with the same ends. STATUS_BAD_INPUT,
 * with file and line, where an end is blocked, or is a point where obstacles touch and more than one side is
 * free. O(edges) a link; `links` is in `memory`. */
MUST_CHECK Status links_settle(const LinkRows *rows, const Polygons *polygons, const char *name,
                               Memory *memory, Links *links, Error *error);

#endif
