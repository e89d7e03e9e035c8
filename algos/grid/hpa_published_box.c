#include "algos/grid/hpa_published_box.h"

static const Cell steps[4] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};

static Status run(const Grid *grid, const Box *box, int32_t source, bool reverse, const BoxSearch *search,
                  FoundHeap *heap, uint64_t *settled) {
    search->cost[source] = 0;
    TRY(found_heap_push(heap, (FoundEntry){0, source}));
    while (heap->count != 0) {
        FoundEntry entry = found_heap_pop(heap);
        if (entry.f > search->cost[entry.id]) continue;
        ++*settled;
        Cell cell = box_cell(box, entry.id);
        for (int i = 0; i < 4; i++) {
            Cell next = {cell.x + steps[i].x, cell.y + steps[i].y};
            if (grid_cost(grid, next) == 0 || !box_holds(box, next)) continue;
            int32_t number = box_number(box, next);
            int32_t cost = entry.f + grid_cost(grid, reverse ? cell : next);
            if (cost >= search->cost[number]) continue;
            search->cost[number] = cost;
            search->parent[number] = entry.id;
            TRY(found_heap_push(heap, (FoundEntry){cost, number}));
        }
    }
    return STATUS_OK;
}

Status box_search(const Grid *grid, const Box *box, Cell source, bool reverse, Memory *memory,
                  BoxSearch *search, uint64_t *settled) {
    size_t cells = (size_t)(box->x1 - box->x0) * (size_t)(box->y1 - box->y0);
    *search = (BoxSearch){memory, memory_take(memory, cells, sizeof *search->cost),
                          memory_take(memory, cells, sizeof *search->parent)};
    FoundHeap heap = {.memory = memory};
    Status status = STATUS_NO_MEMORY;
    if (search->cost != NULL && search->parent != NULL) {
        for (size_t i = 0; i < cells; i++) search->cost[i] = NO_WAY;
        for (size_t i = 0; i < cells; i++) search->parent[i] = NO_ID;
        status = run(grid, box, box_number(box, source), reverse, search, &heap, settled);
    }
    found_heap_destroy(&heap);
    if (status != STATUS_OK) box_search_destroy(search);
    return status;
}

void box_search_destroy(BoxSearch *search) {
    memory_give(search->memory, search->cost);
    memory_give(search->memory, search->parent);
    search->cost = search->parent = NULL;
}

Status box_trace(const BoxSearch *search, const Box *box, Cell target, Memory *memory, CellList *list) {
    const uint32_t first = list->count;
    for (int32_t at = box_number(box, target); at != NO_ID; at = search->parent[at])
        LIST_ADD(memory, list, box_cell(box, at));
    for (uint32_t i = first, j = list->count; i + 1 < j; i++) {
        Cell swapped = list->items[--j];
        list->items[j] = list->items[i];
        list->items[i] = swapped;
    }
    return STATUS_OK;
}
