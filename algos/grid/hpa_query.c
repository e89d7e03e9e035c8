#include "algos/grid/hpa_query.h"

#include "algos/grid/hpa_query_parts.h"

#include <string.h>

Status hpa_scratch_create(const HpaGraph *graph, Memory *memory, HpaScratch **scratch) {
    HpaScratch *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    made->graph = graph;
    made->memory = memory;
    made->open.memory = memory;
    made->states = memory_take_zeroed(memory, node_name_count(graph), sizeof *made->states);
    const Grid *grid = graph->grid;
    if (made->states == NULL ||
        local_search_create(grid, graph->move, graph->scale, graph->k, memory, &made->from_start) !=
            STATUS_OK ||
        local_search_create(grid, graph->move, graph->scale, graph->k, memory, &made->to_goal) != STATUS_OK ||
        (graph->supers != NULL && up_search_create(graph, memory, &made->up) != STATUS_OK)) {
        hpa_scratch_destroy(made);
        return STATUS_NO_MEMORY;
    }
    made->revision = graph->revision;
    *scratch = made;
    return STATUS_OK;
}

void hpa_scratch_destroy(HpaScratch *scratch) {
    local_search_destroy(scratch->from_start);
    local_search_destroy(scratch->to_goal);
    up_search_destroy(scratch->up);
    memory_give(scratch->memory, scratch->states);
    entry_heap_destroy(&scratch->open);
    memory_give(scratch->memory, scratch);
}

static Status begin(HpaScratch *scratch, const Query *query) {
    const HpaGraph *graph = scratch->graph;
    if (scratch->revision != graph->revision) {
        TRY(local_search_fit(scratch->from_start, graph->grid, graph->scale));
        TRY(local_search_fit(scratch->to_goal, graph->grid, graph->scale));
        scratch->revision = graph->revision;
    }
    if (++scratch->stamp == 0) { /* after 2^32 - 1 queries old stamps would come true again */
        memset(scratch->states, 0, node_name_count(graph) * sizeof *scratch->states);
        scratch->stamp = 1;
    }
    entry_heap_clear(&scratch->open);
    scratch->query = *query;
    scratch->start_cluster = graph->clusters[cluster_of_cell(graph, query->start)];
    scratch->goal_cluster = graph->clusters[cluster_of_cell(graph, query->goal)];
    scratch->best = FAR;
    scratch->best_last = NODE_NONE;
    return STATUS_OK;
}

/* A lower bound on the scaled length from `cell` to the goal: free of walls, at the map's cheapest cost. */
static inline uint64_t bound(const HpaScratch *scratch, Cell cell) {
    const HpaGraph *graph = scratch->graph;
    int32_t dx = cell.x - scratch->query.goal.x, dy = cell.y - scratch->query.goal.y;
    uint64_t across = (uint64_t)(dx < 0 ? -dx : dx), down = (uint64_t)(dy < 0 ? -dy : dy);
    if (graph->move == MOVE_4) return (across + down) * graph->grid->cost_min;
    uint64_t less = across < down ? across : down, more = across + down - less;
    return (less * graph->scale.diagonal + (more - less) * graph->scale.straight) * graph->grid->cost_min;
}

static inline Status relax(HpaScratch *scratch, NodeId node, const Cluster *cluster, uint64_t g,
                           NodeId previous, uint32_t edge, bool is_upper, Counters *counters) {
    NodeState *state = &scratch->states[node];
    const bool seen = state->stamp == scratch->stamp;
    if (seen && state->closed) return STATUS_OK;
    COUNT(counters, generated, 1);
    if (seen && g >= state->g) return STATUS_OK;
    *state = (NodeState){g, previous, edge, scratch->stamp, false, is_upper};
    COUNT(counters, pushed, 1);
    Cell cell = spot_cell(&cluster->area, cluster->spots[slot_of_node(scratch->graph, node)]);
    return entry_heap_push(&scratch->open, (Entry){g + bound(scratch, cell), g, node});
}

/* Searches from one end as far as the nodes of its cluster, and the other end if that is in it too. */
static void search_end(LocalSearch *search, const HpaGraph *graph, const Cluster *cluster, Cell end,
                       const Cell *other, bool reverse, Counters *counters) {
    local_search_load(search, graph->grid, cluster->area);
    local_search_begin(search);
    for (uint32_t slot = 0; slot < cluster->node_count; slot++)
        local_search_want(search, cluster->spots[slot]);
    if (other != NULL) local_search_want(search, spot_at(&cluster->area, *other));
    uint32_t settled = local_search_run(search, spot_at(&cluster->area, end), reverse);
    COUNT(counters, inserted, settled);
    (void)settled, (void)counters;
}

/* Joins both ends to the graph: puts what the start reaches into the queue. */
static Status insert_ends(HpaScratch *scratch, Counters *counters) {
    const HpaGraph *graph = scratch->graph;
    const Cluster *cluster = scratch->start_cluster;
    const Cell start = scratch->query.start, goal = scratch->query.goal;
    const bool shared = cluster == scratch->goal_cluster;
    search_end(scratch->from_start, graph, cluster, start, shared ? &goal : NULL, false, counters);
    search_end(scratch->to_goal, graph, scratch->goal_cluster, goal, NULL, true, counters);
    uint64_t scaled;
    if (shared && local_search_reached(scratch->from_start, spot_at(&cluster->area, goal), &scaled))
        scratch->best = scaled;
    COUNT(counters, expanded, 1);
    NodeId name = node_name(graph, cluster_of_cell(graph, start), 0);
    for (uint32_t slot = 0; slot < cluster->node_count; slot++)
        if (local_search_reached(scratch->from_start, cluster->spots[slot], &scaled))
            TRY(relax(scratch, name + slot, cluster, scaled, NODE_NONE, 0, false, counters));
    return STATUS_OK;
}

