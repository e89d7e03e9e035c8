/* The report: every query of scripts/report runs, figures are drawn, and what is missing is said. */
#include "tests/support.h"

#include "harness/load.h"
#include "harness/report.h"
#include "harness/summary.h"
#include "tests/results_fixture.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Fixture {
    char folder[FOLDER_PATH], database[FOLDER_PATH + 16], output[FOLDER_PATH + 16];
} Fixture;

static void start(Fixture *fixture, const char *experiment) {
    Store *store;
    Error error = {""};
    fixture_create(experiment, 12, fixture->folder, &store);
    snprintf(fixture->database, sizeof fixture->database, "%s/taut.db", fixture->folder);
    snprintf(fixture->output, sizeof fixture->output, "%s/new/out", fixture->folder);
    Status filled = summary_fill(store, experiment, &error);
    if (filled == STATUS_OK)
        ASSERT_OK(store_execute(store,
                                "INSERT INTO gap SELECT DISTINCT experiment, 'real', 'x/brc202d.map',"
                                " 'no such file' FROM member",
                                &error),
                  &error);
    store_close(store);
    if (filled != STATUS_REFUSED) {
        ASSERT_OK(filled, &error);
        return;
    }
    folder_remove(fixture->folder);
    skip();
}

static void make(Fixture *fixture, bool expect_sound) {
    Error error = {""};
    bool sound;
    ASSERT_OK(report_make(fixture->database, fixture->output, &sound, &error), &error);
    assert_int_equal(sound, expect_sound);
}

/* The bytes of a file of the report, to be freed; NULL when it is not there. */
static char *output_of(const Fixture *fixture, const char *name) {
    char path[FOLDER_PATH + 64];
    snprintf(path, sizeof path, "%s/%s", fixture->output, name);
    Memory memory = system_memory();
    char *bytes, *copy;
    size_t length;
    if (file_read(path, &memory, &bytes, &length, NULL) != STATUS_OK) return NULL;
    copy = malloc(length + 1);
    assert_non_null(copy);
    memcpy(copy, bytes, length);
    copy[length] = '\0';
    memory_give(&memory, bytes);
    return copy;
}

static void expect_in(const Fixture *fixture, const char *name, const char *text, bool expected) {
    char *bytes = output_of(fixture, name);
    if (bytes == NULL) print_error("%s is not there\n", name);
    assert_non_null(bytes);
    if ((strstr(bytes, text) != NULL) != expected)
        print_error("%s: \"%s\" %s\n", name, text, expected ? "is not there" : "is there");
    assert_int_equal(strstr(bytes, text) != NULL, expected);
    free(bytes);
}

static bool is_there(const Fixture *fixture, const char *name) {
    char *bytes = output_of(fixture, name);
    free(bytes);
    return bytes != NULL;
}

static bool has_gnuplot(void) {
    return system("gnuplot --version >/dev/null 2>&1") == 0;
}

static void test_full(void **state) {
    (void)state;
    Fixture fixture;
    start(&fixture, "d2");
    make(&fixture, true);
    expect_in(&fixture, "d2.tsv", "rooms 256\tHPA* K=16\t36\t9\t6.5\t24\t8.5\t2.79\t4\t4.0 to 4.0\t8\t1.6",
              true);
    expect_in(&fixture, "d2.txt", "HPA* K=16", true);
    expect_in(&fixture, "d2.md", "| rooms 256 |", true);
    expect_in(&fixture, "d2.csv", "rooms 256,", true);
    expect_in(&fixture, "d2.tex", "&", true);
    expect_in(&fixture, "d2.json", "\"method\"", true);
    expect_in(&fixture, "claims.tsv", "D2.2.4", true);
    expect_in(&fixture, "report.md", "QUICK", false);
    expect_in(&fixture, "report.md", "No row of group table1024", true);
    expect_in(&fixture, "report.md", "Missing from group real: x/brc202d.map (no such file)", true);
    expect_in(&fixture, "report.md", "c0ffee", true);
    /* Two of three samples of each query are of two in a row. */
    expect_in(&fixture, "batches.tsv",
              "table256\trooms 256\tastar:style=published,move=4\twarm\t108\t72\t66.7\t2", true);
    expect_in(&fixture, "report.md", "are of several in a row: [Timed in batches](#batches)", true);
    expect_in(&fixture, "flagged.tsv", "table256\trooms 256\twarm\t36\t1\t2.8", true);
    assert_false(is_there(&fixture, "time-size.tsv")); /* nothing to show: no table, no empty figure */
    assert_false(is_there(&fixture, "time-size.svg"));
    if (has_gnuplot()) {
        expect_in(&fixture, "report.md", "![How much longer HPA*'s paths are](excess.svg)", true);
        expect_in(&fixture, "excess.svg", "</svg>", true);
        expect_in(&fixture, "excess.svg", "rooms 256, K = 16", true);
        expect_in(&fixture, "excess.svg", "QUICK", false);
        expect_in(&fixture, "excess.png", "PNG", true);
    } else {
        print_message("gnuplot is not installed: figures are not tested\n");
    }
    folder_remove(fixture.folder);
}

