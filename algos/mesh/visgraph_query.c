#include "algos/core/euclid.h"
#include "algos/core/heap.h"
#include "algos/mesh/visgraph.h"
#include "algos/mesh/visgraph_sweep.h"

/* Relative difference above which rounded lengths decide: far above the rounding of any sum here. */
#define DOUBT 1e-11
/* The search goes on until every bound is above the best path by this much. */
#define MARGIN 1e-9

#define START (UINT32_MAX - 1) /* as a parent */

typedef struct Entry {
    double bound, length;
    uint32_t node;
} Entry;

static inline bool entry_before(const Entry *a, const Entry *b) {
    if (a->bound != b->bound) return a->bound < b->bound;
    if (a->length != b->length) return a->length > b->length;
    return a->node < b->node;
}
DEFINE_HEAP(EntryHeap, entry_heap, Entry, entry_before);

typedef struct Label {
    double length;    /* of the best chain so far, rounded */
    double remaining; /* straight to the goal */
    uint32_t parent;  /* START, or a node */
    uint32_t stamp;   /* the label is of this query */
    bool open, expanded;
} Label;

struct VisgraphScratch {
    const Visgraph *graph;
    Memory *memory;
    RaySweep *sweep;
    Label *labels;
    uint32_t *goal_stamp; /* of each node: it sees the goal in this query */
    Point *chain, *other; /* to be compared: as many points as nodes and 3 */
    EntryHeap heap;
    uint32_t stamp;
    PointQuery query;
    double best;   /* length of the best path so far, infinite when there is none */
    uint32_t last; /* its last node */
};

Status visgraph_scratch_create(const Visgraph *graph, Memory *memory, VisgraphScratch **scratch) {
    VisgraphScratch *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    size_t nodes = graph->node_count;
    made->graph = graph;
    made->memory = made->heap.memory = memory;
    made->labels = memory_take_zeroed(memory, nodes, sizeof *made->labels);
    made->goal_stamp = memory_take_zeroed(memory, nodes, sizeof *made->goal_stamp);
    made->chain = memory_take(memory, nodes + 3, sizeof *made->chain);
    made->other = memory_take(memory, nodes + 3, sizeof *made->other);
    Status status =
        made->labels == NULL || made->goal_stamp == NULL || made->chain == NULL || made->other == NULL
            ? STATUS_NO_MEMORY
            : ray_sweep_create(&graph->sectors, memory, &made->sweep);
    if (status != STATUS_OK) {
        visgraph_scratch_destroy(made);
        return status;
    }
    *scratch = made;
    return STATUS_OK;
}

void visgraph_scratch_destroy(VisgraphScratch *scratch) {
    if (scratch == NULL) return;
    ray_sweep_destroy(scratch->sweep);
    entry_heap_destroy(&scratch->heap);
    memory_give(scratch->memory, scratch->labels);
    memory_give(scratch->memory, scratch->goal_stamp);
    memory_give(scratch->memory, scratch->chain);
    memory_give(scratch->memory, scratch->other);
    memory_give(scratch->memory, scratch);
}

static Point node_point(const VisgraphScratch *scratch, uint32_t node) {
    return scratch->graph->polygons->vertices[scratch->graph->vertex[node]];
}

/* Writes the chain from `node` back to the start; returns how many points it has. */
static uint64_t write_chain(const VisgraphScratch *scratch, uint32_t node, Point *chain) {
    uint64_t count = 0;
    for (; node != START; node = scratch->labels[node].parent) chain[count++] = node_point(scratch, node);
    chain[count++] = scratch->query.start;
    return count;
}

/* Whether the chain to `from` and on to `point` is shorter than that to `other` and on to `point`. */
static bool is_shorter(VisgraphScratch *scratch, Point point, uint32_t from, double length, uint32_t other,
                       double other_length) {
    double doubt = DOUBT * (length + other_length);
    if (length < other_length - doubt) return true;
    if (length > other_length + doubt) return false;
    scratch->chain[0] = scratch->other[0] = point;
    uint64_t count = 1 + write_chain(scratch, from, scratch->chain + 1);
    uint64_t other_count = 1 + write_chain(scratch, other, scratch->other + 1);
    return euclid_compare(scratch->chain, count, scratch->other, other_count) < 0;
}

/* Reaches `node` from `parent`, which was expanded before when `again`: then its chain has improved, and with
 * it those that lead through it. */
static Status reach(VisgraphScratch *scratch, uint32_t node, uint32_t parent, double length, bool again,
                    Counters *counters) {
    Label *label = &scratch->labels[node];
    COUNT(counters, generated, 1);
    if (label->stamp != scratch->stamp) {
        double remaining = point_distance(node_point(scratch, node), scratch->query.goal);
        *label = (Label){.remaining = remaining, .stamp = scratch->stamp};
    } else if (label->parent == parent ? !again
                                       : !is_shorter(scratch, node_point(scratch, node), parent, length,
                                                     label->parent, label->length)) {
        return STATUS_OK;
    }
    label->length = length;
    label->parent = parent;
    label->open = true;
    COUNT(counters, pushed, 1);
    return entry_heap_push(&scratch->heap, (Entry){length + label->remaining, length, node});
}

