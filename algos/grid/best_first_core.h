/* The search itself, for one movement rule. Before each inclusion define:
 *   CORE(NAME)   the name with the rule in front
 *   CORE_COST    the unsigned type of a scaled length
 *   CORE_NARROW  1 under the rule `4`, where f fits 32 bits; 0 under `8` and `8c`
 *   CORE_FOUR    whether the rule is `4`
 *   CORE_CUTS    whether it is `8c`
 *   CORE_F       f of g and h
 * Both are constants where lengths are not weighed, so that the loops carry no tests for the others.
 *
 * Nodes are stamped with the query's number instead of being cleared; a node is one record, so that looking
 * at it costs one cache line. */

typedef struct CORE(Node) {
    CORE_COST g;
    uint32_t mark; /* query number · 16 + closed · 8 + direction from which it was reached */
} CORE(Node);

/* Ordered by f, then the tie-break, then place. Under `4` f and tie share one word. */
typedef struct CORE(Entry) {
#if CORE_NARROW
    uint64_t key;
#else
    uint64_t f, tie;
#endif
    uint32_t place;
} CORE(Entry);

static inline bool CORE(before)(const CORE(Entry) * a, const CORE(Entry) * b) {
#if CORE_NARROW
    return a->key < b->key || (a->key == b->key && a->place < b->place);
#else
    if (a->f != b->f) return a->f < b->f;
    return a->tie < b->tie || (a->tie == b->tie && a->place < b->place);
#endif
}

DEFINE_HEAP(CORE(Heap), CORE(heap), CORE(Entry), CORE(before));

typedef struct CORE(Scratch) {
    const GridSearch *search;
    CORE(Node) * nodes; /* by place */
    uint32_t query_number;
    CORE(Heap) heap;
    int32_t offsets[8]; /* from a place to its neighbour in each direction */
    Memory *memory;
} CORE(Scratch);

static void CORE(scratch_destroy)(void *scratch) {
    CORE(Scratch) *made = scratch;
    CORE(heap_destroy)(&made->heap);
    memory_give(made->memory, made->nodes);
    memory_give(made->memory, made);
}

static Status CORE(scratch_create)(const GridSearch *search, Memory *memory, void **scratch) {
    CORE(Scratch) *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    made->search = search;
    made->memory = made->heap.memory = memory;
    made->nodes = memory_take_zeroed(memory, grid_place_count(search->grid), sizeof *made->nodes);
    if (made->nodes == NULL) {
        CORE(scratch_destroy)(made);
        return STATUS_NO_MEMORY;
    }
    direction_offsets(search->grid, made->offsets);
    *scratch = made;
    return STATUS_OK;
}

static inline CORE(Entry) CORE(entry)(const GridSearch *search, CORE_COST g, uint64_t h, uint32_t place) {
    CORE_COST tie = search->tie == TIE_LARGE_G ? (CORE_COST)~g : search->tie == TIE_SMALL_G ? g : 0;
#if CORE_NARROW
    return (CORE(Entry)){.key = CORE_F(search, g, h) << 32 | tie, .place = place};
#else
    return (CORE(Entry)){.f = CORE_F(search, g, h), .tie = tie, .place = place};
#endif
}

/* Reaches the neighbour in `direction` by a step of `step`, which the rule has allowed. */
static inline Status CORE(relax)(CORE(Scratch) * scratch, uint32_t from, int direction, CORE_COST step,
                                 Cell goal, Counters *counters) {
    uint32_t place = from + (uint32_t)scratch->offsets[direction];
    CORE(Node) *node = &scratch->nodes[place];
    bool seen = node->mark >> 4 == scratch->query_number;
    if (seen && (node->mark & CLOSED) != 0) return STATUS_OK;
    COUNT(counters, generated, 1);
    CORE_COST g = scratch->nodes[from].g + step;
    if (seen && node->g <= g) return STATUS_OK;
    node->g = g;
    node->mark = scratch->query_number << 4 | (uint32_t)direction;
    const GridSearch *search = scratch->search;
    uint64_t h = search->guided ? grid_bound(search, grid_cell(search->grid, place), goal) : 0;
    COUNT(counters, pushed, 1);
    return CORE(heap_push)(&scratch->heap, CORE(entry)(search, g, h, place));
}

