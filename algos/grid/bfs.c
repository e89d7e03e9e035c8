/* Breadth-first search (Moore, "The shortest path through a maze", 1959): with four directions and cells that
 * all cost the same, the order in which cells are found is the order of their lengths, so a row of cells does
 * for a queue. */
#include "algos/grid/directions.h"
#include "algos/solver.h"

#include <string.h>

enum { QUERY_NUMBERS = 1 << 28 }; /* what fits above the four low bits of a mark */

static const Parameter parameters[] = {
    {.name = "move", .type = PARAMETER_CHOICE, .choices = "4", .help = "movement rule: this one only"},
};

typedef struct Index {
    const Grid *grid;
    Memory *memory;
} Index;

typedef struct Scratch {
    const Grid *grid;
    uint32_t *mark;  /* by place: query number · 16 + direction from which it was reached */
    uint32_t *found; /* places in the order in which they are found */
    uint32_t query_number;
    int32_t offsets[8];
    Memory *memory;
} Scratch;

static Move move(const Settings *settings) {
    (void)settings;
    return MOVE_4;
}

static Status prepare(const Map *map, const Settings *settings, Memory *memory, void **index, Error *error) {
    (void)settings;
    const Grid *grid = &map->grid;
    TRY(grid_check_uniform(grid, "bfs", error));
    Index *made = memory_take(memory, 1, sizeof *made);
    if (made == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the index", NULL);
    *made = (Index){grid, memory};
    *index = made;
    return STATUS_OK;
}

static void index_destroy(void *index) {
    memory_give(((Index *)index)->memory, index);
}

static void scratch_destroy(void *untyped) {
    Scratch *scratch = untyped;
    memory_give(scratch->memory, scratch->mark);
    memory_give(scratch->memory, scratch->found);
    memory_give(scratch->memory, scratch);
}

static Status scratch_create(const void *index, Memory *memory, void **scratch) {
    const Grid *grid = ((const Index *)index)->grid;
    Scratch *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    made->grid = grid;
    made->memory = memory;
    made->mark = memory_take_zeroed(memory, grid_place_count(grid), sizeof *made->mark);
    made->found = memory_take(memory, (size_t)grid->passable_count, sizeof *made->found);
    if (made->mark == NULL || made->found == NULL) {
        scratch_destroy(made);
        return STATUS_NO_MEMORY;
    }
    direction_offsets(grid, made->offsets);
    *scratch = made;
    return STATUS_OK;
}

static Status trace(const Scratch *scratch, uint32_t goal, Path *path) {
    for (uint32_t place = goal;;) {
        int direction = (int)(scratch->mark[place] & 15);
        TRY(path_enter(path, scratch->grid, place, direction));
        if (direction == DIRECTION_NONE) break;
        place -= (uint32_t)scratch->offsets[direction];
    }
    path_reverse(path, 0);
    return STATUS_OK;
}

static Status query(const void *index, void *untyped, const Query *ends, Path *path, Counters *counters) {
    (void)index;
    Scratch *scratch = untyped;
    const Grid *grid = scratch->grid;
    if (++scratch->query_number == QUERY_NUMBERS) {
        memset(scratch->mark, 0, grid_place_count(grid) * sizeof *scratch->mark);
        scratch->query_number = 1;
    }
    path->count = 0;
    path->length = (Length){0, 0};
    const uint32_t start = grid_place(grid, ends->start), goal = grid_place(grid, ends->goal);
    const uint32_t number = scratch->query_number;
    uint32_t count = 0;
    scratch->mark[start] = number << 4 | DIRECTION_NONE;
    scratch->found[count++] = start;
    COUNT(counters, pushed, 1);
    for (uint32_t next = 0; next < count && scratch->mark[goal] >> 4 != number; next++) {
        const uint32_t from = scratch->found[next];
        COUNT(counters, popped, 1);
        COUNT(counters, expanded, 1);
        for (uint32_t direction = 0; direction < 4; direction++) {
            uint32_t place = from + (uint32_t)scratch->offsets[direction];
            if (grid->cost[place] == 0 || scratch->mark[place] >> 4 == number) continue;
            COUNT(counters, generated, 1);
            COUNT(counters, pushed, 1);
            scratch->mark[place] = number << 4 | direction;
            scratch->found[count++] = place;
        }
    }
    return scratch->mark[goal] >> 4 == number ? trace(scratch, goal, path) : STATUS_OK;
}

extern const Solver solver_bfs;
const Solver solver_bfs = {
    .name = "bfs",
    .summary = "breadth-first search: four directions, equal costs",
    .source = "Moore, The shortest path through a maze, 1959",
    .map_kinds = MAP_GRID,
    .parameters = {parameters, sizeof parameters / sizeof *parameters},
    .guarantee = guarantee_optimal,
    .move = move,
    .prepare = prepare,
    .index_destroy = index_destroy,
    .scratch_create = scratch_create,
    .scratch_destroy = scratch_destroy,
    .query = query,
};
