/* Decimals are kept as printed; lengths are rounded to them exactly. */
#include "tests/support.h"

#include "algos/core/decimal.h"
#include "algos/core/rng.h"

#include <stdio.h>
#include <string.h>

typedef struct Case {
    const char *text, *back; /* back: what decimal_text makes of it */
    Decimal decimal;
} Case;

static const Case cases[] = {
    {"0", "0", {0, 0, 0}},
    {"0.00", "0.00", {0, 2, 0}},
    {"115", "115", {115, 0, 3}},
    {"115.00", "115.00", {11500, 2, 5}},
    {"2.41421", "2.41421", {241421, 5, 6}},
    {"007.5", "7.5", {75, 1, 2}},
    {"0.0070", "0.0070", {70, 4, 2}},
    {".5", "0.5", {5, 1, 1}},
    {"5.", "5", {5, 0, 1}},
    {"1.5e3", "1500", {15, -2, 2}},
    {"1.5E-3", "0.0015", {15, 4, 2}},
    {"1.23457e+06", "1234570", {123457, -1, 6}},
    {"0e5", "0", {0, -5, 0}},
    {"0.7071067811865476", "0.7071067811865476", {7071067811865476, 16, 16}},
    {"9999999999999999999", "9999999999999999999", {9999999999999999999u, 0, 19}},
    {"1e18", "1000000000000000000", {1, -18, 1}},
    {"1e-18", "0.000000000000000001", {1, 18, 1}},
};

static const char *const refused[] = {
    "",
    "-",
    "-1",
    "+1",
    ".",
    "e5",
    "1e",
    "1e+",
    "1e-",
    "1.2.3",
    "1,5",
    "nan",
    "inf",
    "0x10",
    "1e1e1",
    " 1",
    "1 ",
    "1f",
    "1e19",
    "1e-19",
    "1e999",
    "1e99999999999999999999",
    "12345678901234567890",
    "0.0000000000000000001",
};

static void parses_and_prints(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Decimal got = {9, 9, 9}, expected = cases[i].decimal;
        if (!decimal_parse(cases[i].text, strlen(cases[i].text), &got)) fail_msg("%s", cases[i].text);
        if (got.mantissa != expected.mantissa || got.decimals != expected.decimals ||
            got.digits != expected.digits)
            fail_msg("%s: %llu, %d, %d", cases[i].text, (unsigned long long)got.mantissa, got.decimals,
                     got.digits);
        assert_string_equal(decimal_text(got).text, cases[i].back);
    }
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        Decimal got;
        if (decimal_parse(refused[i], strlen(refused[i]), &got)) fail_msg("\"%s\" was taken", refused[i]);
    }
    Decimal cut;
    assert_true(decimal_parse("1234", 2, &cut)); /* no byte after the length is read */
    assert_int_equal(cut.mantissa, 12);
}

static void values(void **state) {
    (void)state;
    assert_true(decimal_value((Decimal){241421, 5, 6}) == 2.41421);
    assert_true(decimal_value((Decimal){15, -2, 2}) == 1500.0);
    assert_true(decimal_value((Decimal){0, 8, 0}) == 0.0);
}

/* Against long double, which has 64 bits: enough while the whole has 19 digits. */
static void rounds_lengths(void **state) {
    (void)state;
    assert_string_equal(decimal_text(decimal_of_length((Length){0, 0}, 8)).text, "0.00000000");
    assert_string_equal(decimal_text(decimal_of_length((Length){0, 1}, 8)).text, "1.41421356");
    assert_string_equal(decimal_text(decimal_of_length((Length){2, 1}, 0)).text, "3");
    assert_string_equal(decimal_text(decimal_of_length((Length){0, 2}, 2)).text, "2.83");
    assert_string_equal(decimal_text(decimal_of_length((Length){7, 0}, 8)).text, "7.00000000");
    /* 34359738367·√2 = 48592007998.20258…, computed with 40 digits */
    assert_string_equal(decimal_text(decimal_of_length((Length){0, (INT64_C(1) << 35) - 1}, 8)).text,
                        "48592007998.20258152");
    Rng rng = rng_from(2);
    for (uint32_t i = 0; i < trials(20000); i++) {
        Length length = {rng_below(&rng, 100000), rng_below(&rng, 100000)};
        char expected[64];
        snprintf(expected, sizeof expected, "%.8Lf",
                 (long double)length.straight + (long double)length.diagonal * 1.41421356237309504880L);
        assert_string_equal(decimal_text(decimal_of_length(length, 8)).text, expected);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parses_and_prints),
        cmocka_unit_test(values),
        cmocka_unit_test(rounds_lengths),
    };
    return cmocka_run_group_tests_name("decimal", tests, NULL, NULL);
}
