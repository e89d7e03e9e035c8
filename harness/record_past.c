#include "harness/record_past.h"

#include <stdlib.h>

Status record_past(Store *store, Table *table, Error *error) {
    return store_query(
        store,
        "SELECT map.spec, query_set.spec, family, iif(kind = 'grid', width, 0), iif(kind = 'grid', height, "
        "0),"
        " (2 + (interleaved + warm) * repeats) * (SELECT count(*) FROM attempt WHERE attempt.block_id ="
        " block.block_id), elapsed_ns"
        " FROM block JOIN query_set USING (query_set_id) JOIN map USING (map_id) WHERE block_id IN"
        " (SELECT max(block_id) FROM block JOIN run USING (run_id) WHERE elapsed_ns IS NOT NULL"
        "  GROUP BY query_set_id, build, interleaved, warm)",
        table, error);
}

static Status find_set(Store *store, const char *map, const char *queries, int64_t *id, Error *error) {
    Statement *statement;
    bool has_row;
    TRY(store_prepare(store,
                      "SELECT ifnull(max(query_set_id), 0) FROM query_set JOIN map USING (map_id)"
                      " WHERE map.spec = ?1 AND query_set.spec = ?2",
                      &statement, error));
    statement_text(statement, 1, map);
    statement_text(statement, 2, queries);
    Status status = statement_row(statement, &has_row, error);
    if (status == STATUS_OK) *id = statement_column_integer(statement, 0);
    statement_finish(statement);
    return status;
}

Status record_query_count(Store *store, const char *map, const char *queries, int64_t *count, Error *error) {
    int64_t id = 0;
    Statement *statement;
    bool has_row;
    TRY(find_set(store, map, queries, &id, error));
    TRY(store_prepare(store, "SELECT count(*) FROM query WHERE query_set_id = ?1", &statement, error));
    statement_integer(statement, 1, id);
    Status status = statement_row(statement, &has_row, error);
    if (status == STATUS_OK) *count = statement_column_integer(statement, 0);
    statement_finish(statement);
    return status;
}

static Status find_cells(Store *store, const Part *part, int64_t query_set_id, int64_t *cells, Error *error) {
    Statement *statement;
    TRY(store_prepare(store,
                      "SELECT ifnull(max(cell_id), 0) FROM cell JOIN solver USING (solver_id)"
                      " WHERE query_set_id = ?1 AND solver.spec = ?2",
                      &statement, error));
    Status status = STATUS_OK;
    for (uint32_t i = 0; i < part->solver_count && status == STATUS_OK; i++) {
        bool has_row;
        statement_integer(statement, 1, query_set_id);
        statement_text(statement, 2, part->solvers[i].text);
        status = statement_row(statement, &has_row, error);
        if (status == STATUS_OK && has_row) cells[i] = statement_column_integer(statement, 0);
        if (status == STATUS_OK && has_row) status = statement_row(statement, &has_row, error);
    }
    statement_finish(statement);
    return status;
}

Status record_standing_named(Store *store, const Part *part, uint32_t beside, const char *map,
                             const char *queries, int64_t *attempts, Error *error) {
    int64_t id = 0, *cells = calloc((size_t)part->solver_count + 1, sizeof *cells);
    if (cells == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for a plan", NULL);
    Status status = find_set(store, map, queries, &id, error);
    if (status == STATUS_OK) status = find_cells(store, part, id, cells, error);
    if (status == STATUS_OK)
        status = record_standing(store, part, beside, id, cells, part->solver_count, attempts, error);
    free(cells);
    return status;
}
