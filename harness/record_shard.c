#include "harness/record_shard.h"

#include "algos/core/hash.h"
#include "harness/host.h"

#include <stdio.h>
#include <string.h>

static void copy(char *to, size_t size, Statement *statement, int column) {
    const char *text = statement_column_text(statement, column);
    snprintf(to, size, "%s", text == NULL ? "" : text);
}

Status record_shard_read(Store *store, ShardRow *row, bool *found, Error *error) {
    Statement *statement;
    TRY(store_prepare(
        store,
        "SELECT experiment, number, count, plan, build, completed IS NOT NULL, attempts, answers,"
        " samples, digest FROM shard WHERE own",
        &statement, error));
    Status status = statement_row(statement, found, error);
    if (status == STATUS_OK && *found) {
        *row = (ShardRow){.number = statement_column_integer(statement, 1),
                          .count = statement_column_integer(statement, 2),
                          .complete = statement_column_integer(statement, 5) != 0,
                          .attempts = statement_column_integer(statement, 6),
                          .answers = statement_column_integer(statement, 7),
                          .samples = statement_column_integer(statement, 8)};
        copy(row->experiment, sizeof row->experiment, statement, 0);
        copy(row->plan, sizeof row->plan, statement, 3);
        copy(row->build, sizeof row->build, statement, 4);
        copy(row->digest, sizeof row->digest, statement, 9);
    }
    statement_finish(statement);
    return status;
}

Status record_shard_begin(Store *store, const ShardRow *row, Error *error) {
    Statement *statement;
    TRY(store_execute(store, "DELETE FROM shard WHERE own", error));
    TRY(store_prepare(store,
                      "INSERT INTO shard (experiment, number, count, plan, build, own, digest)"
                      " VALUES (?1, ?2, ?3, ?4, ?5, 1, '')",
                      &statement, error));
    statement_text(statement, 1, row->experiment);
    statement_integer(statement, 2, row->number);
    statement_integer(statement, 3, row->count);
    statement_text(statement, 4, row->plan);
    statement_text(statement, 5, row->build);
    return statement_run(statement, error);
}

/* Adds all rows of one table, in the order in which they lie. */
static Status add_table(Store *store, const char *name, Hash *hash, Error *error) {
    char sql[128];
    Statement *statement;
    snprintf(sql, sizeof sql, "SELECT * FROM \"%.64s\"", name);
    TRY(store_prepare(store, sql, &statement, error));
    hash_text(hash, name);
    bool has_row = true;
    Status status;
    while ((status = statement_row(statement, &has_row, error)) == STATUS_OK && has_row)
        statement_hash(statement, hash);
    statement_finish(statement);
    return status;
}

static Status digest(Store *store, HashText *text, Error *error) {
    Hash hash = hash_start();
    Statement *tables;
    TRY(store_prepare(store,
                      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
                      " AND name <> 'shard' ORDER BY name",
                      &tables, error));
    bool has_row = true;
    Status status;
    while ((status = statement_row(tables, &has_row, error)) == STATUS_OK && has_row) {
        status = add_table(store, statement_column_text(tables, 0), &hash, error);
        if (status != STATUS_OK) break;
    }
    statement_finish(tables);
    *text = hash_hex(hash_value(&hash));
    return status;
}

Status record_shard_complete(Store *store, Error *error) {
    HashText text;
    Statement *statement;
    TRY(digest(store, &text, error));
    TRY(store_prepare(store,
                      "UPDATE shard SET completed = strftime('%Y-%m-%dT%H:%M:%fZ','now'), digest = ?1,"
                      " attempts = (SELECT count(*) FROM attempt), answers = (SELECT count(*) FROM answer),"
                      " samples = (SELECT count(*) FROM sample) WHERE own",
                      &statement, error));
    statement_text(statement, 1, text.text);
    return statement_run(statement, error);
}

/* The count of rows, as a text too. */
static Status count_rows(Store *store, const char *sql, int64_t *count, Error *error) {
    Statement *statement;
    bool has_row;
    TRY(store_prepare(store, sql, &statement, error));
    Status status = statement_row(statement, &has_row, error);
    if (status == STATUS_OK) *count = statement_column_integer(statement, 0);
    statement_finish(statement);
    return status;
}

Status record_shard_verify(Store *store, const ShardRow *row, Error *error) {
    const struct {
        const char *sql, *table;
        int64_t expected;
    } tables[] = {{"SELECT count(*) FROM attempt", " rows in attempt, ", row->attempts},
                  {"SELECT count(*) FROM answer", " rows in answer, ", row->answers},
                  {"SELECT count(*) FROM sample", " rows in sample, ", row->samples}};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        int64_t found = 0;
        TRY(count_rows(store, tables[i].sql, &found, error));
        if (found != tables[i].expected)
            return error_say(error, STATUS_BAD_INPUT, store_file(store), ": damaged: found ",
                             number_text(found).text, tables[i].table, "expected ",
                             number_text(tables[i].expected).text, " by its last row", NULL);
    }
    HashText text;
    TRY(digest(store, &text, error));
    if (strcmp(text.text, row->digest) == 0) return STATUS_OK;
    return error_say(error, STATUS_REFUSED, store_file(store), ": damaged: found rows of digest ", text.text,
                     ", expected ", row->digest, " by its last row", NULL);
}

Status store_check(Store *store, Error *error) {
    Statement *statement;
    bool has_row;
    Error inner = {""};
    Status status = store_prepare(store, "PRAGMA integrity_check(1)", &statement, &inner);
    if (status == STATUS_OK) {
        status = statement_row(statement, &has_row, &inner);
        const char *said = status == STATUS_OK && has_row ? statement_column_text(statement, 0) : NULL;
        if (said != NULL && strcmp(said, "ok") != 0)
            status = error_say(&inner, STATUS_BAD_INPUT, store_file(store), ": ", said, NULL);
        statement_finish(statement);
    }
    if (status == STATUS_OK || status == STATUS_NO_MEMORY) return status;
    return error_say(error, STATUS_BAD_INPUT, "damaged: ", inner.text, NULL);
}

Status store_fold(Store *store, bool goes_on, Error *error) {
    /* It answers with the mode that it is in now, and keeps the log where another has the file open. */
    Statement *statement;
    bool has_row;
    TRY(store_prepare(store, "PRAGMA journal_mode = DELETE", &statement, error));
    Status status = statement_row(statement, &has_row, error);
    const char *mode = status == STATUS_OK && has_row ? statement_column_text(statement, 0) : NULL;
    if (status == STATUS_OK && (mode == NULL || strcmp(mode, "delete") != 0))
        status = error_say(error, STATUS_SYSTEM, store_file(store), ": its log cannot be taken in", NULL);
    statement_finish(statement);
    if (status == STATUS_OK && goes_on) status = store_execute(store, "PRAGMA journal_mode = WAL", error);
    return status;
}
