/* One side of a comparison, as the database holds it. */
#include "harness/compare_parts.h"

#include "algos/solver.h"

#include <stdio.h>
#include <string.h>

#define NAME(COLUMN, HELP)   #COLUMN,
#define ANSWER(COLUMN, HELP) ", answer." #COLUMN
#define FACT(COLUMN, HELP)   ", attempt." #COLUMN

const char *const compare_cell_columns[] = {"outcome", "index_bytes", "index_peak_bytes", FACT_LIST(NAME)};
const char *const compare_answer_columns[] = {"verdict", "straight",   "diagonal",  "length",
                                              "excess",  "path_cells", "path_hash", COUNTER_LIST(NAME)};
const uint32_t compare_cell_column_count = sizeof compare_cell_columns / sizeof *compare_cell_columns;
const uint32_t compare_answer_column_count = sizeof compare_answer_columns / sizeof *compare_answer_columns;

/* ?1 experiment, ?2 build and ?3 solver, NULL for any. A cell's rounds are the attempts of one build,
 * measured as the part asks and in the company of as many solvers as the one that stands for it: where
 * nothing is timed, only the newest. */
static const char cells_sql[] =
    "WITH asked AS (SELECT member.*, block.block_id AS own_block, run.build AS own_build,"
    "   (SELECT count(*) FROM attempt AS any WHERE any.block_id = block.block_id) AS company"
    " FROM member LEFT JOIN attempt USING (attempt_id) LEFT JOIN block USING (block_id)"
    " LEFT JOIN run USING (run_id) WHERE ?1 IS NULL OR experiment = ?1),"
    " tried AS (SELECT experiment, part, asked.cell_id AS of_cell, attempt.attempt_id AS of_attempt"
    " FROM asked JOIN attempt ON attempt.cell_id = asked.cell_id JOIN block USING (block_id)"
    " JOIN run USING (run_id) WHERE iif(?2 IS NULL, build = own_build, substr(build, 1, length(?2)) = ?2)"
    " AND CASE WHEN asked.interleaved OR asked.warm THEN block.interleaved >= asked.interleaved"
    "   AND block.warm >= asked.warm"
    "   AND company = (SELECT count(*) FROM attempt AS any WHERE any.block_id = block.block_id)"
    " ELSE attempt.attempt_id = (SELECT max(attempt_id) FROM attempt AS any JOIN block USING (block_id)"
    "   JOIN run USING (run_id) WHERE any.cell_id = asked.cell_id"
    "   AND iif(?2 IS NULL, build = own_build, substr(build, 1, length(?2)) = ?2)) END)"
    " SELECT asked.experiment, asked.part, iif(?3 IS NULL, solver.spec, ''), map.hash, query_set.hash, "
    "map.spec,"
    " run.started, block.uid, asked.cell_id, attempt.attempt_id, run.run_id, attempt.prepare_ns, "
    "asked.interleaved,"
    " asked.warm, ifnull((SELECT max(flagged) FROM bracket WHERE bracket.attempt_id = attempt.attempt_id), "
    "0),"
    " attempt.verdict, attempt.index_bytes, attempt.index_peak_bytes" FACT_LIST(
        FACT) " FROM asked JOIN cell ON cell.cell_id = asked.cell_id JOIN solver USING (solver_id)"
              " JOIN query_set USING (query_set_id) JOIN map USING (map_id)"
              " LEFT JOIN tried ON tried.experiment = asked.experiment AND tried.part = asked.part"
              "   AND of_cell = asked.cell_id"
              " LEFT JOIN attempt ON attempt.attempt_id = of_attempt LEFT JOIN block USING (block_id)"
              " LEFT JOIN run USING (run_id) WHERE ?3 IS NULL OR solver.solver_id = ?3"
              " ORDER BY 1, 2, 3, 4, 5, asked.cell_id, attempt.attempt_id";

enum { COLUMN_WORDS = 8, COLUMN_VALUES = 15 };

#define DIGITS(COLUMN) "iif(" COLUMN " IS NULL, NULL, printf('%!.17g', " COLUMN "))"

static const char answers_sql[] = "SELECT number, verdict, straight, diagonal, " DIGITS("length") ", " DIGITS(
    "excess") ", path_cells,"
              " path_hash" COUNTER_LIST(
                  ANSWER) " FROM answer JOIN query USING (query_id) WHERE attempt_id = ?1"
                          " ORDER BY number";
