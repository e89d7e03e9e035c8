/* The search over jump points that jps and jpsplus share (Harabor and Grastien, "Online graph pruning for
 * pathfinding on grid maps", 2011, and "Improving jump point search", 2014). Before the inclusion define the
 * type Index, which begins with a JpsBase, and
 *   int32_t straight_run(const Index *, Cell from, int direction)
 *   int32_t diagonal_run(const Index *, Cell from, int direction)
 * that say how far one can go: n > 0 steps to the next cell where the search must stop, or -n when there are
 * n free steps and no such cell.
 *
 * The rule `8` without cut corners, all costs equal. Of equally short ways the one with its diagonal steps
 * first is kept. After a straight step from p to n, a side cell s of n is entered from n only if the cell
 * beside p is blocked: else p reaches s by one diagonal step. After a diagonal step nothing is forced, since
 * both its side cells are open. So the search stops on straight runs alone; diagonal runs only turn off into
 * them (section 4.2 of 2014: intermediate turning points are not put into the queue).
 *
 * A cell keeps the first of its equally short ways, whatever its last step: no step that an optimal path
 * needs is lost by that. A straight step is only ever pruned where a shorter way exists, and for a pruned
 * diagonal step (p straight to n, diagonally to v) there is the equally short way from p diagonally to n',
 * straight to v, whose last step n' to v is not pruned whichever way n' was reached. */
#ifndef TAUT_GRID_JPS_CORE_H
#define TAUT_GRID_JPS_CORE_H

#include "algos/core/heap.h"
#include "algos/grid/jps_steps.h"

typedef struct Node {
    uint64_t g;
    Cell cell;
    uint32_t parent;
    uint8_t direction; /* of the last step; DIRECTION_NONE for the start */
    bool closed;
} Node;

typedef struct Entry {
    uint64_t f, g;
    uint32_t node;
} Entry;

static inline bool entry_before(const Entry *a, const Entry *b) {
    if (a->f != b->f) return a->f < b->f;
    return a->g > b->g || (a->g == b->g && a->node < b->node);
}

DEFINE_HEAP(Heap, heap, Entry, entry_before);

static const Parameter parameters[] = {
    {.name = "move", .type = PARAMETER_CHOICE, .choices = "8", .help = "movement rule: this one only"},
};

/* Few cells become nodes, so these stand close together; node_of[place] is the cell's node if that is one of
 * the query's and lies there (Briggs and Torczon, 1993): nothing is cleared between queries. */
typedef struct Scratch {
    const Index *index;
    uint32_t *node_of;
    Node *nodes;
    uint32_t count, capacity;
    Heap heap;
    int32_t offsets[8];
    Memory *memory;
} Scratch;

static void scratch_destroy(void *untyped) {
    Scratch *scratch = untyped;
    heap_destroy(&scratch->heap);
    memory_give(scratch->memory, scratch->nodes);
    memory_give(scratch->memory, scratch->node_of);
    memory_give(scratch->memory, scratch);
}

static Status scratch_create(const void *untyped, Memory *memory, void **scratch) {
    const Index *index = untyped;
    Scratch *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    made->index = index;
    made->memory = made->heap.memory = memory;
    made->node_of = memory_take_zeroed(memory, grid_place_count(index->base.grid), sizeof *made->node_of);
    if (made->node_of == NULL) {
        scratch_destroy(made);
        return STATUS_NO_MEMORY;
    }
    direction_offsets(index->base.grid, made->offsets);
    *scratch = made;
    return STATUS_OK;
}

/* A query's unchanging part and the node that is expanded. */
typedef struct Reach {
    Scratch *scratch;
    Cell goal;
    uint32_t from;
    Counters *counters;
} Reach;

static inline uint64_t bound(const JpsBase *base, Cell from, Cell to) {
    uint64_t dx = (uint64_t)(from.x < to.x ? to.x - from.x : from.x - to.x);
    uint64_t dy = (uint64_t)(from.y < to.y ? to.y - from.y : from.y - to.y);
    uint64_t both = dx < dy ? dx : dy;
    return (dx + dy - 2 * both) * base->scale.straight + both * base->scale.diagonal;
}

static inline Status add_node(Scratch *scratch, uint32_t place) {
    if (scratch->count == scratch->capacity) {
        uint32_t capacity = scratch->capacity == 0 ? 256 : scratch->capacity * 2;
        Node *grown = memory_resize(scratch->memory, scratch->nodes, capacity, sizeof *grown);
        if (grown == NULL) return STATUS_NO_MEMORY;
        scratch->nodes = grown;
        scratch->capacity = capacity;
    }
    scratch->node_of[place] = scratch->count++;
    return STATUS_OK;
}

static inline Status reach(const Reach *by, Cell cell, int direction, uint64_t g) {
    Scratch *scratch = by->scratch;
    const JpsBase *base = &scratch->index->base;
    COUNT(by->counters, generated, 1);
    uint32_t place = grid_place(base->grid, cell), id = scratch->node_of[place];
    bool known =
        id < scratch->count && scratch->nodes[id].cell.x == cell.x && scratch->nodes[id].cell.y == cell.y;
    if (known && scratch->nodes[id].g <= g) return STATUS_OK;
    if (!known) {
        TRY(add_node(scratch, place));
        id = scratch->node_of[place];
    }
    scratch->nodes[id] = (Node){g, cell, by->from, (uint8_t)direction, false};
    COUNT(by->counters, pushed, 1);
    return heap_push(&scratch->heap, (Entry){g + bound(base, cell, by->goal), g, id});
}

