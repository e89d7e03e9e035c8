/* The sweep over a polygon map: from left to right over the vertices, upwards over those of equal x, as
 * Shamos and Hoey ("Geometric intersection problems", 1976) look for a crossing. The edges that the sweep
 * line meets are kept in order; whenever two become neighbours they are tested. The first crossing ends the
 * sweep, so that order is never wrong, and it depends on nothing but the exact side of an input vertex.
 *
 * What is on the line is a strand: one segment, or all that run along one another from its start to its end.
 * At a vertex the strands that hold it, in their inside too, end there; what goes on beyond starts anew. So
 * T-junctions are split and shared edges come together without a case of their own.
 *
 * Rings that do not cross are nested or apart. Of each place it is enough to know the innermost ring around
 * it, and of each ring the one around it: crossing a strand upwards leaves the rings that end below it and
 * enters those that begin above it. A ring that is entered from two different rings overlaps one of them. */
#include "algos/map/polygons_parts.h"

#include "algos/core/order.h"
#include "algos/core/sort.h"

typedef struct Strand {
    uint32_t start, end; /* vertices */
    uint32_t next;       /* segment that runs along with it, ORDER_NONE at the end */
    uint32_t top;        /* the innermost ring above it */
    bool free_below, free_above;
} Strand;

typedef struct RingState {
    uint32_t parent;  /* the innermost ring around it, once it is known */
    uint32_t crossed; /* the strand at which it was last entered or left */
    int8_t sense;     /* 1 counter-clockwise, -1 clockwise, 0 not yet seen */
    bool is_boundary;
} RingState;

typedef struct Sweep {
    Arrangement *arrangement;
    const Point *points;
    const Segment *segments;
    Order order;    /* strands by the number of their first segment */
    Strand *strand; /* of each segment; what is not a first one has but start and next */
    RingState *rings;
    uint32_t *starters, *room; /* segments that start at the vertex */
    uint32_t starter_count, vertex, crossings;
} Sweep;

static int side_of(const Sweep *sweep, uint32_t strand, uint32_t vertex) {
    const Strand *of = &sweep->strand[strand];
    if (of->end == vertex) return 0;
    return point_orientation(sweep->points[of->start], sweep->points[of->end], sweep->points[vertex]);
}

/* The lowest strand that holds the vertex, or ORDER_NONE; `below` is the one under it or under the vertex. */
static uint32_t find_hit(const Sweep *sweep, uint32_t vertex, uint32_t *below) {
    uint32_t item = sweep->order.root, hit = ORDER_NONE;
    *below = ORDER_NONE;
    while (item != ORDER_NONE) {
        int side = side_of(sweep, item, vertex);
        if (side == 0) hit = item;
        if (side > 0) *below = item;
        item = side > 0 ? sweep->order.link[item].above : sweep->order.link[item].below;
    }
    return hit;
}

static Status add_edge(Arrangement *arrangement, uint32_t from, uint32_t to) {
    if (arrangement->edge_count == arrangement->edge_capacity) {
        uint32_t capacity = 2 * arrangement->edge_capacity + 64;
        PolygonEdge *edges = memory_resize(arrangement->memory, arrangement->edges, capacity, sizeof *edges);
        if (edges == NULL) return STATUS_NO_MEMORY;
        arrangement->edges = edges;
        arrangement->edge_capacity = capacity;
    }
    arrangement->edges[arrangement->edge_count++] = (PolygonEdge){from, to};
    return STATUS_OK;
}

/* Ends a strand at the vertex; its segments that go on become starters. */
static Status end_strand(Sweep *sweep, uint32_t item) {
    const Strand *strand = &sweep->strand[item];
    if (strand->free_below != strand->free_above) {
        uint32_t from = strand->free_above ? strand->start : sweep->vertex;
        TRY(add_edge(sweep->arrangement, from, strand->free_above ? sweep->vertex : strand->start));
    }
    for (uint32_t segment = item; segment != ORDER_NONE; segment = sweep->strand[segment].next)
        if (sweep->segments[segment].right != sweep->vertex)
            sweep->starters[sweep->starter_count++] = segment;
    order_remove(&sweep->order, item);
    return STATUS_OK;
}

/* By direction, from straight down (not included) to straight up. */
static bool starts_below(const void *context, uint32_t a, uint32_t b) {
    const Sweep *sweep = context;
    return point_orientation(sweep->points[sweep->vertex], sweep->points[sweep->segments[a].right],
                             sweep->points[sweep->segments[b].right]) > 0;
}

#define SIMPLE     "a simple polygon"
#define NEIGHBOURS "faces that do not overlap and are neighbours where they share an edge"

static bool is_boundary(const Sweep *sweep, uint32_t ring) {
    return sweep->rings[ring].is_boundary;
}

static bool is_free(const Sweep *sweep, uint32_t top) {
    return top != RING_NONE && is_boundary(sweep, top);
}

