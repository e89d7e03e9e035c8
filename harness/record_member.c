/* What an experiment asks for, and which attempts stand for it. */
#include "harness/record.h"

/* Runs one statement with the experiment as ?1. */
static Status for_experiment(Store *store, const char *sql, const char *experiment, Error *error) {
    Statement *statement;
    TRY(store_prepare(store, sql, &statement, error));
    statement_text(statement, 1, experiment);
    return statement_run(statement, error);
}

Status record_member(Store *store, const char *experiment, const Part *part, int64_t cell_id,
                     uint32_t position, int64_t attempt_id, Error *error) {
    Statement *statement;
    TRY(store_prepare(
        store,
        "INSERT INTO member (experiment, part, cell_id, position, interleaved, warm, attempt_id)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO UPDATE SET position = ?4, interleaved = ?5,"
        " warm = ?6, attempt_id = ifnull(?7, attempt_id)",
        &statement, error));
    statement_text(statement, 1, experiment);
    statement_text(statement, 2, part->name);
    statement_integer(statement, 3, cell_id);
    statement_integer(statement, 4, position);
    statement_integer(statement, 5, part->protocols[PROTOCOL_INTERLEAVED]);
    statement_integer(statement, 6, part->protocols[PROTOCOL_WARM]);
    if (attempt_id != 0) statement_integer(statement, 7, attempt_id);
    TRY(statement_run(statement, error));
    return record_asked(store, experiment, part->name, cell_id, error);
}

Status record_members_replaced(Store *store, const char *experiment, const Part *part, int64_t query_set_id,
                               Error *error) {
    Statement *statement;
    TRY(store_prepare(store,
                      "UPDATE member SET attempt_id = NULL WHERE experiment = ?1 AND part = ?2 AND cell_id IN"
                      " (SELECT cell_id FROM cell WHERE query_set_id = ?3)",
                      &statement, error));
    statement_text(statement, 1, experiment);
    statement_text(statement, 2, part->name);
    statement_integer(statement, 3, query_set_id);
    return statement_run(statement, error);
}

Status record_gap(Store *store, const char *experiment, const char *part, const char *spec,
                  const char *reason, Error *error) {
    Statement *statement;
    TRY(store_prepare(store,
                      "INSERT OR REPLACE INTO gap (experiment, part, spec, reason) VALUES (?1, ?2, ?3, ?4)",
                      &statement, error));
    statement_text(statement, 1, experiment);
    statement_text(statement, 2, part);
    statement_text(statement, 3, spec);
    statement_text(statement, 4, reason);
    return statement_run(statement, error);
}

Status record_experiment_join(Store *store, Error *error) {
    return store_execute(store,
                         "CREATE TEMP TABLE IF NOT EXISTS asked (experiment, part, cell_id,"
                         " PRIMARY KEY (experiment, part, cell_id));"
                         "CREATE TEMP TABLE IF NOT EXISTS had (experiment, part, cell_id)",
                         error);
}

Status record_asked(Store *store, const char *experiment, const char *part, int64_t cell_id, Error *error) {
    Statement *statement;
    TRY(store_prepare(store, "INSERT OR IGNORE INTO asked (experiment, part, cell_id) VALUES (?1, ?2, ?3)",
                      &statement, error));
    statement_text(statement, 1, experiment);
    statement_text(statement, 2, part);
    statement_integer(statement, 3, cell_id);
    return statement_run(statement, error);
}

Status record_experiment_begin(Store *store, const char *experiment, Error *error) {
    /* What it had before and what it asks for now: rows that another run of the same name adds meanwhile are
     * neither. */
    static const char *const statements[] = {
        "DELETE FROM gap WHERE experiment = ?1", "DELETE FROM asked WHERE experiment = ?1",
        "DELETE FROM had WHERE experiment = ?1",
        "INSERT INTO had SELECT experiment, part, cell_id FROM member WHERE experiment = ?1",
        "INSERT OR REPLACE INTO experiment (name, begun) VALUES (?1, strftime('%Y-%m-%dT%H:%M:%fZ','now'))"};
    TRY(record_experiment_join(store, error));
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        TRY(for_experiment(store, statements[i], experiment, error));
    return STATUS_OK;
}

Status record_experiment_end(Store *store, const char *experiment, Error *error) {
    return for_experiment(store,
                          "DELETE FROM member WHERE experiment = ?1 AND (part, cell_id) IN"
                          " (SELECT part, cell_id FROM had WHERE experiment = ?1) AND (part, cell_id) NOT IN"
                          " (SELECT part, cell_id FROM asked WHERE experiment = ?1)",
                          experiment, error);
}

/* What an attempt must be to stand for a cell of a part: ?1 query set, ?2 build, ?3 interleaved, ?4 warm, ?5
 * repeats, ?6 seconds and ?7 bytes granted (NULL: no limit), ?8 the cell, ?10 blocks beside (NULL: any), ?11
 * whether preparations are timed. A solver that failed for want of what it would now be given is asked again.
 */
#define STANDING                                                                         \
    " FROM attempt JOIN block USING (block_id) JOIN run USING (run_id)"                  \
    " WHERE block.query_set_id = ?1 AND build = ?2 AND interleaved >= ?3 AND warm >= ?4" \
    " AND (repeats >= ?5 OR NOT (?3 OR ?4)) AND ifnull(beside <= ?10, 1)"                \
    " AND (NOT ?11 OR prepare_ns IS NOT NULL OR attempt.verdict <> 'done')"              \
    " AND attempt.cell_id = ?8 AND CASE attempt.verdict"                                 \
    " WHEN 'timeout' THEN ifnull(limit_seconds >= ?6, limit_seconds IS NULL)"            \
    " WHEN 'out-of-memory' THEN ifnull(limit_bytes >= ?7, limit_bytes IS NULL) ELSE 1 END"

