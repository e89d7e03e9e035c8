/* Off-mesh links: ways from one point to another that are no walk (a jump, a ladder, a teleport), each in one
 * direction and at a cost of its own.
 *
 * A path says by its points that it takes one: of two points that follow one another and are the ends of a
 * link, in its direction, the way between them costs what the link costs, not their distance. That is never
 * in doubt: no link is kept beside a straight walk that is as short (links_settle in algos/exact). */
#ifndef TAUT_CORE_LINKS_H
#define TAUT_CORE_LINKS_H

#include "algos/core/memory.h"
#include "algos/core/point.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct Link {
    Point from, to;
    double cost; /* as a length; at least 0 */
} Link;

/* Sorted by `from`, then `to` (x before y), no two with the same ends. Zeroed: there are none. */
typedef struct Links {
    Link *links;
    uint32_t count;
    uint32_t useless; /* given besides, and of no use: see links_settle */
    bool inexact;     /* with the map's points they are on no lattice of 24 bits */
    uint64_t hash;
    Memory *memory;
} Links;

/* The link between these ends, or NULL. `links` may be NULL. O(log count). */
const Link *links_find(const Links *links, Point from, Point to);

/* What the way from a point of a path to the next costs: their link, or their distance; rounded. */
double links_leg(const Links *links, Point from, Point to);

/* The sum of that over a path, from its start. */
double links_length(const Links *links, const Point *points, uint64_t count);

/* Whether `middle` may be left out of a path that goes through the three: it lies on one line with the
 * others, and the path walks on both sides of it. */
bool links_leave_out(const Links *links, Point before, Point middle, Point after);

void links_destroy(Links *links);

#endif
