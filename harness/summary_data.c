#include "harness/summary_data.h"

#include "harness/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NAME(COLUMN, HELP)   #COLUMN,
#define ANSWER(COLUMN, HELP) ", answer." #COLUMN
#define FACT(COLUMN, HELP)   ", attempt." #COLUMN

const char *const query_metric_names[QUERY_METRIC_COUNT] = {
    "query_ns:interleaved", "query_ns:warm",    "excess",           "excess_any",      "length", "optimal",
    "within_1e-6",          "above_10_percent", "above_50_percent", COUNTER_LIST(NAME)};
const char *const map_metric_names[MAP_METRIC_COUNT] = {"prepare_ns", "index_bytes", "queries",
                                                        FACT_LIST(NAME)};

/* In each, ?1 is the experiment. Samples of one answer stand together, for that is the order of the table's
 * key. */
static const char samples_sql[] = "SELECT answer_id, protocol = 'warm', 1.0 * ns / batch FROM sample WHERE "
                                  "answer_id IN (SELECT answer_id FROM answer"
                                  " WHERE attempt_id IN (SELECT attempt_id FROM member WHERE experiment = "
                                  "?1)) ORDER BY answer_id, protocol";

/* An answer without a path where there is none is right, but has no share in shortest paths, nor has one
 * whose optimum is not known; a wrong answer is none, however long. */
static const char answers_sql[] =
    "SELECT asked.attempt_id, answer.answer_id, answer.query_id, optimum.length, answer.excess,"
    " answer.length / nullif(open.length, 0) - 1,"
    " answer.length, CASE WHEN answer.verdict NOT IN ('no-path', 'valid') THEN answer.verdict = 'optimal' "
    "END,"
    " CASE WHEN answer.verdict = 'suboptimal' THEN answer.excess <= 1e-6 WHEN answer.verdict NOT IN"
    " ('no-path', 'valid') THEN answer.verdict = 'optimal' END, answer.excess > 0.1, answer.excess > "
    "0.5" COUNTER_LIST(
        ANSWER) " FROM (SELECT DISTINCT attempt.attempt_id, solver.move FROM member JOIN attempt USING "
                "(attempt_id)"
                "       JOIN cell ON cell.cell_id = member.cell_id JOIN solver USING (solver_id)"
                "       WHERE experiment = ?1 AND verdict = 'done') AS asked"
                " JOIN answer ON answer.attempt_id = asked.attempt_id"
                " LEFT JOIN optimum ON optimum.query_id = answer.query_id AND optimum.move = asked.move"
                " LEFT JOIN optimum AS open ON open.query_id = answer.query_id AND open.move = 'any'"
                " WHERE answer.verdict <> 'unanswered' ORDER BY asked.attempt_id, answer.query_id";

static const char cells_sql[] =
    "SELECT member.experiment, member.part, map.label, solver.move, cell.solver_id, map.map_id,"
    " cell.query_set_id, attempt.block_id, attempt.attempt_id, member.interleaved, member.warm,"
    " attempt.prepare_ns, attempt.index_bytes,"
    " (SELECT count(*) FROM query WHERE query.query_set_id = cell.query_set_id)" FACT_LIST(
        FACT) " FROM member JOIN attempt USING (attempt_id) JOIN cell ON cell.cell_id = member.cell_id"
              " JOIN query_set USING (query_set_id) JOIN map USING (map_id) JOIN solver USING (solver_id)"
              " WHERE member.experiment = ?1 AND attempt.verdict = 'done'"
              " ORDER BY member.experiment, member.part, map.label, solver.move, cell.solver_id, map.map_id,"
              " cell.query_set_id";

typedef struct AnswerTime {
    int64_t answer_id;
    double ns[PROTOCOL_COUNT];
} AnswerTime;

/* Where the answers of one attempt stand. */
typedef struct AttemptSpan {
    int64_t attempt_id;
    uint32_t first, count;
} AttemptSpan;

typedef struct Loader {
    Memory *memory;
    Error *error;
    AnswerTime *times; /* by answer_id */
    uint32_t time_count, time_room;
    double *repeats; /* of one answer under one protocol */
    uint32_t repeat_count, repeat_room;
    AttemptSpan *spans; /* by attempt_id */
    uint32_t span_count, span_room;
    uint32_t answer_room, cell_room, group_room;
} Loader;

