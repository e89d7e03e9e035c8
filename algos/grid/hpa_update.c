/* One cell changes, and the graph with it (Botea, Müller and Schaeffer, 2004, section 5.1; exercise 2 of
 * document D2): only what lies around the cell is made anew. */
#include "algos/core/rng.h"
#include "algos/core/sort.h"
#include "algos/grid/hpa_cluster.h"
#include "algos/grid/hpa_super.h"

#include <string.h>

/* What an update has to make anew: cluster numbers, ascending, each once. */
typedef struct Touched {
    uint32_t *clusters, *room;
    uint32_t count;
    Memory *memory;
} Touched;

enum { TOUCHED_BY_ONE = 5 }; /* its cluster and, at most, all four beside it, where a cluster is one cell */

static Status touched_create(Memory *memory, uint32_t cells, Touched *touched) {
    const size_t most = (size_t)cells * TOUCHED_BY_ONE;
    *touched = (Touched){.memory = memory};
    touched->clusters = memory_take(memory, most, sizeof *touched->clusters);
    touched->room = memory_take(memory, most, sizeof *touched->room);
    return touched->clusters == NULL || touched->room == NULL ? STATUS_NO_MEMORY : STATUS_OK;
}

static void touched_destroy(Touched *touched) {
    memory_give(touched->memory, touched->clusters);
    memory_give(touched->memory, touched->room);
}

static bool number_before(const void *context, uint32_t a, uint32_t b) {
    (void)context;
    return a < b;
}

/* Puts the numbers into order, each once. */
static void settle(Touched *touched) {
    sort_items(touched->clusters, touched->room, touched->count, number_before, NULL);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < touched->count; i++)
        if (i == 0 || touched->clusters[i] != touched->clusters[i - 1])
            touched->clusters[kept++] = touched->clusters[i];
    touched->count = kept;
}

/* The clusters whose nodes or inner edges a cell can change: its own, and those across a border it lies on,
 * for an entrance there has it as one of its places. */
static void touch(const HpaGraph *graph, Cell cell, Touched *touched) {
    const uint32_t own = cluster_of_cell(graph, cell);
    touched->clusters[touched->count++] = own;
    for (Direction d = 0; d < 4; d++) {
        const Cell across = cell_beside(cell, d);
        if (!grid_inside(graph->grid, across)) continue;
        const uint32_t other = cluster_of_cell(graph, across);
        if (other != own) touched->clusters[touched->count++] = other;
    }
}

/* Clusters beside those made anew keep their nodes, but name nodes that may have other slots now. */
static void relink_around(HpaGraph *graph, uint32_t cluster) {
    const uint32_t columns = (uint32_t)graph->columns;
    if (cluster % columns != 0) cluster_relink(graph, cluster - 1);
    if (cluster % columns != columns - 1) cluster_relink(graph, cluster + 1);
    if (cluster >= columns) cluster_relink(graph, cluster - columns);
    if (cluster + columns < graph->cluster_count) cluster_relink(graph, cluster + columns);
}

static Status update_clusters(HpaGraph *graph, const Touched *touched, Counters *counters, Error *error) {
    ClusterMaker *maker;
    TRY(cluster_maker_create(graph, graph->memory, &maker));
    Status status = STATUS_OK;
    for (uint32_t i = 0; i < touched->count && status == STATUS_OK; i++)
        status = cluster_place_nodes(maker, graph, touched->clusters[i]);
    for (uint32_t i = 0; i < touched->count && status == STATUS_OK; i++)
        status = cluster_connect(maker, graph, touched->clusters[i], error);
    cluster_maker_count(maker, counters);
    cluster_maker_destroy(maker);
    if (status != STATUS_OK) return status;
    for (uint32_t i = 0; i < touched->count; i++) relink_around(graph, touched->clusters[i]);
    return STATUS_OK;
}

/* Turns the clusters into the super clusters above them. */
static Status update_supers(HpaGraph *graph, Touched *touched, Counters *counters) {
    UpSearch *search;
    TRY(up_search_create(graph, graph->memory, &search));
    for (uint32_t i = 0; i < touched->count; i++)
        touched->clusters[i] = super_of_cluster(graph, touched->clusters[i]);
    settle(touched);
    Status status = STATUS_OK;
    for (uint32_t i = 0; i < touched->count && status == STATUS_OK; i++)
        status = super_make(graph, touched->clusters[i], search, counters);
    up_search_destroy(search);
    return status;
}

static Status update(HpaGraph *graph, const Cell *changed, uint32_t count, Touched *touched,
                     Counters *counters, Error *error) {
    TRY(touched_create(graph->memory, count, touched));
    for (uint32_t i = 0; i < count; i++) touch(graph, changed[i], touched);
    settle(touched);
    TRY(update_clusters(graph, touched, counters, error));
    return graph->supers == NULL ? STATUS_OK : update_supers(graph, touched, counters);
}

Status hpa_graph_update(HpaGraph *graph, const Cell *changed, uint32_t count, Counters *counters,
                        Error *error) {
    /* Lengths are kept as exact pairs, so those of other clusters hold under any scale. */
    TRY(move_scale(graph->move, graph->grid->cost_sum, &graph->scale, error));
    graph->revision++;
    Touched touched = {0};
    Status status = update(graph, changed, count, &touched, counters, error);
    if (touched.memory != NULL) touched_destroy(&touched);
    return status == STATUS_NO_MEMORY ? error_say(error, status, "no memory for HPA*'s graph", NULL) : status;
}

static Cell random_open(const Grid *grid, Rng *rng) {
    for (;;) {
        Cell cell = {rng_between(rng, 0, grid->width - 1), rng_between(rng, 0, grid->height - 1)};
        if (grid_cost(grid, cell) != 0) return cell;
    }
}

/* The copy's sums stay those of the grid: with cells blocked they are bounds, which is all that is asked. */
static Status exercise_on(HpaGraph *graph, const Grid *copy, uint32_t count, Error *error) {
    Rng rng = rng_from(1);
    Counters counters = {0};
    for (uint32_t i = 0; i < count; i++) {
        const Cell cell = random_open(copy, &rng);
        uint8_t *cost = &copy->cost[grid_place(copy, cell)];
        const uint8_t before = *cost;
        *cost = 0;
        TRY(hpa_graph_update(graph, &cell, 1, &counters, error));
        *cost = before;
        TRY(hpa_graph_update(graph, &cell, 1, &counters, error));
    }
    return STATUS_OK;
}

Status hpa_graph_exercise(HpaGraph *graph, uint32_t count, Error *error) {
    const Grid *grid = graph->grid;
    if (count == 0 || grid->passable_count == 0) return STATUS_OK;
    Grid copy = *grid;
    copy.cost = memory_take(graph->memory, grid_place_count(grid), 1);
    if (copy.cost == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for a copy of the map", NULL);
    memcpy(copy.cost, grid->cost, grid_place_count(grid));
    graph->grid = &copy;
    Status status = exercise_on(graph, &copy, count, error);
    graph->grid = grid;
    memory_give(graph->memory, copy.cost);
    return status;
}
