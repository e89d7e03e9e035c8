/* The search for one width of lengths; see best_first_core.h for the macros. Written on purpose as usual: one
 * array a property, cell numbers taken apart by division, every neighbour tested against the border. */

typedef struct CORE(Entry) {
    CORE_COST f;
    uint32_t cell;
} CORE(Entry);

static inline bool CORE(before)(const CORE(Entry) * a, const CORE(Entry) * b) {
    return a->f < b->f || (a->f == b->f && a->cell < b->cell);
}

DEFINE_HEAP(CORE(Heap), CORE(heap), CORE(Entry), CORE(before));

typedef struct CORE(Scratch) {
    ScratchHead head;
    CORE_COST *g;
    int32_t *from;
    uint8_t *closed;
    uint32_t *stamp; /* NULL: all is cleared for every query */
    uint32_t query_number;
    CORE(Heap) heap;
} CORE(Scratch);

static void CORE(scratch_destroy)(CORE(Scratch) * scratch) {
    Memory *memory = scratch->head.memory;
    CORE(heap_destroy)(&scratch->heap);
    memory_give(memory, scratch->g);
    memory_give(memory, scratch->from);
    memory_give(memory, scratch->closed);
    memory_give(memory, scratch->stamp);
    memory_give(memory, scratch);
}

static Status CORE(scratch_create)(const GridSearch *search, bool clears, Memory *memory, void **scratch) {
    CORE(Scratch) *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    made->head = (ScratchHead){search, memory, clears};
    made->heap.memory = memory;
    size_t cells = cell_count(search->grid);
    made->g = memory_take(memory, cells, sizeof *made->g);
    made->from = memory_take(memory, cells, sizeof *made->from);
    made->closed = memory_take(memory, cells, sizeof *made->closed);
    made->stamp = clears ? NULL : memory_take_zeroed(memory, cells, sizeof *made->stamp);
    if (made->g == NULL || made->from == NULL || made->closed == NULL || (!clears && made->stamp == NULL)) {
        CORE(scratch_destroy)(made);
        return STATUS_NO_MEMORY;
    }
    *scratch = made;
    return STATUS_OK;
}

/* Makes the arrays those of a new query. */
static void CORE(begin)(CORE(Scratch) * scratch) {
    size_t cells = cell_count(scratch->head.search->grid);
    CORE(heap_clear)(&scratch->heap);
    if (scratch->stamp != NULL) {
        if (++scratch->query_number != 0) return;
        memset(scratch->stamp, 0, cells * sizeof *scratch->stamp);
        scratch->query_number = 1;
        return;
    }
    for (size_t i = 0; i < cells; i++) scratch->g[i] = CORE_FAR;
    for (size_t i = 0; i < cells; i++) scratch->from[i] = -1;
    memset(scratch->closed, 0, cells);
}

/* Makes the cell's entries those of this query. */
static inline void CORE(visit)(CORE(Scratch) * scratch, uint32_t cell) {
    if (scratch->stamp == NULL || scratch->stamp[cell] == scratch->query_number) return;
    scratch->stamp[cell] = scratch->query_number;
    scratch->g[cell] = CORE_FAR;
    scratch->from[cell] = -1;
    scratch->closed[cell] = 0;
}

static inline Status CORE(relax)(CORE(Scratch) * scratch, uint32_t from, Cell to, CORE_COST step, Cell goal,
                                 Counters *counters) {
    uint32_t cell = cell_number(scratch->head.search->grid, to);
    CORE(visit)(scratch, cell);
    if (scratch->closed[cell]) return STATUS_OK;
    COUNT(counters, generated, 1);
    CORE_COST g = scratch->g[from] + step;
    if (g >= scratch->g[cell]) return STATUS_OK;
    scratch->g[cell] = g;
    scratch->from[cell] = (int32_t)from;
    COUNT(counters, pushed, 1);
    CORE_COST h = (CORE_COST)grid_bound(scratch->head.search, to, goal);
    return CORE(heap_push)(&scratch->heap, (CORE(Entry)){g + h, cell});
}

static inline Status CORE(expand)(CORE(Scratch) * scratch, uint32_t number, Cell goal, Counters *counters) {
    const GridSearch *search = scratch->head.search;
    const Grid *grid = search->grid;
    Cell cell = cell_of(grid, number);
    int direction_count = search->move == MOVE_4 ? 4 : 8;
    for (int i = 0; i < direction_count; i++) {
        Cell to = {cell.x + steps[i].x, cell.y + steps[i].y};
        CORE_COST cost = grid_cost(grid, to);
        if (cost == 0) continue;
        if (i >= 4) {
            bool one = grid_cost(grid, (Cell){to.x, cell.y}) != 0;
            bool other = grid_cost(grid, (Cell){cell.x, to.y}) != 0;
            if (search->move == MOVE_8C ? !one && !other : !one || !other) continue;
        }
        CORE_COST scale = (CORE_COST)(i < 4 ? search->scale.straight : search->scale.diagonal);
        TRY(CORE(relax)(scratch, number, to, cost * scale, goal, counters));
    }
    return STATUS_OK;
}

static Status CORE(trace)(const CORE(Scratch) * scratch, uint32_t goal, Path *path) {
    const Grid *grid = scratch->head.search->grid;
    for (int64_t at = goal; at != -1; at = scratch->from[at]) {
        TRY(path_reserve(path, path->count + 1));
        Cell cell = cell_of(grid, (uint32_t)at);
        path->cells[path->count++] = cell;
        if (scratch->from[at] == -1) break;
        Cell before = cell_of(grid, (uint32_t)scratch->from[at]);
        bool straight = before.x == cell.x || before.y == cell.y;
        *(straight ? &path->length.straight : &path->length.diagonal) += grid_cost(grid, cell);
    }
    path_reverse(path, 0);
    return STATUS_OK;
}

static Status CORE(query)(CORE(Scratch) * scratch, const Query *query, Path *path, Counters *counters) {
    const Grid *grid = scratch->head.search->grid;
    uint32_t start = cell_number(grid, query->start), goal = cell_number(grid, query->goal);
    CORE(begin)(scratch);
    CORE(visit)(scratch, start);
    scratch->g[start] = 0;
    COUNT(counters, pushed, 1);
    TRY(CORE(heap_push)(&scratch->heap, (CORE(Entry)){0, start}));
    while (scratch->heap.count != 0) {
        uint32_t cell = CORE(heap_pop)(&scratch->heap).cell;
        COUNT(counters, popped, 1);
        if (scratch->closed[cell]) {
            COUNT(counters, stale, 1);
            continue;
        }
        scratch->closed[cell] = 1;
        if (cell == goal) return CORE(trace)(scratch, goal, path);
        COUNT(counters, expanded, 1);
        TRY(CORE(expand)(scratch, cell, query->goal, counters));
    }
    return STATUS_OK;
}

#undef CORE
#undef CORE_COST
#undef CORE_FAR
