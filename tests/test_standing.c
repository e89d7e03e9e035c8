/* Which attempts stand for the cells of an experiment's part, and which have to be measured. */
#include "tests/results_fixture.h"
#include "tests/support.h"

#include "harness/record.h"

#include <stdio.h>
#include <string.h>

enum {
    CELLS = 3
}; /* of query set 1, measured together in block 1 as attempts 1, 2, 3: both protocols, 3 times */

typedef struct Rig {
    char folder[FOLDER_PATH];
    Store *store;
    int64_t cells[CELLS], attempts[CELLS];
} Rig;

static int set_up(void **state) {
    static Rig kept; /* of the test program, not of what it tests */
    Rig *rig = &kept;
    Error error;
    char sql[200];
    *rig = (Rig){.cells = {1, 2, 3}};
    fixture_create("d2", 2, rig->folder, &rig->store);
    snprintf(sql, sizeof sql, "UPDATE run SET build = '%s'", build_hash());
    ASSERT_OK(store_execute(rig->store, sql, &error), &error);
    *state = rig;
    return 0;
}

static int tear_down(void **state) {
    Rig *rig = *state;
    store_close(rig->store);
    folder_remove(rig->folder);
    return 0;
}

static void change(Rig *rig, const char *sql) {
    Error error;
    ASSERT_OK(store_execute(rig->store, sql, &error), &error);
}

/* Asks for the first `count` cells. */
static void assert_standing(Rig *rig, const Part *part, uint32_t count, int64_t first, int64_t second,
                            int64_t third) {
    Error error;
    const int64_t expected[CELLS] = {first, second, third};
    ASSERT_OK(record_standing(rig->store, part, 0, 1, rig->cells, count, rig->attempts, &error), &error);
    for (uint32_t i = 0; i < count; i++) assert_int_equal(rig->attempts[i], expected[i]);
}

static const Part both = {.repeats = 3, .protocols = {true, true}};
static const Part warm = {.repeats = 3, .protocols = {[PROTOCOL_WARM] = true}};
static const Part untimed = {.repeats = 5};

static void a_whole_block_stands(void **state) {
    Rig *rig = *state;
    assert_standing(rig, &both, 3, 1, 2, 3);
    assert_standing(rig, &warm, 3, 1, 2, 3);
    assert_standing(rig, &untimed, 3, 1, 2, 3);
    assert_standing(rig, &(Part){.repeats = 2, .protocols = {true, true}}, 3, 1, 2, 3);
    assert_standing(rig, &(Part){.repeats = 4, .protocols = {true, true}}, 3, 0, 0, 0);
}

static void protocols_must_be_those_asked_for(void **state) {
    Rig *rig = *state;
    change(rig, "UPDATE block SET warm = 0");
    assert_standing(rig, &both, 3, 0, 0, 0);
    assert_standing(rig, &warm, 3, 0, 0, 0);
    assert_standing(rig, &(Part){.repeats = 3, .protocols = {true}}, 3, 1, 2, 3);
    change(rig, "UPDATE block SET warm = 1, interleaved = 0");
    assert_standing(rig, &both, 3, 0, 0, 0);
    assert_standing(rig, &warm, 3, 1, 2, 3);
}

/* What is timed was alone, unless company is asked for. */
static void what_is_timed_was_alone(void **state) {
    Rig *rig = *state;
    static const Part prepared = {.repeats = 5, .prepares = true};
    change(rig, "UPDATE attempt SET prepare_ns = 5");
    assert_standing(rig, &prepared, 3, 1, 2, 3);
    change(rig, "UPDATE attempt SET prepare_ns = NULL WHERE attempt_id >= 2;"
                "UPDATE attempt SET verdict = 'crash' WHERE attempt_id = 3");
    assert_standing(rig, &prepared, 3, 1, 0, 3);
    change(rig, "UPDATE block SET beside = 1");
    assert_standing(rig, &prepared, 3, 0, 0, 0);
    assert_standing(rig, &both, 3, 0, 0, 0);
    assert_standing(rig, &untimed, 3, 1, 2, 3);
}

/* Who took turns with more solvers was measured otherwise; one after another it makes no difference. */
static void turns_are_taken_with_the_same_solvers(void **state) {
    Rig *rig = *state;
    assert_standing(rig, &both, 2, 0, 0, 0);
    assert_standing(rig, &warm, 2, 1, 2, 0);
}

/* A solver that is added is not measured alone: all are, together. */
static void one_that_is_missing_is_measured_with_all(void **state) {
    Rig *rig = *state;
    change(rig, "DELETE FROM member; DELETE FROM sample; DELETE FROM answer; DELETE FROM bracket;"
                "DELETE FROM attempt WHERE attempt_id = 2");
    assert_standing(rig, &both, 3, 0, 0, 0);
    assert_standing(rig, &warm, 3, 0, 0, 0);
    assert_standing(rig, &untimed, 3, 1, 0, 3); /* what is counted does not depend on company */
}

