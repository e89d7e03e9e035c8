/* The edges at each vertex of a polygon map, as a plane sweep from left to right asks for them. */
#ifndef TAUT_MESH_INCIDENCE_H
#define TAUT_MESH_INCIDENCE_H

#include "algos/core/status.h"
#include "algos/map/polygons.h"

typedef struct Incidence {
    const Polygons *map;
    /* Vertices and edges are sorted: the edges from vertex v are those from out[v] on, those to it are
     * in_edges[in[v]] and on. */
    uint32_t *out, *in, *in_edges;
    uint32_t *left, *right; /* edges at the vertex in hand that end or begin there, from below */
    uint32_t left_count, right_count;
    Memory *memory;
} Incidence;

/* O(vertices + edges). The map outlives it. */
MUST_CHECK Status incidence_create(const Polygons *map, Memory *memory, Incidence *incidence);
void incidence_destroy(Incidence *incidence);

/* As point_orientation. On a lattice the determinant is exact as it stands. */
static inline int incidence_side(const Incidence *incidence, Point a, Point b, Point c) {
    if (incidence->map->inexact) return point_orientation(a, b, c);
    double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    return (area > 0) - (area < 0);
}

/* Free space lies below an edge that points to the left, which is from the higher number to the lower one. */
static inline bool edge_is_ceiling(const Incidence *incidence, uint32_t edge) {
    return incidence->map->edges[edge].from > incidence->map->edges[edge].to;
}

/* 1 where the point is above an edge, 0 on it, -1 below. Of one that is upright, left is above. */
static inline int height_over_edge(const Incidence *incidence, uint32_t edge, Point point) {
    PolygonEdge it = incidence->map->edges[edge];
    const Point *vertices = incidence->map->vertices;
    int side = incidence_side(incidence, vertices[it.from], vertices[it.to], point);
    return it.from < it.to ? side : -side;
}

/* Puts an edge to vertex `end` among those on one side of `vertex`, from below. */
static inline void incidence_insert(const Incidence *incidence, uint32_t *edges, uint32_t *count,
                                    uint32_t edge, uint32_t vertex, uint32_t end, int turn) {
    const Point *vertices = incidence->map->vertices;
    uint32_t at = (*count)++;
    for (; at > 0; at--) {
        PolygonEdge other = incidence->map->edges[edges[at - 1]];
        uint32_t far = other.from == vertex ? other.to : other.from;
        if (incidence_side(incidence, vertices[vertex], vertices[far], vertices[end]) == turn) break;
        edges[at] = edges[at - 1];
    }
    edges[at] = edge;
}

/* Fills `left` with the edges between `vertex` and those below line_first, `right` with those to line_end and
 * above; edges to the vertices between are left out. The square of the vertex's degree. */
static inline void incidence_take(Incidence *incidence, uint32_t vertex, uint32_t line_first,
                                  uint32_t line_end) {
    incidence->left_count = incidence->right_count = 0;
    uint32_t out = incidence->out[vertex], out_end = incidence->out[vertex + 1];
    uint32_t in = incidence->in[vertex], in_end = incidence->in[vertex + 1];
    while (out < out_end || in < in_end) {
        bool leaves = out < out_end;
        uint32_t edge = leaves ? out++ : incidence->in_edges[in++];
        uint32_t end = leaves ? incidence->map->edges[edge].to : incidence->map->edges[edge].from;
        if (end < line_first)
            incidence_insert(incidence, incidence->left, &incidence->left_count, edge, vertex, end, -1);
        else if (end >= line_end)
            incidence_insert(incidence, incidence->right, &incidence->right_count, edge, vertex, end, 1);
    }
}

#endif
