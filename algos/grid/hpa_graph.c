#include "algos/grid/hpa_graph.h"

#include "algos/grid/hpa_cluster.h"
#include "algos/grid/hpa_super.h"

static Status no_memory(Error *error) {
    return error_say(error, STATUS_NO_MEMORY, "no memory for HPA*'s graph", NULL);
}

/* Nodes lie on a cluster's rim. Names leave room for all of it, so that no change of the map can need a
 * slot that has no name. */
static uint32_t slot_bits_for(int32_t k) {
    uint32_t bits = 0;
    while (1 << bits < 4 * (k - 1)) bits++;
    return bits;
}

static Status make_clusters(HpaGraph *graph, ClusterMaker *maker, Error *error) {
    for (uint32_t i = 0; i < graph->cluster_count; i++)
        if (cluster_place_nodes(maker, graph, i) != STATUS_OK) return no_memory(error);
    for (uint32_t i = 0; i < graph->cluster_count; i++) {
        Status status = cluster_connect(maker, graph, i, error);
        if (status == STATUS_NO_MEMORY) return no_memory(error);
        if (status != STATUS_OK) return status;
    }
    return STATUS_OK;
}

static Status build(HpaGraph *graph, bool is_double, Error *error) {
    graph->clusters = memory_take_zeroed(graph->memory, graph->cluster_count, sizeof *graph->clusters);
    ClusterMaker *maker;
    if (graph->clusters == NULL || cluster_maker_create(graph, graph->memory, &maker) != STATUS_OK)
        return no_memory(error);
    Status status = make_clusters(graph, maker, error);
    cluster_maker_destroy(maker);
    if (status == STATUS_OK && is_double && supers_create(graph) != STATUS_OK) return no_memory(error);
    return status;
}

Status hpa_graph_create(const Grid *grid, const HpaForm *form, Memory *memory, HpaGraph **graph,
                        Error *error) {
    const int32_t k = form->k;
    MoveScale scale;
    TRY(move_scale(form->move, grid->cost_sum, &scale, error));
    int32_t columns = (grid->width + k - 1) / k, rows = (grid->height + k - 1) / k;
    uint64_t cluster_count = (uint64_t)columns * (uint64_t)rows;
    uint32_t slot_bits = slot_bits_for(k);
    if (cluster_count << slot_bits >= NODE_NONE)
        return error_say(error, STATUS_REFUSED,
                         "too many clusters for 32-bit names of nodes: give a larger k", NULL);
    HpaGraph *made = memory_take(memory, 1, sizeof *made);
    if (made == NULL) return no_memory(error);
    *made = (HpaGraph){.grid = grid,
                       .move = form->move,
                       .scale = scale,
                       .k = k,
                       .wide = form->wide,
                       .keeps_ways = form->keeps_ways,
                       .columns = columns,
                       .rows = rows,
                       .cluster_count = (uint32_t)cluster_count,
                       .slot_bits = slot_bits,
                       .memory = memory};
    Status status = build(made, form->is_double, error);
    if (status != STATUS_OK) {
        hpa_graph_destroy(made);
        return status;
    }
    *graph = made;
    return STATUS_OK;
}

void hpa_graph_destroy(HpaGraph *graph) {
    if (graph == NULL) return;
    supers_destroy(graph);
    for (uint32_t i = 0; graph->clusters != NULL && i < graph->cluster_count; i++)
        memory_give(graph->memory, graph->clusters[i]);
    memory_give(graph->memory, graph->clusters);
    memory_give(graph->memory, graph);
}

void hpa_graph_describe(const HpaGraph *graph, Facts *facts) {
    for (uint32_t i = 0; i < graph->cluster_count; i++) {
        facts->nodes += graph->clusters[i]->node_count;
        facts->edges += graph->clusters[i]->edge_count;
        facts->cached_cells += graph->clusters[i]->cached_steps;
    }
    supers_describe(graph, facts);
}
