/* What uniting overlapping obstacles is made of: see polygons_unite.c. Coordinates are whole numbers of the
 * map's lattice unit, below 2^25 in size, so that an area of three points fits 64 bits and the product of two
 * areas 128. */
#ifndef TAUT_MAP_POLYGONS_UNITE_H
#define TAUT_MAP_POLYGONS_UNITE_H

#include "algos/core/memory.h"
#include "algos/core/status.h"
#include "algos/map/polygons.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct Spot {
    int64_t x, y;
} Spot;

/* By x, then y: of two ends of a line the lower one is also the left one, but where the line is vertical. */
static inline bool spot_before(Spot a, Spot b) {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}
static inline bool spot_equal(Spot a, Spot b) {
    return a.x == b.x && a.y == b.y;
}
/* Twice the area of the triangle abc: above 0 where c lies left of the line from a to b. */
static inline int64_t spot_area(Spot a, Spot b, Spot c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
static inline int64_t spot_dot(Spot from, Spot a, Spot b) {
    return (a.x - from.x) * (b.x - from.x) + (a.y - from.y) * (b.y - from.y);
}

/* A piece of a ring's border. How often a place is covered grows by `more` from the right of low → high to
 * its left; above 0 where what it bounds lies on the left. */
typedef struct Border {
    Spot low, high; /* low before high */
    int32_t more;   /* not 0 */
} Border;

typedef struct BorderList {
    Border *borders;
    uint32_t count, capacity;
    Memory *memory;
} BorderList;

MUST_CHECK Status borders_add(BorderList *list, Spot from, Spot to, int32_t left_more);

/* All ends, each once, sorted; give them back to the list's memory. */
MUST_CHECK Status borders_ends(const BorderList *list, Spot **spots, uint32_t *count);

/* Borders by the columns of the plane that they meet, the columns being of equal width and as many as the
 * square root of the number of borders. */
typedef struct Columns {
    int64_t low, width; /* of the first column; of each */
    uint32_t count;
    uint32_t *first, *border; /* column c: border[first[c]] .. border[first[c + 1] - 1] */
} Columns;

MUST_CHECK Status columns_create(const BorderList *list, Memory *memory, Columns *columns);
void columns_destroy(Columns *columns, Memory *memory);
static inline uint32_t column_of(const Columns *columns, int64_t x) {
    return (uint32_t)((x - columns->low) / columns->width);
}

/* Cuts borders where the end of another lies on them, joins those that run from end to end of one another and
 * drops those that cancel. Then borders meet in common ends or cross inside both. Sorted by low, then high.
 */
MUST_CHECK Status borders_normalise(BorderList *list);

/* Two borders that cross inside both, at the edge of free space. */
typedef struct BorderCrossing {
    uint32_t border, other;
} BorderCrossing;

typedef struct BorderCrossings {
    BorderCrossing *list;
    uint32_t count, capacity;
} BorderCrossings;

/* Looks for the crossings of normalised borders at which free space, covered 0 times, has a corner. Sets
 * cover[i], one for each border, to how often the place right beside the low end of border i is covered on
 * its right. Far out all is covered `outside` times. Give back list->list. */
MUST_CHECK Status borders_cross(const BorderList *list, int32_t outside, int32_t *cover,
                                BorderCrossings *crossings);

/* A lattice spot near the crossing of two borders, on the free side of both or on them, inside the box; and
 * the square of how far it is from the farther of them. There always is one: an end of one of them. */
Spot crossing_round(const Border *a, const Border *b, Spot box_low, Spot box_high, double *distance);

/* The map on the lattice that `made` already states: free is what the borders cover 0 times, far out it is
 * covered once. Takes the list. Sets united and displacement, as polygons_unite does; STATUS_BAD_INPUT where
 * nothing is free. */
MUST_CHECK Status borders_unite(BorderList *list, const char *name, Polygons *made, Error *error);

#endif