/* Whether a message calls both by the same kind. */
static bool is_alike(const Sweep *sweep, uint32_t ring, uint32_t other) {
    return sweep->arrangement->rings->nested || is_boundary(sweep, ring) == is_boundary(sweep, other);
}

/* At the vertex, one ring and another that it should not be in (RING_NONE: in none). */
static Status wrong(const Sweep *sweep, uint32_t ring, uint32_t other) {
    Arrangement *arrangement = sweep->arrangement;
    arrangement->overlap = true;
    Point place = sweep->points[sweep->vertex];
    if (other == RING_NONE)
        return ring_wrong(arrangement, ring, "outside of the boundary", RING_NONE, place, "it inside");
    if (is_alike(sweep, ring, other)) /* the later one is wrong */
        return ring_wrong(arrangement, ring > other ? ring : other, "overlapping",
                          ring > other ? other : ring, place, "them to touch at most");
    uint32_t obstacle = is_boundary(sweep, ring) ? other : ring,
             boundary = is_boundary(sweep, ring) ? ring : other;
    return ring_wrong(arrangement, obstacle, "reaching over", boundary, place, "it inside");
}

/* Notes that a segment of the strand enters or leaves its ring; refuses what one ring may not do. */
static Status pass(Sweep *sweep, uint32_t segment, bool enters) {
    const Segment *of = &sweep->segments[segment];
    RingState *ring = &sweep->rings[of->ring];
    int8_t sense = of->rightward == enters ? 1 : -1;
    const char *fault = ring->crossed == sweep->crossings ? "running along itself"
                        : ring->sense == -sense           ? "crossing itself"
                                                          : NULL;
    if (fault != NULL)
        return ring_wrong(sweep->arrangement, of->ring, fault, RING_NONE, sweep->points[sweep->vertex],
                          sweep->arrangement->rings->walls ? NEIGHBOURS : SIMPLE);
    ring->crossed = sweep->crossings;
    ring->sense = sense;
    return STATUS_OK;
}

static Status enter(Sweep *sweep, uint32_t segment, uint32_t *top) {
    uint32_t ring = sweep->segments[segment].ring;
    TRY(pass(sweep, segment, true));
    RingState *state = &sweep->rings[ring];
    if (state->parent == ring) { /* not yet known */
        if (sweep->arrangement->rings->nested) state->is_boundary = !is_free(sweep, *top);
        bool outside = *top == RING_NONE;
        if (!is_boundary(sweep, ring) && (outside || !is_boundary(sweep, *top)))
            return wrong(sweep, ring, *top);
        if (sweep->arrangement->rings->walls && is_boundary(sweep, ring) != (state->sense > 0))
            return wrong(sweep, ring, *top);
        state->parent = *top;
    }
    if (state->parent != *top) return wrong(sweep, ring, *top != RING_NONE ? *top : state->parent);
    *top = ring;
    return STATUS_OK;
}

/* Goes up across a strand: leaves rings from the innermost outwards, then enters them from the largest on. */
static Status cross_strand(Sweep *sweep, uint32_t item, uint32_t *top) {
    sweep->strand[item].free_below = is_free(sweep, *top);
    sweep->crossings++;
    uint32_t *left = sweep->room, count = 0;
    for (uint32_t segment = item; segment != ORDER_NONE; segment = sweep->strand[segment].next)
        left[count++] = segment;
    for (bool leaves = true; leaves;) {
        leaves = false;
        for (uint32_t i = 0; i < count && !leaves; i++) {
            if (sweep->segments[left[i]].ring != *top) continue;
            TRY(pass(sweep, left[i], false));
            *top = sweep->rings[*top].parent;
            left[i] = left[--count];
            leaves = true;
        }
    }
    while (count > 0) {
        uint32_t largest = 0;
        const Area *area = sweep->arrangement->area;
        for (uint32_t i = 1; i < count; i++)
            if (area[sweep->segments[left[i]].ring] > area[sweep->segments[left[largest]].ring]) largest = i;
        TRY(enter(sweep, left[largest], top));
        left[largest] = left[--count];
    }
    sweep->strand[item].free_above = is_free(sweep, *top);
    sweep->strand[item].top = *top;
    if (sweep->arrangement->rings->walls && sweep->strand[item].free_below == sweep->strand[item].free_above)
        return ring_wrong(sweep->arrangement, sweep->segments[item].ring, "running along",
                          sweep->segments[sweep->strand[item].next].ring, sweep->points[sweep->vertex],
                          NEIGHBOURS);
    return STATUS_OK;
}

/* Where two segments cross, rounded. */
static Point crossing_of(Point a, Point b, Point c, Point d) {
    double ux = b.x - a.x, uy = b.y - a.y, vx = d.x - c.x, vy = d.y - c.y;
    double share = ((c.x - a.x) * vy - (c.y - a.y) * vx) / (ux * vy - uy * vx);
    return share >= 0 && share <= 1 ? (Point){a.x + share * ux, a.y + share * uy} : a;
}

