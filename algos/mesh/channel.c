#include "algos/mesh/channel.h"

#include "algos/core/heap.h"

#include <math.h>

typedef struct Entry {
    double bound, length;
    uint32_t face;
} Entry;

/* Of equal bounds the longest way, as it is nearest to the goal. */
static inline bool entry_before(const Entry *a, const Entry *b) {
    if (a->bound != b->bound) return a->bound < b->bound;
    if (a->length != b->length) return a->length > b->length;
    return a->face < b->face;
}
DEFINE_HEAP(EntryHeap, entry_heap, Entry, entry_before);

/* What is known of a face in the query whose number it bears. */
typedef struct Reached {
    Point point;
    double length;
    uint32_t query;
    uint32_t portal; /* corner of the face before, across which it was entered; CORNER_NONE: a start; */
    uint32_t before; /* or the link to it, and the face before; FACE_NONE: no link */
    bool closed;
} Reached;

struct ChannelSearch {
    const Topology *topology;
    const Locator *locator;
    PortalRule rule;
    double clamp;
    Reached *reached;
    uint32_t *goal_mark; /* of each face: the number of the query whose goal it holds */
    uint32_t query;
    EntryHeap heap;
    const LinkSites *sites; /* NULL: none */
    LinkBound link_bound;
    FaceList start_faces, goal_faces;
    Memory *memory;
};

/* ---- channels ---- */

Status channel_add(Channel *channel, Portal portal, Point point) {
    if (channel->count == channel->capacity) {
        uint32_t capacity = channel->capacity == 0 ? 64 : channel->capacity * 2;
        Portal *portals = memory_resize(channel->memory, channel->portals, capacity, sizeof *portals);
        if (portals == NULL) return STATUS_NO_MEMORY;
        channel->portals = portals;
        Point *points = memory_resize(channel->memory, channel->points, capacity, sizeof *points);
        if (points == NULL) return STATUS_NO_MEMORY;
        channel->points = points;
        channel->capacity = capacity;
    }
    channel->portals[channel->count] = portal;
    channel->points[channel->count++] = point;
    return STATUS_OK;
}

Status channel_add_hop(Channel *channel, Hop hop) {
    if (channel->hop_count == channel->hop_capacity) {
        uint32_t capacity = channel->hop_capacity == 0 ? 8 : channel->hop_capacity * 2;
        Hop *hops = memory_resize(channel->memory, channel->hops, capacity, sizeof *hops);
        if (hops == NULL) return STATUS_NO_MEMORY;
        channel->hops = hops;
        channel->hop_capacity = capacity;
    }
    channel->hops[channel->hop_count++] = hop;
    return STATUS_OK;
}

Channel channel_piece(const Channel *channel, const Links *links, uint32_t i) {
    Channel piece = *channel;
    uint32_t from = 0, to = channel->count;
    piece.hop_count = 0;
    if (i > 0) {
        from = channel->hops[i - 1].portal;
        piece.start = links->links[channel->hops[i - 1].link].to;
    }
    if (i < channel->hop_count) {
        to = channel->hops[i].portal;
        piece.goal = links->links[channel->hops[i].link].from;
    }
    piece.count = to - from;
    if (from > 0) {
        piece.portals += from;
        piece.points += from;
    }
    return piece;
}

void channel_reverse(Channel *channel) {
    for (uint32_t i = 0, j = channel->count; i + 1 < j; i++) {
        j--;
        Portal portal = channel->portals[i];
        channel->portals[i] = channel->portals[j];
        channel->portals[j] = portal;
        Point point = channel->points[i];
        channel->points[i] = channel->points[j];
        channel->points[j] = point;
    }
    for (uint32_t i = 0; i < channel->hop_count; i++)
        channel->hops[i].portal = channel->count - channel->hops[i].portal;
    for (uint32_t i = 0, j = channel->hop_count; i + 1 < j; i++) {
        Hop hop = channel->hops[--j];
        channel->hops[j] = channel->hops[i];
        channel->hops[i] = hop;
    }
}

void channel_destroy(Channel *channel) {
    memory_give(channel->memory, channel->portals);
    memory_give(channel->memory, channel->points);
    memory_give(channel->memory, channel->hops);
    *channel = channel_in(channel->memory);
}

/* ---- where a portal is crossed ---- */

static double distance(Point a, Point b) {
    double x = a.x - b.x, y = a.y - b.y;
    return sqrt(x * x + y * y);
}

