#include "algos/grid/hpa_published.h"

#include <string.h>

/* One query; all of it is allocated for it and given back after it. */
typedef struct Run {
    const PublishedHpa *hpa;
    Memory *memory;
    Cell start, goal;
    int32_t start_cluster, goal_cluster;
    Box start_box, goal_box;
    BoxSearch from_start, to_goal;
    int32_t start_id, goal_id; /* the numbers behind the last node's */
    int32_t *g, *from;
    uint8_t *closed;
    FoundHeap open;
    IdList ids;    /* the abstract path, from its end */
    CellList part; /* the stretch being copied */
} Run;

static Status run_begin(Run *run, uint64_t *settled) {
    const PublishedHpa *hpa = run->hpa;
    run->start_cluster = published_cluster_of(hpa, run->start);
    run->goal_cluster = published_cluster_of(hpa, run->goal);
    run->start_box = published_box_of(hpa, run->start_cluster);
    run->goal_box = published_box_of(hpa, run->goal_cluster);
    TRY(box_search(hpa->grid, &run->start_box, run->start, false, run->memory, &run->from_start, settled));
    TRY(box_search(hpa->grid, &run->goal_box, run->goal, true, run->memory, &run->to_goal, settled));
    size_t count = hpa->nodes.count + 2;
    run->start_id = (int32_t)count - 2;
    run->goal_id = (int32_t)count - 1;
    run->g = memory_take(run->memory, count, sizeof *run->g);
    run->from = memory_take(run->memory, count, sizeof *run->from);
    run->closed = memory_take(run->memory, count, sizeof *run->closed);
    if (run->g == NULL || run->from == NULL || run->closed == NULL) return STATUS_NO_MEMORY;
    for (size_t i = 0; i < count; i++) run->g[i] = NO_WAY;
    for (size_t i = 0; i < count; i++) run->from[i] = NO_ID;
    memset(run->closed, 0, count);
    return STATUS_OK;
}

static void run_end(Run *run) {
    if (run->from_start.memory != NULL) box_search_destroy(&run->from_start);
    if (run->to_goal.memory != NULL) box_search_destroy(&run->to_goal);
    memory_give(run->memory, run->g);
    memory_give(run->memory, run->from);
    memory_give(run->memory, run->closed);
    memory_give(run->memory, run->ids.items);
    memory_give(run->memory, run->part.items);
    found_heap_destroy(&run->open);
}

static Cell cell_of(const Run *run, int32_t id) {
    if (id == run->start_id) return run->start;
    return id == run->goal_id ? run->goal : run->hpa->nodes.items[id].cell;
}

