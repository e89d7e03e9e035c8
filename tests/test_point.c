/* Exact predicates, judged by GMP's integers: all coordinates are dyadic, so a power of two makes them whole.
 */
#include "tests/support.h"

#include "algos/core/point.h"
#include "algos/core/rng.h"

#include <gmp.h>
#include <math.h>

enum { SCALE = 200 }; /* coordinates times 2^SCALE are whole */

typedef struct Whole {
    mpz_t x, y;
} Whole;

static void whole_set(Whole *whole, Point point) {
    mpz_init_set_d(whole->x, ldexp(point.x, SCALE));
    mpz_init_set_d(whole->y, ldexp(point.y, SCALE));
}

static void whole_clear(Whole *whole) {
    mpz_clear(whole->x);
    mpz_clear(whole->y);
}

static void whole_less(Whole *whole, const Whole *by) {
    mpz_sub(whole->x, whole->x, by->x);
    mpz_sub(whole->y, whole->y, by->y);
}

/* out = a × b */
static void cross(mpz_t out, const Whole *a, const Whole *b) {
    mpz_mul(out, a->x, b->y);
    mpz_submul(out, a->y, b->x);
}

static int judged_orientation(Point a, Point b, Point c) {
    Whole one, other, base;
    mpz_t determinant;
    whole_set(&one, b);
    whole_set(&other, c);
    whole_set(&base, a);
    mpz_init(determinant);
    whole_less(&one, &base);
    whole_less(&other, &base);
    cross(determinant, &one, &other);
    int sign = mpz_sgn(determinant);
    mpz_clear(determinant);
    whole_clear(&one);
    whole_clear(&other);
    whole_clear(&base);
    return sign;
}

static int judged_in_circle(Point a, Point b, Point c, Point d) {
    Whole corner[3], base;
    mpz_t determinant, lift, part;
    mpz_inits(determinant, lift, part, NULL);
    whole_set(&base, d);
    whole_set(&corner[0], a);
    whole_set(&corner[1], b);
    whole_set(&corner[2], c);
    for (int i = 0; i < 3; i++) whole_less(&corner[i], &base);
    for (int i = 0; i < 3; i++) {
        mpz_mul(lift, corner[i].x, corner[i].x);
        mpz_addmul(lift, corner[i].y, corner[i].y);
        cross(part, &corner[(i + 1) % 3], &corner[(i + 2) % 3]);
        mpz_addmul(determinant, lift, part);
    }
    int sign = mpz_sgn(determinant);
    mpz_clears(determinant, lift, part, NULL);
    for (int i = 0; i < 3; i++) whole_clear(&corner[i]);
    whole_clear(&base);
    return sign;
}

static int sign_of(double value) {
    return (value > 0) - (value < 0);
}

static int naive_orientation(Point a, Point b, Point c) {
    return sign_of((a.x - c.x) * (b.y - c.y) - (a.y - c.y) * (b.x - c.x));
}

/* Kettner, Mehlhorn, Pion, Schirra, Yap, "Classroom examples of robustness problems in geometric
 * computations", 2008: a grid of the finest steps around (0.5, 0.5), against a line through two points. Each
 * of the three corners may come last; all turns of a triangle have one sign. */
static void grid_around_a_line(void **state) {
    (void)state;
    static const Point lines[][2] = {
        {{12, 12}, {24, 24}},
        {{17.300000000000001, 17.300000000000001}, {24.00000000000005, 24.0000000000000517765}},
        {{-12, -12}, {24, 24}},
    };
    uint32_t naive_wrong = 0;
    for (size_t line = 0; line < sizeof lines / sizeof *lines; line++) {
        Point q = lines[line][0], r = lines[line][1];
        uint32_t wrong = 0;
        for (int i = 0; i < 256; i++) {
            for (int j = 0; j < 256; j++) {
                Point p = {0.5 + ldexp(i, -53), 0.5 + ldexp(j, -53)};
                int expected = judged_orientation(p, q, r);
                naive_wrong += line == 0 && naive_orientation(p, q, r) != expected;
                wrong += point_orientation(p, q, r) != expected || point_orientation(q, r, p) != expected ||
                         point_orientation(r, p, q) != expected || point_orientation(q, p, r) != -expected;
            }
        }
        assert_int_equal(wrong, 0);
    }
    print_message("# naive orientation is wrong on %u of 65536 points, ours on 0\n", naive_wrong);
    assert_int_equal(naive_wrong, 11492);
}

