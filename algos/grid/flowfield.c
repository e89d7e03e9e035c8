/* A flow field: for every cell the step that a shortest path to the goal takes next, found by one flood from
 * the goal (Dijkstra, 1959; in games: Emerson, "Crowd pathfinding and steering using flow field tiles",
 * 2013). Many units with one goal then walk for what their paths are long.
 *
 * A query has one start and one goal, so the scratch keeps the field of the last goal: the first query to a
 * goal floods all that reaches it, those that follow with the same goal only walk. root=start turns it round
 * (a Dijkstra map, from one to many): the flood goes out from the start and is kept for as long as the start
 * stays. Where every query has another root, Dijkstra's search, which stops early, is the better one. */
#include "algos/grid/best_first.h"
#include "algos/grid/buckets.h"
#include "algos/grid/directions.h"

#include <string.h>

enum { ROOT, MOVE };
typedef enum Root { ROOT_GOAL, ROOT_START } Root;

static const Parameter parameters[] = {
    {.name = "root",
     .type = PARAMETER_CHOICE,
     .choices = "goal|start",
     .preset = ROOT_GOAL,
     .help = "what the field is of, kept until a query has another: goal, for many to one; start, for one to "
             "many"},
    {.name = "move",
     .type = PARAMETER_CHOICE,
     .choices = MOVE_NAMES,
     .preset = MOVE_8,
     .help = "movement rule"},
};

typedef struct Index {
    GridSearch search;
    Root root;
} Index;

enum { UNREACHED = 9 }; /* an arrow that is none, beside DIRECTION_NONE at the root */

typedef struct Scratch {
    const Index *index;
    uint64_t *g;    /* by place, where the arrow is not UNREACHED */
    uint8_t *arrow; /* by place: the direction in which the flood entered it */
    uint32_t root;  /* place; 0, which is in the frame, when no field is there */
    Buckets buckets;
    int32_t offsets[8];
    Memory *memory;
} Scratch;

static Move move(const Settings *settings) {
    return (Move)settings->value[MOVE];
}

static Status prepare(const Map *map, const Settings *settings, Memory *memory, void **index, Error *error) {
    TRY(grid_search_prepare(map, move(settings), TIE_INDEX, false, sizeof(Index), memory, index, error));
    ((Index *)*index)->root = (Root)settings->value[ROOT];
    return STATUS_OK;
}

static void scratch_destroy(void *untyped) {
    Scratch *scratch = untyped;
    buckets_destroy(&scratch->buckets);
    memory_give(scratch->memory, scratch->g);
    memory_give(scratch->memory, scratch->arrow);
    memory_give(scratch->memory, scratch);
}

static Status scratch_create(const void *untyped, Memory *memory, void **scratch) {
    const Index *index = untyped;
    const Grid *grid = index->search.grid;
    Scratch *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    made->index = index;
    made->memory = memory;
    buckets_init(&made->buckets, grid->cost_max * index->search.scale.diagonal, memory);
    made->g = memory_take(memory, grid_place_count(grid), sizeof *made->g);
    made->arrow = memory_take(memory, grid_place_count(grid), sizeof *made->arrow);
    if (made->g == NULL || made->arrow == NULL) {
        scratch_destroy(made);
        return STATUS_NO_MEMORY;
    }
    direction_offsets(grid, made->offsets);
    *scratch = made;
    return STATUS_OK;
}

static inline Status reach(Scratch *scratch, uint32_t place, int direction, uint64_t g, Counters *counters) {
    COUNT(counters, generated, 1);
    if (scratch->arrow[place] != UNREACHED && scratch->g[place] <= g) return STATUS_OK;
    scratch->g[place] = g;
    scratch->arrow[place] = (uint8_t)direction;
    COUNT(counters, pushed, 1);
    return buckets_push(&scratch->buckets, g, (BucketEntry){g, place});
}

/* A step costs the cell entered: going out from the start that is the neighbour, and going against the way
 * from the goal it is the cell that the flood comes from. */
static inline Status expand(Scratch *scratch, uint32_t place, Counters *counters) {
    const GridSearch *search = &scratch->index->search;
    const uint8_t *cost = search->grid->cost;
    uint64_t g = scratch->g[place];
    for (uint32_t on = direction_open(cost, scratch->offsets, search->move, place); on != 0; on &= on - 1) {
        int direction = __builtin_ctz(on);
        uint32_t to = place + (uint32_t)scratch->offsets[direction];
        uint64_t entered = cost[scratch->index->root == ROOT_START ? to : place];
        uint64_t step = entered * (direction < 4 ? search->scale.straight : search->scale.diagonal);
        TRY(reach(scratch, to, direction, g + step, counters));
    }
    return STATUS_OK;
}

/* Makes the field that of `root`. A flood that failed leaves none. */
static Status flood(Scratch *scratch, uint32_t root, Counters *counters) {
    scratch->root = 0;
    memset(scratch->arrow, UNREACHED, grid_place_count(scratch->index->search.grid));
    buckets_start(&scratch->buckets, 0);
    TRY(reach(scratch, root, DIRECTION_NONE, 0, counters));
    for (uint64_t bound; buckets_bound(&scratch->buckets, &bound);) {
        BucketEntry entry = buckets_pop(&scratch->buckets);
        COUNT(counters, popped, 1);
        if (scratch->g[entry.place] != entry.g) {
            COUNT(counters, stale, 1);
            continue;
        }
        COUNT(counters, expanded, 1);
        TRY(expand(scratch, entry.place, counters));
    }
    scratch->root = root;
    return STATUS_OK;
}

/* From the goal back along the steps of a flood from the start. */
static Status walk_back(const Scratch *scratch, uint32_t goal, Path *path) {
    for (uint32_t place = goal;;) {
        int direction = scratch->arrow[place];
        TRY(path_enter(path, scratch->index->search.grid, place, direction));
        if (direction == DIRECTION_NONE) break;
        place -= (uint32_t)scratch->offsets[direction];
    }
    path_reverse(path, 0);
    return STATUS_OK;
}

/* From the start, against the steps of a flood from the goal. */
static Status walk(const Scratch *scratch, uint32_t start, Path *path) {
    const Grid *grid = scratch->index->search.grid;
    TRY(path_enter(path, grid, start, DIRECTION_NONE));
    for (uint32_t place = start;;) {
        int direction = scratch->arrow[place];
        if (direction == DIRECTION_NONE) return STATUS_OK;
        place -= (uint32_t)scratch->offsets[direction];
        TRY(path_enter(path, grid, place, direction_opposite(direction)));
    }
}

static Status query(const void *untyped, void *scratch_untyped, const Query *ends, Path *path,
                    Counters *counters) {
    const Index *index = untyped;
    Scratch *scratch = scratch_untyped;
    path->count = 0;
    path->length = (Length){0, 0};
    uint32_t start = grid_place(index->search.grid, ends->start),
             goal = grid_place(index->search.grid, ends->goal);
    uint32_t root = index->root == ROOT_GOAL ? goal : start, other = root == goal ? start : goal;
    if (scratch->root != root) TRY(flood(scratch, root, counters));
    if (scratch->arrow[other] == UNREACHED) return STATUS_OK;
    return index->root == ROOT_GOAL ? walk(scratch, start, path) : walk_back(scratch, goal, path);
}

extern const Solver solver_flowfield;
const Solver solver_flowfield = {
    .name = "flowfield",
    .summary = "a flood that is kept: many units walk to one goal, or from one start, along its arrows",
    .source = "Dijkstra, A note on two problems in connexion with graphs, 1959",
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
