/* Best-first search on a grid, plainly: the index and the instances that A* and Dijkstra share. */
#ifndef TAUT_GRID_BEST_FIRST_H
#define TAUT_GRID_BEST_FIRST_H

#include "algos/solver.h"

/* Which of two entries of equal f comes out first; what is still equal goes by place. */
typedef enum Tie { TIE_LARGE_G, TIE_INDEX, TIE_SMALL_G } Tie;
#define TIE_NAMES "large-g|index|small-g"

enum { WEIGHT_NONE = 100, WEIGHT_MOST = 1000 }; /* of h, in per cent */

/* The index: nothing but the map and how it is to be searched. */
typedef struct GridSearch {
    const Grid *grid;
    Move move;
    MoveScale scale;
    Tie tie;
    bool guided;     /* with the heuristic of the rule (A*); else none (Dijkstra) */
    uint32_t weight; /* per cent: what the heuristic is multiplied by */
    Memory *memory;
} GridSearch;

/* Makes an index of `size` bytes that begins with a GridSearch; what follows that is the caller's to fill.
 * STATUS_REFUSED when the map's lengths do not fit the search's integers. */
MUST_CHECK Status grid_search_prepare(const Map *map, Move move, Tie tie, bool guided, size_t size,
                                      Memory *memory, void **index, Error *error);
void grid_search_destroy(void *index);

/* Makes the heuristic count `weight` per cent, WEIGHT_NONE .. WEIGHT_MOST: paths are then at most so much of
 * the shortest. STATUS_REFUSED where f would not fit; the search is then as it was. */
MUST_CHECK Status grid_search_weigh(GridSearch *search, uint32_t weight, Error *error);

/* The scaled lower bound between two cells under the rule: Manhattan or octile distance at the map's cheapest
 * cost. Consistent, since every step costs at least that. */
static inline uint64_t grid_bound(const GridSearch *search, Cell from, Cell to) {
    uint64_t dx = (uint64_t)(from.x < to.x ? to.x - from.x : from.x - to.x);
    uint64_t dy = (uint64_t)(from.y < to.y ? to.y - from.y : from.y - to.y);
    uint64_t cheapest = search->grid->cost_min;
    if (search->move == MOVE_4) return (dx + dy) * cheapest;
    uint64_t both = dx < dy ? dx : dy, rest = dx + dy - 2 * both;
    return (rest * search->scale.straight + both * search->scale.diagonal) * cheapest;
}

/* Scratches and queries for each rule; the dispatching pair chooses by the index. */
MUST_CHECK Status best_first_scratch_create(const void *index, Memory *memory, void **scratch);
void best_first_scratch_destroy(void *scratch);
MUST_CHECK Status best_first_query(const void *index, void *scratch, const Query *query, Path *path,
                                   Counters *counters);

#endif
