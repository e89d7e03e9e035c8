#include "harness/summary.h"

#include "algos/core/hash.h"
#include "harness/stop.h"
#include "harness/stats.h"
#include "harness/summary_data.h"
#include "harness/system_memory.h"

#include <math.h>

/* The numbers of one row of the table, gathered from a group or from two. */
typedef struct Series {
    double *numerators, *denominators; /* of means; for a plain metric the denominators are not used */
    double *values;                    /* what is described: the numbers themselves, or ratio by ratio */
    int64_t *maps, *queries;           /* where each comes from; queries 0: from a map as a whole */
    uint32_t *places;                  /* of each value among the numerators */
    uint32_t count, value_count, room;
    double lengths, optima; /* sums, of what has an excess */
} Series;

typedef struct Filler {
    Memory *memory;
    Statement *insert;
    Error *error;
    Series series;
} Filler;

static const char insert_sql[] =
    "INSERT INTO summary (experiment, part, label, solver_id, against_id, metric, n, maps, mean, low, high,"
    " method, total_ratio, median, mad, q05, q25, q75, q95, worst, worst_query_id)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20,"
    " ?21)";

static void series_destroy(Series *series, Memory *memory) {
    memory_give(memory, series->numerators);
    memory_give(memory, series->denominators);
    memory_give(memory, series->values);
    memory_give(memory, series->maps);
    memory_give(memory, series->queries);
    memory_give(memory, series->places);
}

/* Room for `count` observations, all of which go. */
static Status series_start(Filler *filler, uint32_t count) {
    Series *series = &filler->series;
    if (count > series->room) {
        Memory *memory = filler->memory;
        series_destroy(series, memory);
        *series = (Series){.numerators = memory_take(memory, count, sizeof(double)),
                           .denominators = memory_take(memory, count, sizeof(double)),
                           .values = memory_take(memory, count, sizeof(double)),
                           .maps = memory_take(memory, count, sizeof(int64_t)),
                           .queries = memory_take(memory, count, sizeof(int64_t)),
                           .places = memory_take(memory, count, sizeof(uint32_t)),
                           .room = count};
        if (series->numerators == NULL || series->denominators == NULL || series->values == NULL ||
            series->maps == NULL || series->queries == NULL || series->places == NULL)
            return error_say(filler->error, STATUS_NO_MEMORY, "no memory for a summary", NULL);
    }
    series->count = series->value_count = 0;
    series->lengths = series->optima = 0;
    return STATUS_OK;
}

/* Adds numerator / denominator; NaN in either: it was not measured. */
static void series_add(Series *series, double numerator, double denominator, int64_t map_id,
                       int64_t query_id) {
    if (isnan(numerator) || isnan(denominator)) return;
    series->numerators[series->count] = numerator;
    series->denominators[series->count] = denominator;
    series->maps[series->count] = map_id;
    series->queries[series->count] = query_id;
    double value = numerator / denominator;
    if (isfinite(value)) { /* a time that the clock's cost used up has no ratio of its own */
        series->values[series->value_count] = value;
        series->places[series->value_count++] = series->count;
    }
    series->count++;
}

static double series_ratio(const Series *series) {
    double numerator = 0, denominator = 0;
    for (uint32_t i = 0; i < series->count; i++) {
        numerator += series->numerators[i];
        denominator += series->denominators[i];
    }
    return numerator / denominator;
}

static uint32_t series_maps(const Series *series) {
    uint32_t maps = series->count > 0;
    for (uint32_t i = 1; i < series->count; i++) maps += series->maps[i] != series->maps[i - 1];
    return maps;
}

/* The seed of a row's bootstrap is its name, so that a row does not depend on which others there are. */
static uint64_t row_seed(const SummaryGroup *group, const char *metric) {
    Hash hash = hash_start();
    hash_text(&hash, group->experiment);
    hash_text(&hash, group->part);
    hash_text(&hash, group->label);
    hash_text(&hash, metric);
    return hash_value(&hash);
}

