/* Comparisons of two invented databases: whatever differs is told, and where. */
#include "tests/results_fixture.h"
#include "tests/support.h"

#include "harness/compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAPS = 12 };

/* Two equal databases; whatever is changed afterwards is what differs. */
typedef struct Pair {
    char folder[2][FOLDER_PATH], file[2][FOLDER_PATH + 16];
    Store *store[2];
    CompareAsk ask;
    CompareCounts counts;
    Table *table;
} Pair;

static void change(Pair *pair, int side, const char *sql) {
    Error error;
    ASSERT_OK(store_execute(pair->store[side], sql, &error), &error);
}

static int set_up(void **state) {
    Pair *pair = calloc(1, sizeof *pair);
    assert_non_null(pair);
    for (int i = 0; i < 2; i++) {
        fixture_create("e", MAPS, pair->folder[i], &pair->store[i]);
        snprintf(pair->file[i], sizeof pair->file[i], "%s/taut.db", pair->folder[i]);
        pair->ask.sides[i].file = pair->file[i];
    }
    pair->ask.margin = pair->ask.level = 0.01;
    *state = pair;
    return 0;
}

static int tear_down(void **state) {
    Pair *pair = *state;
    table_destroy(pair->table);
    for (int i = 0; i < 2; i++) {
        store_close(pair->store[i]);
        folder_remove(pair->folder[i]);
    }
    free(pair);
    return 0;
}

static Status compare(Pair *pair, Error *error) {
    table_destroy(pair->table);
    pair->table = table_create();
    assert_non_null(pair->table);
    return compare_make(&pair->ask, pair->table, &pair->counts, error);
}

static void compare_well(Pair *pair) {
    Error error = {""};
    ASSERT_OK(compare(pair, &error), &error);
}

/* The row of a solver (its name's beginning) and what was compared; -1: there is none. */
static int row_of(const Pair *pair, const char *solver, const char *what) {
    for (uint32_t row = 0; row < table_row_count(pair->table); row++)
        if (strncmp(table_at(pair->table, row, 2), solver, strlen(solver)) == 0 &&
            strcmp(table_at(pair->table, row, 3), what) == 0)
            return (int)row;
    return -1;
}

static const char *cell(const Pair *pair, const char *solver, const char *what, const char *column) {
    int row = row_of(pair, solver, what);
    assert_int_not_equal(row, -1);
    return table_at(pair->table, (uint32_t)row, (uint32_t)table_find_column(pair->table, column));
}

/* A run for each map, the old one first on maps of odd number and the new one on others. */
static void measure_in_turns(Pair *pair) {
    for (int i = 0; i < 2; i++) {
        char sql[600];
        snprintf(
            sql, sizeof sql,
            "INSERT INTO run (run_id, started, command, build, compiler, flags, host, cpu, cores, kernel,"
            " memory_bytes, swap_bytes, load, clock_ns) SELECT 1 + map_id,"
            " printf('2026-01-01T00:%%02d:00Z', 2 * map_id + (map_id %% 2 = %d)), 'taut', build, compiler,"
            " flags, host, cpu, cores, kernel, memory_bytes, swap_bytes, load, clock_ns FROM run, map;"
            "UPDATE block SET run_id = 1 + query_set_id",
            i);
        change(pair, i, sql);
    }
}

