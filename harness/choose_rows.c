#include "harness/choose_rows.h"

#include "algos/core/sort.h"

static bool is_shorter(const void *context, uint32_t a, uint32_t b) {
    const RowSource *source = context;
    return source->length(source->context, a) < source->length(source->context, b);
}

/* The middles of the parts overtake no row that is still to be read, so they may be written in place. */
static uint32_t spread(const RowSource *source, uint32_t wanted, uint32_t *rows, uint32_t *room) {
    uint32_t sound = 0;
    for (uint32_t i = 0; i < source->count; i++)
        if (source->is_sound(source->context, i)) rows[sound++] = i;
    sort_items(rows, room, sound, is_shorter, source);
    if (sound <= wanted) return sound;
    for (uint32_t i = 0; i < wanted; i++)
        rows[i] = rows[(2 * (uint64_t)i + 1) * sound / (2 * (uint64_t)wanted)];
    return wanted;
}

Status rows_choose(const RowSource *source, uint32_t every, uint32_t wanted, Memory *memory, uint32_t **rows,
                   uint32_t *count) {
    uint32_t *made = memory_take(memory, source->count, sizeof *made);
    uint32_t *room = memory_take(memory, source->count, sizeof *room);
    if (made == NULL || room == NULL) {
        memory_give(memory, made);
        memory_give(memory, room);
        return STATUS_NO_MEMORY;
    }
    *count = 0;
    if (wanted == 0)
        for (uint64_t i = 0; i < source->count; i += every) made[(*count)++] = (uint32_t)i;
    else
        *count = spread(source, wanted, made, room);
    memory_give(memory, room);
    *rows = made;
    return STATUS_OK;
}
