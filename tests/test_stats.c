/* Statistics against known answers, and intervals against what they promise: how often they hold the truth.
 */
#include "tests/support.h"

#include "algos/core/rng.h"
#include "harness/stats.h"

#include <math.h>

static void skip_without_gsl(void) {
#ifndef TAUT_HAVE_GSL
    print_message("built without GSL: skipped\n");
    skip();
#endif
}

static void assert_near(double value, double expected, double tolerance) {
    if (fabs(value - expected) <= tolerance) return;
    print_error("%.17g, expected %.17g within %g\n", value, expected, tolerance);
    fail();
}

static double uniform(Rng *rng) {
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

static void test_description(void **state) {
    (void)state;
    skip_without_gsl();
    Memory memory = system_memory();
    Error error;
    Description description;
    const double ten[] = {10, 1, 9, 2, 8, 3, 7, 4, 6, 5};
    ASSERT_OK(stats_describe(ten, 10, &memory, &description, &error), &error);
    assert_near(description.mean, 5.5, 1e-12);
    assert_near(description.median, 5.5, 1e-12);
    assert_near(description.mad, 2.5, 1e-12);
    assert_near(description.q05, 1.45, 1e-12);
    assert_near(description.q25, 3.25, 1e-12);
    assert_near(description.q75, 7.75, 1e-12);
    assert_near(description.q95, 9.55, 1e-12);
    assert_near(description.worst, 10, 0);
    assert_int_equal(description.worst_at, 0);
    const double one[] = {-3};
    ASSERT_OK(stats_describe(one, 1, &memory, &description, &error), &error);
    assert_near(description.mean, -3, 0);
    assert_near(description.mad, 0, 0);
    assert_near(description.q95, -3, 0);
    const double outlier[] = {1, 1, 2, 2, 4, 6, 9000};
    ASSERT_OK(stats_describe(outlier, 7, &memory, &description, &error), &error);
    assert_near(description.median, 2, 0);
    assert_near(description.mad, 1, 0);
    assert_int_equal(description.worst_at, 6);
    ASSERT_NOTHING_LIVE(&memory);
}

static void test_median(void **state) {
    (void)state;
    double odd[] = {5, 1, 3}, even[] = {4, 1, 3, 2};
    assert_near(stats_median(odd, 3), 3, 0);
    assert_near(stats_median(even, 4), 2.5, 0);
}

static void test_paired_ratio(void **state) {
    (void)state;
    skip_without_gsl();
    enum { COUNT = 120 };
    double numerators[COUNT], denominators[COUNT];
    int64_t maps[COUNT];
    Rng rng = rng_from(1);
    for (int i = 0; i < COUNT; i++) {
        denominators[i] = 1 + 1000 * uniform(&rng);
        numerators[i] = 3 * denominators[i];
        maps[i] = i / 10;
    }
    /* Every pair has the ratio 3, however widely the numbers vary: only pairing sees that. */
    Memory memory = system_memory();
    Error error;
    Interval interval;
    Observations observations = {numerators, denominators, maps, COUNT};
    ASSERT_OK(stats_interval(&observations, 7, &memory, &interval, &error), &error);
    assert_int_equal(interval.method, INTERVAL_BY_MAP);
    assert_near(interval.low, 3, 1e-12);
    assert_near(interval.high, 3, 1e-12);
    observations.count = 100; /* ten maps: as few as are drawn */
    ASSERT_OK(stats_interval(&observations, 7, &memory, &interval, &error), &error);
    assert_int_equal(interval.method, INTERVAL_BY_MAP);
    observations.count = 90; /* nine */
    ASSERT_OK(stats_interval(&observations, 7, &memory, &interval, &error), &error);
    assert_int_equal(interval.method, INTERVAL_BY_QUERY);
    assert_near(interval.low, 3, 1e-12);
    ASSERT_NOTHING_LIVE(&memory);
}

static void test_no_interval(void **state) {
    (void)state;
    skip_without_gsl();
    Memory memory = system_memory();
    Error error;
    Interval interval;
    const double values[] = {1, 2, 3};
    const int64_t maps[] = {4, 5, 6};
    Observations observations = {values, NULL, maps, 3};
    ASSERT_OK(stats_interval(&observations, 7, &memory, &interval, &error), &error);
    assert_int_equal(interval.method, INTERVAL_NONE);
    assert_true(isnan(interval.low) && isnan(interval.high));
    /* What is measured once a map has one where there are ten maps. */
    const double ten[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    const int64_t ten_maps[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    observations = (Observations){ten, NULL, ten_maps, 10};
    ASSERT_OK(stats_interval(&observations, 7, &memory, &interval, &error), &error);
    assert_int_equal(interval.method, INTERVAL_BY_MAP);
    Interval other;
    ASSERT_OK(stats_interval(&observations, 8, &memory, &other, &error), &error);
    assert_true(interval.low != other.low || interval.high != other.high); /* another seed */
    /* A ratio to nothing has none; resamples of nothing but zeros are left out where others are not. */
    const double zeros[] = {0, 0, 0, 0}, some[] = {0, 0, 0, 4};
    const int64_t one_map[] = {1, 1, 1, 1};
    observations = (Observations){zeros, zeros, one_map, 4};
    ASSERT_OK(stats_interval(&observations, 7, &memory, &interval, &error), &error);
    assert_int_equal(interval.method, INTERVAL_NONE);
    assert_true(isnan(interval.low) && isnan(interval.high));
    observations = (Observations){some, some, one_map, 4};
    ASSERT_OK(stats_interval(&observations, 7, &memory, &interval, &error), &error);
    assert_near(interval.low, 1, 0);
    assert_near(interval.high, 1, 0);
    ASSERT_NOTHING_LIVE(&memory);
}

/* For many independent values the bootstrap must agree with mean ± 1.96 s/√n. */
static void test_width(void **state) {
    (void)state;
    skip_without_gsl();
    enum { COUNT = 2000 };
    double values[COUNT], sum = 0, squares = 0;
    int64_t maps[COUNT] = {0};
    Rng rng = rng_from(2);
    for (int i = 0; i < COUNT; i++) {
        values[i] = uniform(&rng);
        sum += values[i];
        squares += values[i] * values[i];
    }
    double mean = sum / COUNT, half = 1.96 * sqrt((squares / COUNT - mean * mean) / COUNT);
    Memory memory = system_memory();
    Error error;
    Interval interval, again;
    Observations observations = {values, NULL, maps, COUNT};
    ASSERT_OK(stats_interval(&observations, 3, &memory, &interval, &error), &error);
    assert_near(interval.low, mean - half, 0.12 * half);
    assert_near(interval.high, mean + half, 0.12 * half);
    ASSERT_OK(stats_interval(&observations, 3, &memory, &again, &error), &error);
    assert_true(interval.low == again.low && interval.high == again.high);
    ASSERT_NOTHING_LIVE(&memory);
}

/* Queries on one map are alike: maps differ by sd 1, queries on a map by little. Drawn by map, the interval
 * holds the truth about 95 times of 100; drawn by query it would hold it less than half as often. */
static void test_coverage(void **state) {
    (void)state;
    skip_without_gsl();
    enum { TRIALS = 150, MAPS = 30, QUERIES = 20, COUNT = MAPS * QUERIES };
    double values[COUNT];
    int64_t maps[COUNT], one_map[COUNT] = {0};
    Rng rng = rng_from(5);
    Memory memory = system_memory();
    Error error;
    int by_map = 0, by_query = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        for (int i = 0; i < MAPS; i++) {
            double level = sqrt(12) * (uniform(&rng) - 0.5);
            for (int j = 0; j < QUERIES; j++) {
                values[i * QUERIES + j] = level + 0.2 * (uniform(&rng) - 0.5);
                maps[i * QUERIES + j] = i;
            }
        }
        Interval interval;
        Observations observations = {values, NULL, maps, COUNT};
        ASSERT_OK(stats_interval(&observations, (uint64_t)trial, &memory, &interval, &error), &error);
        by_map += interval.low <= 0 && interval.high >= 0;
        observations.maps = one_map;
        ASSERT_OK(stats_interval(&observations, (uint64_t)trial, &memory, &interval, &error), &error);
        by_query += interval.low <= 0 && interval.high >= 0;
    }
    assert_in_range(by_map, TRIALS * 88 / 100, TRIALS * 99 / 100);
    assert_in_range(by_query, 0, TRIALS / 2);
    ASSERT_NOTHING_LIVE(&memory);
}

static void test_exceedance(void **state) {
    (void)state;
    assert_near(stats_exceedance(0, 300, 300), 1, 0);
    assert_near(stats_exceedance(1, 300, 300), 0.5, 1e-12);
    assert_near(stats_exceedance(2, 300, 300), 0.5 * 299 / 599, 1e-12);
    assert_near(stats_exceedance(4, 3, 300), 0, 0);
    assert_true(stats_exceedance(5, 300, 300) >= 0.025 && stats_exceedance(6, 300, 300) < 0.025);
    enum { TRIALS = 20000, OURS = 20, THEIRS = 10 };
    Rng rng = rng_from(9);
    int hits = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        double largest = 0;
        for (int i = 0; i < THEIRS; i++) largest = fmax(largest, uniform(&rng));
        int above = 0;
        for (int i = 0; i < OURS; i++) above += uniform(&rng) > largest;
        hits += above >= 3;
    }
    assert_near((double)hits / TRIALS, stats_exceedance(3, OURS, THEIRS), 0.012);
}

static void test_no_memory(void **state) {
    (void)state;
    skip_without_gsl();
    const double values[] = {1, 2, 3};
    const int64_t maps[] = {4, 4, 4};
    Observations observations = {values, NULL, maps, 3};
    for (uint64_t at = 1; at <= 2; at++) {
        Memory memory = system_memory();
        memory.fail_at = at;
        Error error;
        Interval interval;
        assert_int_equal(stats_interval(&observations, 7, &memory, &interval, &error), STATUS_NO_MEMORY);
        ASSERT_NOTHING_LIVE(&memory);
    }
    Memory memory = system_memory();
    memory.fail_at = 1;
    Error error;
    Description description;
    assert_int_equal(stats_describe(values, 3, &memory, &description, &error), STATUS_NO_MEMORY);
    ASSERT_NOTHING_LIVE(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_description),  cmocka_unit_test(test_median),
        cmocka_unit_test(test_paired_ratio), cmocka_unit_test(test_no_interval),
        cmocka_unit_test(test_width),        cmocka_unit_test(test_coverage),
        cmocka_unit_test(test_exceedance),   cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
