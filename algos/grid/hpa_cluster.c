#include "algos/grid/hpa_cluster.h"

#include <string.h>

/* An inner edge while a cluster is being connected; none where way.first is 0, the place of a STEP_NONE. */
typedef struct InnerEdge {
    uint32_t straight, diagonal;
    Way way;
} InnerEdge;

struct ClusterMaker {
    Memory *memory;
    LocalSearch *search;
    bool reversible;             /* the ways back are the ways there */
    bool keeps_ways;             /* as the graph */
    uint8_t crossings[1u << 16]; /* by spot; all 0 between calls */
    Spot spots[4 * CLUSTER_SIDE_MOST];
    uint16_t component[4 * CLUSTER_SIDE_MOST]; /* by slot: the lowest slot it is joined to, or NO_COMPONENT */
    InnerEdge *inner;                          /* node_count · node_count, by rows */
    size_t inner_capacity;
    Direction *steps;
    size_t step_count, step_capacity;
    uint64_t searches, settled; /* all of them together */
};

enum { NO_COMPONENT = UINT16_MAX };

Status cluster_maker_create(const HpaGraph *graph, Memory *memory, ClusterMaker **maker) {
    ClusterMaker *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    made->memory = memory;
    made->keeps_ways = graph->keeps_ways;
    /* Under `4` walking a way back pays for its first cell in place of its last; so does `8` if all cells
     * cost the same. With weights a diagonal into one cell is not worth a straight step into another. */
    made->reversible = graph->move == MOVE_4 || grid_uniform(graph->grid);
    Status status =
        local_search_create(graph->grid, graph->move, graph->scale, graph->k, memory, &made->search);
    if (status != STATUS_OK) {
        memory_give(memory, made);
        return status;
    }
    *maker = made;
    return STATUS_OK;
}

void cluster_maker_destroy(ClusterMaker *maker) {
    local_search_destroy(maker->search);
    memory_give(maker->memory, maker->inner);
    memory_give(maker->memory, maker->steps);
    memory_give(maker->memory, maker);
}

static Area cluster_area(const HpaGraph *graph, uint32_t cluster) {
    int32_t x = (int32_t)cluster % graph->columns * graph->k;
    int32_t y = (int32_t)cluster / graph->columns * graph->k;
    int32_t width = graph->grid->width - x, height = graph->grid->height - y;
    return (Area){x, y, width < graph->k ? width : graph->k, height < graph->k ? height : graph->k};
}

/* Marks the transitions of one border. An entrance is a longest run of places open on both sides. It looks
 * the same from either side, so the clusters agree. The map's frame is blocked and makes no entrance. */
static void mark_border(ClusterMaker *maker, const HpaGraph *graph, const Area *area, Direction side) {
    const int32_t stride = graph->grid->stride;
    const int32_t across[4] = {-stride, 1, stride, -1};
    const bool along_x = side == 0 || side == 2;
    Cell corner = {side == 1 ? area->x + area->width - 1 : area->x,
                   side == 2 ? area->y + area->height - 1 : area->y};
    const uint8_t *cost = graph->grid->cost + grid_place(graph->grid, corner);
    uint8_t *mark = maker->crossings + spot_at(area, corner);
    const int32_t length = along_x ? area->width : area->height;
    const int32_t cost_step = along_x ? 1 : stride, mark_step = along_x ? 1 : 256;
    int32_t run = 0; /* open places that end before i */
    for (int32_t i = 0; i <= length; i++) {
        const uint8_t *here = cost + i * cost_step;
        if (i < length && here[0] != 0 && here[across[side]] != 0) {
            run++;
            continue;
        }
        if (run == 0) continue;
        int32_t first = i - run, last = i - 1;
        if (run < graph->wide) first = last = (first + last) / 2;
        mark[first * mark_step] |= (uint8_t)(1u << side);
        mark[last * mark_step] |= (uint8_t)(1u << side);
        run = 0;
    }
}

/* Lists the marked spots in order and unmarks them; only the rim can hold any. */
static uint32_t gather_nodes(ClusterMaker *maker, const Area *area, uint8_t *crossings) {
    uint32_t count = 0;
    for (int32_t y = 0; y < area->height; y++) {
        bool whole_row = y == 0 || y == area->height - 1 || area->width == 1;
        for (int32_t x = 0; x < area->width; x += whole_row ? 1 : area->width - 1) {
            uint8_t *mark = &maker->crossings[y << 8 | x];
            if (*mark == 0) continue;
            maker->spots[count] = (Spot)(y << 8 | x);
            crossings[count++] = *mark;
            *mark = 0;
        }
    }
    return count;
}

static size_t rounded(size_t size) {
    return (size + 15) & ~(size_t)15;
}

/* Makes the block large enough for the given counts and points into it. Spots and crossings stay; what lies
 * behind them is lost. */
