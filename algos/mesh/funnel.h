/* The shortest path inside a channel, by pulling a string through its portals. */
#ifndef TAUT_MESH_FUNNEL_H
#define TAUT_MESH_FUNNEL_H

#include "algos/mesh/channel.h"

typedef struct FunnelCounts {
    uint64_t scanned;  /* portals looked at, the goal included */
    uint64_t restarts; /* corners after which portals were looked at again */
} FunnelCounts;

/* Each writes the path from start to goal over the corners between; a channel that was not found gives an
 * empty path. They fail only for want of memory. Between two portals lies a convex face, and none is visited
 * twice. */

/* The restarting funnel (Mononen, "Simple Stupid Funnel Algorithm", 2010), made right on every degenerate
 * case: see funnel.c. O(n²) at worst for n portals, about linear as a rule. Corners are exact. */
MUST_CHECK Status funnel_simple(const Channel *channel, PointPath *path, FunnelCounts *counts);

/* Strictly O(n): both sides of the funnel are kept (Lee and Preparata, "Euclidean shortest paths in the
 * presence of rectilinear barriers", 1984; Chazelle, "A theorem on polygon cutting with applications", 1982).
 * The same corners. Takes O(n) bytes of the path's memory meanwhile. */
MUST_CHECK Status funnel_linear(const Channel *channel, PointPath *path, FunnelCounts *counts);

/* The restarting funnel as document D0 publishes it, with its defect: see funnel_published.c. Turns at
 * computed ends, too, as the document knows no others. */
MUST_CHECK Status funnel_published(const Channel *channel, PointPath *path, FunnelCounts *counts);

/* The same as document D1 publishes it: its area has the other sign than its left and right, so that it
 * narrows where it should widen; points that follow one another are not written twice; and where the search
 * found no way it is given no portals, so that the path goes straight from start to goal. */
MUST_CHECK Status funnel_mirrored(const Channel *channel, PointPath *path, FunnelCounts *counts);

/* A corner moved away from the obstacle that it touches, by `radius` along the bisector of the path's angle
 * there (document D0, exercise 3); unmoved where the path is straight or turns right back. */
Point corner_offset(Point before, Point corner, Point after, double radius);

/* All corners of a path moved so. The result keeps off the corners, but not from other walls. */
void path_offset(PointPath *path, double radius);

#endif
