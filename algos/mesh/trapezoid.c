/* The sweep handles all vertices of one x together, from below, stretch by stretch: a stretch is a part of
 * the vertical line, as long as possible, with free space on at least one side of each of its pieces. Where
 * it begins or ends inside an edge, a corner is computed there. So equal x, vertical edges, touching corners
 * and many edges at one vertex are one case. Only vertices of the input are compared. */
#include "algos/mesh/trapezoid.h"

#include "algos/mesh/trapezoid_parts.h"

#include <assert.h>

/* The slot of the strip that holds the point, or the one below it, or ORDER_NONE. */
static uint32_t find_strip(const Sweep *sweep, Point point) {
    uint32_t below = ORDER_NONE;
    for (uint32_t at = sweep->order.root; at != ORDER_NONE;) {
        const Strip *strip = &sweep->strips[sweep->strip_of[at]];
        if (height_over_edge(&sweep->incidence, strip->floor, point) < 0) {
            at = sweep->order.link[at].below;
        } else {
            below = at;
            if (height_over_edge(&sweep->incidence, strip->ceiling, point) <= 0) break;
            at = sweep->order.link[at].above;
        }
    }
    return below;
}

/* The corner at x inside an edge. Its y is rounded to well below the distance of two lines of the lattice. */
static uint32_t compute_corner(Sweep *sweep, uint32_t edge, double x) {
    PolygonEdge it = sweep->map->edges[edge];
    bool forward = !edge_is_ceiling(&sweep->incidence, edge);
    MeshLine line = forward ? (MeshLine){it.from, it.to} : (MeshLine){it.to, it.from};
    Point a = sweep->map->vertices[line.from], b = sweep->map->vertices[line.to];
    uint32_t number = sweep->computed_count++;
    sweep->computed[number] = (Point){x, a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x)};
    sweep->lines[number] = line;
    return sweep->map->vertex_count + number;
}

static uint32_t open_strip(Sweep *sweep, uint32_t floor, uint32_t mark) {
    sweep->strips[sweep->strip_count] = (Strip){floor, NONE, mark, mark, NONE, NONE};
    return sweep->strip_count++;
}

static uint32_t close_strip(Sweep *sweep, uint32_t slot, uint32_t mark) {
    uint32_t strip = sweep->strip_of[slot];
    sweep->closing[sweep->closing_count++] = slot;
    sweep->strips[strip].right_low = sweep->strips[strip].right_high = mark;
    return strip;
}

/* What ends and begins at the vertex in hand, mark `mark`; `left` and `right` are the strips beside the piece
 * below it (or NONE) and become those above. */
static void pass_vertex(Sweep *sweep, uint32_t mark, uint32_t *left, uint32_t *right) {
    Strip *strips = sweep->strips;
    if (sweep->incidence.left_count > 0) {
        uint32_t at = 0;
        if (*left != NONE) {
            strips[*left].right_high = mark;
            at = 1;
        }
        *left = NONE;
        /* Edges alternate: a strip's floor, its ceiling. A floor on top belongs to a strip that goes on. */
        for (; at < sweep->incidence.left_count; at += 2) {
            uint32_t strip = close_strip(sweep, sweep->slot_of[sweep->incidence.left[at]], mark);
            if (at + 1 == sweep->incidence.left_count) *left = strip;
        }
    }
    if (sweep->incidence.right_count > 0) {
        uint32_t at = 0;
        if (*right != NONE) {
            strips[*right].ceiling = sweep->incidence.right[0];
            strips[*right].left_high = mark;
            at = 1;
        }
        *right = NONE;
        for (; at < sweep->incidence.right_count; at += 2) {
            uint32_t strip = open_strip(sweep, sweep->incidence.right[at], mark);
            if (at + 1 == sweep->incidence.right_count)
                *right = strip;
            else
                strips[strip].ceiling = sweep->incidence.right[at + 1];
        }
    }
}

static void add_mark(Sweep *sweep, uint32_t vertex, uint32_t left, uint32_t right) {
    sweep->marks[sweep->mark_count++] = (Mark){vertex, left, right};
}

static uint32_t take_slot(Sweep *sweep) {
    uint32_t slot = sweep->unused;
    if (slot == NONE) return sweep->slot_count++;
    sweep->unused = sweep->strip_of[slot];
    return slot;
}

/* The strips from `opened` on take the place of those that were closed, whose slots they use; where none was
 * closed they stand above slot `last`. */
static void replace_strips(Sweep *sweep, uint32_t opened, uint32_t last) {
    uint32_t reused = 0;
    for (; opened < sweep->strip_count; opened++) {
        uint32_t slot;
        if (reused < sweep->closing_count) {
            slot = sweep->closing[reused++];
        } else {
            slot = take_slot(sweep);
            order_insert(&sweep->order, slot, last);
        }
        sweep->strip_of[slot] = opened;
        sweep->slot_of[sweep->strips[opened].floor] = sweep->slot_of[sweep->strips[opened].ceiling] = slot;
        last = slot;
    }
    while (reused < sweep->closing_count) {
        uint32_t slot = sweep->closing[reused++];
        order_remove(&sweep->order, slot);
        sweep->strip_of[slot] = sweep->unused;
        sweep->unused = slot;
    }
}

