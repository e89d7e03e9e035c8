/* JPS+ (Harabor and Grastien, "Improving jump point search", 2014, section 5): how far each jump goes is
 * looked up in a table that preparation fills. 16 bytes a cell; a changed cell changes entries far away, so
 * it suits maps that stay as they are. */
#include "algos/grid/jps_steps.h"

typedef struct Index {
    JpsBase base;
    int16_t (*runs)[8]; /* of each place; blocked ones have zeros. No run is longer than GRID_SIDE_MOST. */
} Index;

static inline int32_t straight_run(const Index *index, Cell from, int direction) {
    return index->runs[grid_place(index->base.grid, from)][direction];
}

/* To the next cell from which a straight run in one of the two parts of the direction stops. */
static inline int32_t diagonal_run(const Index *index, Cell from, int direction) {
    return index->runs[grid_place(index->base.grid, from)][direction];
}

#include "algos/grid/jps_core.h"

static void index_destroy(void *untyped) {
    Index *index = untyped;
    memory_give(index->base.memory, index->runs);
    memory_give(index->base.memory, index);
}

/* Whether a run that enters `next` must stop there. */
static inline bool stops(const Index *index, const int32_t offsets[8], uint32_t next, int direction) {
    if (direction < 4) return jps_forced(index->base.grid->cost, offsets, next, direction) != 0;
    const uint8_t *parts = direction_parts[direction - 4];
    return index->runs[next][parts[0]] > 0 || index->runs[next][parts[1]] > 0;
}

static inline int16_t run_from(const Index *index, const int32_t offsets[8], uint32_t place, int direction) {
    const Grid *grid = index->base.grid;
    uint32_t next = place + (uint32_t)offsets[direction];
    bool open = direction < 4 ? grid->cost[next] != 0
                              : direction_diagonal_open(grid->cost, offsets, MOVE_8, place, direction);
    if (!open) return 0;
    if (stops(index, offsets, next, direction)) return 1;
    int16_t rest = index->runs[next][direction];
    return (int16_t)(rest > 0 ? rest + 1 : rest - 1);
}

/* The next place of each run comes before it in the order of the places or against it; straight runs come
 * before the diagonal ones that look at them. */
static void fill(Index *index) {
    const Grid *grid = index->base.grid;
    int32_t offsets[8];
    direction_offsets(grid, offsets);
    const uint32_t first = (uint32_t)grid->stride, last = grid_place_count(grid) - first - 1;
    for (int direction = 0; direction < 8; direction++)
        for (uint32_t i = first; i <= last; i++) {
            uint32_t place = offsets[direction] < 0 ? i : first + last - i;
            if (grid->cost[place] != 0)
                index->runs[place][direction] = run_from(index, offsets, place, direction);
        }
}

static Status prepare(const Map *map, const Settings *settings, Memory *memory, void **index, Error *error) {
    (void)settings;
    JpsBase base;
    TRY(jps_base("jpsplus", map, memory, &base, error));
    Index *made = memory_take(memory, 1, sizeof *made);
    if (made == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the index", NULL);
    *made = (Index){base, memory_take_zeroed(memory, grid_place_count(&map->grid), sizeof *made->runs)};
    if (made->runs == NULL) {
        index_destroy(made);
        return error_say(error, STATUS_NO_MEMORY, "no memory for the table of jumps", NULL);
    }
    fill(made);
    *index = made;
    return STATUS_OK;
}

extern const Solver solver_jpsplus;
const Solver solver_jpsplus = {
    .name = "jpsplus",
    .summary = "jump point search with a table of how far each jump goes",
    .source = "Harabor and Grastien, Improving jump point search, 2014",
    .map_kinds = MAP_GRID,
    .parameters = {parameters, sizeof parameters / sizeof *parameters},
    .guarantee = guarantee_optimal,
    .move = jps_move,
    .prepare = prepare,
    .index_destroy = index_destroy,
    .scratch_create = scratch_create,
    .scratch_destroy = scratch_destroy,
    .query = query,
};
