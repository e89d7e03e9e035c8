/* What Theta* and Lazy Theta* share: A* over cells in which a cell's parent is any cell that it sees, not
 * only a neighbour. They differ in when a line of sight is looked for, which is a constant here, so that each
 * is compiled by itself.
 *
 * A cell's neighbours are those of the eight around it that it sees under the rule `any`: a diagonal needs
 * one of its side cells. Lengths are rounded: they order the search and choose parents; that a line is free
 * is decided exactly. Neither algorithm reopens a cell once closed, though its estimates are not consistent.
 */
#ifndef TAUT_GRID_THETA_SEARCH_H
#define TAUT_GRID_THETA_SEARCH_H

#include "algos/core/heap.h"
#include "algos/grid/centres.h"
#include "algos/grid/line_of_sight.h"
#include "algos/solver.h"

#include <math.h>

typedef struct ThetaNode {
    double g;
    uint32_t parent; /* place; of the start itself */
    uint32_t mark;   /* query number · 2 + closed */
} ThetaNode;

/* Ordered by f, then the larger g, then place. */
typedef struct ThetaEntry {
    double f, g;
    uint32_t place;
} ThetaEntry;

static inline bool theta_before(const ThetaEntry *a, const ThetaEntry *b) {
    if (a->f != b->f) return a->f < b->f;
    return a->g > b->g || (a->g == b->g && a->place < b->place);
}

DEFINE_HEAP(ThetaHeap, theta_heap, ThetaEntry, theta_before);

typedef struct ThetaScratch {
    const Grid *grid;
    ThetaNode *nodes; /* by place; stamped with the query's number instead of being cleared */
    uint32_t query_number;
    ThetaHeap heap;
    Memory *memory;
} ThetaScratch;

/* All but the query of both solvers. */
MUST_CHECK Status theta_prepare(const Map *map, const Settings *settings, Memory *memory, void **index,
                                Error *error);
void theta_index_destroy(void *index);
MUST_CHECK Status theta_scratch_create(const void *index, Memory *memory, void **scratch);
void theta_scratch_destroy(void *scratch);

/* Numbers the next query and empties the heap. */
void theta_begin(ThetaScratch *scratch);

/* Fills `path` with the centres from start to goal along the parents, and the query's own ends. */
MUST_CHECK Status theta_trace(const ThetaScratch *scratch, const PointQuery *query, const Query *cells,
                              PointPath *path);

static inline double theta_distance(Cell a, Cell b) {
    const double x = a.x - b.x, y = a.y - b.y;
    return sqrt(x * x + y * y);
}

/* North, west, east, south, then the corners. */
static const Cell theta_steps[8] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}};

/* Where the cells around one are, in that order, and whether it sees them. */
typedef struct ThetaAround {
    uint32_t place[8];
    bool seen[8];
} ThetaAround;

static inline ThetaAround theta_around(const Grid *grid, uint32_t place) {
    const uint32_t stride = (uint32_t)grid->stride, north = place - stride, south = place + stride;
    ThetaAround around = {
        .place = {north, place - 1, place + 1, south, north - 1, north + 1, south - 1, south + 1}};
    for (int i = 0; i < 8; i++) around.seen[i] = grid->cost[around.place[i]] != 0;
    for (int i = 4; i < 8; i++) /* north or south, west or east */
        if (!around.seen[i < 6 ? 0 : 3] && !around.seen[i % 2 == 0 ? 1 : 2]) around.seen[i] = false;
    return around;
}

/* A cell that others are reached from, with its place. */
typedef struct ThetaOrigin {
    uint32_t place;
    Cell cell;
} ThetaOrigin;

/* Reaches a cell by a straight line. */
static inline Status theta_relax(ThetaScratch *scratch, ThetaOrigin from, uint32_t place, Cell cell,
                                 Cell goal, Counters *counters) {
    ThetaNode *node = &scratch->nodes[place];
    const double g = scratch->nodes[from.place].g + theta_distance(from.cell, cell);
    if (node->mark >> 1 == scratch->query_number && node->g <= g) return STATUS_OK;
    *node = (ThetaNode){g, from.place, scratch->query_number << 1};
    COUNT(counters, pushed, 1);
    return theta_heap_push(&scratch->heap, (ThetaEntry){g + theta_distance(cell, goal), g, place});
}

/* Lazy Theta*: the parent was only supposed to see the cell. Where it does not, the best closed neighbour
 * becomes the parent: there is one, for a neighbour's expansion reached the cell. */
static inline void theta_settle(ThetaScratch *scratch, uint32_t place, const ThetaAround *around) {
    const Grid *grid = scratch->grid;
    ThetaNode *node = &scratch->nodes[place];
    const Cell cell = grid_cell(grid, place);
    if (line_of_sight(grid, grid_cell(grid, node->parent), cell)) return;
    node->g = HUGE_VAL;
    for (int i = 0; i < 8; i++) {
        const ThetaNode *other = &scratch->nodes[around->place[i]];
        if (!around->seen[i] || other->mark != (scratch->query_number << 1 | 1)) continue;
        const double g = other->g + (i < 4 ? 1 : sqrt(2));
        if (g >= node->g) continue;
        node->g = g;
        node->parent = around->place[i];
    }
}

static inline Status theta_expand(ThetaScratch *scratch, uint32_t place, const ThetaAround *around, bool lazy,
                                  Cell goal, Counters *counters) {
    const Grid *grid = scratch->grid;
    const uint32_t parent = scratch->nodes[place].parent;
    const ThetaOrigin here = {place, grid_cell(grid, place)}, last = {parent, grid_cell(grid, parent)};
    for (int i = 0; i < 8; i++) {
        const uint32_t next = around->place[i];
        if (!around->seen[i] || scratch->nodes[next].mark == (scratch->query_number << 1 | 1)) continue;
        COUNT(counters, generated, 1);
        const Cell cell = {here.cell.x + theta_steps[i].x, here.cell.y + theta_steps[i].y};
        const bool direct = lazy || line_of_sight(grid, last.cell, cell);
        TRY(theta_relax(scratch, direct ? last : here, next, cell, goal, counters));
    }
    return STATUS_OK;
}

static inline Status theta_query(ThetaScratch *scratch, bool lazy, const PointQuery *query, PointPath *path,
                                 Counters *counters) {
    const Grid *grid = scratch->grid;
    Query cells;
    path->count = 0;
    path->length = 0;
    if (!centres_ends(grid, query, &cells)) return STATUS_OK;
    const uint32_t start = grid_place(grid, cells.start), goal = grid_place(grid, cells.goal);
    if (start == goal) return centres_within(query, path);
    theta_begin(scratch);
    scratch->nodes[start] = (ThetaNode){0, start, scratch->query_number << 1};
    COUNT(counters, pushed, 1);
    TRY(theta_heap_push(&scratch->heap, (ThetaEntry){theta_distance(cells.start, cells.goal), 0, start}));
    while (scratch->heap.count != 0) {
        const uint32_t place = theta_heap_pop(&scratch->heap).place;
        COUNT(counters, popped, 1);
        ThetaNode *node = &scratch->nodes[place];
        if ((node->mark & 1) != 0) {
            COUNT(counters, stale, 1);
            continue;
        }
        const ThetaAround around = theta_around(grid, place);
        if (lazy) theta_settle(scratch, place, &around);
        node->mark |= 1;
        if (place == goal) return theta_trace(scratch, query, &cells, path);
        COUNT(counters, expanded, 1);
        TRY(theta_expand(scratch, place, &around, lazy, cells.goal, counters));
    }
    return STATUS_OK;
}

#endif
