#include "harness/block.h"

#include "harness/block_child.h"
#include "harness/clock.h"
#include "harness/child.h"
#include "harness/workers.h"

#include <stdio.h>
#include <string.h>

enum { WAIT_MILLISECONDS = 10 };

const char *solver_verdict_name(SolverVerdict verdict) {
    static const char *const names[] = {"done", "refused", "crash", "timeout", "out-of-memory"};
    return names[verdict];
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

/* Gives the solver that was active its verdict. False when none was: then the harness itself is at fault. */
static bool blame(const Block *block, BlockResult *result, BlockState *state, SolverVerdict verdict,
                  int signal) {
    uint32_t active = atomic_load(&state->active);
    if (active == 0 || active > block->solver_count) return false;
    SolverRecord *record = &result->solvers[active - 1];
    record->verdict = verdict;
    if (verdict == SOLVER_TIMEOUT)
        snprintf(record->detail, sizeof record->detail, "more than %g s in one go", block->limits.seconds);
    else if (signal == 0)
        snprintf(record->detail, sizeof record->detail, "it ended the process by itself");
    else
        snprintf(record->detail, sizeof record->detail, "signal %d (%s)", signal, strsignal(signal));
    atomic_store(&state->active, 0);
    return true;
}

static bool overdue(const Block *block, BlockState *state) {
    if (block->limits.seconds <= 0 || atomic_load(&state->active) == 0) return false;
    return (double)(clock_now() - atomic_load(&state->since)) / 1e9 > block->limits.seconds;
}

/* Watches one child to its end. *again: it died, and the rest is still to do. */
static Status watch(const Block *block, BlockResult *result, BlockState *state, pid_t child, double turns,
                    void (*idle)(void *context, double share), void *context, bool *again, Error *error) {
    *again = false;
    for (;;) {
        ChildEnd end = child_wait(child, WAIT_MILLISECONDS);
        if (end.ended && end.signal == 0 && state->phase == PHASE_END && end.status == STATUS_OK)
            return STATUS_OK;
        if (end.ended && end.signal == 0 && atomic_load(&state->active) == 0)
            return error_say(error, STATUS_NO_MEMORY, "a block failed for want of memory", NULL);
        if (end.ended) {
            *again = true;
            /* SIGKILL from outside is how the system ends what takes too much memory. */
            SolverVerdict verdict = end.signal == SIGKILL ? SOLVER_OUT_OF_MEMORY : SOLVER_CRASH;
            if (blame(block, result, state, verdict, end.signal)) return STATUS_OK;
            return error_say(error, STATUS_SYSTEM, "a block died outside of any solver: signal ",
                             number_text(end.signal).text, NULL);
        }
        if (stop_requested()) {
            child_kill(child);
            return error_say(error, STATUS_STOPPED, "stopped", NULL);
        }
        if (overdue(block, state)) {
            child_kill(child);
            *again = blame(block, result, state, SOLVER_TIMEOUT, SIGKILL);
            if (*again) return STATUS_OK;
            *again = true; /* it had just finished after all: go on from where it was */
            return STATUS_OK;
        }
        if (idle != NULL) idle(context, (double)atomic_load(&state->turns) / turns);
    }
}

Status block_run(const Block *block, BlockResult *result, void (*idle)(void *context, double share),
                 void *context, Error *error) {
    BlockState *state = NULL;
    TRY(lay_out(block, result, &state, error));
    BlockWork work = {block, result, state};
    double turns =
        (1 + (double)protocol_count(block) * block->repeats) * block->set->count * block->solver_count;
    Status status = STATUS_OK;
    for (bool again = true; again && status == STATUS_OK;) {
        pid_t child;
        status = child_start(block_child, &work, &child, error);
        if (status == STATUS_OK)
            status = watch(block, result, state, child, turns + 1, idle, context, &again, error);
    }
    if (status != STATUS_OK) block_release(result);
    return status;
}
