/* Where free space lies around vertices and along segments: what the judges of planar paths are made of.
 *
 * Around a vertex free and blocked sectors alternate. A free one is called a fan, and is named after the edge
 * that leaves the vertex along its clockwise side: so there are as many fans as edges. A path passes a
 * vertex, straight on or turning, exactly when the directions it comes from and goes to are of one fan. */
#ifndef TAUT_EXACT_FREE_SPACE_H
#define TAUT_EXACT_FREE_SPACE_H

#include "algos/map/polygons.h"

#include <stdbool.h>

#define FAN_NONE UINT32_MAX

typedef struct FreeSpace FreeSpace;

/* Room for the edges around each vertex and, `with_grid`, for a grid over the edges that leads a segment to
 * those near it (else each is tested against all). `polygons` outlives it. */
MUST_CHECK Status free_space_create(const Polygons *polygons, bool with_grid, Memory *memory,
                                    FreeSpace **space);
void free_space_destroy(FreeSpace *space);

/* The fan of `vertex` whose closed sector holds the direction to `towards` (another point); FAN_NONE where it
 * is blocked. Closed fans share no direction. */
uint32_t fan_towards(const FreeSpace *space, uint32_t vertex, Point towards);

/* Whether the fan is wider than a straight angle: only there a shortest path turns. */
bool fan_is_corner(const FreeSpace *space, uint32_t fan);

/* Where a point is, and of which vertex or edge. O(edges). */
typedef struct Standing {
    Place place;
    uint32_t vertex; /* PLACE_VERTEX */
    uint32_t fans;   /* PLACE_VERTEX: how many; a path can end there without doubt only if it is 1 */
} Standing;
Standing free_space_standing(const FreeSpace *space, Point point);

/* How a segment meets free space. */
typedef struct Passage {
    bool is_free;
    uint32_t leaves, arrives; /* the fans of its ends, FAN_NONE where an end is no vertex */
    /* Why not: the edge that it crosses, or the vertex that it cannot pass, leave or reach; UINT32_MAX. */
    uint32_t edge, vertex;
} Passage;

/* Whether the segment from p to q (different points, both in closed free space) stays in closed free space
 * and on one side of every point where obstacles touch. */
Passage free_space_passage(const FreeSpace *space, Point p, Point q);

#endif
