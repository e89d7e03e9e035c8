/* What a summary is made of, read from the database once and in order. */
#ifndef TAUT_HARNESS_SUMMARY_DATA_H
#define TAUT_HARNESS_SUMMARY_DATA_H

#include "algos/solver.h"
#include "harness/plan.h"
#include "harness/store.h"

/* Numbers measured once a query, in this order: a time for each protocol, excess, excess over the
 * shortest path under `any`, length; 1 or 0 for a path that is optimal, that is to a millionth, that is
 * longer by more than a tenth, by more than half (their means are shares, with intervals like any other); the
 * counters. */
enum {
    QUERY_EXCESS = PROTOCOL_COUNT,
    QUERY_EXCESS_ANY,
    QUERY_LENGTH,
    QUERY_OPTIMAL,
    QUERY_NEAR,
    QUERY_ABOVE_TENTH,
    QUERY_ABOVE_HALF,
    QUERY_COUNTERS,
    QUERY_METRIC_COUNT = QUERY_COUNTERS + COUNTER_COUNT
};

/* Numbers measured once a map. */
#define MAP_FACT(NAME, HELP) +1
enum {
    MAP_PREPARE,
    MAP_INDEX_BYTES,
    MAP_QUERIES,
    MAP_FACTS,
    MAP_METRIC_COUNT = MAP_FACTS FACT_LIST(MAP_FACT)
};
#undef MAP_FACT

/* The names of metrics in the table `summary`. */
extern const char *const query_metric_names[QUERY_METRIC_COUNT];
extern const char *const map_metric_names[MAP_METRIC_COUNT];

typedef struct SummaryAnswer {
    int64_t query_id;
    double optimum;                   /* NaN where there is none */
    double value[QUERY_METRIC_COUNT]; /* NaN where there is none; times are nanoseconds a query, of one query
                                         of the batch, the median over repeats */
} SummaryAnswer;

typedef struct SummaryCell {
    int64_t map_id, query_set_id, block_id;
    bool timed[PROTOCOL_COUNT];     /* whose times are asked for */
    double value[MAP_METRIC_COUNT]; /* NaN where there is none */
    const SummaryAnswer *answers;   /* by query_id */
    uint32_t answer_count;
} SummaryCell;

/* One solver on all maps of one label in one part of an experiment: its cells by map and query set. */
typedef struct SummaryGroup {
    const char *experiment, *part, *label, *move; /* all four in `texts` */
    char *texts;
    int64_t solver_id;
    uint32_t first_cell, cell_count;
} SummaryGroup;

typedef struct SummaryData {
    SummaryAnswer *answers;
    SummaryCell *cells;
    SummaryGroup *groups; /* those that can be compared stand together: by experiment, part, label, move */
    uint32_t answer_count, cell_count, group_count;
    Memory *memory;
} SummaryData;

/* Whether two groups answered the same kind of question on the same maps. */
bool summary_comparable(const SummaryGroup *a, const SummaryGroup *b);

MUST_CHECK Status summary_read(Store *store, const char *experiment, Memory *memory, SummaryData *data,
                               Error *error);
void summary_destroy(SummaryData *data);

#endif
