/* Directions from angles, the same bits on every machine: the C library's sine is not. */
#ifndef TAUT_CORE_TURN_H
#define TAUT_CORE_TURN_H

#include "algos/core/point.h"

/* The unit vector at an angle of `turns` (1 is a whole turn, counter-clockwise from the x axis), below 2^50
 * in size: cosine and sine of 2π·turns within one unit of the last place. Quarter turns and eighths are as
 * exact as doubles are: reduction of whole turns rounds nothing. */
Point turn_direction(double turns);

#endif
