/* The foundations: hashes, random numbers, exact lengths, counted memory, messages, parameters. */
#include "tests/support.h"

#include "algos/core/hash.h"
#include "algos/core/length.h"
#include "algos/core/lines.h"
#include "algos/core/parameter.h"
#include "algos/core/rng.h"

#include <stdlib.h>
#include <string.h>

/* The first numbers of xoshiro256** from the state 1, 2, 3, 4, and of splitmix64 from 0, as other
 * implementations publish them in their tests. */
static void rng_known_answers(void **state) {
    (void)state;
    Rng rng = {{1, 2, 3, 4}};
    const uint64_t expected[] = {11520,
                                 0,
                                 1509978240,
                                 1215971899390074240u,
                                 1216172134540287360u,
                                 607988272756665600u,
                                 16172922978634559625u,
                                 8476171486693032832u,
                                 10595114339597558777u,
                                 2904607092377533576u};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_int_equal(rng_next(&rng), expected[i]);
    const Rng seeded = rng_from(0);
    assert_int_equal(seeded.state[0], 0xe220a8397b1dcdafu);
    assert_int_equal(seeded.state[1], 0x6e789e6aa1b965f4u);
    assert_int_equal(seeded.state[2], 0x06c45d188009454fu);
    assert_int_equal(seeded.state[3], 0xf88bb8a8724c81ecu);
}

static void rng_is_uniform(void **state) {
    (void)state;
    Rng rng = rng_from(5);
    uint32_t tally[7] = {0};
    for (int i = 0; i < 70000; i++) tally[rng_below(&rng, 7)]++;
    for (int i = 0; i < 7; i++) assert_in_range(tally[i], 9600, 10400); /* four deviations */
    for (int i = 0; i < 1000; i++) {
        int32_t drawn = rng_between(&rng, -3, 3);
        assert_true(drawn >= -3 && drawn <= 3);
        (void)rng_between(&rng, INT32_MIN, INT32_MAX);
    }
    assert_int_equal(rng_between(&rng, INT32_MAX, INT32_MAX), INT32_MAX);
    uint32_t items[100], seen[100] = {0};
    for (uint32_t i = 0; i < 100; i++) items[i] = i;
    rng_shuffle(&rng, items, 100);
    for (uint32_t i = 0; i < 100; i++) seen[items[i]]++;
    for (uint32_t i = 0; i < 100; i++) assert_int_equal(seen[i], 1);
}

/* Checked against a separate computation of FNV-1a and the mix. */
static void hash_known_answers(void **state) {
    (void)state;
    Hash hash = hash_start();
    assert_int_equal(hash_value(&hash), 0xf52a15e9a9b5e89bu);
    hash_bytes(&hash, "a", 1);
    assert_int_equal(hash_value(&hash), 0x02c0bdbf481420f8u);
    Hash one = hash_start(), two = hash_start();
    hash_integer(&one, 0x0102);
    hash_bytes(&two, "\x02\x01\0\0\0\0\0\0", 8);
    assert_int_equal(hash_value(&one), hash_value(&two));
    one = hash_start(), two = hash_start();
    hash_text(&one, "ab"), hash_text(&one, "c");
    hash_text(&two, "a"), hash_text(&two, "bc");
    assert_int_not_equal(hash_value(&one), hash_value(&two));
    assert_string_equal(hash_hex(0x0123456789abcdefu).text, "0123456789abcdef");
}

/* p² − 2q² = ±1 for the convergents p/q of √2: no sign is harder. From q = 2^26 on doubles cannot tell. */
static void length_signs_at_near_ties(void **state) {
    (void)state;
    assert_int_equal(length_sign((Length){19601, -13860}), 1);
    assert_int_equal(length_sign((Length){-19601, 13860}), -1);
    int64_t p = 1, q = 1;
    int expected = -1; /* 1 < √2 */
    while (p < INT64_C(1) << 60) {
        assert_int_equal(length_sign((Length){p, -q}), expected);
        assert_int_equal(length_sign((Length){-p, q}), -expected);
        assert_int_equal(length_compare((Length){p, 0}, (Length){0, q}), expected);
        assert_int_equal(length_compare((Length){p + 5, 7}, (Length){5, q + 7}), expected);
        int64_t next = p + 2 * q;
        q = p + q;
        p = next;
        expected = -expected;
    }
    assert_int_equal(length_sign((Length){0, 0}), 0);
    assert_int_equal(length_sign((Length){3, 0}), 1);
    assert_int_equal(length_sign((Length){0, -3}), -1);
    assert_int_equal(length_sign((Length){3, 4}), 1);
    Length sum = length_sum((Length){1, 2}, (Length){3, 4});
    assert_true(sum.straight == 4 && sum.diagonal == 6);
    assert_true(length_value((Length){1, 1}) == 2.414213562373095);
}

