/* A run that is killed again and again ends with the rows of one that was left alone. */
#include "tests/folder.h"
#include "tests/sweep_support.h"

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

static Status run_once(const char *file, RunOutcome *outcome, Error *error) {
    return sweep_run(experiment, "killed.exp", file, outcome, error);
}

static Status run_again(void *file) {
    RunOutcome outcome;
    Error error;
    return run_once(file, &outcome, &error);
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
    while (kills < wanted && !killed_in_between(run_again, killed, 5 + rng_below(&rng, 150))) kills++;
    ASSERT_OK(run_once(killed, &outcome, &error), &error);
    Table *undisturbed = sweep_rows(whole), *disturbed = sweep_rows(killed);
    assert_true(table_row_count(undisturbed) > (8 * 4 + 3 * 2) * 20 + 3 * 4 * 10);
    assert_same_rows(disturbed, undisturbed);
    table_destroy(undisturbed);
    table_destroy(disturbed);
    /* Once more: there is nothing left to do. */
    ASSERT_OK(run_once(killed, &outcome, &error), &error);
    assert_int_equal(outcome.blocks_done_before, outcome.blocks);
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
    ASSERT_OK(sweep_run(two, "e.exp", file, &outcome, &error), &error);
    assert_int_equal(sweep_number(file, blocks), 204);
    ASSERT_OK(sweep_run(three, "e.exp", file, &outcome, &error), &error);
    assert_int_equal(outcome.blocks_done_before, 0);
    assert_int_equal(sweep_number(file, blocks), 206);
    assert_int_equal(sweep_number(file, "SELECT count(*) FROM attempt"), 10);
    ASSERT_OK(sweep_run(two, "other.exp", file, &outcome, &error), &error); /* two took turns before */
    assert_int_equal(outcome.blocks_done_before, 2);
    ASSERT_OK(sweep_run(counted, "c.exp", file, &outcome, &error), &error); /* one solver is new */
    assert_int_equal(sweep_number(file, "SELECT count(*) FROM attempt"), 12);
    assert_int_equal(sweep_number(file, blocks), 206);
    assert_int_equal(sweep_number(file, "SELECT min(block_id) FROM member JOIN attempt USING (attempt_id)"
                                        " WHERE experiment = 'e'"),
                     3);
    ASSERT_OK(sweep_run(three, "e.exp", file, &outcome, &error), &error);
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
    ASSERT_OK(sweep_run(text, "e.exp", file, &outcome, &error), &error);
    assert_int_equal(outcome.blocks, 3);
    assert_int_equal(outcome.failed_blocks, 2);
    assert_int_equal(outcome.faults.cells, 1);
    assert_int_equal(
        sweep_number(file, "SELECT count(*) FROM gap WHERE part = 'a' AND reason LIKE '%bad.map:5%'"), 1);
    assert_int_equal(sweep_number(file, "SELECT count(*) FROM gap WHERE part = 'b'"), 1);
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
        ASSERT_OK(sweep_run(text, "n.exp", file, &outcome, &error), &error);
        assert_int_equal(outcome.blocks_done_before, again ? 3 : 0);
        assert_int_equal(outcome.faults.cells, 3);
    }
    assert_int_equal(sweep_number(file, "SELECT count(*) FROM member"), 3);
    assert_int_equal(sweep_number(file, "SELECT count(*) FROM map WHERE label IN ('m', 'copy')"), 2);
    assert_int_equal(
        sweep_number(file, "SELECT count(*) FROM map WHERE label LIKE '%/b/m.map' AND label = spec"), 1);
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
    ASSERT_OK(sweep_run(text, "o.exp", file, &outcome, &error), &error);
    ASSERT_OK(store_open(file, false, &store, &error), &error);
    ASSERT_OK(store_execute(store,
                            "UPDATE run SET build = 'older'; UPDATE optimum SET build = 'older',"
                            " straight = straight - 1, length = length - 1 WHERE length > 3",
                            &error),
              &error);
    store_close(store);
    ASSERT_OK(sweep_run(text, "o.exp", file, &outcome, &error), &error);
    assert_int_equal(outcome.faults.wrong_answers, 0);
    assert_int_equal(sweep_number(file, "SELECT count(*) FROM optimum WHERE build = 'older'"), 0);
    assert_int_equal(sweep_number(file, "SELECT count(*) FROM member JOIN answer USING (attempt_id)"
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
