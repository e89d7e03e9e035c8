#include "algos/grid/hpa_super.h"

#include "algos/core/heap.h"

#include <string.h>

/* Holds only while the stamp is the search's. */
typedef struct UpState {
    uint64_t scaled;
    Length length;
    NodeId previous;
    uint32_t edge;
    uint32_t stamp;
    bool wanted, closed;
} UpState;

typedef struct UpEntry {
    uint64_t scaled;
    NodeId node;
} UpEntry;

static inline bool up_before(const UpEntry *a, const UpEntry *b) {
    return a->scaled != b->scaled ? a->scaled < b->scaled : a->node < b->node;
}

DEFINE_HEAP(UpHeap, up_heap, UpEntry, up_before);

struct UpSearch {
    const HpaGraph *graph;
    Memory *memory;
    UpState *states; /* by the cluster's place in the super cluster and slot */
    uint32_t stamp;
    UpHeap open;
};

static size_t state_count(const HpaGraph *graph) {
    return (size_t)(SUPER_SIDE * SUPER_SIDE) << graph->slot_bits;
}

static size_t state_of(const HpaGraph *graph, NodeId node) {
    uint32_t cluster = cluster_of_node(graph, node), columns = (uint32_t)graph->columns;
    uint32_t place = cluster / columns % SUPER_SIDE * SUPER_SIDE + cluster % columns % SUPER_SIDE;
    return (size_t)place << graph->slot_bits | slot_of_node(graph, node);
}

Status up_search_create(const HpaGraph *graph, Memory *memory, UpSearch **search) {
    UpSearch *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    made->graph = graph;
    made->memory = made->open.memory = memory;
    made->states = memory_take_zeroed(memory, state_count(graph), sizeof *made->states);
    if (made->states == NULL) {
        up_search_destroy(made);
        return STATUS_NO_MEMORY;
    }
    *search = made;
    return STATUS_OK;
}

void up_search_destroy(UpSearch *search) {
    if (search == NULL) return;
    up_heap_destroy(&search->open);
    memory_give(search->memory, search->states);
    memory_give(search->memory, search);
}

/* The node's state in this run. */
static UpState *state_now(UpSearch *search, NodeId node) {
    UpState *state = &search->states[state_of(search->graph, node)];
    if (state->stamp != search->stamp)
        *state = (UpState){.scaled = UINT64_MAX, .previous = NODE_NONE, .stamp = search->stamp};
    return state;
}

static Status up_expand(UpSearch *search, NodeId node, const UpState *from) {
    const HpaGraph *graph = search->graph;
    const uint32_t number = cluster_of_node(graph, node), slot = slot_of_node(graph, node);
    const uint32_t super = super_of_cluster(graph, number);
    const Cluster *cluster = graph->clusters[number];
    /* Reached from inside its cluster it need not be left for another node of it: ways inside are shortest.
     */
    const bool came_inside = from->previous != NODE_NONE && cluster_of_node(graph, from->previous) == number;
    for (uint32_t i = came_inside ? first_crossing(cluster, slot) : cluster->first[slot];
         i < cluster->first[slot + 1]; i++) {
        const AbstractEdge *edge = &cluster->edges[i];
        if (super_of_node(graph, edge->target) != super) continue;
        UpState *state = state_now(search, edge->target);
        const uint64_t scaled = from->scaled + edge_scaled(graph, edge);
        if (state->closed || scaled >= state->scaled) continue;
        state->scaled = scaled;
        state->length = length_sum(from->length, (Length){edge->straight, edge->diagonal});
        state->previous = node;
        state->edge = i;
        TRY(up_heap_push(&search->open, (UpEntry){scaled, edge->target}));
    }
    return STATUS_OK;
}

Status up_search_run(UpSearch *search, NodeId source, const NodeId *targets, uint32_t target_count,
                     Counters *counters) {
    if (++search->stamp == 0) { /* after 2^32 - 1 runs old stamps would come true again */
        memset(search->states, 0, state_count(search->graph) * sizeof *search->states);
        search->stamp = 1;
    }
    up_heap_clear(&search->open);
    uint32_t wanted_left = target_count;
    for (uint32_t i = 0; i < target_count; i++) state_now(search, targets[i])->wanted = true;
    state_now(search, source)->scaled = 0;
    TRY(up_heap_push(&search->open, (UpEntry){0, source}));
    while (search->open.count != 0) {
        const NodeId node = up_heap_pop(&search->open).node;
        UpState *state = state_now(search, node);
        if (state->closed) continue;
        state->closed = true;
        COUNT(counters, expanded, 1);
        if (state->wanted && --wanted_left == 0) break;
        TRY(up_expand(search, node, state));
    }
    (void)counters;
    return STATUS_OK;
}

bool up_search_reached(const UpSearch *search, NodeId node, Length *length) {
    const UpState *state = &search->states[state_of(search->graph, node)];
    if (state->stamp != search->stamp || !state->closed) return false;
    *length = state->length;
    return true;
}

