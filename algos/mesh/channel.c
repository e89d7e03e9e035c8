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
    uint32_t portal; /* corner of the face before, across which it was entered; CORNER_NONE: a start */
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
}

void channel_destroy(Channel *channel) {
    memory_give(channel->memory, channel->portals);
    memory_give(channel->memory, channel->points);
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
static Point crossing_point(const ChannelSearch *search, uint32_t corner, Point from, Point goal) {
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

void channel_search_destroy(ChannelSearch *search) {
    memory_give(search->memory, search->reached);
    memory_give(search->memory, search->goal_mark);
    entry_heap_destroy(&search->heap);
    face_list_destroy(&search->start_faces);
    face_list_destroy(&search->goal_faces);
    memory_give(search->memory, search);
}

static Status reach(ChannelSearch *search, uint32_t face, uint32_t portal, Point point, double length,
                    Point goal, Counters *counters) {
    search->reached[face] = (Reached){point, length, search->query, portal, false};
    double bound = search->rule == PORTAL_LENGTH ? length : length + distance(point, goal);
    TRY(entry_heap_push(&search->heap, (Entry){bound, length, face}));
    COUNT(counters, pushed, 1);
    return STATUS_OK;
}

/* What crossing the portal at `corner` adds to a way that comes from `from`. */
static double step_length(const ChannelSearch *search, uint32_t corner, Point from, Point point) {
    if (search->rule != PORTAL_LENGTH) return distance(from, point);
    const Mesh *mesh = search->topology->mesh;
    return distance(mesh->vertices[mesh->corner[corner]],
                    mesh->vertices[mesh->corner[corner_next(search->topology, corner)]]);
}

static Status expand(ChannelSearch *search, uint32_t face, Point goal, Counters *counters) {
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
        TRY(reach(search, next, corner, point, next_length, goal, counters));
    }
    return STATUS_OK;
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

Status channel_search(ChannelSearch *search, const PointQuery *query, Channel *channel, Counters *counters) {
    channel->start = query->start;
    channel->goal = query->goal;
    channel->count = 0;
    channel->located = channel->found = false;
    channel->length = 0;
    entry_heap_clear(&search->heap);
    TRY(mark_ends(search, query));
    channel->located = search->start_faces.count > 0 && search->goal_faces.count > 0;
    if (search->goal_faces.count == 0) return STATUS_OK;
    for (uint32_t i = 0; i < search->start_faces.count; i++)
        TRY(reach(search, search->start_faces.faces[i], CORNER_NONE, query->start, 0, query->goal, counters));
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
        TRY(expand(search, entry.face, query->goal, counters));
    }
    return STATUS_OK;
}
