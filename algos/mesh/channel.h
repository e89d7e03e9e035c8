/* A way over faces: A* on the graph of faces and portals, which knows a face only by the point at which it is
 * thought to be entered (document D0, section on finding the channel). Quick, and not always right: the
 * length of a channel is known only once a string is pulled through it. */
#ifndef TAUT_MESH_CHANNEL_H
#define TAUT_MESH_CHANNEL_H

#include "algos/core/counters.h"
#include "algos/map/point_path.h"
#include "algos/mesh/sites.h"

/* Where a face is thought to be entered. */
typedef enum PortalRule {
    PORTAL_MIDPOINT, /* the middle of the portal */
    PORTAL_LINE, /* where the line from the last point to the goal meets it, kept off its ends by `clamp` */
    PORTAL_NEAREST, /* the point of it nearest to the last point */
    PORTAL_CENTRE,  /* not on the portal: the mean of the face's corners; the goal itself in its own faces */
    PORTAL_LENGTH   /* its middle; but what a way costs is the sum of the lengths of the portals that it
                       crosses,   as document D1 has it: Dijkstra's search without a bound, from one face that
                       holds the start   to one that holds the goal, the lowest each */
} PortalRule;

#define PORTAL_NAMES         "midpoint|line|nearest|centre|length"
#define PORTAL_CLAMP_DEFAULT 0.02 /* as published: ends of portals mostly touch obstacles */

/* An edge that the way crosses, its ends told apart by the direction of travel. No path turns at a computed
 * end: it lies inside a straight wall (see mesh.h). */
typedef struct Portal {
    Point left, right;
    bool left_computed, right_computed;
    uint32_t corner; /* in the face that is left: from `right` to `left` */
} Portal;

/* A link that the way takes, after so many portals. */
typedef struct Hop {
    uint32_t portal, link;
} Hop;

typedef struct Channel {
    Point start, goal;
    Portal *portals;
    Point
        *points; /* of each portal: where the search thought to cross it (or the centre of the face beyond) */
    uint32_t count, capacity;
    Hop *hops; /* the channel falls apart there: see channel_piece */
    uint32_t hop_count, hop_capacity;
    bool located; /* both ends lie in faces */
    bool found;
    double length; /* from the start over these points to the goal; PORTAL_LENGTH: of the portals */
    Memory *memory;
} Channel;

static inline Channel channel_in(Memory *memory) {
    return (Channel){.memory = memory};
}
/* Adds a portal. */
MUST_CHECK Status channel_add(Channel *channel, Portal portal, Point point);
MUST_CHECK Status channel_add_hop(Channel *channel, Hop hop);
/* Turns its portals round. */
void channel_reverse(Channel *channel);
/* Piece i of hop_count + 1: from the start, or the end of a link, to the beginning of the next, or the goal.
 * It borrows the channel's portals, and is not to be changed nor destroyed. */
Channel channel_piece(const Channel *channel, const Links *links, uint32_t i);
void channel_destroy(Channel *channel);

/* The mean of a face's corners. */
Point face_centre(const Mesh *mesh, uint32_t face);
/* Where the line between two points meets the portal ab, kept off both its ends by `clamp` of its width; its
 * middle where they are parallel. */
Point portal_crossing(Point a, Point b, Point from, Point to, double clamp);

typedef struct ChannelSearch ChannelSearch; /* scratch, one a thread */

/* `topology` and `locator` outlive it. O(faces). */
MUST_CHECK Status channel_search_create(const Topology *topology, const Locator *locator, PortalRule rule,
                                        double clamp, Memory *memory, ChannelSearch **search);
/* From then on ways may take these links, which outlive it: from the face that is left to those that hold the
 * link's end, at its cost. */
MUST_CHECK Status channel_search_use_links(ChannelSearch *search, const LinkSites *sites);
void channel_search_destroy(ChannelSearch *search);

/* Fills `channel`; not found when an end lies outside, or on a vertex where it is ambiguous on which side, or
 * when there is no way. No face is closed twice, as published: with a rule that depends on the face before,
 * that may miss the best points even so. Fails only for want of memory. */
MUST_CHECK Status channel_search(ChannelSearch *search, const PointQuery *query, Channel *channel,
                                 Counters *counters);

#endif