static void equals_itself(void **state) {
    Pair *pair = *state;
    compare_well(pair);
    assert_int_equal(pair->counts.cells, 3 * MAPS);
    assert_int_equal(pair->counts.answers, 9 * MAPS);
    assert_int_equal(pair->counts.different + pair->counts.only_old + pair->counts.only_new, 0);
    /* A has no preparation, so two times; the others three. The runs began at the same moment: not in turns.
     */
    assert_int_equal(pair->counts.undecided, 8);
    assert_int_equal(table_row_count(pair->table), 8);
    assert_non_null(strstr(cell(pair, "astar", "query, warm", "why"), "apart"));
    pair->ask.apart = true;
    compare_well(pair);
    assert_int_equal(pair->counts.same, 8);
    assert_string_equal(cell(pair, "astar", "query, warm", "ratio"), "1");
    assert_string_equal(cell(pair, "astar", "query, warm", "n"), "36");
    assert_string_equal(cell(pair, "astar", "query, warm", "maps"), "12");
    assert_string_equal(cell(pair, "hpa:style=published,move=4,k=16", "prepare", "n"), "12");
    assert_non_null(strstr(cell(pair, "astar", "query, warm", "why"), "signed ranks by map (12)"));
    assert_non_null(strstr(cell(pair, "astar", "query, warm", "why"), "disturbed: 1"));
}