typedef struct Search {
    const Part *part;
    int64_t query_set_id;
    uint32_t beside;
    bool timed;
} Search;

static void bind_search(Statement *statement, const Search *search) {
    const Part *part = search->part;
    statement_integer(statement, 1, search->query_set_id);
    statement_text(statement, 2, build_hash());
    statement_integer(statement, 3, part->protocols[PROTOCOL_INTERLEAVED]);
    statement_integer(statement, 4, part->protocols[PROTOCOL_WARM]);
    statement_integer(statement, 5, part->repeats);
    if (part->limits.seconds > 0) statement_real(statement, 6, part->limits.seconds);
    if (part->limits.bytes > 0) statement_integer(statement, 7, (int64_t)part->limits.bytes);
    if (part_is_timed(part)) statement_integer(statement, 10, search->beside);
    statement_integer(statement, 11, part->prepares);
}

/* The newest attempt that may stand for the cell, in any block or (block_id not 0) in that one; 0: none. */
static Status find_attempt(Store *store, const Search *search, int64_t block_id, int64_t cell_id,
                           int64_t *attempt_id, Error *error) {
    Statement *statement;
    bool has_row;
    TRY(store_prepare(store, "SELECT ifnull(max(attempt_id), 0)" STANDING " AND ?9 IN (0, block_id)",
                      &statement, error));
    bind_search(statement, search);
    statement_integer(statement, 8, cell_id);
    statement_integer(statement, 9, block_id);
    Status status = statement_row(statement, &has_row, error);
    if (status == STATUS_OK) *attempt_id = statement_column_integer(statement, 0);
    statement_finish(statement);
    return status;
}

/* Fills `attempts` from one block; *whole tells whether it has all of them. */
static Status take_block(Store *store, const Search *search, int64_t block_id, const int64_t *cells,
                         uint32_t count, int64_t *attempts, bool *whole, Error *error) {
    *whole = true;
    for (uint32_t i = 0; i < count && *whole; i++) {
        TRY(find_attempt(store, search, block_id, cells[i], &attempts[i], error));
        *whole = attempts[i] != 0;
    }
    return STATUS_OK;
}

Status record_standing(Store *store, const Part *part, uint32_t beside, int64_t query_set_id,
                       const int64_t *cells, uint32_t count, int64_t *attempts, Error *error) {
    Search search = {part, query_set_id, beside,
                     part->protocols[PROTOCOL_INTERLEAVED] || part->protocols[PROTOCOL_WARM]};
    for (uint32_t i = 0; i < count; i++) attempts[i] = 0;
    if (!search.timed) {
        for (uint32_t i = 0; i < count; i++)
            TRY(find_attempt(store, &search, 0, cells[i], &attempts[i], error));
        return STATUS_OK;
    }
    /* Candidates by their first cell; who takes turns with others than these was measured otherwise. */
    Statement *blocks;
    TRY(store_prepare(store,
                      "SELECT block_id" STANDING
                      " AND (NOT ?3 OR ?9 = (SELECT count(*) FROM attempt AS all_of"
                      " WHERE all_of.block_id = block.block_id)) ORDER BY block_id DESC",
                      &blocks, error));
    bind_search(blocks, &search);
    statement_integer(blocks, 8, cells[0]);
    statement_integer(blocks, 9, count);
    bool has_row = true, whole = false;
    Status status = STATUS_OK;
    while (status == STATUS_OK && !whole) {
        status = statement_row(blocks, &has_row, error);
        if (status != STATUS_OK || !has_row) break;
        status = take_block(store, &search, statement_column_integer(blocks, 0), cells, count, attempts,
                            &whole, error);
    }
    statement_finish(blocks);
    for (uint32_t i = 0; i < count && !whole; i++) attempts[i] = 0;
    return status;
}

Status record_faults(Store *store, const char *experiment, Faults *faults, Error *error) {
    Statement *statement;
    TRY(store_prepare(
        store,
        "WITH tried AS (SELECT DISTINCT attempt.attempt_id, attempt.verdict, solver.guarantee,"
        "   json_extract(parameters, '$.w') AS w FROM member"
        "   JOIN attempt USING (attempt_id) JOIN cell ON cell.cell_id = member.cell_id"
        "   JOIN solver USING (solver_id) WHERE experiment = ?1),"
        " given AS (SELECT answer.verdict, excess, guarantee, w FROM answer JOIN tried USING (attempt_id))"
        " SELECT (SELECT count(*) FROM given),"
        "  (SELECT count(*) FROM given WHERE verdict = 'impossible'"
        "     OR (verdict IN ('invalid', 'no-path-false') AND guarantee <> 'as-published')"
        "     OR (verdict = 'suboptimal' AND guarantee = 'optimal')"
        /* The judge's comparison is exact; an excess is rounded. */
        "     OR (verdict = 'suboptimal' AND guarantee = 'bounded' AND excess * 100 > w - 100 + 1e-9)),"
        "  (SELECT count(*) FROM tried),"
        "  (SELECT count(*) FROM tried WHERE verdict NOT IN ('done', 'refused')),"
        "  (SELECT count(DISTINCT attempt_id) FROM bracket JOIN tried USING (attempt_id) WHERE flagged)",
        &statement, error));
    statement_text(statement, 1, experiment);
    bool has_row;
    Status status = statement_row(statement, &has_row, error);
    if (status == STATUS_OK && has_row)
        *faults = (Faults){statement_column_integer(statement, 0), statement_column_integer(statement, 1),
                           statement_column_integer(statement, 2), statement_column_integer(statement, 3),
                           statement_column_integer(statement, 4)};
    statement_finish(statement);
    return status;
}
