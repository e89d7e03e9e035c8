#include "algos/mesh/visgraph_sweep.h"

#define NOT_IN_HEAP UINT32_MAX
#define TARGET      UINT32_MAX /* as an event's vertex */

typedef struct Event {
    double angle; /* a growing function of the direction, 0 .. 4, rounded */
    uint32_t key; /* the same in whole units of 2^-30 */
    uint32_t vertex;
} Event;

/* Differences of angles above this are beyond what rounding can make. */
#define ANGLE_DOUBT 1e-14

struct RaySweep {
    const Sectors *sectors;
    const Polygons *polygons;
    Memory *memory;
    Event *events, *spare; /* one for each vertex and the target */
    uint32_t *heap;        /* edges that the ray crosses, the nearest first */
    uint32_t *place;       /* of each edge in the heap */
    uint32_t *corners;     /* what is seen */
    uint32_t heap_count;
    SweepFrom from;
    SweepView view;
};

Status ray_sweep_create(const Sectors *sectors, Memory *memory, RaySweep **sweep) {
    RaySweep *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    uint32_t vertices = sectors->polygons->vertex_count, edges = sectors->polygons->edge_count;
    made->sectors = sectors;
    made->polygons = sectors->polygons;
    made->memory = memory;
    made->events = memory_take(memory, (size_t)vertices + 1, sizeof *made->events);
    made->spare = memory_take(memory, (size_t)vertices + 1, sizeof *made->spare);
    made->heap = memory_take(memory, edges, sizeof *made->heap);
    made->place = memory_take(memory, edges, sizeof *made->place);
    made->corners = memory_take(memory, vertices, sizeof *made->corners);
    if (made->events == NULL || made->spare == NULL || made->heap == NULL || made->place == NULL ||
        made->corners == NULL) {
        ray_sweep_destroy(made);
        return STATUS_NO_MEMORY;
    }
    for (uint32_t e = 0; e < edges; e++) made->place[e] = NOT_IN_HEAP;
    *sweep = made;
    return STATUS_OK;
}

void ray_sweep_destroy(RaySweep *sweep) {
    if (sweep == NULL) return;
    memory_give(sweep->memory, sweep->events);
    memory_give(sweep->memory, sweep->spare);
    memory_give(sweep->memory, sweep->heap);
    memory_give(sweep->memory, sweep->place);
    memory_give(sweep->memory, sweep->corners);
    memory_give(sweep->memory, sweep);
}

/* ---- the edges that the ray crosses ---- */

static Point edge_from(const RaySweep *sweep, uint32_t edge) {
    return sweep->polygons->vertices[sweep->polygons->edges[edge].from];
}
static Point edge_to(const RaySweep *sweep, uint32_t edge) {
    return sweep->polygons->vertices[sweep->polygons->edges[edge].to];
}

/* Of two edges that some ray crosses inside both, whether it meets e before f. They do not cross, so one of
 * them lies on one side of the other's line; both face the point, which is on their left. */
static bool is_nearer(const RaySweep *sweep, uint32_t e, uint32_t f) {
    Point a = edge_from(sweep, e), b = edge_to(sweep, e), c = edge_from(sweep, f), d = edge_to(sweep, f);
    int side_c = point_orientation(a, b, c), side_d = point_orientation(a, b, d);
    if (side_c <= 0 && side_d <= 0) return true;
    if (side_c >= 0 && side_d >= 0) return false;
    return point_orientation(c, d, a) >= 0 && point_orientation(c, d, b) >= 0;
}

static void heap_set(RaySweep *sweep, uint32_t at, uint32_t edge) {
    sweep->heap[at] = edge;
    sweep->place[edge] = at;
}

static void heap_raise(RaySweep *sweep, uint32_t at, uint32_t edge) {
    for (; at > 0; at = (at - 1) / 2) {
        uint32_t parent = sweep->heap[(at - 1) / 2];
        if (!is_nearer(sweep, edge, parent)) break;
        heap_set(sweep, at, parent);
    }
    heap_set(sweep, at, edge);
}

static void heap_add(RaySweep *sweep, uint32_t edge) {
    heap_raise(sweep, sweep->heap_count++, edge);
}

