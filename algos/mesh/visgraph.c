#include "algos/mesh/visgraph.h"

#include "algos/mesh/visgraph_sweep.h"

Status node_pairs_add(NodePairs *pairs, uint32_t one, uint32_t other) {
    if (pairs->count == pairs->capacity) {
        size_t capacity = pairs->capacity == 0 ? 256 : 2 * pairs->capacity;
        NodePair *grown = memory_resize(pairs->memory, pairs->pairs, capacity, sizeof *grown);
        if (grown == NULL) return STATUS_NO_MEMORY;
        pairs->pairs = grown;
        pairs->capacity = capacity;
    }
    pairs->pairs[pairs->count++] = (NodePair){one, other};
    return STATUS_OK;
}

static Status find_nodes(Visgraph *graph) {
    uint32_t vertices = graph->polygons->vertex_count;
    TRY(sectors_create(graph->polygons, graph->memory, &graph->sectors));
    graph->node_of = memory_take(graph->memory, vertices, sizeof *graph->node_of);
    graph->vertex = memory_take(graph->memory, vertices, sizeof *graph->vertex);
    if (graph->node_of == NULL || graph->vertex == NULL) return STATUS_NO_MEMORY;
    for (uint32_t v = 0; v < vertices; v++) {
        graph->node_of[v] = graph->sectors.corner[v] ? graph->node_count : NODE_NONE;
        if (graph->sectors.corner[v]) graph->vertex[graph->node_count++] = v;
    }
    return STATUS_OK;
}

Status visgraph_begin(const Polygons *polygons, bool taut_only, Memory *memory, Visgraph *graph) {
    *graph = (Visgraph){.polygons = polygons, .memory = memory, .taut_only = taut_only};
    graph->sectors.memory = memory;
    Status status = find_nodes(graph);
    if (status != STATUS_OK) visgraph_destroy(graph);
    return status;
}

static Point node_point(const Visgraph *graph, uint32_t node) {
    return graph->polygons->vertices[graph->vertex[node]];
}

/* Both directions of each pair, by two passes of counting: first by the node that an edge leads to, then,
 * keeping that order, by the one that it leaves. */
static Status fill_edges(Visgraph *graph, const NodePairs *pairs, uint32_t *order) {
    uint64_t *first = graph->first;
    for (size_t i = 0; i < pairs->count; i++) {
        first[pairs->pairs[i].one + 1]++;
        first[pairs->pairs[i].other + 1]++;
    }
    for (uint32_t node = 0; node < graph->node_count; node++) first[node + 1] += first[node];
    uint64_t *at = memory_take(graph->memory, graph->node_count, sizeof *at);
    if (at == NULL) return STATUS_NO_MEMORY;
    /* order[first[j] ..]: the nodes from which edges lead to j; those from each i are then met by growing j.
     */
    for (uint32_t node = 0; node < graph->node_count; node++) at[node] = first[node];
    for (size_t i = 0; i < pairs->count; i++) {
        order[at[pairs->pairs[i].one]++] = pairs->pairs[i].other;
        order[at[pairs->pairs[i].other]++] = pairs->pairs[i].one;
    }
    for (uint32_t node = 0; node < graph->node_count; node++) at[node] = first[node];
    for (uint32_t to = 0; to < graph->node_count; to++)
        for (uint64_t i = first[to]; i < first[to + 1]; i++) {
            uint32_t from = order[i];
            graph->length[at[from]] = point_distance(node_point(graph, from), node_point(graph, to));
            graph->to[at[from]++] = to;
        }
    memory_give(graph->memory, at);
    return STATUS_OK;
}

Status visgraph_finish(Visgraph *graph, const NodePairs *pairs) {
    Memory *memory = graph->memory;
    graph->first = memory_take_zeroed(memory, (size_t)graph->node_count + 1, sizeof *graph->first);
    graph->to = memory_take(memory, 2 * pairs->count, sizeof *graph->to);
    graph->length = memory_take(memory, 2 * pairs->count, sizeof *graph->length);
    uint32_t *order = memory_take(memory, 2 * pairs->count, sizeof *order);
    Status status = graph->first == NULL || graph->to == NULL || graph->length == NULL || order == NULL
                        ? STATUS_NO_MEMORY
                        : fill_edges(graph, pairs, order);
    memory_give(memory, order);
    if (status != STATUS_OK) visgraph_destroy(graph);
    return status;
}