/* One stretch of the line of vertices first .. end - 1, whose lowest vertex is given. Returns the first
 * vertex above it. */
static uint32_t pass_stretch(Sweep *sweep, uint32_t vertex, uint32_t first, uint32_t end) {
    uint32_t opened = sweep->strip_count, left = NONE, right = NONE;
    Point here = sweep->map->vertices[vertex];
    incidence_take(&sweep->incidence, vertex, first, end);
    sweep->closing_count = 0;
    uint32_t slot =
        sweep->incidence.left_count == 0 ? find_strip(sweep, here) : sweep->slot_of[sweep->incidence.left[0]];
    /* No edge goes straight down: it would belong to the stretch. So what is below is free on both sides or
     * on none, and a free piece begins at the floor of its strip. */
    if (edge_is_ceiling(&sweep->incidence, sweep->incidence.left_count > 0 ? sweep->incidence.left[0]
                                                                           : sweep->incidence.right[0])) {
        left = close_strip(sweep, slot, sweep->mark_count);
        uint32_t floor = sweep->strips[left].floor;
        right = open_strip(sweep, floor, sweep->mark_count);
        add_mark(sweep, compute_corner(sweep, floor, here.x), left, right);
    }
    for (;;) {
        pass_vertex(sweep, sweep->mark_count, &left, &right);
        add_mark(sweep, vertex, left, right);
        vertex++;
        if (left == NONE && right == NONE) break;
        if (left != NONE) {
            uint32_t ceiling = sweep->strips[left].ceiling;
            if (vertex == end ||
                height_over_edge(&sweep->incidence, ceiling, sweep->map->vertices[vertex]) > 0) {
                sweep->strips[left].right_high = sweep->strips[right].left_high = sweep->mark_count;
                sweep->strips[right].ceiling = ceiling;
                add_mark(sweep, compute_corner(sweep, ceiling, here.x), NONE, NONE);
                break;
            }
        }
        assert(vertex < end);
        incidence_take(&sweep->incidence, vertex, first, end);
    }
    replace_strips(sweep, opened, slot);
    return vertex;
}

static void sweep_run(Sweep *sweep) {
    const Polygons *map = sweep->map;
    for (uint32_t vertex = 0, end = 0; vertex < map->vertex_count;) {
        uint32_t first = vertex;
        while (end < map->vertex_count && map->vertices[end].x == map->vertices[first].x) end++;
        while (vertex < end) vertex = pass_stretch(sweep, vertex, first, end);
    }
    assert(sweep->order.root == ORDER_NONE);
}

static void sweep_destroy(Sweep *sweep) {
    order_destroy(&sweep->order);
    if (sweep->incidence.memory != NULL) incidence_destroy(&sweep->incidence);
    memory_give(sweep->memory, sweep->room);
}

/* One piece of memory for all, filled from its beginning, so that what is not needed is not touched. At most
 * one stretch begins at a vertex: so many corners are computed, twice at most. A strip begins at a stretch's
 * lower end, or has its floor begin at its left side; of those that are open at a time each has two edges. */
static Status sweep_create(const Polygons *map, Memory *memory, Sweep *sweep) {
    size_t n = map->vertex_count, m = map->edge_count;
    *sweep = (Sweep){.map = map, .memory = memory, .unused = NONE};
    TRY(order_create(memory, map->edge_count / 2 + 1, &sweep->order));
    size_t bytes = 2 * n * (sizeof(Point) + sizeof(MeshLine)) + 3 * n * sizeof(Mark) +
                   (n + m) * sizeof(Strip) + 3 * m * sizeof(uint32_t);
    sweep->room = memory_take(memory, bytes, 1);
    if (sweep->room == NULL || incidence_create(map, memory, &sweep->incidence) != STATUS_OK) {
        sweep_destroy(sweep);
        return STATUS_NO_MEMORY;
    }
    sweep->computed = sweep->room;
    sweep->lines = (MeshLine *)(sweep->computed + 2 * n);
    sweep->marks = (Mark *)(sweep->lines + 2 * n);
    sweep->strips = (Strip *)(sweep->marks + 3 * n);
    sweep->slot_of = (uint32_t *)(sweep->strips + n + m);
    sweep->closing = sweep->slot_of + m;
    sweep->strip_of = sweep->closing + m;
    return STATUS_OK;
}

Status trapezoid_create(const Polygons *polygons, Memory *memory, Mesh *mesh) {
    Sweep sweep;
    TRY(sweep_create(polygons, memory, &sweep));
    sweep_run(&sweep);
    Status status = sweep_mesh(&sweep, mesh);
    sweep_destroy(&sweep);
    return status;
}
