#include "harness/estimate.h"

#include "harness/record_past.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a row takes on the disk, with its share of indexes: of a database of 1.2 million answers and 4 million
 * samples. */
enum { ANSWER_BYTES = 300, SAMPLE_BYTES = 32 };

/* How a time was estimated, best first. */
typedef enum Source { SOURCE_SAME, SOURCE_LIKE, SOURCE_ANY, SOURCES } Source;

/* Nanoseconds and units of work of the past, added up. */
typedef struct Rate {
    double ns, units;
} Rate;

/* What a group's blocks still need. */
typedef struct Sum {
    int64_t blocks, done, cells, cells_open, answers, samples;
    int64_t unknown_queries; /* blocks that still need measuring and whose number of queries is not known */
    double timed_ns, untimed_ns;
    int64_t sources[SOURCES], without_time;
} Sum;

typedef struct Estimate {
    const RunRequest *request;
    Store *store;
    Table *past;
    int64_t *attempts; /* room for the solvers of one part */
} Estimate;

static double goes(const Part *part) {
    uint32_t protocols = 0;
    for (int i = 0; i < PROTOCOL_COUNT; i++) protocols += part->protocols[i];
    return 2 + (double)protocols * part->repeats;
}

static int64_t setting(const MapChoice *map, const char *name) {
    if (map->generator == NULL) return 0;
    int place = parameter_find(map->generator->parameters, name, strlen(name));
    return place < 0 ? 0 : map->settings.value[place];
}

/* Nanoseconds of so many units of work; false where there is no past. */
static bool past_time(const Estimate *estimate, const BlockChoice *block, double units, double *ns,
                      Source *source) {
    Rate rates[SOURCES] = {{0, 0}};
    const MapChoice *map = block->map;
    const char *family = map->generator == NULL ? "file" : map->generator->name;
    int64_t width = setting(map, "width"), height = setting(map, "height");
    uint32_t rows = estimate->past == NULL ? 0 : table_row_count(estimate->past);
    for (uint32_t row = 0; row < rows; row++) {
        const char *column[7];
        for (uint32_t i = 0; i < 7; i++) column[i] = table_at(estimate->past, row, i);
        double took = strtod(column[6], NULL), done = strtod(column[5], NULL);
        double cells = strtod(column[3], NULL) * strtod(column[4], NULL);
        bool queries = strcmp(column[1], block->queries->text) == 0;
        Rate *rate = queries && strcmp(column[0], map->text) == 0 ? &rates[SOURCE_SAME]
                     : queries && map->generator != NULL && strcmp(column[2], family) == 0 &&
                             (cells <= 0 || (strtoll(column[3], NULL, 10) == width &&
                                             strtoll(column[4], NULL, 10) == height))
                         ? &rates[SOURCE_LIKE]
                         : &rates[SOURCE_ANY];
        if (rate == &rates[SOURCE_ANY]) done *= cells > 0 ? cells : BLOCK_CELLS;
        rate->ns += took;
        rate->units += done;
    }
    double work[SOURCES] = {units, units, block_weight(block)};
    for (int i = 0; i < SOURCES; i++) {
        if (rates[i].units <= 0) continue;
        *source = (Source)i;
        *ns = rates[i].ns / rates[i].units * work[i];
        return true;
    }
    return false;
}

static Status count_queries(const Estimate *estimate, const BlockChoice *block, int64_t *count,
                            Error *error) {
    const QueryChoice *queries = block->queries;
    *count = queries->generator == NULL ? queries->count : 0;
    if (queries->generator != NULL) {
        int place = parameter_find(queries->generator->parameters, "count", 5);
        if (place >= 0) *count = queries->settings.value[place];
    }
    if (*count != 0 || estimate->store == NULL) return STATUS_OK;
    return record_query_count(estimate->store, block->map->text, queries->text, count, error);
}

/* Solvers of the block that still have to be measured. */
static Status count_open(const Estimate *estimate, const BlockChoice *block, uint32_t *wanted, uint32_t *open,
                         Error *error) {
    const Part *part = block->part;
    const RunRequest *request = estimate->request;
    uint32_t beside = part_is_timed(part) && request->timed_jobs > 1 ? request->timed_jobs - 1 : 0;
    for (uint32_t i = 0; i < part->solver_count; i++) estimate->attempts[i] = 0;
    if (estimate->store != NULL && !request->redo)
        TRY(record_standing_named(estimate->store, part, beside, block->map->text, block->queries->text,
                                  estimate->attempts, error));
    *wanted = *open = 0;
    for (uint32_t i = 0; i < part->solver_count; i++) {
        *wanted += block->wanted[i];
        *open += block->wanted[i] && estimate->attempts[i] == 0;
    }
    return STATUS_OK;
}

