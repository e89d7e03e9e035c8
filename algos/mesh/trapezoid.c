/* The sweep handles all vertices of one x together, from below, stretch by stretch: a stretch is a part of
 * the vertical line, as long as possible, with free space on at least one side of each of its pieces. Where
 * it begins or ends inside an edge, a corner is computed there. So equal x, vertical edges, touching corners
 * and many edges at one vertex are one case. Only vertices of the input are compared. */
#include "algos/mesh/trapezoid.h"

#include "algos/mesh/trapezoid_parts.h"

#include <assert.h>

/* On a lattice the determinant is exact as it stands. */
static int side_of(const Sweep *sweep, Point a, Point b, Point c) {
    if (sweep->map->inexact) return point_orientation(a, b, c);
    double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    return (area > 0) - (area < 0);
}

/* Free space lies below an edge that points to the left. */
static bool is_ceiling(const Sweep *sweep, uint32_t edge) {
    PolygonEdge it = sweep->map->edges[edge];
    return sweep->map->vertices[it.from].x > sweep->map->vertices[it.to].x;
}

/* 1 where the point is above an edge that is not vertical, 0 on it, -1 below. */
static int height_over(const Sweep *sweep, uint32_t edge, Point point) {
    PolygonEdge it = sweep->map->edges[edge];
    Point from = sweep->map->vertices[it.from], to = sweep->map->vertices[it.to];
    int side = side_of(sweep, from, to, point);
    return from.x < to.x ? side : -side;
}

/* Puts an edge at `vertex` among those on one side of it, from below. */
static void insert_edge(const Sweep *sweep, uint32_t *edges, uint32_t *count, uint32_t edge, uint32_t vertex,
                        Point end, int turn) {
    Point here = sweep->map->vertices[vertex];
    uint32_t at = (*count)++;
    for (; at > 0; at--) {
        PolygonEdge other = sweep->map->edges[edges[at - 1]];
        Point far = sweep->map->vertices[other.from == vertex ? other.to : other.from];
        if (side_of(sweep, here, far, end) == turn) break;
        edges[at] = edges[at - 1];
    }
    edges[at] = edge;
}

static void take_edges(Sweep *sweep, uint32_t vertex) {
    const Polygons *map = sweep->map;
    Point here = map->vertices[vertex];
    sweep->left_count = sweep->right_count = 0;
    for (uint32_t i = sweep->first[vertex]; i < sweep->first[vertex + 1]; i++) {
        PolygonEdge edge = map->edges[sweep->edges[i]];
        Point end = map->vertices[edge.from == vertex ? edge.to : edge.from];
        if (end.x < here.x)
            insert_edge(sweep, sweep->left, &sweep->left_count, sweep->edges[i], vertex, end, -1);
        else if (end.x > here.x)
            insert_edge(sweep, sweep->right, &sweep->right_count, sweep->edges[i], vertex, end, 1);
    }
}

/* The node of the strip that holds `point`; otherwise the node beside which one there would stand. */
static bool find_strip(const Sweep *sweep, Point point, uint32_t *node, bool *before) {
    const Node *nodes = sweep->treap.nodes;
    *node = NONE;
    for (uint32_t at = sweep->treap.root; at != NONE; at = nodes[at].child[*before ? 0 : 1]) {
        const Strip *strip = &sweep->strips[nodes[at].strip];
        *node = at;
        *before = height_over(sweep, strip->floor, point) < 0;
        if (!*before && height_over(sweep, strip->ceiling, point) <= 0) return true;
    }
    return false;
}

/* The corner at x inside an edge. Its y is rounded to well below the distance of two lines of the lattice. */
static uint32_t compute_corner(Sweep *sweep, uint32_t edge, double x) {
    PolygonEdge it = sweep->map->edges[edge];
    bool forward = !is_ceiling(sweep, edge);
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

static uint32_t close_strip(Sweep *sweep, uint32_t node, uint32_t mark) {
    uint32_t strip = sweep->treap.nodes[node].strip;
    sweep->closing[sweep->closing_count++] = node;
    sweep->strips[strip].right_low = sweep->strips[strip].right_high = mark;
    return strip;
}

/* What ends and begins at the vertex in hand, mark `mark`; `left` and `right` are the strips beside the piece
 * below it (or NONE) and become those above. */
static void pass_vertex(Sweep *sweep, uint32_t mark, uint32_t *left, uint32_t *right) {
    Strip *strips = sweep->strips;
    if (sweep->left_count > 0) {
        uint32_t at = 0;
        if (*left != NONE) {
            strips[*left].right_high = mark;
            at = 1;
        }
        *left = NONE;
        /* Edges alternate: a strip's floor, its ceiling. A floor on top belongs to a strip that goes on. */
        for (; at < sweep->left_count; at += 2) {
            uint32_t strip = close_strip(sweep, sweep->node_of[sweep->left[at]], mark);
            if (at + 1 == sweep->left_count) *left = strip;
        }
    }
    if (sweep->right_count > 0) {
        uint32_t at = 0;
        if (*right != NONE) {
            strips[*right].ceiling = sweep->right[0];
            strips[*right].left_high = mark;
            at = 1;
        }
        *right = NONE;
        for (; at < sweep->right_count; at += 2) {
            uint32_t strip = open_strip(sweep, sweep->right[at], mark);
            if (at + 1 == sweep->right_count)
                *right = strip;
            else
                strips[strip].ceiling = sweep->right[at + 1];
        }
    }
}

static void add_mark(Sweep *sweep, uint32_t vertex, uint32_t left, uint32_t right) {
    sweep->marks[sweep->mark_count++] = (Mark){vertex, left, right};
}

/* The strips from `opened` on take the place of those that were closed, whose nodes they use. */
static void replace_nodes(Sweep *sweep, uint32_t opened, uint32_t node, bool before) {
    uint32_t reused = 0;
    for (; opened < sweep->strip_count; opened++) {
        if (reused < sweep->closing_count) {
            node = sweep->closing[reused++];
            sweep->treap.nodes[node].strip = opened;
        } else {
            node = treap_insert(&sweep->treap, node, before, opened);
        }
        before = false;
        sweep->node_of[sweep->strips[opened].floor] = sweep->node_of[sweep->strips[opened].ceiling] = node;
    }
    while (reused < sweep->closing_count) treap_remove(&sweep->treap, sweep->closing[reused++]);
}

/* One stretch of the line, whose lowest vertex is given; the line's vertices end before `end`. Returns the
 * first that is above the stretch. */
static uint32_t pass_stretch(Sweep *sweep, uint32_t vertex, uint32_t end) {
    uint32_t opened = sweep->strip_count, left = NONE, right = NONE;
    uint32_t node = NONE;
    bool before = false;
    Point here = sweep->map->vertices[vertex];
    take_edges(sweep, vertex);
    sweep->closing_count = 0;
    if (sweep->left_count == 0)
        find_strip(sweep, here, &node, &before);
    else
        node = sweep->node_of[sweep->left[0]];
    /* No edge goes straight down: it would belong to the stretch. So what is below is free on both sides or
     * on none, and a free piece begins at the floor of its strip. */
    if (is_ceiling(sweep, sweep->left_count > 0 ? sweep->left[0] : sweep->right[0])) {
        left = close_strip(sweep, node, sweep->mark_count);
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
            if (vertex == end || height_over(sweep, ceiling, sweep->map->vertices[vertex]) > 0) {
                sweep->strips[left].right_high = sweep->strips[right].left_high = sweep->mark_count;
                sweep->strips[right].ceiling = ceiling;
                add_mark(sweep, compute_corner(sweep, ceiling, here.x), NONE, NONE);
                break;
            }
        }
        assert(vertex < end);
        take_edges(sweep, vertex);
    }
    replace_nodes(sweep, opened, node, before);
    return vertex;
}

