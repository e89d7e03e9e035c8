#include "algos/mesh/sites.h"

/* ---- sites ---- */

static void count_in_faces(Sites *sites, uint32_t face_count) {
    for (uint32_t i = 0; i < sites->count; i++)
        for (uint32_t j = 0; j < sites->faces[i].count; j++) sites->first[sites->faces[i].faces[j] + 1]++;
    for (uint32_t f = 0; f < face_count; f++) sites->first[f + 1] += sites->first[f];
}

/* Fills each face's part from its end, so that `first` comes to its beginning. */
static Status list_by_face(Sites *sites, uint32_t face_count) {
    sites->first = memory_take_zeroed(sites->memory, (size_t)face_count + 1, sizeof *sites->first);
    if (sites->first == NULL) return STATUS_NO_MEMORY;
    count_in_faces(sites, face_count);
    sites->site = memory_take(sites->memory, sites->first[face_count], sizeof *sites->site);
    if (sites->site == NULL) return STATUS_NO_MEMORY;
    for (uint32_t i = sites->count; i-- > 0;)
        for (uint32_t j = 0; j < sites->faces[i].count; j++) {
            uint32_t face = sites->faces[i].faces[j];
            sites->site[--sites->first[face + 1]] = i;
        }
    /* first[f + 1] is now where f begins. */
    uint32_t all = 0;
    for (uint32_t i = 0; i < sites->count; i++) all += sites->faces[i].count;
    for (uint32_t f = 0; f < face_count; f++) sites->first[f] = sites->first[f + 1];
    sites->first[face_count] = all;
    return STATUS_OK;
}

static Status locate(const Topology *topology, const Locator *locator, const Links *links, bool of_ends,
                     Sites *sites) {
    sites->at = memory_take(sites->memory, links->count, sizeof *sites->at);
    sites->vertex = memory_take(sites->memory, links->count, sizeof *sites->vertex);
    sites->faces = memory_take_zeroed(sites->memory, links->count, sizeof *sites->faces);
    if (sites->at == NULL || sites->vertex == NULL || sites->faces == NULL) return STATUS_NO_MEMORY;
    for (uint32_t i = 0; i < links->count; i++) {
        sites->faces[i].memory = sites->memory;
        sites->count = i + 1;
        sites->at[i] = of_ends ? links->links[i].to : links->links[i].from;
        TRY(end_find(topology, locator, sites->at[i], &sites->faces[i], &sites->vertex[i]));
    }
    return list_by_face(sites, topology->mesh->face_count);
}

Status sites_create(const Topology *topology, const Locator *locator, const Links *links, bool of_ends,
                    Memory *memory, Sites *sites) {
    *sites = (Sites){.memory = memory};
    if (links == NULL) return STATUS_OK;
    Status status = locate(topology, locator, links, of_ends, sites);
    if (status != STATUS_OK) sites_destroy(sites);
    return status;
}

void sites_destroy(Sites *sites) {
    for (uint32_t i = 0; i < sites->count; i++) face_list_destroy(&sites->faces[i]);
    void *parts[] = {sites->at, sites->vertex, sites->faces, sites->first, sites->site};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (sites->memory != NULL) memory_give(sites->memory, parts[i]);
    *sites = (Sites){.memory = sites->memory};
}

/* ---- of links ---- */

/* The ways into a face from the cycles of the mesh are dead ends no longer. */
static void open_dead_end(Topology *topology, uint32_t face) {
    const Mesh *mesh = topology->mesh;
    for (uint32_t inner; (inner = topology->inward[face]) != FACE_NONE; face = inner)
        for (uint32_t i = mesh->first[face]; i < mesh->first[face + 1]; i++) {
            uint32_t twin = topology->corners[i].twin;
            if (twin != CORNER_NONE && topology->face[twin] == inner) topology->dead_end[twin] = 0;
        }
}

