/* Statements with parameters, and tables from SELECTs. */
#include "harness/store_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Takes a kept statement of that text; NULL: there is none. */
static sqlite3_stmt *take_kept(Store *store, const char *sql) {
    for (int i = 0; i < store->kept_count; i++) {
        sqlite3_stmt *compiled = store->kept[i];
        if (strcmp(sqlite3_sql(compiled), sql) != 0) continue;
        store->kept_count--;
        memmove(&store->kept[i], &store->kept[i + 1], (size_t)(store->kept_count - i) * sizeof *store->kept);
        return compiled;
    }
    return NULL;
}

static void keep(Store *store, sqlite3_stmt *compiled) {
    sqlite3_reset(compiled);
    sqlite3_clear_bindings(compiled);
    if (store->kept_count == KEPT_MOST) sqlite3_finalize(store->kept[--store->kept_count]);
    memmove(&store->kept[1], &store->kept[0], (size_t)store->kept_count * sizeof *store->kept);
    store->kept[0] = compiled;
    store->kept_count++;
}

void store_forget_kept(Store *store) {
    while (store->kept_count > 0) sqlite3_finalize(store->kept[--store->kept_count]);
}

Status store_prepare(Store *store, const char *sql, Statement **statement, Error *error) {
    Statement *made = calloc(1, sizeof *made);
    if (made == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for a statement", NULL);
    made->store = store;
    made->compiled = take_kept(store, sql);
    if (made->compiled == NULL &&
        sqlite3_prepare_v2(store->connection, sql, -1, &made->compiled, NULL) != SQLITE_OK) {
        free(made);
        return store_failed(store, "the database does not take a statement", error);
    }
    *statement = made;
    return STATUS_OK;
}

void statement_finish(Statement *statement) {
    if (statement == NULL) return;
    if (statement->compiled != NULL) keep(statement->store, statement->compiled); /* NULL: of an empty text */
    free(statement);
}

void statement_integer(Statement *statement, int place, int64_t value) {
    sqlite3_bind_int64(statement->compiled, place, value);
}

void statement_real(Statement *statement, int place, double value) {
    if (isnan(value))
        sqlite3_bind_null(statement->compiled, place);
    else
        sqlite3_bind_double(statement->compiled, place, value);
}

void statement_text(Statement *statement, int place, const char *text) {
    if (text == NULL)
        sqlite3_bind_null(statement->compiled, place);
    else
        sqlite3_bind_text(statement->compiled, place, text, -1, SQLITE_TRANSIENT);
}

void statement_constant(Statement *statement, int place, const char *text) {
    sqlite3_bind_text(statement->compiled, place, text, -1, SQLITE_STATIC);
}

void statement_null(Statement *statement, int place) {
    sqlite3_bind_null(statement->compiled, place);
}

Status statement_step(Statement *statement, Error *error) {
    int code = sqlite3_step(statement->compiled);
    Status status = code == SQLITE_DONE || code == SQLITE_ROW
                        ? STATUS_OK
                        : store_failed(statement->store, "the database refused a row", error);
    sqlite3_reset(statement->compiled);
    return status;
}

Status statement_run(Statement *statement, Error *error) {
    Status status = statement_step(statement, error);
    statement_finish(statement);
    return status;
}

Status statement_row(Statement *statement, bool *has_row, Error *error) {
    int code = sqlite3_step(statement->compiled);
    *has_row = code == SQLITE_ROW;
    if (code == SQLITE_ROW) return STATUS_OK;
    Status status = code == SQLITE_DONE
                        ? STATUS_OK
                        : store_failed(statement->store, "the database cannot be read", error);
    sqlite3_reset(statement->compiled);
    return status;
}

int64_t statement_column_integer(Statement *statement, int column) {
    return sqlite3_column_int64(statement->compiled, column);
}

double statement_column_real(Statement *statement, int column) {
    return sqlite3_column_type(statement->compiled, column) == SQLITE_NULL
               ? NAN
               : sqlite3_column_double(statement->compiled, column);
}

const char *statement_column_text(Statement *statement, int column) {
    return (const char *)sqlite3_column_text(statement->compiled, column);
}

bool statement_column_null(Statement *statement, int column) {
    return sqlite3_column_type(statement->compiled, column) == SQLITE_NULL;
}

void statement_hash(Statement *statement, Hash *hash) {
    for (int i = 0; i < sqlite3_column_count(statement->compiled); i++) {
        int type = sqlite3_column_type(statement->compiled, i);
        hash_integer(hash, type);
        if (type == SQLITE_INTEGER) hash_integer(hash, statement_column_integer(statement, i));
        if (type == SQLITE_FLOAT) hash_real(hash, statement_column_real(statement, i));
        if (type == SQLITE_TEXT) hash_text(hash, statement_column_text(statement, i));
    }
}

/* Whether a result column holds numbers: by the first row; a table shows it aligned to the right. */
static bool column_is_number(sqlite3_stmt *compiled, int column, bool has_row) {
    int type = has_row ? sqlite3_column_type(compiled, column) : SQLITE_TEXT;
    return type == SQLITE_INTEGER || type == SQLITE_FLOAT;
}

Status store_query(Store *store, const char *sql, Table *table, Error *error) {
    Statement *statement = NULL;
    TRY(store_prepare(store, sql, &statement, error));
    bool has_row;
    Status status = statement_row(statement, &has_row, error);
    int columns = sqlite3_column_count(statement->compiled);
    for (int i = 0; i < columns && status == STATUS_OK; i++)
        table_column(table, sqlite3_column_name(statement->compiled, i),
                     column_is_number(statement->compiled, i, has_row));
    while (status == STATUS_OK && has_row) {
        for (int i = 0; i < columns; i++) {
            int type = sqlite3_column_type(statement->compiled, i);
            if (type == SQLITE_INTEGER)
                table_integer(table, sqlite3_column_int64(statement->compiled, i));
            else if (type == SQLITE_FLOAT)
                table_real(table, sqlite3_column_double(statement->compiled, i), 17);
            else
                table_cell(table, (const char *)sqlite3_column_text(statement->compiled, i));
        }
        status = statement_row(statement, &has_row, error);
    }
    statement_finish(statement);
    return status;
}
