/* Tests of paired differences against all sign flips, against tables, and against what they promise: how
 * often they are wrong. */
#include "tests/support.h"

#include "harness/stats_paired.h"

#include <math.h>

static void assert_near(double value, double expected, double tolerance) {
    if (fabs(value - expected) > tolerance)
        fail_msg("%.17g, expected %.17g within %g", value, expected, tolerance);
}

/* Every choice of signs, one after the other. */
static double by_counting(const double *values, uint32_t count) {
    double given = 0;
    uint32_t hits = 0;
    for (uint32_t i = 0; i < count; i++) given += values[i];
    for (uint32_t signs = 0; signs < 1u << count; signs++) {
        double sum = 0;
        for (uint32_t i = 0; i < count; i++) sum += (signs >> i & 1) != 0 ? -values[i] : values[i];
        hits += sum >= given - 1e-9;
    }
    return (double)hits / (1u << count);
}

static void sign_flips_are_counted(void **state) {
    (void)state;
    const double ones[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, zeros[] = {0, 0, 0}, down[] = {-1, -2, -3};
    assert_near(stats_sign_flip(ones, 10, 1), 1.0 / 1024, 0);
    assert_near(stats_sign_flip_least(10), 1.0 / 1024, 0);
    assert_near(stats_sign_flip(zeros, 3, 1), 1, 0);
    assert_near(stats_sign_flip(down, 3, 1), 1, 0);
    assert_near(stats_sign_flip(NULL, 0, 1), 1, 0);
    Rng rng = rng_from(4);
    for (uint32_t trial = 0; trial < 200; trial++) {
        double values[10];
        uint32_t count = 1 + rng_below(&rng, 10);
        /* Small whole numbers: many sums are equal. */
        for (uint32_t i = 0; i < count; i++)
            values[i] = trial % 2 == 0 ? rng_between(&rng, -3, 5) : rng_unit(&rng) - 0.3;
        assert_near(stats_sign_flip(values, count, 1), by_counting(values, count), 1e-12);
    }
}

/* With more values than are counted out: nearly what counting or the normal distribution gives. */
static void random_flips_are_near(void **state) {
    (void)state;
    double values[64];
    for (int i = 0; i < 64; i++) values[i] = i < 40 ? 1 : -1; /* the sum is 16, two standard deviations */
    double p = stats_sign_flip(values, 64, 5);
    assert_near(p, 0.0300, 0.012); /* 40 or more of 64 heads; 50 hits tell it to a seventh */
    assert_near(p, stats_sign_flip(values, 64, 5), 0);
    for (int i = 0; i < 64; i++) values[i] = 1;
    assert_near(stats_sign_flip(values, 64, 5), 1.0 / (SIGN_FLIP_MOST + 1), 1e-12);
    assert_near(stats_sign_flip_least(64), 1.0 / (SIGN_FLIP_MOST + 1), 1e-12);
    /* Where both ways can be gone, they agree. */
    Rng rng = rng_from(6);
    double twenty[SIGN_FLIP_EXACT + 1] = {0};
    for (int i = 0; i < SIGN_FLIP_EXACT; i++) twenty[i] = rng_unit(&rng) - 0.35;
    double exact = stats_sign_flip(twenty, SIGN_FLIP_EXACT, 5);
    assert_near(stats_sign_flip(twenty, SIGN_FLIP_EXACT + 1, 5), exact, 0.5 * exact); /* a zero more */
}

static void means_are_tested(void **state) {
    (void)state;
    const double values[] = {1, 2, 3, 4, 5};
    MeanTest test = stats_mean_test(values, 5, 0, 0.05);
    assert_near(test.mean, 3, 1e-12);
#ifdef TAUT_HAVE_GSL
    /* t = 3 / sqrt(2.5 / 5) = 4.2426 with 4 degrees of freedom; the interval reaches 2.7764 errors. */
    assert_near(test.above, 0.006618, 1e-5);
    assert_near(test.below, 1 - stats_mean_test((const double[]){-1, -2, -3, -4, -5}, 5, 0, 0.05).above, 1);
    assert_near(test.low, 3 - 2.776445 * sqrt(0.5), 1e-5);
    assert_near(test.high, 3 + 2.776445 * sqrt(0.5), 1e-5);
    assert_near(stats_mean_test(values, 5, 3, 0.05).above, 0.5, 1e-12);
    assert_near(stats_mean_test((const double[]){-1, -2, -3, -4, -5}, 5, 0, 0.05).below, 0.006618, 1e-5);
    const double same[] = {0.5, 0.5};
    assert_near(stats_mean_test(same, 2, 0.4, 0.05).above, 0, 0);
    assert_near(stats_mean_test(same, 2, 0.5, 0.05).above, 1, 0);
    assert_near(stats_mean_test(same, 2, 0.4, 0.05).below, 1, 0);
#else
    assert_true(isnan(test.low) && test.above == 1 && test.below == 1);
#endif
}

static void ranks_have_signs(void **state) {
    (void)state;
    const double values[] = {-0.5, 2, 0, 2, -3}, expected[] = {-2, 3.5, 0, 3.5, -5};
    double ranks[5];
    stats_signed_ranks(values, 5, ranks);
    for (int i = 0; i < 5; i++) assert_near(ranks[i], expected[i], 0);
    /* Ranks 1 to 10, all but that of 2 above zero: sums of 53 and more are 3 of 1024 choices. */
    double ten[10];
    for (int i = 0; i < 10; i++) ten[i] = i == 1 ? -2 : i + 1;
    double of_ten[10];
    stats_signed_ranks(ten, 10, of_ten);
    assert_near(stats_sign_flip(of_ten, 10, 1), 3.0 / 1024, 0);
}

/* The centre of a few numbers by hand; its interval holds the truth as often as it says. */
static void centres_are_found(void **state) {
    (void)state;
    Memory memory = system_memory();
    const double values[] = {1, 2, 30}; /* means of pairs: 1 1.5 2 15.5 16 30 */
    Centre centre = stats_centre(values, 3, 0.05, &memory);
    assert_near(centre.value, 8.75, 1e-12);
    assert_true(isnan(stats_centre(values, 0, 0.05, &memory).value));
#ifdef TAUT_HAVE_GSL
    Rng rng = rng_from(8);
    uint32_t count = trials(300), held = 0;
    for (uint32_t trial = 0; trial < count; trial++) {
        double many[25];
        for (int i = 0; i < 25; i++)
            many[i] = 5 + (rng_unit(&rng) - 0.5) * (rng_below(&rng, 10) == 0 ? 30 : 1);
        Centre found = stats_centre(many, 25, 0.05, &memory);
        held += found.low <= 5 && found.high >= 5;
    }
    assert_in_range(held, count * 91 / 100, count * 985 / 1000);
#endif
    memory.fail_at = memory.allocations + 1;
    assert_true(isnan(stats_centre(values, 3, 0.05, &memory).value));
    ASSERT_NOTHING_LIVE(&memory);
}

static void families_are_corrected(void **state) {
    (void)state;
    double p[] = {0.04, 0.01, 0.03, 0.005, 0.5}; /* 4 * 0.01; 3 * 0.03 and 2 * 0.04 after it */
    const double corrected[] = {0.09, 0.04, 0.09, 0.025, 0.5};
    stats_holm(p, 5);
    for (int i = 0; i < 5; i++) assert_near(p[i], corrected[i], 1e-12);
    double large[] = {0.9, 0, 0.8};
    stats_holm(large, 3);
    assert_near(large[0], 1, 0);
    assert_near(large[1], 0, 0);
    assert_near(large[2], 1, 0);
    stats_holm(NULL, 0);
}

/* Where nothing differs, p is at or below a in a share a of all cases, and no more. */
static void wrong_as_often_as_said(void **state) {
    (void)state;
    uint32_t count = trials(400), flips = 0, random_flips = 0, t = 0;
    Rng rng = rng_from(11);
    for (uint32_t trial = 0; trial < count; trial++) {
        double values[24];
        for (int i = 0; i < 24; i++) values[i] = rng_unit(&rng) + rng_unit(&rng) - 1;
        flips += stats_sign_flip(values, 10, trial) <= 0.05;
        random_flips += stats_sign_flip(values, 24, trial) <= 0.05;
        t += stats_mean_test(values, 10, 0, 0.05).above <= 0.05;
    }
    uint32_t most = (uint32_t)(0.05 * count + 3.5 * sqrt(0.05 * count));
    uint32_t least = (uint32_t)fmax(0, 0.05 * count - 3.5 * sqrt(0.05 * count));
    assert_in_range(flips, least, most);
    assert_in_range(random_flips, least, most);
#ifdef TAUT_HAVE_GSL
    assert_in_range(t, least, most);
#else
    assert_int_equal(t, 0);
#endif
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sign_flips_are_counted), cmocka_unit_test(random_flips_are_near),
        cmocka_unit_test(means_are_tested),       cmocka_unit_test(ranks_have_signs),
        cmocka_unit_test(centres_are_found),      cmocka_unit_test(families_are_corrected),
        cmocka_unit_test(wrong_as_often_as_said),
    };
    return cmocka_run_group_tests_name("stats_paired", tests, NULL, NULL);
}
