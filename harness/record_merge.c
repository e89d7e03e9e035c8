#include "harness/record_merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Names of a table's columns but those in `apart` (",a,b,"), each with `before` in front and `after` behind,
 * in memory of malloc. */
static Status columns(Store *store, const char *table, const char *apart, const char *before,
                      const char *after, char **list, Error *error) {
    Statement *statement;
    bool has_row;
    TRY(store_prepare(store,
                      "SELECT ifnull(group_concat(?3 || name || ?4, ''), '') FROM (SELECT name FROM"
                      " pragma_table_info(?1) WHERE instr(?2, ',' || name || ',') = 0 ORDER BY cid)",
                      &statement, error));
    statement_text(statement, 1, table);
    statement_text(statement, 2, apart);
    statement_text(statement, 3, before);
    statement_text(statement, 4, after);
    Status status = statement_row(statement, &has_row, error);
    const char *text = status == STATUS_OK && has_row ? statement_column_text(statement, 0) : NULL;
    *list = text == NULL ? NULL : strdup(text);
    statement_finish(statement);
    if (status == STATUS_OK && *list == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory", NULL);
    return status;
}

/* Runs one statement in which each @ stands for the list. */
static Status run_with(Store *store, const char *sql, const char *list, Error *error) {
    size_t room = strlen(sql) + 1;
    for (const char *at = sql; *at != '\0'; at++) room += *at == '@' ? strlen(list) : 0;
    char *text = malloc(room), *end = text;
    if (text == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory", NULL);
    for (const char *at = sql; *at != '\0'; at++) {
        if (*at == '@')
            end = stpcpy(end, list);
        else
            *end++ = *at;
    }
    *end = '\0';
    Status status = store_execute(store, text, error);
    free(text);
    return status;
}

/* Inserts with the columns of `table` but those apart, of which `sql` has ", a, b" as @. */
static Status insert(Store *store, const char *table, const char *apart, const char *sql, Error *error) {
    char *list;
    TRY(columns(store, table, apart, ", ", "", &list, error));
    Status status = run_with(store, sql, list, error);
    free(list);
    return status;
}

/* Which row here stands for which there, for small tables. */
static const char begin[] =
    "DROP TABLE IF EXISTS map_of; DROP TABLE IF EXISTS set_of; DROP TABLE IF EXISTS query_of;"
    "DROP TABLE IF EXISTS cell_of; DROP TABLE IF EXISTS run_of; DROP TABLE IF EXISTS block_of;"
    "DROP TABLE IF EXISTS attempt_of; DROP TABLE IF EXISTS pair; DROP TABLE IF EXISTS offered;"
    "DROP TABLE IF EXISTS held; DROP TABLE IF EXISTS better;";

static const char map_ids[] =
    "CREATE TEMP TABLE map_of AS SELECT old.map_id AS old, map.map_id AS new"
    " FROM source.map AS old JOIN main.map ON map.hash = old.hash AND map.spec = old.spec;"
    "CREATE UNIQUE INDEX temp.map_of_old ON map_of (old);"
    /* As record.c gives labels, whichever came first. */
    "UPDATE main.map SET label = spec WHERE EXISTS (SELECT 1 FROM main.map AS other"
    " WHERE other.label = map.label AND (other.family <> map.family OR map.family = 'file')"
    " AND other.spec < map.spec);"
    "UPDATE main.map SET label = spec || ' ' || substr(hash, 1, 8) WHERE EXISTS (SELECT 1 FROM main.map AS "
    "other"
    " WHERE other.label = map.label AND other.spec = map.spec AND other.hash < map.hash);";

static const char set_ids[] =
    "INSERT INTO main.query_set (map_id, hash, spec) SELECT new, hash, spec FROM source.query_set"
    " JOIN map_of ON old = map_id WHERE true ON CONFLICT DO NOTHING;"
    "CREATE TEMP TABLE set_of AS SELECT old.query_set_id AS old, query_set.query_set_id AS new"
    " FROM source.query_set AS old JOIN map_of ON map_of.old = old.map_id JOIN main.query_set"
    " ON query_set.map_id = map_of.new AND query_set.hash = old.hash AND query_set.spec = old.spec;"
    "CREATE UNIQUE INDEX temp.set_of_old ON set_of (old);"
    /* In their order, for a set's ids follow one another. */
    "INSERT INTO main.query (query_set_id, number, start_x, start_y, goal_x, goal_y, bucket)"
    " SELECT new, number, start_x, start_y, goal_x, goal_y, bucket FROM source.query"
    " JOIN set_of ON old = query_set_id WHERE new NOT IN (SELECT query_set_id FROM main.query)"
    " ORDER BY new, number;"
    "CREATE TEMP TABLE query_of AS SELECT old.query_id AS old, query.query_id AS new FROM source.query AS old"
    " JOIN set_of ON set_of.old = old.query_set_id"
    " JOIN main.query ON query.query_set_id = set_of.new AND query.number = old.number;"
    "CREATE UNIQUE INDEX temp.query_of_old ON query_of (old);";

static const char cell_ids[] =
    "INSERT INTO main.cell (hash, query_set_id, solver_id)"
    " SELECT old.hash, new, solver.solver_id FROM source.cell AS old JOIN set_of ON set_of.old = query_set_id"
    " JOIN source.solver AS asked ON asked.solver_id = old.solver_id"
    " JOIN main.solver ON solver.spec = asked.spec WHERE true ON CONFLICT DO NOTHING;"
    "CREATE TEMP TABLE cell_of AS SELECT old.cell_id AS old, cell.cell_id AS new FROM source.cell AS old"
    " JOIN set_of ON set_of.old = old.query_set_id JOIN source.solver AS asked ON asked.solver_id = "
    "old.solver_id"
    " JOIN main.solver ON solver.spec = asked.spec"
    " JOIN main.cell ON cell.query_set_id = set_of.new AND cell.solver_id = solver.solver_id;"
    "CREATE UNIQUE INDEX temp.cell_of_old ON cell_of (old);";

static const char plans[] =
    "INSERT INTO main.experiment (name, begun) SELECT name, begun FROM source.experiment WHERE true"
    " ON CONFLICT DO UPDATE SET begun = max(begun, excluded.begun), summarised = NULL;"
    "INSERT OR IGNORE INTO main.planned (experiment, part, map, query)"
    " SELECT experiment, part, map, query FROM source.planned;"
    "INSERT OR IGNORE INTO main.planned_solver (experiment, part, solver)"
    " SELECT experiment, part, solver FROM source.planned_solver;"
    "INSERT INTO main.gap (experiment, part, spec, reason) SELECT experiment, part, spec, reason FROM "
    "source.gap"
    " WHERE true ON CONFLICT DO UPDATE SET reason = min(reason, excluded.reason);"
    "INSERT OR IGNORE INTO main.shard (experiment, number, count, digest, plan, build, own, completed, "
    "attempts,"
    " answers, samples) SELECT experiment, number, count, digest, plan, build, 0, completed, attempts, "
    "answers,"
    " samples FROM source.shard WHERE completed IS NOT NULL;";

/* What one machine could not have, another had. */
static const char fill_gaps[] =
    "DELETE FROM main.gap WHERE EXISTS (SELECT 1 FROM main.planned WHERE planned.experiment = gap.experiment"
    " AND planned.part = gap.part AND gap.spec IN (map, map || ' with ' || query))"
    " AND NOT EXISTS (SELECT 1 FROM main.planned JOIN main.planned_solver USING (experiment, part)"
    "  WHERE planned.experiment = gap.experiment AND planned.part = gap.part"
    "  AND gap.spec IN (map, map || ' with ' || query)"
    "  AND NOT EXISTS (SELECT 1 FROM main.map JOIN main.query_set USING (map_id) JOIN main.cell USING "
    "(query_set_id)"
    "   JOIN main.solver USING (solver_id) JOIN main.member USING (cell_id) WHERE map.spec = planned.map"
    "   AND query_set.spec = planned.query AND solver.spec = planned_solver.solver"
    "   AND member.experiment = gap.experiment AND member.part = gap.part AND attempt_id IS NOT NULL));";

static const char run_ids[] =
    "UPDATE main.run SET finished = (SELECT old.finished FROM source.run AS old WHERE old.uid = run.uid)"
    " WHERE finished IS NULL AND uid IN (SELECT uid FROM source.run);"
    "CREATE TEMP TABLE run_of AS SELECT old.run_id AS old, run.run_id AS new FROM source.run AS old"
    " JOIN main.run USING (uid);"
    "CREATE UNIQUE INDEX temp.run_of_old ON run_of (old);";

/* `added`: its attempts are not here yet. */
static const char attempt_ids[] =
    "CREATE TEMP TABLE block_of AS SELECT old.block_id AS old, block.block_id AS new,"
    " NOT EXISTS (SELECT 1 FROM main.attempt WHERE attempt.block_id = block.block_id) AS added"
    " FROM source.block AS old JOIN main.block USING (uid);"
    "CREATE UNIQUE INDEX temp.block_of_old ON block_of (old);";

static const char after_attempts[] =
    "CREATE TEMP TABLE attempt_of AS SELECT old.attempt_id AS old, attempt.attempt_id AS new, added"
    " FROM source.attempt AS old JOIN block_of ON block_of.old = old.block_id"
    " JOIN cell_of ON cell_of.old = old.cell_id"
    " JOIN main.attempt ON attempt.block_id = block_of.new AND attempt.cell_id = cell_of.new;"
    "CREATE UNIQUE INDEX temp.attempt_of_old ON attempt_of (old);"
    "CREATE TEMP TABLE shift AS SELECT (SELECT ifnull(max(answer_id), 0) FROM main.answer) AS by;";

/* What stands for a cell: of a timed group on a query set one block's attempts, the fullest, then the newest;
 * of any other cell the newest. */
static const char members[] =
    "CREATE TEMP TABLE offered AS SELECT old.experiment, old.part, cell_of.new AS cell_id, old.position,"
    " old.interleaved, old.warm, attempt_of.new AS attempt_id, cell.query_set_id,"
    " run.started || block.uid AS age FROM source.member AS old JOIN cell_of ON cell_of.old = old.cell_id"
    " LEFT JOIN attempt_of ON attempt_of.old = old.attempt_id"
    " JOIN main.cell ON cell.cell_id = cell_of.new"
    " LEFT JOIN main.attempt ON attempt.attempt_id = attempt_of.new"
    " LEFT JOIN main.block USING (block_id) LEFT JOIN main.run USING (run_id);"
    "CREATE TEMP TABLE held AS SELECT member.experiment, member.part, member.cell_id, member.attempt_id,"
    " cell.query_set_id, run.started || block.uid AS age FROM main.member JOIN main.cell USING (cell_id)"
    " LEFT JOIN main.attempt USING (attempt_id) LEFT JOIN main.block USING (block_id)"
    " LEFT JOIN main.run USING (run_id) WHERE (member.experiment, member.part) IN"
    "  (SELECT experiment, part FROM offered);"
    "CREATE INDEX temp.held_set ON held (experiment, part, query_set_id);"
    "CREATE UNIQUE INDEX temp.held_cell ON held (experiment, part, cell_id);"
    "CREATE TEMP TABLE better AS SELECT experiment, part, query_set_id FROM offered"
    " GROUP BY experiment, part, query_set_id HAVING max(interleaved OR warm) AND"
    " (count(attempt_id), ifnull(max(age), '')) > (SELECT count(attempt_id) - (count(*) = 0),"
    "  ifnull(max(age), '') FROM held WHERE held.experiment = offered.experiment AND held.part = offered.part"
    "  AND held.query_set_id = offered.query_set_id);"
    "DELETE FROM main.member WHERE EXISTS (SELECT 1 FROM main.cell JOIN better USING (query_set_id)"
    " WHERE cell.cell_id = member.cell_id AND better.experiment = member.experiment AND better.part ="
    " member.part);"
    "INSERT INTO main.member (experiment, part, cell_id, position, interleaved, warm, attempt_id)"
    " SELECT experiment, part, cell_id, position, interleaved, warm, attempt_id FROM offered"
    " WHERE (experiment, part, query_set_id) IN (SELECT experiment, part, query_set_id FROM better);"
    "INSERT INTO main.member (experiment, part, cell_id, position, interleaved, warm, attempt_id)"
    " SELECT experiment, part, cell_id, position, interleaved, warm, attempt_id FROM offered"
    " WHERE NOT interleaved AND NOT warm AND ifnull(age, '') > ifnull((SELECT ifnull(age, '') FROM held WHERE"
    "  held.experiment = offered.experiment AND held.part = offered.part AND held.cell_id = "
    "offered.cell_id), '')"
    " ON CONFLICT DO UPDATE SET position = excluded.position, attempt_id = excluded.attempt_id;"
    "INSERT OR IGNORE INTO main.member (experiment, part, cell_id, position, interleaved, warm, attempt_id)"
    " SELECT experiment, part, cell_id, position, interleaved, warm, attempt_id FROM offered"
    " WHERE NOT interleaved AND NOT warm;";

static Status add_rows(Store *store, Error *error) {
    TRY(insert(store, "bracket", ",attempt_id,",
               "INSERT INTO main.bracket (attempt_id@) SELECT new@ FROM source.bracket"
               " JOIN attempt_of ON old = attempt_id WHERE added",
               error));
    TRY(insert(store, "answer", ",answer_id,attempt_id,query_id,",
               "INSERT INTO main.answer (answer_id, attempt_id, query_id@)"
               " SELECT answer_id + by, attempt_of.new, query_of.new@ FROM source.answer, shift"
               " JOIN attempt_of ON attempt_of.old = attempt_id JOIN query_of ON query_of.old = query_id"
               " WHERE added",
               error));
    return insert(
        store, "sample", ",answer_id,",
        "INSERT INTO main.sample (answer_id@) SELECT answer_id + by@ FROM source.sample, shift"
        " WHERE answer_id IN (SELECT answer_id FROM source.answer JOIN attempt_of ON old = attempt_id"
        " WHERE added)",
        error);
}

static Status add_attempts(Store *store, Error *error) {
    TRY(insert(
        store, "run", ",run_id,uid,",
        "INSERT INTO main.run (uid@) SELECT uid@ FROM source.run WHERE true ON CONFLICT (uid) DO NOTHING",
        error));
    TRY(store_execute(store, run_ids, error));
    TRY(insert(store, "program_time", ",run_id,",
               "INSERT INTO main.program_time (run_id@) SELECT run_of.new@ FROM source.program_time"
               " JOIN run_of ON run_of.old = run_id WHERE true ON CONFLICT DO NOTHING",
               error));
    TRY(insert(
        store, "block", ",block_id,uid,run_id,query_set_id,",
        "INSERT INTO main.block (uid, run_id, query_set_id@) SELECT uid, run_of.new, set_of.new@"
        " FROM source.block JOIN run_of ON run_of.old = run_id JOIN set_of ON set_of.old = query_set_id"
        " WHERE true ON CONFLICT (uid) DO NOTHING",
        error));
    TRY(insert(store, "program_time", ",run_id,",
               "INSERT INTO main.program_time (run_id@) SELECT run_of.new@ FROM source.program_time"
               " JOIN run_of ON run_of.old = run_id WHERE true ON CONFLICT DO NOTHING",
               error));
    TRY(store_execute(store, attempt_ids, error));
    TRY(insert(store, "attempt", ",attempt_id,cell_id,block_id,",
               "INSERT INTO main.attempt (cell_id, block_id@) SELECT cell_of.new, block_of.new@"
               " FROM source.attempt JOIN block_of ON block_of.old = block_id"
               " JOIN cell_of ON cell_of.old = cell_id WHERE added ORDER BY attempt_id",
               error));
    return store_execute(store, after_attempts, error);
}

static Status add_names(Store *store, Error *error) {
    TRY(store_execute(store, begin, error));
    TRY(store_execute(store, "DROP TABLE IF EXISTS shift", error));
    TRY(insert(store, "map", ",map_id,hash,spec,",
               "INSERT INTO main.map (hash, spec@) SELECT hash, spec@ FROM source.map WHERE true"
               " ON CONFLICT DO NOTHING",
               error));
    TRY(store_execute(store, map_ids, error));
    TRY(store_execute(store, set_ids, error));
    TRY(insert(
        store, "solver", ",solver_id,spec,",
        "INSERT INTO main.solver (spec@) SELECT spec@ FROM source.solver WHERE true ON CONFLICT DO NOTHING",
        error));
    TRY(store_execute(store, cell_ids, error));
    return store_execute(store, plans, error);
}

/* Pairs of attempts that must say the same: of one build, at one cell, both with an answer. */
static const char pairs[] =
    "CREATE TEMP TABLE pair AS SELECT there.attempt_id AS there, here.attempt_id AS here, cell_of.new AS "
    "cell_id"
    " FROM source.attempt AS there JOIN source.block AS its_block ON its_block.block_id = there.block_id"
    " JOIN source.run AS its_run ON its_run.run_id = its_block.run_id JOIN cell_of ON cell_of.old = "
    "there.cell_id"
    " JOIN main.attempt AS here ON here.cell_id = cell_of.new"
    " JOIN main.block ON block.block_id = here.block_id JOIN main.run ON run.run_id = block.run_id"
    " WHERE run.build = its_run.build AND here.verdict IN ('done', 'refused')"
    " AND there.verdict IN ('done', 'refused');";

/* `@` becomes, column by column, a text that is empty where both are the same. */
static Status compare(Store *store, const char *table, const char *apart, const char *sql, Error *error) {
    char *list;
    TRY(columns(store, table, apart, "\1", "\2", &list, error));
    size_t room = 1;
    for (const char *at = list; *at != '\0'; at++) room += *at == '\1' ? 200 : 1;
    room += 6 * strlen(list);
    char *text = malloc(room), *end = text;
    Status status = text == NULL ? error_say(error, STATUS_NO_MEMORY, "no memory", NULL) : STATUS_OK;
    for (char *name = list; status == STATUS_OK && *name == '\1';) {
        char *stop = strchr(++name, '\2');
        *stop = '\0';
        end +=
            snprintf(end, room - (size_t)(end - text),
                     " || iif(a.%s IS NOT b.%s, '%s: ' || quote(a.%s) || ' here, ' || quote(b.%s) || ' there;"
                     " ', '')",
                     name, name, name, name, name);
        name = stop + 1;
    }
    if (status == STATUS_OK) {
        *end = '\0';
        status = run_with(store, sql, text, error);
    }
    free(text);
    free(list);
    return status;
}

static Status find_conflicts(Store *store, Error *error) {
    TRY(store_execute(store,
                      "DROP TABLE IF EXISTS conflict;"
                      "CREATE TEMP TABLE conflict (what, cell_id, query_id, move)",
                      error));
    TRY(store_execute(store, pairs, error));
    TRY(compare(store, "attempt",
                ",attempt_id,cell_id,block_id,detail,prepare_ns,index_peak_bytes,scratch_bytes,",
                "INSERT INTO conflict SELECT what, cell_id, NULL, NULL FROM (SELECT pair.cell_id, ''@ AS what"
                " FROM pair JOIN main.attempt AS a ON a.attempt_id = pair.here"
                " JOIN source.attempt AS b ON b.attempt_id = pair.there) WHERE what <> ''",
                error));
    TRY(compare(
        store, "answer", ",answer_id,attempt_id,query_id,detail,",
        "INSERT INTO conflict SELECT what, cell_id, query_id, NULL FROM (SELECT pair.cell_id, a.query_id,"
        " ''@ AS what FROM pair JOIN source.answer AS b ON b.attempt_id = pair.there"
        " JOIN query_of ON query_of.old = b.query_id"
        " JOIN main.answer AS a ON a.attempt_id = pair.here AND a.query_id = query_of.new)"
        " WHERE what <> ''",
        error));
    TRY(store_execute(
        store,
        "INSERT INTO conflict SELECT 'answers: ' || here || ' here, ' || there || ' there; ',"
        " cell_id, NULL, NULL FROM (SELECT pair.cell_id,"
        " (SELECT count(*) FROM main.answer WHERE attempt_id = pair.here) AS here,"
        " (SELECT count(*) FROM source.answer WHERE attempt_id = pair.there) AS there FROM pair)"
        " WHERE here <> there",
        error));
    return compare(
        store, "optimum", ",query_id,move,oracle,build,chain,",
        "INSERT INTO conflict SELECT 'optimum, ' || what, NULL, query_id, move FROM"
        " (SELECT a.query_id, a.move, ''@ AS what FROM source.optimum AS b"
        " JOIN query_of ON query_of.old = b.query_id JOIN main.optimum AS a"
        " ON a.query_id = query_of.new AND a.move = b.move AND a.build = b.build) WHERE what <> ''",
        error);
}

static Status list_conflicts(Store *store, Table *conflicts, int64_t *count, Error *error) {
    Statement *statement;
    bool has_row;
    TRY(store_prepare(store, "SELECT count(*) FROM conflict", &statement, error));
    Status status = statement_row(statement, &has_row, error);
    *count = status == STATUS_OK ? statement_column_integer(statement, 0) : 0;
    statement_finish(statement);
    if (status != STATUS_OK || *count == 0) return status;
    return store_query(
        store,
        "SELECT map.spec AS map, query_set.spec AS queries, query.number AS number,"
        " ifnull(solver.spec, 'move=' || conflict.move) AS solver,"
        " rtrim(what, '; ') AS difference FROM conflict"
        " LEFT JOIN main.cell USING (cell_id) LEFT JOIN main.query USING (query_id)"
        " JOIN main.query_set ON query_set.query_set_id ="
        "  ifnull(cell.query_set_id, query.query_set_id)"
        " JOIN main.map USING (map_id) LEFT JOIN main.solver ON solver.solver_id = cell.solver_id"
        " LIMIT 50",
        conflicts, error);
}

/* The version says so, and the tables must be so: else the one was forgotten, or the file is damaged. */
static Status check_tables(Store *store, Error *error) {
    Statement *statement;
    bool has_row;
    TRY(store_prepare(
        store,
        "SELECT name FROM (SELECT name, sql FROM source.sqlite_schema WHERE type = 'table' UNION ALL"
        " SELECT name, sql FROM main.sqlite_schema WHERE type = 'table')"
        " WHERE name NOT LIKE 'sqlite%' GROUP BY name, sql HAVING count(*) <> 2 LIMIT 1",
        &statement, error));
    Status status = statement_row(statement, &has_row, error);
    if (status == STATUS_OK && has_row)
        status = error_say(error, STATUS_BAD_INPUT, "found another table ",
                           statement_column_text(statement, 0), " than this build's schema has", NULL);
    statement_finish(statement);
    return status;
}

Status record_merge(Store *store, Table *conflicts, int64_t *conflict_count, Error *error) {
    TRY(check_tables(store, error));
    TRY(add_names(store, error));
    TRY(find_conflicts(store, error));
    TRY(list_conflicts(store, conflicts, conflict_count, error));
    if (*conflict_count > 0) return STATUS_OK;
    TRY(insert(
        store, "optimum", ",query_id,",
        "INSERT INTO main.optimum (query_id@) SELECT new@ FROM source.optimum JOIN query_of ON old = query_id"
        " WHERE true ON CONFLICT DO UPDATE SET straight = excluded.straight, diagonal = excluded.diagonal,"
        " length = excluded.length, oracle = excluded.oracle, build = excluded.build, chain ="
        " excluded.chain WHERE excluded.build || excluded.oracle > build || oracle",
        error));
    TRY(add_attempts(store, error));
    TRY(add_rows(store, error));
    TRY(store_execute(store, members, error));
    return store_execute(store, fill_gaps, error);
}
