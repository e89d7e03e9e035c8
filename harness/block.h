/* A block: one map, one query set and all solvers that are compared on it, measured in a pinned child
 * process. The solvers take turns, so that whatever disturbs the machine disturbs them alike. When the child
 * dies, the solver that was active gets the verdict and the block goes on without it, from the same place. */
#ifndef TAUT_HARNESS_BLOCK_H
#define TAUT_HARNESS_BLOCK_H

#include "algos/solver.h"
#include "gen/generator.h"
#include "harness/judge.h"
#include "harness/plan.h"
#include "harness/processor.h"

typedef enum SolverVerdict {
    SOLVER_DONE,
    SOLVER_REFUSED,
    SOLVER_CRASH,
    SOLVER_TIMEOUT,
    SOLVER_OUT_OF_MEMORY
} SolverVerdict;

/* "done", "refused", "crash", "timeout", "out-of-memory". */
const char *solver_verdict_name(SolverVerdict verdict);

/* The third of what is timed, beside the protocols: a solver's preparation. */
enum { BRACKET_PREPARE = PROTOCOL_COUNT, BRACKET_COUNT };

/* The name of a protocol, or "prepare". */
const char *bracket_name(int bracket);

/* What a solver has of its own in the shared results. */
typedef struct SolverRecord {
    SolverVerdict verdict;
    bool prepared;
    char detail[240];
    int64_t prepare_ns;
    uint64_t index_bytes, index_peak_bytes, scratch_bytes;
    Facts facts;
    int64_t bracket_before[BRACKET_COUNT], bracket_after[BRACKET_COUNT];
    /* Of the stretches in which it was timed, summed over all children of the block; interleaved, solvers
     * share them. What a child did in the last moments before its death (some 10 ms) is not in them. */
    int64_t wall_ns[BRACKET_COUNT], cpu_ns[BRACKET_COUNT];
    int64_t switches[BRACKET_COUNT]; /* times that the system took the processor away */
    bool crowded;                    /* another run was timed on the same processor */
    bool killed;                     /* once from outside while it was at work, and tried again */
    bool released;                   /* destroyed without a fault */
} SolverRecord;

/* Whether what was timed by this protocol, or its preparation, was disturbed: the clock moved by more than a
 * tenth between the bracket's ends, or the process ran for less than 95 % of the time on the wall, or another
 * run shared the processor. Why 95 %: see the constant. Of a preparation below a millisecond the processor's
 * share says little: it is disturbed when it lacks 5 % of a millisecond, or lost the processor at all. A
 * solver that sleeps is flagged too, and rightly: its times are not a computation's. What a virtual machine's
 * host takes away looks like work from inside: only the bracket can tell, when it lasts. */
bool solver_flagged(const SolverRecord *record, int bracket);

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
    bool prepares; /* preparations are timed where no query is */
    Limits limits;
    double clock_cost; /* nanoseconds, subtracted from each interval */
    uint64_t seed;     /* of the order of turns */
    uint32_t beside;   /* other blocks of the run that may go on at the same time; see `processor` */
    /* Where it is timed: preparations are, under no protocol too. All blocks of a run should have the same
     * one: so they are timed in one place, and a crowded one is said once. NULL: the block chooses for
     * itself. Of blocks beside one another each has its own, or, untimed, none that it is kept on. */
    Processor *processor;
    const char
        *vmstat; /* the system's count of processes ended for want of memory (child.h); NULL: its own */
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

/* Runs it. A solver's limit of time is on what the process itself ran in one preparation or query, so that
 * neither a busy machine nor a stop (SIGSTOP, ^Z) costs a solver its verdict; one that sleeps is ended when
 * ten times the limit, and a tenth of a second, went by, stops apart and what it waited for the processor.
 * After a death the solvers that are left answer each query once before they are timed again, for the new
 * process knows nothing yet. A solver that dies when it is destroyed has that verdict and keeps its answers
 * and samples. One that is killed from outside, and not by the system for want of memory, is tried once more
 * from the same place. `idle` is called now and then with the share that is done (0..1). STATUS_STOPPED when
 * a stop was requested: there is no result then. */
MUST_CHECK Status block_run(const Block *block, BlockResult *result,
                            void (*idle)(void *context, double share), void *context, Error *error);
void block_release(BlockResult *result);

#endif