/* Room for one more in the array whose address is `array`. */
static Status grow(Loader *loader, void *array, uint32_t count, uint32_t *room, size_t size) {
    if (count < *room) return STATUS_OK;
    void *old;
    memcpy(&old, array, sizeof old);
    uint32_t wanted = *room == 0 ? 256 : *room * 2;
    void *grown = wanted > *room ? memory_resize(loader->memory, old, wanted, size) : NULL;
    if (grown == NULL) return error_say(loader->error, STATUS_NO_MEMORY, "no memory for a summary", NULL);
    memcpy(array, &grown, sizeof grown);
    *room = wanted;
    return STATUS_OK;
}

static Status keep_median(Loader *loader, int64_t answer_id, int protocol) {
    if (loader->repeat_count == 0) return STATUS_OK;
    if (loader->time_count == 0 || loader->times[loader->time_count - 1].answer_id != answer_id) {
        TRY(grow(loader, &loader->times, loader->time_count, &loader->time_room, sizeof *loader->times));
        loader->times[loader->time_count++] = (AnswerTime){answer_id, {NAN, NAN}};
    }
    loader->times[loader->time_count - 1].ns[protocol] = stats_median(loader->repeats, loader->repeat_count);
    loader->repeat_count = 0;
    return STATUS_OK;
}

static Status read_samples(Loader *loader, Statement *rows) {
    int64_t answer_id = 0;
    int protocol = 0;
    for (bool has_row;;) {
        TRY(statement_row(rows, &has_row, loader->error));
        int64_t next_id = has_row ? statement_column_integer(rows, 0) : 0;
        int next_protocol = has_row ? (int)statement_column_integer(rows, 1) : 0;
        if (!has_row || next_id != answer_id || next_protocol != protocol)
            TRY(keep_median(loader, answer_id, protocol));
        if (!has_row) return STATUS_OK;
        answer_id = next_id;
        protocol = next_protocol;
        TRY(grow(loader, &loader->repeats, loader->repeat_count, &loader->repeat_room,
                 sizeof *loader->repeats));
        loader->repeats[loader->repeat_count++] = statement_column_real(rows, 2);
    }
}

static int compare_times(const void *key, const void *element) {
    int64_t id = *(const int64_t *)key, other = ((const AnswerTime *)element)->answer_id;
    return (id > other) - (id < other);
}

static double real_or_nan(Statement *rows, int column) {
    return statement_column_null(rows, column) ? NAN : statement_column_real(rows, column);
}

static Status read_answers(Loader *loader, Statement *rows, SummaryData *data) {
    for (bool has_row;;) {
        TRY(statement_row(rows, &has_row, loader->error));
        if (!has_row) return STATUS_OK;
        int64_t attempt_id = statement_column_integer(rows, 0), answer_id = statement_column_integer(rows, 1);
        if (loader->span_count == 0 || loader->spans[loader->span_count - 1].attempt_id != attempt_id) {
            TRY(grow(loader, &loader->spans, loader->span_count, &loader->span_room, sizeof *loader->spans));
            loader->spans[loader->span_count++] = (AttemptSpan){attempt_id, data->answer_count, 0};
        }
        loader->spans[loader->span_count - 1].count++;
        TRY(grow(loader, &data->answers, data->answer_count, &loader->answer_room, sizeof *data->answers));
        SummaryAnswer *answer = &data->answers[data->answer_count++];
        answer->query_id = statement_column_integer(rows, 2);
        answer->optimum = real_or_nan(rows, 3);
        const AnswerTime *time = loader->time_count == 0
                                     ? NULL
                                     : bsearch(&answer_id, loader->times, loader->time_count,
                                               sizeof *loader->times, compare_times);
        for (int i = 0; i < PROTOCOL_COUNT; i++) answer->value[i] = time == NULL ? NAN : time->ns[i];
        for (int i = QUERY_EXCESS; i < QUERY_METRIC_COUNT; i++)
            answer->value[i] = real_or_nan(rows, 4 + i - QUERY_EXCESS);
    }
}

static int compare_spans(const void *key, const void *element) {
    int64_t id = *(const int64_t *)key, other = ((const AttemptSpan *)element)->attempt_id;
    return (id > other) - (id < other);
}

/* Copies the row's four words into one block of the group's own. */
static Status copy_texts(Loader *loader, Statement *rows, SummaryGroup *group) {
    const char **words[] = {&group->experiment, &group->part, &group->label, &group->move};
    size_t size = 0;
    for (int i = 0; i < 4; i++) size += strlen(statement_column_text(rows, i)) + 1;
    group->texts = memory_take(loader->memory, size, 1);
    if (group->texts == NULL)
        return error_say(loader->error, STATUS_NO_MEMORY, "no memory for a summary", NULL);
    char *at = group->texts;
    for (int i = 0; i < 4; i++) {
        *words[i] = strcpy(at, statement_column_text(rows, i));
        at += strlen(at) + 1;
    }
    return STATUS_OK;
}

