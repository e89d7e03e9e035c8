/* Best-first search on a grid: A* (Hart, Nilsson and Raphael, "A formal basis for the heuristic determination
 * of minimum cost paths", 1968) and, without a heuristic, Dijkstra (1959). A binary heap with stale entries;
 * the heuristics are consistent, so a closed node is final. Weighed (Pohl, "Heuristic search viewed as path
 * finding in a graph", 1970), f = g + w·h, a closed node is left as it is all the same, and the path found is
 * still not longer than w times the shortest (Likhachev, Gordon and Thrun, "ARA*", 2003, theorem 1). */
#include "algos/grid/best_first.h"

#include "algos/core/heap.h"
#include "algos/grid/directions.h"

#include <string.h>

enum {
    CLOSED = 8,
    QUERY_NUMBERS = 1 << 28 /* what fits above the four low bits of a mark */
};

#define PLAIN_F(SEARCH, G, H)   ((G) + (H))
#define WEIGHED_F(SEARCH, G, H) ((G)*100 + (H) * (SEARCH)->weight)

#define CORE(NAME)  four_##NAME
#define CORE_COST   uint32_t
#define CORE_NARROW 1
#define CORE_FOUR   1
#define CORE_CUTS   0
#define CORE_F      PLAIN_F
#include "algos/grid/best_first_core.h"

#define CORE(NAME)  eight_##NAME
#define CORE_COST   uint64_t
#define CORE_NARROW 0
#define CORE_FOUR   0
#define CORE_CUTS   0
#define CORE_F      PLAIN_F
#include "algos/grid/best_first_core.h"

#define CORE(NAME)  cutting_##NAME
#define CORE_COST   uint64_t
#define CORE_NARROW 0
#define CORE_FOUR   0
#define CORE_CUTS   1
#define CORE_F      PLAIN_F
#include "algos/grid/best_first_core.h"

#define CORE(NAME)  weighed_##NAME
#define CORE_COST   uint64_t
#define CORE_NARROW 0
#define CORE_FOUR   (search->move == MOVE_4)
#define CORE_CUTS   (search->move == MOVE_8C)
#define CORE_F      WEIGHED_F
#include "algos/grid/best_first_core.h"

Status grid_search_prepare(const Map *map, Move move, Tie tie, bool guided, size_t size, Memory *memory,
                           void **index, Error *error) {
    /* Under `4` f stays below 2^32: g is at most the sum of all costs, h at most 255 · 2 · 16384. */
    if (move == MOVE_4 && map->grid.cost_sum >= UINT64_C(1) << 31)
        return error_say(error, STATUS_REFUSED, "the map's costs add up to 2^31 or more", NULL);
    MoveScale scale;
    TRY(move_scale(move, map->grid.cost_sum, &scale, error));
    GridSearch *made = memory_take(memory, 1, size);
    if (made == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the index", NULL);
    *made = (GridSearch){&map->grid, move, scale, tie, guided, WEIGHT_NONE, memory};
    *index = made;
    return STATUS_OK;
}

void grid_search_destroy(void *index) {
    memory_give(((GridSearch *)index)->memory, index);
}

Status grid_search_weigh(GridSearch *search, uint32_t weight, Error *error) {
    if (weight == WEIGHT_NONE) return STATUS_OK;
    /* g is at most that of all cells, each entered by a diagonal; so is h, but for the cells outside a path.
     */
    const Grid *grid = search->grid;
    const uint64_t most = UINT64_MAX / search->scale.diagonal;
    const uint64_t g_most = grid->cost_sum,
                   h_most = ((uint64_t)grid->width + (uint64_t)grid->height) * grid->cost_min;
    if (g_most > most / 200 || h_most > most / 2 / weight)
        return error_say(error, STATUS_REFUSED, "the map's lengths are too large to be weighed", NULL);
    search->weight = weight;
    return STATUS_OK;
}

/* The instances: one a rule, and one for all rules that weighs. */
typedef struct Instance {
    Status (*create)(const GridSearch *search, Memory *memory, void **scratch);
    void (*destroy)(void *scratch);
    Status (*query)(void *scratch, const Query *query, Path *path, Counters *counters);
} Instance;

static const Instance *instance_of(const GridSearch *search) {
    static const Instance weighed = {weighed_scratch_create, weighed_scratch_destroy, weighed_query};
    static const Instance plain[] = {
        [MOVE_4] = {four_scratch_create, four_scratch_destroy, four_query},
        [MOVE_8] = {eight_scratch_create, eight_scratch_destroy, eight_query},
        [MOVE_8C] = {cutting_scratch_create, cutting_scratch_destroy, cutting_query}};
    return search->weight == WEIGHT_NONE ? &plain[search->move] : &weighed;
}

Status best_first_scratch_create(const void *index, Memory *memory, void **scratch) {
    return instance_of(index)->create(index, memory, scratch);
}

/* All scratches begin with the index, which says of which instance they are. */
void best_first_scratch_destroy(void *scratch) {
    instance_of(*(const GridSearch *const *)scratch)->destroy(scratch);
}

Status best_first_query(const void *index, void *scratch, const Query *query, Path *path,
                        Counters *counters) {
    return instance_of(index)->query(scratch, query, path, counters);
}
