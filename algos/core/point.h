/* Points of the plane and exact decisions about them.
 *
 * Coordinates are doubles. On a map's lattice (integers below 2^24 times a power of two) a determinant of
 * differences is exact as it stands; elsewhere the sign is decided by an error bound first and by expansions
 * when that does not suffice (Shewchuk, "Adaptive precision floating-point arithmetic and fast robust
 * geometric predicates", 1997). Magnitudes must lie between 2^-140 and 2^140 or be 0: readers see to it. */
#ifndef TAUT_CORE_POINT_H
#define TAUT_CORE_POINT_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Point {
    double x, y;
} Point;

static inline bool point_equal(Point a, Point b) {
    return a.x == b.x && a.y == b.y;
}

/* The exact sign of the area of the triangle abc: 1 when c lies left of the line from a to b with y pointing
 * up (counter-clockwise), -1 right of it, 0 on it. */
int point_orientation(Point a, Point b, Point c);

/* The exact sign of the in-circle determinant: 1 when d lies inside the circle through a, b, c (which are
 * counter-clockwise), -1 outside, 0 on it. */
int point_in_circle(Point a, Point b, Point c, Point d);

/* Whether c, known to be on the line through a and b, lies on the closed segment ab. */
bool point_between(Point a, Point b, Point c);

/* How two closed segments meet. */
typedef enum Meeting {
    MEETING_NONE,
    MEETING_CROSS,  /* in one point inside both */
    MEETING_TOUCH,  /* in one point that is an end of at least one */
    MEETING_OVERLAP /* in more than one point */
} Meeting;
Meeting segments_meet(Point a, Point b, Point c, Point d);

/* Whether, going counter-clockwise around `at` from the direction of `back`, that of a comes before that of
 * b. None of them is `at`; a and b do not lie in the direction of `back`. */
bool point_turns_before(Point at, Point back, Point a, Point b);

/* The point of the closed segment ab nearest to p, rounded: it may lie off the segment by that. */
Point point_nearest(Point a, Point b, Point p);

/* Turns the order of a list round. */
void points_reverse(Point *points, uint64_t count);

/* Straight-line distance, rounded: for display and for ordering a search, never for a judgement. */
double point_distance(Point a, Point b);

#endif
