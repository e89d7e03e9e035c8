#include "algos/core/euclid.h"

#include "algos/core/roots.h"

#include <math.h>
#include <string.h>

/* ---- doubled doubles: hi + lo, |lo| at most half a unit in the last place of hi ---- */

typedef struct Pair {
    double hi, lo;
} Pair;

static Pair exact_sum(double a, double b) {
    double sum = a + b, of_b = sum - a;
    return (Pair){sum, (a - (sum - of_b)) + (b - of_b)};
}

static Pair exact_square(double a) {
    double scaled = 134217729.0 * a; /* 2^27 + 1: splits into halves whose products are exact */
    double high = scaled - (scaled - a), low = a - high, square = a * a;
    return (Pair){square, ((high * high - square) + 2.0 * high * low) + low * low};
}

static Pair pair_sum(Pair a, Pair b) {
    Pair high = exact_sum(a.hi, b.hi), low = exact_sum(a.lo, b.lo);
    high = exact_sum(high.hi, high.lo + low.hi);
    return exact_sum(high.hi, high.lo + low.lo);
}

static Pair pair_square(Pair a) {
    Pair square = exact_square(a.hi);
    return exact_sum(square.hi, square.lo + 2.0 * a.hi * a.lo);
}

/* One step of Newton from the rounded root: 104 bits or so. */
static Pair pair_root(Pair a) {
    if (a.hi <= 0) return (Pair){0, 0};
    double root = sqrt(a.hi);
    Pair square = exact_square(root);
    double rest = ((a.hi - square.hi) - square.lo) + a.lo;
    return exact_sum(root, rest / (2.0 * root));
}

/* ---- the three attempts ---- */

static double length_rounded(const Links *links, const Point *points, uint64_t count) {
    double sum = 0;
    for (uint64_t i = 1; i < count; i++) {
        const Link *link = links_find(links, points[i - 1], points[i]);
        double x = points[i].x - points[i - 1].x, y = points[i].y - points[i - 1].y;
        sum += link != NULL ? link->cost : sqrt(x * x + y * y);
    }
    return sum;
}

static Pair length_pair(const Links *links, const Point *points, uint64_t count) {
    Pair sum = {0, 0};
    for (uint64_t i = 1; i < count; i++) {
        const Link *link = links_find(links, points[i - 1], points[i]);
        Pair x = pair_square(exact_sum(points[i].x, -points[i - 1].x));
        Pair y = pair_square(exact_sum(points[i].y, -points[i - 1].y));
        sum = pair_sum(sum, link != NULL ? (Pair){link->cost, 0} : pair_root(pair_sum(x, y)));
    }
    return sum;
}

typedef struct Chains {
    const Links *links;
    const Point *a, *b;
    uint64_t a_steps, b_steps;
    double scale; /* makes every difference of coordinates whole */
} Chains;

/* A link is a step of its cost along x. */
static void step(const Chains *chains, uint64_t i, Pair *x, Pair *y, int *sign) {
    const Point *from = i < chains->a_steps ? &chains->a[i] : &chains->b[i - chains->a_steps];
    const Link *link = links_find(chains->links, from[0], from[1]);
    *sign = i < chains->a_steps ? 1 : -1;
    *x = link != NULL ? (Pair){link->cost, 0} : exact_sum(from[1].x, -from[0].x);
    *y = link != NULL ? (Pair){0, 0} : exact_sum(from[1].y, -from[0].y);
}

static uint64_t squared_step(const void *context, uint64_t i, int *sign) {
    const Chains *chains = context;
    Pair x, y;
    step(chains, i, &x, &y, sign);
    int64_t whole_x = (int64_t)(x.hi * chains->scale), whole_y = (int64_t)(y.hi * chains->scale);
    return (uint64_t)(whole_x * whole_x) + (uint64_t)(whole_y * whole_y);
}

/* Exponents of the highest and the lowest bit of a double that is not 0, into the range given. */
static void widen(double value, int *low, int *high) {
    if (value == 0) return;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int exponent = (int)(bits >> 52 & 2047) - 1023;
    uint64_t mantissa = (bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52;
    int lowest = exponent - 52 + __builtin_ctzll(mantissa);
    if (lowest < *low) *low = lowest;
    if (exponent > *high) *high = exponent;
}

/* Finds the scale; false when some difference would need 31 bits or more: then these are no lattice points.
 */
static bool on_lattice(Chains *chains) {
    int low = 1000, high = -1000, sign;
    for (uint64_t i = 0; i < chains->a_steps + chains->b_steps; i++) {
        Pair x, y;
        step(chains, i, &x, &y, &sign);
        if (x.lo != 0 || y.lo != 0) return false;
        widen(x.hi, &low, &high);
        widen(y.hi, &low, &high);
    }
    if (high - low > 29) return false;
    if (high < low) low = 0; /* every step is empty */
    uint64_t bits = (uint64_t)(1023 - low) << 52;
    memcpy(&chains->scale, &bits, sizeof bits);
    return true;
}

int euclid_compare_linked(const Links *links, const Point *a, uint64_t a_count, const Point *b,
                          uint64_t b_count, bool *exact) {
    *exact = true;
    /* What both begin or end with says nothing. */
    while (a_count > 1 && b_count > 1 && point_equal(a[0], b[0]) && point_equal(a[1], b[1])) {
        a++, b++;
        a_count--, b_count--;
    }
    while (a_count > 1 && b_count > 1 && point_equal(a[a_count - 1], b[b_count - 1]) &&
           point_equal(a[a_count - 2], b[b_count - 2])) {
        a_count--, b_count--;
    }
    double a_length = length_rounded(links, a, a_count), b_length = length_rounded(links, b, b_count);
    /* A segment's root is right to 3 units of 2^-53, and each addition adds one. */
    double terms = (double)(a_count + b_count), error = (terms + 8.0) * 0x1p-53 * (a_length + b_length);
    if (a_length - b_length > error) return 1;
    if (b_length - a_length > error) return -1;

    Pair a_pair = length_pair(links, a, a_count), b_pair = length_pair(links, b, b_count);
    Pair difference = pair_sum(a_pair, (Pair){-b_pair.hi, -b_pair.lo});
    /* Every operation above is right to 2^-102 of its result, and all terms are positive. */
    error = (terms + 16.0) * 0x1p-100 * (a_length + b_length);
    if (difference.hi > error) return 1;
    if (difference.hi < -error) return -1;

    Chains chains = {links, a, b, a_count < 2 ? 0 : a_count - 1, b_count < 2 ? 0 : b_count - 1, 1.0};
    if (!on_lattice(&chains)) {
        *exact = false;
        return 0;
    }
    Roots roots = {squared_step, &chains, chains.a_steps + chains.b_steps};
    return roots_sign(&roots, exact);
}

int euclid_compare_exact(const Point *a, uint64_t a_count, const Point *b, uint64_t b_count, bool *exact) {
    return euclid_compare_linked(NULL, a, a_count, b, b_count, exact);
}

int euclid_compare(const Point *a, uint64_t a_count, const Point *b, uint64_t b_count) {
    bool exact;
    return euclid_compare_exact(a, a_count, b, b_count, &exact);
}
