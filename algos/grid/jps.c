/* Jump point search (Harabor and Grastien, "Online graph pruning for pathfinding on grid maps", 2011) with
 * block scanning (the same, "Improving jump point search", 2014, section 4.1): 63 cells of a row are looked
 * at in one go, in both directions, and those of a column in a transposed copy. The copies take two bits a
 * cell.
 */
#include "algos/grid/jps_steps.h"

#include <string.h>

enum { PAD = 64 }; /* blocked bits at either end of a line: a block never reaches outside */

/* Blocked cells as bits, lines framed by blocked ones. Bit PAD + i of line 1 + j is the cell's. */
typedef struct BitLines {
    uint64_t *words;
    uint32_t stride; /* words a line */
} BitLines;

typedef struct Index {
    JpsBase base;
    BitLines rows, columns;
    int32_t offsets[8];
} Index;

static const uint64_t first_bit = 1, last_bit = UINT64_C(1) << 63;

/* Bits at .. at + 63 of a line. */
static inline uint64_t block(const uint64_t *line, uint32_t at) {
    uint32_t shift = at % 64;
    return line[at / 64] >> shift | line[at / 64 + 1] << 1 << (63 - shift);
}

/* From bit `from` of a line upwards: steps to the first bit that is open beside a blocked one passed just
 * before, or minus the free steps until a blocked one. The lowest bit of a block is the last of those known
 * to be free, so that what is beside it is seen. */
static inline int32_t scan_up(const BitLines *lines, uint32_t number, uint32_t from) {
    const uint64_t *line = lines->words + (size_t)number * lines->stride;
    const uint64_t *before = line - lines->stride, *after = line + lines->stride;
    for (uint32_t at = from;; at += 63) {
        uint64_t here = block(line, at), one = block(before, at), other = block(after, at);
        uint64_t forced = (one << 1 & ~one) | (other << 1 & ~other);
        uint64_t stops = (here | forced) & ~first_bit;
        if (stops == 0) continue;
        uint32_t bit = (uint32_t)__builtin_ctzll(stops);
        int32_t run = (int32_t)(at - from + bit);
        return (here >> bit & 1) != 0 ? 1 - run : run;
    }
}

/* The same downwards: the highest bit of a block is known to be free. */
static inline int32_t scan_down(const BitLines *lines, uint32_t number, uint32_t from) {
    const uint64_t *line = lines->words + (size_t)number * lines->stride;
    const uint64_t *before = line - lines->stride, *after = line + lines->stride;
    for (uint32_t at = from;; at -= 63) {
        uint64_t here = block(line, at - 63), one = block(before, at - 63), other = block(after, at - 63);
        uint64_t forced = (one >> 1 & ~one) | (other >> 1 & ~other);
        uint64_t stops = (here | forced) & ~last_bit;
        if (stops == 0) continue;
        uint32_t bit = (uint32_t)__builtin_clzll(stops);
        int32_t run = (int32_t)(from - at + bit);
        return (here << bit & last_bit) != 0 ? 1 - run : run;
    }
}

static inline int32_t straight_run(const Index *index, Cell from, int direction) {
    uint32_t x = (uint32_t)from.x, y = (uint32_t)from.y;
    switch (direction) {
    case 0:
        return scan_down(&index->columns, x + 1, y + PAD);
    case 1:
        return scan_down(&index->rows, y + 1, x + PAD);
    case 2:
        return scan_up(&index->rows, y + 1, x + PAD);
    default:
        return scan_up(&index->columns, x + 1, y + PAD);
    }
}

/* One step at a time: each cell is one where straight runs are looked at. */
static inline int32_t diagonal_run(const Index *index, Cell from, int direction) {
    const Grid *grid = index->base.grid;
    return direction_diagonal_open(grid->cost, index->offsets, MOVE_8, grid_place(grid, from), direction);
}

#include "algos/grid/jps_core.h"

static void index_destroy(void *untyped) {
    Index *index = untyped;
    memory_give(index->base.memory, index->rows.words);
    memory_give(index->base.memory, index->columns.words);
    memory_give(index->base.memory, index);
}

/* `count` lines of `length` bits, all blocked. */
static bool lines_create(Memory *memory, int32_t count, int32_t length, BitLines *lines) {
    lines->stride = (uint32_t)length / 64 + 3;
    size_t words = ((size_t)count + 2) * lines->stride;
    lines->words = memory_take(memory, words, sizeof *lines->words);
    if (lines->words == NULL) return false;
    memset(lines->words, 0xff, words * sizeof *lines->words);
    return true;
}

static inline void lines_open(BitLines *lines, int32_t line, int32_t bit) {
    uint32_t at = (uint32_t)bit + PAD;
    lines->words[((size_t)line + 1) * lines->stride + at / 64] &= ~(UINT64_C(1) << at % 64);
}

static Status prepare(const Map *map, const Settings *settings, Memory *memory, void **index, Error *error) {
    (void)settings;
    const Grid *grid = &map->grid;
    JpsBase base;
    TRY(jps_base("jps", map, memory, &base, error));
    Index *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the index", NULL);
    made->base = base;
    direction_offsets(grid, made->offsets);
    if (!lines_create(memory, grid->height, grid->width, &made->rows) ||
        !lines_create(memory, grid->width, grid->height, &made->columns)) {
        index_destroy(made);
        return error_say(error, STATUS_NO_MEMORY, "no memory for the rows of bits", NULL);
    }
    for (int32_t y = 0; y < grid->height; y++)
        for (int32_t x = 0; x < grid->width; x++) {
            if (grid->cost[grid_place(grid, (Cell){x, y})] == 0) continue;
            lines_open(&made->rows, y, x);
            lines_open(&made->columns, x, y);
        }
    *index = made;
    return STATUS_OK;
}

extern const Solver solver_jps;
const Solver solver_jps = {
    .name = "jps",
    .summary = "A* that jumps along rows and columns of bits to the cells where a path may have to turn",
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
