/* The exact sign of a sum of square roots of whole numbers, each with a sign.
 *
 * Equal sums are found without factoring: √m and √n are rational multiples of one another exactly when m/g
 * and n/g are squares, g being their greatest common divisor; and roots of different square-free numbers
 * are linearly independent over the rationals (Besicovitch, "On the linear independence of fractional powers
 * of integers", 1940), so a sum is 0 only when each class of such multiples adds up to 0. What is not 0 is
 * decided by growing precision. */
#ifndef TAUT_CORE_ROOTS_H
#define TAUT_CORE_ROOTS_H

#include <stdbool.h>
#include <stdint.h>

/* The terms, made when asked for, so that no list of them need be kept: each call is O(1). */
typedef struct Roots {
    /* The number under the i-th root, below 2^63; sets its sign to 1 or -1. */
    uint64_t (*term)(const void *context, uint64_t i, int *sign);
    const void *context;
    uint64_t count; /* below 2^31 */
} Roots;

/* The sign of the sum: -1, 0 or 1. O(count²) cheap tests, then O(count · bits²) bit operations. Sets
 * *decided to false, and returns 0, only when a sum that is not 0 is still not told from it at 16384 bits:
 * that cannot happen with up to nine different square-free parts (each conjugate of the sum is below 2^62
 * here, and their product is a whole number), and no such sum is known with more. */
int roots_sign(const Roots *roots, bool *decided);

#endif
