#include "harness/block.h"

#include "harness/block_child.h"
#include "harness/clock.h"
#include "harness/child.h"
#include "harness/workers.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WAIT_MILLISECONDS = 10,
    BACKSTOP = 10 /* limits of time that may go by while a solver sleeps */
};

/* Both ends of a bracket differ by more than this: the clock moved in between. */
static const double bracket_tolerance = 0.10;

/* The process ran for less than the rest of the time on the wall: others had the processor. Measured in
 * stretches of 1 to 100 ms on a pinned processor of a virtual machine: with real-time priority, as if nobody
 * else was there, 0.2 % are missing at most, and 3 % when an interruption falls into the one millisecond;
 * with one busy process beside, half or more. Anything in between would do; this also shows a load of a
 * tenth. */
static const double idle_tolerance = 0.05;

const char *solver_verdict_name(SolverVerdict verdict) {
    static const char *const names[] = {"done", "refused", "crash", "timeout", "out-of-memory"};
    return names[verdict];
}

bool solver_flagged(const SolverRecord *record, int protocol) {
    int64_t before = record->bracket_before[protocol], after = record->bracket_after[protocol];
    int64_t wall = record->wall_ns[protocol], least = before < after ? before : after;
    return record->crowded || (double)llabs(after - before) > bracket_tolerance * (double)least ||
           (double)(wall - record->cpu_ns[protocol]) > idle_tolerance * (double)wall;
}

static uint32_t protocol_count(const Block *block) {
    uint32_t count = 0;
    for (int i = 0; i < PROTOCOL_COUNT; i++) count += block->protocols[i];
    return count;
}

/* Lays the results out behind one another in shared memory. */
static Status lay_out(const Block *block, BlockResult *result, BlockState **state, Error *error) {
    size_t solvers = block->solver_count, queries = block->set->count;
    size_t head = (sizeof(BlockState) + 63) / 64 * 64;
    size_t records = (solvers * sizeof(SolverRecord) + 63) / 64 * 64;
    size_t answers = solvers * queries * sizeof(AnswerRecord);
    size_t samples = (size_t)PROTOCOL_COUNT * solvers * block->repeats * queries * sizeof(int64_t);
    *result = (BlockResult){.bytes = head + records + answers + samples,
                            .query_count = block->set->count,
                            .solver_count = block->solver_count,
                            .repeats = block->repeats};
    char *shared = shared_take(result->bytes);
    if (shared == NULL)
        return error_say(error, STATUS_NO_MEMORY, "no memory for the results of a block", NULL);
    result->shared = shared;
    *state = (BlockState *)(void *)shared;
    result->solvers = (SolverRecord *)(void *)(shared + head);
    result->answers = (AnswerRecord *)(void *)(shared + head + records);
    result->samples = (int64_t *)(void *)(shared + head + records + answers);
    memset(result->samples, 0xff, samples); /* -1: none yet */
    return STATUS_OK;
}

void block_release(BlockResult *result) {
    shared_give(result->shared, result->bytes);
    *result = (BlockResult){0};
}

/* One go of a solver, a preparation or a query (or the batch of one), as the parent sees it from outside. */
typedef struct Go {
    int64_t since;                   /* when it began, by the child's word; 0: none */
    int64_t cpu_begun, queued_begun; /* of the child when the go was first seen: a little late, never early */
    int64_t cpu_ns;                  /* what it ran in this go */
    int64_t passed_ns;               /* what went by on the wall, stops apart */
    int64_t queued_ns;               /* of it, while others had the processor */
    int64_t seen;                    /* at the last look */
} Go;

static void look_at(Go *go, const BlockState *state, pid_t child) {
    int64_t since = atomic_load(&state->since);
    int64_t now = clock_now(), cpu = child_cpu(child), queued = child_queued(child);
    bool same = atomic_load(&state->active) != 0 && atomic_load(&state->since) == since;
    if (!same) *go = (Go){.since = 0}; /* whose these figures are is not known: at the next look */
    if (!same) return;
    if (since != go->since) *go = (Go){.since = since, .cpu_begun = cpu, .queued_begun = queued, .seen = now};
    go->cpu_ns = cpu - go->cpu_begun;
    go->queued_ns = queued - go->queued_begun;
    /* When the parent was stopped itself, the child was too, more likely than not. */
    int64_t passed = now - go->seen, most = (int64_t)10 * WAIT_MILLISECONDS * 1000000;
    if (!child_stopped(child)) go->passed_ns += passed < most ? passed : most;
    go->seen = now;
}

