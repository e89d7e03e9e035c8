/* A queue of cells in buckets of f (Dial, "Algorithm 360", 1969, with buckets wider than one): a ring of 64
 * stacks and one bit for each that is not empty. What comes out is of the lowest bucket, but within it in any
 * order, so a search must take a cell again when a shorter way to it turns up.
 *
 * It holds entries whose f lie no further apart than the span it was made for: that of one step, since f
 * never falls below the lowest bucket's under a consistent bound. */
#ifndef TAUT_GRID_BUCKETS_H
#define TAUT_GRID_BUCKETS_H

#include "algos/core/memory.h"
#include "algos/core/status.h"

#include <assert.h>
#include <stdbool.h>

enum { BUCKET_COUNT = 64 };

typedef struct BucketEntry {
    uint64_t g;
    uint32_t place;
} BucketEntry;

typedef struct Bucket {
    BucketEntry *entries;
    uint32_t count, capacity;
} Bucket;

typedef struct Buckets {
    Bucket ring[BUCKET_COUNT];
    uint64_t filled; /* a bit for each bucket of the ring that is not empty */
    uint64_t lowest; /* number of the bucket that none with entries is below: f >> shift */
    uint32_t shift;
    Memory *memory;
} Buckets;

/* An empty queue for entries that never lie further than `span` apart. Zeroed memory but for that. */
static inline void buckets_init(Buckets *buckets, uint64_t span, Memory *memory) {
    *buckets = (Buckets){.memory = memory};
    while (span >> buckets->shift >= BUCKET_COUNT - 2) buckets->shift++;
}

static inline void buckets_destroy(Buckets *buckets) {
    for (int i = 0; i < BUCKET_COUNT; i++) memory_give(buckets->memory, buckets->ring[i].entries);
}

/* Empties it; no entry that follows is below f. */
static inline void buckets_start(Buckets *buckets, uint64_t f) {
    for (; buckets->filled != 0; buckets->filled &= buckets->filled - 1)
        buckets->ring[__builtin_ctzll(buckets->filled)].count = 0;
    buckets->lowest = f >> buckets->shift;
}

MUST_CHECK static inline Status buckets_push(Buckets *buckets, uint64_t f, BucketEntry entry) {
    uint64_t number = f >> buckets->shift;
    assert(number >= buckets->lowest && number - buckets->lowest < BUCKET_COUNT);
    Bucket *bucket = &buckets->ring[number % BUCKET_COUNT];
    if (bucket->count == bucket->capacity) {
        uint32_t capacity = bucket->capacity == 0 ? 64 : bucket->capacity * 2;
        BucketEntry *grown = memory_resize(buckets->memory, bucket->entries, capacity, sizeof *grown);
        if (grown == NULL) return STATUS_NO_MEMORY;
        bucket->entries = grown;
        bucket->capacity = capacity;
    }
    bucket->entries[bucket->count++] = entry;
    buckets->filled |= UINT64_C(1) << number % BUCKET_COUNT;
    return STATUS_OK;
}

/* Whether there is an entry; then `bound` is what no entry's f is below. */
static inline bool buckets_bound(Buckets *buckets, uint64_t *bound) {
    if (buckets->filled == 0) return false;
    uint32_t turn = (uint32_t)(buckets->lowest % BUCKET_COUNT);
    uint64_t from_lowest = buckets->filled >> turn | buckets->filled << 1 << (63 - turn);
    buckets->lowest += (uint64_t)__builtin_ctzll(from_lowest);
    *bound = buckets->lowest << buckets->shift;
    return true;
}

/* Takes the entry that came last into the lowest bucket; call buckets_bound before each. */
static inline BucketEntry buckets_pop(Buckets *buckets) {
    Bucket *bucket = &buckets->ring[buckets->lowest % BUCKET_COUNT];
    assert(bucket->count > 0);
    if (--bucket->count == 0) buckets->filled &= ~(UINT64_C(1) << buckets->lowest % BUCKET_COUNT);
    return bucket->entries[bucket->count];
}

#endif
