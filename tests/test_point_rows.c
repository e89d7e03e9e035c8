/* Rows of queries between points: both forms read, what is wrong told with its line, written and read again.
 */
#include "tests/support.h"

#include "algos/map/point_rows.h"

#include <string.h>

static Status read_text(Memory *memory, const char *text, PointRows *rows, Error *error) {
    return point_rows_read(text, strlen(text), "f", memory, rows, NULL, error);
}

static void reads_both_forms(void **state) {
    (void)state;
    Memory memory = system_memory();
    PointRows rows;
    Error error;
    ASSERT_OK(
        read_text(&memory, "sx\tsy\tgx\tgy\tlength\r\n1\t2.5\t-3e2\t4\t0.125\n\n0 0 1 1 -1", &rows, &error),
        &error);
    assert_int_equal(rows.count, 2);
    assert_false(rows.has_buckets);
    assert_true(rows.rows[0].query.start.y == 2.5 && rows.rows[0].query.goal.x == -300);
    assert_true(rows.rows[0].length == 0.125 && rows.rows[1].length == POINT_ROW_NO_PATH);
    assert_int_equal(rows.rows[1].line, 4);
    point_rows_destroy(&rows);
    ASSERT_OK(
        read_text(&memory, "version 1\n7\tmaps/a b.mesh\t3\t3\t0.99\t1.01\t1.01\t0.99\t4\n", &rows, &error),
        &error);
    assert_int_equal(rows.count, 1);
    assert_true(rows.has_buckets && rows.rows[0].bucket == 7);
    assert_true(rows.rows[0].query.start.x == 0.99 && rows.rows[0].query.goal.y == 0.99);
    assert_true(rows.rows[0].length == 4);
    point_rows_destroy(&rows);
    ASSERT_OK(read_text(&memory, "sx sy gx gy length\n", &rows, &error), &error);
    assert_int_equal(rows.count, 0);
    point_rows_destroy(&rows);
    ASSERT_NOTHING_LIVE(&memory);
}

static void says_what_is_wrong(void **state) {
    (void)state;
    static const struct {
        const char *text, *said;
    } cases[] = {
        {"", "found the end of the file"},
        {"sx sy gx gy\n1 2 3 4\n", "f:1: "},
        {"sx sy gx gy length more\n", "f:1: "},
        {"version 2\n", "version 1"},
        {"type octile\n", "expected the header sx sy gx gy length, or version 1"},
        {"sx sy gx gy length\n1 2 3 4\n", "f:2: "},
        {"sx sy gx gy length\n1 2 3 4 5 6\n", "five numbers"},
        {"sx sy gx gy length\n1 2 3 nan 5\n", "found \"nan\", expected the goal's y"},
        {"sx sy gx gy length\n1 2 3 1e300 5\n", "1e300"},
        {"sx sy gx gy length\n1 2 3 4 -2\n", "a negative length"},
        {"version 1\nx m 3 3 1 1 2 2 4\n", "expected a bucket"},
        {"version 1\n0 m 3 1 1 2 2 4\n", "f:2: "},
    };
    Memory memory = system_memory();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        PointRows rows;
        Error error = {""};
        assert_int_equal(read_text(&memory, cases[i].text, &rows, &error), STATUS_BAD_INPUT);
        if (strstr(error.text, cases[i].said) == NULL) fail_msg("case %zu: %s", i, error.text);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

static void writes_what_it_reads(void **state) {
    (void)state;
    static const char text[] =
        "sx\tsy\tgx\tgy\tlength\n0.1\t2\t-3\t1e-9\t4.25\n799.9999389648438\t0\t0\t0\t-1\n";
    bool done = false;
    for (uint64_t fail_at = 1; !done; fail_at++) {
        Memory memory = system_memory();
        memory.fail_at = fail_at;
        PointRows rows;
        Error error;
        char *bytes = NULL;
        size_t length = 0;
        Status status = read_text(&memory, text, &rows, &error);
        if (status == STATUS_OK) {
            status = point_rows_write(&rows, &memory, &bytes, &length);
            point_rows_destroy(&rows);
        }
        done = status == STATUS_OK;
        assert_true(done || status == STATUS_NO_MEMORY);
        if (done) {
            assert_int_equal(length, sizeof text - 1);
            assert_memory_equal(bytes, text, length);
        }
        memory_give(&memory, bytes);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

static void compares_lengths(void **state) {
    (void)state;
    assert_true(point_length_matches(1e6, 1e6 + 9e-4));
    assert_false(point_length_matches(1e6, 1e6 + 11e-4));
    assert_true(point_length_matches(0.5 + 9e-10, 0.5));
    assert_false(point_length_matches(0.5 + 11e-10, 0.5));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_both_forms),
        cmocka_unit_test(says_what_is_wrong),
        cmocka_unit_test(writes_what_it_reads),
        cmocka_unit_test(compares_lengths),
    };
    return cmocka_run_group_tests_name("point_rows", tests, NULL, NULL);
}
