#include "harness/run.h"

#include "algos/map/map_outline.h"
#include "harness/stop.h"
#include "harness/clock.h"
#include "harness/grown.h"
#include "harness/load.h"
#include "harness/progress.h"
#include "harness/system_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct Runner {
    const Plan *plan;
    Store *store;
    const char *command;
    uint32_t jobs;
    RunOutcome *outcome;
    double clock_cost;
    int64_t run_id; /* 0 until something has to be measured */
    Processor processor;
    Progress progress;
    double done, skipped, weight; /* of the blocks so far; of the one that runs */
} Runner;

/* One block of the plan with its rows' ids. */
typedef struct Job {
    const Part *part;
    const MapChoice *map_choice;
    const QueryChoice *query_choice;
    Memory memory;
    Map map;
    QuerySet set;
    int64_t query_set_id, first_query_id;
    int64_t *cells, *attempts;    /* of the part's solvers; attempts that stand for them, 0: none yet */
    const SolverChoice **solvers; /* those still to be measured: */
    uint32_t *places;             /* which they are among the part's */
    uint32_t solver_count;
    Judge judge;
    Optimum *optimum[MOVE_COUNT];
} Job;

static Status no_memory(Error *error) {
    return error_say(error, STATUS_NO_MEMORY, "no memory for a block", NULL);
}

/* Expected work of a block: what its map holds, times what is asked. Only ratios matter. */
static double weigh(const Part *part, const MapChoice *choice) {
    double cells = 250000;
    struct stat file;
    if (choice->generator == NULL) {
        if (stat(grown_name(choice).text, &file) == 0) cells = (double)file.st_size;
    } else {
        int width = parameter_find(choice->generator->parameters, "width", 5);
        int height = parameter_find(choice->generator->parameters, "height", 6);
        if (width >= 0 && height >= 0)
            cells = (double)choice->settings.value[width] * (double)choice->settings.value[height];
    }
    uint32_t protocols = 0;
    for (int i = 0; i < PROTOCOL_COUNT; i++) protocols += part->protocols[i];
    return cells * (2 + protocols * part->repeats) * part->solver_count;
}

static void show_share(void *context, double share) {
    Runner *runner = context;
    progress_set(&runner->progress, runner->done + runner->weight * share, runner->skipped);
}

/* Begins the run in the database once there is something to measure. */
static Status begin_run(Runner *runner, Error *error) {
    if (runner->run_id != 0) return STATUS_OK;
    Host host;
    host_read(&host);
    runner->clock_cost = clock_cost();
    return record_run(runner->store, &host, runner->command, runner->clock_cost, &runner->run_id, error);
}

/* Rows for all that the block names, and which cells still need measuring. */
static Status register_block(Runner *runner, Job *job, Error *error) {
    const Part *part = job->part;
    int64_t map_id;
    TRY(record_map(runner->store, job->map_choice, &job->map, &map_id, error));
    TRY(record_queries(runner->store, map_id, job->query_choice->text, &job->set, &job->query_set_id,
                       &job->first_query_id, error));
    for (uint32_t i = 0; i < part->solver_count; i++) {
        int64_t solver_id;
        TRY(record_solver(runner->store, &part->solvers[i], &solver_id, error));
        TRY(record_cell(runner->store, &job->map, &job->set, job->query_set_id, &part->solvers[i], solver_id,
                        &job->cells[i], error));
    }
    TRY(record_standing(runner->store, part, job->query_set_id, job->cells, part->solver_count, job->attempts,
                        error));
    for (uint32_t i = 0; i < part->solver_count; i++) {
        TRY(record_member(runner->store, runner->plan->experiment, part, job->cells[i], i, job->attempts[i],
                          error));
        if (job->attempts[i] != 0) continue;
        job->solvers[job->solver_count] = &part->solvers[i];
        job->places[job->solver_count++] = i;
    }
    return STATUS_OK;
}

/* Whether the solver will be refused for what it says of maps and queries of this kind: no optimum is needed
 * then, and there may be none. */
static bool is_refused(const Job *job, const SolverChoice *choice) {
    Error why;
    Move move = choice->solver->move(&choice->settings);
    return (move == MOVE_ANY && !map_has_plane(&job->map)) ||
           solver_takes(choice->solver, &job->map, job->set.points != NULL, &why) != STATUS_OK;
}

