#include "algos/grid/hpa_query_parts.h"

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

/* Writes the kept way of an inner edge, or the one step of one across a border, without the cell where it
 * begins. */
static Status write_kept(const Cluster *cluster, const AbstractEdge *edge, Path *path) {
    const bool backwards = edge->way.backwards;
    const int step = backwards ? -1 : 1;
    const Direction turn = backwards ? 2 : 0;
    Cell cell = path->cells[path->count - 1];
    for (const Direction *at = cluster->steps + edge->way.first; *at != STEP_NONE; at += step) {
        cell = cell_beside(cell, *at ^ turn);
        TRY(write_cell(path, cell));
    }
    return STATUS_OK;
}

/* Searches the way of an inner edge and writes it likewise. The search from the start is not needed any more.
 */
static Status write_searched(HpaScratch *scratch, const Cluster *cluster, Spot target, Path *path,
                             Counters *counters) {
    LocalSearch *search = scratch->from_start;
    const uint64_t begin = path->count;
    const Spot source = spot_at(&cluster->area, path->cells[begin - 1]);
    local_search_load(search, scratch->graph->grid, cluster->area);
    local_search_begin(search);
    local_search_want(search, target);
    const uint32_t settled = local_search_run(search, source, false);
    COUNT(counters, inserted, settled);
    (void)settled, (void)counters;
    Cell cell = spot_cell(&cluster->area, target);
    for (Spot spot = target; spot != source; spot = spot_at(&cluster->area, cell)) {
        TRY(write_cell(path, cell));
        cell = cell_beside(cell, direction_opposite(local_search_arrow(search, spot)));
    }
    path_reverse(path, begin);
    return STATUS_OK;
}

/* Writes the way of edge `number` of the cluster of the last cell written. */
static Status write_edge(HpaScratch *scratch, uint32_t number, Path *path, Counters *counters) {
    const HpaGraph *graph = scratch->graph;
    const uint32_t here = cluster_of_cell(graph, path->cells[path->count - 1]);
    const Cluster *cluster = graph->clusters[here];
    const AbstractEdge *edge = &cluster->edges[number];
    path->length = length_sum(path->length, (Length){edge->straight, edge->diagonal});
    if (graph->keeps_ways || cluster_of_node(graph, edge->target) != here)
        return write_kept(cluster, edge, path);
    return write_searched(scratch, cluster, cluster->spots[slot_of_node(graph, edge->target)], path,
                          counters);
}

/* Writes the way over the first level from `source` to `target`, two upper nodes of one super cluster. */
static Status write_upper(HpaScratch *scratch, NodeId source, NodeId target, Path *path, Counters *counters) {
    TRY(up_search_run(scratch->up, source, &target, 1, counters));
    up_search_turn(scratch->up, target);
    uint32_t edge;
    while (up_search_next(scratch->up, &source, &edge)) TRY(write_edge(scratch, edge, path, counters));
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

/* Writes the way from one node of the route to the next. */
static Status write_hop(HpaScratch *scratch, NodeId node, NodeId next, Path *path, Counters *counters) {
    const NodeState *state = &scratch->states[next];
    if (state->is_upper) return write_upper(scratch, node, next, path, counters);
    return write_edge(scratch, state->edge, path, counters);
}

static Status write_route(HpaScratch *scratch, bool first_leg, Path *path, Counters *counters) {
    const HpaGraph *graph = scratch->graph;
    if (scratch->best == FAR) return STATUS_OK;
    if (scratch->best_last == NODE_NONE) return write_first(scratch, scratch->query.goal, path);
    NodeId node = turn_links(scratch, scratch->best_last);
    TRY(write_first(scratch, cell_of_node(graph, node), path));
    for (NodeId next; (next = scratch->states[node].previous) != NODE_NONE; node = next) {
        if (first_leg && path->count > 1) return STATUS_OK;
        TRY(write_hop(scratch, node, next, path, counters));
    }
    return first_leg && path->count > 1 ? STATUS_OK : write_last(scratch, path);
}

Status hpa_refine(HpaScratch *scratch, bool first_leg, Path *path, Counters *counters) {
    Status status = write_route(scratch, first_leg, path, counters);
    COUNT(counters, refined, path->count);
    return status;
}
