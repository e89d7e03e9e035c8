#include "harness/block.h"

#include "harness/block_child.h"
#include "harness/clock.h"
#include "harness/child.h"
#include "harness/stop.h"
#include "harness/workers.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MILLISECOND = 1000000,
    WAIT_MILLISECONDS = 10,
    BACKSTOP = 10 /* limits of time that may go by while a solver sleeps */
};

/* What may go by at least: the parent looks every WAIT_MILLISECONDS, and learns of a wait for the processor
 * when it has ended. */
static const double backstop_least = 0.1;

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

const char *bracket_name(int bracket) {
    return bracket == BRACKET_PREPARE ? "prepare" : protocol_name(bracket);
}

/* Whether the process lacked time on the processor. Asking for both times takes microseconds, and one
 * interruption some thirty: of what is short they are a large part, and which of the two times they are in is
 * chance. That the processor was taken away is certain, however short. */
static bool lacked_time(const SolverRecord *record, int bracket) {
    int64_t wall = record->wall_ns[bracket], least = wall;
    if (bracket == BRACKET_PREPARE && wall < MILLISECOND) {
        if (record->switches[bracket] > 0) return true;
        least = MILLISECOND;
    }
    return (double)(wall - record->cpu_ns[bracket]) > idle_tolerance * (double)least;
}

bool solver_flagged(const SolverRecord *record, int bracket) {
    int64_t before = record->bracket_before[bracket], after = record->bracket_after[bracket];
    int64_t least = before < after ? before : after;
    return record->crowded || (double)llabs(after - before) > bracket_tolerance * (double)least ||
           lacked_time(record, bracket);
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
    size_t begun_bytes, grown_bytes; /* of the child in memory: when the go was first seen; more since then */
} Go;

static void look_at(Go *go, const BlockState *state, pid_t child) {
    int64_t since = atomic_load(&state->since);
    int64_t now = clock_now(), cpu = child_cpu(child), queued = child_queued(child);
    bool same = atomic_load(&state->active) != 0 && atomic_load(&state->since) == since;
    if (!same) *go = (Go){.since = 0}; /* whose these figures are is not known: at the next look */
    if (!same) return;
    size_t bytes = child_resident(child);
    if (since != go->since)
        *go =
            (Go){.since = since, .cpu_begun = cpu, .queued_begun = queued, .seen = now, .begun_bytes = bytes};
    go->grown_bytes = bytes > go->begun_bytes ? bytes - go->begun_bytes : 0;
    go->cpu_ns = cpu - go->cpu_begun;
    go->queued_ns = queued - go->queued_begun;
    /* When the parent was stopped itself, the child was too, more likely than not. */
    int64_t passed = now - go->seen, most = (int64_t)10 * WAIT_MILLISECONDS * 1000000;
    if (!child_stopped(child)) go->passed_ns += passed < most ? passed : most;
    go->seen = now;
}

static double backstop(const Block *block) {
    double seconds = BACKSTOP * block->limits.seconds;
    return seconds > backstop_least ? seconds : backstop_least;
}

static bool overdue(const Block *block, const Go *go) {
    double limit = block->limits.seconds * 1e9;
    if (limit <= 0) return false;
    return (double)go->cpu_ns > limit || (double)(go->passed_ns - go->queued_ns) > backstop(block) * 1e9;
}

/* A plug-in may have a heap of its own, which counts nothing: what can be seen from outside is by how much
 * its process grows in one go. */
static bool overgrown(const Block *block, const BlockState *state, const Go *go) {
    uint32_t active = atomic_load(&state->active);
    if (block->limits.bytes == 0 || active == 0 || active > block->solver_count) return false;
    return block->solvers[active - 1]->solver->adapted != NULL && go->grown_bytes > block->limits.bytes;
}

/* The children of a block, as their parent watches them. */
typedef struct Watch {
    const Block *block;
    BlockResult *result;
    BlockState *state;
    Processor *processor;
    void (*idle)(void *context, double share);
    void *context;
    double turns;                /* in all */
    int64_t memory_kills;        /* by the system's count when the child began */
    bool killed_between, shared; /* once from outside, while no solver was at work; the processor, ever */
} Watch;

/* Gives the solver that was active its verdict. False when none was: then the harness itself is at fault. A
 * solver that had failed already and dies when it is destroyed has the worse of its faults for a verdict. */
static bool blame(const Watch *watch, SolverVerdict verdict, const char *detail) {
    uint32_t active = atomic_exchange(&watch->state->active, 0);
    if (active == 0 || active > watch->block->solver_count) return false;
    SolverRecord *record = &watch->result->solvers[active - 1];
    char before[120] = "";
    if (record->verdict != SOLVER_DONE)
        snprintf(before, sizeof before, "; before that %s: %.80s", solver_verdict_name(record->verdict),
                 record->detail);
    const char *where = watch->state->phase == PHASE_RELEASE ? " when it was destroyed" : "";
    snprintf(record->detail, sizeof record->detail, "%.80s%s%s", detail, where, before);
    record->verdict = verdict;
    return true;
}

