/* Times of a comparison: paired by query, gathered by map, judged together. */
#include "harness/compare_parts.h"
#include "harness/stats.h"
#include "harness/stats_paired.h"

#include "algos/core/hash.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The median of one query's samples under one protocol. */
typedef struct QueryTime {
    int64_t number;
    int protocol;
    double ns;
} QueryTime;

typedef struct QueryTimes {
    QueryTime *items;
    double *repeats;
    uint32_t count, room, repeat_room;
} QueryTimes;

static Status read_times(Side *side, int64_t attempt_id, Memory *memory, QueryTimes *times, Error *error) {
    side_begin_samples(side, attempt_id);
    uint32_t repeats = 0;
    int64_t number = -1;
    int protocol = 0;
    for (bool has_row;;) {
        TRY(statement_row(side->samples, &has_row, error));
        int64_t next_number = has_row ? statement_column_integer(side->samples, 0) : -1;
        int next_protocol = has_row ? (int)statement_column_integer(side->samples, 1) : 0;
        if (repeats > 0 && (next_number != number || next_protocol != protocol)) {
            TRY(compare_grow(memory, &times->items, times->count, &times->room, sizeof *times->items, error));
            times->items[times->count++] =
                (QueryTime){number, protocol, stats_median(times->repeats, repeats)};
            repeats = 0;
        }
        if (!has_row) return STATUS_OK;
        number = next_number;
        protocol = next_protocol;
        TRY(compare_grow(memory, &times->repeats, repeats, &times->repeat_room, sizeof *times->repeats,
                         error));
        times->repeats[repeats++] = statement_column_real(side->samples, 2);
    }
}

/* The timing of a solver: cells come by experiment, part and solver, so it is among the last. */
static Status find_timing(Timings *timings, const Tried *old, const char *solver, const char *metric,
                          Timing **found, Error *error) {
    for (uint32_t i = timings->count; i > 0 && i + PROTOCOL_COUNT + 1 > timings->count; i--) {
        Timing *timing = &timings->items[i - 1];
        *found = timing;
        if (strcmp(timing->metric, metric) == 0 && strcmp(timing->solver, solver) == 0 &&
            strcmp(timing->part, old->key[KEY_PART]) == 0 &&
            strcmp(timing->experiment, old->key[KEY_EXPERIMENT]) == 0)
            return STATUS_OK;
    }
    TRY(compare_grow(timings->memory, &timings->items, timings->count, &timings->room, sizeof *timings->items,
                     error));
    *found = &timings->items[timings->count++];
    **found = (Timing){.experiment = old->key[KEY_EXPERIMENT],
                       .part = old->key[KEY_PART],
                       .solver = solver,
                       .metric = metric};
    return STATUS_OK;
}

/* Adds a pair of blocks, whose `queries` logarithms have the sum `sum`. */
static Status add_unit(Timings *timings, const char *solver, const char *metric, const Tried *old,
                       const Tried *new, bool together, double sum, uint32_t queries, Error *error) {
    if (queries == 0) return STATUS_OK;
    Timing *timing;
    TRY(find_timing(timings, old, solver, metric, &timing, error));
    TRY(compare_grow(timings->memory, &timing->units, timing->count, &timing->room, sizeof *timing->units,
                     error));
    timing->units[timing->count++] = (Unit){old->key[KEY_MAP], {old->run_id, new->run_id}, sum / queries};
    timing->queries += queries;
    timing->flagged += old->flagged || new->flagged;
    int order = together ? 0 : strcmp(new->started, old->started);
    timing->later += order > 0;
    timing->earlier += order < 0;
    timing->together += together;
    return STATUS_OK;
}

static Status add_queries(Timings *timings, const char *solver, const QueryTimes times[2], const Tried *old,
                          const Tried *new, bool together, Error *error) {
    static const char *const metrics[PROTOCOL_COUNT] = {"query, interleaved", "query, warm"};
    for (int protocol = 0; protocol < PROTOCOL_COUNT; protocol++) {
        double sum = 0;
        uint32_t queries = 0;
        for (uint32_t i = 0, j = 0; i < times[0].count && j < times[1].count;) {
            const QueryTime *a = &times[0].items[i], *b = &times[1].items[j];
            bool first = a->number < b->number || (a->number == b->number && a->protocol < b->protocol);
            bool second = b->number < a->number || (a->number == b->number && b->protocol < a->protocol);
            /* What the clock's cost used up has no ratio. */
            if (!first && !second && a->protocol == protocol && a->ns > 0 && b->ns > 0) {
                sum += log(b->ns / a->ns);
                queries++;
            }
            i += !second;
            j += !first;
        }
        if (old->timed[protocol] && new->timed[protocol])
            TRY(add_unit(timings, solver, metrics[protocol], old, new, together, sum, queries, error));
    }
    if (old->prepare_ns <= 0 || new->prepare_ns <= 0) return STATUS_OK;
    return add_unit(timings, solver, "prepare", old, new, together,
                    log((double)new->prepare_ns / (double)old->prepare_ns), 1, error);
}

