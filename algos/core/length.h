/* Exact grid lengths: straight + diagonal·√2 with integer parts (weighted by terrain where there is any).
 * Under the movement rule `4` the diagonal part is 0. Compared by the exact sign, never by rounding. */
#ifndef TAUT_CORE_LENGTH_H
#define TAUT_CORE_LENGTH_H

#include <stdint.h>

typedef struct Length {
    int64_t straight, diagonal; /* each below 2^61 in size */
} Length;

/* The exact sign of straight + diagonal·√2: -1, 0 or 1. */
int length_sign(Length length);

/* The exact sign of a - b. */
int length_compare(Length a, Length b);

Length length_sum(Length a, Length b);

/* The nearest double or its neighbour: for display and statistics, never for a decision. */
double length_value(Length length);

#endif
