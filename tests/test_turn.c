/* Directions, against the C library's sine and cosine in more digits. */
#include "tests/support.h"

#include "algos/core/rng.h"
#include "algos/core/turn.h"

#include <float.h>
#include <math.h>

static const long double turn = 6.283185307179586476925286766559L;

/* How far a value is off, in units of the last place of the true one. */
static double units_off(double value, long double expected) {
    double place = nextafter(fabs((double)expected), INFINITY) - fabs((double)expected);
    return (double)fabsl((value - expected) / place);
}

static void near_the_library(void **state) {
    (void)state;
    Rng rng = rng_from(1);
    double worst = 0;
    for (uint32_t i = 0; i < trials(300000); i++) {
        double turns = ldexp((double)(rng_next(&rng) >> 11), -53) * (i % 3 == 0   ? 1
                                                                     : i % 3 == 1 ? -7
                                                                                  : 0.001);
        if (i % 5 == 0) turns = (double)rng_below(&rng, 64) / 8 + ldexp(turns, -20); /* where one is near 0 */
        long double angle = fmodl((long double)turns, 1) * turn;
        /* Near 0 the angle itself is rounded by a product; else the library is taken at its word. */
        Point direction = turn_direction(turns);
        long double rest = turns - roundl(turns * 4.0L) / 4, cosine = cosl(angle), sine = sinl(angle);
        int64_t quarter = llroundl(turns * 4.0L) & 3;
        long double small = sinl(rest * turn); /* exact where the difference above cancels */
        if (quarter == 0) sine = small;
        if (quarter == 1) cosine = -small;
        if (quarter == 2) sine = -small;
        if (quarter == 3) cosine = small;
        double off = fmax(units_off(direction.x, cosine), units_off(direction.y, sine));
        worst = fmax(worst, off);
    }
    print_message("# directions are at most %.2f units of the last place off\n", worst);
    assert_true(worst < 1);
}

static void quarters_are_exact(void **state) {
    (void)state;
    static const Point expected[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    for (int i = -8; i <= 8; i++) {
        Point direction = turn_direction(i / 4.0);
        assert_true(point_equal(direction, expected[(i + 8) % 4]));
        Point eighth = turn_direction(i / 4.0 + 0.125);
        assert_true(fabs(fabs(eighth.x) - sqrt(0.5)) <= DBL_EPSILON / 2);
        assert_true(fabs(fabs(eighth.y) - sqrt(0.5)) <= DBL_EPSILON / 2);
    }
    Point far = turn_direction(1e15 + 0.25);
    assert_true(point_equal(far, expected[1]));
}

/* The bits that a seed's map depends on: equal on every machine, compiler and level of optimisation. */
static void known_bits(void **state) {
    (void)state;
    Point direction = turn_direction(0.3);
    assert_true(direction.x == -0x1.3c6ef372fe94ep-2 && direction.y == 0x1.e6f0e134455p-1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_the_library),
        cmocka_unit_test(quarters_are_exact),
        cmocka_unit_test(known_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
