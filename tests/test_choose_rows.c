/* Which rows of a file are taken: every n-th, or so many spread over their lengths. */
#include "tests/support.h"

#include "harness/choose_rows.h"

static double length_of(const void *context, uint32_t row) {
    return ((const double *)context)[row];
}

/* Lengths below 0 are of rows that are not sound. */
static bool is_sound(const void *context, uint32_t row) {
    return length_of(context, row) >= 0;
}

static const double lengths[] = {5, 3, -1, 9, 0, 3, 8, -1, 7, 1, 2};
static const RowSource source = {lengths, sizeof lengths / sizeof *lengths, length_of, is_sound};

static void assert_rows(uint32_t every, uint32_t wanted, const uint32_t *expected, uint32_t count) {
    Memory memory = system_memory();
    uint32_t *rows, found;
    ASSERT_OK(rows_choose(&source, every, wanted, &memory, &rows, &found), NULL);
    assert_int_equal(found, count);
    for (uint32_t i = 0; i < count; i++) assert_int_equal(rows[i], expected[i]);
    memory_give(&memory, rows);
    ASSERT_NOTHING_LIVE(&memory);
}
#define ASSERT_ROWS(EVERY, WANTED, ...)                         \
    assert_rows(EVERY, WANTED, (const uint32_t[]){__VA_ARGS__}, \
                sizeof(const uint32_t[]){__VA_ARGS__} / sizeof(uint32_t))

static void every_and_spread(void **state) {
    (void)state;
    ASSERT_ROWS(1, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    ASSERT_ROWS(4, 0, 0, 4, 8);
    ASSERT_ROWS(100, 0, 0);
    /* By length: rows 4 9 10 1 5 0 8 6 3, equal ones as in the file. */
    ASSERT_ROWS(1, 9, 4, 9, 10, 1, 5, 0, 8, 6, 3);
    ASSERT_ROWS(1, 1000000, 4, 9, 10, 1, 5, 0, 8, 6, 3);
    ASSERT_ROWS(1, 3, 9, 5, 6);
    ASSERT_ROWS(1, 1, 5);
    ASSERT_ROWS(1, 2, 10, 8);
}

static void survives_failed_allocations(void **state) {
    (void)state;
    for (uint64_t fail_at = 1; fail_at <= 2; fail_at++) {
        Memory memory = system_memory();
        memory.fail_at = fail_at;
        uint32_t *rows, found;
        assert_int_equal(rows_choose(&source, 1, 3, &memory, &rows, &found), STATUS_NO_MEMORY);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_and_spread),
        cmocka_unit_test(survives_failed_allocations),
    };
    return cmocka_run_group_tests_name("choose rows", tests, NULL, NULL);
}
