/* Points of a map's lattice (coordinates that are integers below 2^24 in size times a power of two) as whole
 * numbers, and the decision that is too long for doubles. */
#ifndef TAUT_CORE_LATTICE_H
#define TAUT_CORE_LATTICE_H

#include "algos/core/point.h"

#include <stdint.h>

typedef struct LatticePoint {
    int32_t x, y; /* below 2^24 in size */
} LatticePoint;

/* 2^exponent, of -1022 .. 1023. */
double power_of_two(int exponent);

/* `per_unit` is 2^-lattice of the map. */
static inline LatticePoint lattice_point(Point point, double per_unit) {
    return (LatticePoint){(int32_t)(point.x * per_unit), (int32_t)(point.y * per_unit)};
}

/* As point_in_circle, with no case that takes longer: differences are below 2^25, squared distances at most
 * 2^51, areas below 2^51, and the sum of three products of these fits 128 bits with twenty to spare. */
int lattice_in_circle(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d);

#endif