Status timings_add(Timings *timings, const char *solver, Side sides[2], const Tried *old, const Tried *new,
                   Error *error) {
    if (!old->timed[PROTOCOL_INTERLEAVED] && !old->timed[PROTOCOL_WARM]) return STATUS_OK;
    if (strcmp(old->value[0], "done") != 0 || strcmp(new->value[0], "done") != 0) return STATUS_OK;
    QueryTimes times[2] = {{.count = 0}, {.count = 0}};
    bool together = strcmp(old->block, new->block) == 0;
    Status status = read_times(&sides[0], old->attempt_id, timings->memory, &times[0], error);
    if (status == STATUS_OK)
        status = read_times(&sides[1], new->attempt_id, timings->memory, &times[1], error);
    if (status == STATUS_OK) status = add_queries(timings, solver, times, old, new, together, error);
    for (int i = 0; i < 2; i++) {
        memory_give(timings->memory, times[i].items);
        memory_give(timings->memory, times[i].repeats);
    }
    return status;
}

/* What chance moves as one, and so counts once: all of a map; all that one pair of runs measured where that
 * is several maps, for the machine may have been slower during one of them; or, with few maps and many
 * rounds, each pair of blocks. */
typedef enum Cluster { CLUSTER_MAP, CLUSTER_RUN, CLUSTER_BLOCK } Cluster;

static int by_map(const void *a, const void *b) {
    return strcmp(((const Unit *)a)->map, ((const Unit *)b)->map);
}

static int by_runs(const void *a, const void *b) {
    const int64_t *left = ((const Unit *)a)->runs, *right = ((const Unit *)b)->runs;
    int order = (left[0] > right[0]) - (left[0] < right[0]);
    return order != 0 ? order : (left[1] > right[1]) - (left[1] < right[1]);
}

typedef int Order(const void *a, const void *b);

/* Sorts the units and counts those that differ. */
static uint32_t count_clusters(Timing *timing, Order *order) {
    qsort(timing->units, timing->count, sizeof *timing->units, order);
    uint32_t clusters = timing->count > 0;
    for (uint32_t i = 1; i < timing->count; i++)
        clusters += order(&timing->units[i - 1], &timing->units[i]) != 0;
    return clusters;
}

/* The mean of each cluster; NULL: each unit is one. The units are sorted by it. */
static uint32_t cluster_means(const Timing *timing, Order *order, double *means) {
    uint32_t clusters = 0, in_cluster = 0;
    double sum = 0;
    for (uint32_t i = 0; i < timing->count; i++) {
        sum += timing->units[i].value;
        in_cluster++;
        if (order != NULL && i + 1 < timing->count && order(&timing->units[i], &timing->units[i + 1]) == 0)
            continue;
        means[clusters++] = sum / in_cluster;
        sum = in_cluster = 0;
    }
    return clusters;
}

/* A timing ready to be judged. */
typedef struct Judged {
    double *means;
    uint32_t maps, count;
    Cluster cluster;
    const char *undecided; /* why nothing can be said; NULL: something can */
    double slower, faster; /* one-sided p */
    Centre centre;
    const char *method;
} Judged;

