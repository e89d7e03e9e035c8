/* The judge of paths: each way to be wrong is told apart. */
#include "tests/support.h"

#include "algos/exact/check.h"

#include <string.h>

typedef struct Case {
    const char *rows;
    Move move;
    Query query;
    Cell cells[6];
    uint64_t count;
    Length claimed;
    const char *wrong; /* part of the reason; NULL: valid */
} Case;

static const Case cases[] = {
    {"..", MOVE_4, {{0, 0}, {1, 0}}, {{0, 0}, {1, 0}}, 2, {1, 0}, NULL},
    {"..", MOVE_4, {{0, 0}, {0, 0}}, {{0, 0}}, 1, {0, 0}, NULL},
    {"..", MOVE_4, {{0, 0}, {1, 0}}, {{0, 0}}, 0, {0, 0}, NULL}, /* "no path" is judged by the oracle */
    {"..", MOVE_4, {{0, 0}, {1, 0}}, {{0, 0}, {1, 0}}, 2, {2, 0}, "claims"},
    {"..", MOVE_4, {{0, 0}, {1, 0}}, {{1, 0}}, 1, {0, 0}, "start"},
    {"..", MOVE_4, {{0, 0}, {1, 0}}, {{0, 0}}, 1, {0, 0}, "goal"},
    {"..", MOVE_4, {{0, 0}, {1, 0}}, {{0, 0}, {0, 0}, {1, 0}}, 3, {1, 0}, "still"},
    {"...", MOVE_8, {{0, 0}, {2, 0}}, {{0, 0}, {2, 0}}, 2, {2, 0}, "jumps"},
    {"...", MOVE_8, {{2, 0}, {0, 0}}, {{2, 0}, {0, 0}}, 2, {2, 0}, "jumps"},
    {".\n.\n.", MOVE_8, {{0, 0}, {0, 2}}, {{0, 0}, {0, 2}}, 2, {2, 0}, "jumps"},
    {".\n.\n.", MOVE_8, {{0, 2}, {0, 0}}, {{0, 2}, {0, 0}}, 2, {2, 0}, "jumps"},
    {"@", MOVE_8, {{0, 0}, {0, 0}}, {{0, 0}}, 1, {0, 0}, "begins in a blocked"},
    {"..\n..", MOVE_8, {{0, 0}, {1, 1}}, {{0, 0}, {1, 1}}, 2, {0, 2}, "claims"},
    {".@.", MOVE_8, {{0, 0}, {2, 0}}, {{0, 0}, {1, 0}, {2, 0}}, 3, {2, 0}, "blocked"},
    {"..", MOVE_8, {{0, 0}, {1, 0}}, {{0, 0}, {0, 1}, {1, 0}}, 3, {1, 1}, "leaves"},
    {"..\n..", MOVE_4, {{0, 0}, {1, 1}}, {{0, 0}, {1, 1}}, 2, {0, 1}, "diagonally"},
    {"..\n..", MOVE_8, {{0, 0}, {1, 1}}, {{0, 0}, {1, 1}}, 2, {0, 1}, NULL},
    {".@\n..", MOVE_8, {{0, 0}, {1, 1}}, {{0, 0}, {1, 1}}, 2, {0, 1}, "corner"},
    {"..\n@.", MOVE_8, {{0, 0}, {1, 1}}, {{0, 0}, {1, 1}}, 2, {0, 1}, "corner"},
    {".@\n..", MOVE_8C, {{0, 0}, {1, 1}}, {{0, 0}, {1, 1}}, 2, {0, 1}, NULL},
    {"..\n@.", MOVE_8C, {{0, 0}, {1, 1}}, {{0, 0}, {1, 1}}, 2, {0, 1}, NULL},
    {".@\n@.", MOVE_8C, {{0, 0}, {1, 1}}, {{0, 0}, {1, 1}}, 2, {0, 1}, "between two blocked"},
    {".@\n@.", MOVE_8, {{0, 0}, {1, 1}}, {{0, 0}, {1, 1}}, 2, {0, 1}, "between two blocked"},
    {"@.\n..", MOVE_8C, {{1, 0}, {0, 1}}, {{1, 0}, {0, 1}}, 2, {0, 1}, NULL},
    {"23\n54", MOVE_8, {{0, 0}, {1, 1}}, {{0, 0}, {1, 1}}, 2, {0, 4}, NULL},
    {"23\n54", MOVE_4, {{0, 0}, {1, 1}}, {{0, 0}, {0, 1}, {1, 1}}, 3, {9, 0}, NULL},
};

static void every_case(void **state) {
    (void)state;
    Memory memory = system_memory();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Case *tried = &cases[i];
        Map map;
        Error why = {""};
        Length walked;
        Path path = path_in(&memory);
        grid_from_text(&memory, tried->rows, &map);
        assert_int_equal(path_reserve(&path, 6), STATUS_OK);
        memcpy(path.cells, tried->cells, sizeof tried->cells);
        path.count = tried->count;
        path.length = tried->claimed;
        bool valid = path_valid(&map.grid, tried->move, &tried->query, &path, &walked, &why);
        if (valid != (tried->wrong == NULL) || (!valid && strstr(why.text, tried->wrong) == NULL))
            fail_msg("case %zu: %s, \"%s\"", i, valid ? "valid" : "not valid", why.text);
        path_destroy(&path);
        grid_destroy(&map.grid);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_case)};
    return cmocka_run_group_tests_name("check", tests, NULL, NULL);
}
