#include "algos/grid/hpa_local.h"

#include <assert.h>
#include <string.h>

#define UNREACHED UINT64_MAX

enum { WANTED = 1, SETTLED = 2 };

/* All of it holds only while the stamp is the search's epoch. A reached cell that is not settled is linked
 * into one bucket; place 0 is a corner of the frame and ends a list. */
typedef struct LocalCell {
    uint64_t scaled;
    uint32_t stamp;
    uint32_t next, previous;
    Direction arrow;
    uint8_t flags;
} LocalCell;

struct LocalSearch {
    Memory *memory;
    LocalCell *cells; /* framed: place (y + 1) · stride + x + 1 */
    uint8_t *cost;    /* framed; 0 outside the cluster */
    uint32_t *bucket; /* first place of each list */
    uint32_t bucket_mask, bucket_shift;
    uint32_t epoch;
    uint32_t stride;
    uint32_t queued;      /* cells in buckets */
    uint32_t wanted_left; /* wanted cells not yet settled */
    bool diagonals;
    MoveScale scale;
};

static uint32_t place_of(const LocalSearch *search, Spot spot) {
    return (spot / 256u + 1) * search->stride + spot % 256u + 1;
}

static size_t place_count(const LocalSearch *search) {
    return (size_t)search->stride * search->stride;
}

/* Buckets are the largest power of two not above the cheapest step; the ring holds the dearest one. */
Status local_search_fit(LocalSearch *search, const Grid *grid, MoveScale scale) {
    uint64_t least = scale.straight * (grid->cost_min == 0 ? 1 : grid->cost_min);
    uint64_t most = (search->diagonals ? scale.diagonal : scale.straight) * grid->cost_max;
    uint32_t shift = 0;
    while (least >> shift > 1) shift++;
    uint64_t count = 2;
    while (count < (most >> shift) + 2) count *= 2;
    if (search->bucket == NULL || count != (uint64_t)search->bucket_mask + 1) {
        uint32_t *bucket = memory_resize(search->memory, search->bucket, count, sizeof *bucket);
        if (bucket == NULL) return STATUS_NO_MEMORY;
        search->bucket = bucket;
    }
    search->bucket_mask = (uint32_t)count - 1;
    search->bucket_shift = shift;
    search->scale = scale;
    return STATUS_OK;
}

Status local_search_create(const Grid *grid, Move move, MoveScale scale, int32_t side, Memory *memory,
                           LocalSearch **search) {
    assert(side >= 1 && side <= CLUSTER_SIDE_MOST);
    LocalSearch *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    made->memory = memory;
    made->stride = (uint32_t)side + 2;
    made->diagonals = move == MOVE_8;
    made->cells = memory_take_zeroed(memory, place_count(made), sizeof *made->cells);
    made->cost = memory_take_zeroed(memory, place_count(made), 1);
    if (made->cells == NULL || made->cost == NULL || local_search_fit(made, grid, scale) != STATUS_OK) {
        local_search_destroy(made);
        return STATUS_NO_MEMORY;
    }
    *search = made;
    return STATUS_OK;
}

void local_search_destroy(LocalSearch *search) {
    if (search == NULL) return;
    memory_give(search->memory, search->cells);
    memory_give(search->memory, search->cost);
    memory_give(search->memory, search->bucket);
    memory_give(search->memory, search);
}

void local_search_load(LocalSearch *search, const Grid *grid, Area area) {
    memset(search->cost, 0, place_count(search));
    for (int32_t y = 0; y < area.height; y++)
        memcpy(search->cost + ((uint32_t)y + 1) * search->stride + 1,
               grid->cost + grid_place(grid, (Cell){area.x, area.y + y}), (size_t)area.width);
}

void local_search_begin(LocalSearch *search) {
    if (++search->epoch == 0) { /* after 2^32 - 1 runs old stamps would come true again */
        memset(search->cells, 0, place_count(search) * sizeof *search->cells);
        search->epoch = 1;
    }
    memset(search->bucket, 0, ((size_t)search->bucket_mask + 1) * sizeof *search->bucket);
    search->queued = 0;
    search->wanted_left = 0;
}

/* The cell's state in this run. */
static inline LocalCell *cell_now(LocalSearch *search, uint32_t place) {
    LocalCell *cell = &search->cells[place];
    if (cell->stamp != search->epoch) {
        cell->stamp = search->epoch;
        cell->scaled = UNREACHED;
        cell->flags = 0;
    }
    return cell;
}

