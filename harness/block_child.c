#include "harness/block_child.h"

#include "algos/core/rng.h"
#include "harness/child.h"
#include "harness/clock.h"
#include "harness/system_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    SHORT_NS = 300,  /* a query below this is timed in batches: it is good to 1 % only above */
    BATCH_NS = 3000, /* what a batch should last */
    BATCH_MOST = 1000,
    STRETCH_NS = 10000000 /* how often what was used of the wall's time is added up */
};

/* A solver at work: everything that lives as long as the child. */
typedef struct Runner {
    const Solver *solver;
    const Settings *settings;
    Memory index_memory, scratch_memory, path_memory;
    void *index, *scratch;
    AnyPath path;
    Counters counters;
    uint32_t known; /* queries that this process has asked it */
    bool ready;
    const char *complaint; /* what came last is no answer, because; NULL: it is one */
} Runner;

typedef struct Child {
    const Block *block;
    BlockResult *result;
    BlockState *state;
    Runner *runners;
    uint32_t *order;  /* of turns */
    Usage begun;      /* of the stretch that is timed */
    ClockMark mark;   /* the last of preparations */
    bool has_foreign; /* solvers that may work in threads or programs of their own */
} Child;

/* Marks the solver as the one at work, so that the parent knows whom a death is due to. */
static void enter(Child *child, uint32_t solver) {
    atomic_store_explicit(&child->state->since, clock_now(), memory_order_relaxed);
    atomic_store_explicit(&child->state->active, solver + 1, memory_order_release);
}

static void leave(Child *child) {
    atomic_store_explicit(&child->state->active, 0, memory_order_release);
}

/* Takes the solver out of the block. */
static void fail(Child *child, uint32_t solver, SolverVerdict verdict, const char *detail) {
    SolverRecord *record = &child->result->solvers[solver];
    record->verdict = verdict;
    snprintf(record->detail, sizeof record->detail, "%.*s", (int)sizeof record->detail - 1, detail);
    child->runners[solver].ready = false;
}

static void fail_by(Child *child, uint32_t solver, Status status, const Error *error) {
    if (status == STATUS_NO_MEMORY)
        fail(child, solver, SOLVER_OUT_OF_MEMORY,
             error->text[0] == '\0' ? "an allocation was refused" : error->text);
    else if (status == STATUS_SYSTEM)
        fail(child, solver, SOLVER_CRASH, error->text);
    else
        fail(child, solver, SOLVER_REFUSED, error->text);
}

/* The records of those that are timed in one stretch: of all by turns, or of one. */
typedef struct Group {
    SolverRecord *begin, *end;
} Group;

static Group timed_together(const Child *child, int protocol, uint32_t number) {
    SolverRecord *all = child->result->solvers;
    if (protocol == PROTOCOL_INTERLEAVED) return (Group){all, all + child->block->solver_count};
    return (Group){all + number, all + number + 1};
}

static int64_t mark_of(Child *child, int protocol, bool is_before) {
    return protocol == BRACKET_PREPARE ? clock_bracket_short(&child->mark, is_before) : clock_bracket();
}

/* What was used so far: with solvers from outside also by what they have started. */
static Usage usage_so_far(const Child *child) {
    Usage usage = usage_now();
    if (child->has_foreign) usage.cpu_ns = child_cpu(getpid());
    return usage;
}

/* Adds the stretch that ends here to what was used while they were timed, and begins the next. */
static void add_stretch(Child *child, int protocol, uint32_t number) {
    Usage now = usage_so_far(child);
    Group group = timed_together(child, protocol, number);
    for (SolverRecord *record = group.begin; record < group.end; record++) {
        record->wall_ns[protocol] += now.wall_ns - child->begun.wall_ns;
        record->cpu_ns[protocol] += now.cpu_ns - child->begun.cpu_ns;
        record->switches[protocol] += now.switches - child->begun.switches;
    }
    child->begun = now;
}

/* The clock's mark before the first of all stretches, whichever child that was in, and the first stretch of
 * this child. */
static void begin_timing(Child *child, int protocol, uint32_t number) {
    Group group = timed_together(child, protocol, number);
    int64_t mark = mark_of(child, protocol, true);
    for (SolverRecord *record = group.begin; record < group.end; record++)
        if (record->bracket_before[protocol] == 0) record->bracket_before[protocol] = mark;
    child->begun = usage_so_far(child);
}