static Status fit_block(HpaGraph *graph, uint32_t cluster, uint32_t node_count, uint32_t edge_count,
                        size_t steps_size) {
    size_t spots = rounded(sizeof(Cluster)), crossings = spots + node_count * sizeof(Spot),
           edges = rounded(crossings + node_count), first = edges + edge_count * sizeof(AbstractEdge),
           steps = first + (node_count + 1) * sizeof(uint32_t), size = steps + steps_size;
    Cluster *block = graph->clusters[cluster];
    if (block == NULL || block->block_size < size) {
        /* An eighth more: a small change of the map seldom needs another block. */
        size_t roomy = rounded(edge_count == 0 ? size : size + size / 8);
        block = memory_resize(graph->memory, block, roomy, 1);
        if (block == NULL) return STATUS_NO_MEMORY;
        block->block_size = roomy;
        graph->clusters[cluster] = block;
    }
    uint8_t *bytes = (uint8_t *)block;
    block->node_count = node_count;
    block->edge_count = edge_count;
    block->steps_size = (uint32_t)steps_size;
    block->spots = (Spot *)(void *)(bytes + spots);
    block->crossings = bytes + crossings;
    block->edges = (AbstractEdge *)(void *)(bytes + edges);
    block->first = (uint32_t *)(void *)(bytes + first);
    block->steps = bytes + steps;
    return STATUS_OK;
}

Status cluster_place_nodes(ClusterMaker *maker, HpaGraph *graph, uint32_t cluster) {
    Area area = cluster_area(graph, cluster);
    uint8_t crossings[4 * CLUSTER_SIDE_MOST];
    for (Direction side = 0; side < 4; side++) mark_border(maker, graph, &area, side);
    uint32_t count = gather_nodes(maker, &area, crossings);
    TRY(fit_block(graph, cluster, count, 0, 0));
    Cluster *made = graph->clusters[cluster];
    made->area = area;
    made->cached_steps = 0;
    memcpy(made->spots, maker->spots, count * sizeof(Spot));
    memcpy(made->crossings, crossings, count);
    memset(made->first, 0, (count + 1) * sizeof *made->first);
    return STATUS_OK;
}

static Status reserve_steps(ClusterMaker *maker, size_t more, Error *error) {
    size_t needed = maker->step_count + more;
    if (needed <= maker->step_capacity) return STATUS_OK;
    if (needed > INT32_MAX)
        return error_say(error, STATUS_REFUSED,
                         "the ways inside one cluster need more than 2 GiB: give a smaller k", NULL);
    size_t capacity = maker->step_capacity < 1024 ? 1024 : maker->step_capacity * 2;
    if (capacity < needed) capacity = needed;
    Direction *steps = memory_resize(maker->memory, maker->steps, capacity, 1);
    if (steps == NULL) return STATUS_NO_MEMORY;
    maker->steps = steps;
    maker->step_capacity = capacity;
    return STATUS_OK;
}

/* Begins the steps with four ways of one step, which the edges across borders share: 1 + 2 · direction. */
static Status begin_steps(ClusterMaker *maker, Error *error) {
    maker->step_count = 0;
    TRY(reserve_steps(maker, 9, error));
    for (Direction d = 0; d < 4; d++) {
        maker->steps[maker->step_count++] = STEP_NONE;
        maker->steps[maker->step_count++] = d;
    }
    maker->steps[maker->step_count++] = STEP_NONE;
    return STATUS_OK;
}

void cluster_maker_count(const ClusterMaker *maker, Counters *counters) {
    COUNT(counters, expanded, maker->searches);
    COUNT(counters, inserted, maker->settled);
    (void)maker, (void)counters;
}

/* Joins slot `from`, where the last search began, to slot `to`. The way is followed from its end, so the
 * steps are kept as those of the way back. */
static Status join_slots(ClusterMaker *maker, Cluster *cluster, uint32_t from, uint32_t to, Error *error) {
    const Spot source = cluster->spots[from];
    const size_t begin = maker->step_count;
    Length length = {0, 0};
    Cell cell = spot_cell(&cluster->area, cluster->spots[to]);
    for (Spot spot = cluster->spots[to]; spot != source; spot = spot_at(&cluster->area, cell)) {
        TRY(reserve_steps(maker, 2, error));
        Direction arrow = local_search_arrow(maker->search, spot);
        length_add_step(&length, arrow, local_search_cost(maker->search, spot));
        maker->steps[maker->step_count++] = direction_opposite(arrow);
        cell = cell_beside(cell, direction_opposite(arrow));
    }
    InnerEdge *there = &maker->inner[from * cluster->node_count + to];
    *there = (InnerEdge){(uint32_t)length.straight, (uint32_t)length.diagonal,
                         way_from(maker->step_count - 1, true)};
    if (maker->keeps_ways) {
        cluster->cached_steps += (uint32_t)(maker->step_count - begin);
        maker->steps[maker->step_count++] = STEP_NONE;
    } else {
        maker->step_count = begin;
    }
    if (!maker->reversible) return STATUS_OK;
    InnerEdge *back = &maker->inner[to * cluster->node_count + from];
    *back = *there;
    back->way = way_from(begin, false);
    back->straight += local_search_cost(maker->search, source);
    back->straight -= local_search_cost(maker->search, cluster->spots[to]);
    return STATUS_OK;
}