static bool overdue(const Block *block, const Go *go) {
    double limit = block->limits.seconds * 1e9;
    if (limit <= 0) return false;
    return (double)go->cpu_ns > limit || (double)(go->passed_ns - go->queued_ns) > BACKSTOP * limit;
}

/* Gives the solver that was active its verdict. False when none was: then the harness itself is at fault. */
static bool blame(const Block *block, BlockResult *result, BlockState *state, SolverVerdict verdict,
                  const char *detail) {
    uint32_t active = atomic_exchange(&state->active, 0);
    if (active == 0 || active > block->solver_count) return false;
    SolverRecord *record = &result->solvers[active - 1];
    record->verdict = verdict;
    snprintf(record->detail, sizeof record->detail, "%s", detail);
    return true;
}

static void blame_late(const Block *block, BlockResult *result, BlockState *state, const Go *go) {
    char detail[120];
    if (atomic_load(&state->since) != go->since) return; /* it had just finished after all */
    if ((double)go->cpu_ns > block->limits.seconds * 1e9)
        snprintf(detail, sizeof detail, "more than %g s in one go", block->limits.seconds);
    else
        snprintf(detail, sizeof detail, "no end after %g s, though it ran for only %.2g s of them",
                 BACKSTOP * block->limits.seconds, (double)go->cpu_ns / 1e9);
    (void)blame(block, result, state, SOLVER_TIMEOUT, detail);
}

static Status blame_dead(const Block *block, BlockResult *result, BlockState *state, ChildEnd end,
                         Error *error) {
    char detail[120] = "it ended the process by itself";
    if (end.signal != 0)
        snprintf(detail, sizeof detail, "signal %d (%s)", end.signal, strsignal(end.signal));
    else if (atomic_load(&state->active) == 0)
        return error_say(error, STATUS_NO_MEMORY, "a block failed for want of memory", NULL);
    /* SIGKILL from outside is how the system ends what takes too much memory. */
    SolverVerdict verdict = end.signal == SIGKILL ? SOLVER_OUT_OF_MEMORY : SOLVER_CRASH;
    if (blame(block, result, state, verdict, detail)) return STATUS_OK;
    return error_say(error, STATUS_SYSTEM, "a block died outside of any solver: signal ",
                     number_text(end.signal).text, NULL);
}

/* Watches one child to its end. *again: it died, and the rest is still to do. */
static Status watch(const Block *block, BlockResult *result, BlockState *state, pid_t child, double turns,
                    void (*idle)(void *context, double share), void *context, bool *again, Error *error) {
    Go go = {0};
    for (*again = true;;) {
        if (idle != NULL) idle(context, (double)atomic_load(&state->turns) / turns);
        ChildEnd end = child_wait(child, WAIT_MILLISECONDS);
        if (end.ended) {
            *again = end.signal != 0 || state->phase != PHASE_END || end.status != STATUS_OK;
            return *again ? blame_dead(block, result, state, end, error) : STATUS_OK;
        }
        if (stop_requested()) {
            child_kill(child);
            return error_say(error, STATUS_STOPPED, "stopped", NULL);
        }
        look_at(&go, state, child);
        if (overdue(block, &go)) {
            child_kill(child);
            blame_late(block, result, state, &go);
            return STATUS_OK;
        }
    }
}

Status block_run(const Block *block, BlockResult *result, void (*idle)(void *context, double share),
                 void *context, Error *error) {
    BlockState *state = NULL;
    TRY(lay_out(block, result, &state, error));
    Processor own = {.number = 0}, *processor = block->processor == NULL ? &own : block->processor;
    bool timed = protocol_count(block) != 0;
    if (timed) processor_take(processor);
    for (uint32_t i = 0; i < block->solver_count; i++)
        result->solvers[i].crowded = timed && processor->crowded;
    BlockWork work = {block, result, state, timed ? processor : NULL};
    double turns =
        (1 + (double)protocol_count(block) * block->repeats) * block->set->count * block->solver_count;
    Status status = STATUS_OK;
    for (bool again = true; again && status == STATUS_OK;) {
        pid_t child;
        status = child_start(block_child, &work, &child, error);
        if (status == STATUS_OK)
            status = watch(block, result, state, child, turns + 1, idle, context, &again, error);
    }
    processor_give(&own);
    if (status != STATUS_OK) block_release(result);
    return status;
}
