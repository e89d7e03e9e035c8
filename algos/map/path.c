#include "algos/map/path.h"

Status path_reserve(Path *path, uint64_t capacity) {
    if (capacity <= path->capacity) return STATUS_OK;
    uint64_t grown = path->capacity < 64 ? 64 : path->capacity * 2;
    if (grown < capacity) grown = capacity;
    Cell *cells = memory_resize(path->memory, path->cells, (size_t)grown, sizeof(Cell));
    if (cells == NULL) return STATUS_NO_MEMORY;
    path->cells = cells;
    path->capacity = grown;
    return STATUS_OK;
}

void path_reverse(Path *path, uint64_t first) {
    for (uint64_t i = first, j = path->count; i + 1 < j; i++) {
        Cell swapped = path->cells[--j];
        path->cells[j] = path->cells[i];
        path->cells[i] = swapped;
    }
}

void path_destroy(Path *path) {
    memory_give(path->memory, path->cells);
    path->cells = NULL;
    path->count = path->capacity = 0;
}
