/* When a published length is ours: by the digits that were printed. */
#include "tests/support.h"

#include "algos/core/rng.h"
#include "algos/map/scen_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether `length` is the published length of a file that has just these ('|' between them), for the first.
 */
static bool matches(const char *published, Length length, int32_t fixed) {
    Memory memory = system_memory();
    char text[600] = "version 1\n";
    for (const char *at = published; *at != '\0'; at += strcspn(at, "|"), at += *at == '|') {
        size_t end = strlen(text);
        snprintf(text + end, sizeof text - end, "0 m.map 9 9 1 1 2 2 %.*s\n", (int)strcspn(at, "|"), at);
    }
    Scen scen;
    Error error;
    ASSERT_OK(scen_read(text, strlen(text), "m.scen", &memory, &scen, NULL, &error), &error);
    if (scen.fixed != fixed) fail_msg("%s: fixed %d, expected %d", published, scen.fixed, fixed);
    bool same = scen_length_matches(length, &scen, &scen.rows[0]);
    scen_destroy(&scen);
    ASSERT_NOTHING_LIVE(&memory);
    return same;
}

static void published_lengths(void **state) {
    (void)state;
    /* Six significant digits, zeros dropped: 115 is 115.000 ± 0.0005. */
    assert_true(matches("115|1.5", (Length){115, 0}, 0));
    assert_false(matches("115|1.5", (Length){0, 81}, 0)); /* 114.551 */
    assert_true(matches("2.82843|1.5", (Length){0, 2}, 0));
    assert_false(matches("2.82844|1.5", (Length){0, 2}, 0)); /* 2.828427 */
    assert_false(matches("1007.22|1.5", (Length){100, 641}, 0));
    /* 19601 − 13860√2 is 2.6e-5: told apart from 0 where digits allow, not where they do not. */
    assert_true(matches("19601|1.5", (Length){0, 13860}, 0));
    assert_true(matches("19601.0000000|1.5", (Length){0, 13860}, 0));
    assert_true(matches("1.41421|2.00000", (Length){0, 1}, 5));
    assert_true(matches("1.41421356|2.00000000", (Length){0, 1}, 8));
    /* Fixed decimals: 1.41 is ± 0.005, and so is a lone row. */
    assert_true(matches("1.41|2.00", (Length){0, 1}, 2));
    assert_true(matches("1.41", (Length){0, 1}, 2));
    assert_false(matches("1.42|2.00", (Length){0, 1}, 2));
    assert_true(matches("7.07|0", (Length){0, 5}, 2)); /* a bare zero does not count */
    assert_false(matches("7.07|3", (Length){0, 5}, 0));
    assert_false(matches("1.4|2.0", (Length){0, 1}, 0)); /* one decimal is no fixed format */
    assert_true(matches("0.00", (Length){0, 0}, 0));
    assert_false(matches("0.00", (Length){1, 0}, 0));
    assert_true(matches("1.5e3|2", (Length){1500, 0}, 0));
    assert_true(matches("1.23457e+06|2", (Length){1234568, 0}, 0)); /* the unit is 10 */
    assert_true(matches("1.23457e+06|2", (Length){1234575, 0}, 0));
    assert_false(matches("1.23457e+06|2", (Length){1234576, 0}, 0));
    assert_false(matches("1e12|2", (Length){1, 0}, 0));
    assert_true(matches("1e11|2", (Length){100000000000, 0}, 0));
    assert_false(matches("1e11|2", (Length){100000600000, 0}, 0));
    assert_false(matches("1e-18|2", (Length){1, 0}, 0));
    assert_false(matches("5|2", (Length){-5, 10}, 0)); /* not a length */
}

/* The very edge: |ours − published| ≤ half a unit + 2e-8 × published, with integers so that it can be hit. */
static void edge_of_the_tolerance(void **state) {
    (void)state;
    assert_false(matches("99999.9|1", (Length){100000, 0}, 0)); /* off by 0.1 */
    assert_true(matches("100000|1", (Length){100000, 0}, 0));   /* unit 1 */
    assert_true(matches("1e8|1", (Length){100000502, 0}, 0));   /* half 500, and 2 more: the edge itself */
    assert_false(matches("1e8|1", (Length){100000503, 0}, 0));
    assert_true(matches("1e8|1", (Length){99999498, 0}, 0));
    assert_false(matches("1e8|1", (Length){99999497, 0}, 0));
    assert_true(matches("250000.00|1.00", (Length){250000, 0}, 2)); /* half 0.005, and exactly 0.005 more */
    assert_true(matches("250000.01|1.00", (Length){250000, 0}, 2)); /* 0.01 ≤ 0.005 + 0.0050000002 */
    assert_false(matches("250000.02|1.00", (Length){250000, 0}, 2));
    assert_false(matches("249999.99|1.00", (Length){250000, 0}, 2)); /* 0.01 > 0.005 + 0.0049999998 */
}

/* Where a file of six digits looks fixed because all its lengths have as many digits before the point, both
 * readings must say the same. */
static void readings_agree(void **state) {
    (void)state;
    Rng rng = rng_from(4);
    for (uint32_t i = 0; i < trials(20000); i++) {
        int32_t before = 1 + (int32_t)rng_below(&rng, 4); /* digits before the point */
        uint64_t low = 100000, mantissa = low + rng_below(&rng, 900000);
        ScenRow row = {.length = {mantissa, 6 - before, 6}};
        double value = decimal_value(row.length);
        int64_t b = rng_below(&rng, (uint32_t)(value / 1.5) + 1);
        int64_t a = (int64_t)(value - (double)b * 1.4142135623730951);
        Scen fixed = {.fixed = 6 - before}, six = {.fixed = 0};
        Length ours = {a, b};
        assert_int_equal(scen_length_matches(ours, &fixed, &row), scen_length_matches(ours, &six, &row));
    }
}

/* Against long double, away from the edge by more than it can be wrong. */
static void agrees_with_long_double(void **state) {
    (void)state;
    Rng rng = rng_from(8);
    uint32_t yes = 0;
    for (uint32_t i = 0; i < trials(50000); i++) {
        Length ours = {rng_below(&rng, 5000), rng_below(&rng, 5000)};
        long double value = (long double)ours.straight + (long double)ours.diagonal * 1.41421356237309504880L;
        char printed[40];
        int32_t decimals = 2 + (int32_t)rng_below(&rng, 7);
        long double slip = (long double)rng_between(&rng, -20, 20) / 10;
        long double unit = 1;
        for (int32_t k = 0; k < decimals; k++) unit /= 10;
        snprintf(printed, sizeof printed, "%.*Lf", decimals, value + slip * unit);
        ScenRow row = {.bucket = 0};
        if (!decimal_parse(printed, strlen(printed), &row.length) || row.length.mantissa == 0) continue;
        long double published = strtold(printed, NULL);
        long double off = published > value ? published - value : value - published;
        long double most = unit / 2 + 2e-8L * published;
        if (off > most - 1e-12L && off < most + 1e-12L) continue;
        Scen scen = {.fixed = decimals};
        assert_int_equal(scen_length_matches(ours, &scen, &row), off < most);
        yes += off < most;
    }
    assert_true(yes > trials(50000) / 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_lengths),
        cmocka_unit_test(edge_of_the_tolerance),
        cmocka_unit_test(readings_agree),
        cmocka_unit_test(agrees_with_long_double),
    };
    return cmocka_run_group_tests_name("scen_length", tests, NULL, NULL);
}
