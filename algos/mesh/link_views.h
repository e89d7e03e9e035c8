/* What the ends of a map's links see, made once, for a graph of what corners see. */
#ifndef TAUT_MESH_LINK_VIEWS_H
#define TAUT_MESH_LINK_VIEWS_H

#include "algos/mesh/view.h"

/* Of i: to[first[i]] .. to[first[i + 1] - 1]. */
typedef struct Seen {
    uint32_t *first, *to;
    uint32_t count, capacity; /* of `to` while it is built */
} Seen;

typedef struct LinkViews {
    LinkSites sites; /* links NULL: there are none, nor views */
    Seen links;      /* of each vertex: links whose beginning it sees */
    Seen corners;    /* of each link: corners that its end sees */
    Seen next;       /* of each link: links whose beginning its end sees */
    Memory *memory;
} LinkViews;

/* With `taut`, only corners at which a path from or to the link's end can be taut. `view` is a scratch of the
 * topology without sites, which are added to it and outlived by `links`. */
MUST_CHECK Status link_views_create(Topology *topology, const Locator *locator, const Links *links,
                                    View *view, bool taut, Memory *memory, LinkViews *made);
void link_views_destroy(LinkViews *made);

#endif