static void attempts_of_two_blocks_do_not_mix(void **state) {
    Rig *rig = *state;
    change(rig, "INSERT INTO block (block_id, run_id, query_set_id, interleaved, warm, repeats)"
                " SELECT 9, run_id, 1, interleaved, warm, repeats FROM block"
                " WHERE block_id = 1; UPDATE attempt SET block_id = 9 WHERE attempt_id = 3");
    assert_standing(rig, &warm, 3, 0, 0, 0);
    assert_standing(rig, &both, 2, 1, 2, 0);
    assert_standing(rig, &untimed, 3, 1, 2, 3);
}

static void the_newest_block_stands(void **state) {
    Rig *rig = *state;
    change(rig,
           "INSERT INTO block (block_id, run_id, query_set_id, interleaved, warm, repeats)"
           " SELECT 9, run_id, 1, interleaved, warm, repeats FROM block"
           " WHERE block_id = 1;"
           "INSERT INTO attempt (attempt_id, cell_id, block_id, verdict) SELECT 100 + cell_id, cell_id, 9,"
           " 'done' FROM cell WHERE cell_id <= 3");
    assert_standing(rig, &both, 3, 101, 102, 103);
    change(rig, "DELETE FROM attempt WHERE attempt_id = 102");
    assert_standing(rig, &both, 3, 1, 2, 3);
}

static void another_build_measures_anew(void **state) {
    Rig *rig = *state;
    change(rig, "UPDATE run SET build = 'another'");
    assert_standing(rig, &both, 3, 0, 0, 0);
    assert_standing(rig, &untimed, 3, 0, 0, 0);
}

/* It would fail again, unless it is given more of what it lacked. */
static void failures_stand_until_more_is_granted(void **state) {
    Rig *rig = *state;
    Part part = both;
    change(rig, "UPDATE attempt SET verdict = 'crash' WHERE attempt_id = 1;"
                "UPDATE attempt SET verdict = 'timeout' WHERE attempt_id = 2;"
                "UPDATE attempt SET verdict = 'out-of-memory' WHERE attempt_id = 3;"
                "UPDATE block SET limit_seconds = 2, limit_bytes = 1000");
    part.limits = (Limits){2, 1000};
    assert_standing(rig, &part, 3, 1, 2, 3);
    part.limits = (Limits){1, 999};
    assert_standing(rig, &part, 3, 1, 2, 3);
    part.limits = (Limits){2.5, 1000};
    assert_standing(rig, &part, 3, 0, 0, 0);
    part.limits = (Limits){2, 1001};
    assert_standing(rig, &part, 3, 0, 0, 0);
    part.limits = (Limits){0, 1000}; /* none is more than any */
    assert_standing(rig, &part, 3, 0, 0, 0);
    part.limits = (Limits){2, 0};
    assert_standing(rig, &part, 3, 0, 0, 0);
    change(rig, "UPDATE block SET limit_bytes = NULL"); /* the machine's memory was too little */
    assert_standing(rig, &part, 3, 1, 2, 3);
    memcpy(part.protocols, untimed.protocols, sizeof part.protocols);
    part.limits = (Limits){3, 0};
    assert_standing(rig, &part, 3, 1, 0, 3);
}

/* When a new block is stored nothing of an older one stays in its place, also not for solvers that are no
 * longer asked for; other groups and query sets keep theirs. */
static void a_new_block_takes_the_place_of_the_old(void **state) {
    Rig *rig = *state;
    Error error;
    Part part = {.name = "table256"};
    change(rig,
           "INSERT INTO member SELECT experiment, 'more', cell_id, position, 1, 1, attempt_id FROM member");
    ASSERT_OK(record_members_replaced(rig->store, "d2", &part, 1, &error), &error);
    Table *table = table_create();
    ASSERT_OK(store_query(rig->store,
                          "SELECT count(*), min(cell_id), max(cell_id), min(part) FROM member"
                          " WHERE attempt_id IS NULL",
                          table, &error),
              &error);
    assert_string_equal(table_at(table, 0, 0), "3");
    assert_string_equal(table_at(table, 0, 1), "1");
    assert_string_equal(table_at(table, 0, 2), "3");
    assert_string_equal(table_at(table, 0, 3), "table256");
    table_destroy(table);
}

#define EACH(TEST) cmocka_unit_test_setup_teardown(TEST, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        EACH(a_whole_block_stands),
        EACH(protocols_must_be_those_asked_for),
        EACH(what_is_timed_was_alone),
        EACH(turns_are_taken_with_the_same_solvers),
        EACH(one_that_is_missing_is_measured_with_all),
        EACH(attempts_of_two_blocks_do_not_mix),
        EACH(the_newest_block_stands),
        EACH(another_build_measures_anew),
        EACH(failures_stand_until_more_is_granted),
        EACH(a_new_block_takes_the_place_of_the_old),
    };
    return cmocka_run_group_tests_name("standing", tests, NULL, NULL);
}