/* Each column that no clock decides is told, with where and both values. */
static void tells_each_column(void **state) {
    Pair *pair = *state;
    static const struct {
        const char *column, *sql, *why;
    } changes[] = {
        {"verdict", "UPDATE answer SET verdict = 'suboptimal' WHERE answer_id = 20",
         "optimal, now suboptimal"},
        {"straight", "UPDATE answer SET straight = 7 WHERE answer_id = 20", "0, now 7"},
        {"diagonal", "UPDATE answer SET diagonal = NULL WHERE answer_id = 20", "0, now nothing"},
        {"length", "UPDATE answer SET length = 100.00000000000001 WHERE answer_id = 21",
         "now 100.00000000000001"},
        {"excess", "UPDATE answer SET excess = 0.25 WHERE answer_id = 21", "now 0.25"},
        {"path_cells", "UPDATE answer SET path_cells = 11 WHERE answer_id = 20", "10, now 11"},
        {"path_hash", "UPDATE answer SET path_hash = 'x' WHERE answer_id = 20", "p, now x"},
        {"expanded", "UPDATE answer SET expanded = 6 WHERE answer_id = 20", "5, now 6"},
        {"restarts", "UPDATE answer SET restarts = 6 WHERE answer_id = 20", "0, now 6"},
        {"outcome", "UPDATE attempt SET verdict = 'crash' WHERE attempt_id = 2", "done, now crash"},
        {"index_bytes", "UPDATE attempt SET index_bytes = 1001 WHERE attempt_id = 2", "1000, now 1001"},
        {"index_peak_bytes", "UPDATE attempt SET index_peak_bytes = 5 WHERE attempt_id = 2",
         "nothing, now 5"},
        {"nodes", "UPDATE attempt SET nodes = 3 WHERE attempt_id = 2", "200, now 3"},
        {"answer", "DELETE FROM sample WHERE answer_id = 20; DELETE FROM answer WHERE answer_id = 20",
         "now none"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        change(pair, 1, changes[i].sql);
        compare_well(pair);
        const char *why = cell(pair, "hpa:style=published,move=4,k=16", changes[i].column, "why");
        if (strstr(why, changes[i].why) == NULL || pair->counts.different == 0)
            fail_msg("%s: %s (%llu)", changes[i].column, why, (unsigned long long)pair->counts.different);
        assert_string_equal(cell(pair, "hpa", changes[i].column, "n"), "1");
        assert_non_null(strstr(why, "rooms:width=256,height=256,seed=1"));
        bool is_answer = strcmp(changes[i].column, "answer") == 0; /* that is no column */
        pair->ask.ignored = is_answer ? NULL : changes[i].column;
        compare_well(pair);
        assert_int_equal(row_of(pair, "hpa", changes[i].column) >= 0, is_answer);
        pair->ask.ignored = NULL;
        tear_down(state);
        set_up(state);
        pair = *state;
    }
}

static void counts_what_differs(void **state) {
    Pair *pair = *state;
    change(pair, 1,
           "UPDATE answer SET expanded = 50, pushed = 9 WHERE attempt_id IN"
           " (SELECT attempt_id FROM attempt JOIN cell USING (cell_id) WHERE solver_id = 1 AND query_set_id "
           "> 5)");
    compare_well(pair);
    assert_int_equal(pair->counts.different, 21);
    assert_string_equal(cell(pair, "astar", "expanded", "n"), "21");
    assert_string_equal(cell(pair, "astar", "expanded", "maps"), "7");
    assert_non_null(strstr(cell(pair, "astar", "pushed", "why"), "of 36 answers"));
    pair->ask.ignored = "pushed,expanded";
    compare_well(pair);
    assert_int_equal(pair->counts.different, 0);
    pair->ask.ignored = "pushed"; /* half of it */
    compare_well(pair);
    assert_int_equal(pair->counts.different, 21);
    Error error = {""};
    pair->ask.ignored = "pushed,expandd";
    assert_int_equal(compare(pair, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "did you mean expanded"));
}

static void tells_cells_of_one_side(void **state) {
    Pair *pair = *state;
    change(pair, 1,
           "DELETE FROM member WHERE cell_id = 2; UPDATE member SET attempt_id = NULL WHERE cell_id = 4");
    change(pair, 0, "UPDATE member SET attempt_id = NULL WHERE cell_id IN (4, 7)");
    compare_well(pair);
    assert_int_equal(pair->counts.only_old, 1); /* cell 2; cell 4 has none of either */
    assert_int_equal(pair->counts.only_new, 1); /* cell 7 */
    assert_int_equal(pair->counts.cells, 3 * MAPS - 3);
    assert_string_equal(cell(pair, "hpa", "cell", "verdict"), "missing");
    Error error = {""};
    pair->ask.experiment = "other";
    assert_int_equal(compare(pair, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "other"));
    pair->ask.experiment = NULL;
    change(pair, 1, "UPDATE member SET part = 'p'");
    assert_int_equal(compare(pair, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "both have measured"));
}

static void finds_what_is_slower(void **state) {
    Pair *pair = *state;
    measure_in_turns(pair);
    change(pair, 1,
           "UPDATE sample SET ns = CAST(1.05 * ns AS INTEGER) WHERE protocol = 'warm' AND answer_id IN"
           " (SELECT answer_id FROM answer WHERE attempt_id % 3 = 2)");
    change(pair, 0,
           "UPDATE sample SET ns = CAST(1.2 * ns AS INTEGER) WHERE answer_id IN"
           " (SELECT answer_id FROM answer WHERE attempt_id % 3 = 0)");
    compare_well(pair);
    assert_string_equal(cell(pair, "hpa:style=published,move=4,k=16", "query, warm", "verdict"), "slower");
    assert_string_equal(cell(pair, "hpa:style=published,move=4,k=16", "query, interleaved", "verdict"),
                        "same");
    assert_string_equal(cell(pair, "hpa:style=published,move=4,k=32", "query, warm", "verdict"), "faster");
    assert_int_equal(pair->counts.slower, 1);
    assert_int_equal(pair->counts.faster, 2);
    assert_int_equal(pair->counts.same, 5);
    assert_int_equal(pair->counts.different, 0); /* a time is none of these */
    pair->ask.margin = 0.06;
    compare_well(pair);
    assert_int_equal(pair->counts.slower, 0);
}

static void needs_turns_and_maps(void **state) {
    Pair *pair = *state;
    measure_in_turns(pair);
    /* One run measured all of one side: one pair of runs only has one say. */
    change(pair, 0, "UPDATE block SET run_id = 2");
    change(pair, 1, "UPDATE block SET run_id = 1 + (query_set_id > 6)");
    compare_well(pair);
    assert_int_equal(pair->counts.undecided, 8);
    assert_non_null(strstr(cell(pair, "astar", "query, warm", "why"), "fewer than 10 pairs of runs"));
    /* The old one always first. */
    change(pair, 0, "UPDATE block SET run_id = 1 + query_set_id");
    change(pair, 1, "UPDATE block SET run_id = 1 + query_set_id; UPDATE run SET started = '2027'");
    compare_well(pair);
    assert_int_equal(pair->counts.undecided, 8);
    assert_non_null(strstr(cell(pair, "astar", "query, warm", "why"), "apart"));
    /* Few maps. */
    change(pair, 1,
           "UPDATE run SET started = printf('2026-01-01T00:%02d:00Z', 2 * run_id - 2 + (run_id % 2 = 0))");
    change(pair, 0, "DELETE FROM member WHERE cell_id > 27");
    change(pair, 1, "DELETE FROM member WHERE cell_id > 27");
    compare_well(pair);
    assert_non_null(strstr(cell(pair, "astar", "query, warm", "why"), "fewer than 10 maps"));
}

static void compares_two_builds_and_two_solvers(void **state) {
    Pair *pair = *state;
    pair->ask.sides[1].file = pair->file[0];
    pair->ask.sides[0].solver = "hpa:k=16";
    pair->ask.sides[1].solver = "hpa:style=published,move=4,k=32";
    compare_well(pair);
    assert_int_equal(pair->counts.cells, MAPS);
    assert_int_equal(pair->counts.different, 0); /* counts may differ between solvers */
    assert_int_equal(pair->counts.slower, 2);    /* measured in one block */
    assert_string_equal(cell(pair, "hpa:k=16 -> hpa:", "query, warm", "ratio"), "2");
    assert_string_equal(cell(pair, "hpa:k=16 -> hpa:", "prepare", "verdict"), "faster");
    Error error = {""};
    pair->ask.sides[0].solver = "hpa:move=4";
    assert_int_equal(compare(pair, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "several solvers"));
    pair->ask.sides[0].solver = "hpa:k=1";
    assert_int_equal(compare(pair, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "no solver is hpa:k=1"));

    /* Another build's attempts in the same file: the newest stand for the cells, both can be asked for. */
    pair->ask.sides[0] = (CompareSide){pair->file[0], "b", NULL};
    pair->ask.sides[1] = (CompareSide){pair->file[0], "c0", NULL};
    assert_int_equal(compare(pair, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "there are: b ("));
    change(pair, 0,
           "INSERT INTO run (run_id, started, command, build, compiler, flags, host, cpu, cores, kernel,"
           " memory_bytes, swap_bytes, load, clock_ns) SELECT 2, started, command, 'c0de', compiler, flags, "
           "host, cpu,"
           " cores, kernel, memory_bytes, swap_bytes, load, clock_ns FROM run;"
           "INSERT INTO block (block_id, run_id, query_set_id, interleaved, warm, repeats)"
           " SELECT 100 + block_id, 2, query_set_id, interleaved, warm, repeats FROM block;"
           "INSERT INTO attempt (attempt_id, cell_id, block_id, verdict, index_bytes, nodes, edges, "
           "cached_cells)"
           " SELECT 100 + attempt_id, cell_id, 100 + block_id, verdict, index_bytes, nodes, edges + 1, "
           "cached_cells"
           " FROM attempt;"
           "UPDATE member SET attempt_id = 100 + attempt_id");
    compare_well(pair);
    assert_int_equal(pair->counts.cells, 3 * MAPS);
    assert_string_equal(cell(pair, "astar", "edges", "n"), "12");
    assert_string_equal(cell(pair, "astar", "answer", "n"), "36"); /* the new ones have none */
}

#define EACH(TEST) cmocka_unit_test_setup_teardown(TEST, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        EACH(equals_itself),
        EACH(tells_each_column),
        EACH(counts_what_differs),
        EACH(tells_cells_of_one_side),
        EACH(finds_what_is_slower),
        EACH(needs_turns_and_maps),
        EACH(compares_two_builds_and_two_solvers),
    };
    return cmocka_run_group_tests_name("compare", tests, NULL, NULL);
}
