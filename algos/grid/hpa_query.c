#include "algos/grid/hpa_query.h"

#include "algos/core/heap.h"

#include <string.h>

#define FAR UINT64_MAX

/* Holds only while the stamp is the scratch's. */
typedef struct NodeState {
    uint64_t g;      /* scaled */
    NodeId previous; /* NODE_NONE: reached from the start itself */
    uint32_t edge;   /* of the previous node's cluster, the one that leads here */
    uint32_t stamp;
    bool closed;
} NodeState;

typedef struct Entry {
    uint64_t f, g;
    NodeId node;
} Entry;

/* Larger g first: it is nearer to the goal. */
static inline bool entry_before(const Entry *a, const Entry *b) {
    if (a->f != b->f) return a->f < b->f;
    if (a->g != b->g) return a->g > b->g;
    return a->node < b->node;
}

DEFINE_HEAP(EntryHeap, entry_heap, Entry, entry_before);

struct HpaScratch {
    const HpaGraph *graph;
    Memory *memory;
    LocalSearch *from_start, *to_goal;
    NodeState *states; /* by node name */
    uint32_t stamp;
    EntryHeap open;
    /* Of the query at hand: */
    Query query;
    const Cluster *start_cluster, *goal_cluster;
    uint64_t best;    /* shortest scaled length known from start to goal */
    NodeId best_last; /* the node before the goal on it; NODE_NONE: the way inside the cluster of both */
};

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
        local_search_create(grid, graph->move, graph->scale, graph->k, memory, &made->to_goal) != STATUS_OK) {
        hpa_scratch_destroy(made);
        return STATUS_NO_MEMORY;
    }
    *scratch = made;
    return STATUS_OK;
}

void hpa_scratch_destroy(HpaScratch *scratch) {
    local_search_destroy(scratch->from_start);
    local_search_destroy(scratch->to_goal);
    memory_give(scratch->memory, scratch->states);
    entry_heap_destroy(&scratch->open);
    memory_give(scratch->memory, scratch);
}

static void begin(HpaScratch *scratch, const Query *query) {
    const HpaGraph *graph = scratch->graph;
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
                           NodeId previous, uint32_t edge, Counters *counters) {
    NodeState *state = &scratch->states[node];
    const bool seen = state->stamp == scratch->stamp;
    if (seen && state->closed) return STATUS_OK;
    COUNT(counters, generated, 1);
    if (seen && g >= state->g) return STATUS_OK;
    *state = (NodeState){g, previous, edge, scratch->stamp, false};
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
            TRY(relax(scratch, name + slot, cluster, scaled, NODE_NONE, 0, counters));
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
    return cluster->first[slot + 1] - (uint32_t)__builtin_popcount(cluster->crossings[slot]);
}

static Status expand(HpaScratch *scratch, NodeId node, uint64_t g, Counters *counters) {
    const HpaGraph *graph = scratch->graph;
    const uint32_t number = cluster_of_node(graph, node), slot = slot_of_node(graph, node);
    const Cluster *cluster = graph->clusters[number];
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
                  g + edge_scaled(graph, edge), node, i, counters));
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

static inline Status write_cell(Path *path, Cell cell) {
    if (path->count == path->capacity) TRY(path_reserve(path, path->count + 1));
    path->cells[path->count++] = cell;
    return STATUS_OK;
}

/* Writes the way from the start to `last`, in its cluster, following the arrows from its end. */
static Status write_first(const HpaScratch *scratch, Cell last, Path *path) {
    const Area *area = &scratch->start_cluster->area;
    const Cell start = scratch->query.start;
    for (Cell cell = last; cell.x != start.x || cell.y != start.y;) {
        TRY(write_cell(path, cell));
        Direction arrow = local_search_arrow(scratch->from_start, spot_at(area, cell));
        length_add_step(&path->length, arrow, grid_cost(scratch->graph->grid, cell));
        cell = cell_beside(cell, direction_opposite(arrow));
    }
    TRY(write_cell(path, start));
    path_reverse(path, 0);
    return STATUS_OK;
}

/* Writes the way of an edge, without the cell where it begins. */
static Status write_edge(const Cluster *cluster, const AbstractEdge *edge, Path *path) {
    const bool backwards = edge->way.backwards;
    const int step = backwards ? -1 : 1;
    const Direction turn = backwards ? 2 : 0;
    Cell cell = path->cells[path->count - 1];
    for (const Direction *at = cluster->steps + edge->way.first; *at != STEP_NONE; at += step) {
        cell = cell_beside(cell, *at ^ turn);
        TRY(write_cell(path, cell));
    }
    path->length = length_sum(path->length, (Length){edge->straight, edge->diagonal});
    return STATUS_OK;
}

/* Writes the way from the last cell written to the goal, in the goal's cluster. */
static Status write_last(const HpaScratch *scratch, Path *path) {
    const Area *area = &scratch->goal_cluster->area;
    const Cell goal = scratch->query.goal;
    for (Cell cell = path->cells[path->count - 1]; cell.x != goal.x || cell.y != goal.y;) {
        Direction arrow = local_search_arrow(scratch->to_goal, spot_at(area, cell));
        cell = cell_beside(cell, arrow);
        length_add_step(&path->length, arrow, grid_cost(scratch->graph->grid, cell));
        TRY(write_cell(path, cell));
    }
    return STATUS_OK;
}

/* Turns the links to previous nodes into links to next ones; returns the first node. */
static NodeId turn_links(HpaScratch *scratch, NodeId last) {
    NodeId next = NODE_NONE;
    while (last != NODE_NONE) {
        NodeId previous = scratch->states[last].previous;
        scratch->states[last].previous = next;
        next = last;
        last = previous;
    }
    return next;
}

static Status refine(HpaScratch *scratch, Path *path) {
    const HpaGraph *graph = scratch->graph;
    if (scratch->best == FAR) return STATUS_OK;
    if (scratch->best_last == NODE_NONE) return write_first(scratch, scratch->query.goal, path);
    NodeId node = turn_links(scratch, scratch->best_last);
    const Cluster *cluster = graph->clusters[cluster_of_node(graph, node)];
    TRY(write_first(scratch, spot_cell(&cluster->area, cluster->spots[slot_of_node(graph, node)]), path));
    for (NodeId next; (next = scratch->states[node].previous) != NODE_NONE; node = next) {
        TRY(write_edge(cluster, &cluster->edges[scratch->states[next].edge], path));
        cluster = graph->clusters[cluster_of_node(graph, next)];
    }
    return write_last(scratch, path);
}

Status hpa_query(HpaScratch *scratch, const Query *query, Path *path, Counters *counters) {
    path->count = 0;
    path->length = (Length){0, 0};
    if (query->start.x == query->goal.x && query->start.y == query->goal.y)
        return write_cell(path, query->start);
    begin(scratch, query);
    TRY(insert_ends(scratch, counters));
    TRY(search_graph(scratch, counters));
    Status status = refine(scratch, path);
    COUNT(counters, refined, path->count);
    return status;
}