static void end_timing(Child *child, int protocol, uint32_t number) {
    add_stretch(child, protocol, number);
    Group group = timed_together(child, protocol, number);
    int64_t mark = mark_of(child, protocol, false);
    for (SolverRecord *record = group.begin; record < group.end; record++)
        record->bracket_after[protocol] = mark;
}

static void prepare(Child *child, uint32_t number) {
    const Block *block = child->block;
    Runner *runner = &child->runners[number];
    SolverRecord *record = &child->result->solvers[number];
    if (record->verdict != SOLVER_DONE || record->released) return;
    const SolverChoice *choice = block->solvers[number];
    *runner = (Runner){.solver = choice->solver, .settings = &choice->settings};
    runner->index_memory = runner->scratch_memory = runner->path_memory = system_memory();
    runner->index_memory.limit = runner->scratch_memory.limit = block->limits.bytes;
    runner->path = any_path_in(&runner->path_memory);
    Error error = {""};
    if (!record->prepared) begin_timing(child, BRACKET_PREPARE, number);
    enter(child, number);
    int64_t before = clock_now();
    Status status = solver_prepare(runner->solver, runner->settings, block->map, block->set->points != NULL,
                                   &runner->index_memory, &runner->index, &error);
    int64_t taken = clock_now() - before;
    leave(child);
    if (!record->prepared) end_timing(child, BRACKET_PREPARE, number);
    enter(child, number);
    if (status == STATUS_OK)
        status = runner->solver->scratch_create(runner->index, &runner->scratch_memory, &runner->scratch);
    runner->ready = status == STATUS_OK;
    /* What the child before this one measured stands. */
    bool first = runner->ready && !record->prepared;
    if (first && runner->solver->describe != NULL) runner->solver->describe(runner->index, &record->facts);
    leave(child);
    if (!runner->ready) fail_by(child, number, status, &error);
    if (!first) return;
    record->prepared = true;
    record->prepare_ns = taken;
    record->index_bytes = runner->index_memory.live;
    record->index_peak_bytes = runner->index_memory.peak;
}

/* The query as the solver is asked it. */
static AnyQuery query_of(const Child *child, uint32_t number, uint32_t query) {
    const Runner *runner = &child->runners[number];
    AnyQuery given = query_at(child->block->set, query);
    return query_for(&given, runner->solver->move(runner->settings));
}

/* Asks once; false when the solver failed. */
static bool ask(Child *child, uint32_t number, const AnyQuery *query) {
    Runner *runner = &child->runners[number];
    Status status =
        solver_ask(runner->solver, runner->index, runner->scratch, query, &runner->path, &runner->counters);
    runner->complaint = NULL;
    if (status == STATUS_OK) return true;
    const char *complaint =
        runner->solver->complaint == NULL ? "" : runner->solver->complaint(runner->scratch);
    if (status == STATUS_BAD_INPUT) { /* no answer, and the next may be one */
        runner->path.cells.count = runner->path.points.count = 0;
        runner->complaint = complaint;
        return true;
    }
    leave(child);
    Error error = {""};
    (void)error_say(&error, status,
                    complaint[0] == '\0' && status != STATUS_NO_MEMORY ? "a query failed" : complaint, NULL);
    fail_by(child, number, status, &error);
    return false;
}

/* What is no answer is an invalid one; false when there is nothing to say. */
static bool note_complaint(const Runner *runner, AnswerRecord *answer) {
    if (runner->complaint == NULL) return false;
    answer->verdict = ANSWER_INVALID;
    snprintf(answer->detail, sizeof answer->detail, "%.*s", (int)sizeof answer->detail - 1,
             runner->complaint);
    return true;
}

/* Asks once by the clock; *least becomes what that took when it is less. */
static bool ask_clocked(Child *child, uint32_t number, const AnyQuery *query, double *least) {
    enter(child, number);
    int64_t before = clock_now();
    if (!ask(child, number, query)) return false;
    double taken = (double)(clock_now() - before) - child->block->clock_cost;
    leave(child);
    if (taken < *least) *least = taken;
    return true;
}

/* How often a query is asked in a row for one sample. Once where it does something else when it is asked
 * again: what is kept after it, such as a flow field, is not to be spread over many. */
