#include "algos/map/components.h"

/* A breadth-first flood of each component, whose queue is threaded through the label array itself: a place
 * that waits holds the place behind it, and its label once it was taken. Strictly O(cells) and without any
 * memory but the labels. */

enum { LAST = 1 }; /* place 1 is in the frame, so it can mark the end of the queue */

/* Labels the component of `first`; returns its size. */
static uint32_t flood_component(const Grid *grid, uint32_t *label, uint32_t first, uint32_t name) {
    const uint32_t stride = (uint32_t)grid->stride;
    const uint32_t steps[4] = {0 - stride, 0 - 1u, 1u, stride};
    uint32_t size = 0, tail = first;
    label[first] = LAST;
    for (uint32_t place = first, next; place != LAST; place = next) {
        for (int i = 0; i < 4; i++) {
            uint32_t to = place + steps[i];
            if (grid->cost[to] == 0 || label[to] != 0) continue;
            label[to] = LAST;
            label[tail] = to;
            tail = to;
        }
        next = label[place];
        label[place] = name;
        size++;
    }
    return size;
}

static Status note_size(Components *components, uint32_t *capacity, uint32_t size) {
    if (components->count + 1 >= *capacity) {
        uint32_t grown = *capacity * 2;
        uint32_t *sizes = memory_resize(components->memory, components->size, grown, sizeof *sizes);
        if (sizes == NULL) return STATUS_NO_MEMORY;
        components->size = sizes;
        *capacity = grown;
    }
    components->size[++components->count] = size;
    return STATUS_OK;
}

Status components_create(const Grid *grid, Memory *memory, Components *components) {
    uint32_t places = grid_place_count(grid), capacity = 64;
    Components made = {.memory = memory};
    made.label = memory_take_zeroed(memory, places, sizeof *made.label);
    made.size = memory_take_zeroed(memory, capacity, sizeof *made.size);
    Status status = made.label == NULL || made.size == NULL ? STATUS_NO_MEMORY : STATUS_OK;
    for (uint32_t place = 0; place < places && status == STATUS_OK; place++) {
        if (grid->cost[place] == 0 || made.label[place] != 0) continue;
        status = note_size(&made, &capacity, flood_component(grid, made.label, place, made.count + 1));
    }
    if (status != STATUS_OK)
        components_destroy(&made);
    else
        *components = made;
    return status;
}

void components_destroy(Components *components) {
    if (components->memory == NULL) return;
    memory_give(components->memory, components->label);
    memory_give(components->memory, components->size);
    *components = (Components){0};
}