static Status expand(VisgraphScratch *scratch, uint32_t node, Counters *counters) {
    const Visgraph *graph = scratch->graph;
    Label *label = &scratch->labels[node];
    bool again = label->expanded;
    label->open = false;
    label->expanded = true;
    COUNT(counters, expanded, 1);
    if (scratch->goal_stamp[node] == scratch->stamp) {
        double length = label->length + label->remaining;
        if (scratch->last == NODE_NONE ||
            is_shorter(scratch, scratch->query.goal, node, length, scratch->last, scratch->best)) {
            scratch->best = length;
            scratch->last = node;
        }
    }
    for (uint64_t i = graph->first[node]; i < graph->first[node + 1]; i++)
        TRY(reach(scratch, graph->to[i], node, label->length + graph->length[i], again, counters));
    return STATUS_OK;
}

static Status search(VisgraphScratch *scratch, Counters *counters) {
    while (scratch->heap.count > 0) {
        Entry entry = entry_heap_pop(&scratch->heap);
        COUNT(counters, popped, 1);
        if (scratch->last != NODE_NONE && entry.bound > scratch->best * (1 + MARGIN)) break;
        const Label *label = &scratch->labels[entry.node];
        if (!label->open || entry.length != label->length) {
            COUNT(counters, stale, 1);
            continue;
        }
        TRY(expand(scratch, entry.node, counters));
    }
    return STATUS_OK;
}

/* The path to the best last node and on to the goal, without points in line between their neighbours. */
static Status write_path(VisgraphScratch *scratch, PointPath *path) {
    scratch->chain[0] = scratch->query.goal;
    uint64_t count = 1 + write_chain(scratch, scratch->last, scratch->chain + 1);
    for (uint64_t i = count; i-- > 0;) {
        const Point *chain = scratch->chain;
        if (i + 1 < count && i > 0 &&
            point_orientation(path->points[path->count - 1], chain[i], chain[i - 1]) == 0)
            continue;
        TRY(point_path_add(path, chain[i]));
    }
    return STATUS_OK;
}

static SweepView view_from(VisgraphScratch *scratch, Point point, const Stand *stand, const Point *target) {
    return ray_sweep_run(scratch->sweep,
                         &(SweepFrom){.point = point,
                                      .sector = stand->footing == FOOTING_OPEN ? NULL : &stand->sector,
                                      .taut = scratch->graph->taut_only,
                                      .target = target});
}

/* A query's stamp marks what is its own, so that nothing need be cleared. */
static void next_stamp(VisgraphScratch *scratch) {
    if (++scratch->stamp != 0) return;
    for (uint32_t i = 0; i < scratch->graph->node_count; i++)
        scratch->labels[i].stamp = scratch->goal_stamp[i] = 0;
    scratch->stamp = 1;
}

static Status find_path(VisgraphScratch *scratch, const Stand *start, const Stand *goal, PointPath *path,
                        Counters *counters) {
    const PointQuery *query = &scratch->query;
    const Visgraph *graph = scratch->graph;
    if (point_equal(query->start, query->goal)) return point_path_add(path, query->start);
    SweepView view = view_from(scratch, query->goal, goal, NULL);
    for (uint32_t i = 0; i < view.count; i++) {
        uint32_t node = graph->node_of[view.corners[i]];
        scratch->goal_stamp[node] = scratch->stamp;
    }
    view = view_from(scratch, query->start, start, &query->goal);
    if (view.sees_target) {
        TRY(point_path_add(path, query->start));
        return point_path_add(path, query->goal);
    }
    for (uint32_t i = 0; i < view.count; i++) {
        uint32_t node = graph->node_of[view.corners[i]];
        double length = point_distance(query->start, node_point(scratch, node));
        TRY(reach(scratch, node, START, length, false, counters));
    }
    TRY(search(scratch, counters));
    return scratch->last == NODE_NONE ? STATUS_OK : write_path(scratch, path);
}

Status visgraph_query(const Visgraph *graph, VisgraphScratch *scratch, const PointQuery *query,
                      PointPath *path, Counters *counters) {
    path->count = 0;
    path->length = 0;
    Stand start = sectors_stand(&graph->sectors, query->start);
    Stand goal = sectors_stand(&graph->sectors, query->goal);
    if (start.footing == FOOTING_BLOCKED || start.footing == FOOTING_AMBIGUOUS ||
        goal.footing == FOOTING_BLOCKED || goal.footing == FOOTING_AMBIGUOUS)
        return STATUS_OK;
    next_stamp(scratch);
    scratch->query = *query;
    scratch->last = NODE_NONE;
    entry_heap_clear(&scratch->heap);
    Status status = find_path(scratch, &start, &goal, path, counters);
    if (status != STATUS_OK) path->count = 0;
    path->length = point_path_length(path);
    return status;
}