static uint32_t batch_for(double taken, const Counters *first, const Counters *again) {
    if (taken >= SHORT_NS || memcmp(first, again, sizeof *first) != 0) return 1;
    double wanted = BATCH_NS / (taken < 1 ? 1 : taken) + 1;
    return wanted > BATCH_MOST ? BATCH_MOST : (uint32_t)wanted;
}

/* The first answer to a query: checked against map and optimum, and the size of its batches found. */
static void check(Child *child, uint32_t number, uint32_t query) {
    const Block *block = child->block;
    Runner *runner = &child->runners[number];
    AnswerRecord *answer = block_answer(child->result, number, query);
    AnyQuery ends = query_of(child, number, query);
    runner->counters = (Counters){0};
    double taken = BATCH_NS;
    if (!ask_clocked(child, number, &ends, &taken)) return;
    runner->known++;
    answer->counters = runner->counters;
    Move move = runner->solver->move(runner->settings);
    const Optimum *optimum = block->optimum[move] == NULL ? NULL : &block->optimum[move][query];
    Judgement given = answer_judge(block->judge, block->solvers[number], &ends, &runner->path, optimum);
    answer->verdict = given.verdict;
    answer->found = given.found;
    answer->walked = given.walked;
    answer->length = given.length;
    answer->excess = given.excess;
    answer->claimed = runner->path.cells.length;
    answer->claimed_length = runner->path.points.length;
    answer->path_cells = any_path_count(&runner->path, ends.is_planar);
    answer->path_hash = any_path_hash(&runner->path, ends.is_planar);
    snprintf(answer->detail, sizeof answer->detail, "%.*s", (int)sizeof answer->detail - 1, given.why.text);
    (void)note_complaint(runner, answer);
    /* The better of two, lest an interruption makes a short query look long. */
    runner->counters = (Counters){0};
    if (!ask_clocked(child, number, &ends, &taken)) return;
    answer->batch = batch_for(taken, &answer->counters, &runner->counters);
}

/* One sample. The clock runs over the queries alone. */
static void measure(Child *child, int protocol, uint32_t number, uint32_t repeat, uint32_t query) {
    Runner *runner = &child->runners[number];
    AnswerRecord *answer = block_answer(child->result, number, query);
    AnyQuery ends = query_of(child, number, query);
    enter(child, number);
    int64_t before = clock_now();
    for (uint32_t i = 0; i < answer->batch; i++)
        if (!ask(child, number, &ends)) return;
    int64_t after = clock_now();
    leave(child);
    if (after - child->begun.wall_ns > STRETCH_NS) add_stretch(child, protocol, number);
    double taken = (double)(after - before) - child->block->clock_cost;
    *block_sample(child->result, protocol, number, repeat, query) = taken > 0 ? (int64_t)(taken + 0.5) : 0;
    atomic_fetch_add_explicit(&child->state->turns, 1, memory_order_relaxed);
    if (note_complaint(runner, answer)) return;
    /* The clock stands: the whole path is compared, not only its length. */
    if (any_path_count(&runner->path, ends.is_planar) == answer->path_cells &&
        any_path_hash(&runner->path, ends.is_planar) == answer->path_hash &&
        length_compare(runner->path.cells.length, answer->claimed) == 0 &&
        !(runner->path.points.length < answer->claimed_length) &&
        !(runner->path.points.length > answer->claimed_length))
        return;
    answer->verdict = ANSWER_INVALID;
    snprintf(answer->detail, sizeof answer->detail, "another path in repeat %u than before", repeat);
}

static void shuffle(Child *child, uint64_t salt, uint64_t more) {
    uint32_t count = child->block->solver_count;
    for (uint32_t i = 0; i < count; i++) child->order[i] = i;
    Rng rng = rng_from(child->block->seed ^ (salt * 0x9e3779b97f4a7c15u) ^ (more << 40));
    rng_shuffle(&rng, child->order, count);
}

/* A process that took a dead one's place has answered few of the queries, or none: here it makes up for that,
 * so that what is timed is as warm as it was before. */
static void make_known(Child *child, uint32_t number) {
    Runner *runner = &child->runners[number];
    if (!runner->ready || runner->known == child->block->set->count) return;
    for (uint32_t query = 0; query < child->block->set->count; query++) {
        AnyQuery ends = query_of(child, number, query);
        enter(child, number);
        if (!ask(child, number, &ends)) return;
        leave(child);
    }
    runner->known = child->block->set->count;
}

