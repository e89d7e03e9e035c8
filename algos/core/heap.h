/* A binary heap of any entry type, smallest first (Williams, "Algorithm 232", 1964). Entries are not moved
 * once better known: searches push again and skip what is stale when it comes out.
 *
 * DEFINE_HEAP(Heap, heap, Entry, before) makes the type Heap and the functions heap_push, heap_pop,
 * heap_clear and heap_destroy. `before(const Entry *, const Entry *)` must be a strict total order, so that
 * the order of what comes out does not depend on the layout of the heap. */
#ifndef TAUT_CORE_HEAP_H
#define TAUT_CORE_HEAP_H

#include "algos/core/memory.h"
#include "algos/core/status.h"

#include <assert.h>
#include <stdbool.h>

/* The names may be macros themselves. */
#define DEFINE_HEAP(HEAP, NAME, ENTRY, BEFORE) DEFINE_HEAP_(HEAP, NAME, ENTRY, BEFORE)

#define DEFINE_HEAP_(HEAP, NAME, ENTRY, BEFORE)                                                 \
    typedef struct HEAP {                                                                       \
        ENTRY *entries;                                                                         \
        size_t count, capacity;                                                                 \
        Memory *memory;                                                                         \
    } HEAP;                                                                                     \
                                                                                                \
    static inline void NAME##_clear(HEAP *heap) {                                               \
        heap->count = 0;                                                                        \
    }                                                                                           \
                                                                                                \
    static inline void NAME##_destroy(HEAP *heap) {                                             \
        memory_give(heap->memory, heap->entries);                                               \
        heap->entries = NULL;                                                                   \
        heap->count = heap->capacity = 0;                                                       \
    }                                                                                           \
                                                                                                \
    MUST_CHECK static inline Status NAME##_push(HEAP *heap, ENTRY entry) {                      \
        if (heap->count == heap->capacity) {                                                    \
            size_t capacity = heap->capacity == 0 ? 256 : heap->capacity * 2;                   \
            ENTRY *grown = memory_resize(heap->memory, heap->entries, capacity, sizeof(ENTRY)); \
            if (grown == NULL) return STATUS_NO_MEMORY;                                         \
            heap->entries = grown;                                                              \
            heap->capacity = capacity;                                                          \
        }                                                                                       \
        ENTRY *entries = heap->entries;                                                         \
        size_t at = heap->count++;                                                              \
        while (at > 0) {                                                                        \
            size_t parent = (at - 1) / 2;                                                       \
            if (!BEFORE(&entry, &entries[parent])) break;                                       \
            entries[at] = entries[parent];                                                      \
            at = parent;                                                                        \
        }                                                                                       \
        entries[at] = entry;                                                                    \
        return STATUS_OK;                                                                       \
    }                                                                                           \
                                                                                                \
    /* The smallest entry; the heap must not be empty. */                                       \
    static inline ENTRY NAME##_pop(HEAP *heap) {                                                \
        assert(heap->count > 0);                                                                \
        ENTRY *entries = heap->entries, top = entries[0];                                       \
        size_t count = --heap->count;                                                           \
        ENTRY last = entries[count];                                                            \
        size_t at = 0;                                                                          \
        for (size_t child = 1; child < count; child = 2 * at + 1) {                             \
            if (child + 1 < count && BEFORE(&entries[child + 1], &entries[child])) child++;     \
            if (!BEFORE(&entries[child], &last)) break;                                         \
            entries[at] = entries[child];                                                       \
            at = child;                                                                         \
        }                                                                                       \
        entries[at] = last;                                                                     \
        return top;                                                                             \
    }                                                                                           \
    typedef HEAP NAME##_heap_type_ /* swallows the semicolon */

#endif