static void test_quick(void **state) {
    (void)state;
    Fixture fixture;
    start(&fixture, "d2-quick");
    make(&fixture, true);
    expect_in(&fixture, "report.md", "QUICK run: not the full size", true);
    expect_in(&fixture, "report.md", "taut run paper/experiments/d2-quick.exp", true);
    if (has_gnuplot()) expect_in(&fixture, "excess.svg", "QUICK run: not the full size", true);
    folder_remove(fixture.folder);
}

/* What an earlier report left does not stand beside the new one. */
static void test_stale(void **state) {
    (void)state;
    Fixture fixture;
    char path[FOLDER_PATH + 64];
    Error error;
    start(&fixture, "d2");
    make(&fixture, true);
    snprintf(path, sizeof path, "%s/time-size.svg", fixture.output);
    ASSERT_OK(file_write(path, "old", 3, &error), &error);
    make(&fixture, true);
    assert_false(is_there(&fixture, "time-size.svg"));
    folder_remove(fixture.folder);
}

/* A wrong answer and a cell that failed are in the report, with what shows them. */
static void test_wrong_answers(void **state) {
    (void)state;
    Fixture fixture;
    Store *store;
    Error error;
    start(&fixture, "d2");
    make(&fixture, true);
    assert_false(is_there(&fixture, "wrong.tsv"));
    ASSERT_OK(store_open(fixture.database, false, &store, &error), &error);
    ASSERT_OK(
        store_execute(store,
                      "UPDATE answer SET verdict = 'invalid' WHERE answer_id IN (SELECT min(answer_id)"
                      " FROM answer JOIN attempt USING (attempt_id) JOIN cell USING (cell_id)"
                      " WHERE solver_id = 1);"
                      "UPDATE answer SET verdict = 'suboptimal' WHERE answer_id IN (SELECT max(answer_id)"
                      " FROM answer JOIN attempt USING (attempt_id) JOIN cell USING (cell_id)"
                      " WHERE solver_id = 1);"
                      "UPDATE attempt SET verdict = 'crash' WHERE attempt_id IN (SELECT max(attempt_id)"
                      " FROM attempt JOIN cell USING (cell_id) WHERE solver_id = 2)",
                      &error),
        &error);
    store_close(store);
    make(&fixture, true);
    expect_in(&fixture, "wrong.tsv", "\tinvalid\t1\t--map ", true);
    expect_in(&fixture, "wrong.tsv", "\tsuboptimal\t1\t--map ", true);
    expect_in(&fixture, "wrong.tsv", "\tcrash\t1\t", true);
    folder_remove(fixture.folder);
}

static void test_without_gnuplot(void **state) {
    (void)state;
    Fixture fixture;
    start(&fixture, "d2");
    char *path = strdup(getenv("PATH"));
    setenv("PATH", fixture.folder, 1);
    make(&fixture, true);
    setenv("PATH", path, 1);
    free(path);
    expect_in(&fixture, "report.md", "gnuplot is not installed", true);
    assert_true(is_there(&fixture, "excess.tsv"));
    assert_false(is_there(&fixture, "excess.svg"));
    folder_remove(fixture.folder);
}

