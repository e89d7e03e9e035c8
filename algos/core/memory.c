#include "algos/core/memory.h"

/* A header in front of each block remembers its size; 16 bytes keep the alignment. */
typedef struct Header {
    _Alignas(16) size_t size;
} Header;

Memory memory_from(MemorySource source) {
    return (Memory){.source = source};
}

/* Whether `bytes` more (in place of `replaced`) may be handed out; sets the size of the whole block. */
static int allowed(Memory *memory, size_t count, size_t size, size_t replaced, size_t *bytes, size_t *block) {
    memory->allocations++;
    if (memory->fail_at != 0 && memory->allocations >= memory->fail_at) return 0;
    if (size != 0 && count > (SIZE_MAX - sizeof(Header)) / size) return 0;
    *bytes = count * size;
    *block = *bytes + sizeof(Header);
    if (memory->limit != 0 && *bytes > replaced && memory->live - replaced + *bytes > memory->limit) return 0;
    return 1;
}

void memory_count(Memory *memory, size_t bytes) {
    memory->live += bytes;
    if (memory->live > memory->peak) memory->peak = memory->live;
}

void memory_uncount(Memory *memory, size_t bytes) {
    memory->live -= bytes;
}

static void *hand_out(Memory *memory, Header *header, size_t bytes) {
    if (header == NULL) return NULL;
    header->size = bytes;
    memory_count(memory, bytes);
    return header + 1;
}

void *memory_take(Memory *memory, size_t count, size_t size) {
    size_t bytes, block;
    if (!allowed(memory, count, size, 0, &bytes, &block)) return NULL;
    return hand_out(memory, memory->source.resize(memory->source.context, NULL, 0, block), bytes);
}

void *memory_take_zeroed(Memory *memory, size_t count, size_t size) {
    size_t bytes, block;
    if (!allowed(memory, count, size, 0, &bytes, &block)) return NULL;
    return hand_out(memory, memory->source.zeroed(memory->source.context, block), bytes);
}

void *memory_resize(Memory *memory, void *old, size_t count, size_t size) {
    if (old == NULL) return memory_take(memory, count, size);
    Header *header = (Header *)old - 1;
    size_t before = header->size, bytes, block;
    if (!allowed(memory, count, size, before, &bytes, &block)) return NULL;
    Header *moved = memory->source.resize(memory->source.context, header, before + sizeof(Header), block);
    if (moved == NULL) return NULL;
    memory->live -= before;
    return hand_out(memory, moved, bytes);
}

void memory_give(Memory *memory, void *pointer) {
    if (pointer == NULL) return;
    Header *header = (Header *)pointer - 1;
    memory->live -= header->size;
    memory->source.resize(memory->source.context, header, header->size + sizeof(Header), 0);
}