void local_search_want(LocalSearch *search, Spot spot) {
    LocalCell *cell = cell_now(search, place_of(search, spot));
    if ((cell->flags & WANTED) == 0) search->wanted_left++;
    cell->flags |= WANTED;
}

static inline uint32_t *bucket_of(LocalSearch *search, uint64_t scaled) {
    return &search->bucket[(scaled >> search->bucket_shift) & search->bucket_mask];
}

/* Takes a cell out of the list whose first place is *first. */
static inline void cell_unlink(LocalSearch *search, LocalCell *cell, uint32_t *first) {
    if (cell->previous == 0)
        *first = cell->next;
    else
        search->cells[cell->previous].next = cell->next;
    if (cell->next != 0) search->cells[cell->next].previous = cell->previous;
    search->queued--;
}

static inline void cell_reach(LocalSearch *search, uint32_t place, uint64_t scaled, Direction arrow) {
    LocalCell *cell = cell_now(search, place);
    if (scaled >= cell->scaled) return;
    if (cell->scaled != UNREACHED) cell_unlink(search, cell, bucket_of(search, cell->scaled));
    uint32_t *first = bucket_of(search, scaled);
    cell->scaled = scaled;
    cell->arrow = arrow;
    cell->previous = 0;
    cell->next = *first;
    if (*first != 0) search->cells[*first].previous = place;
    *first = place;
    search->queued++;
}

/* Reaches the neighbours of a settled cell. In reverse a step is walked towards `place`, so it costs what
 * entering `place` costs. */
static inline void cell_expand(LocalSearch *search, uint32_t place, bool reverse, bool diagonals) {
    const uint8_t *cost = search->cost;
    const uint32_t stride = search->stride;
    const uint32_t beside[DIRECTION_COUNT] = {place - stride,     place + 1,          place + stride,
                                              place - 1,          place - stride + 1, place + stride + 1,
                                              place + stride - 1, place - stride - 1};
    const uint64_t so_far = search->cells[place].scaled;
    const uint8_t turn = reverse ? 2 : 0;
    uint8_t open[4];
    for (Direction d = 0; d < 4; d++) {
        open[d] = cost[beside[d]];
        if (open[d] == 0) continue;
        uint64_t step = search->scale.straight * (reverse ? cost[place] : open[d]);
        cell_reach(search, beside[d], so_far + step, d ^ turn);
    }
    if (!diagonals) return;
    for (Direction d = 4; d < DIRECTION_COUNT; d++) {
        uint8_t corner = cost[beside[d]];
        if (corner == 0 || open[d - 4] == 0 || open[(d - 3) & 3] == 0) continue;
        uint64_t step = search->scale.diagonal * (reverse ? cost[place] : corner);
        cell_reach(search, beside[d], so_far + step, d ^ turn);
    }
}

static inline uint32_t search_core(LocalSearch *search, bool reverse, bool diagonals) {
    uint32_t settled = 0;
    for (uint32_t turn = 0; search->queued != 0; turn++) {
        /* Settling adds to later buckets only. */
        uint32_t *first = &search->bucket[turn & search->bucket_mask];
        while (*first != 0) {
            uint32_t place = *first;
            LocalCell *cell = &search->cells[place];
            cell_unlink(search, cell, first);
            cell->flags |= SETTLED;
            settled++;
            if ((cell->flags & WANTED) != 0 && --search->wanted_left == 0) return settled;
            cell_expand(search, place, reverse, diagonals);
        }
    }
    return settled;
}

uint32_t local_search_run(LocalSearch *search, Spot source, bool reverse) {
    if (search->wanted_left == 0) return 0;
    cell_reach(search, place_of(search, source), 0, 0);
    if (search->diagonals)
        return reverse ? search_core(search, true, true) : search_core(search, false, true);
    return reverse ? search_core(search, true, false) : search_core(search, false, false);
}

bool local_search_reached(const LocalSearch *search, Spot spot, uint64_t *scaled) {
    const LocalCell *cell = &search->cells[place_of(search, spot)];
    if (cell->stamp != search->epoch || (cell->flags & SETTLED) == 0) return false;
    *scaled = cell->scaled;
    return true;
}

Direction local_search_arrow(const LocalSearch *search, Spot spot) {
    return search->cells[place_of(search, spot)].arrow;
}

uint8_t local_search_cost(const LocalSearch *search, Spot spot) {
    return search->cost[place_of(search, spot)];
}
