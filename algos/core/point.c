#include "algos/core/point.h"

#include "algos/core/point_exact.h"

#include <float.h>
#include <math.h>

/* The error bounds count roundings to 53 bits; wider intermediate results would break the expansions. */
_Static_assert(FLT_EVAL_METHOD == 0, "doubles must be computed as doubles");

#define HALF_ULP (DBL_EPSILON / 2)

/* Shewchuk's bounds of the first stage: what the determinant as computed may be away from the true one, as a
 * share of the sum of its terms' sizes. */
#define ORIENTATION_SHARE ((3 + 16 * HALF_ULP) * HALF_ULP)
#define IN_CIRCLE_SHARE   ((10 + 96 * HALF_ULP) * HALF_ULP)

static int sign_of(double value) {
    return (value > 0) - (value < 0);
}

int point_orientation(Point a, Point b, Point c) {
    double left = (a.x - c.x) * (b.y - c.y), right = (a.y - c.y) * (b.x - c.x);
    double determinant = left - right;
    double bound = ORIENTATION_SHARE * (fabs(left) + fabs(right));
    if (determinant > bound || -determinant > bound) return sign_of(determinant);
    return orientation_exact(a, b, c);
}

int point_in_circle(Point a, Point b, Point c, Point d) {
    double ax = a.x - d.x, ay = a.y - d.y, bx = b.x - d.x, by = b.y - d.y, cx = c.x - d.x, cy = c.y - d.y;
    double a_lift = ax * ax + ay * ay, b_lift = bx * bx + by * by, c_lift = cx * cx + cy * cy;
    double determinant =
        a_lift * (bx * cy - cx * by) + b_lift * (cx * ay - ax * cy) + c_lift * (ax * by - bx * ay);
    double size = a_lift * (fabs(bx * cy) + fabs(cx * by)) + b_lift * (fabs(cx * ay) + fabs(ax * cy)) +
                  c_lift * (fabs(ax * by) + fabs(bx * ay));
    double bound = IN_CIRCLE_SHARE * size;
    if (determinant > bound || -determinant > bound) return sign_of(determinant);
    return in_circle_exact(a, b, c, d);
}

bool point_between(Point a, Point b, Point c) {
    bool across = a.x <= b.x ? a.x <= c.x && c.x <= b.x : b.x <= c.x && c.x <= a.x;
    bool along = a.y <= b.y ? a.y <= c.y && c.y <= b.y : b.y <= c.y && c.y <= a.y;
    return across && along;
}

/* Order along a line: by x, then y. */
static bool is_before(Point a, Point b) {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

/* Of segments on one line: what is shared of their intervals. */
static Meeting meet_in_line(Point a, Point b, Point c, Point d) {
    Point low = is_before(a, b) ? a : b, high = is_before(a, b) ? b : a;
    Point other_low = is_before(c, d) ? c : d, other_high = is_before(c, d) ? d : c;
    if (is_before(low, other_low)) low = other_low;
    if (is_before(other_high, high)) high = other_high;
    if (is_before(low, high)) return MEETING_OVERLAP;
    return point_equal(low, high) ? MEETING_TOUCH : MEETING_NONE;
}

Meeting segments_meet(Point a, Point b, Point c, Point d) {
    int c_side = point_orientation(a, b, c), d_side = point_orientation(a, b, d);
    if (c_side * d_side > 0) return MEETING_NONE;
    int a_side = point_orientation(c, d, a), b_side = point_orientation(c, d, b);
    if (a_side * b_side > 0) return MEETING_NONE;
    if (c_side * d_side < 0 && a_side * b_side < 0) return MEETING_CROSS;
    if (c_side == 0 && d_side == 0 && a_side == 0 && b_side == 0) return meet_in_line(a, b, c, d);
    bool touch = (c_side == 0 && point_between(a, b, c)) || (d_side == 0 && point_between(a, b, d)) ||
                 (a_side == 0 && point_between(c, d, a)) || (b_side == 0 && point_between(c, d, b));
    return touch ? MEETING_TOUCH : MEETING_NONE;
}

/* What is left of the direction backwards comes first, then what goes straight on, then what is right. */
bool point_turns_before(Point at, Point back, Point a, Point b) {
    int a_side = point_orientation(at, back, a), b_side = point_orientation(at, back, b);
    if (a_side != b_side) return a_side > b_side;
    return a_side != 0 && point_orientation(at, a, b) > 0;
}

Point point_nearest(Point a, Point b, Point p) {
    double x = b.x - a.x, y = b.y - a.y;
    double along = (p.x - a.x) * x + (p.y - a.y) * y, whole = x * x + y * y;
    if (along <= 0) return a;
    if (along >= whole) return b;
    return (Point){a.x + along / whole * x, a.y + along / whole * y};
}

double point_distance(Point a, Point b) {
    double x = a.x - b.x, y = a.y - b.y;
    return sqrt(x * x + y * y);
}

void points_reverse(Point *points, uint64_t count) {
    for (uint64_t i = 0, j = count; i + 1 < j; i++) {
        Point swapped = points[--j];
        points[j] = points[i];
        points[i] = swapped;
    }
}