/* Joins slot `from` to all others that it needs a search for: later ones, or all if ways back are others. */
static Status connect_slot(ClusterMaker *maker, Cluster *cluster, uint32_t from, Error *error) {
    uint16_t *component = maker->component;
    local_search_begin(maker->search);
    const uint32_t begin = maker->reversible ? from + 1 : 0;
    for (uint32_t to = begin; to < cluster->node_count; to++)
        if (to != from && component[to] == component[from])
            local_search_want(maker->search, cluster->spots[to]);
    maker->settled += local_search_run(maker->search, cluster->spots[from], false);
    maker->searches++;
    if (component[from] == NO_COMPONENT) component[from] = (uint16_t)from;
    for (uint32_t to = begin; to < cluster->node_count; to++) {
        uint64_t scaled;
        if (to == from || !local_search_reached(maker->search, cluster->spots[to], &scaled)) continue;
        component[to] = component[from];
        TRY(join_slots(maker, cluster, from, to, error));
    }
    return STATUS_OK;
}

static Status connect_inside(ClusterMaker *maker, const HpaGraph *graph, Cluster *cluster, Error *error) {
    size_t pairs = (size_t)cluster->node_count * cluster->node_count;
    if (pairs > maker->inner_capacity) {
        InnerEdge *inner = memory_resize(maker->memory, maker->inner, pairs, sizeof *inner);
        if (inner == NULL) return STATUS_NO_MEMORY;
        maker->inner = inner;
        maker->inner_capacity = pairs;
    }
    if (pairs != 0) memset(maker->inner, 0, pairs * sizeof *maker->inner);
    for (uint32_t i = 0; i < cluster->node_count; i++) maker->component[i] = NO_COMPONENT;
    TRY(begin_steps(maker, error));
    cluster->cached_steps = 0;
    local_search_load(maker->search, graph->grid, cluster->area);
    for (uint32_t i = 0; i < cluster->node_count; i++) TRY(connect_slot(maker, cluster, i, error));
    return STATUS_OK;
}

/* The node across the border; it is there, since both clusters see the same entrance. */
static NodeId node_across(const HpaGraph *graph, Cell cell) {
    uint32_t number = cluster_of_cell(graph, cell);
    const Cluster *cluster = graph->clusters[number];
    const Spot spot = spot_at(&cluster->area, cell);
    uint32_t low = 0, high = cluster->node_count - 1;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (cluster->spots[middle] < spot)
            low = middle + 1;
        else
            high = middle;
    }
    return node_name(graph, number, low);
}

static uint32_t count_edges(const ClusterMaker *maker, const Cluster *cluster) {
    uint32_t count = 0, pairs = cluster->node_count * cluster->node_count;
    for (uint32_t i = 0; i < pairs; i++) count += maker->inner[i].way.first != 0;
    for (uint32_t i = 0; i < cluster->node_count; i++)
        count += (uint32_t)__builtin_popcount(cluster->crossings[i]);
    return count;
}

static void fill_edges(const ClusterMaker *maker, const HpaGraph *graph, uint32_t number, Cluster *cluster) {
    const uint32_t count = cluster->node_count;
    AbstractEdge *edge = cluster->edges;
    for (uint32_t from = 0; from < count; from++) {
        cluster->first[from] = (uint32_t)(edge - cluster->edges);
        const InnerEdge *inner = &maker->inner[(size_t)from * count];
        for (uint32_t to = 0; to < count; to++)
            if (inner[to].way.first != 0)
                *edge++ = (AbstractEdge){node_name(graph, number, to), inner[to].straight, inner[to].diagonal,
                                         inner[to].way};
        for (Direction d = 0; d < 4; d++) {
            if ((cluster->crossings[from] >> d & 1) == 0) continue;
            Cell across = cell_beside(spot_cell(&cluster->area, cluster->spots[from]), d);
            *edge++ = (AbstractEdge){node_across(graph, across), grid_cost(graph->grid, across), 0,
                                     way_from(1 + 2u * d, false)};
        }
    }
    cluster->first[count] = (uint32_t)(edge - cluster->edges);
}

void cluster_relink(HpaGraph *graph, uint32_t cluster) {
    Cluster *made = graph->clusters[cluster];
    for (uint32_t slot = 0; slot < made->node_count; slot++) {
        AbstractEdge *edge = &made->edges[first_crossing(made, slot)];
        for (Direction d = 0; d < 4; d++) {
            if ((made->crossings[slot] >> d & 1) == 0) continue;
            Cell across = cell_beside(spot_cell(&made->area, made->spots[slot]), d);
            edge->target = node_across(graph, across);
            edge->straight = grid_cost(graph->grid, across);
            edge++;
        }
    }
}

Status cluster_connect(ClusterMaker *maker, HpaGraph *graph, uint32_t cluster, Error *error) {
    TRY(connect_inside(maker, graph, graph->clusters[cluster], error));
    uint32_t edges = count_edges(maker, graph->clusters[cluster]);
    TRY(fit_block(graph, cluster, graph->clusters[cluster]->node_count, edges, maker->step_count));
    Cluster *made = graph->clusters[cluster];
    fill_edges(maker, graph, cluster, made);
    memcpy(made->steps, maker->steps, maker->step_count);
    return STATUS_OK;
}
