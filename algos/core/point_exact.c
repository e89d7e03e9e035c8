/* Exact signs by expansions: a number is kept as a sum of doubles that do not overlap, smallest first,
 * without zeros; its sign is that of the last. After Dekker, "A floating-point technique for extending the
 * available precision", 1971, and Shewchuk, 1997 (point.h).
 *
 * Nothing here knows of lattices, but on one of 24 bits differences, products and squares fit one double
 * each, so expansions stay one or two long, and a collinear triple costs some thirty additions more than the
 * filter. The worst in-circle test runs through 1536 terms, about 100 µs. No product underflows or overflows
 * while magnitudes keep to what point.h says. */
#include "algos/core/point_exact.h"

#include <math.h>
#include <string.h>

/* The rounded sum, and what was rounded off. */
static double sum_of(double a, double b, double *rest) {
    double sum = a + b, b_part = sum - a, a_part = sum - b_part;
    *rest = (a - a_part) + (b - b_part);
    return sum;
}

/* The upper 26 bits of a double; the rest fits in 26 with its sign. */
static double upper_half(double a) {
    double scaled = 134217729 * a; /* 2^27 + 1 */
    return scaled - (scaled - a);
}

/* The rounded product, and what was rounded off. No fma: the same bits everywhere. */
static double product_of(double a, double b, double *rest) {
    double product = a * b;
    double a_high = upper_half(a), a_low = a - a_high, b_high = upper_half(b), b_low = b - b_high;
    *rest = a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low);
    return product;
}

/* Writes high + low without zeros; returns how many there are. */
static int pair(double high, double low, double *out) {
    int count = 0;
    if (low != 0) out[count++] = low;
    if (high != 0) out[count++] = high;
    return count;
}

/* sum = a + b: both merged by size, then added up from the smallest. Room for a_count + b_count; `sum` may
 * not be one of the others. */
static int expansion_sum(const double *a, int a_count, const double *b, int b_count, double *sum) {
    int a_at = 0, b_at = 0, count = 0;
    double total = 0;
    while (a_at < a_count || b_at < b_count) {
        bool from_a = b_at == b_count;
        if (a_at < a_count && b_at < b_count) from_a = fabs(a[a_at]) <= fabs(b[b_at]);
        double rest;
        total = sum_of(total, from_a ? a[a_at++] : b[b_at++], &rest);
        if (rest != 0) sum[count++] = rest;
    }
    if (total != 0) sum[count++] = total;
    return count;
}

/* out = a · factor. Room for 2 · a_count. */
static int expansion_scale(const double *a, int a_count, double factor, double *out) {
    int count = 0;
    double total = 0;
    for (int i = 0; i < a_count; i++) {
        double low, rest;
        double high = product_of(a[i], factor, &low);
        total = sum_of(total, low, &rest);
        if (rest != 0) out[count++] = rest;
        total = sum_of(high, total, &rest);
        if (rest != 0) out[count++] = rest;
    }
    if (total != 0) out[count++] = total;
    return count;
}

enum {
    DIFFERENCE = 2, /* terms of a difference of coordinates */
    PRODUCT = 2 * DIFFERENCE * DIFFERENCE,
    SECOND = 2 * PRODUCT,        /* of a cross product or a squared length */
    FOURTH = 2 * SECOND * SECOND /* of a product of two such */
};

/* out = a · b, a of at most SECOND terms; room for 2 · a_count · b_count. */
static int expansion_product(const double *a, int a_count, const double *b, int b_count, double *out) {
    if (a_count == 1 && b_count == 1) {
        double low, high = product_of(a[0], b[0], &low);
        return pair(high, low, out);
    }
    double scaled[2 * SECOND], before[FOURTH];
    int count = 0;
    for (int i = 0; i < b_count; i++) {
        int scaled_count = expansion_scale(a, a_count, b[i], scaled);
        memcpy(before, out, (size_t)count * sizeof *out);
        count = expansion_sum(before, count, scaled, scaled_count, out);
    }
    return count;
}

typedef struct Difference {
    double term[DIFFERENCE];
    int count;
} Difference;

static Difference difference(double a, double b) {
    Difference made;
    double low, high = sum_of(a, -b, &low);
    made.count = pair(high, low, made.term);
    return made;
}

typedef struct Second {
    double term[SECOND];
    int count;
} Second;

static double value_of(const Difference *of) {
    return of->count == 0 ? 0 : of->term[0];
}

/* a · b + sign · c · d where nothing has to be rounded, as on a lattice; false elsewhere. */
static bool second_order_whole(const Difference *a, const Difference *b, double sign, const Difference *c,
                               const Difference *d, double *out) {
    if (a->count > 1 || b->count > 1 || c->count > 1 || d->count > 1) return false;
    double one_rest, other_rest, rest;
    double one = product_of(value_of(a), value_of(b), &one_rest);
    double other = product_of(value_of(c), value_of(d), &other_rest);
    *out = sum_of(one, sign * other, &rest);
    return one_rest == 0 && other_rest == 0 && rest == 0;
}

/* a · b + sign · c · d */
static Second second_order(const Difference *a, const Difference *b, double sign, const Difference *c,
                           const Difference *d) {
    Second made;
    made.count = 1;
    if (second_order_whole(a, b, sign, c, d, &made.term[0])) {
        made.count = made.term[0] != 0;
        return made;
    }
    double one[PRODUCT], other[PRODUCT];
    int one_count = expansion_product(a->term, a->count, b->term, b->count, one);
    int other_count = expansion_product(c->term, c->count, d->term, d->count, other);
    for (int i = 0; i < other_count; i++) other[i] *= sign;
    made.count = expansion_sum(one, one_count, other, other_count, made.term);
    return made;
}

static int sign_of(const double *term, int count) {
    return count == 0 ? 0 : term[count - 1] > 0 ? 1 : -1;
}

int orientation_exact(Point a, Point b, Point c) {
    Difference ax = difference(a.x, c.x), ay = difference(a.y, c.y);
    Difference bx = difference(b.x, c.x), by = difference(b.y, c.y);
    double whole;
    if (second_order_whole(&ax, &by, -1, &ay, &bx, &whole)) return (whole > 0) - (whole < 0);
    Second cross = second_order(&ax, &by, -1, &ay, &bx);
    return sign_of(cross.term, cross.count);
}

int in_circle_exact(Point a, Point b, Point c, Point d) {
    const Point corner[3] = {a, b, c};
    Difference x[3], y[3];
    for (int i = 0; i < 3; i++) {
        x[i] = difference(corner[i].x, d.x);
        y[i] = difference(corner[i].y, d.y);
    }
    double total[3 * FOURTH], before[2 * FOURTH], part[FOURTH];
    int count = 0;
    for (int i = 0; i < 3; i++) {
        int next = (i + 1) % 3, last = (i + 2) % 3;
        Second lift = second_order(&x[i], &x[i], 1, &y[i], &y[i]);
        Second cross = second_order(&x[next], &y[last], -1, &x[last], &y[next]);
        int part_count = expansion_product(lift.term, lift.count, cross.term, cross.count, part);
        memcpy(before, total, (size_t)count * sizeof *total);
        count = expansion_sum(before, count, part, part_count, total);
    }
    return sign_of(total, count);
}
