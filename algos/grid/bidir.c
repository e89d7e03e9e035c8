/* Bidirectional A* (NBA*: Pijls and Post, "Yet another bidirectional algorithm for finding the shortest
 * path", 2009). Both searches share one set of settled cells: what one has settled the other does not look
 * at. A cell is settled without being expanded when no path through it can be shorter than the shortest so
 * far, `best`: its f is not below that, or its g and the other side's smallest g to a cell that is still open
 * (F - h of the other side, section 3) are not. As soon as one side's smallest f is not below `best`, all
 * that is left to it would go that way, and the search is over.
 *
 * Any consistent bound serves either side. potential=balanced takes the mean of what both sides know (Ikeda
 * et al., "A fast algorithm for finding better routes by AI search techniques", 1994), which makes the two
 * the same but for sign; potential=own takes each side's own.
 *
 * A step costs the cell entered, so a step of the backward search costs the cell that it comes from. */
#include "algos/grid/best_first.h"
#include "algos/grid/directions.h"

#include "algos/core/heap.h"

#include <string.h>

enum { POTENTIAL, MOVE };
typedef enum Potential { POTENTIAL_BALANCED, POTENTIAL_OWN } Potential;
enum { FORWARD, BACKWARD };

static const Parameter parameters[] = {
    {.name = "potential",
     .type = PARAMETER_CHOICE,
     .choices = "balanced|own",
     .preset = POTENTIAL_BALANCED,
     .help = "balanced: the mean of both sides' bounds; own: each side's own"},
    {.name = "move",
     .type = PARAMETER_CHOICE,
     .choices = MOVE_NAMES,
     .preset = MOVE_8,
     .help = "movement rule"},
};

typedef struct Index {
    GridSearch search;
    Potential potential;
} Index;

/* Lengths are scaled twice over (f = 2g + twice the bound), so that means of two stay integers. */
typedef struct Node {
    uint64_t g[2]; /* of the forward and the backward search; UNREACHED */
    uint32_t query_number;
    uint8_t from[2]; /* direction in which either search entered the cell */
    bool settled;
} Node;

#define UNREACHED UINT64_MAX

typedef struct Entry {
    uint64_t f, g;
    uint32_t place;
} Entry;

static inline bool entry_before(const Entry *a, const Entry *b) {
    if (a->f != b->f) return a->f < b->f;
    return a->g > b->g || (a->g == b->g && a->place < b->place);
}

DEFINE_HEAP(Heap, heap, Entry, entry_before);

typedef struct Scratch {
    const Index *index;
    Node *nodes; /* by place */
    uint32_t query_number;
    Heap heaps[2];
    int32_t offsets[8];
    Memory *memory;
} Scratch;

/* One query: its ends, each side's root; the shortest path so far goes through `meeting`. */
typedef struct Search {
    Scratch *scratch;
    Cell root[2];
    uint64_t whole;    /* bound between the ends */
    uint64_t best;     /* 2g, or UNREACHED */
    uint64_t first[2]; /* f of what either side took last: none that it has left is smaller */
    uint32_t meeting;
    Counters *counters;
} Search;

static Move move(const Settings *settings) {
    return (Move)settings->value[MOVE];
}

static Status prepare(const Map *map, const Settings *settings, Memory *memory, void **index, Error *error) {
    void *prepared;
    TRY(grid_search_prepare(map, move(settings), TIE_LARGE_G, true, sizeof(Index), memory, &prepared, error));
    Index *made = prepared;
    const uint64_t longest = map->grid.cost_sum;
    if (made->search.scale.diagonal > (UINT64_C(1) << 60) / (longest + 1)) {
        grid_search_destroy(made);
        return error_say(error, STATUS_REFUSED, "the map's lengths are too large to be doubled", NULL);
    }
    made->potential = (Potential)settings->value[POTENTIAL];
    *index = made;
    return STATUS_OK;
}

static void scratch_destroy(void *untyped) {
    Scratch *scratch = untyped;
    heap_destroy(&scratch->heaps[FORWARD]);
    heap_destroy(&scratch->heaps[BACKWARD]);
    memory_give(scratch->memory, scratch->nodes);
    memory_give(scratch->memory, scratch);
}

static Status scratch_create(const void *untyped, Memory *memory, void **scratch) {
    const Index *index = untyped;
    const Grid *grid = index->search.grid;
    Scratch *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    made->index = index;
    made->memory = made->heaps[FORWARD].memory = made->heaps[BACKWARD].memory = memory;
    made->nodes = memory_take_zeroed(memory, grid_place_count(grid), sizeof *made->nodes);
    if (made->nodes == NULL) {
        scratch_destroy(made);
        return STATUS_NO_MEMORY;
    }
    direction_offsets(grid, made->offsets);
    *scratch = made;
    return STATUS_OK;
}

/* Twice the bound from the cell to the end that `side` heads for, at least 0 and 0 there: with h to that end,
 * b from the root and w between the ends, 2h or h - b + w (the triangle inequality keeps it from falling
 * below 0). Consistent, as h and b are. */
static inline uint64_t bound(const Search *search, int side, Cell cell) {
    const GridSearch *grid = &search->scratch->index->search;
    uint64_t ahead = grid_bound(grid, cell, search->root[1 - side]);
    if (search->scratch->index->potential == POTENTIAL_OWN) return 2 * ahead;
    return ahead + search->whole - grid_bound(grid, cell, search->root[side]);
}

/* The cell's node in this query. */
static inline Node *node_at(Scratch *scratch, uint32_t place) {
    Node *node = &scratch->nodes[place];
    if (node->query_number != scratch->query_number)
        *node =
            (Node){{UNREACHED, UNREACHED}, scratch->query_number, {DIRECTION_NONE, DIRECTION_NONE}, false};
    return node;
}