static Status test_neighbours(const Sweep *sweep, uint32_t lower, uint32_t upper) {
    if (lower == ORDER_NONE || upper == ORDER_NONE) return STATUS_OK;
    const Strand *low = &sweep->strand[lower], *high = &sweep->strand[upper];
    Point a = sweep->points[low->start], b = sweep->points[low->end];
    Point c = sweep->points[high->start], d = sweep->points[high->end];
    if (segments_meet(a, b, c, d) != MEETING_CROSS) return STATUS_OK;
    uint32_t ring = sweep->segments[upper].ring, other = sweep->segments[lower].ring;
    Point place = crossing_of(a, b, c, d);
    if (ring == other)
        return ring_wrong(sweep->arrangement, ring, "crossing itself", RING_NONE, place, SIMPLE);
    sweep->arrangement->overlap = true;
    if (is_alike(sweep, ring, other) ? other > ring : is_boundary(sweep, ring)) {
        uint32_t swap = ring;
        ring = other;
        other = swap;
    }
    bool same = is_alike(sweep, ring, other);
    return ring_wrong(sweep->arrangement, ring, same ? "overlapping" : "reaching over", other, place,
                      same ? "them to touch at most" : "it inside");
}

/* Makes strands of the sorted starters, above `below`. */
static Status start_strands(Sweep *sweep, uint32_t below) {
    uint32_t top = below == ORDER_NONE ? RING_NONE : sweep->strand[below].top, last = below;
    for (uint32_t i = 0, end; i < sweep->starter_count; i = end) {
        uint32_t item = sweep->starters[i];
        Strand *strand = &sweep->strand[item];
        *strand = (Strand){.start = sweep->vertex, .end = sweep->segments[item].right, .next = ORDER_NONE};
        uint32_t tail = item;
        for (end = i + 1; end < sweep->starter_count; end++) {
            uint32_t segment = sweep->starters[end];
            if (starts_below(sweep, item, segment)) break;
            sweep->strand[tail].next = segment;
            sweep->strand[segment].next = ORDER_NONE;
            tail = segment;
            if (sweep->segments[segment].right < strand->end) strand->end = sweep->segments[segment].right;
        }
        order_insert(&sweep->order, item, last);
        TRY(cross_strand(sweep, item, &top));
        last = item;
    }
    uint32_t lowest = below == ORDER_NONE ? sweep->order.lowest : sweep->order.link[below].next;
    TRY(test_neighbours(sweep, below, lowest));
    if (last == below) return STATUS_OK;
    return test_neighbours(sweep, last, sweep->order.link[last].next);
}

static Status sweep_vertex(Sweep *sweep, uint32_t *next_segment) {
    const Arrangement *arrangement = sweep->arrangement;
    uint32_t below, item = find_hit(sweep, sweep->vertex, &below);
    sweep->starter_count = 0;
    while (item != ORDER_NONE && side_of(sweep, item, sweep->vertex) == 0) {
        uint32_t above = sweep->order.link[item].next;
        TRY(end_strand(sweep, item));
        item = above;
    }
    while (*next_segment < arrangement->segment_count &&
           arrangement->segments[*next_segment].left == sweep->vertex)
        sweep->starters[sweep->starter_count++] = (*next_segment)++;
    sort_items(sweep->starters, sweep->room, sweep->starter_count, starts_below, sweep);
    return start_strands(sweep, below);
}

Status polygons_sweep(Arrangement *arrangement) {
    Memory *memory = arrangement->memory;
    uint32_t count = arrangement->segment_count, ring_count = arrangement->rings->ring_count;
    Sweep sweep = {
        .arrangement = arrangement, .points = arrangement->vertices, .segments = arrangement->segments};
    Status status = order_create(memory, count, &sweep.order);
    sweep.strand = memory_take(memory, count, sizeof *sweep.strand);
    sweep.rings = memory_take(memory, ring_count, sizeof *sweep.rings);
    sweep.starters = memory_take(memory, count, sizeof *sweep.starters);
    sweep.room = memory_take(memory, count, sizeof *sweep.room);
    if (sweep.strand == NULL || sweep.rings == NULL || sweep.starters == NULL || sweep.room == NULL)
        status = STATUS_NO_MEMORY;
    if (status == STATUS_OK) {
        for (uint32_t ring = 0; ring < ring_count; ring++)
            sweep.rings[ring] = (RingState){ring, 0, 0, ring < arrangement->boundary_count};
        uint32_t next_segment = 0;
        for (; status == STATUS_OK && sweep.vertex < arrangement->vertex_count; sweep.vertex++)
            status = sweep_vertex(&sweep, &next_segment);
        for (uint32_t ring = 0; ring < ring_count; ring++)
            arrangement->obstacle_count += !sweep.rings[ring].is_boundary;
    }
    order_destroy(&sweep.order);
    memory_give(memory, sweep.strand);
    memory_give(memory, sweep.rings);
    memory_give(memory, sweep.starters);
    memory_give(memory, sweep.room);
    return status;
}
