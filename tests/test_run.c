/* A run that is killed again and again ends with the rows of one that was left alone. */
#include "tests/folder.h"
#include "tests/support.h"

#include "algos/core/rng.h"
#include "harness/run.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char folder[FOLDER_PATH];

static const char experiment[] = "group one\n"
                                 "map rooms:size=64,seed=1..4\n"
                                 "query random:count=20,seed=1..2\n"
                                 "solver astar:move=4,style=plain/published\n"
                                 "solver hpa:move=4,k=8\n"
                                 "solver null\n"
                                 "repeat 2\n"
                                 "protocol interleaved warm\n"
                                 "group two\n"
                                 "map noise:size=48,seed=1..3\n"
                                 "query random:count=20,seed=1\n"
                                 "solver astar:move=8\n"
                                 "solver dijkstra:move=8\n"
                                 "protocol none\n"
                                 "group three\n"
                                 "map convex:seed=1..3\n"
                                 "query points:count=20,seed=1\n"
                                 "solver polyanya\n"
                                 "solver visgraph:edges=taut/all\n"
                                 "solver null\n"
                                 "repeat 2\n";

static int set_up(void **state) {
    (void)state;
    folder_create(folder);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    folder_remove(folder);
    return 0;
}

static Status run_text(const char *text, const char *name, const char *file, RunOutcome *outcome,
                       Error *error) {
    Memory memory = system_memory();
    Plan plan;
    Store *store;
    TRY(plan_parse(text, strlen(text), name, &memory, &plan, error));
    Status status = store_open(file, false, &store, error);
    if (status == STATUS_OK) {
        status = run_plan(&plan, store, &(RunRequest){.command = "test", .jobs = 2}, outcome, error);
        store_close(store);
    }
    plan_destroy(&plan);
    return status;
}

static Status run_once(const char *file, RunOutcome *outcome, Error *error) {
    return run_text(experiment, "killed.exp", file, outcome, error);
}

/* All that does not depend on time, of the attempts that stand, in an order that does not depend on ids. */
static const char deterministic[] =
    "SELECT m.experiment, m.part, m.position, map.hash, map.label, map.seed, query_set.hash AS queries,"
    " query.number, start_x, start_y, goal_x, goal_y, solver.spec, solver.parameters, cell.hash AS cell,"
    " attempt.verdict AS tried, nodes, edges, cached_cells, index_bytes, answer.verdict, straight, diagonal, "
    "excess,"
    " answer.length, path_cells, path_hash, expanded, generated, pushed, popped, stale, inserted, refined,"
    " (SELECT count(*) FROM sample WHERE sample.answer_id = answer.answer_id) AS samples,"
    " (SELECT group_concat(coalesce(straight || '+' || diagonal, chain, 'none') || optimum.move || oracle) "
    "FROM optimum"
    "   WHERE optimum.query_id = query.query_id ORDER BY move) AS optima"
    " FROM member m JOIN cell USING (cell_id)"
    " JOIN attempt USING (attempt_id) JOIN answer USING (attempt_id) JOIN query USING (query_id)"
    " JOIN query_set ON query_set.query_set_id = query.query_set_id JOIN map USING (map_id)"
    " JOIN solver ON solver.solver_id = cell.solver_id"
    " ORDER BY part, map.hash, queries, number, position";

static Table *rows_of(const char *file) {
    Store *store;
    Error error;
    Table *table = table_create();
    ASSERT_OK(store_open(file, true, &store, &error), &error);
    ASSERT_OK(store_query(store, deterministic, table, &error), &error);
    store_close(store);
    return table;
}

static void assert_same_rows(const Table *a, const Table *b, uint32_t columns) {
    assert_int_equal(table_row_count(a), table_row_count(b));
    for (uint32_t row = 0; row < table_row_count(a); row++)
        for (uint32_t column = 0; column < columns; column++)
            if (strcmp(table_at(a, row, column), table_at(b, row, column)) != 0)
                fail_msg("row %u, column %u: %s, undisturbed %s", row, column, table_at(a, row, column),
                         table_at(b, row, column));
}

/* Starts the run in a child and kills it after a random time; whether it ended by itself. */
static bool run_and_kill(const char *file, uint32_t milliseconds) {
    pid_t child = fork();
    if (child == 0) {
        RunOutcome outcome;
        Error error;
        _exit((int)run_once(file, &outcome, &error));
    }
    for (uint32_t waited = 0; waited < milliseconds; waited++) {
        nanosleep(&(struct timespec){0, 1000000}, NULL);
        int how;
        if (waitpid(child, &how, WNOHANG) != child) continue;
        assert_true(WIFEXITED(how) && WEXITSTATUS(how) == STATUS_OK);
        return true;
    }
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    return false;
}

