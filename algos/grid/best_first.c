/* Best-first search on a grid: A* (Hart, Nilsson and Raphael, "A formal basis for the heuristic determination
 * of minimum cost paths", 1968) and, without a heuristic, Dijkstra (1959). A binary heap with stale entries;
 * the heuristics are consistent, so a closed node is final. */
#include "algos/grid/best_first.h"

#include "algos/core/heap.h"

#include <string.h>

enum {
    CLOSED = 8,
    QUERY_NUMBERS = 1 << 28 /* what fits above the four low bits of a mark */
};

/* Directions: north, west, east, south, then the corners with their two sides. */
static const uint8_t corner_sides[4][2] = {{0, 1}, {0, 2}, {3, 1}, {3, 2}};

static void set_offsets(const Grid *grid, int32_t offsets[8]) {
    const int32_t stride = grid->stride;
    const int32_t all[8] = {-stride, -1, 1, stride, -stride - 1, -stride + 1, stride - 1, stride + 1};
    memcpy(offsets, all, sizeof all);
}

#define CORE(NAME)  four_##NAME
#define CORE_COST   uint32_t
#define CORE_NARROW 1
#define CORE_CUTS   0
#include "algos/grid/best_first_core.h"

#define CORE(NAME)  eight_##NAME
#define CORE_COST   uint64_t
#define CORE_NARROW 0
#define CORE_CUTS   0
#include "algos/grid/best_first_core.h"

#define CORE(NAME)  cutting_##NAME
#define CORE_COST   uint64_t
#define CORE_NARROW 0
#define CORE_CUTS   1
#include "algos/grid/best_first_core.h"

Status grid_search_prepare(const Map *map, Move move, Tie tie, bool guided, Memory *memory, void **index,
                           Error *error) {
    /* Under `4` f stays below 2^32: g is at most the sum of all costs, h at most 255 · 2 · 16384. */
    if (move == MOVE_4 && map->grid.cost_sum >= UINT64_C(1) << 31)
        return error_say(error, STATUS_REFUSED, "the map's costs add up to 2^31 or more", NULL);
    MoveScale scale;
    TRY(move_scale(move, map->grid.cost_sum, &scale, error));
    GridSearch *made = memory_take(memory, 1, sizeof *made);
    if (made == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the index", NULL);
    *made = (GridSearch){&map->grid, move, scale, tie, guided, memory};
    *index = made;
    return STATUS_OK;
}

void grid_search_destroy(void *index) {
    memory_give(((GridSearch *)index)->memory, index);
}

/* All scratches begin with the index, which says of which rule they are. */
static Move scratch_move(const void *scratch) {
    return (*(const GridSearch *const *)scratch)->move;
}

Status best_first_scratch_create(const void *index, Memory *memory, void **scratch) {
    const GridSearch *search = index;
    return search->move == MOVE_4   ? four_scratch_create(search, memory, scratch)
           : search->move == MOVE_8 ? eight_scratch_create(search, memory, scratch)
                                    : cutting_scratch_create(search, memory, scratch);
}

void best_first_scratch_destroy(void *scratch) {
    Move move = scratch_move(scratch);
    if (move == MOVE_4)
        four_scratch_destroy(scratch);
    else if (move == MOVE_8)
        eight_scratch_destroy(scratch);
    else
        cutting_scratch_destroy(scratch);
}

Status best_first_query(const void *index, void *scratch, const Query *query, Path *path,
                        Counters *counters) {
    Move move = ((const GridSearch *)index)->move;
    return move == MOVE_4   ? four_query(scratch, query, path, counters)
           : move == MOVE_8 ? eight_query(scratch, query, path, counters)
                            : cutting_query(scratch, query, path, counters);
}