static Status write_row(Filler *filler, const SummaryGroup *group, int64_t against_id, const char *metric) {
    const Series *series = &filler->series;
    double mean = series_ratio(series);
    if (series->value_count == 0 || !isfinite(mean)) return STATUS_OK;
    Description description;
    Interval interval;
    Observations observations = {series->numerators, series->denominators, series->maps, series->count};
    TRY(stats_describe(series->values, series->value_count, filler->memory, &description, filler->error));
    TRY(stats_interval(&observations, row_seed(group, metric), filler->memory, &interval, filler->error));
    Statement *row = filler->insert;
    statement_text(row, 1, group->experiment);
    statement_text(row, 2, group->part);
    statement_text(row, 3, group->label);
    statement_integer(row, 4, group->solver_id);
    statement_integer(row, 5, against_id);
    statement_text(row, 6, metric);
    statement_integer(row, 7, series->count);
    statement_integer(row, 8, series_maps(series));
    statement_real(row, 9, mean);
    statement_real(row, 10, interval.low);
    statement_real(row, 11, interval.high);
    statement_text(row, 12, interval_method_name(interval.method));
    statement_real(row, 13, series->optima > 0 ? series->lengths / series->optima - 1 : NAN);
    statement_real(row, 14, description.median);
    statement_real(row, 15, description.mad);
    statement_real(row, 16, description.q05);
    statement_real(row, 17, description.q25);
    statement_real(row, 18, description.q75);
    statement_real(row, 19, description.q95);
    statement_real(row, 20, description.worst);
    int64_t witness = series->queries[series->places[description.worst_at]];
    if (witness == 0)
        statement_null(row, 21);
    else
        statement_integer(row, 21, witness);
    return statement_step(row, filler->error);
}

static uint32_t answer_count(const SummaryData *data, const SummaryGroup *group) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < group->cell_count; i++) count += data->cells[group->first_cell + i].answer_count;
    return count;
}

static Status fill_group(Filler *filler, const SummaryData *data, const SummaryGroup *group) {
    const SummaryCell *cells = data->cells + group->first_cell;
    Series *series = &filler->series;
    for (uint32_t metric = 0; metric < QUERY_METRIC_COUNT; metric++) {
        TRY(series_start(filler, answer_count(data, group)));
        for (uint32_t i = 0; i < group->cell_count; i++) {
            if (metric < PROTOCOL_COUNT && !cells[i].timed[metric]) continue;
            for (uint32_t j = 0; j < cells[i].answer_count; j++) {
                const SummaryAnswer *answer = &cells[i].answers[j];
                series_add(series, answer->value[metric], 1, cells[i].map_id, answer->query_id);
                if (metric != QUERY_EXCESS || isnan(answer->value[metric])) continue;
                series->lengths += answer->value[QUERY_LENGTH];
                series->optima += answer->optimum;
            }
        }
        TRY(write_row(filler, group, 0, query_metric_names[metric]));
    }
    for (uint32_t metric = 0; metric < MAP_METRIC_COUNT; metric++) {
        TRY(series_start(filler, group->cell_count));
        for (uint32_t i = 0; i < group->cell_count; i++)
            series_add(series, cells[i].value[metric], 1, cells[i].map_id, 0);
        TRY(write_row(filler, group, 0, map_metric_names[metric]));
    }
    return STATUS_OK;
}

static int compare_cells(const SummaryCell *a, const SummaryCell *b) {
    if (a->map_id != b->map_id) return a->map_id < b->map_id ? -1 : 1;
    return (a->query_set_id > b->query_set_id) - (a->query_set_id < b->query_set_id);
}

/* Pairs the answers of two cells by query. */
static void pair_answers(Series *series, const SummaryCell *of, const SummaryCell *against, uint32_t metric) {
    for (uint32_t i = 0, j = 0; i < of->answer_count && j < against->answer_count;) {
        const SummaryAnswer *a = &of->answers[i], *b = &against->answers[j];
        if (a->query_id == b->query_id)
            series_add(series, b->value[metric], a->value[metric], of->map_id, a->query_id);
        i += a->query_id <= b->query_id;
        j += b->query_id <= a->query_id;
    }
}