static Status gather(Timing *timing, const CompareAsk *ask, Memory *memory, Judged *judged, Error *error) {
    bool together = timing->together == timing->count;
    uint32_t runs = count_clusters(timing, by_runs);
    judged->maps = count_clusters(timing, by_map);
    judged->cluster = !together && !ask->apart && runs < judged->maps ? CLUSTER_RUN
                      : judged->maps >= COMPARE_UNITS_LEAST           ? CLUSTER_MAP
                                                                      : CLUSTER_BLOCK;
    judged->means = memory_take(memory, timing->count, sizeof *judged->means);
    if (judged->means == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for a comparison", NULL);
    if (judged->cluster == CLUSTER_RUN) (void)count_clusters(timing, by_runs);
    Order *const orders[] = {by_map, by_runs, NULL};
    judged->count = cluster_means(timing, orders[judged->cluster], judged->means);
    uint32_t fewer = timing->later < timing->earlier ? timing->later : timing->earlier;
    if (!together && !ask->apart && 4 * fewer < timing->count)
        judged->undecided = "measured apart: the machine may have changed";
    else if (judged->count < COMPARE_UNITS_LEAST)
        judged->undecided =
            judged->cluster == CLUSTER_RUN ? "fewer than 10 pairs of runs" : "fewer than 10 maps or rounds";
    return STATUS_OK;
}

/* The one-sided p that the means lie above `margin`, `sign` times. */
static double ranked(const Judged *judged, double sign, double margin, uint64_t seed, double *room) {
    double *ranks = room + judged->count;
    for (uint32_t i = 0; i < judged->count; i++) room[i] = sign * judged->means[i] - margin;
    stats_signed_ranks(room, judged->count, ranks);
    return stats_sign_flip(ranks, judged->count, seed);
}

/* Both p-values, by signed ranks where so many values can reach `wanted` by them, else by t. */
static Status test(const Timing *timing, const CompareAsk *ask, double wanted, Memory *memory, Judged *judged,
                   Error *error) {
    double margin = log(1 + ask->margin);
    MeanTest mean = judged->count < 2 ? (MeanTest){judged->means[0], NAN, NAN, 1, 1}
                                      : stats_mean_test(judged->means, judged->count, margin, ask->level);
    judged->centre = (Centre){mean.mean, mean.low, mean.high};
    judged->slower = mean.above;
    judged->faster = mean.below;
    judged->method = "t";
    if (stats_sign_flip_least(judged->count) > wanted) return STATUS_OK;
    double *room = memory_take(memory, (size_t)2 * judged->count, sizeof *room);
    if (room == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for a comparison", NULL);
    Hash hash = hash_start();
    hash_text(&hash, timing->solver);
    hash_text(&hash, timing->metric);
    judged->method = "signed ranks";
    judged->centre = stats_centre(judged->means, judged->count, ask->level, memory);
    judged->slower = ranked(judged, 1, margin, hash_value(&hash), room);
    judged->faster = ranked(judged, -1, margin, hash_value(&hash), room);
    memory_give(memory, room);
    return STATUS_OK;
}

static void write_timing(const Timing *timing, const Judged *judged, double p, const CompareAsk *ask,
                         Table *table, CompareCounts *counts) {
    static const char *const clusters[] = {"map", "pair of runs", "pair of blocks"};
    bool differs = judged->undecided == NULL && p <= ask->level;
    bool slower = differs && judged->slower < judged->faster;
    counts->slower += slower;
    counts->faster += differs && !slower;
    counts->undecided += judged->undecided != NULL;
    counts->same += judged->undecided == NULL && !differs;
    char why[160];
    if (judged->undecided != NULL)
        snprintf(why, sizeof why, "%s", judged->undecided);
    else
        snprintf(why, sizeof why, "%s by %s (%u)%s%s", judged->method, clusters[judged->cluster],
                 judged->count, timing->flagged > 0 ? "; disturbed: " : "",
                 timing->flagged > 0 ? number_text(timing->flagged).text : "");
    compare_row(table, &(CompareRow){.experiment = timing->experiment,
                                     .part = timing->part,
                                     .solver = timing->solver,
                                     .what = timing->metric,
                                     .verdict = judged->undecided != NULL ? "undecided"
                                                : slower                  ? "slower"
                                                : differs                 ? "faster"
                                                                          : "same",
                                     .n = timing->queries,
                                     .maps = judged->maps,
                                     .ratio = exp(judged->centre.value),
                                     .low = exp(judged->centre.low),
                                     .high = exp(judged->centre.high),
                                     .p = p,
                                     .why = why});
}

static Status judge_with(const Timings *timings, const CompareAsk *ask, Judged *judged, double *p,
                         Table *table, CompareCounts *counts, Error *error) {
    uint32_t family = 0;
    for (uint32_t i = 0; i < timings->count; i++) {
        TRY(gather(&timings->items[i], ask, timings->memory, &judged[i], error));
        family += judged[i].undecided == NULL;
    }
    uint32_t at = 0;
    for (uint32_t i = 0; i < timings->count; i++) {
        TRY(test(&timings->items[i], ask, ask->level / (2 * fmax(1, family)), timings->memory, &judged[i],
                 error));
        if (judged[i].undecided == NULL) p[at++] = fmin(1, 2 * fmin(judged[i].slower, judged[i].faster));
    }
    stats_holm(p, family);
    at = 0;
    for (uint32_t i = 0; i < timings->count; i++)
        write_timing(&timings->items[i], &judged[i], judged[i].undecided == NULL ? p[at++] : NAN, ask, table,
                     counts);
    return STATUS_OK;
}

Status timings_judge(const Timings *timings, const CompareAsk *ask, Table *table, CompareCounts *counts,
                     Error *error) {
    Memory *memory = timings->memory;
    Judged *judged = memory_take_zeroed(memory, timings->count, sizeof *judged);
    double *p = memory_take(memory, timings->count, sizeof *p);
    Status status = judged == NULL || p == NULL
                        ? error_say(error, STATUS_NO_MEMORY, "no memory for a comparison", NULL)
                        : judge_with(timings, ask, judged, p, table, counts, error);
    for (uint32_t i = 0; i < timings->count && judged != NULL; i++) memory_give(memory, judged[i].means);
    memory_give(memory, judged);
    memory_give(memory, p);
    return status;
}

void timings_destroy(Timings *timings) {
    for (uint32_t i = 0; i < timings->count; i++) memory_give(timings->memory, timings->items[i].units);
    memory_give(timings->memory, timings->items);
}
