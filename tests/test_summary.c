/* The summary of a database whose statistics can be worked out by hand, and its speed on a large one. */
#include "tests/support.h"

#include "harness/summary.h"
#include "tests/results_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAPS = 12 };

typedef struct Fixture {
    char folder[FOLDER_PATH];
    Store *store;
} Fixture;

static void start(Fixture *fixture, const char *experiment, int maps) {
    fixture_create(experiment, maps, fixture->folder, &fixture->store);
#ifndef TAUT_HAVE_GSL
    Error error;
    assert_int_equal(summary_fill(fixture->store, experiment, &error), STATUS_REFUSED);
    assert_non_null(strstr(error.text, "GSL"));
    store_close(fixture->store);
    folder_remove(fixture->folder);
    skip();
#else
    Error error;
    ASSERT_OK(summary_fill(fixture->store, experiment, &error), &error);
#endif
}

static void end(Fixture *fixture) {
    store_close(fixture->store);
    folder_remove(fixture->folder);
}

/* Changes what was measured, and the summary of it. */
static void refill(Store *store, const char *sql, const char *experiment) {
    Error error;
    ASSERT_OK(store_execute(store, sql, &error), &error);
    ASSERT_OK(summary_fill(store, experiment, &error), &error);
}

static void expect_text(Store *store, const char *sql, const char *expected) {
    Error error;
    Table *table = table_create();
    ASSERT_OK(store_query(store, sql, table, &error), &error);
    assert_int_equal(table_row_count(table), 1);
    if (strcmp(table_at(table, 0, 0), expected) != 0) print_error("%s\n", sql);
    assert_string_equal(table_at(table, 0, 0), expected);
    table_destroy(table);
}

static void expect(Store *store, const char *sql, double expected) {
    Error error;
    Table *table = table_create();
    ASSERT_OK(store_query(store, sql, table, &error), &error);
    assert_int_equal(table_row_count(table), 1);
    double value = strtod(table_at(table, 0, 0), NULL);
    if (!(fabs(value - expected) <= 1e-9 * fmax(1, fabs(expected)))) {
        print_error("%s: %s, expected %.17g\n", sql, table_at(table, 0, 0), expected);
        fail();
    }
    table_destroy(table);
}

#define OF "FROM summary WHERE solver_id = "

static void test_known(void **state) {
    (void)state;
    Fixture fixture;
    start(&fixture, "d2", MAPS);
    Store *store = fixture.store;
    /* t = 1000 (map + number + 1), maps 1 .. 12, numbers 0 .. 2: mean 1000 · (6.5 + 2). */
    expect(store, "SELECT mean " OF "2 AND metric = 'query_ns:warm' AND against_id = 0", 8500);
    expect(store, "SELECT mean " OF "1 AND metric = 'query_ns:warm' AND against_id = 0", 34000);
    expect(store, "SELECT mean " OF "1 AND metric = 'query_ns:interleaved' AND against_id = 0", 68000);
    expect(store, "SELECT worst " OF "2 AND metric = 'query_ns:warm' AND against_id = 0", 15000);
    expect(store, "SELECT n " OF "2 AND metric = 'query_ns:warm' AND against_id = 0", 3 * MAPS);
    expect(store, "SELECT maps " OF "2 AND metric = 'query_ns:warm' AND against_id = 0", MAPS);
    expect(store, "SELECT worst_query_id " OF "2 AND metric = 'query_ns:warm' AND against_id = 0", 3 * MAPS);
    expect_text(store, "SELECT method " OF "2 AND metric = 'query_ns:warm' AND against_id = 0",
                "bootstrap by map");
    expect(store, "SELECT low < mean AND mean < high " OF "2 AND metric = 'query_ns:warm' AND against_id = 0",
           1);
    /* Paired: every query has the ratio 4 (8), so the interval is a point. */
    expect(store, "SELECT mean " OF "2 AND metric = 'query_ns:warm' AND against_id = 1", 4);
    expect(store, "SELECT low " OF "2 AND metric = 'query_ns:warm' AND against_id = 1", 4);
    expect(store, "SELECT high " OF "2 AND metric = 'query_ns:interleaved' AND against_id = 1", 8);
    expect(store, "SELECT median " OF "1 AND metric = 'query_ns:warm' AND against_id = 2", 0.25);
    expect(store, "SELECT mean " OF "3 AND metric = 'prepare_ns' AND against_id = 2", 2);
    expect(store, "SELECT count(*) FROM summary WHERE metric = 'prepare_ns' AND 1 IN (solver_id, against_id)",
           0);
    expect(store, "SELECT mean " OF "2 AND metric = 'prepare_ns' AND against_id = 0", 6.5e6);
    /* Excess: 0, 1, 2 % but for the query whose optimum is 0. */
    expect(store, "SELECT n " OF "2 AND metric = 'excess' AND against_id = 0", 3 * MAPS - 1);
    expect(store, "SELECT mean " OF "2 AND metric = 'excess' AND against_id = 0", 0.36 / 35);
    expect(store, "SELECT total_ratio " OF "2 AND metric = 'excess' AND against_id = 0", 36.0 / 3500);
    expect(store, "SELECT q95 " OF "2 AND metric = 'excess' AND against_id = 0", 0.02);
    /* The witness is a query that has the worst excess. */
    expect(store,
           "SELECT count(*) > 0 FROM summary JOIN answer ON query_id = worst_query_id JOIN attempt USING "
           "(attempt_id) JOIN cell USING (cell_id)"
           " WHERE summary.solver_id = 2 AND cell.solver_id = 2 AND metric = 'excess' AND against_id = 0"
           " AND answer.excess = worst",
           1);
    expect(store, "SELECT mean " OF "2 AND metric = 'expanded' AND against_id = 0", 5);
    expect(store, "SELECT mean " OF "2 AND metric = 'nodes' AND against_id = 0", 200);
    expect(store, "SELECT worst_query_id IS NULL " OF "2 AND metric = 'nodes' AND against_id = 0", 1);
    expect(store, "SELECT count(*) FROM measured WHERE experiment = 'd2' AND k = 16 AND against = 'astar'",
           2);
    end(&fixture);
}

