/* The database: made whole, opened by version, refused when it is not ours. */
#include "tests/folder.h"
#include "tests/support.h"

#include "algos/core/hash.h"
#include "harness/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define SCHEMA_SUM "5212f6906f2cb464"

static char folder[FOLDER_PATH];
static char file[64];

static int set_up(void **state) {
    (void)state;
    folder_create(folder);
    snprintf(file, sizeof file, "%s/sub/t.db", folder);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    folder_remove(folder);
    return 0;
}

static int64_t count_of(Store *store, const char *sql) {
    Error error;
    Statement *statement;
    bool has_row;
    ASSERT_OK(store_prepare(store, sql, &statement, &error), &error);
    ASSERT_OK(statement_row(statement, &has_row, &error), &error);
    int64_t value = has_row ? statement_column_integer(statement, 0) : -1;
    statement_finish(statement);
    return value;
}

static Store *opened(bool read_only) {
    Store *store;
    Error error;
    ASSERT_OK(store_open(file, read_only, &store, &error), &error);
    return store;
}

static void makes_file_folder_and_schema(void **state) {
    (void)state;
    Store *store = opened(false);
    assert_int_equal(count_of(store, "PRAGMA user_version"), STORE_VERSION);
    assert_int_equal(count_of(store, "SELECT count(*) FROM result"), 0);
    assert_int_equal(count_of(store, "PRAGMA foreign_keys"), 1);
    assert_int_equal(
        count_of(store, "SELECT count(*) FROM pragma_table_info('answer') WHERE name = 'expanded'"), 1);
    assert_int_equal(
        count_of(store, "SELECT count(*) FROM pragma_table_info('attempt') WHERE name = 'nodes'"), 1);
    store_close(store);
    store = opened(false); /* again: nothing is made twice */
    store_close(store);
}

/* Whoever changes the schema or a list it is made of must raise STORE_VERSION and write the new sum here. */
static void version_follows_the_schema(void **state) {
    (void)state;
    char *schema = store_schema();
    assert_non_null(schema);
    Hash hash = hash_start();
    hash_text(&hash, schema);
    free(schema);
    HashText text = hash_hex(hash_value(&hash));
    if (STORE_VERSION != 4 || strcmp(text.text, SCHEMA_SUM) != 0)
        fail_msg("schema sum %s for version %d", text.text, STORE_VERSION);
}

/* Runs check() as somebody who may read the folder and not write in it; its result. */
static int as_reader(int (*check)(void)) {
    char command[128];
    snprintf(command, sizeof command, "chmod -R a+rX,a-w %s", folder);
    assert_int_equal(system(command), 0);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) _exit(99);
        _exit(check());
    }
    int how;
    assert_int_equal(waitpid(child, &how, 0), child);
    snprintf(command, sizeof command, "chmod -R u+w %s", folder);
    assert_int_equal(system(command), 0);
    return WIFEXITED(how) ? WEXITSTATUS(how) : -1;
}

/* The count of maps, 50 where the database cannot be opened for a reason that is told well, 60 otherwise. */
static int maps_seen(void) {
    Store *store;
    Error error = {""};
    if (store_open(file, true, &store, &error) != STATUS_OK) {
        bool told = strstr(error.text, file) != NULL && strstr(error.text, "-wal") != NULL &&
                    strstr(error.text, "copy both") != NULL;
        if (!told) fprintf(stderr, "told: %s\n", error.text);
        return told ? 50 : 60;
    }
    int maps = (int)count_of(store, "SELECT count(*) FROM map");
    store_close(store);
    return maps;
}

static int refuses_to_write(void) {
    Store *store;
    Error error = {""};
    return store_open(file, false, &store, &error) == STATUS_OK;
}

#define ONE_MAP                                                                                             \
    "INSERT INTO map (hash, spec, family, label, kind, width, height, inexact) VALUES (%d, 's', 'f', 'l', " \
    "'grid', 1, 1, 0)"

static void add_map(Store *store, int hash) {
    char sql[256];
    Error error;
    snprintf(sql, sizeof sql, ONE_MAP, hash);
    ASSERT_OK(store_execute(store, sql, &error), &error);
}

static void is_read_where_nothing_may_be_written(void **state) {
    (void)state;
    snprintf(file, sizeof file, "%s/sub/o dd?#%%41.db", folder);
    Store *store = opened(false);
    add_map(store, 1);
    add_map(store, 2);
    store_close(store);
    assert_int_equal(as_reader(maps_seen), 2);
    assert_int_equal(as_reader(refuses_to_write), 0);

    /* A log that somebody left, as a program does that is killed. */
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        add_map(opened(false), 3);
        _exit(0);
    }
    assert_int_equal(waitpid(child, NULL, 0), child);
    char shared[80];
    snprintf(shared, sizeof shared, "%s-shm", file);
    unlink(shared);
    assert_int_equal(as_reader(maps_seen), 50);
    store = opened(true); /* who may write reads it, and cleans up */
    assert_int_equal(count_of(store, "SELECT count(*) FROM map"), 3);
    store_close(store);
    assert_int_equal(as_reader(maps_seen), 3);
}

