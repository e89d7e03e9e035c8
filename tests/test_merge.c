/* Shards joined in any order and however often are the experiment run undisturbed; what differs is told, what
 * is damaged refused, and what was there stays as it was. */
#include "tests/folder.h"
#include "tests/sweep_support.h"

#include "harness/load.h"
#include "harness/merge.h"
#include "harness/record_merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SHARDS = 3, BLOCKS = 10 };

static char folder[FOLDER_PATH];
static char names[SHARDS][FOLDER_PATH + 8], whole[FOLDER_PATH + 16], out[FOLDER_PATH + 16];
static const char *files[SHARDS + 1];

static int set_up(void **state) {
    (void)state;
    Error error;
    RunOutcome outcome;
    folder_create(folder);
    snprintf(whole, sizeof whole, "%s/whole.db", folder);
    snprintf(out, sizeof out, "%s/out.db", folder);
    if (sweep_run(sweep_text, sweep_name, whole, &outcome, &error) != STATUS_OK) return 1;
    for (uint32_t i = 0; i < SHARDS; i++) {
        snprintf(names[i], sizeof names[i], "%s/%u.db", folder, i);
        files[i] = names[i];
        if (sweep_shard(names[i], i + 1, SHARDS, &error) != STATUS_OK) return 1;
    }
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    folder_remove(folder);
    return 0;
}

static int remove_out(void **state) {
    (void)state;
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s%s", out, endings[i]);
        unlink(name);
    }
    return 0;
}

/* Conflicts are counted; their table is dropped. */
static Status merge(const char *const *given, uint32_t count, int64_t *conflicts, Error *error) {
    MergeOutcome outcome = {.conflicts = table_create()};
    Status status = merge_files(given, count, out, &outcome, error);
    *conflicts = outcome.conflict_count;
    table_destroy(outcome.conflicts);
    return status;
}

static void merge_well(const char *const *given, uint32_t count) {
    Error error;
    int64_t conflicts;
    ASSERT_OK(merge(given, count, &conflicts, &error), &error);
    assert_int_equal(conflicts, 0);
}

static uint32_t missing(void) {
    Store *store;
    Error error;
    Table *table = table_create();
    ASSERT_OK(store_open(out, true, &store, &error), &error);
    ASSERT_OK(record_missing(store, table, &error), &error);
    store_close(store);
    uint32_t count = table_row_count(table);
    table_destroy(table);
    return count;
}

static void assert_undisturbed(void) {
    Table *undisturbed = sweep_rows(whole), *rows = sweep_rows(out);
    assert_true(table_row_count(undisturbed) > 160);
    assert_same_rows(rows, undisturbed);
    table_destroy(undisturbed);
    table_destroy(rows);
    assert_int_equal(missing(), 0);
}

/* What only the standing rows do not show: nothing is there twice. */
static void assert_once(int64_t times) {
    assert_int_equal(sweep_number(out, "SELECT count(*) FROM attempt"),
                     times * sweep_number(whole, "SELECT count(*) FROM attempt"));
    assert_int_equal(sweep_number(out, "SELECT count(*) FROM sample"),
                     times * sweep_number(whole, "SELECT count(*) FROM sample"));
    assert_int_equal(sweep_number(out, "SELECT count(*) FROM query"),
                     sweep_number(whole, "SELECT count(*) FROM query"));
    assert_int_equal(sweep_number(out, "SELECT count(*) FROM member"),
                     sweep_number(whole, "SELECT count(*) FROM member"));
}

static void shards_are_a_deal(void **state) {
    (void)state;
    int64_t blocks = 0;
    for (uint32_t i = 0; i < SHARDS; i++) {
        int64_t own = sweep_number(names[i], "SELECT count(*) FROM block");
        assert_true(own >= BLOCKS / SHARDS && own <= BLOCKS / SHARDS + 1);
        blocks += own;
        char log[FOLDER_PATH + 16];
        snprintf(log, sizeof log, "%s/%u.db-wal", folder, i);
        assert_false(file_exists(log));
    }
    assert_int_equal(blocks, BLOCKS);
}