static void test_few_maps(void **state) {
    (void)state;
    Fixture fixture;
    start(&fixture, "d2-quick", 3);
    expect_text(fixture.store, "SELECT method " OF "2 AND metric = 'query_ns:warm' AND against_id = 0",
                "bootstrap by query");
    expect_text(fixture.store, "SELECT method " OF "2 AND metric = 'prepare_ns' AND against_id = 0", "none");
    expect(fixture.store, "SELECT low IS NULL " OF "2 AND metric = 'prepare_ns' AND against_id = 0", 1);
    expect(fixture.store, "SELECT min(quick) FROM measured WHERE experiment = 'd2'", 1);
    end(&fixture);
}

/* The same rows give the same summary, and a failure leaves the old one. */
static void test_again(void **state) {
    (void)state;
    Fixture fixture;
    start(&fixture, "d2", MAPS);
    Error error;
    ASSERT_OK(store_execute(fixture.store, "CREATE TEMP TABLE before AS SELECT * FROM summary", &error),
              &error);
    ASSERT_OK(summary_fill(fixture.store, "d2", &error), &error);
    expect(fixture.store, "SELECT count(*) FROM (SELECT * FROM summary EXCEPT SELECT * FROM before)", 0);
    expect(fixture.store, "SELECT (SELECT count(*) FROM summary) = (SELECT count(*) FROM before)", 1);
    const char *broken = "CREATE TEMP TRIGGER broken BEFORE INSERT ON main.summary WHEN new.solver_id = 3 "
                         "BEGIN SELECT raise(ABORT, 'no more'); END";
    ASSERT_OK(store_execute(fixture.store, broken, &error), &error);
    assert_int_equal(summary_fill(fixture.store, "d2", &error), STATUS_SYSTEM);
    expect(fixture.store, "SELECT (SELECT count(*) FROM summary) = (SELECT count(*) FROM before)", 1);
    end(&fixture);
}