/* Points on a circle of radius 65 (and of 65 · 2^40 moved off by one step), where cocircular ones are many.
 */
static void circle_of_whole_points(void **state) {
    (void)state;
    Point ring[128];
    uint32_t count = 0, on = 0;
    for (int y = -65; y <= 65; y++)
        for (int x = -65; x <= 65; x++)
            if (x * x + y * y == 65 * 65) ring[count++] = (Point){x, y};
    assert_int_equal(count, 36);
    Rng rng = rng_from(3);
    for (uint32_t trial = 0; trial < trials(20000); trial++) {
        double scale = ldexp(1, (int)rng_below(&rng, 3) * 20 - 20);
        Point corner[4];
        for (int i = 0; i < 4; i++) {
            corner[i] = ring[rng_below(&rng, count)];
            corner[i] = (Point){corner[i].x * scale, corner[i].y * scale};
            if (i == 3 && trial % 2 == 0) corner[i].x = nextafter(corner[i].x, trial % 4 == 0 ? 1e9 : -1e9);
        }
        if (point_orientation(corner[0], corner[1], corner[2]) <= 0) continue;
        int expected = judged_in_circle(corner[0], corner[1], corner[2], corner[3]);
        on += expected == 0;
        assert_int_equal(point_in_circle(corner[0], corner[1], corner[2], corner[3]), expected);
    }
    assert_true(on > 1000);
}

/* Around a cocircular fourth point, on the finest grid: the in-circle likeness of the test above. */
static void grid_around_a_circle(void **state) {
    (void)state;
    const Point a = {0.5, 12.5}, b = {-11.5, 0.5}, c = {0.5, -11.5};
    uint32_t wrong = 0, on = 0;
    for (int i = -64; i < 64; i++) {
        for (int j = -64; j < 64; j++) {
            Point d = {12.5 + ldexp(i, -49), 0.5 + ldexp(j, -53)};
            int expected = judged_in_circle(a, b, c, d);
            on += expected == 0;
            wrong += point_in_circle(a, b, c, d) != expected || point_in_circle(b, c, a, d) != expected ||
                     point_in_circle(a, c, b, d) != -expected;
        }
    }
    assert_int_equal(wrong, 0);
    assert_int_equal(on, 1);
}

/* A coordinate of any size that point.h allows and GMP takes here, small integers and near-equal ones among
 * them. */
static double drawn(Rng *rng, double near) {
    switch (rng_below(rng, 5)) {
    case 0:
        return rng_between(rng, -4, 4);
    case 1:
        return near;
    case 2:
        return near == 0 ? 0 : nextafter(near, rng_below(rng, 2) == 0 ? 1e30 : -1e30);
    case 3:
        return ldexp(rng_between(rng, -(1 << 23), 1 << 23), (int)rng_below(rng, 60) - 60);
    default: {
        double whole = (double)(rng_next(rng) >> 11);
        return ldexp(rng_below(rng, 2) == 0 ? whole : -whole, (int)rng_below(rng, 120) - 120);
    }
    }
}

static void random_points(void **state) {
    (void)state;
    Rng rng = rng_from(11);
    uint32_t flat = 0, round = 0;
    for (uint32_t trial = 0; trial < trials(200000); trial++) {
        Point p[4] = {{drawn(&rng, 1), drawn(&rng, 1)}};
        for (int i = 1; i < 4; i++) p[i] = (Point){drawn(&rng, p[i - 1].x), drawn(&rng, p[i - 1].y)};
        int expected = judged_orientation(p[0], p[1], p[2]);
        flat += expected == 0;
        assert_int_equal(point_orientation(p[0], p[1], p[2]), expected);
        if (trial % 4 != 0) continue;
        expected = judged_in_circle(p[0], p[1], p[2], p[3]);
        round += expected == 0;
        assert_int_equal(point_in_circle(p[0], p[1], p[2], p[3]), expected);
    }
    assert_true(flat > 100 && round > 100);
}