static void heap_remove(RaySweep *sweep, uint32_t edge) {
    uint32_t at = sweep->place[edge], last = sweep->heap[--sweep->heap_count];
    sweep->place[edge] = NOT_IN_HEAP;
    if (last == edge) return;
    for (uint32_t child; (child = 2 * at + 1) < sweep->heap_count; at = child) {
        if (child + 1 < sweep->heap_count && is_nearer(sweep, sweep->heap[child + 1], sweep->heap[child]))
            child++;
        if (!is_nearer(sweep, sweep->heap[child], last)) break;
        heap_set(sweep, at, sweep->heap[child]);
    }
    heap_raise(sweep, at, last);
}

/* ---- the order of directions ---- */

static Point event_point(const RaySweep *sweep, const Event *event) {
    return event->vertex == TARGET ? *sweep->from.target : sweep->polygons->vertices[event->vertex];
}

static bool is_upper(Point centre, Point point) {
    return point.y > centre.y || (point.y == centre.y && point.x > centre.x);
}

static Event event_at(Point centre, Point point, uint32_t vertex) {
    double x = point.x - centre.x, y = point.y - centre.y;
    double share = x / ((x < 0 ? -x : x) + (y < 0 ? -y : y));
    double angle = is_upper(centre, point) ? 1 - share : 3 + share;
    double units = angle * 0x1p30;
    return (Event){angle, units < 0x1p32 ? (uint32_t)units : UINT32_MAX, vertex};
}

/* The exact order by direction: -1, 0 or 1. */
static int compare_directions(Point centre, Point a, Point b) {
    bool a_upper = is_upper(centre, a), b_upper = is_upper(centre, b);
    if (a_upper != b_upper) return a_upper ? -1 : 1;
    return -point_orientation(centre, a, b);
}

/* On the same ray: by distance; the target before a vertex at the same place. */
static bool comes_before(const RaySweep *sweep, const Event *a, const Event *b) {
    if (a->angle < b->angle - ANGLE_DOUBT) return true;
    if (a->angle > b->angle + ANGLE_DOUBT) return false;
    Point centre = sweep->from.point, one = event_point(sweep, a), other = event_point(sweep, b);
    int order = compare_directions(centre, one, other);
    if (order != 0) return order < 0;
    if (point_equal(one, other)) return a->vertex == TARGET;
    return point_between(centre, other, one);
}

/* By three passes over the digits of the rounded angle, then by insertion, which finds only neighbours to
 * exchange: those whose rounded angles are equal or nearly so. */
static void sort_events(RaySweep *sweep, uint32_t count) {
    enum { DIGITS = 3, DIGIT_BITS = 11, VALUES = 1 << DIGIT_BITS, FEW = 64 };
    if (count > FEW) {
        uint32_t first[DIGITS][VALUES] = {{0}};
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t digit = 0; digit < DIGITS; digit++)
                first[digit][sweep->events[i].key >> digit * DIGIT_BITS & (VALUES - 1)]++;
        for (uint32_t digit = 0; digit < DIGITS; digit++) {
            uint32_t before = 0;
            for (uint32_t value = 0; value < VALUES; value++) {
                uint32_t of_value = first[digit][value];
                first[digit][value] = before;
                before += of_value;
            }
            for (uint32_t i = 0; i < count; i++) {
                uint32_t value = sweep->events[i].key >> digit * DIGIT_BITS & (VALUES - 1);
                sweep->spare[first[digit][value]++] = sweep->events[i];
            }
            Event *swap = sweep->events;
            sweep->events = sweep->spare;
            sweep->spare = swap;
        }
    }
    Event *events = sweep->events;
    for (uint32_t i = 1; i < count; i++) {
        Event event = events[i];
        uint32_t at = i;
        for (; at > 0 && comes_before(sweep, &event, &events[at - 1]); at--) events[at] = events[at - 1];
        events[at] = event;
    }
}

/* ---- the sweep ---- */

/* Whether an edge faces the point: then it is passed from its first to its second vertex. */
static bool faces(const RaySweep *sweep, uint32_t edge) {
    return point_orientation(edge_from(sweep, edge), edge_to(sweep, edge), sweep->from.point) > 0;
}

