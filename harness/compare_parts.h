/* Between the files of a comparison: one reads, one pairs, one judges times. */
#ifndef TAUT_HARNESS_COMPARE_PARTS_H
#define TAUT_HARNESS_COMPARE_PARTS_H

#include "harness/compare.h"
#include "harness/plan.h"

#include "algos/core/memory.h"

/* What is asked of an attempt, and of an answer, apart from times. */
extern const char *const compare_cell_columns[], *const compare_answer_columns[];
extern const uint32_t compare_cell_column_count, compare_answer_column_count;
enum { COMPARE_COLUMNS_MOST = 40 };

/* The words that tell cells apart, by which both sides are sorted. */
enum { KEY_EXPERIMENT, KEY_PART, KEY_SOLVER, KEY_MAP, KEY_QUERIES, KEY_COUNT };

/* One attempt at a cell. */
typedef struct Tried {
    const char *key[KEY_COUNT];
    const char *map_spec, *started, *block;          /* when its run began; the block's uid */
    const char *value[COMPARE_COLUMNS_MOST];         /* of compare_cell_columns; NULL where there is none */
    char *texts;                                     /* holds all of these */
    int64_t cell_id, attempt_id, run_id, prepare_ns; /* attempt_id 0: not measured; prepare_ns 0: unknown */
    bool timed[PROTOCOL_COUNT], flagged;
} Tried;

typedef struct Side {
    Store *store;
    Tried *items; /* by key, then cell, then attempt */
    uint32_t count, room;
    Statement *answers, *samples;
    Memory *memory;
} Side;

/* Opens the database and reads its attempts. side_close it also after a failure. */
MUST_CHECK Status side_open(const CompareAsk *ask, int which, Memory *memory, Side *side, Error *error);
void side_close(Side *side);

/* Begin an attempt's answers, in the order of queries: column 0 is the query's number, then come the values
 * of compare_answer_columns. Of its samples: the query's number, PROTOCOL_…, nanoseconds a query. */
void side_begin_answers(Side *side, int64_t attempt_id);
void side_begin_samples(Side *side, int64_t attempt_id);

/* A pair of blocks in which one solver was measured. */
typedef struct Unit {
    const char *map; /* hash */
    int64_t runs[2]; /* the runs that measured it */
    double value;    /* mean over the queries of the logarithm of new / old */
} Unit;

/* One way in which a solver's time was taken: what is judged as one. */
typedef struct Timing {
    const char *experiment, *part, *solver, *metric;
    Unit *units;
    uint32_t count, room;
    uint64_t queries;
    uint32_t flagged; /* units of which one side was disturbed */
    uint32_t later, earlier,
        together; /* units whose new side was measured after the old one, before it, in one block */
} Timing;

typedef struct Timings {
    Timing *items;
    uint32_t count, room;
    Memory *memory;
} Timings;

/* Room for one more in an array of `memory`. */
MUST_CHECK Status compare_grow(Memory *memory, void *array, uint32_t count, uint32_t *room, size_t size,
                               Error *error);

/* Adds the times of a pair of attempts to the timing of their solver. */
MUST_CHECK Status timings_add(Timings *timings, const char *solver, Side sides[2], const Tried *old,
                              const Tried *new, Error *error);
/* Judges all and adds a row each. */
MUST_CHECK Status timings_judge(const Timings *timings, const CompareAsk *ask, Table *table,
                                CompareCounts *counts, Error *error);
void timings_destroy(Timings *timings);

/* One row of the table. NaN and NULL leave a cell empty. */
typedef struct CompareRow {
    const char *experiment, *part, *solver, *what, *verdict;
    uint64_t n;
    uint32_t maps;
    double ratio, low, high, p;
    const char *why;
} CompareRow;
void compare_row(Table *table, const CompareRow *row);

#endif
