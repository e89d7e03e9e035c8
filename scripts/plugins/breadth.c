/* The smallest plug-in: breadth-first search in four directions, on grids whose cells all cost the same.
 *
 *     cc -O3 -shared -fPIC -I harness -o breadth.so scripts/plugins/breadth.c
 *     ./taut solve --map rooms:64 --plugin ./breadth.so --solver breadth
 *
 * It shows what belongs where: the index is what all threads share (here the map alone), the scratch is one
 * thread's, and it is never cleared: a stamp says which query a cell was seen in. */
#include "taut_plugin.h"

typedef struct Index {
    const TautMap *map;
    TautMemory *memory;
} Index;

typedef struct Scratch {
    TautMemory *memory;
    uint32_t *stamp, *from, *queue; /* by cell */
    uint32_t now;
} Scratch;

static int prepare(const TautMap *map, const int64_t *values, TautMemory *memory, void **index, char *why,
                   size_t why_size) {
    static const char reason[] = "cells cost differently";
    (void)values; /* it has no parameters */
    if (map->cost_least != map->cost_most) {
        for (size_t i = 0; i < sizeof reason && i < why_size; i++) why[i] = reason[i];
        return TAUT_REFUSED;
    }
    Index *made = memory->take(memory, sizeof *made);
    if (made == NULL) return TAUT_NO_MEMORY;
    made->map = map;
    made->memory = memory;
    *index = made;
    return TAUT_OK;
}

static void index_destroy(void *index) {
    TautMemory *memory = ((Index *)index)->memory;
    memory->give(memory, index);
}

static void scratch_destroy(void *untyped) {
    Scratch *scratch = untyped;
    TautMemory *memory = scratch->memory;
    memory->give(memory, scratch->stamp);
    memory->give(memory, scratch->from);
    memory->give(memory, scratch->queue);
    memory->give(memory, scratch);
}

static int scratch_create(const void *index, TautMemory *memory, void **scratch) {
    const TautMap *map = ((const Index *)index)->map;
    size_t bytes = (size_t)map->width * (size_t)map->height * sizeof(uint32_t);
    Scratch *made = memory->take(memory, sizeof *made);
    if (made == NULL) return TAUT_NO_MEMORY;
    made->memory = memory;
    made->stamp = memory->take(memory, bytes);
    made->from = memory->take(memory, bytes);
    made->queue = memory->take(memory, bytes);
    *scratch = made;
    if (made->stamp != NULL && made->from != NULL && made->queue != NULL) return TAUT_OK;
    scratch_destroy(made);
    return TAUT_NO_MEMORY;
}

static uint32_t place_of(const TautMap *map, TautCell cell) {
    return (uint32_t)(cell.y * map->width + cell.x);
}

static TautCell cell_of(const TautMap *map, uint32_t place) {
    uint32_t width = (uint32_t)map->width;
    TautCell cell = {(int32_t)(place % width), (int32_t)(place / width)};
    return cell;
}

/* From the goal back to the start. */
static int write_path(const Index *index, const Scratch *scratch, uint32_t start, uint32_t goal,
                      TautPath *path) {
    uint64_t count = 1;
    for (uint32_t at = goal; at != start; at = scratch->from[at]) count++;
    if (path->reserve(path, count) != TAUT_OK) return TAUT_NO_MEMORY;
    path->count = count;
    for (uint32_t at = goal; count > 0; at = scratch->from[at])
        path->cells[--count] = cell_of(index->map, at);
    path->claims = 1;
    path->straight = (int64_t)(path->count - 1) * index->map->cost_least;
    return TAUT_OK;
}

static int query(const void *untyped, void *untyped_scratch, TautCell start, TautCell goal, TautPath *path,
                 TautCounters *counters) {
    static const int32_t steps[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    const Index *index = untyped;
    const TautMap *map = index->map;
    Scratch *scratch = untyped_scratch;
    uint32_t first = place_of(map, start), last = place_of(map, goal), begin = 0, end = 0;
    scratch->now++; /* four billion queries before it is nought again */
    scratch->stamp[first] = scratch->now;
    scratch->from[first] = first;
    scratch->queue[end++] = first;
    while (begin < end) {
        uint32_t at = scratch->queue[begin++];
        if (at == last) return write_path(index, scratch, first, last, path);
        TautCell cell = cell_of(map, at);
        counters->expanded++;
        for (int i = 0; i < 4; i++) {
            TautCell next = {cell.x + steps[i][0], cell.y + steps[i][1]};
            if (map->cost[next.y * map->stride + next.x] == 0) continue; /* the frame can be read */
            uint32_t to = place_of(map, next);
            if (scratch->stamp[to] == scratch->now) continue;
            scratch->stamp[to] = scratch->now;
            scratch->from[to] = at;
            scratch->queue[end++] = to;
            counters->generated++;
        }
    }
    return TAUT_OK; /* an empty path: there is none */
}

static const TautSolver solvers[] = {{
    .name = "breadth",
    .summary = "breadth-first search, as an example of a plug-in",
    .source = "E. F. Moore, The shortest path through a maze, 1959",
    .takes = TAUT_GRID,
    .promise = TAUT_OPTIMAL,
    .move = TAUT_MOVE_4,
    .prepare = prepare,
    .index_destroy = index_destroy,
    .scratch_create = scratch_create,
    .scratch_destroy = scratch_destroy,
    .query = query,
}};

const TautPlugin taut_plugin = {TAUT_PLUGIN_ABI, sizeof(TautSolver), solvers, 1};