/* The optima under each rule that a solver of the block has: from the database, else by the oracle. */
static Status find_optima(Runner *runner, Job *job, Error *error) {
    for (uint32_t i = 0; i < job->solver_count; i++) {
        const SolverChoice *choice = job->solvers[i];
        if (choice->solver->guarantee(&choice->settings) == GUARANTEE_NOTHING) continue;
        Move move = choice->solver->move(&choice->settings);
        if (job->optimum[move] != NULL || is_refused(job, choice)) continue;
        if (move == MOVE_ANY) TRY(judge_add_plane(&job->judge, error));
        job->optimum[move] = memory_take_zeroed(&job->memory, job->set.count, sizeof(Optimum));
        if (job->optimum[move] == NULL) return no_memory(error);
        TRY(record_optima_read(runner->store, job->first_query_id, job->set.count, move, &job->memory,
                               job->optimum[move], error));
        TRY(oracle_run(&job->map, job->judge.polygons, move, &job->set, runner->jobs, &job->memory,
                       job->optimum[move], error));
        TRY(store_begin(runner->store, error));
        TRY(record_optima_write(runner->store, job->first_query_id, job->set.count, move, job->optimum[move],
                                error));
        TRY(store_commit(runner->store, error));
    }
    return STATUS_OK;
}

/* The rows of what a block measured, which from now on stands for its cells. */
static Status store_block(Runner *runner, const Job *job, const Block *block, const BlockResult *result,
                          Error *error) {
    int64_t block_id, attempt_id;
    TRY(record_block(runner->store, runner->run_id, job->query_set_id, block, &block_id, error));
    if (block->protocols[PROTOCOL_INTERLEAVED] || block->protocols[PROTOCOL_WARM])
        TRY(record_members_replaced(runner->store, runner->plan->experiment, job->part, job->query_set_id,
                                    error));
    for (uint32_t i = 0; i < job->solver_count; i++) {
        uint32_t place = job->places[i];
        TRY(record_attempt(runner->store, block_id, job->cells[place], job->first_query_id, block, result, i,
                           &attempt_id, error));
        TRY(record_member(runner->store, runner->plan->experiment, job->part, job->cells[place], place,
                          attempt_id, error));
    }
    return STATUS_OK;
}

/* What judging needs; its errors name the map and the queries. */
static Status prepare_judging(Runner *runner, Job *job, Error *error) {
    Status status = judge_create(&job->map, &job->memory, &job->judge, error);
    if (status == STATUS_OK) status = find_optima(runner, job, error);
    if (status == STATUS_STOPPED) return status;
    return error_about(job->query_choice->text, job->map_choice->text, status, error);
}

static Status measure_block(Runner *runner, Job *job, Error *error) {
    TRY(begin_run(runner, error));
    TRY(prepare_judging(runner, job, error));
    Block block = {.map = &job->map,
                   .judge = &job->judge,
                   .set = &job->set,
                   .solvers = job->solvers,
                   .solver_count = job->solver_count,
                   .repeats = job->part->repeats,
                   .limits = job->part->limits,
                   .clock_cost = runner->clock_cost,
                   .seed = map_hash(&job->map) ^ query_set_hash(&job->set),
                   .processor = &runner->processor};
    memcpy(block.protocols, job->part->protocols, sizeof block.protocols);
    for (int move = 0; move < MOVE_COUNT; move++) block.optimum[move] = job->optimum[move];
    BlockResult result;
    TRY(block_run(&block, &result, show_share, runner, error));
    Status status = store_begin(runner->store, error);
    if (status == STATUS_OK) status = store_block(runner, job, &block, &result, error);
    block_release(&result);
    if (status == STATUS_OK) status = store_commit(runner->store, error);
    return status;
}

static Status run_loaded(Runner *runner, Job *job, Error *error) {
    uint32_t count = job->part->solver_count;
    job->solvers = memory_take(&job->memory, count, sizeof(*job->solvers));
    job->places = memory_take(&job->memory, count, sizeof *job->places);
    job->cells = memory_take(&job->memory, count, sizeof *job->cells);
    job->attempts = memory_take(&job->memory, count, sizeof *job->attempts);
    if (job->solvers == NULL || job->places == NULL || job->cells == NULL || job->attempts == NULL)
        return no_memory(error);
    TRY(store_begin(runner->store, error));
    TRY(register_block(runner, job, error));
    TRY(store_commit(runner->store, error));
    if (job->solver_count != 0) return measure_block(runner, job, error);
    runner->outcome->blocks_done_before++;
    runner->skipped += runner->weight;
    return STATUS_OK;
}

