/* The free sectors around the vertices of a Polygons, and where a point stands among them: what visibility
 * graphs are built from.
 *
 * Each edge e opens one sector at the vertex that it leaves: from its own direction counter-clockwise to that
 * of the edge closing[e], which arrives there. At most one sector of a vertex spans 180 degrees or more, for
 * blocked space takes the rest: only in that one can a path turn (wider than straight) or go straight on. */
#ifndef TAUT_MESH_SECTORS_H
#define TAUT_MESH_SECTORS_H

#include "algos/map/polygons.h"

#include <stdbool.h>

#define SECTOR_NONE UINT32_MAX

/* Two points that bound it; free counter-clockwise from `right` to `left`. */
typedef struct Sector {
    Point apex, right, left;
    int turn; /* -1: wider than 180 degrees; 0: straight; 1: narrower */
} Sector;

typedef struct Sectors {
    const Polygons *polygons;
    uint32_t *first;   /* vertex v: the edges first[v] .. first[v + 1] - 1 leave it */
    uint32_t *closing; /* of each edge */
    uint32_t *wide;    /* of each vertex: the edge whose sector spans 180 degrees or more; SECTOR_NONE */
    uint8_t *corner;   /* of each vertex: whether its wide sector is wider than straight */
    Memory *memory;
} Sectors;

/* O(edges), and O(degree²) at vertices where obstacles touch. `polygons` outlives it. */
MUST_CHECK Status sectors_create(const Polygons *polygons, Memory *memory, Sectors *sectors);
void sectors_destroy(Sectors *sectors);

Sector sector_of(const Sectors *sectors, uint32_t edge);

/* Whether the closed sector holds the direction from its apex to a point. */
bool sector_holds(const Sector *sector, Point towards);

/* Whether the line through the apex and a point stays in the closed sector on both sides of the apex, so that
 * a path can pass it straight on; at a corner that says it is taut there. */
bool sector_passes(const Sector *sector, Point point);

/* Where a query's end stands: blocked, in the open, or in one sector. */
typedef enum Footing { FOOTING_BLOCKED, FOOTING_OPEN, FOOTING_SECTOR, FOOTING_AMBIGUOUS } Footing;
typedef struct Stand {
    Footing footing;
    Sector sector;   /* FOOTING_SECTOR */
    uint32_t vertex; /* that it is on; UINT32_MAX */
} Stand;

/* O(edges). A vertex with several sectors is ambiguous. */
Stand sectors_stand(const Sectors *sectors, Point point);

#endif
