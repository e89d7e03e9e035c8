/* Terrain costs beside a map. */
#include "tests/support.h"

#include "algos/map/costs_file.h"
#include "tests/parsers.h"

#include <string.h>

static void plain_rules(void **state) {
    (void)state;
    Costs plain = costs_plain();
    for (int letter = 0; letter < 256; letter++) {
        bool open = letter != 0 && strchr(".GSgs", letter) != NULL;
        bool known = letter != 0 && strchr(".GS@OTWgsotw", letter) != NULL;
        assert_int_equal(plain.terrain.of[letter], open ? 1 : 0);
        assert_int_equal(plain.known[letter], known);
    }
    assert_false(costs_needed(&plain.terrain));
}

static void reads_and_writes(void **state) {
    (void)state;
    Memory memory = system_memory();
    const char text[] = "# forest and swamp\nG 2\r\n\ns\t4 # deep\n  x 255\nT 0\nw 3\nW 5\n. 7";
    Costs costs;
    Notes notes = {.count = 0};
    Error error;
    ASSERT_OK(costs_read(text, strlen(text), "m.costs", &costs, &notes, &error), &error);
    const uint8_t *of = costs.terrain.of;
    assert_true(of['G'] == 2 && of['g'] == 2 && of['s'] == 4 && of['S'] == 4 && of['.'] == 7);
    assert_true(of['x'] == 255 && of['X'] == 255 && of['T'] == 0 && of['w'] == 3 && of['W'] == 5);
    assert_true(costs.known['X'] && costs.known['@'] && !costs.known['Y']);
    assert_int_equal(notes.count, 3); /* CRLF, a blank line, no line end */
    assert_true(costs_needed(&costs.terrain));
    char *written;
    size_t length;
    assert_int_equal(costs_write(&costs.terrain, &memory, &written, &length), STATUS_OK);
    const char expected[] = ". 7\nG 2\nS 4\nW 5\nX 255\nw 3\n";
    assert_int_equal(length, strlen(expected));
    assert_memory_equal(written, expected, length);
    memory_give(&memory, written);
    Memory failing = system_memory();
    failing.fail_at = 1;
    assert_int_equal(costs_write(&costs.terrain, &failing, &written, &length), STATUS_NO_MEMORY);
    ASSERT_NOTHING_LIVE(&memory);
}

typedef struct Refused {
    const char *text, *message;
} Refused;

static const Refused refused[] = {
    {"G", "m.costs:1: found nothing, expected a cost"},
    {"\nG 256", "m.costs:2: found \"256\", expected a cost"},
    {"G -1", "m.costs:1: found \"-1\", expected a cost"},
    {"G 2.5", "m.costs:1: found \"2.5\", expected a cost"},
    {"G 99999999999999999999", "expected a cost"},
    {"Gg 2", "m.costs:1: found \"Gg\", expected one letter"},
    {"G 2 3", "m.costs:1: found \"3\", expected the end of the line"},
    {"G 2\nG 2", "m.costs:2: found \"G 2\", expected each letter once"},
    {"\x01 2", "m.costs:1: found \"?\", expected one letter"},
    {"\xc3\xa4 2", "expected one letter"},
};

static void refuses(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        Costs costs;
        Error error = {""};
        assert_int_equal(
            costs_read(refused[i].text, strlen(refused[i].text), "m.costs", &costs, NULL, &error),
            STATUS_BAD_INPUT);
        if (strstr(error.text, refused[i].message) == NULL) fail_msg("case %zu: %s", i, error.text);
    }
    Costs costs;
    Error error;
    assert_int_equal(costs_read("G\0002", 3, "m.costs", &costs, NULL, &error), STATUS_BAD_INPUT);
    ASSERT_OK(costs_read("", 0, "m.costs", &costs, NULL, &error), &error); /* nothing differs */
    assert_false(costs_needed(&costs.terrain));
}

static void survives_mutants(void **state) {
    (void)state;
    const char text[] = "# costs\nG 2\nS 4\nw 3\nW 5\n. 7 # plain\n";
    feed_mutants(costs_round_trip, text, strlen(text), trials(4000), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_rules),
        cmocka_unit_test(reads_and_writes),
        cmocka_unit_test(refuses),
        cmocka_unit_test(survives_mutants),
    };
    return cmocka_run_group_tests_name("costs_file", tests, NULL, NULL);
}
