/* Paths that are joined from the points a search thinks of, no string pulled: what documents D0 and D3 draw
 * beside the funnel's. */
#ifndef TAUT_MESH_CENTRE_PATH_H
#define TAUT_MESH_CENTRE_PATH_H

#include "algos/mesh/channel.h"

/* The faces that hold start and goal stand for their ends, the others for the mean of their corners. */
typedef enum JoinRule {
    JOIN_MIDDLES,   /* the middles of the portals */
    JOIN_CENTRES,   /* straight from centre to centre: may leave the faces, and so the free space */
    JOIN_CROSSINGS, /* over where that line meets the portal, kept off its ends by PORTAL_CLAMP_DEFAULT */
    JOIN_BOTH       /* over the middle of the portal */
} JoinRule;

#define JOIN_NAMES "middles|centres|crossings|centre-middles"

/* Writes the path; empty for a channel that was not found. Fails only for want of memory. */
MUST_CHECK Status centre_path(const Channel *channel, const Topology *topology, JoinRule rule,
                              PointPath *path);

#endif