static void write_file(const char *folder, const char *name, const char *text) {
    char path[FOLDER_PATH + 64];
    Error error;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    ASSERT_OK(file_write(path, text, strlen(text), &error), &error);
}

static void make_folder(const char *folder, const char *name) {
    char path[FOLDER_PATH + 64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(mkdir(path, 0777), 0);
}

static void test_wrong_scripts(void **state) {
    (void)state;
    Fixture fixture;
    start(&fixture, "d2");
    make_folder(fixture.folder, "paper");
    make_folder(fixture.folder, "scripts");
    make_folder(fixture.folder, "scripts/report");
    write_file(fixture.folder, "paper/claims.tsv",
               "id\tdocument\tplace\tstatement\tpublished\tunit\tkind\trule\texperiment\tquery\topen\twhy\n");
    write_file(fixture.folder, "scripts/report/broken.sql",
               "-- title: broken\nSELECT nonsense FROM nowhere;\n");
    write_file(fixture.folder, "scripts/report/sound.sql", "-- title: sound\nSELECT 1 AS one;\n");
    setenv("TAUT_HOME", fixture.folder, 1);
    make(&fixture, false);
    expect_in(&fixture, "report.md", "no such table: nowhere", true);
    expect_in(&fixture, "sound.tsv", "one\n1\n", true);
    write_file(fixture.folder, "scripts/report/untitled.sql", "-- subject: none\nSELECT 1;\n");
    Error error = {""};
    bool sound;
    assert_int_equal(report_make(fixture.database, fixture.output, &sound, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "untitled.sql:1"));
    unsetenv("TAUT_HOME");
    folder_remove(fixture.folder);
}

static void test_no_database(void **state) {
    (void)state;
    Error error = {""};
    bool sound;
    assert_int_not_equal(report_make("/nowhere/taut.db", "/tmp/taut-test-none", &sound, &error), STATUS_OK);
    assert_non_null(strstr(error.text, "/nowhere/taut.db"));
    assert_int_not_equal(access("/tmp/taut-test-none", F_OK), 0);
}

static void test_damaged(void **state) {
    (void)state;
    Fixture fixture;
    start(&fixture, "d2");
    FILE *file = fopen(fixture.database, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long size = ftell(file);
    assert_int_equal(fseek(file, size / 2, SEEK_SET), 0);
    for (long i = size / 2; i < size; i++) fputc('U', file);
    assert_int_equal(fclose(file), 0);
    Error error = {""};
    bool sound;
    assert_int_equal(report_make(fixture.database, fixture.output, &sound, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "malformed"));
    assert_false(is_there(&fixture, "report.md"));
    folder_remove(fixture.folder);
}

/* One figure is one .sql and one .gp of the same name. */
static void test_pairs(void **state) {
    (void)state;
    char folder[HOME_PATH], query[HOME_PATH + 300];
    Error error = {""};
    ASSERT_OK(home_find(REPORT_SCRIPTS, folder, &error), &error);
    DIR *entries = opendir(folder);
    assert_non_null(entries);
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        size_t length = strlen(entry->d_name);
        if (length < 4 || strcmp(entry->d_name + length - 3, ".gp") != 0) continue;
        snprintf(query, sizeof query, "%s/%.*s.sql", folder, (int)(length - 3), entry->d_name);
        if (access(query, F_OK) != 0) print_error("%s has no query\n", entry->d_name);
        assert_int_equal(access(query, F_OK), 0);
    }
    closedir(entries);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_full),          cmocka_unit_test(test_quick),
        cmocka_unit_test(test_stale),         cmocka_unit_test(test_without_gnuplot),
        cmocka_unit_test(test_wrong_scripts), cmocka_unit_test(test_no_database),
        cmocka_unit_test(test_damaged),       cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_wrong_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
