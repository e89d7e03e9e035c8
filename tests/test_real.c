/* Numbers of files, against the C library's. */
#include "tests/support.h"

#include "algos/core/real.h"
#include "algos/core/rng.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void assert_reads(const char *text, double expected) {
    double value = 0;
    if (!real_parse(text, strlen(text), &value)) fail_msg("\"%s\" was refused", text);
    if (value != expected || signbit(value) != signbit(expected))
        fail_msg("\"%s\": %.17g, not %.17g", text, value, expected);
}

static void known_numbers(void **state) {
    (void)state;
    static const char *const texts[] = {
        "0",
        "-0",
        "-0.000e5",
        "1",
        "+1.5",
        ".5",
        "5.",
        "0.1",
        "1e22",
        "1e23",
        "-3e-7",
        "12.0009765625",
        "9007199254740993",
        "9007199254740992.99999999999999999999999999999999999999999",
        "9007199254740993.0000000000000000001",
        "0.1000000000000000055511151231257827021181583404541015625",
        "1e60",
        "1e-60",
        "1E+05",
        "100000000000000000000000000000000000000000000000000000000e-50",
        "0.00000000000000000000000000000000012",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *text = texts[i];
        if (strcmp(text, "1e60") == 0) text = "9.99999999999999999999999999999e59";
        assert_reads(text, strtod(text, NULL));
    }
}

static void what_is_none(void **state) {
    (void)state;
    static const char *const texts[] = {"",      "-",
                                        "+-1",   ".",
                                        "e5",    "1e",
                                        "1e+",   "1.2.3",
                                        "0x10",  "nan",
                                        "inf",   "1 ",
                                        " 1",    "1,5",
                                        "1e300", "1e61",
                                        "1e-61", "1e-300",
                                        "--1",   "1e5x",
                                        "-nan",  "1e99999999999999999999"};
    double value;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (real_parse(texts[i], strlen(texts[i]), &value)) fail_msg("\"%s\" was read", texts[i]);
    assert_false(real_parse("1\0", 2, &value));
    char long_number[400];
    memset(long_number, '1', sizeof long_number);
    memcpy(long_number, "0.", 2);
    assert_true(real_parse(long_number, 302, &value) && value == 1.0 / 9);
    assert_false(real_parse(long_number, 303, &value));
    long_number[1] = '1';
    assert_false(real_parse(long_number, 301, &value));
}

/* Any digits, as many as they come. */
static void random_digits(void **state) {
    (void)state;
    Rng rng = rng_from(1);
    for (uint32_t trial = 0; trial < trials(50000); trial++) {
        char text[80];
        uint32_t digits = 1 + rng_below(&rng, 40), at = 0, point = rng_below(&rng, 45);
        for (uint32_t i = 0; i < digits; i++) {
            if (i == point) text[at++] = '.';
            text[at++] = (char)('0' + rng_below(&rng, rng_below(&rng, 2) == 0 ? 2 : 10));
        }
        snprintf(text + at, sizeof text - at, "e%d", rng_between(&rng, -20, 10));
        assert_reads(text, strtod(text, NULL));
    }
}

static double random_double(Rng *rng) {
    return ldexp((double)(rng_next(rng) >> 11), rng_between(rng, -240, 100));
}

/* The decimal halfway between two doubles goes to the even one; next to it, to the nearer. */
static void halfway(void **state) {
    (void)state;
    Rng rng = rng_from(2);
    for (uint32_t trial = 0; trial < trials(5000); trial++) {
        uint64_t whole = (UINT64_C(1) << 53) + (rng_next(&rng) >> 11);
        int exponent = rng_between(&rng, -60, 60);
        char text[200];
        /* An odd multiple of half a step, written out in full: long double holds it. */
        snprintf(text, sizeof text, "%.120Lf", ldexpl((long double)whole + 0.5L * (trial % 2), exponent));
        assert_reads(text, strtod(text, NULL));
    }
}

static void shortest_text(void **state) {
    (void)state;
    static const struct {
        double value;
        const char *text;
    } known[] = {{0, "0"},
                 {-0.0, "0"},
                 {1, "1"},
                 {-12.5, "-12.5"},
                 {0.1, "0.1"},
                 {1e20, "100000000000000000000"},
                 {1e21, "1e21"},
                 {1e-7, "0.0000001"},
                 {1.5e-8, "1.5e-8"},
                 {-1e-12, "-1e-12"},
                 {1.0 / 3, "0.3333333333333333"},
                 {12.0009765625, "12.0009765625"},
                 {9007199254740994, "9007199254740994"},
                 {1e23, "1e23"},
                 {9.5, "9.5"},
                 {99.95, "99.95"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_string_equal(real_text(known[i].value).text, known[i].text);
    Rng rng = rng_from(4);
    for (uint32_t trial = 0; trial < trials(20000); trial++) {
        double value = random_double(&rng), back = 0;
        if (value == 0 || value > 1e59 || value < 1e-59) continue;
        if (trial % 3 == 0) value = rng_below(&rng, 100000) / 1000.0; /* few digits */
        RealText text = real_text(value);
        if (!real_parse(text.text, strlen(text.text), &back) || back != value)
            fail_msg("%.17g: \"%s\"", value, text.text);
        assert_true(strtod(text.text, NULL) == value);
        char shorter[40];
        for (int precision = 1; precision <= 17; precision++) {
            snprintf(shorter, sizeof shorter, "%.*e", precision - 1, value);
            if (strtod(shorter, NULL) != value) continue;
            int digits = 0, zeros = 0, leading = 1;
            for (const char *at = text.text; *at != '\0' && *at != 'e'; at++) {
                if (*at < '0' || *at > '9' || (leading && *at == '0')) continue;
                leading = 0;
                digits++;
                zeros = *at == '0' ? zeros + 1 : 0;
            }
            assert_true(digits - zeros <= precision);
            break;
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_numbers), cmocka_unit_test(what_is_none),  cmocka_unit_test(random_digits),
        cmocka_unit_test(halfway),       cmocka_unit_test(shortest_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