static Status find_cheap(LinkSites *made) {
    const Links *links = made->links;
    made->cheap = memory_take(made->memory, links->count, sizeof *made->cheap);
    if (made->cheap == NULL) return STATUS_NO_MEMORY;
    for (uint32_t k = 0; k < links->count; k++) {
        const Link *link = &links->links[k];
        double span = point_distance(link->from, link->to);
        if (link->cost >= span) continue;
        made->cheap[made->cheap_count++] = k;
        if (link->cost / span < made->ratio) made->ratio = link->cost / span;
    }
    return STATUS_OK;
}

Status link_sites_create(Topology *topology, const Locator *locator, const Links *links, Memory *memory,
                         LinkSites *made) {
    *made = (LinkSites){.ratio = 1, .memory = memory};
    if (links == NULL || links->count == 0) return STATUS_OK;
    made->links = links;
    Status status = sites_create(topology, locator, links, false, memory, &made->from);
    if (status == STATUS_OK) status = sites_create(topology, locator, links, true, memory, &made->to);
    if (status == STATUS_OK) status = find_cheap(made);
    if (status != STATUS_OK) {
        link_sites_destroy(made);
        return status;
    }
    for (uint32_t k = 0; k < links->count; k++)
        for (uint32_t i = 0; i < made->from.faces[k].count; i++)
            open_dead_end(topology, made->from.faces[k].faces[i]);
    return STATUS_OK;
}

void link_sites_destroy(LinkSites *made) {
    if (made->links == NULL) return;
    sites_destroy(&made->from);
    sites_destroy(&made->to);
    memory_give(made->memory, made->cheap);
    *made = (LinkSites){.memory = made->memory};
}

/* ---- the bound ---- */

enum { BOUND_MOST = 64 }; /* cheap links, above which the square of their number is too much for a query */

Status link_bound_create(const LinkSites *sites, Memory *memory, LinkBound *bound) {
    *bound = (LinkBound){.sites = sites, .by_ratio = sites->cheap_count > BOUND_MOST};
    if (bound->by_ratio || sites->cheap_count == 0) return STATUS_OK;
    bound->rest = memory_take(memory, sites->cheap_count, sizeof *bound->rest);
    bound->done = memory_take(memory, sites->cheap_count, sizeof *bound->done);
    if (bound->rest != NULL && bound->done != NULL) return STATUS_OK;
    link_bound_destroy(bound, memory);
    return STATUS_NO_MEMORY;
}

void link_bound_destroy(LinkBound *bound, Memory *memory) {
    memory_give(memory, bound->rest);
    memory_give(memory, bound->done);
    *bound = (LinkBound){.sites = bound->sites};
}

static const Link *cheap_link(const LinkBound *bound, uint32_t i) {
    return &bound->sites->links->links[bound->sites->cheap[i]];
}

void link_bound_start(LinkBound *bound, Point goal) {
    uint32_t count = bound->sites->cheap_count;
    bound->goal = goal;
    if (bound->by_ratio) return;
    for (uint32_t i = 0; i < count; i++) {
        bound->done[i] = 0;
        bound->rest[i] = cheap_link(bound, i)->cost + point_distance(cheap_link(bound, i)->to, goal);
    }
    for (uint32_t settled = 0; settled < count; settled++) {
        uint32_t nearest = UINT32_MAX;
        for (uint32_t i = 0; i < count; i++)
            if (!bound->done[i] && (nearest == UINT32_MAX || bound->rest[i] < bound->rest[nearest]))
                nearest = i;
        bound->done[nearest] = 1;
        for (uint32_t i = 0; i < count; i++) {
            if (bound->done[i]) continue;
            const Link *link = cheap_link(bound, i);
            double rest = link->cost + point_distance(link->to, cheap_link(bound, nearest)->from) +
                          bound->rest[nearest];
            if (rest < bound->rest[i]) bound->rest[i] = rest;
        }
    }
}

double link_bound_least(const LinkBound *bound, Point from, double walk) {
    if (bound->by_ratio) return bound->sites->ratio * walk;
    for (uint32_t i = 0; i < bound->sites->cheap_count; i++) {
        double over = point_distance(from, cheap_link(bound, i)->from) + bound->rest[i];
        if (over < walk) walk = over;
    }
    return walk;
}