void visgraph_destroy(Visgraph *graph) {
    sectors_destroy(&graph->sectors);
    memory_give(graph->memory, graph->vertex);
    memory_give(graph->memory, graph->node_of);
    memory_give(graph->memory, graph->first);
    memory_give(graph->memory, graph->to);
    memory_give(graph->memory, graph->length);
    *graph = (Visgraph){.memory = graph->memory, .sectors.memory = graph->memory};
}

/* ---- builds ---- */

/* Upper directions only: of two corners one sees the other there. */
static Status sweep_pairs(const Visgraph *graph, NodePairs *pairs) {
    RaySweep *sweep;
    TRY(ray_sweep_create(&graph->sectors, pairs->memory, &sweep));
    Status status = STATUS_OK;
    for (uint32_t node = 0; node < graph->node_count && status == STATUS_OK; node++) {
        uint32_t v = graph->vertex[node];
        Sector sector = sector_of(&graph->sectors, graph->sectors.wide[v]);
        SweepView view = ray_sweep_run(sweep, &(SweepFrom){.point = sector.apex,
                                                           .sector = &sector,
                                                           .taut = graph->taut_only,
                                                           .taut_here = graph->taut_only,
                                                           .upper = true});
        for (uint32_t i = 0; i < view.count && status == STATUS_OK; i++)
            status = node_pairs_add(pairs, node, graph->node_of[view.corners[i]]);
    }
    ray_sweep_destroy(sweep);
    return status;
}

/* Whether the edge that leaves a vertex, or that vertex, is in the way from p to q. */
static bool is_in_the_way(const Visgraph *graph, uint32_t edge, Point p, Point q) {
    const Polygons *polygons = graph->polygons;
    uint32_t vertex = polygons->edges[edge].from;
    Point from = polygons->vertices[vertex], to = polygons->vertices[polygons->edges[edge].to];
    int side_from = point_orientation(p, q, from), side_to = point_orientation(p, q, to);
    if (side_from * side_to < 0) return point_orientation(from, to, p) * point_orientation(from, to, q) < 0;
    if (side_from != 0 || !point_between(p, q, from) || point_equal(from, p) || point_equal(from, q))
        return false;
    uint32_t wide = graph->sectors.wide[vertex];
    if (wide == SECTOR_NONE || graph->sectors.corner[vertex]) return true;
    Sector sector = sector_of(&graph->sectors, wide);
    return !sector_passes(&sector, p);
}

static bool is_joined(const Visgraph *graph, const Sector *one, const Sector *other) {
    bool leaves = graph->taut_only ? sector_passes(one, other->apex) && sector_passes(other, one->apex)
                                   : sector_holds(one, other->apex) && sector_holds(other, one->apex);
    if (!leaves) return false;
    for (uint32_t edge = 0; edge < graph->polygons->edge_count; edge++)
        if (is_in_the_way(graph, edge, one->apex, other->apex)) return false;
    return true;
}

static Status brute_pairs(const Visgraph *graph, NodePairs *pairs) {
    for (uint32_t i = 0; i < graph->node_count; i++) {
        Sector one = sector_of(&graph->sectors, graph->sectors.wide[graph->vertex[i]]);
        for (uint32_t j = i + 1; j < graph->node_count; j++) {
            Sector other = sector_of(&graph->sectors, graph->sectors.wide[graph->vertex[j]]);
            if (is_joined(graph, &one, &other)) TRY(node_pairs_add(pairs, i, j));
        }
    }
    return STATUS_OK;
}

Status visgraph_create(const Polygons *polygons, VisgraphBuild build, bool taut_only, Memory *memory,
                       Visgraph *graph) {
    TRY(visgraph_begin(polygons, taut_only, memory, graph));
    NodePairs pairs = {.memory = memory};
    Status status = build == VISGRAPH_BRUTE ? brute_pairs(graph, &pairs) : sweep_pairs(graph, &pairs);
    if (status == STATUS_OK)
        status = visgraph_finish(graph, &pairs);
    else
        visgraph_destroy(graph);
    memory_give(memory, pairs.pairs);
    return status;
}