static void writes_nothing_by_half(void **state) {
    (void)state;
    Store *store = opened(false);
    Error error;
    ASSERT_OK(store_begin(store, &error), &error);
    ASSERT_OK(store_execute(store, "INSERT INTO gap VALUES ('e', 'p', 's', 'r')", &error), &error);
    store_rollback(store);
    assert_int_equal(count_of(store, "SELECT count(*) FROM gap"), 0);
    /* STRICT and foreign keys hold. */
    assert_int_equal(store_execute(store, "INSERT INTO gap VALUES ('e', 'p', 's', NULL)", &error),
                     STATUS_SYSTEM);
    assert_int_equal(store_execute(store, "INSERT INTO query_set VALUES (1, 77, 'h', 's')", &error),
                     STATUS_SYSTEM);
    store_close(store);
}

static void reads_and_writes_every_type(void **state) {
    (void)state;
    Store *store = opened(false);
    Error error;
    Statement *statement;
    bool has_row;
    ASSERT_OK(store_prepare(store, "SELECT ?1, ?2, ?3, ?4, ?5", &statement, &error), &error);
    statement_integer(statement, 1, INT64_MIN);
    statement_real(statement, 2, 0.1);
    statement_text(statement, 3, "a\tb");
    statement_null(statement, 4);
    statement_real(statement, 5, __builtin_nan(""));
    ASSERT_OK(statement_row(statement, &has_row, &error), &error);
    assert_true(has_row);
    assert_true(statement_column_integer(statement, 0) == INT64_MIN);
    assert_true(statement_column_real(statement, 1) == 0.1);
    assert_string_equal(statement_column_text(statement, 2), "a\tb");
    assert_true(statement_column_null(statement, 3) && statement_column_null(statement, 4));
    statement_finish(statement);
    Table *table = table_create();
    ASSERT_OK(store_query(store, "SELECT 1 AS one, NULL AS none, 'x' AS text UNION ALL SELECT 2, 0.5, 'y'",
                          table, &error),
              &error);
    assert_int_equal(table_row_count(table), 2);
    assert_string_equal(table_at(table, 0, 1), "");
    assert_string_equal(table_at(table, 1, 1), "0.5");
    assert_int_equal(table_find_column(table, "text"), 2);
    table_destroy(table);
    store_close(store);
}

/* A text that was finished is not compiled again: nothing of its last use may be left in it. */
static void statements_begin_anew(void **state) {
    (void)state;
    Store *store = opened(false);
    Error error;
    bool has_row;
    for (int round = 0; round < 60; round++) {
        Statement *both[2];
        char sql[64];
        snprintf(sql, sizeof sql, "SELECT ?1, %d UNION ALL SELECT 7, 8",
                 round / 2); /* more texts than are kept */
        for (int i = 0; i < 2; i++) ASSERT_OK(store_prepare(store, sql, &both[i], &error), &error);
        statement_integer(both[0], 1, round);
        for (int i = 0; i < 2; i++) {
            ASSERT_OK(statement_row(both[i], &has_row, &error), &error);
            assert_true(has_row);
            assert_int_equal(statement_column_null(both[i], 0), i == 1);
            assert_int_equal(statement_column_integer(both[i], 1), round / 2);
        }
        for (int i = 0; i < 2; i++) statement_finish(both[i]); /* in the middle of their rows */
    }
    store_close(store);
}

static void refuses_what_is_not_its_own(void **state) {
    (void)state;
    Store *store;
    Error error;
    assert_int_equal(store_open(file, true, &store, &error), STATUS_BAD_INPUT); /* not there */
    assert_non_null(strstr(error.text, file));
    store = opened(false);
    ASSERT_OK(store_execute(store, "PRAGMA user_version = 0", &error), &error);
    store_close(store);
    assert_int_equal(store_open(file, false, &store, &error), STATUS_REFUSED); /* older: to be read only */
    assert_non_null(strstr(error.text, "can only be read"));
    store = opened(true);
    assert_int_equal(store_execute(store, "DELETE FROM gap", &error), STATUS_SYSTEM);
    store_close(store);
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    for (int i = 0; i < 1000; i++) fputs("this is no database ", out);
    fclose(out);
    assert_int_equal(store_open(file, false, &store, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, file));
    assert_int_equal(store_open(folder, false, &store, &error), STATUS_BAD_INPUT); /* a folder */
    assert_int_equal(store_open("/nosuch/folder/of.db", false, &store, &error), STATUS_BAD_INPUT);
    assert_int_equal(truncate(file, 0), 0);
    store = opened(false); /* an empty file is a new database */
    ASSERT_OK(store_execute(store, "PRAGMA application_id = 5", &error), &error);
    store_close(store);
    assert_int_equal(store_open(file, false, &store, &error), STATUS_BAD_INPUT); /* somebody else's */
    assert_non_null(strstr(error.text, "not a database of taut"));
}

#define EACH(TEST) cmocka_unit_test_setup_teardown(TEST, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        EACH(makes_file_folder_and_schema),
        EACH(version_follows_the_schema),
        EACH(writes_nothing_by_half),
        EACH(reads_and_writes_every_type),
        EACH(statements_begin_anew),
        EACH(refuses_what_is_not_its_own),
        EACH(is_read_where_nothing_may_be_written),
    };
    return cmocka_run_group_tests_name("store", tests, NULL, NULL);
}