static Status add_block(const Estimate *estimate, const BlockChoice *block, Sum *sum, Error *error) {
    uint32_t wanted, open;
    int64_t queries;
    double ns;
    Source source;
    TRY(count_open(estimate, block, &wanted, &open, error));
    sum->blocks++;
    sum->cells += wanted;
    sum->cells_open += open;
    sum->done += open == 0;
    if (open == 0) return STATUS_OK;
    TRY(count_queries(estimate, block, &queries, error));
    sum->unknown_queries += queries == 0;
    sum->answers += open * queries;
    sum->samples += (int64_t)((goes(block->part) - 2) * (double)(open * queries));
    if (!past_time(estimate, block, open * goes(block->part), &ns, &source)) {
        sum->without_time++;
        return STATUS_OK;
    }
    sum->sources[source]++;
    *(part_is_timed(block->part) ? &sum->timed_ns : &sum->untimed_ns) += ns;
    return STATUS_OK;
}

static void add_sum(Sum *all, const Sum *more) {
    all->blocks += more->blocks;
    all->done += more->done;
    all->cells += more->cells;
    all->cells_open += more->cells_open;
    all->answers += more->answers;
    all->samples += more->samples;
    all->unknown_queries += more->unknown_queries;
    all->timed_ns += more->timed_ns;
    all->untimed_ns += more->untimed_ns;
    all->without_time += more->without_time;
    for (int i = 0; i < SOURCES; i++) all->sources[i] += more->sources[i];
}

static void add_row(const Estimate *estimate, Table *table, const char *name, const Sum *sum) {
    const RunRequest *request = estimate->request;
    double seconds = (sum->timed_ns / (request->timed_jobs > 1 ? request->timed_jobs : 1) +
                      sum->untimed_ns / request->jobs) /
                     1e9;
    table_cell(table, name);
    table_integer(table, sum->blocks);
    table_integer(table, sum->done);
    table_integer(table, sum->cells);
    table_integer(table, sum->cells_open);
    bool counted = sum->unknown_queries == 0;
    if (counted) {
        table_integer(table, sum->answers);
        table_integer(table, sum->samples);
    } else {
        table_cell(table, NULL);
        table_cell(table, NULL);
    }
    if (sum->without_time == 0)
        table_real(table, seconds, 3);
    else
        table_cell(table, NULL);
    if (counted)
        table_real(table,
                   ((double)sum->answers * ANSWER_BYTES + (double)sum->samples * SAMPLE_BYTES) / 1048576, 3);
    else
        table_cell(table, NULL);
}

static void write_note(const Sum *all, char *note, size_t size) {
    int64_t open = all->blocks - all->done;
    int length = snprintf(note, size, "%lld of %lld blocks are still to be measured", (long long)open,
                          (long long)all->blocks);
    if (open > 0 && length > 0 && (size_t)length < size)
        length +=
            snprintf(note + length, size - (size_t)length,
                     "; time from past blocks of the same map and queries for %lld, of maps like theirs for"
                     " %lld, of any map for %lld, unknown for %lld",
                     (long long)all->sources[SOURCE_SAME], (long long)all->sources[SOURCE_LIKE],
                     (long long)all->sources[SOURCE_ANY], (long long)all->without_time);
    if (all->unknown_queries > 0 && length > 0 && (size_t)length < size)
        length += snprintf(note + length, size - (size_t)length,
                           "; how many queries is unknown for %lld until their files are read",
                           (long long)all->unknown_queries);
    if (open > 0 && length > 0 && (size_t)length < size)
        snprintf(note + length, size - (size_t)length, "; disk at %d bytes an answer and %d a sample",
                 ANSWER_BYTES, SAMPLE_BYTES);
}

static Status fill(const Estimate *estimate, const Plan *plan, const BlockList *list, Table *table,
                   char *note, size_t note_size, Error *error) {
    static const char *const columns[] = {"group",   "blocks",  "done",    "cells", "cells to do",
                                          "answers", "samples", "seconds", "MiB"};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) table_column(table, columns[i], i > 0);
    Sum all = {0};
    uint32_t at = 0;
    for (uint32_t p = 0; p < plan->part_count; p++) {
        Sum sum = {0};
        for (; at < list->count && list->blocks[at].part == &plan->parts[p]; at++)
            TRY(add_block(estimate, &list->blocks[at], &sum, error));
        if (sum.blocks > 0) add_row(estimate, table, plan->parts[p].name, &sum);
        add_sum(&all, &sum);
    }
    add_row(estimate, table, "all", &all);
    write_note(&all, note, note_size);
    return STATUS_OK;
}

Status estimate_run(const Plan *plan, Store *store, const RunRequest *request, Table *table, char *note,
                    size_t note_size, Error *error) {
    BlockList list;
    uint32_t solvers = 0;
    for (uint32_t p = 0; p < plan->part_count; p++)
        if (plan->parts[p].solver_count > solvers) solvers = plan->parts[p].solver_count;
    TRY(blocks_choose(plan, &request->selection, plan->memory, &list, error));
    Estimate estimate = {request, store, table_create(), calloc((size_t)solvers + 1, sizeof(int64_t))};
    Status status = estimate.attempts == NULL
                        ? error_say(error, STATUS_NO_MEMORY, "no memory for a plan", NULL)
                    : store == NULL ? STATUS_OK
                                    : record_past(store, estimate.past, error);
    if (status == STATUS_OK) status = fill(&estimate, plan, &list, table, note, note_size, error);
    free(estimate.attempts);
    table_destroy(estimate.past);
    blocks_destroy(&list);
    return status;
}