static void memory_counts_and_fails(void **state) {
    (void)state;
    Memory memory = system_memory();
    char *a = memory_take(&memory, 10, 10);
    uint8_t *b = memory_take_zeroed(&memory, 1000, 4);
    assert_true((uintptr_t)a % 16 == 0 && (uintptr_t)b % 16 == 0);
    for (int i = 0; i < 4000; i++) assert_int_equal(b[i], 0);
    assert_int_equal(memory.live, 4100);
    memset(a, 'a', 100);
    a = memory_resize(&memory, a, 5000, 1);
    for (int i = 0; i < 100; i++) assert_int_equal(a[i], 'a');
    assert_int_equal(memory.live, 9000);
    assert_int_equal(memory.allocations, 3);
    memory_give(&memory, a);
    memory_give(&memory, b);
    memory_give(&memory, NULL);
    assert_int_equal(memory.peak, 9000);
    ASSERT_NOTHING_LIVE(&memory);
    assert_null(memory_take(&memory, SIZE_MAX / 2, 4));
    assert_null(memory_take_zeroed(&memory, SIZE_MAX, 1));
    a = memory_take(&memory, 0, 8);
    assert_non_null(a);
    memory.limit = 100;
    assert_null(memory_take(&memory, 101, 1));
    b = memory_take(&memory, 100, 1);
    assert_non_null(b);
    assert_null(memory_resize(&memory, b, 101, 1));
    b[99] = 1; /* still there */
    memory.fail_at = memory.allocations + 2;
    b = memory_resize(&memory, b, 50, 1);
    assert_non_null(b);
    assert_null(memory_take(&memory, 1, 1));
    assert_null(memory_take_zeroed(&memory, 1, 1));
    assert_null(memory_resize(&memory, b, 1, 1));
    memory_give(&memory, a);
    memory_give(&memory, b);
    ASSERT_NOTHING_LIVE(&memory);
}

static void messages(void **state) {
    (void)state;
    assert_string_equal(number_text(0).text, "0");
    assert_string_equal(number_text(INT64_MIN).text, "-9223372036854775808");
    assert_string_equal(number_text(INT64_MAX).text, "9223372036854775807");
    Error error;
    assert_int_equal(error_at(&error, "a.map", 7, "x\ny", 3, "a row"), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "a.map:7: found \"x?y\", expected a row");
    error_at(&error, "a.map", 0, NULL, 0, "a row");
    assert_string_equal(error.text, "a.map: found the end of the file, expected a row");
    error_at(&error, "a.map", 1, "", 0, "a row");
    assert_string_equal(error.text, "a.map:1: found nothing, expected a row");
    char found[200];
    memset(found, 'f', sizeof found);
    error_at(&error, "a.map", 1, found, sizeof found, "less");
    assert_true(strlen(error.text) < 100);
    char part[400];
    memset(part, 'p', sizeof part - 1);
    part[sizeof part - 1] = '\0';
    assert_int_equal(error_say(&error, STATUS_REFUSED, part, part, NULL), STATUS_REFUSED);
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
    assert_int_equal(error_say(NULL, STATUS_REFUSED, part, NULL), STATUS_REFUSED);
}

static const Parameter rows[] = {
    {.name = "size", .low = 1, .high = 9, .shorthand = true},
    {.name = "style", .type = PARAMETER_CHOICE, .choices = "plain|published", .help = "which"},
    {.name = "k", .low = 2, .high = 64, .preset = 16, .allows_inf = true},
    {.name = "tie", .type = PARAMETER_CHOICE, .choices = "large-g|small-g", .preset = 1, .free_in = 1},
    {.name = "seed", .low = -5, .high = INT64_MAX - 1, .required = true, .help = "the seed"},
    {.name = "odd", .low = 0, .high = 9, .free_in = 2, .free_by = "tie"},
};
static const ParameterTable table = {rows, sizeof rows / sizeof *rows};

static Status parse(int row, const char *text, int64_t *value, Error *error) {
    return parameter_parse(&rows[row], "it", text, strlen(text), value, error);
}

static void parameter_values(void **state) {
    (void)state;
    Error error;
    int64_t value = 0;
    assert_int_equal(parameter_find(table, "k", 1), 2);
    assert_int_equal(parameter_find(table, "kk", 2), -1);
    assert_int_equal(parameter_find(table, "style=", 5), 1);
    assert_int_equal(parse(2, "64", &value, &error), STATUS_OK);
    assert_int_equal(value, 64);
    assert_int_equal(parse(2, "inf", &value, &error), STATUS_OK);
    assert_int_equal(value, PARAMETER_INF);
    assert_int_equal(parse(1, "published", &value, &error), STATUS_OK);
    assert_int_equal(value, 1);
    assert_int_equal(parse(4, "-5", &value, &error), STATUS_OK);
    assert_int_equal(value, -5);
    const char *bad[] = {"", "-", "1", "65", "6 4", "0x10", "+5", "1e1", "9223372036854775808", "64 "};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(parse(2, bad[i], &value, &error), STATUS_BAD_INPUT);
        assert_non_null(strstr(error.text, "from 2 to 64 or inf"));
    }
    assert_int_equal(parse(4, "inf", &value, &error), STATUS_BAD_INPUT);
    assert_int_equal(parse(1, "publish", &value, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "plain|published"));
}