/* At the ends of the range of magnitudes nothing overflows or underflows. */
static void largest_and_smallest(void **state) {
    (void)state;
    for (int exponent = -140; exponent <= 139; exponent += 279) {
        double unit = ldexp(1, exponent), next = nextafter(unit, 2 * unit);
        assert_int_equal(point_orientation((Point){0, 0}, (Point){unit, unit}, (Point){next, next}), 0);
        assert_int_equal(point_orientation((Point){0, 0}, (Point){unit, unit}, (Point){next, unit}), -1);
        assert_int_equal(point_orientation((Point){unit, next}, (Point){-unit, -unit}, (Point){next, next}),
                         1);
        Point a = {unit, 0}, b = {0, unit}, c = {-unit, 0}, d = {0, -unit};
        assert_int_equal(point_in_circle(a, b, c, d), 0);
        assert_int_equal(point_in_circle(a, b, c, (Point){0, -next}), -1);
        assert_int_equal(point_in_circle((Point){next, 0}, b, c, d), 1);
    }
}

/* How segments meet by another way: the parameters of the common point as fractions. */
static Meeting judged_meeting(Point a, Point b, Point c, Point d) {
    int ux = (int)(b.x - a.x), uy = (int)(b.y - a.y), vx = (int)(d.x - c.x), vy = (int)(d.y - c.y);
    int wx = (int)(c.x - a.x), wy = (int)(c.y - a.y);
    int whole = ux * vy - uy * vx;
    if (whole != 0) { /* a + s·u = c + t·v, s = (w × v) / (u × v), t = (w × u) / (u × v) */
        int s = wx * vy - wy * vx, t = wx * uy - wy * ux;
        if (whole < 0) whole = -whole, s = -s, t = -t;
        if (s < 0 || s > whole || t < 0 || t > whole) return MEETING_NONE;
        return s == 0 || s == whole || t == 0 || t == whole ? MEETING_TOUCH : MEETING_CROSS;
    }
    /* Parallel, or one is a point: count the points of a lattice fine enough to see any shared length. */
    int shared = 0;
    for (int x = 0; x <= 12; x++) {
        for (int y = 0; y <= 12; y++) { /* thirds of the unit */
            int on = 0;
            for (int which = 0; which < 2; which++) {
                Point from = which == 0 ? a : c, to = which == 0 ? b : d;
                int fx = 3 * (int)from.x, fy = 3 * (int)from.y, tx = 3 * (int)to.x, ty = 3 * (int)to.y;
                bool in_line = (tx - fx) * (y - fy) == (ty - fy) * (x - fx);
                bool in_box = x >= (fx < tx ? fx : tx) && x <= (fx > tx ? fx : tx) &&
                              y >= (fy < ty ? fy : ty) && y <= (fy > ty ? fy : ty);
                on += in_line && in_box;
            }
            shared += on == 2;
        }
    }
    return shared == 0 ? MEETING_NONE : shared == 1 ? MEETING_TOUCH : MEETING_OVERLAP;
}

static void segments_on_a_lattice(void **state) {
    (void)state;
    uint32_t tally[4] = {0};
    Point spot[16];
    for (int i = 0; i < 16; i++) spot[i] = (Point){i % 4, i / 4};
    for (uint32_t i = 0; i < 65536; i++) {
        Point a = spot[i & 15], b = spot[i >> 4 & 15], c = spot[i >> 8 & 15], d = spot[i >> 12];
        Meeting meeting = segments_meet(a, b, c, d);
        tally[meeting]++;
        if (meeting != judged_meeting(a, b, c, d)) fail_msg("pair %u: %d", i, meeting);
    }
    for (int i = 0; i < 4; i++) assert_true(tally[i] > 1000);
}

static void distances(void **state) {
    (void)state;
    assert_true(point_distance((Point){1, 2}, (Point){4, 6}) == 5);
    assert_true(point_distance((Point){1, 2}, (Point){1, 2}) == 0);
    assert_true(point_between((Point){0, 0}, (Point){4, 2}, (Point){2, 1}));
    assert_true(point_between((Point){4, 2}, (Point){0, 0}, (Point){4, 2}));
    assert_false(point_between((Point){4, 2}, (Point){0, 0}, (Point){6, 3}));
    assert_false(point_between((Point){1, 0}, (Point){1, 5}, (Point){1, -1}));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid_around_a_line),
        cmocka_unit_test(circle_of_whole_points),
        cmocka_unit_test(grid_around_a_circle),
        cmocka_unit_test(random_points),
        cmocka_unit_test(largest_and_smallest),
        cmocka_unit_test(segments_on_a_lattice),
        cmocka_unit_test(distances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