static void survives_kills(void **state) {
    (void)state;
    char whole[96], killed[96];
    snprintf(whole, sizeof whole, "%s/whole.db", folder);
    snprintf(killed, sizeof killed, "%s/killed.db", folder);
    RunOutcome outcome;
    Error error;
    ASSERT_OK(run_once(whole, &outcome, &error), &error);
    assert_int_equal(outcome.blocks, 14);
    assert_int_equal(outcome.blocks_done_before, 0);
    assert_int_equal(outcome.faults.wrong_answers, 0);
    assert_int_equal(outcome.faults.cells, 8 * 4 + 3 * 2 + 3 * 4);
    Rng rng = rng_from(5);
    uint32_t kills = 0, wanted = trials(6);
    while (kills < wanted && !run_and_kill(killed, 5 + rng_below(&rng, 150))) kills++;
    ASSERT_OK(run_once(killed, &outcome, &error), &error);
    Table *undisturbed = rows_of(whole), *disturbed = rows_of(killed);
    assert_true(table_row_count(undisturbed) > (8 * 4 + 3 * 2) * 20 + 3 * 4 * 10);
    assert_same_rows(disturbed, undisturbed, 36);
    table_destroy(undisturbed);
    table_destroy(disturbed);
    /* Once more: there is nothing left to do. */
    ASSERT_OK(run_once(killed, &outcome, &error), &error);
    assert_int_equal(outcome.blocks_done_before, outcome.blocks);
}

static int64_t number(const char *file, const char *sql) {
    Store *store;
    Error error;
    Table *table = table_create();
    ASSERT_OK(store_open(file, true, &store, &error), &error);
    ASSERT_OK(store_query(store, sql, table, &error), &error);
    store_close(store);
    int64_t value = atoll(table_at(table, 0, 0));
    table_destroy(table);
    return value;
}

/* A solver that comes later is measured with those that were there, in one block; what another experiment
 * measures of the same cells stands for that one alone. */
static void blocks_stay_whole(void **state) {
    (void)state;
    static const char two[] = "map rooms:size=32,seed=1..2\nquery random:count=5,seed=1\nrepeat 2\n"
                              "solver astar\nsolver dijkstra\n";
    static const char three[] = "map rooms:size=32,seed=1..2\nquery random:count=5,seed=1\nrepeat 2\n"
                                "solver astar\nsolver dijkstra\nsolver null\n";
    static const char counted[] = "map rooms:size=32,seed=1..2\nquery random:count=5,seed=1\nprotocol none\n"
                                  "solver astar\nsolver null\nsolver astar:tie=small-g\n";
    static const char blocks[] = "SELECT count(DISTINCT block_id) * 100 + count(*) FROM member"
                                 " JOIN attempt USING (attempt_id) WHERE experiment = 'e'";
    char file[96];
    RunOutcome outcome;
    Error error;
    snprintf(file, sizeof file, "%s/blocks.db", folder);
    ASSERT_OK(run_text(two, "e.exp", file, &outcome, &error), &error);
    assert_int_equal(number(file, blocks), 204);
    ASSERT_OK(run_text(three, "e.exp", file, &outcome, &error), &error);
    assert_int_equal(outcome.blocks_done_before, 0);
    assert_int_equal(number(file, blocks), 206);
    assert_int_equal(number(file, "SELECT count(*) FROM attempt"), 10);
    ASSERT_OK(run_text(two, "other.exp", file, &outcome, &error), &error); /* two took turns before */
    assert_int_equal(outcome.blocks_done_before, 2);
    ASSERT_OK(run_text(counted, "c.exp", file, &outcome, &error), &error); /* one solver is new */
    assert_int_equal(number(file, "SELECT count(*) FROM attempt"), 12);
    assert_int_equal(number(file, blocks), 206);
    assert_int_equal(number(file, "SELECT min(block_id) FROM member JOIN attempt USING (attempt_id)"
                                  " WHERE experiment = 'e'"),
                     3);
    ASSERT_OK(run_text(three, "e.exp", file, &outcome, &error), &error);
    assert_int_equal(outcome.blocks_done_before, 2);
}