static void settings_together(void **state) {
    (void)state;
    Error error;
    char text[80];
    Settings settings = settings_preset(table);
    assert_int_equal(settings_check(table, "it", &settings, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "seed"));
    settings.given[4] = true;
    settings.value[4] = 7;
    ASSERT_OK(settings_check(table, "it", &settings, &error), &error);
    assert_int_equal(settings_text(table, "it", &settings, text, sizeof text),
                     strlen("it:style=plain,k=16,tie=small-g,seed=7,odd=0"));
    assert_string_equal(text, "it:style=plain,k=16,tie=small-g,seed=7,odd=0");
    assert_int_equal(settings_text(table, "it", &settings, text, 6), 44);
    assert_string_equal(text, "it:st");
    assert_int_equal(settings_text(table, "it", &settings, NULL, 0), 44);
    settings.value[1] = 1; /* published fixes the tie */
    settings.value[2] = PARAMETER_INF;
    ASSERT_OK(settings_check(table, "it", &settings, &error), &error);
    settings_text(table, "it", &settings, text, sizeof text);
    assert_string_equal(text, "it:style=published,k=inf,seed=7"); /* nor what the tie decides */
    settings.given[3] = true;
    assert_int_equal(settings_check(table, "it", &settings, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "style=published"));
    settings.value[1] = settings.value[3] = 0; /* another choice may decide */
    settings.given[5] = true;
    assert_int_equal(settings_check(table, "it", &settings, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "odd= cannot be given with tie=large-g"));
    settings_text(table, "it", &settings, text, sizeof text);
    assert_string_equal(text, "it:style=plain,k=inf,tie=large-g,seed=7");
}

static void lines_and_notes(void **state) {
    (void)state;
    const char text[] = "\n one two \r\n\t\nlast";
    Notes notes = {.count = 0};
    Lines lines = lines_of(text, strlen(text), &notes);
    Line line, word;
    assert_true(lines_next(&lines, &line));
    assert_true(line_is(line, " one two"));
    assert_int_equal(line.number, 2);
    Line rest = line;
    assert_true(line_take_first(&rest, &word) && line_is(word, "one"));
    assert_true(line_take_first(&rest, &word) && line_is(word, "two"));
    assert_false(line_take_first(&rest, &word));
    rest = line;
    assert_true(line_take_last(&rest, &word) && line_is(word, "two"));
    assert_true(line_take_last(&rest, &word) && line_is(word, "one"));
    assert_false(line_take_last(&rest, &word));
    assert_true(lines_next(&lines, &line) && line_is(line, "last") && line.number == 4);
    assert_false(lines_next(&lines, &line));
    const char *texts[] = {"blank lines", "CRLF line ends", "lines with blanks at the end",
                           "last lines without a line end"};
    const uint64_t counts[] = {2, 1, 1, 1}, firsts[] = {1, 2, 2, 4};
    assert_int_equal(notes.count, 4);
    for (int i = 0; i < 4; i++) {
        assert_string_equal(notes.note[i].text, texts[i]);
        assert_int_equal(notes.note[i].count, counts[i]);
        assert_int_equal(notes.note[i].line, firsts[i]);
    }
    lines = lines_of(NULL, 0, NULL);
    assert_false(lines_next(&lines, &line));
    char text_long[300];
    memset(text_long, 'n', sizeof text_long - 1);
    text_long[sizeof text_long - 1] = '\0';
    notes.count = 0;
    notes_add(&notes, text_long, 1, 1);
    notes_add(&notes, text_long, 2, 2);
    notes_add(&notes, "n", 1, 1);
    assert_int_equal(notes.count, 2);
    assert_int_equal(notes.note[0].count, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rng_known_answers),       cmocka_unit_test(rng_is_uniform),
        cmocka_unit_test(hash_known_answers),      cmocka_unit_test(length_signs_at_near_ties),
        cmocka_unit_test(memory_counts_and_fails), cmocka_unit_test(messages),
        cmocka_unit_test(parameter_values),        cmocka_unit_test(settings_together),
        cmocka_unit_test(lines_and_notes),
    };
    return cmocka_run_group_tests_name("core", tests, NULL, NULL);
}