static inline Status CORE(expand)(CORE(Scratch) * scratch, uint32_t place, Cell goal, Counters *counters) {
    const GridSearch *search = scratch->search;
    const uint8_t *cost = search->grid->cost;
    const int32_t *offsets = scratch->offsets;
    uint8_t beside[4];
    for (int i = 0; i < 4; i++) {
        beside[i] = cost[place + (uint32_t)offsets[i]];
        if (beside[i] != 0)
            TRY(CORE(relax)(scratch, place, i, (CORE_COST)(beside[i] * search->scale.straight), goal,
                            counters));
    }
#if !CORE_NARROW
    if (CORE_FOUR) return STATUS_OK;
    for (int i = 4; i < 8; i++) {
        bool one = beside[direction_parts[i - 4][0]] != 0, other = beside[direction_parts[i - 4][1]] != 0;
        if (CORE_CUTS ? !one && !other : !one || !other) continue;
        uint8_t corner = cost[place + (uint32_t)offsets[i]];
        if (corner != 0) TRY(CORE(relax)(scratch, place, i, corner * search->scale.diagonal, goal, counters));
    }
#endif
    return STATUS_OK;
}

/* Follows the directions back from the goal. */
static Status CORE(trace)(const CORE(Scratch) * scratch, uint32_t start, uint32_t goal, Path *path) {
    const Grid *grid = scratch->search->grid;
    for (uint32_t place = goal;;) {
        TRY(path_reserve(path, path->count + 1));
        path->cells[path->count++] = grid_cell(grid, place);
        if (place == start) break;
        uint32_t direction = scratch->nodes[place].mark & 7;
        *(direction < 4 ? &path->length.straight : &path->length.diagonal) += grid->cost[place];
        place -= (uint32_t)scratch->offsets[direction];
    }
    path_reverse(path, 0);
    return STATUS_OK;
}

static Status CORE(query)(void *untyped, const Query *query, Path *path, Counters *counters) {
    CORE(Scratch) *scratch = untyped;
    const GridSearch *search = scratch->search;
    const Grid *grid = search->grid;
    if (++scratch->query_number == QUERY_NUMBERS) {
        memset(scratch->nodes, 0, grid_place_count(grid) * sizeof *scratch->nodes);
        scratch->query_number = 1;
    }
    path->count = 0;
    path->length = (Length){0, 0};
    CORE(heap_clear)(&scratch->heap);
    uint32_t start = grid_place(grid, query->start), goal = grid_place(grid, query->goal);
    scratch->nodes[start] = (CORE(Node)){0, scratch->query_number << 4};
    COUNT(counters, pushed, 1);
    TRY(CORE(heap_push)(&scratch->heap, CORE(entry)(search, 0, 0, start)));
    while (scratch->heap.count != 0) {
        uint32_t place = CORE(heap_pop)(&scratch->heap).place;
        COUNT(counters, popped, 1);
        CORE(Node) *node = &scratch->nodes[place];
        if ((node->mark & CLOSED) != 0) {
            COUNT(counters, stale, 1);
            continue;
        }
        node->mark |= CLOSED;
        if (place == goal) return CORE(trace)(scratch, start, goal, path);
        COUNT(counters, expanded, 1);
        TRY(CORE(expand)(scratch, place, query->goal, counters));
    }
    return STATUS_OK;
}

#undef CORE
#undef CORE_COST
#undef CORE_NARROW
#undef CORE_FOUR
#undef CORE_CUTS
#undef CORE_F
