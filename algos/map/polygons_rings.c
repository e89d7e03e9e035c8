/* Rings from edges: after each edge comes the one that goes on around the same blocked place. */
#include "algos/map/polygons.h"

/* Blocked is on the right, so counter-clockwise from where the edge came all is blocked up to the next. */
static uint32_t edge_after(const Polygons *polygons, uint32_t edge, const uint32_t *leaving) {
    const Point *vertices = polygons->vertices;
    PolygonEdge came = polygons->edges[edge];
    uint32_t best = leaving[came.to];
    for (uint32_t i = best + 1; i < leaving[came.to + 1]; i++)
        if (point_turns_before(vertices[came.to], vertices[came.from], vertices[polygons->edges[i].to],
                               vertices[polygons->edges[best].to]))
            best = i;
    return best;
}

/* Fills next: a permutation of the edges. Its cycles are the rings. */
static Status link_edges(const Polygons *polygons, Memory *memory, uint32_t *next) {
    uint32_t *leaving = memory_take(memory, (size_t)polygons->vertex_count + 1, sizeof *leaving);
    if (leaving == NULL) return STATUS_NO_MEMORY;
    uint32_t edge = 0; /* sorted by `from` */
    for (uint32_t vertex = 0; vertex <= polygons->vertex_count; vertex++) {
        while (edge < polygons->edge_count && polygons->edges[edge].from < vertex) edge++;
        leaving[vertex] = edge;
    }
    for (uint32_t i = 0; i < polygons->edge_count; i++) next[i] = edge_after(polygons, i, leaving);
    memory_give(memory, leaving);
    return STATUS_OK;
}

/* Whether a ring, whose first vertex is its leftmost one, goes around free space: then at one of its visits
 * to that vertex the blocked side holds all that is left of it. */
static bool is_around_free(const Polygons *polygons, const uint32_t *next, uint32_t first) {
    const Point *vertices = polygons->vertices;
    uint32_t leftmost = polygons->edges[first].from, edge = first;
    do {
        uint32_t follower = next[edge];
        if (polygons->edges[follower].from == leftmost &&
            point_orientation(vertices[leftmost], vertices[polygons->edges[edge].from],
                              vertices[polygons->edges[follower].to]) < 0)
            return true;
        edge = follower;
    } while (edge != first);
    return false;
}

enum { UNSEEN, BOUNDARY, OBSTACLE, INSIDE }; /* INSIDE: not the first edge of its ring */

/* Marks the first edge of each ring with its kind. */
static void mark_rings(const Polygons *polygons, const uint32_t *next, uint8_t *kind, Rings *rings) {
    for (uint32_t first = 0; first < polygons->edge_count; first++) {
        if (kind[first] != UNSEEN) continue;
        for (uint32_t edge = next[first]; edge != first; edge = next[edge]) kind[edge] = INSIDE;
        kind[first] = is_around_free(polygons, next, first) ? BOUNDARY : OBSTACLE;
        rings->ring_count++;
        rings->boundary_count += kind[first] == BOUNDARY;
    }
}

static void write_rings(const Polygons *polygons, const uint32_t *next, const uint8_t *kind, Rings *rings) {
    uint32_t ring = 0;
    for (uint8_t wanted = BOUNDARY; wanted <= OBSTACLE; wanted++) {
        for (uint32_t first = 0; first < polygons->edge_count; first++) {
            if (kind[first] != wanted) continue;
            rings->first[ring++] = rings->point_count;
            uint32_t edge = first;
            do {
                rings->points[rings->point_count++] = polygons->vertices[polygons->edges[edge].from];
                edge = next[edge];
            } while (edge != first);
        }
    }
    rings->first[ring] = rings->point_count;
}

Status polygons_rings(const Polygons *polygons, Memory *memory, Rings *rings) {
    Rings made = {.memory = memory};
    uint32_t *next = memory_take(memory, polygons->edge_count, sizeof *next);
    uint8_t *kind = memory_take_zeroed(memory, polygons->edge_count, sizeof *kind);
    Status status = next == NULL || kind == NULL ? STATUS_NO_MEMORY : link_edges(polygons, memory, next);
    if (status == STATUS_OK) {
        mark_rings(polygons, next, kind, &made);
        made.points = memory_take(memory, polygons->edge_count, sizeof *made.points);
        made.first = memory_take(memory, (size_t)made.ring_count + 1, sizeof *made.first);
        if (made.points == NULL || made.first == NULL)
            status = STATUS_NO_MEMORY;
        else
            write_rings(polygons, next, kind, &made);
    }
    memory_give(memory, next);
    memory_give(memory, kind);
    if (status != STATUS_OK)
        rings_destroy(&made);
    else
        *rings = made;
    return status;
}
