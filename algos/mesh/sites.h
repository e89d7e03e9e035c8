/* Points of a mesh that searches must know by face: the beginnings of a map's links, or their ends. */
#ifndef TAUT_MESH_SITES_H
#define TAUT_MESH_SITES_H

#include "algos/core/links.h"
#include "algos/mesh/topology.h"

/* Site i lies in the faces faces[i], the end of a query there (end_find); in face f lie the sites
 * site[first[f]] .. site[first[f + 1] - 1]. */
typedef struct Sites {
    uint32_t count;
    Point *at;
    uint32_t *vertex; /* that it lies on, or VERTEX_NONE */
    FaceList *faces;
    uint32_t *first, *site;
    Memory *memory;
} Sites;

/* Those of the links (NULL: none) of a map, in their order: one in no face, as a published mesh leaves some
 * free space out, is met by no search. O(faces), and what it takes to locate them. */
MUST_CHECK Status sites_create(const Topology *topology, const Locator *locator, const Links *links,
                               bool of_ends, Memory *memory, Sites *sites);
void sites_destroy(Sites *sites);

/* Both, and how far it is from anywhere to a goal at the least. */
typedef struct LinkSites {
    const Links *links; /* NULL: there are none, nor sites */
    Sites from, to;
    uint32_t *cheap; /* the links that cost less than their span: only these shorten a way */
    uint32_t cheap_count;
    double ratio; /* the least cost to span of a link, at most 1 */
    Memory *memory;
} LinkSites;

/* Topology, locator and links outlive it. Opens the dead ends of the topology in which a link begins. */
MUST_CHECK Status link_sites_create(Topology *topology, const Locator *locator, const Links *links,
                                    Memory *memory, LinkSites *made);
void link_sites_destroy(LinkSites *made);

/* No way from a point to the goal is shorter than this. Walks are bounded by straight lines, and a way over
 * links by one of them: straight to the beginning of its first cheap link, then what is the least from there.
 * That least is the search of Dijkstra from the goal over links as nodes, once a query; with many cheap links
 * the least ratio of cost to span stands for it, as no way is shorter than that share of the straight line.
 */
typedef struct LinkBound {
    const LinkSites *sites;
    Point goal;
    double *rest; /* of each cheap link: from its beginning, over it, to the goal */
    uint8_t *done;
    bool by_ratio;
} LinkBound;

/* Room in `memory`, to be given back by link_bound_destroy. */
MUST_CHECK Status link_bound_create(const LinkSites *sites, Memory *memory, LinkBound *bound);
void link_bound_destroy(LinkBound *bound, Memory *memory);
void link_bound_start(LinkBound *bound, Point goal);

/* A bound for ways that begin at `from` and could be `walk` long without links (at the least): no way with
 * them is shorter than the result. */
double link_bound_least(const LinkBound *bound, Point from, double walk);

#endif