/* The first edge worth a look. A node reached from inside its cluster (by an inner edge, or from the start)
 * need not be left for another node of it: the ways inside are shortest, so that node was reached no dearer
 * from where this one was. */
static uint32_t first_edge(const HpaScratch *scratch, NodeId node, const Cluster *cluster) {
    const HpaGraph *graph = scratch->graph;
    const uint32_t slot = slot_of_node(graph, node);
    const NodeId previous = scratch->states[node].previous;
    if (previous != NODE_NONE && cluster_of_node(graph, previous) != cluster_of_node(graph, node))
        return cluster->first[slot];
    return first_crossing(cluster, slot);
}

/* Whether a node is searched on the second level: all are but those in the super clusters of the ends, where
 * the first level joins them to the second. */
static bool on_upper_level(const HpaScratch *scratch, uint32_t cluster) {
    const HpaGraph *graph = scratch->graph;
    if (graph->supers == NULL) return false;
    const uint32_t super = super_of_cluster(graph, cluster);
    return super != super_of_cluster(graph, cluster_of_cell(graph, scratch->query.start)) &&
           super != super_of_cluster(graph, cluster_of_cell(graph, scratch->query.goal));
}

/* Goes on from a node of the second level: over its super cluster, unless it was reached so (first_edge says
 * why), and out of it. */
static Status expand_upper(HpaScratch *scratch, NodeId node, uint64_t g, Counters *counters) {
    const HpaGraph *graph = scratch->graph;
    const uint32_t number = super_of_node(graph, node), slot = slot_of_node(graph, node);
    const Cluster *cluster = graph->clusters[cluster_of_node(graph, node)];
    if (!scratch->states[node].is_upper) {
        const SuperCluster *super = graph->supers[number];
        const uint32_t index = super_index(super, node);
        for (uint32_t i = super->first[index]; i < super->first[index + 1]; i++) {
            const UpperEdge *edge = &super->edges[i];
            const NodeId target = super->nodes[edge->target];
            const uint64_t scaled =
                edge->straight * graph->scale.straight + edge->diagonal * graph->scale.diagonal;
            TRY(relax(scratch, target, graph->clusters[cluster_of_node(graph, target)], g + scaled, node, i,
                      true, counters));
        }
    }
    for (uint32_t i = first_crossing(cluster, slot); i < cluster->first[slot + 1]; i++) {
        const AbstractEdge *edge = &cluster->edges[i];
        if (super_of_node(graph, edge->target) == number) continue;
        TRY(relax(scratch, edge->target, graph->clusters[cluster_of_node(graph, edge->target)],
                  g + edge_scaled(graph, edge), node, i, false, counters));
    }
    return STATUS_OK;
}

static Status expand(HpaScratch *scratch, NodeId node, uint64_t g, Counters *counters) {
    const HpaGraph *graph = scratch->graph;
    const uint32_t number = cluster_of_node(graph, node), slot = slot_of_node(graph, node);
    const Cluster *cluster = graph->clusters[number];
    if (on_upper_level(scratch, number)) return expand_upper(scratch, node, g, counters);
    uint64_t rest;
    if (cluster == scratch->goal_cluster &&
        local_search_reached(scratch->to_goal, cluster->spots[slot], &rest) && g + rest < scratch->best) {
        scratch->best = g + rest;
        scratch->best_last = node;
    }
    for (uint32_t i = first_edge(scratch, node, cluster); i < cluster->first[slot + 1]; i++) {
        const AbstractEdge *edge = &cluster->edges[i];
        const uint32_t there = cluster_of_node(graph, edge->target);
        TRY(relax(scratch, edge->target, there == number ? cluster : graph->clusters[there],
                  g + edge_scaled(graph, edge), node, i, false, counters));
    }
    return STATUS_OK;
}

/* A*; the bound is consistent, so a closed node is final. The goal needs no entry of its own: it would come
 * out, with the largest g of its f, when the first entry's f is no less than the best length known. */
static Status search_graph(HpaScratch *scratch, Counters *counters) {
    while (scratch->open.count != 0 && scratch->open.entries[0].f < scratch->best) {
        Entry entry = entry_heap_pop(&scratch->open);
        NodeState *state = &scratch->states[entry.node];
        COUNT(counters, popped, 1);
        if (state->closed) {
            COUNT(counters, stale, 1);
            continue;
        }
        state->closed = true;
        COUNT(counters, expanded, 1);
        TRY(expand(scratch, entry.node, entry.g, counters));
    }
    return STATUS_OK;
}

Status hpa_query(HpaScratch *scratch, const Query *query, bool first_leg, Path *path, Counters *counters) {
    path->count = 0;
    path->length = (Length){0, 0};
    if (query->start.x == query->goal.x && query->start.y == query->goal.y) {
        TRY(path_reserve(path, 1));
        path->cells[path->count++] = query->start;
        return STATUS_OK;
    }
    TRY(begin(scratch, query));
    TRY(insert_ends(scratch, counters));
    TRY(search_graph(scratch, counters));
    return hpa_refine(scratch, first_leg, path, counters);
}