static uint32_t collect_events(RaySweep *sweep) {
    const Polygons *polygons = sweep->polygons;
    Point centre = sweep->from.point;
    uint32_t count = 0;
    for (uint32_t v = 0; v < polygons->vertex_count; v++) {
        Point point = polygons->vertices[v];
        if (point_equal(point, centre) || (sweep->from.upper && !is_upper(centre, point))) continue;
        sweep->events[count++] = event_at(centre, point, v);
    }
    if (sweep->from.target != NULL && (!sweep->from.upper || is_upper(centre, *sweep->from.target)))
        sweep->events[count++] = event_at(centre, *sweep->from.target, TARGET);
    return count;
}

/* The edges that the ray to +x crosses, or ends of which it meets from before. */
static void start_heap(RaySweep *sweep) {
    const Polygons *polygons = sweep->polygons;
    Point centre = sweep->from.point;
    for (uint32_t e = 0; e < polygons->edge_count; e++) {
        Point from = edge_from(sweep, e), to = edge_to(sweep, e);
        if (!is_upper(centre, from) && is_upper(centre, to) && faces(sweep, e)) heap_add(sweep, e);
    }
}

static bool wants(const SweepFrom *from, Point towards) {
    const Sector *sector = from->sector;
    if (sector == NULL) return true;
    return from->taut_here && sector->turn < 0 ? sector_passes(sector, towards)
                                               : sector_holds(sector, towards);
}

/* Walks along the ray through what lies on it, as far as the way is free. The heap holds what the ray crosses
 * inside. */
static void walk_ray(RaySweep *sweep, const Event *events, uint32_t count) {
    const Sectors *sectors = sweep->sectors;
    Point centre = sweep->from.point;
    if (!wants(&sweep->from, event_point(sweep, events))) return;
    Point a = {0, 0}, b = {0, 0};
    bool is_crossed = sweep->heap_count > 0;
    if (is_crossed) {
        a = edge_from(sweep, sweep->heap[0]);
        b = edge_to(sweep, sweep->heap[0]);
    }
    for (uint32_t i = 0; i < count; i++) {
        Point point = event_point(sweep, &events[i]);
        int side = is_crossed ? point_orientation(a, b, point) : 1;
        if (side < 0) return;
        if (events[i].vertex == TARGET) {
            sweep->view.sees_target = true;
            continue;
        }
        uint32_t edge = sectors->wide[events[i].vertex];
        if (edge == SECTOR_NONE) return;
        Sector sector = sector_of(sectors, edge);
        if (sector.turn == 0) { /* straight: passed only along its edges */
            if (!sector_passes(&sector, centre)) return;
            continue;
        }
        if (sweep->from.taut ? sector_passes(&sector, centre) : sector_holds(&sector, centre))
            sweep->corners[sweep->view.count++] = events[i].vertex;
        return;
    }
}

SweepView ray_sweep_run(RaySweep *sweep, const SweepFrom *from) {
    const Sectors *sectors = sweep->sectors;
    sweep->from = *from;
    sweep->view = (SweepView){sweep->corners, 0, false};
    sweep->heap_count = 0;
    uint32_t count = collect_events(sweep);
    sort_events(sweep, count);
    start_heap(sweep);
    for (uint32_t first = 0, end; first < count; first = end) {
        const Event *events = sweep->events + first;
        Point towards = event_point(sweep, events);
        for (end = first + 1; end < count; end++) {
            const Event *next = &sweep->events[end];
            if (next->angle > events->angle + ANGLE_DOUBT ||
                compare_directions(from->point, towards, event_point(sweep, next)) != 0)
                break;
        }
        for (uint32_t i = 0; i < end - first; i++) {
            uint32_t v = events[i].vertex;
            if (v == TARGET) continue;
            for (uint32_t e = sectors->first[v]; e < sectors->first[v + 1]; e++)
                if (sweep->place[sectors->closing[e]] != NOT_IN_HEAP) heap_remove(sweep, sectors->closing[e]);
        }
        walk_ray(sweep, events, end - first);
        for (uint32_t i = 0; i < end - first; i++) {
            uint32_t v = events[i].vertex;
            if (v == TARGET) continue;
            for (uint32_t e = sectors->first[v]; e < sectors->first[v + 1]; e++)
                if (faces(sweep, e)) heap_add(sweep, e);
        }
    }
    while (sweep->heap_count > 0) sweep->place[sweep->heap[--sweep->heap_count]] = NOT_IN_HEAP;
    return sweep->view;
}