/* Only the attempt that stands for a cell counts, and only if it ended; ratios stay within a block. */
static void test_standing(void **state) {
    (void)state;
    Fixture fixture;
    start(&fixture, "d2", MAPS);
    Store *store = fixture.store;
    /* A newer attempt of another purpose changes nothing; solver 2 fails on map 1, and on maps 2 and 3 solver
     * 3 was measured apart, in blocks 102 and 103. */
    const char *sql = "INSERT INTO block (block_id, run_id, query_set_id, interleaved, warm, repeats)"
                      " SELECT block_id + 100, run_id, query_set_id, interleaved, warm, repeats FROM block;"
                      "INSERT INTO attempt (cell_id, block_id, verdict, prepare_ns, nodes)"
                      " SELECT cell_id, 100 + query_set_id, 'done', 7, 1 FROM cell;"
                      "UPDATE attempt SET verdict = 'timeout' WHERE attempt_id = 2;"
                      "UPDATE attempt SET block_id = 100 + block_id WHERE attempt_id IN (6, 9);";
    refill(store, sql, "d2");
    expect(store, "SELECT mean " OF "3 AND metric = 'prepare_ns' AND against_id = 0", 3.25e6);
    expect(store, "SELECT mean " OF "2 AND metric = 'prepare_ns' AND against_id = 0", 7e6); /* 2 .. 12 */
    expect(store, "SELECT maps " OF "2 AND metric = 'query_ns:warm' AND against_id = 0", MAPS - 1);
    expect(store, "SELECT maps " OF "3 AND metric = 'query_ns:warm' AND against_id = 0", MAPS);
    expect(store, "SELECT maps " OF "2 AND metric = 'query_ns:warm' AND against_id = 1", MAPS - 1);
    expect(store, "SELECT maps " OF "3 AND metric = 'query_ns:warm' AND against_id = 1", MAPS - 2);
    expect(store, "SELECT maps " OF "3 AND metric = 'query_ns:interleaved' AND against_id = 2", MAPS - 3);
    expect(store, "SELECT n " OF "2 AND metric = 'prepare_ns' AND against_id = 3", MAPS - 3);
    end(&fixture);
}

/* Those of another experiment stay. Solvers of different rules on the same maps are not compared. */
static void test_apart(void **state) {
    (void)state;
    Fixture fixture;
    start(&fixture, "d2", MAPS);
    Store *store = fixture.store;
    const char *sql =
        "INSERT INTO member SELECT 'other', part, cell_id, position, 1, 0, attempt_id FROM member;"
        "UPDATE solver SET move = '8' WHERE solver_id = 3;";
    refill(store, sql, "other");
    expect(store, "SELECT count(*) FROM summary WHERE experiment = 'd2' AND against_id = 3", 5);
    expect(store,
           "SELECT count(*) FROM summary WHERE experiment = 'other' AND 3 IN (solver_id, against_id)"
           " AND against_id <> 0",
           0);
    expect(store, "SELECT count(*) > 0 FROM summary WHERE experiment = 'other' AND against_id = 2", 1);
    /* Times that were not asked for are not told, though they are there. */
    expect(store, "SELECT count(*) FROM summary WHERE experiment = 'other' AND metric = 'query_ns:warm'", 0);
    expect(store,
           "SELECT count(*) FROM summary WHERE experiment = 'other' AND metric = 'query_ns:interleaved'"
           " AND against_id = 0",
           3);
    expect(store, "SELECT count(*) FROM result WHERE experiment = 'other' AND protocol = 'warm'", 0);
    expect(store, "SELECT count(*) FROM result WHERE experiment = 'other' AND protocol = 'interleaved'",
           3 * MAPS);
    end(&fixture);
}

/* A time that the clock's cost used up has no ratio of its own, yet its place in the means; the witness of
 * what comes after it is still the right one. An answer of a solver that gave none is no answer. */