/* A map that cannot be read and queries that cannot be had cost their own blocks. */
static void what_cannot_be_had_stops_nothing(void **state) {
    (void)state;
    char bad[96], text[500];
    snprintf(bad, sizeof bad, "%s/bad.map", folder);
    FILE *broken = fopen(bad, "w");
    fputs("type octile\nheight 2\nwidth 2\nmap\n...\n..\n", broken);
    fclose(broken);
    snprintf(text, sizeof text,
             "group a\nmap %s\nquery random:count=5,seed=1\nsolver astar\n"
             "group b\nmap convex\nquery random:count=5,seed=1\nsolver polyanya\n"
             "group c\nmap rooms:size=32,seed=1\nquery random:count=5,seed=1\nsolver null\n",
             bad);
    char file[96];
    RunOutcome outcome;
    Error error;
    snprintf(file, sizeof file, "%s/some.db", folder);
    ASSERT_OK(run_text(text, "e.exp", file, &outcome, &error), &error);
    assert_int_equal(outcome.blocks, 3);
    assert_int_equal(outcome.failed_blocks, 2);
    assert_int_equal(outcome.faults.cells, 1);
    assert_int_equal(number(file, "SELECT count(*) FROM gap WHERE part = 'a' AND reason LIKE '%bad.map:5%'"),
                     1);
    assert_int_equal(number(file, "SELECT count(*) FROM gap WHERE part = 'b'"), 1);
}

static void write_text(const char *name, const char *text) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* One content under two names is two maps with rows of their own; one stem for two contents is two labels. */
static void maps_keep_their_names(void **state) {
    (void)state;
    char text[600], file[96], path[128];
    RunOutcome outcome;
    Error error;
    snprintf(path, sizeof path, "%s/b", folder);
    assert_int_equal(mkdir(path, 0777), 0);
    write_text("m.map", "type octile\nheight 2\nwidth 2\nmap\n..\n..\n");
    write_text("copy.map", "type octile\nheight 2\nwidth 2\nmap\n..\n..\n");
    write_text("b/m.map", "type octile\nheight 1\nwidth 3\nmap\n...\n");
    snprintf(text, sizeof text,
             "map %s/m.map\nmap %s/copy.map\nmap %s/b/m.map\nquery random:count=4,seed=1\nsolver astar\n"
             "protocol none\n",
             folder, folder, folder);
    snprintf(file, sizeof file, "%s/names.db", folder);
    for (int again = 0; again < 2; again++) {
        ASSERT_OK(run_text(text, "n.exp", file, &outcome, &error), &error);
        assert_int_equal(outcome.blocks_done_before, again ? 3 : 0);
        assert_int_equal(outcome.faults.cells, 3);
    }
    assert_int_equal(number(file, "SELECT count(*) FROM member"), 3);
    assert_int_equal(number(file, "SELECT count(*) FROM map WHERE label IN ('m', 'copy')"), 2);
    assert_int_equal(number(file, "SELECT count(*) FROM map WHERE label LIKE '%/b/m.map' AND label = spec"),
                     1);
}

/* What an oracle found before it was mended judges nobody. */
static void another_build_finds_its_own_optima(void **state) {
    (void)state;
    static const char text[] = "map rooms:size=32,seed=1\nquery random:count=20,seed=1\nsolver astar\n";
    char file[96];
    RunOutcome outcome;
    Error error;
    Store *store;
    snprintf(file, sizeof file, "%s/optima.db", folder);
    ASSERT_OK(run_text(text, "o.exp", file, &outcome, &error), &error);
    ASSERT_OK(store_open(file, false, &store, &error), &error);
    ASSERT_OK(store_execute(store,
                            "UPDATE run SET build = 'older'; UPDATE optimum SET build = 'older',"
                            " straight = straight - 1, length = length - 1 WHERE length > 3",
                            &error),
              &error);
    store_close(store);
    ASSERT_OK(run_text(text, "o.exp", file, &outcome, &error), &error);
    assert_int_equal(outcome.faults.wrong_answers, 0);
    assert_int_equal(number(file, "SELECT count(*) FROM optimum WHERE build = 'older'"), 0);
    assert_int_equal(number(file, "SELECT count(*) FROM member JOIN answer USING (attempt_id)"
                                  " WHERE verdict = 'optimal'"),
                     20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(survives_kills, set_up, tear_down),
        cmocka_unit_test_setup_teardown(blocks_stay_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_cannot_be_had_stops_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(maps_keep_their_names, set_up, tear_down),
        cmocka_unit_test_setup_teardown(another_build_finds_its_own_optima, set_up, tear_down)};
    return cmocka_run_group_tests_name("run", tests, NULL, NULL);
}