/* `side` reaches a cell by a length of g (2g), its last step taken in `direction`. */
static inline Status reach(Search *search, int side, uint32_t place, int direction, uint64_t g) {
    Scratch *scratch = search->scratch;
    Node *node = node_at(scratch, place);
    if (node->settled) return STATUS_OK;
    COUNT(search->counters, generated, 1);
    if (node->g[side] <= g) return STATUS_OK;
    node->g[side] = g;
    node->from[side] = (uint8_t)direction;
    uint64_t other = node->g[1 - side];
    if (other != UNREACHED && g + other < search->best) {
        search->best = g + other;
        search->meeting = place;
    }
    uint64_t f = g + bound(search, side, grid_cell(scratch->index->search.grid, place));
    COUNT(search->counters, pushed, 1);
    return heap_push(&scratch->heaps[side], (Entry){f, g, place});
}

static inline Status expand(Search *search, int side, uint32_t place, uint64_t g) {
    const Scratch *scratch = search->scratch;
    const GridSearch *grid = &scratch->index->search;
    const uint8_t *cost = grid->grid->cost;
    uint32_t open = direction_open(cost, scratch->offsets, grid->move, place);
    for (int direction = 0; direction < 8; direction++) {
        if ((open >> direction & 1) == 0) continue;
        uint32_t to = place + (uint32_t)scratch->offsets[direction];
        uint64_t entered = cost[side == FORWARD ? to : place];
        uint64_t step = entered * (direction < 4 ? grid->scale.straight : grid->scale.diagonal);
        TRY(reach(search, side, to, direction, g + 2 * step));
    }
    return STATUS_OK;
}

/* Takes the side's next entry. Sets `done` when it has none or none that could be of use. */
static inline Status step(Search *search, int side, bool *done) {
    Scratch *scratch = search->scratch;
    if (scratch->heaps[side].count == 0) {
        *done = true;
        return STATUS_OK;
    }
    Entry entry = heap_pop(&scratch->heaps[side]);
    COUNT(search->counters, popped, 1);
    Node *node = &scratch->nodes[entry.place];
    if (node->settled) {
        COUNT(search->counters, stale, 1);
        return STATUS_OK;
    }
    search->first[side] = entry.f;
    if (entry.f >= search->best) {
        *done = true;
        return STATUS_OK;
    }
    node->settled = true;
    /* Whatever the other side still has open on a path through this cell has f of at least its smallest, so
     * the other part of such a path is at least that less the other side's bound here. */
    uint64_t behind = bound(search, 1 - side, grid_cell(scratch->index->search.grid, entry.place));
    if (search->best != UNREACHED && entry.g + search->first[1 - side] >= search->best + behind)
        return STATUS_OK;
    COUNT(search->counters, expanded, 1);
    return expand(search, side, entry.place, entry.g);
}

/* Back from the meeting cell to the start, turned round, then on to the goal by the backward search's steps,
 * each of which was taken the other way. */
static Status trace(const Search *search, Path *path) {
    const Scratch *scratch = search->scratch;
    const Grid *grid = scratch->index->search.grid;
    for (uint32_t place = search->meeting;;) {
        int direction = scratch->nodes[place].from[FORWARD];
        TRY(path_enter(path, grid, place, direction));
        if (direction == DIRECTION_NONE) break;
        place -= (uint32_t)scratch->offsets[direction];
    }
    path_reverse(path, 0);
    for (uint32_t place = search->meeting;;) {
        int direction = scratch->nodes[place].from[BACKWARD];
        if (direction == DIRECTION_NONE) return STATUS_OK;
        place -= (uint32_t)scratch->offsets[direction];
        TRY(path_enter(path, grid, place, direction_opposite(direction)));
    }
}

static Status query(const void *index, void *untyped, const Query *ends, Path *path, Counters *counters) {
    Scratch *scratch = untyped;
    const GridSearch *grid = &((const Index *)index)->search;
    if (++scratch->query_number == 0) {
        memset(scratch->nodes, 0, grid_place_count(grid->grid) * sizeof *scratch->nodes);
        scratch->query_number = 1;
    }
    path->count = 0;
    path->length = (Length){0, 0};
    heap_clear(&scratch->heaps[FORWARD]);
    heap_clear(&scratch->heaps[BACKWARD]);
    Search search = {.scratch = scratch,
                     .root = {ends->start, ends->goal},
                     .whole = grid_bound(grid, ends->start, ends->goal),
                     .best = UNREACHED,
                     .counters = counters};
    for (int side = 0; side < 2; side++) {
        search.first[side] = 2 * search.whole;
        TRY(reach(&search, side, grid_place(grid->grid, search.root[side]), DIRECTION_NONE, 0));
    }
    /* The side with less to look at goes on (section 4). */
    for (bool done = false; !done;)
        TRY(step(&search, scratch->heaps[BACKWARD].count < scratch->heaps[FORWARD].count, &done));
    return search.best == UNREACHED ? STATUS_OK : trace(&search, path);
}

extern const Solver solver_bidir;
const Solver solver_bidir = {
    .name = "bidir",
    .summary = "A* from both ends (NBA*), which share the cells that they have settled",
    .source = "Pijls and Post, Yet another bidirectional algorithm for finding the shortest path, 2009",
    .map_kinds = MAP_GRID,
    .parameters = {parameters, sizeof parameters / sizeof *parameters},
    .guarantee = guarantee_optimal,
    .move = move,
    .prepare = prepare,
    .index_destroy = grid_search_destroy,
    .scratch_create = scratch_create,
    .scratch_destroy = scratch_destroy,
    .query = query,
};