static void test_odd_answers(void **state) {
    (void)state;
    Fixture fixture;
    start(&fixture, "d2", MAPS);
    Store *store = fixture.store;
    const char *sql =
        "UPDATE sample SET ns = 0 WHERE protocol = 'warm' AND answer_id IN (SELECT answer_id FROM answer"
        " WHERE query_id = 1 AND attempt_id = 2);"
        "UPDATE sample SET ns = ns * 10 WHERE protocol = 'warm' AND answer_id IN (SELECT answer_id FROM "
        "answer"
        " WHERE query_id = 5 AND attempt_id = 4);"
        "UPDATE answer SET verdict = 'unanswered' WHERE query_id = 9 AND attempt_id IN (7, 8);";
    refill(store, sql, "d2");
    expect(store, "SELECT n " OF "2 AND metric = 'query_ns:warm' AND against_id = 1", 3 * MAPS - 1);
    expect(store, "SELECT worst " OF "2 AND metric = 'query_ns:warm' AND against_id = 1", 40);
    expect(store, "SELECT worst_query_id " OF "2 AND metric = 'query_ns:warm' AND against_id = 1", 5);
    expect(store, "SELECT median " OF "2 AND metric = 'query_ns:warm' AND against_id = 1", 4);
    /* Means of 35: sums were 306 000 and 1 224 000; query 1 took 2000 and 8000, query 5 of solver 1 had 16
     * 000 (now ten times that), query 9 had 6000 and 24 000. */
    expect(store, "SELECT mean " OF "2 AND metric = 'query_ns:warm' AND against_id = 1",
           (1224000.0 + 9 * 16000 - 24000) / (306000.0 - 2000 - 6000));
    expect(store, "SELECT n " OF "2 AND metric = 'expanded' AND against_id = 0", 3 * MAPS - 1);
    expect(store, "SELECT n " OF "3 AND metric = 'expanded' AND against_id = 0", 3 * MAPS);
    end(&fixture);
}

/* Over the shortest path under `any`, where that is known: 100, 101, 102 against 50 on map 2. */
static void test_excess_any(void **state) {
    (void)state;
    Fixture fixture;
    start(&fixture, "d2", MAPS);
    const char *sql =
        "INSERT INTO optimum (query_id, move, length, oracle, build)"
        " SELECT query_id, 'any', 50, 'visibility', 'b' FROM query WHERE query_set_id = 2;"
        "INSERT INTO optimum (query_id, move, length, oracle, build) VALUES (1, 'any', 0, 'visibility', 'b')";
    refill(fixture.store, sql, "d2");
    expect(fixture.store, "SELECT n " OF "2 AND metric = 'excess_any' AND against_id = 0", 3);
    expect(fixture.store, "SELECT round(mean, 9) " OF "2 AND metric = 'excess_any' AND against_id = 0", 1.02);
    end(&fixture);
}

/* Of each solver's 36 answers: the numbers are 0, 1, 2 on each of 12 maps. */
static void test_shares(void **state) {
    (void)state;
    Fixture fixture;
    start(&fixture, "d2", MAPS);
    const char *sql = "UPDATE answer SET verdict = 'suboptimal', excess = CASE query_id % 3 WHEN 0 THEN 1e-7"
                      " WHEN 1 THEN 0.2 ELSE 0.1 + 5 * (query_id % 2) END"
                      " WHERE attempt_id IN (SELECT cell_id FROM cell WHERE solver_id = 2) AND query_id > 6;"
                      "UPDATE answer SET verdict = 'no-path', excess = NULL WHERE query_id = 2;"
                      "UPDATE answer SET verdict = 'invalid', excess = NULL WHERE query_id = 3;";
    refill(fixture.store, sql, "d2");
    /* Queries 1 and 4 to 6 are optimal; 30 are not, 10 of each kind, half of the last with 510 %. */
    expect(fixture.store, "SELECT n " OF "2 AND metric = 'optimal' AND against_id = 0", 35);
    expect(fixture.store, "SELECT mean " OF "2 AND metric = 'optimal' AND against_id = 0", 4.0 / 35);
    expect(fixture.store, "SELECT mean " OF "2 AND metric = 'within_1e-6' AND against_id = 0", 14.0 / 35);
    expect(fixture.store, "SELECT n " OF "2 AND metric = 'above_10_percent' AND against_id = 0", 33);
    expect(fixture.store, "SELECT mean " OF "2 AND metric = 'above_10_percent' AND against_id = 0",
           15.0 / 33);
    expect(fixture.store, "SELECT mean " OF "2 AND metric = 'above_50_percent' AND against_id = 0", 5.0 / 33);
    expect(fixture.store, "SELECT low < mean AND mean < high " OF "2 AND metric = 'above_50_percent'", 1);
    expect(fixture.store, "SELECT mean " OF "2 AND metric = 'queries' AND against_id = 0", 3);
    end(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),      cmocka_unit_test(test_few_maps),    cmocka_unit_test(test_again),
        cmocka_unit_test(test_standing),   cmocka_unit_test(test_shares),      cmocka_unit_test(test_apart),
        cmocka_unit_test(test_excess_any), cmocka_unit_test(test_odd_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
