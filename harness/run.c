#include "harness/run_block.h"

#include "harness/stop.h"
#include "harness/workers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Blocks of a run that go on at the same time. */
typedef struct Crew {
    const BlockRunner *model; /* of each process's runner */
    const BlockList *list;
    const uint32_t *numbers; /* of the crew's blocks in the list */
    uint32_t lost;           /* blocks whose process died */
} Crew;

/* The memory that all processes of a run see. */
static Status share(const BlockList *list, RunShared **shared, size_t *bytes, Error *error) {
    size_t head = (sizeof(RunShared) + 63) / 64 * 64, cells = list->places * sizeof(int64_t);
    *bytes = head + cells + list->count;
    char *memory = shared_take(*bytes);
    if (memory == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for a run", NULL);
    *shared = (RunShared *)(void *)memory;
    (*shared)->cells = (int64_t *)(void *)(memory + head);
    (*shared)->ends = (_Atomic unsigned char *)(memory + head + cells);
    (*shared)->block_count = list->count;
    return STATUS_OK;
}

/* In a process of the crew: a connection of its own, for none survives a fork. */
static Status crew_start(void *context, void **state) {
    const Crew *crew = context;
    BlockRunner *runner = malloc(sizeof *runner); /* the process's end gives it back */
    if (runner == NULL) return STATUS_NO_MEMORY;
    *runner = *crew->model;
    Error error;
    TRY(store_open(store_file(crew->model->store), false, &runner->store, &error));
    TRY(record_experiment_join(runner->store, &error));
    *state = runner;
    return STATUS_OK;
}

/* What ends the run is said once: by who sees it first. */
static Status crew_task(void *context, void *state, uint32_t task) {
    const Crew *crew = context;
    BlockRunner *runner = state;
    RunShared *shared = runner->shared;
    if (atomic_load(&shared->stopping) != 0) return STATUS_OK;
    Error error = {""};
    uint32_t number = crew->numbers[task];
    Status status = run_block(runner, &crew->list->blocks[number], number, &error);
    if (status == STATUS_OK && stop_requested()) status = error_say(&error, STATUS_STOPPED, "stopped", NULL);
    if (status == STATUS_OK || atomic_exchange(&shared->stopping, 1) != 0) return STATUS_OK;
    shared->error = error;
    atomic_store(&shared->status, (unsigned)status);
    return STATUS_OK;
}

static void crew_lost(void *context, uint32_t task, int signal) {
    Crew *crew = context;
    const BlockChoice *block = &crew->list->blocks[crew->numbers[task]];
    crew->lost++;
    fprintf(stderr, "taut: %s with %s: its process died (signal %d)\n", block->map->text,
            block->queries->text, signal);
}

/* Runs blocks beside one another. */
static Status run_beside(const BlockRunner *model, const BlockList *list, const uint32_t *numbers,
                         uint32_t count, uint32_t jobs, Error *error) {
    Crew crew = {model, list, numbers, 0};
    WorkerTasks tasks = {"blocks side by side", count, jobs, &crew, crew_start, crew_task, crew_lost};
    TRY(workers_run(&tasks, error));
    Status status = (Status)atomic_load(&model->shared->status);
    if (status != STATUS_OK && error != NULL) *error = model->shared->error;
    if (status != STATUS_OK || crew.lost == 0) return status;
    return error_say(error, STATUS_SYSTEM, number_text(crew.lost).text,
                     " blocks were lost with their processes: the same command tries them again", NULL);
}

/* Runs blocks one after the other. */
static Status run_in_turn(const BlockRunner *model, const BlockList *list, const uint32_t *numbers,
                          uint32_t count, Error *error) {
    BlockRunner runner = *model;
    double total = 0;
    for (uint32_t i = 0; i < count; i++) total += block_weight(&list->blocks[numbers[i]]);
    runner.progress = progress_start(total);
    Status status = STATUS_OK;
    for (uint32_t i = 0; i < count && status == STATUS_OK; i++) {
        runner.weight = block_weight(&list->blocks[numbers[i]]);
        status = run_block(&runner, &list->blocks[numbers[i]], numbers[i], error);
        runner.done += runner.weight;
        progress_set(&runner.progress, runner.done, runner.skipped);
        if (status == STATUS_OK && stop_requested())
            status = error_say(error, STATUS_STOPPED, "stopped", NULL);
    }
    progress_end(&runner.progress);
    processor_give(&runner.processor);
    return status;
}

/* The timed blocks of the list, or the others, in `jobs` processes. */
static Status run_kind(const BlockRunner *model, const BlockList *list, bool timed, uint32_t jobs,
                       Error *error) {
    uint32_t *numbers = calloc((size_t)list->count + 1, sizeof *numbers), count = 0;
    if (numbers == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the blocks", NULL);
    for (uint32_t i = 0; i < list->count; i++)
        if (part_is_timed(list->blocks[i].part) == timed) numbers[count++] = i;
    if (jobs > count) jobs = count;
    BlockRunner runner = *model;
    Status status;
    if (jobs <= 1) {
        status = run_in_turn(&runner, list, numbers, count, error);
    } else {
        runner.beside = jobs - 1;
        runner.jobs = model->jobs > jobs ? model->jobs / jobs : 1;
        /* Where nothing is timed, the system chooses the processors. */
        if (!timed) runner.processor = (Processor){.chosen = true, .number = -1, .lock = -1};
        status = run_beside(&runner, list, numbers, count, jobs, error);
    }
    free(numbers);
    return status;
}

static void count_ends(const RunShared *shared, RunOutcome *outcome) {
    for (uint32_t i = 0; i < shared->block_count; i++) {
        BlockEnd end = (BlockEnd)atomic_load(&shared->ends[i]);
        outcome->blocks_done_before += end == BLOCK_DONE_BEFORE;
        outcome->gaps += end == BLOCK_GAP;
        outcome->failed_blocks += end == BLOCK_FAILED;
    }
}

/* The rows around those of the blocks: the run's end, and what the experiment no longer asks for, which only
 * a run of all of it can tell. */
static Status end_run(const BlockRunner *runner, const BlockList *list, Error *error) {
    const RunShared *shared = runner->shared;
    int64_t run_id = atomic_load(&shared->run_id);
    TRY(store_begin(runner->store, error));
    if (run_id != 0) TRY(record_run_end(runner->store, run_id, error));
    if (list->count == list->plan_blocks) {
        for (uint32_t i = 0; i < list->count; i++)
            for (uint32_t s = 0; s < list->blocks[i].part->solver_count; s++) {
                int64_t cell_id = shared->cells[list->blocks[i].first_place + s];
                if (cell_id != 0)
                    TRY(record_asked(runner->store, runner->plan->experiment, list->blocks[i].part->name,
                                     cell_id, error));
            }
        TRY(record_experiment_end(runner->store, runner->plan->experiment, error));
    }
    return store_commit(runner->store, error);
}

/* Solvers whose plug-in is not there are gaps, each told with how to get it. */
static Status note_left_out(Store *store, const Plan *plan, const Part *part, Error *error) {
    for (uint32_t i = 0; i < part->left_out_count; i++) {
        char reason[SPEC_TEXT + 128];
        snprintf(reason, sizeof reason,
                 "its plug-in %s is not there: `make plugins` makes the project's; then run it again",
                 part->left_out[i].file);
        TRY(record_gap(store, plan->experiment, part->name, part->left_out[i].solver, reason, error));
    }
    return STATUS_OK;
}

static Status begin_experiment(Store *store, const Plan *plan, Error *error) {
    TRY(store_begin(store, error));
    Status status = record_experiment_begin(store, plan->experiment, error);
    if (status == STATUS_OK) status = record_planned(store, plan, error);
    for (uint32_t i = 0; i < plan->part_count && status == STATUS_OK; i++)
        status = note_left_out(store, plan, &plan->parts[i], error);
    if (status == STATUS_OK) status = store_commit(store, error);
    if (status != STATUS_OK) store_rollback(store);
    return status;
}

static Status run_list(const BlockRunner *runner, const BlockList *list, RunOutcome *outcome, Error *error) {
    const RunRequest *request = runner->request;
    TRY(begin_experiment(runner->store, runner->plan, error));
    outcome->blocks = list->count;
    Status status = run_kind(runner, list, true, request->timed_jobs, error);
    if (status == STATUS_OK) status = run_kind(runner, list, false, request->jobs, error);
    count_ends(runner->shared, outcome);
    if (status == STATUS_OK) status = end_run(runner, list, error);
    if (status != STATUS_OK) store_rollback(runner->store);
    if (status == STATUS_OK)
        status = record_faults(runner->store, runner->plan->experiment, &outcome->faults, error);
    return status;
}

Status run_plan(const Plan *plan, Store *store, const RunRequest *request, RunOutcome *outcome,
                Error *error) {
    *outcome = (RunOutcome){0};
    BlockList list;
    size_t bytes;
    (void)stop_later();
    TRY(blocks_choose(plan, &request->selection, plan->memory, &list, error));
    BlockRunner runner = {.plan = plan, .store = store, .request = request, .jobs = request->jobs};
    Status status = share(&list, &runner.shared, &bytes, error);
    if (status == STATUS_OK) status = run_list(&runner, &list, outcome, error);
    shared_give(runner.shared, bytes);
    blocks_destroy(&list);
    return status;
}