static void sweep_run(Sweep *sweep) {
    const Polygons *map = sweep->map;
    for (uint32_t vertex = 0, end = 0; vertex < map->vertex_count;) {
        while (end < map->vertex_count && map->vertices[end].x == map->vertices[vertex].x) end++;
        while (vertex < end) vertex = pass_stretch(sweep, vertex, end);
    }
    assert(sweep->treap.root == NONE);
}

/* Which edges are at which vertex, by counting. */
static void fill_edges(Sweep *sweep) {
    const Polygons *map = sweep->map;
    uint32_t *first = sweep->first;
    for (uint32_t v = 0; v <= map->vertex_count; v++) first[v] = 0;
    for (uint32_t e = 0; e < map->edge_count; e++) {
        first[map->edges[e].from]++;
        first[map->edges[e].to]++;
    }
    for (uint32_t v = 1; v <= map->vertex_count; v++) first[v] += first[v - 1];
    for (uint32_t e = map->edge_count; e-- > 0;) {
        sweep->edges[--first[map->edges[e].from]] = e;
        sweep->edges[--first[map->edges[e].to]] = e;
    }
}

static void sweep_destroy(Sweep *sweep) {
    void *parts[] = {sweep->first,    sweep->edges,   sweep->left,       sweep->right,
                     sweep->node_of,  sweep->closing, sweep->strips,     sweep->marks,
                     sweep->computed, sweep->lines,   sweep->treap.nodes};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) memory_give(sweep->memory, parts[i]);
}

/* At most one stretch begins at a vertex: so many corners are computed, twice at most. A strip begins at a
 * stretch's lower end or has its floor begin at its left side. */
static Status sweep_create(const Polygons *map, Memory *memory, Sweep *sweep) {
    size_t n = map->vertex_count, m = map->edge_count;
    *sweep = (Sweep){.map = map, .memory = memory, .treap = {.root = NONE, .unused = NONE}};
    sweep->first = memory_take(memory, n + 1, sizeof *sweep->first);
    sweep->edges = memory_take(memory, 2 * m, sizeof *sweep->edges);
    sweep->left = memory_take(memory, m, sizeof *sweep->left);
    sweep->right = memory_take(memory, m, sizeof *sweep->right);
    sweep->node_of = memory_take(memory, m, sizeof *sweep->node_of);
    sweep->closing = memory_take(memory, m, sizeof *sweep->closing);
    sweep->treap.nodes = memory_take(memory, m, sizeof *sweep->treap.nodes);
    sweep->strips = memory_take(memory, n + m, sizeof *sweep->strips);
    sweep->marks = memory_take(memory, 3 * n, sizeof *sweep->marks);
    sweep->computed = memory_take(memory, 2 * n, sizeof *sweep->computed);
    sweep->lines = memory_take(memory, 2 * n, sizeof *sweep->lines);
    bool all = sweep->first != NULL && sweep->edges != NULL && sweep->left != NULL && sweep->right != NULL &&
               sweep->node_of != NULL && sweep->closing != NULL && sweep->treap.nodes != NULL &&
               sweep->strips != NULL && sweep->marks != NULL && sweep->computed != NULL &&
               sweep->lines != NULL;
    return all ? STATUS_OK : STATUS_NO_MEMORY;
}

Status trapezoid_create(const Polygons *polygons, Memory *memory, Mesh *mesh) {
    Sweep sweep;
    Status status = sweep_create(polygons, memory, &sweep);
    if (status == STATUS_OK) {
        fill_edges(&sweep);
        sweep_run(&sweep);
        status = sweep_mesh(&sweep, mesh);
    }
    sweep_destroy(&sweep);
    return status;
}
