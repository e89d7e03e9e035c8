/* Counted memory. Whoever creates something takes a Memory and frees into the same one, so that an index's
 * size is what its Memory holds, a test can end at zero live bytes, and every allocation can be failed in
 * turn. One Memory belongs to one thread. */
#ifndef TAUT_CORE_MEMORY_H
#define TAUT_CORE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* Where the bytes come from. `resize(context, NULL, 0, n)` allocates n bytes, `resize(context, p, n, 0)`
 * frees, otherwise it moves. Returns NULL when it cannot (never when new_size is 0: the result is ignored).
 */
typedef struct MemorySource {
    void *(*resize)(void *context, void *old, size_t old_size, size_t new_size);
    void *(*zeroed)(void *context, size_t size); /* fresh zeroed bytes; the system gives untouched pages */
    void *context;
} MemorySource;

typedef struct Memory {
    MemorySource source;
    size_t live;          /* bytes handed out and not freed, without the counting headers */
    size_t peak;          /* largest `live` so far */
    uint64_t allocations; /* calls so far that asked for bytes */
    uint64_t fail_at;     /* when not 0, the fail_at-th of those calls fails, and all after it */
    size_t limit;         /* when not 0, an allocation that would bring `live` above it fails */
} Memory;

/* A Memory with nothing live. */
Memory memory_from(MemorySource source);

/* Room for `count` objects of `size` bytes, aligned to 16; uninitialised. NULL when refused or when the
 * product overflows. A product of 0 gives a valid pointer. */
void *memory_take(Memory *memory, size_t count, size_t size);

/* The same, all bytes zero. Costs O(1) for large sizes where the source maps fresh pages. */
void *memory_take_zeroed(Memory *memory, size_t count, size_t size);

/* Grows or shrinks `old` (from the same Memory, or NULL) to `count` objects. On NULL `old` stays valid. */
void *memory_resize(Memory *memory, void *old, size_t count, size_t size);

/* Gives back. NULL is allowed. */
void memory_give(Memory *memory, void *pointer);

/* Bytes that lie elsewhere, such as in another program, count as live from here on; and no longer. */
void memory_count(Memory *memory, size_t bytes);
void memory_uncount(Memory *memory, size_t bytes);

#endif