/* An optional map that is not there is a gap; the reason is stored with how to get it. */
static Status note_gap(Runner *runner, const Job *job, Error *error) {
    runner->outcome->gaps++;
    runner->skipped += runner->weight;
    fprintf(stderr, "taut: %s is not there: its rows will be missing (README, \"Real maps\")\n",
            job->map_choice->text);
    return record_gap(runner->store, runner->plan->experiment, job->part->name, job->map_choice->text,
                      "the file is not there: set TAUT_BENCHMARKS to the folder of the real maps (README)",
                      error);
}

/* A map or queries that cannot be had cost their own block: the rest of a long run goes on, and its end
 * tells. */
static Status note_failure(Runner *runner, const Job *job, const Error *why, Error *error) {
    char spec[2 * SPEC_TEXT + 16];
    snprintf(spec, sizeof spec, "%s with %s", job->map_choice->text, job->query_choice->text);
    runner->outcome->failed_blocks++;
    fprintf(stderr, "taut: %s\n", why->text);
    return record_gap(runner->store, runner->plan->experiment, job->part->name, spec, why->text, error);
}

static void release_job(Job *job) {
    for (int move = 0; move < MOVE_COUNT; move++) {
        if (job->optimum[move] != NULL) optima_destroy(job->optimum[move], job->set.count, &job->memory);
        memory_give(&job->memory, job->optimum[move]);
    }
    judge_destroy(&job->judge);
    memory_give(&job->memory, job->solvers);
    memory_give(&job->memory, job->places);
    memory_give(&job->memory, job->cells);
    memory_give(&job->memory, job->attempts);
    query_set_destroy(&job->set);
}

static Status run_block(Runner *runner, const Part *part, const MapChoice *map, const QueryChoice *query,
                        Error *error) {
    Job job = {.part = part, .map_choice = map, .query_choice = query, .memory = system_memory()};
    struct stat file;
    if (part->optional && map->generator == NULL && stat(grown_name(map).text, &file) != 0)
        return note_gap(runner, &job, error);
    char doing[96];
    snprintf(doing, sizeof doing, "%.30s: %.60s", part->name, map->text);
    progress_doing(&runner->progress, doing);
    Status status = map_load(map, &job.memory, &job.map, error);
    if (status == STATUS_OK) {
        status = queries_load(query, map, &job.map, &job.memory, &job.set, error);
        if (status == STATUS_OK) {
            status = run_loaded(runner, &job, error);
            if (status != STATUS_OK) store_rollback(runner->store);
            release_job(&job);
        }
        map_destroy(&job.map);
    }
    if (status != STATUS_BAD_INPUT && status != STATUS_REFUSED) return status;
    Error why = *error;
    return note_failure(runner, &job, &why, error);
}

static Status run_parts(Runner *runner, Error *error) {
    for (uint32_t p = 0; p < runner->plan->part_count; p++) {
        const Part *part = &runner->plan->parts[p];
        for (uint32_t m = 0; m < part->map_count; m++)
            for (uint32_t q = 0; q < part->query_count; q++) {
                runner->weight = weigh(part, &part->maps[m]);
                runner->outcome->blocks++;
                TRY(run_block(runner, part, &part->maps[m], &part->queries[q], error));
                runner->done += runner->weight;
                progress_set(&runner->progress, runner->done, runner->skipped);
                if (stop_requested()) return error_say(error, STATUS_STOPPED, "stopped", NULL);
            }
    }
    return STATUS_OK;
}

Status run_plan(const Plan *plan, Store *store, const char *command, uint32_t jobs, RunOutcome *outcome,
                Error *error) {
    *outcome = (RunOutcome){0};
    double total = 0;
    for (uint32_t p = 0; p < plan->part_count; p++)
        for (uint32_t m = 0; m < plan->parts[p].map_count; m++)
            total += weigh(&plan->parts[p], &plan->parts[p].maps[m]) * plan->parts[p].query_count;
    Runner runner = {.plan = plan, .store = store, .command = command, .jobs = jobs, .outcome = outcome};
    (void)stop_later();
    TRY(store_begin(store, error));
    TRY(record_experiment_begin(store, plan->experiment, error));
    TRY(store_commit(store, error));
    runner.progress = progress_start(total);
    Status status = run_parts(&runner, error);
    progress_end(&runner.progress);
    processor_give(&runner.processor);
    if (status == STATUS_OK && runner.run_id != 0) status = record_run_end(store, runner.run_id, error);
    if (status == STATUS_OK) status = record_experiment_end(store, plan->experiment, error);
    if (status == STATUS_OK) status = record_faults(store, plan->experiment, &outcome->faults, error);
    return status;
}