static Point between(Point a, Point b, double share) {
    return (Point){a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
}

static double clamped(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

/* The share of ab at which the line from `from` to `to` meets the line ab; NAN when they are parallel. */
static double meeting_share(Point a, Point b, Point from, Point to) {
    double x = to.x - from.x, y = to.y - from.y;
    double across = x * (b.y - a.y) - y * (b.x - a.x);
    return across == 0 ? NAN : (x * (from.y - a.y) - y * (from.x - a.x)) / across;
}

Point portal_crossing(Point a, Point b, Point from, Point to, double clamp) {
    double share = meeting_share(a, b, from, to);
    return between(a, b, isnan(share) ? 0.5 : clamped(share, clamp, 1 - clamp));
}

Point face_centre(const Mesh *mesh, uint32_t face) {
    Point sum = {0, 0};
    for (uint32_t i = mesh->first[face]; i < mesh->first[face + 1]; i++) {
        sum.x += mesh->vertices[mesh->corner[i]].x;
        sum.y += mesh->vertices[mesh->corner[i]].y;
    }
    double count = mesh->first[face + 1] - mesh->first[face];
    return (Point){sum.x / count, sum.y / count};
}

/* Where the portal at `corner` is crossed by who comes from `from`. */
__attribute__((always_inline)) static inline Point crossing_point(const ChannelSearch *search,
                                                                  uint32_t corner, Point from, Point goal) {
    const Mesh *mesh = search->topology->mesh;
    Point a = mesh->vertices[mesh->corner[corner]];
    Point b = mesh->vertices[mesh->corner[corner_next(search->topology, corner)]];
    switch (search->rule) {
    case PORTAL_MIDPOINT:
    case PORTAL_LENGTH:
        return between(a, b, 0.5);
    case PORTAL_LINE:
        return portal_crossing(a, b, from, goal, search->clamp);
    case PORTAL_NEAREST:
        return point_nearest(a, b, from);
    case PORTAL_CENTRE:
        break;
    }
    uint32_t face = search->topology->face[search->topology->corners[corner].twin];
    return search->goal_mark[face] == search->query ? goal : face_centre(mesh, face);
}

/* ---- the search ---- */

Status channel_search_create(const Topology *topology, const Locator *locator, PortalRule rule, double clamp,
                             Memory *memory, ChannelSearch **search) {
    uint32_t face_count = topology->mesh->face_count;
    ChannelSearch *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    *made = (ChannelSearch){topology, locator, rule, clamp, .memory = memory};
    made->heap.memory = made->start_faces.memory = made->goal_faces.memory = memory;
    made->reached = memory_take_zeroed(memory, face_count, sizeof *made->reached);
    made->goal_mark = memory_take_zeroed(memory, face_count, sizeof *made->goal_mark);
    if (made->reached == NULL || made->goal_mark == NULL) {
        channel_search_destroy(made);
        return STATUS_NO_MEMORY;
    }
    *search = made;
    return STATUS_OK;
}

Status channel_search_use_links(ChannelSearch *search, const LinkSites *sites) {
    if (sites->links == NULL) return STATUS_OK;
    search->sites = sites;
    return link_bound_create(sites, search->memory, &search->link_bound);
}

void channel_search_destroy(ChannelSearch *search) {
    link_bound_destroy(&search->link_bound, search->memory);
    memory_give(search->memory, search->reached);
    memory_give(search->memory, search->goal_mark);
    entry_heap_destroy(&search->heap);
    face_list_destroy(&search->start_faces);
    face_list_destroy(&search->goal_faces);
    memory_give(search->memory, search);
}

/* `with_links` is a constant in all of a search, so that one without knows nothing of them. */

/* `before`: see Reached; told with links only. */
__attribute__((always_inline)) static inline Status reach(ChannelSearch *search, bool with_links,
                                                          uint32_t face, uint32_t portal, uint32_t before,
                                                          Point point, double length, Point goal,
                                                          Counters *counters) {
    Reached *reached = &search->reached[face];
    reached->point = point;
    reached->length = length;
    reached->query = search->query;
    reached->portal = portal;
    reached->closed = false;
    if (with_links) reached->before = before;
    double bound = length;
    if (search->rule != PORTAL_LENGTH) {
        double on = distance(point, goal);
        bound += !with_links ? on : link_bound_least(&search->link_bound, point, on);
    }
    TRY(entry_heap_push(&search->heap, (Entry){bound, length, face}));
    COUNT(counters, pushed, 1);
    return STATUS_OK;
}

/* Whether the face is closed, or known by a way that is as short. */
static bool is_reached(const ChannelSearch *search, uint32_t face, double length) {
    const Reached *known = &search->reached[face];
    return known->query == search->query && (known->closed || known->length <= length);
}

/* What crossing the portal at `corner` adds to a way that comes from `from`. */
__attribute__((always_inline)) static inline double step_length(const ChannelSearch *search, uint32_t corner,
                                                                Point from, Point point) {
    if (search->rule != PORTAL_LENGTH) return distance(from, point);
    const Mesh *mesh = search->topology->mesh;
    return distance(mesh->vertices[mesh->corner[corner]],
                    mesh->vertices[mesh->corner[corner_next(search->topology, corner)]]);
}

/* Over the links that begin in the face. */
static Status take_links(ChannelSearch *search, uint32_t face, Point goal, Counters *counters) {
    const Sites *from = &search->sites->from, *to = &search->sites->to;
    for (uint32_t i = from->first[face]; i < from->first[face + 1]; i++) {
        uint32_t link = from->site[i];
        double length = search->reached[face].length + search->sites->links->links[link].cost;
        if (search->rule != PORTAL_LENGTH) length += distance(search->reached[face].point, from->at[link]);
        for (uint32_t j = 0; j < to->faces[link].count; j++) {
            uint32_t next = to->faces[link].faces[j];
            COUNT(counters, generated, 1);
            if (is_reached(search, next, length)) continue;
            TRY(reach(search, true, next, link, face, to->at[link], length, goal, counters));
        }
    }
    return STATUS_OK;
}

__attribute__((always_inline)) static inline Status expand(ChannelSearch *search, bool with_links,
                                                           uint32_t face, Point goal, Counters *counters) {
    const Topology *topology = search->topology;
    const Mesh *mesh = topology->mesh;
    Point from = search->reached[face].point;
    double length = search->reached[face].length;
    COUNT(counters, expanded, 1);
    for (uint32_t corner = mesh->first[face]; corner < mesh->first[face + 1]; corner++) {
        if (topology->corners[corner].twin == CORNER_NONE) continue;
        uint32_t next = topology->face[topology->corners[corner].twin];
        const Reached *known = &search->reached[next];
        if (known->query == search->query && known->closed) continue;
        COUNT(counters, generated, 1);
        Point point = crossing_point(search, corner, from, goal);
        double next_length = length + step_length(search, corner, from, point);
        if (known->query == search->query && known->length <= next_length) continue;
        TRY(reach(search, with_links, next, corner, FACE_NONE, point, next_length, goal, counters));
    }
    return !with_links ? STATUS_OK : take_links(search, face, goal, counters);
}

/* From the goal's face back to a start. */
static Status trace(const ChannelSearch *search, uint32_t face, Channel *channel) {
    const Topology *topology = search->topology;
    const Mesh *mesh = topology->mesh;
    channel->found = true;
    channel->length = search->reached[face].length;
    if (search->rule != PORTAL_LENGTH)
        channel->length += distance(search->reached[face].point, channel->goal);
    for (uint32_t corner; (corner = search->reached[face].portal) != CORNER_NONE;) {
        if (search->sites != NULL && search->reached[face].before != FACE_NONE) {
            TRY(channel_add_hop(channel, (Hop){channel->count, corner}));
            face = search->reached[face].before;
            continue;
        }
        uint32_t right = mesh->corner[corner], left = mesh->corner[corner_next(topology, corner)];
        Portal portal = {mesh->vertices[left], mesh->vertices[right], is_computed(topology, left),
                         is_computed(topology, right), corner};
        TRY(channel_add(channel, portal, search->reached[face].point));
        face = topology->face[corner];
    }
    channel_reverse(channel);
    return STATUS_OK;
}

static void keep_lowest(FaceList *list) {
    for (uint32_t i = 1; i < list->count; i++)
        if (list->faces[i] < list->faces[0]) list->faces[0] = list->faces[i];
    if (list->count > 1) list->count = 1;
}

static Status mark_ends(ChannelSearch *search, const PointQuery *query) {
    uint32_t vertex;
    TRY(end_find(search->topology, search->locator, query->start, &search->start_faces, &vertex));
    TRY(end_find(search->topology, search->locator, query->goal, &search->goal_faces, &vertex));
    if (search->rule == PORTAL_LENGTH) {
        keep_lowest(&search->start_faces);
        keep_lowest(&search->goal_faces);
    }
    if (++search->query == 0) { /* once in 2^32 queries */
        for (uint32_t f = 0; f < search->topology->mesh->face_count; f++)
            search->reached[f].query = search->goal_mark[f] = 0;
        search->query = 1;
    }
    for (uint32_t i = 0; i < search->goal_faces.count; i++)
        search->goal_mark[search->goal_faces.faces[i]] = search->query;
    return STATUS_OK;
}

__attribute__((always_inline)) static inline Status find_way(ChannelSearch *search, bool with_links,
                                                             const PointQuery *query, Channel *channel,
                                                             Counters *counters) {
    Point goal = query->goal;
    for (uint32_t i = 0; i < search->start_faces.count; i++)
        TRY(reach(search, with_links, search->start_faces.faces[i], CORNER_NONE, FACE_NONE, query->start, 0,
                  goal, counters));
    while (search->heap.count > 0) {
        Entry entry = entry_heap_pop(&search->heap);
        COUNT(counters, popped, 1);
        Reached *reached = &search->reached[entry.face];
        if (reached->closed) {
            COUNT(counters, stale, 1);
            continue;
        }
        reached->closed = true;
        if (search->goal_mark[entry.face] == search->query) return trace(search, entry.face, channel);
        TRY(expand(search, with_links, entry.face, goal, counters));
    }
    return STATUS_OK;
}

Status channel_search(ChannelSearch *search, const PointQuery *query, Channel *channel, Counters *counters) {
    channel->start = query->start;
    channel->goal = query->goal;
    channel->count = channel->hop_count = 0;
    channel->located = channel->found = false;
    channel->length = 0;
    entry_heap_clear(&search->heap);
    TRY(mark_ends(search, query));
    channel->located = search->start_faces.count > 0 && search->goal_faces.count > 0;
    if (search->goal_faces.count == 0) return STATUS_OK;
    if (search->sites == NULL) return find_way(search, false, query, channel, counters);
    link_bound_start(&search->link_bound, query->goal);
    return find_way(search, true, query, channel, counters);
}