/* Straight on from `from`, which is reached by a length of `g`. */
static inline Status go_straight(const Reach *by, Cell from, int direction, uint64_t g) {
    const Index *index = by->scratch->index;
    const Cell step = direction_steps[direction];
    int32_t run = straight_run(index, from, direction), free = run > 0 ? run : -run;
    int32_t aside = step.x == 0 ? by->goal.x - from.x : by->goal.y - from.y;
    int32_t ahead = (by->goal.x - from.x) * step.x + (by->goal.y - from.y) * step.y;
    if (aside == 0 && ahead > 0 && ahead <= free)
        run = ahead;
    else if (run <= 0)
        return STATUS_OK;
    Cell to = {from.x + run * step.x, from.y + run * step.y};
    return reach(by, to, direction, g + (uint64_t)run * index->base.scale.straight);
}

static inline Status go_diagonal(const Reach *by, Cell from, int direction, uint64_t g) {
    const Index *index = by->scratch->index;
    const Cell step = direction_steps[direction];
    for (;;) {
        int32_t run = diagonal_run(index, from, direction), free = run > 0 ? run : -run;
        int32_t right = (by->goal.x - from.x) * step.x, down = (by->goal.y - from.y) * step.y;
        int32_t in_line = right < down ? right : down; /* steps until the goal is straight ahead or here */
        if (in_line > 0 && in_line <= free && (run <= 0 || in_line < run)) run = in_line;
        if (run <= 0) return STATUS_OK;
        from = (Cell){from.x + run * step.x, from.y + run * step.y};
        g += (uint64_t)run * index->base.scale.diagonal;
        if (from.x == by->goal.x && from.y == by->goal.y) return reach(by, from, direction, g);
        TRY(go_straight(by, from, direction_parts[direction - 4][0], g));
        TRY(go_straight(by, from, direction_parts[direction - 4][1], g));
    }
}

/* The directions in which the search goes on, as bits. */
static inline uint32_t directions_from(const Scratch *scratch, const Node *node) {
    if (node->direction == DIRECTION_NONE) return 0xff;
    const Grid *grid = scratch->index->base.grid;
    return jps_forced(grid->cost, scratch->offsets, grid_place(grid, node->cell), node->direction) |
           1u << node->direction;
}

static inline Status expand(const Reach *by) {
    const Node node = by->scratch->nodes[by->from];
    uint32_t directions = directions_from(by->scratch, &node);
    for (int direction = 0; direction < 8; direction++) {
        if ((directions >> direction & 1) == 0) continue;
        if (direction < 4)
            TRY(go_straight(by, node.cell, direction, node.g));
        else
            TRY(go_diagonal(by, node.cell, direction, node.g));
    }
    return STATUS_OK;
}

/* Fills in the cells between the jump points from the goal back: the straight part of each jump comes last.
 */
static Status trace(const Scratch *scratch, uint32_t goal, Path *path) {
    const Grid *grid = scratch->index->base.grid;
    for (uint32_t at = goal;; at = scratch->nodes[at].parent) {
        const Node *node = &scratch->nodes[at];
        Cell cell = node->cell;
        const Cell before = node->direction == DIRECTION_NONE ? cell : scratch->nodes[node->parent].cell;
        int32_t dx = before.x - cell.x, dy = before.y - cell.y;
        int32_t x_left = dx < 0 ? -dx : dx, y_left = dy < 0 ? -dy : dy;
        int32_t x_step = (dx > 0) - (dx < 0), y_step = (dy > 0) - (dy < 0);
        int64_t both = x_left < y_left ? x_left : y_left;
        path->length.diagonal += both * grid->cost_min;
        path->length.straight += (x_left + y_left - 2 * both) * grid->cost_min;
        TRY(path_reserve(path, path->count + (uint64_t)x_left + (uint64_t)y_left + 1));
        while (x_left != 0 || y_left != 0) {
            path->cells[path->count++] = cell;
            bool along_x = x_left >= y_left, along_y = y_left >= x_left;
            if (along_x) cell.x += x_step, x_left--;
            if (along_y) cell.y += y_step, y_left--;
        }
        if (node->direction == DIRECTION_NONE) {
            path->cells[path->count++] = cell;
            path_reverse(path, 0);
            return STATUS_OK;
        }
    }
}

static Status query(const void *index, void *untyped, const Query *ends, Path *path, Counters *counters) {
    Scratch *scratch = untyped;
    (void)index;
    path->count = 0;
    path->length = (Length){0, 0};
    heap_clear(&scratch->heap);
    scratch->count = 0;
    Reach by = {scratch, ends->goal, 0, counters};
    TRY(reach(&by, ends->start, DIRECTION_NONE, 0));
    while (scratch->heap.count != 0) {
        Entry entry = heap_pop(&scratch->heap);
        COUNT(counters, popped, 1);
        Node *node = &scratch->nodes[entry.node];
        if (node->closed) {
            COUNT(counters, stale, 1);
            continue;
        }
        node->closed = true;
        if (node->cell.x == ends->goal.x && node->cell.y == ends->goal.y)
            return trace(scratch, entry.node, path);
        COUNT(counters, expanded, 1);
        by.from = entry.node;
        TRY(expand(&by));
    }
    return STATUS_OK;
}

#endif