/* Random subsets in random orders, again and again, until each shard was merged. */
static void any_order_any_number_of_times(void **state) {
    (void)state;
    Rng rng = rng_from(11);
    for (uint32_t trial = 0, most = trials(3); trial < most; trial++) {
        remove_out(NULL);
        bool seen[SHARDS] = {false};
        for (uint32_t had = 0; had < SHARDS;) {
            uint32_t order[SHARDS] = {0, 1, 2}, count = 1 + rng_below(&rng, SHARDS);
            const char *given[SHARDS + 1];
            rng_shuffle(&rng, order, SHARDS);
            for (uint32_t i = 0; i < count; i++) {
                given[i] = names[order[i]];
                had += !seen[order[i]];
                seen[order[i]] = true;
            }
            given[count] = out; /* as `taut merge *.db` would */
            merge_well(given, count + (file_exists(out) ? 1 : 0));
            assert_int_equal(missing() > 0, had < SHARDS);
        }
        assert_undisturbed();
        assert_once(1);
        merge_well(files, SHARDS);
        assert_once(1);
    }
}

/* Two attempts at each cell: both stay, the same newest ones stand whichever came first. */
static void both_attempts_are_kept(void **state) {
    (void)state;
    static const char standing[] = "SELECT count(*) FROM member JOIN attempt USING (attempt_id)"
                                   " JOIN block USING (block_id) JOIN run USING (run_id)"
                                   " WHERE run.started > (SELECT min(started) FROM run)";
    for (uint32_t first = 0; first < 2; first++) {
        remove_out(NULL);
        const char *given[] = {names[0], names[1], names[2], whole};
        if (first == 1) {
            given[0] = whole;
            given[3] = names[0];
        }
        merge_well(given, 2);
        merge_well(given, 4);
        assert_undisturbed();
        assert_once(2);
        assert_int_equal(sweep_number(out, standing), sweep_number(out, "SELECT count(*) FROM member"));
    }
}

static void copy_file(const char *from, const char *to) {
    Memory memory = system_memory();
    char *bytes;
    size_t length;
    Error error;
    ASSERT_OK(file_read(from, &memory, &bytes, &length, &error), &error);
    ASSERT_OK(file_write(to, bytes, length, &error), &error);
    memory_give(&memory, bytes);
}

static void change(const char *file, const char *sql) {
    Store *store;
    Error error;
    ASSERT_OK(store_open(file, false, &store, &error), &error);
    ASSERT_OK(store_execute(store, sql, &error), &error);
    store_close(store);
}

/* The file's bytes; 0 where it is not there. */
static uint64_t sum_of(const char *file) {
    Memory memory = system_memory();
    char *bytes;
    size_t length;
    Error error;
    if (!file_exists(file)) return 0;
    ASSERT_OK(file_read(file, &memory, &bytes, &length, &error), &error);
    Hash hash = hash_start();
    hash_bytes(&hash, bytes, length);
    memory_give(&memory, bytes);
    return hash_value(&hash);
}

typedef struct Difference {
    const char *sql;
    int64_t count;
} Difference;

static void what_may_not_differ_is_told(void **state) {
    (void)state;
    static const Difference differences[] = {
        {"UPDATE answer SET expanded = expanded + 1 WHERE answer_id <= 3", 3},
        {"UPDATE answer SET length = length + 1 WHERE answer_id = 1", 1},
        {"UPDATE answer SET verdict = 'suboptimal', path_hash = 'x' WHERE answer_id = 1", 1},
        {"UPDATE attempt SET nodes = 7 WHERE attempt_id = 1", 1},
        {"UPDATE attempt SET verdict = 'refused' WHERE attempt_id = 1", 1},
        {"DELETE FROM sample WHERE answer_id = 1; DELETE FROM answer WHERE answer_id = 1", 1},
        {"UPDATE optimum SET length = length + 1 WHERE query_id = (SELECT min(query_id) FROM query)", 1},
        {"UPDATE sample SET ns = ns + 1; UPDATE attempt SET prepare_ns = 5", 0}, /* time differs */
        {"UPDATE run SET build = 'another'; UPDATE answer SET expanded = expanded + 1", 0},
    };
    char other[48];
    snprintf(other, sizeof other, "%s/other.db", folder);
    for (size_t i = 0; i < sizeof differences / sizeof *differences; i++) {
        for (int there = 0; there < 2; there++) { /* against a file beside it, and against what is merged */
            Error error;
            int64_t conflicts;
            remove_out(NULL);
            copy_file(whole, other);
            change(other, differences[i].sql);
            const char *given[] = {names[0], names[1], names[2], other};
            if (there == 1) merge_well(given, 3);
            uint64_t before = sum_of(out);
            ASSERT_OK(merge(given + (there == 1 ? 3 : 0), there == 1 ? 1 : 4, &conflicts, &error), &error);
            assert_int_equal(conflicts, differences[i].count);
            if (conflicts > 0) assert_true(sum_of(out) == before);
        }
    }
}

