#include "harness/system_memory.h"

#include <stdlib.h>

static void *system_resize(void *context, void *old, size_t old_size, size_t new_size) {
    (void)context, (void)old_size;
    if (new_size != 0) return realloc(old, new_size);
    free(old);
    return NULL;
}

static void *system_zeroed(void *context, size_t size) {
    (void)context;
    return calloc(1, size);
}

Memory system_memory(void) {
    return memory_from((MemorySource){system_resize, system_zeroed, NULL});
}
