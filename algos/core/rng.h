/* A seeded stream of random numbers, the same on every machine: xoshiro256** (Blackman and Vigna, "Scrambled
 * linear pseudorandom number generators", 2021) seeded by splitmix64. */
#ifndef TAUT_CORE_RNG_H
#define TAUT_CORE_RNG_H

#include <stdint.h>

typedef struct Rng {
    uint64_t state[4];
} Rng;

/* The stream of `seed`. */
Rng rng_from(uint64_t seed);

/* The next 64 uniform bits. */
uint64_t rng_next(Rng *rng);

/* Uniform in 0 .. bound - 1 without bias; bound must not be 0. */
uint32_t rng_below(Rng *rng, uint32_t bound);

/* Uniform in low .. high, both included; low <= high. */
int32_t rng_between(Rng *rng, int32_t low, int32_t high);

/* Uniform in [0, 1): a multiple of 2^-53. */
double rng_unit(Rng *rng);

/* Puts `count` indices into a uniformly random order. */
void rng_shuffle(Rng *rng, uint32_t *items, uint32_t count);

#endif