/* All solvers take turns on each query, in an order drawn for that query. */
static void run_interleaved(Child *child) {
    BlockState *state = child->state;
    for (uint32_t i = 0; i < child->block->solver_count; i++) make_known(child, i);
    begin_timing(child, PROTOCOL_INTERLEAVED, 0);
    for (; state->repeat < child->block->repeats; state->repeat++, state->query = 0)
        for (; state->query < child->block->set->count; state->query++) {
            shuffle(child, state->query, state->repeat + 1);
            for (uint32_t i = 0; i < child->block->solver_count; i++)
                if (child->runners[child->order[i]].ready)
                    measure(child, PROTOCOL_INTERLEAVED, child->order[i], state->repeat, state->query);
        }
    end_timing(child, PROTOCOL_INTERLEAVED, 0);
}

/* One solver at a time answers all queries in a row. */
static void run_warm(Child *child) {
    BlockState *state = child->state;
    for (; state->turn < child->block->solver_count; state->turn++) {
        shuffle(child, 0, 0);
        uint32_t number = child->order[state->turn];
        make_known(child, number);
        if (!child->runners[number].ready) continue;
        begin_timing(child, PROTOCOL_WARM, number);
        for (uint32_t repeat = 0; repeat < child->block->repeats; repeat++)
            for (uint32_t query = 0; query < child->block->set->count && child->runners[number].ready;
                 query++)
                measure(child, PROTOCOL_WARM, number, repeat, query);
        end_timing(child, PROTOCOL_WARM, number);
    }
}

static void check_all(Child *child) {
    for (uint32_t query = 0; query < child->block->set->count; query++)
        for (uint32_t i = 0; i < child->block->solver_count; i++) {
            if (!child->runners[i].ready || block_answer(child->result, i, query)->batch != 0) continue;
            check(child, i, query);
            atomic_fetch_add_explicit(&child->state->turns, 1, memory_order_relaxed);
        }
}

static void note_scratches(Child *child) {
    for (uint32_t i = 0; i < child->block->solver_count; i++)
        child->result->solvers[i].scratch_bytes = child->runners[i].scratch_memory.peak;
}

/* Destroying is the solver's work too. The child after one that died in it prepares those that are left once
 * more, so that each is tried. */
static void release(Child *child, uint32_t number) {
    Runner *runner = &child->runners[number];
    if (runner->solver == NULL) return;
    enter(child, number);
    if (runner->scratch != NULL) runner->solver->scratch_destroy(runner->scratch);
    if (runner->index != NULL) runner->solver->index_destroy(runner->index);
    any_path_destroy(&runner->path);
    leave(child);
    child->result->solvers[number].released = true;
}

/* Goes through the phases from the one that the state names. */
static void run_phases(Child *child) {
    BlockState *state = child->state;
    for (uint32_t i = 0; i < child->block->solver_count; i++) prepare(child, i);
    if (state->phase < PHASE_CHECK) state->phase = PHASE_CHECK;
    if (state->phase == PHASE_CHECK) {
        check_all(child);
        state->phase = PHASE_INTERLEAVED;
    }
    if (state->phase == PHASE_INTERLEAVED) {
        if (child->block->protocols[PROTOCOL_INTERLEAVED]) run_interleaved(child);
        state->phase = PHASE_WARM;
    }
    if (state->phase == PHASE_WARM) {
        if (child->block->protocols[PROTOCOL_WARM]) run_warm(child);
        note_scratches(child);
        state->phase = PHASE_RELEASE;
    }
    for (uint32_t i = 0; i < child->block->solver_count; i++) release(child, i);
    state->phase = PHASE_END;
}

Status block_child(void *untyped) {
    const BlockWork *work = untyped;
    uint32_t count = work->block->solver_count;
    Child child = {.block = work->block,
                   .result = work->result,
                   .state = work->state,
                   .runners = calloc(count, sizeof(Runner)),
                   .order = calloc(count, sizeof(uint32_t))};
    Status status = child.runners == NULL || child.order == NULL ? STATUS_NO_MEMORY : STATUS_OK;
    if (status == STATUS_OK) {
        for (uint32_t i = 0; i < count; i++)
            child.has_foreign = child.has_foreign || work->block->solvers[i]->solver->adapted != NULL;
        processor_pin(work->processor);
        run_phases(&child);
    }
    free(child.runners);
    free(child.order);
    return status;
}