/* The published bound: Manhattan, not scaled by the cheapest cost. */
static int32_t bound(const Run *run, int32_t id) {
    Cell cell = cell_of(run, id);
    int32_t dx = cell.x - run->goal.x, dy = cell.y - run->goal.y;
    return (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
}

static Status relax(Run *run, int32_t from, int32_t to, int32_t cost, Counters *counters) {
    if (cost == NO_WAY || run->closed[to]) return STATUS_OK;
    COUNT(counters, generated, 1);
    int32_t g = run->g[from] + cost;
    if (g >= run->g[to]) return STATUS_OK;
    run->g[to] = g;
    run->from[to] = from;
    COUNT(counters, pushed, 1);
    return found_heap_push(&run->open, (FoundEntry){g + bound(run, to), to});
}

static Status expand(Run *run, int32_t id, Counters *counters) {
    const PublishedHpa *hpa = run->hpa;
    if (id == run->start_id) {
        const IdList *near = &hpa->by_cluster[run->start_cluster];
        for (uint32_t i = 0; i < near->count; i++) {
            int32_t number = box_number(&run->start_box, hpa->nodes.items[near->items[i]].cell);
            TRY(relax(run, id, near->items[i], run->from_start.cost[number], counters));
        }
        if (run->start_cluster != run->goal_cluster) return STATUS_OK;
        int32_t number = box_number(&run->start_box, run->goal);
        return relax(run, id, run->goal_id, run->from_start.cost[number], counters);
    }
    const PublishedNode *node = &hpa->nodes.items[id];
    for (uint32_t i = 0; i < node->edges.count; i++)
        TRY(relax(run, id, node->edges.items[i].to, node->edges.items[i].cost, counters));
    if (node->cluster != run->goal_cluster) return STATUS_OK;
    int32_t number = box_number(&run->goal_box, node->cell);
    return relax(run, id, run->goal_id, run->to_goal.cost[number], counters);
}

static Status search_graph(Run *run, Counters *counters) {
    run->g[run->start_id] = 0;
    COUNT(counters, pushed, 1);
    TRY(found_heap_push(&run->open, (FoundEntry){bound(run, run->start_id), run->start_id}));
    while (run->open.count != 0) {
        int32_t id = found_heap_pop(&run->open).id;
        COUNT(counters, popped, 1);
        if (run->closed[id]) {
            COUNT(counters, stale, 1);
            continue;
        }
        run->closed[id] = 1;
        if (id == run->goal_id) return STATUS_OK;
        COUNT(counters, expanded, 1);
        TRY(expand(run, id, counters));
    }
    return STATUS_OK;
}

/* Copies the cells of the path from abstract node `a` to the next, `b`, into run->part, which is a new list
 * for each of them, as published. */
static Status copy_part(Run *run, int32_t a, int32_t b) {
    const PublishedHpa *hpa = run->hpa;
    memory_give(run->memory, run->part.items);
    run->part = (CellList){NULL, 0, 0};
    if (a == run->start_id)
        return box_trace(&run->from_start, &run->start_box, cell_of(run, b), run->memory, &run->part);
    if (b == run->goal_id) {
        for (int32_t at = box_number(&run->goal_box, cell_of(run, a)); at != NO_ID;
             at = run->to_goal.parent[at])
            LIST_ADD(run->memory, &run->part, box_cell(&run->goal_box, at));
        return STATUS_OK;
    }
    const PublishedEdge *edge = hpa->nodes.items[a].edges.items;
    while (edge->to != b) edge++;
    if (edge->path == NO_ID) {
        LIST_ADD(run->memory, &run->part, cell_of(run, a));
        LIST_ADD(run->memory, &run->part, cell_of(run, b));
        return STATUS_OK;
    }
    const CellList *kept = &hpa->paths.items[edge->path];
    run->part.items = memory_take(run->memory, kept->count, sizeof *run->part.items);
    if (run->part.items == NULL) return STATUS_NO_MEMORY;
    memcpy(run->part.items, kept->items, kept->count * sizeof *kept->items);
    run->part.count = run->part.capacity = kept->count;
    return STATUS_OK;
}

static Status join_parts(Run *run, Path *path) {
    for (int32_t id = run->goal_id; id != NO_ID; id = run->from[id]) LIST_ADD(run->memory, &run->ids, id);
    TRY(path_reserve(path, 1));
    path->cells[path->count++] = run->start;
    for (uint32_t i = run->ids.count - 1; i > 0; i--) {
        TRY(copy_part(run, run->ids.items[i], run->ids.items[i - 1]));
        TRY(path_reserve(path, path->count + run->part.count));
        for (uint32_t c = 1; c < run->part.count; c++) path->cells[path->count++] = run->part.items[c];
    }
    path->length.straight = run->g[run->goal_id];
    return STATUS_OK;
}

static Status answer(Run *run, Path *path, Counters *counters) {
    uint64_t settled = 0;
    Status status = run_begin(run, &settled);
    COUNT(counters, inserted, settled);
    TRY(status);
    TRY(search_graph(run, counters));
    if (run->g[run->goal_id] == NO_WAY) return STATUS_OK;
    TRY(join_parts(run, path));
    COUNT(counters, refined, path->count);
    return STATUS_OK;
}

Status published_hpa_query(const PublishedHpa *hpa, Memory *memory, const Query *query, Path *path,
                           Counters *counters) {
    path->count = 0;
    path->length = (Length){0, 0};
    Run run = {
        .hpa = hpa, .memory = memory, .start = query->start, .goal = query->goal, .open = {.memory = memory}};
    Status status = answer(&run, path, counters);
    run_end(&run);
    return status;
}
