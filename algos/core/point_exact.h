/* The exact half of the predicates, for when the first bound does not decide: see point.h. */
#ifndef TAUT_CORE_POINT_EXACT_H
#define TAUT_CORE_POINT_EXACT_H

#include "algos/core/point.h"

int orientation_exact(Point a, Point b, Point c);
int in_circle_exact(Point a, Point b, Point c, Point d);

#endif
