/* Optima from and to the database. A chain of points is a text "x,y x,y …" whose numbers read back the same.
 */
#include "harness/record.h"

#include "algos/core/real.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Status no_memory(Error *error) {
    return error_say(error, STATUS_NO_MEMORY, "no memory for the shortest paths", NULL);
}

/* One number up to `end`. */
static bool take_number(const char **at, char end, double *value) {
    size_t length = strcspn(*at, end == ',' ? "," : " ");
    if (end == ',' && (*at)[length] != ',') return false;
    if (!real_parse(*at, length, value)) return false;
    *at += length + ((*at)[length] != '\0');
    return true;
}

static Status chain_read(const char *text, Memory *memory, Optimum *optimum, Error *error) {
    uint32_t room = 1;
    for (const char *at = text; *at != '\0'; at++) room += *at == ' ';
    optimum->chain = memory_take(memory, room, sizeof *optimum->chain);
    if (optimum->chain == NULL) return no_memory(error);
    for (const char *at = text; *at != '\0'; optimum->chain_count++) {
        Point *point = &optimum->chain[optimum->chain_count];
        if (optimum->chain_count < room && take_number(&at, ',', &point->x) &&
            take_number(&at, ' ', &point->y))
            continue;
        return error_say(error, STATUS_SYSTEM, "the database holds a damaged shortest path: ", text, NULL);
    }
    return STATUS_OK;
}

static Status row_read(Statement *statement, Memory *memory, Optimum *optimum, Error *error) {
    OracleName oracle = ORACLE_FLOOD;
    const char *name = statement_column_text(statement, 4);
    if (name == NULL || !oracle_find(name, &oracle))
        return error_say(error, STATUS_SYSTEM, "the database names an unknown oracle: ", name, NULL);
    *optimum = (Optimum){.known = true, .oracle = oracle, .reachable = !statement_column_null(statement, 3)};
    if (!optimum->reachable) return STATUS_OK;
    optimum->length =
        (Length){statement_column_integer(statement, 1), statement_column_integer(statement, 2)};
    optimum->value = statement_column_real(statement, 3);
    const char *chain = statement_column_text(statement, 5);
    return chain == NULL ? STATUS_OK : chain_read(chain, memory, optimum, error);
}

Status record_optima_read(Store *store, int64_t first_query_id, uint32_t count, Move move, Memory *memory,
                          Optimum *optimum, Error *error) {
    Statement *statement;
    TRY(store_prepare(store,
                      "SELECT query_id, straight, diagonal, length, oracle, chain FROM optimum"
                      " WHERE query_id >= ?1 AND query_id < ?2 AND move = ?3 AND build = ?4",
                      &statement, error));
    statement_integer(statement, 1, first_query_id);
    statement_integer(statement, 2, first_query_id + count);
    statement_text(statement, 3, move_name(move));
    statement_text(statement, 4, build_hash());
    bool has_row = true;
    Status status;
    while ((status = statement_row(statement, &has_row, error)) == STATUS_OK && has_row) {
        status = row_read(statement, memory,
                          &optimum[statement_column_integer(statement, 0) - first_query_id], error);
        if (status != STATUS_OK) break;
    }
    statement_finish(statement);
    return status;
}

/* In memory of malloc; NULL without. */
static char *chain_text(const Optimum *optimum) {
    size_t room = (size_t)optimum->chain_count * 2 * sizeof(RealText) + 1, used = 0;
    char *text = malloc(room);
    if (text == NULL) return NULL;
    text[0] = '\0';
    for (uint32_t i = 0; i < optimum->chain_count; i++)
        used += (size_t)snprintf(text + used, room - used, "%s%s,%s", i == 0 ? "" : " ",
                                 real_text(optimum->chain[i].x).text, real_text(optimum->chain[i].y).text);
    return text;
}

static Status row_write(Statement *statement, const Optimum *optimum, Error *error) {
    for (int place = 3; place <= 5; place++) statement_null(statement, place);
    statement_text(statement, 6, oracle_name(optimum->oracle));
    statement_null(statement, 7);
    if (optimum->reachable) statement_real(statement, 5, optimum->value);
    if (optimum->reachable && optimum->chain == NULL) {
        statement_integer(statement, 3, optimum->length.straight);
        statement_integer(statement, 4, optimum->length.diagonal);
    } else if (optimum->reachable) {
        char *text = chain_text(optimum);
        if (text == NULL) return no_memory(error);
        statement_text(statement, 7, text);
        free(text);
    }
    return statement_step(statement, error);
}

Status record_optima_write(Store *store, int64_t first_query_id, uint32_t count, Move move,
                           const Optimum *optimum, Error *error) {
    Statement *statement;
    TRY(store_prepare(
        store,
        "INSERT OR REPLACE INTO optimum (query_id, move, straight, diagonal, length, oracle, chain, build)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        &statement, error));
    Status status = STATUS_OK;
    for (uint32_t i = 0; i < count && status == STATUS_OK; i++) {
        statement_integer(statement, 1, first_query_id + i);
        statement_text(statement, 2, move_name(move));
        statement_text(statement, 8, build_hash());
        status = row_write(statement, &optimum[i], error);
    }
    statement_finish(statement);
    return status;
}
