/* A block: one map, one query set and all solvers that are compared on it, measured in a pinned child
 * process. The solvers take turns, so that whatever disturbs the machine disturbs them alike. When the child
 * dies, the solver that was active gets the verdict and the block goes on without it, from the same place. */
#ifndef TAUT_HARNESS_BLOCK_H
#define TAUT_HARNESS_BLOCK_H

#include "algos/solver.h"
#include "gen/generator.h"
#include "harness/judge.h"
#include "harness/plan.h"

#include <signal.h>

typedef enum SolverVerdict {
    SOLVER_DONE,
    SOLVER_REFUSED,
    SOLVER_CRASH,
    SOLVER_TIMEOUT,
    SOLVER_OUT_OF_MEMORY
} SolverVerdict;

/* "done", "refused", "crash", "timeout", "out-of-memory". */
const char *solver_verdict_name(SolverVerdict verdict);

/* What a solver has of its own in the shared results. */
typedef struct SolverRecord {
    SolverVerdict verdict;
    bool prepared;
    char detail[240];
    int64_t prepare_ns;
    uint64_t index_bytes, index_peak_bytes, scratch_bytes;
    Facts facts;
    int64_t bracket_before[PROTOCOL_COUNT], bracket_after[PROTOCOL_COUNT];
} SolverRecord;

typedef struct AnswerRecord {
    AnswerVerdict verdict;
    uint32_t batch; /* queries in a row that one interval times */
    bool found;
    Length walked, claimed;         /* between cells */
    double length, claimed_length;  /* length: of either kind, rounded; claimed: between points */
    double excess;                  /* see Judgement */
    uint64_t path_cells, path_hash; /* cells or points */
    Counters counters;
    char detail[120];
} AnswerRecord;

/* What is asked. All of it is read only and outlives the block. */
typedef struct Block {
    const Map *map;
    const Judge *judge; /* of that map */
    const QuerySet *set;
    const SolverChoice *const *solvers;
    uint32_t solver_count;
    const Optimum *optimum[MOVE_COUNT]; /* by rule; NULL for a rule that no solver has */
    uint32_t repeats;
    bool protocols[PROTOCOL_COUNT];
    Limits limits;
    double clock_cost; /* nanoseconds, subtracted from each interval */
    uint64_t seed;     /* of the order of turns */
} Block;

/* Results, in memory shared with the child so that they outlive it. */
typedef struct BlockResult {
    SolverRecord *solvers;
    AnswerRecord *answers; /* [solver][query] */
    int64_t *samples;      /* [protocol][solver][repeat][query], nanoseconds of a batch; -1: none */
    void *shared;
    size_t bytes;
    uint32_t query_count, solver_count, repeats;
} BlockResult;

static inline AnswerRecord *block_answer(const BlockResult *result, uint32_t solver, uint32_t query) {
    return &result->answers[(size_t)solver * result->query_count + query];
}

static inline int64_t *block_sample(const BlockResult *result, int protocol, uint32_t solver, uint32_t repeat,
                                    uint32_t query) {
    size_t at = ((size_t)protocol * result->solver_count + solver) * result->repeats + repeat;
    return &result->samples[at * result->query_count + query];
}

/* Runs it. `idle` is called now and then with the share that is done (0..1). STATUS_STOPPED when a stop was
 * requested: there is no result then. */
MUST_CHECK Status block_run(const Block *block, BlockResult *result,
                            void (*idle)(void *context, double share), void *context, Error *error);
void block_release(BlockResult *result);

#endif