/* The other's mean over this one's: how many times as fast this one is. What two blocks measured is not
 * compared: the machine may have been another. */
static Status fill_ratio(Filler *filler, const SummaryData *data, const SummaryGroup *group,
                         const SummaryGroup *against) {
    const SummaryCell *of = data->cells + group->first_cell, *other = data->cells + against->first_cell;
    uint32_t room = answer_count(data, group) + group->cell_count;
    for (uint32_t metric = 0; metric <= PROTOCOL_COUNT; metric++) { /* the last one: preparation */
        TRY(series_start(filler, room));
        for (uint32_t i = 0, j = 0; i < group->cell_count && j < against->cell_count;) {
            int order = compare_cells(&of[i], &other[j]);
            bool together = order == 0 && of[i].block_id == other[j].block_id;
            if (together && metric < PROTOCOL_COUNT && of[i].timed[metric] && other[j].timed[metric])
                pair_answers(&filler->series, &of[i], &other[j], metric);
            else if (together && metric == PROTOCOL_COUNT)
                series_add(&filler->series, other[j].value[MAP_PREPARE], of[i].value[MAP_PREPARE],
                           of[i].map_id, 0);
            i += order <= 0;
            j += order >= 0;
        }
        TRY(write_row(filler, group, against->solver_id,
                      metric < PROTOCOL_COUNT ? query_metric_names[metric] : map_metric_names[MAP_PREPARE]));
    }
    return STATUS_OK;
}

static Status fill_rows(Filler *filler, const SummaryData *data) {
    for (uint32_t first = 0, end; first < data->group_count; first = end) {
        end = first + 1;
        while (end < data->group_count && summary_comparable(&data->groups[first], &data->groups[end])) end++;
        for (uint32_t i = first; i < end; i++) {
            if (stop_requested()) return error_say(filler->error, STATUS_STOPPED, "stopped", NULL);
            TRY(fill_group(filler, data, &data->groups[i]));
            for (uint32_t j = first; j < end; j++)
                if (i != j) TRY(fill_ratio(filler, data, &data->groups[i], &data->groups[j]));
        }
    }
    return STATUS_OK;
}

static Status replace_rows(Store *store, const char *experiment, Filler *filler, const SummaryData *data) {
    Statement *old;
    TRY(store_prepare(store, "DELETE FROM summary WHERE experiment = ?1", &old, filler->error));
    statement_text(old, 1, experiment);
    TRY(statement_run(old, filler->error));
    TRY(store_prepare(store, insert_sql, &filler->insert, filler->error));
    Status status = fill_rows(filler, data);
    statement_finish(filler->insert);
    series_destroy(&filler->series, filler->memory);
    return status;
}

static Status mark_summarised(Store *store, const char *experiment, Error *error) {
    Statement *statement;
    TRY(store_prepare(
        store, "UPDATE experiment SET summarised = strftime('%Y-%m-%dT%H:%M:%fZ','now') WHERE name = ?1",
        &statement, error));
    statement_text(statement, 1, experiment);
    return statement_run(statement, error);
}

Status summary_fill(Store *store, const char *experiment, Error *error) {
    Memory memory = system_memory();
    Filler filler = {.memory = &memory, .error = error};
    SummaryData data = {.memory = &memory};
    TRY(store_begin(store, error)); /* before it reads: another run may be writing */
    Status status = summary_read(store, experiment, &memory, &data, error);
    if (status == STATUS_OK) status = replace_rows(store, experiment, &filler, &data);
    if (status == STATUS_OK) status = mark_summarised(store, experiment, error);
    if (status == STATUS_OK) status = store_commit(store, error);
    if (status != STATUS_OK) store_rollback(store);
    summary_destroy(&data);
    return status;
}