/* Cut anywhere, or with any bytes changed: refused, or, where SQLite does not use those bytes, as good as
 * ever. */
static void damage_is_refused(void **state) {
    (void)state;
    Rng rng = rng_from(3);
    Memory memory = system_memory();
    char damaged[48], *bytes;
    size_t length;
    Error error;
    uint32_t refused = 0, most = trials(12);
    snprintf(damaged, sizeof damaged, "%s/damaged.db", folder);
    const char *given[] = {names[0], damaged, names[2]};
    ASSERT_OK(file_read(names[1], &memory, &bytes, &length, &error), &error);
    for (uint32_t trial = 0; trial < most; trial++) {
        char *copy = memory_take(&memory, length, 1);
        memcpy(copy, bytes, length);
        size_t kept = length;
        if (trial % 3 == 0)
            kept = rng_below(&rng, (uint32_t)length);
        else
            for (uint32_t i = 0; i < 1 + trial % 5; i++)
                copy[rng_below(&rng, (uint32_t)length)] ^= (char)(1 + rng_below(&rng, 255));
        ASSERT_OK(file_write(damaged, copy, kept, &error), &error);
        memory_give(&memory, copy);
        remove_out(NULL);
        int64_t conflicts = 0;
        error = (Error){""};
        Status status = merge(given, SHARDS, &conflicts, &error);
        if (status == STATUS_OK && conflicts == 0) {
            assert_undisturbed();
            continue;
        }
        refused++;
        assert_false(file_exists(out));
        if (status == STATUS_OK) continue; /* told as a difference */
        if (status != STATUS_BAD_INPUT && status != STATUS_REFUSED) fail_msg("%d: %s", status, error.text);
        assert_non_null(strstr(error.text, damaged));
    }
    assert_true(refused > most / 3);
    memory_give(&memory, bytes);
    ASSERT_NOTHING_LIVE(&memory);
}

static void what_is_no_shard_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *sql, *told;
    } faults[] = {{"PRAGMA user_version = 1", "schema version"},
                  {"PRAGMA application_id = 5", "not a database of taut"},
                  {"UPDATE shard SET completed = NULL", "not complete"},
                  {"UPDATE sample SET ns = ns + 1 WHERE answer_id = 1", "digest"},
                  {"DELETE FROM sample WHERE answer_id = 1", "sample"}};
    char other[48];
    Error error;
    int64_t conflicts;
    snprintf(other, sizeof other, "%s/other.db", folder);
    const char *given[] = {names[0], other};
    merge_well(given, 1);
    uint64_t before = sum_of(out);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        unlink(other);
        copy_file(names[1], other);
        change(other, faults[i].sql);
        error = (Error){""};
        assert_true(merge(given, 2, &conflicts, &error) != STATUS_OK);
        if (strstr(error.text, faults[i].told) == NULL || strstr(error.text, "other.db") == NULL)
            fail_msg("%s: %s", faults[i].sql, error.text);
        assert_true(sum_of(out) == before);
    }
}

static Status merge_once(void *context) {
    (void)context;
    Error error;
    int64_t conflicts;
    Status status = merge(files, SHARDS, &conflicts, &error);
    return status == STATUS_OK && conflicts == 0 ? STATUS_OK : STATUS_SYSTEM;
}

static void survives_kills(void **state) {
    (void)state;
    Rng rng = rng_from(8);
    for (uint32_t trial = 0, most = trials(4); trial < most; trial++) {
        if (trial % 4 == 0) remove_out(NULL);
        if (trial % 4 == 2) merge_well(files, 1); /* into what is there */
        (void)killed_in_between(merge_once, NULL, rng_below(&rng, 120));
    }
    merge_well(files, SHARDS);
    assert_undisturbed();
    assert_once(1);
}

#define EACH(TEST) cmocka_unit_test_setup(TEST, remove_out)

int main(void) {
    const struct CMUnitTest tests[] = {
        EACH(shards_are_a_deal),      EACH(any_order_any_number_of_times),
        EACH(both_attempts_are_kept), EACH(what_may_not_differ_is_told),
        EACH(damage_is_refused),      EACH(what_is_no_shard_is_refused),
        EACH(survives_kills),
    };
    return cmocka_run_group_tests_name("merge", tests, set_up, tear_down);
}