static const char samples_sql[] =
    "SELECT number, protocol = 'warm', 1.0 * ns / batch FROM answer JOIN query USING (query_id)"
    " JOIN sample USING (answer_id) WHERE attempt_id = ?1 ORDER BY number, protocol";

Status compare_grow(Memory *memory, void *array, uint32_t count, uint32_t *room, size_t size, Error *error) {
    if (count < *room) return STATUS_OK;
    void *old;
    memcpy(&old, array, sizeof old);
    uint32_t wanted = *room == 0 ? 16 : *room * 2;
    void *grown = wanted > *room ? memory_resize(memory, old, wanted, size) : NULL;
    if (grown == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for a comparison", NULL);
    memcpy(array, &grown, sizeof grown);
    *room = wanted;
    return STATUS_OK;
}

/* Copies the row's texts into one piece of the attempt's own. */
static Status copy_texts(Statement *rows, Memory *memory, Tried *tried, Error *error) {
    const char **places[COLUMN_WORDS + COMPARE_COLUMNS_MOST];
    int columns[COLUMN_WORDS + COMPARE_COLUMNS_MOST], count = 0;
    size_t size = 0;
    for (int i = 0; i < KEY_COUNT; i++) places[i] = &tried->key[i];
    places[KEY_COUNT] = &tried->map_spec;
    places[KEY_COUNT + 1] = &tried->started;
    places[KEY_COUNT + 2] = &tried->block;
    for (; count < COLUMN_WORDS; count++) columns[count] = count;
    for (uint32_t i = 0; i < compare_cell_column_count; i++, count++) {
        places[count] = &tried->value[i];
        columns[count] = COLUMN_VALUES + (int)i;
    }
    for (int i = 0; i < count; i++)
        if (!statement_column_null(rows, columns[i]))
            size += strlen(statement_column_text(rows, columns[i])) + 1;
    tried->texts = memory_take(memory, size, 1);
    if (tried->texts == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for a comparison", NULL);
    char *at = tried->texts;
    for (int i = 0; i < count; i++) {
        *places[i] = NULL;
        if (statement_column_null(rows, columns[i])) continue;
        *places[i] = strcpy(at, statement_column_text(rows, columns[i]));
        at += strlen(at) + 1;
    }
    return STATUS_OK;
}

static Status read_tried(Side *side, Statement *rows, Error *error) {
    for (bool has_row;;) {
        TRY(statement_row(rows, &has_row, error));
        if (!has_row) return STATUS_OK;
        TRY(compare_grow(side->memory, &side->items, side->count, &side->room, sizeof *side->items, error));
        Tried *tried = &side->items[side->count];
        *tried = (Tried){.cell_id = statement_column_integer(rows, COLUMN_WORDS),
                         .attempt_id = statement_column_integer(rows, COLUMN_WORDS + 1),
                         .run_id = statement_column_integer(rows, COLUMN_WORDS + 2),
                         .prepare_ns = statement_column_integer(rows, COLUMN_WORDS + 3),
                         .flagged = statement_column_integer(rows, COLUMN_WORDS + 6) != 0};
        tried->timed[PROTOCOL_INTERLEAVED] = statement_column_integer(rows, COLUMN_WORDS + 4) != 0;
        tried->timed[PROTOCOL_WARM] = statement_column_integer(rows, COLUMN_WORDS + 5) != 0;
        TRY(copy_texts(rows, side->memory, tried, error));
        side->count++;
    }
}

/* The builds that a database holds, for who asks for one that is not there. */
static Status no_build(const CompareSide *asked, Side *side, Error *error) {
    Table *table = table_create();
    Status status =
        store_query(side->store,
                    "SELECT group_concat(told, ', ') FROM (SELECT substr(build, 1, 12) || ' (' ||"
                    " min(substr(started, 1, 16)) || ')' AS told FROM run JOIN block USING (run_id)"
                    " GROUP BY build ORDER BY min(started))",
                    table, error);
    if (status == STATUS_OK)
        status = error_say(error, STATUS_BAD_INPUT, asked->file, ": no attempt of build ", asked->build,
                           "; there are: ", table_at(table, 0, 0), NULL);
    table_destroy(table);
    return status;
}

/* Whether the spec is that solver, and names no parameter that it does not have so. */
static bool is_spec_of(const char *spec, const char *canonical) {
    size_t name = strcspn(spec, ":");
    if (strcspn(canonical, ":") != name || strncmp(spec, canonical, name) != 0) return false;
    for (const char *at = spec + name; *at != '\0';) {
        size_t length = strcspn(++at, ",");
        bool found = false;
        for (const char *of = canonical + name; *of != '\0' && !found; of += strcspn(of, ",")) {
            of++;
            found = strcspn(of, ",") == length && strncmp(at, of, length) == 0;
        }
        if (!found) return false;
        at += length;
    }
    return true;
}

/* Finds the one solver that is meant: by its whole spec, or as much of it as tells it apart. */
static Status find_solver(const CompareSide *asked, Side *side, int64_t *solver_id, Error *error) {
    enum { SHOWN = 300 };
    char found[SHOWN + 1] = "";
    Statement *rows;
    uint32_t count = 0;
    bool has_row = true;
    TRY(store_prepare(side->store,
                      "SELECT solver_id, spec FROM solver WHERE solver_id IN (SELECT solver_id FROM cell)"
                      " ORDER BY spec",
                      &rows, error));
    Status status = STATUS_OK;
    while (status == STATUS_OK && has_row) {
        status = statement_row(rows, &has_row, error);
        if (status != STATUS_OK || !has_row) break;
        const char *spec = statement_column_text(rows, 1);
        bool whole = strcmp(spec, asked->solver) == 0;
        if (!whole && !is_spec_of(asked->solver, spec)) continue;
        *solver_id = statement_column_integer(rows, 0);
        count = whole ? 1 : count + 1;
        size_t used = strlen(found);
        snprintf(found + used, sizeof found - used, "%s%s", used == 0 ? "" : ", ", spec);
        if (whole) break;
    }
    statement_finish(rows);
    if (status != STATUS_OK || count == 1) return status;
    return error_say(error, STATUS_BAD_INPUT, asked->file, ": ",
                     count == 0 ? "no solver is " : "several solvers are ", asked->solver,
                     count == 0 ? NULL : ": ", found, NULL);
}

static Status read_side(const CompareAsk *ask, const CompareSide *asked, Side *side, Error *error) {
    Statement *rows;
    int64_t solver_id = 0;
    if (asked->solver != NULL) TRY(find_solver(asked, side, &solver_id, error));
    TRY(store_prepare(side->store, answers_sql, &side->answers, error));
    TRY(store_prepare(side->store, samples_sql, &side->samples, error));
    TRY(store_prepare(side->store, cells_sql, &rows, error));
    statement_text(rows, 1, ask->experiment);
    statement_text(rows, 2, asked->build);
    if (asked->solver != NULL) statement_integer(rows, 3, solver_id);
    Status status = read_tried(side, rows, error);
    statement_finish(rows);
    TRY(status);
    bool any = asked->build == NULL;
    for (uint32_t i = 0; i < side->count && !any; i++) any = side->items[i].attempt_id != 0;
    if (!any) return no_build(asked, side, error);
    if (side->count > 0) return STATUS_OK;
    return error_say(
        error, STATUS_BAD_INPUT, asked->file, ": there is no cell",
        ask->experiment == NULL ? "" : " of experiment ", ask->experiment == NULL ? "" : ask->experiment,
        asked->solver == NULL ? "" : " with solver ", asked->solver == NULL ? "" : asked->solver, NULL);
}

Status side_open(const CompareAsk *ask, int which, Memory *memory, Side *side, Error *error) {
    const CompareSide *asked = &ask->sides[which];
    *side = (Side){.memory = memory};
    TRY(store_open(asked->file, true, &side->store, error));
    return read_side(ask, asked, side, error);
}

void side_close(Side *side) {
    statement_finish(side->answers);
    statement_finish(side->samples);
    store_close(side->store);
    for (uint32_t i = 0; i < side->count; i++) memory_give(side->memory, side->items[i].texts);
    memory_give(side->memory, side->items);
}

void side_begin_answers(Side *side, int64_t attempt_id) {
    statement_integer(side->answers, 1, attempt_id);
}

void side_begin_samples(Side *side, int64_t attempt_id) {
    statement_integer(side->samples, 1, attempt_id);
}