static Status begin_group(Loader *loader, Statement *rows, SummaryData *data) {
    SummaryGroup group = {.experiment = statement_column_text(rows, 0),
                          .part = statement_column_text(rows, 1),
                          .label = statement_column_text(rows, 2),
                          .move = statement_column_text(rows, 3),
                          .solver_id = statement_column_integer(rows, 4),
                          .first_cell = data->cell_count};
    const SummaryGroup *last = data->group_count == 0 ? NULL : &data->groups[data->group_count - 1];
    if (last != NULL && last->solver_id == group.solver_id && summary_comparable(last, &group))
        return STATUS_OK;
    TRY(grow(loader, &data->groups, data->group_count, &loader->group_room, sizeof *data->groups));
    TRY(copy_texts(loader, rows, &group));
    data->groups[data->group_count++] = group;
    return STATUS_OK;
}

static Status read_cells(Loader *loader, Statement *rows, SummaryData *data) {
    for (bool has_row;;) {
        TRY(statement_row(rows, &has_row, loader->error));
        if (!has_row) return STATUS_OK;
        TRY(begin_group(loader, rows, data));
        TRY(grow(loader, &data->cells, data->cell_count, &loader->cell_room, sizeof *data->cells));
        SummaryCell *cell = &data->cells[data->cell_count++];
        data->groups[data->group_count - 1].cell_count++;
        *cell = (SummaryCell){.map_id = statement_column_integer(rows, 5),
                              .query_set_id = statement_column_integer(rows, 6),
                              .block_id = statement_column_integer(rows, 7)};
        int64_t attempt_id = statement_column_integer(rows, 8);
        cell->timed[PROTOCOL_INTERLEAVED] = statement_column_integer(rows, 9) != 0;
        cell->timed[PROTOCOL_WARM] = statement_column_integer(rows, 10) != 0;
        for (int i = 0; i < MAP_METRIC_COUNT; i++) cell->value[i] = real_or_nan(rows, 11 + i);
        const AttemptSpan *span = loader->span_count == 0
                                      ? NULL
                                      : bsearch(&attempt_id, loader->spans, loader->span_count,
                                                sizeof *loader->spans, compare_spans);
        if (span == NULL) continue;
        cell->answers = data->answers + span->first;
        cell->answer_count = span->count;
    }
}

bool summary_comparable(const SummaryGroup *a, const SummaryGroup *b) {
    return strcmp(a->experiment, b->experiment) == 0 && strcmp(a->part, b->part) == 0 &&
           strcmp(a->label, b->label) == 0 && strcmp(a->move, b->move) == 0;
}

static Status start(Loader *loader, Store *store, const char *sql, const char *experiment, Statement **rows) {
    TRY(store_prepare(store, sql, rows, loader->error));
    statement_text(*rows, 1, experiment);
    return STATUS_OK;
}

static Status read_with(Loader *loader, Store *store, const char *experiment, SummaryData *data) {
    Statement *samples = NULL, *answers = NULL, *cells = NULL;
    Status status = start(loader, store, samples_sql, experiment, &samples);
    if (status == STATUS_OK) status = read_samples(loader, samples);
    if (status == STATUS_OK) status = start(loader, store, answers_sql, experiment, &answers);
    if (status == STATUS_OK) status = read_answers(loader, answers, data);
    if (status == STATUS_OK) status = start(loader, store, cells_sql, experiment, &cells);
    if (status == STATUS_OK) status = read_cells(loader, cells, data);
    statement_finish(samples);
    statement_finish(answers);
    statement_finish(cells);
    return status;
}

Status summary_read(Store *store, const char *experiment, Memory *memory, SummaryData *data, Error *error) {
    *data = (SummaryData){.memory = memory};
    Loader loader = {.memory = memory, .error = error};
    Status status = read_with(&loader, store, experiment, data);
    memory_give(memory, loader.times);
    memory_give(memory, loader.repeats);
    memory_give(memory, loader.spans);
    if (status != STATUS_OK) summary_destroy(data);
    return status;
}

void summary_destroy(SummaryData *data) {
    for (uint32_t i = 0; i < data->group_count; i++) memory_give(data->memory, data->groups[i].texts);
    memory_give(data->memory, data->groups);
    memory_give(data->memory, data->cells);
    memory_give(data->memory, data->answers);
    *data = (SummaryData){.memory = data->memory};
}
