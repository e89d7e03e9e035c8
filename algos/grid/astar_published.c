/* A* as the documents' author writes his (style=published: buffers kept and stamped, document D2) and as most
 * textbooks do (style=textbook: arrays cleared for every query). A binary heap of (f, cell), smallest pair
 * first, stale entries left in it. style=textbook is the fixed yardstick of this laboratory: do not improve
 * it. */
#include "algos/grid/astar_published.h"

#include "algos/core/heap.h"

#include <string.h>

typedef struct ScratchHead {
    const GridSearch *search;
    Memory *memory;
    bool clears;
} ScratchHead;

static const Cell steps[8] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}};

static size_t cell_count(const Grid *grid) {
    return (size_t)grid->width * (size_t)grid->height;
}

static inline uint32_t cell_number(const Grid *grid, Cell cell) {
    return (uint32_t)cell.y * (uint32_t)grid->width + (uint32_t)cell.x;
}

static inline Cell cell_of(const Grid *grid, uint32_t number) {
    return (Cell){(int32_t)(number % (uint32_t)grid->width), (int32_t)(number / (uint32_t)grid->width)};
}

#define CORE(NAME) four_##NAME
#define CORE_COST  uint32_t
#define CORE_FAR   UINT32_MAX
#include "algos/grid/astar_published_core.h"

#define CORE(NAME) eight_##NAME
#define CORE_COST  uint64_t
#define CORE_FAR   UINT64_MAX
#include "algos/grid/astar_published_core.h"

Status astar_published_scratch_create(const GridSearch *search, bool clears, Memory *memory, void **scratch) {
    return search->move == MOVE_4 ? four_scratch_create(search, clears, memory, scratch)
                                  : eight_scratch_create(search, clears, memory, scratch);
}

void astar_published_scratch_destroy(void *scratch) {
    if (((const ScratchHead *)scratch)->search->move == MOVE_4)
        four_scratch_destroy(scratch);
    else
        eight_scratch_destroy(scratch);
}

Status astar_published_query(void *scratch, const Query *query, Path *path, Counters *counters) {
    path->count = 0;
    path->length = (Length){0, 0};
    return ((const ScratchHead *)scratch)->search->move == MOVE_4
               ? four_query(scratch, query, path, counters)
               : eight_query(scratch, query, path, counters);
}