static void blame_late(const Watch *watch, const Go *go) {
    char detail[120];
    double limit = watch->block->limits.seconds;
    if (atomic_load(&watch->state->since) != go->since) return; /* it had just finished after all */
    if ((double)go->cpu_ns > limit * 1e9)
        snprintf(detail, sizeof detail, "more than %g s in one go", limit);
    else /* what it ran before it was first seen is not known */
        snprintf(detail, sizeof detail, "no end after %g s, though it ran for at most %.2g s of them",
                 backstop(watch->block), (double)go->cpu_ns / 1e9 + WAIT_MILLISECONDS / 1e3);
    (void)blame(watch, SOLVER_TIMEOUT, detail);
}

/* A signal that no process raises by a fault is somebody's doing: of a person, a session's end, a program
 * that watches memory. It says nothing of the solver, so the child's work is tried once more from the same
 * place; but what happens to the same solver twice is likely to be its own doing after all. Only the system
 * itself counts those that it ends for want of memory, though not whom: another's end at the same time would
 * be taken for this one's. */
static bool try_again(Watch *watch, ChildEnd end) {
    uint32_t active = atomic_load(&watch->state->active);
    bool none = active == 0 || active > watch->block->solver_count;
    bool *killed = none ? &watch->killed_between : &watch->result->solvers[active - 1].killed;
    if (end.signal == 0 || signal_is_fault(end.signal) || *killed) return false;
    *killed = true;
    return true;
}

static Status blame_dead(Watch *watch, ChildEnd end, Error *error) {
    char detail[80] = "it ended the process by itself";
    bool starved = end.signal == SIGKILL && out_of_memory_kills(watch->block->vmstat) > watch->memory_kills;
    if (!starved && try_again(watch, end)) return STATUS_OK;
    const char *why = starved ? ": the system was out of memory" : ", twice: from outside";
    if (end.signal != 0)
        snprintf(detail, sizeof detail, "signal %d (%.30s)%s", end.signal, strsignal(end.signal),
                 signal_is_fault(end.signal) ? "" : why);
    else if (atomic_load(&watch->state->active) == 0)
        return error_say(error, STATUS_NO_MEMORY, "a block failed for want of memory", NULL);
    if (blame(watch, starved ? SOLVER_OUT_OF_MEMORY : SOLVER_CRASH, detail)) return STATUS_OK;
    return error_say(error, STATUS_SYSTEM, "a block died outside of any solver: signal ",
                     number_text(end.signal).text, NULL);
}

/* Watches one child to its end. *again: it died, and the rest is still to do. Where nothing is left to do, a
 * death costs nothing. */
static Status watch_child(Watch *watch, pid_t child, bool *again, Error *error) {
    Go go = {0};
    for (*again = true;;) {
        if (watch->idle != NULL)
            watch->idle(watch->context, (double)atomic_load(&watch->state->turns) / watch->turns);
        ChildEnd end = child_wait(child, WAIT_MILLISECONDS);
        watch->shared = processor_shared(watch->processor) || watch->shared;
        if (end.ended) {
            *again = watch->state->phase != PHASE_END || (end.signal == 0 && end.status != STATUS_OK);
            return *again ? blame_dead(watch, end, error) : STATUS_OK;
        }
        if (stop_requested()) {
            child_kill(child);
            return error_say(error, STATUS_STOPPED, "stopped", NULL);
        }
        look_at(&go, watch->state, child);
        if (overgrown(watch->block, watch->state, &go)) {
            child_kill(child);
            (void)blame(watch, SOLVER_OUT_OF_MEMORY, "its process grew by more than the limit in one go");
            return STATUS_OK;
        }
        if (overdue(watch->block, &go)) {
            child_kill(child);
            blame_late(watch, &go);
            return STATUS_OK;
        }
    }
}

Status block_run(const Block *block, BlockResult *result, void (*idle)(void *context, double share),
                 void *context, Error *error) {
    BlockState *state = NULL;
    TRY(lay_out(block, result, &state, error));
    Processor own = {.number = 0}, *processor = block->processor == NULL ? &own : block->processor;
    processor_take(processor);
    BlockWork work = {block, result, state, processor};
    Watch watch = {.block = block,
                   .result = result,
                   .state = state,
                   .processor = processor,
                   .idle = idle,
                   .context = context,
                   .turns = (1 + (double)protocol_count(block) * block->repeats) * block->set->count *
                                block->solver_count +
                            1};
    Status status = STATUS_OK;
    for (bool again = true; again && status == STATUS_OK;) {
        pid_t child;
        atomic_store(&state->active, 0);
        watch.memory_kills = out_of_memory_kills(block->vmstat);
        status = child_start(block_child, &work, &child, error);
        if (status == STATUS_OK) status = watch_child(&watch, child, &again, error);
    }
    for (uint32_t i = 0; i < block->solver_count; i++) result->solvers[i].crowded = watch.shared;
    processor_give(&own);
    if (status != STATUS_OK) block_release(result);
    return status;
}
