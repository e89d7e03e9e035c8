#include "algos/core/rng.h"

#include <assert.h>

static uint64_t rotated(uint64_t value, int by) {
    return (value << by) | (value >> (64 - by));
}

Rng rng_from(uint64_t seed) {
    Rng rng;
    for (int i = 0; i < 4; i++) {
        seed += 0x9e3779b97f4a7c15u;
        uint64_t z = seed;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        rng.state[i] = z ^ (z >> 31);
    }
    return rng;
}

uint64_t rng_next(Rng *rng) {
    uint64_t *s = rng->state, result = rotated(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotated(s[3], 45);
    return result;
}

uint32_t rng_below(Rng *rng, uint32_t bound) {
    assert(bound != 0);
    /* Lemire, "Fast random integer generation in an interval" (2019): redraw the few values that bias. */
    uint32_t threshold = (0u - bound) % bound;
    for (;;) {
        uint64_t product = (rng_next(rng) >> 32) * bound;
        if ((uint32_t)product >= threshold) return (uint32_t)(product >> 32);
    }
}

int32_t rng_between(Rng *rng, int32_t low, int32_t high) {
    assert(low <= high);
    uint32_t span = (uint32_t)high - (uint32_t)low;
    if (span == UINT32_MAX) return (int32_t)(uint32_t)rng_next(rng);
    return (int32_t)((uint32_t)low + rng_below(rng, span + 1));
}

double rng_unit(Rng *rng) {
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

void rng_shuffle(Rng *rng, uint32_t *items, uint32_t count) {
    for (uint32_t left = count; left > 1; left--) {
        uint32_t pick = rng_below(rng, left), last = items[left - 1];
        items[left - 1] = items[pick];
        items[pick] = last;
    }
}
