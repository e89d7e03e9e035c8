/* A* on a queue of buckets, and in canonical order (Sturtevant and Rabin, "Canonical orderings on grids",
 * 2016): of equally short paths only those with their diagonal steps first are followed, so most cells are
 * reached once. After a straight step the search goes straight on, and to the sides only where jps_forced
 * says so; after a diagonal step on in that direction and in its two parts. It is jump point search without
 * jumps, and why it finds shortest paths stands in jps_core.h.
 *
 * Exact lengths of diagonals make buckets one unit wide impossible. With wider ones a cell may be expanded
 * before its shortest way is known: it is taken again when a shorter one turns up, and reaching the goal does
 * not end the search. It ends when the shortest path so far is not longer than the lowest bucket's bound. */
#include "algos/grid/canonical.h"

#include "algos/grid/buckets.h"
#include "algos/grid/jps_steps.h"

#include <string.h>

enum { QUERY_NUMBERS = 1 << 28 }; /* what fits above the four low bits of a mark */

typedef struct Node {
    uint64_t g;
    uint32_t mark; /* query number · 16 + direction from which it was reached */
} Node;

struct CanonicalScratch {
    const GridSearch *search;
    Node *nodes; /* by place */
    uint32_t query_number;
    bool ordered;
    Buckets buckets;
    int32_t offsets[8];
    Memory *memory;
};

/* One query; `best` is the length of the shortest path so far. */
typedef struct Hunt {
    CanonicalScratch *scratch;
    Cell goal;
    uint32_t goal_place;
    uint64_t best;
    Counters *counters;
} Hunt;

void canonical_scratch_destroy(void *untyped) {
    CanonicalScratch *scratch = untyped;
    buckets_destroy(&scratch->buckets);
    memory_give(scratch->memory, scratch->nodes);
    memory_give(scratch->memory, scratch);
}

Status canonical_scratch_create(const GridSearch *search, bool ordered, Memory *memory, void **scratch) {
    const Grid *grid = search->grid;
    CanonicalScratch *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    made->search = search;
    made->ordered = ordered;
    made->memory = memory;
    /* f grows by no more than a step and what the bound grows by, a step at the cheapest cost. */
    buckets_init(&made->buckets, ((uint64_t)grid->cost_max + grid->cost_min) * search->scale.diagonal,
                 memory);
    made->nodes = memory_take_zeroed(memory, grid_place_count(grid), sizeof *made->nodes);
    if (made->nodes == NULL) {
        canonical_scratch_destroy(made);
        return STATUS_NO_MEMORY;
    }
    direction_offsets(grid, made->offsets);
    *scratch = made;
    return STATUS_OK;
}

static inline Status reach(Hunt *hunt, uint32_t place, int direction, uint64_t g) {
    CanonicalScratch *scratch = hunt->scratch;
    Node *node = &scratch->nodes[place];
    COUNT(hunt->counters, generated, 1);
    if (node->mark >> 4 == scratch->query_number && node->g <= g) return STATUS_OK;
    uint64_t f = g + grid_bound(scratch->search, grid_cell(scratch->search->grid, place), hunt->goal);
    if (f >= hunt->best) return STATUS_OK;
    *node = (Node){g, scratch->query_number << 4 | (uint32_t)direction};
    if (place == hunt->goal_place) {
        hunt->best = g;
        return STATUS_OK;
    }
    COUNT(hunt->counters, pushed, 1);
    return buckets_push(&scratch->buckets, f, (BucketEntry){g, place});
}

/* The directions (bits) in which canonical order goes on after a step in `direction`. */
static inline uint32_t ordered_directions(const CanonicalScratch *scratch, uint32_t place, int direction) {
    if (direction == DIRECTION_NONE) return 0xff;
    uint32_t on = 1u << direction;
    if (direction >= 4)
        return on | 1u << direction_parts[direction - 4][0] | 1u << direction_parts[direction - 4][1];
    return on | jps_forced(scratch->search->grid->cost, scratch->offsets, place, direction);
}

static inline Status expand(Hunt *hunt, uint32_t place) {
    const CanonicalScratch *scratch = hunt->scratch;
    const GridSearch *search = scratch->search;
    const uint8_t *cost = search->grid->cost;
    const Node node = scratch->nodes[place];
    uint32_t on = direction_open(cost, scratch->offsets, search->move, place);
    if (scratch->ordered) on &= ordered_directions(scratch, place, (int)(node.mark & 15));
    for (; on != 0; on &= on - 1) {
        int direction = __builtin_ctz(on);
        uint32_t to = place + (uint32_t)scratch->offsets[direction];
        uint64_t step = cost[to] * (direction < 4 ? search->scale.straight : search->scale.diagonal);
        TRY(reach(hunt, to, direction, node.g + step));
    }
    return STATUS_OK;
}

static Status trace(const CanonicalScratch *scratch, uint32_t goal, Path *path) {
    for (uint32_t place = goal;;) {
        int direction = (int)(scratch->nodes[place].mark & 15);
        TRY(path_enter(path, scratch->search->grid, place, direction));
        if (direction == DIRECTION_NONE) break;
        place -= (uint32_t)scratch->offsets[direction];
    }
    path_reverse(path, 0);
    return STATUS_OK;
}

Status canonical_query(void *untyped, const Query *query, Path *path, Counters *counters) {
    CanonicalScratch *scratch = untyped;
    const Grid *grid = scratch->search->grid;
    if (++scratch->query_number == QUERY_NUMBERS) {
        memset(scratch->nodes, 0, grid_place_count(grid) * sizeof *scratch->nodes);
        scratch->query_number = 1;
    }
    path->count = 0;
    path->length = (Length){0, 0};
    Hunt hunt = {scratch, query->goal, grid_place(grid, query->goal), UINT64_MAX, counters};
    buckets_start(&scratch->buckets, grid_bound(scratch->search, query->start, query->goal));
    TRY(reach(&hunt, grid_place(grid, query->start), DIRECTION_NONE, 0));
    for (uint64_t bound; buckets_bound(&scratch->buckets, &bound) && bound < hunt.best;) {
        BucketEntry entry = buckets_pop(&scratch->buckets);
        COUNT(counters, popped, 1);
        if (scratch->nodes[entry.place].g != entry.g) {
            COUNT(counters, stale, 1);
            continue;
        }
        COUNT(counters, expanded, 1);
        TRY(expand(&hunt, entry.place));
    }
    return hunt.best == UINT64_MAX ? STATUS_OK : trace(scratch, hunt.goal_place, path);
}