void up_search_turn(UpSearch *search, NodeId target) {
    NodeId next = NODE_NONE;
    uint32_t edge = 0;
    while (target != NODE_NONE) {
        UpState *state = &search->states[state_of(search->graph, target)];
        const NodeId previous = state->previous;
        const uint32_t edge_here = state->edge;
        state->previous = next;
        state->edge = edge;
        next = target;
        edge = edge_here;
        target = previous;
    }
}

bool up_search_next(const UpSearch *search, NodeId *node, uint32_t *edge) {
    const UpState *state = &search->states[state_of(search->graph, *node)];
    if (state->previous == NODE_NONE) return false;
    *edge = state->edge;
    *node = state->previous;
    return true;
}

uint32_t super_index(const SuperCluster *super, NodeId node) {
    uint32_t low = 0, high = super->node_count - 1;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (super->nodes[middle] < node)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool leads_out(const HpaGraph *graph, uint32_t super, const Cluster *cluster, uint32_t slot) {
    for (uint32_t i = first_crossing(cluster, slot); i < cluster->first[slot + 1]; i++)
        if (super_of_node(graph, cluster->edges[i].target) != super) return true;
    return false;
}

/* Counts the nodes that lead out of the super cluster; lists them where there is a list. In order of names,
 * since clusters are gone through by rows. */
static uint32_t gather(const HpaGraph *graph, uint32_t number, NodeId *nodes) {
    const int32_t left = (int32_t)number % graph->super_columns * SUPER_SIDE;
    const int32_t top = (int32_t)number / graph->super_columns * SUPER_SIDE;
    uint32_t count = 0;
    for (int32_t y = top; y < top + SUPER_SIDE && y < graph->rows; y++)
        for (int32_t x = left; x < left + SUPER_SIDE && x < graph->columns; x++) {
            const uint32_t place = (uint32_t)(y * graph->columns + x);
            const Cluster *cluster = graph->clusters[place];
            for (uint32_t slot = 0; slot < cluster->node_count; slot++) {
                if (!leads_out(graph, number, cluster, slot)) continue;
                if (nodes != NULL) nodes[count] = node_name(graph, place, slot);
                count++;
            }
        }
    return count;
}

/* A block with room for all pairs. */
static SuperCluster *super_block(HpaGraph *graph, uint32_t number, uint32_t nodes) {
    const size_t edges = sizeof(SuperCluster), names = edges + (size_t)nodes * nodes * sizeof(UpperEdge),
                 first = names + nodes * sizeof(NodeId), size = first + (nodes + 1) * sizeof(uint32_t);
    uint8_t *bytes = memory_resize(graph->memory, graph->supers[number], size, 1);
    if (bytes == NULL) return NULL;
    SuperCluster *made = graph->supers[number] = (SuperCluster *)(void *)bytes;
    made->node_count = nodes;
    made->edge_count = 0;
    made->edges = (UpperEdge *)(void *)(bytes + edges);
    made->nodes = (NodeId *)(void *)(bytes + names);
    made->first = (uint32_t *)(void *)(bytes + first);
    return made;
}

Status super_make(HpaGraph *graph, uint32_t number, UpSearch *search, Counters *counters) {
    SuperCluster *super = super_block(graph, number, gather(graph, number, NULL));
    if (super == NULL) return STATUS_NO_MEMORY;
    (void)gather(graph, number, super->nodes);
    for (uint32_t from = 0; from < super->node_count; from++) {
        super->first[from] = super->edge_count;
        TRY(up_search_run(search, super->nodes[from], super->nodes, super->node_count, counters));
        for (uint32_t to = 0; to < super->node_count; to++) {
            Length length;
            if (to == from || !up_search_reached(search, super->nodes[to], &length)) continue;
            super->edges[super->edge_count++] =
                (UpperEdge){to, (uint32_t)length.straight, (uint32_t)length.diagonal};
        }
    }
    super->first[super->node_count] = super->edge_count;
    return STATUS_OK;
}

Status supers_create(HpaGraph *graph) {
    graph->super_columns = (graph->columns + SUPER_SIDE - 1) / SUPER_SIDE;
    graph->super_rows = (graph->rows + SUPER_SIDE - 1) / SUPER_SIDE;
    const uint32_t count = (uint32_t)(graph->super_columns * graph->super_rows);
    graph->supers = memory_take_zeroed(graph->memory, count, sizeof *graph->supers);
    UpSearch *search;
    if (graph->supers == NULL) return STATUS_NO_MEMORY;
    TRY(up_search_create(graph, graph->memory, &search));
    Counters counters = {0};
    Status status = STATUS_OK;
    for (uint32_t i = 0; i < count && status == STATUS_OK; i++)
        status = super_make(graph, i, search, &counters);
    up_search_destroy(search);
    return status;
}

void supers_destroy(HpaGraph *graph) {
    if (graph->supers == NULL) return;
    for (int32_t i = 0; i < graph->super_columns * graph->super_rows; i++)
        memory_give(graph->memory, graph->supers[i]);
    memory_give(graph->memory, graph->supers);
}

void supers_describe(const HpaGraph *graph, Facts *facts) {
    if (graph->supers == NULL) return;
    for (int32_t i = 0; i < graph->super_columns * graph->super_rows; i++)
        facts->edges += graph->supers[i]->edge_count;
}
