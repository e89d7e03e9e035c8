#include "harness/run_block.h"

#include "algos/map/map_outline.h"
#include "harness/clock.h"
#include "harness/file_lock.h"
#include "harness/grown.h"
#include "harness/load.h"
#include "harness/system_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* One block of the plan with its rows' ids. */
typedef struct Job {
    const BlockChoice *block;
    const Part *part;
    const MapChoice *map_choice;
    const QueryChoice *query_choice;
    uint32_t number;
    int64_t begun; /* by the monotonic clock */
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

static void end_as(BlockRunner *runner, const Job *job, BlockEnd end) {
    atomic_store(&runner->shared->ends[job->number], (unsigned char)end);
}

static void show_share(void *context, double share) {
    BlockRunner *runner = context;
    progress_set(&runner->progress, runner->done + runner->weight * share, runner->skipped);
}

/* Begins the run in the database once there is something to measure, in one process of it: who holds the
 * database's lock looks whether another was faster. */
static Status begin_run(BlockRunner *runner, Error *error) {
    RunShared *shared = runner->shared;
    if (atomic_load(&shared->run_id) != 0) return STATUS_OK;
    Host host;
    host_read(&host);
    double cost = clock_cost();
    int64_t run_id = 0;
    TRY(store_begin(runner->store, error));
    if (atomic_load(&shared->run_id) == 0) {
        TRY(record_run(runner->store, &host, runner->request->command, cost, &run_id, error));
        shared->clock_cost = cost;
        atomic_store(&shared->run_id, run_id);
    }
    return store_commit(runner->store, error);
}

/* Which cells still need measuring. */
static Status choose_solvers(BlockRunner *runner, Job *job, Error *error) {
    const Part *part = job->part;
    TRY(record_standing(runner->store, part, runner->beside, job->query_set_id, job->cells,
                        part->solver_count, job->attempts, error));
    job->solver_count = 0;
    for (uint32_t i = 0; i < part->solver_count; i++) {
        TRY(record_member(runner->store, runner->plan->experiment, part, job->cells[i], i, job->attempts[i],
                          error));
        bool again = runner->request->redo && job->block->wanted[i];
        if (!job->block->wanted[i] || (job->attempts[i] != 0 && !again)) continue;
        job->solvers[job->solver_count] = &part->solvers[i];
        job->places[job->solver_count++] = i;
    }
    return STATUS_OK;
}

/* Rows for all that the block names, and which cells still need measuring. */
static Status register_block(BlockRunner *runner, Job *job, Error *error) {
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
        runner->shared->cells[job->block->first_place + i] = job->cells[i];
    }
    return choose_solvers(runner, job, error);
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
static Status find_optima(BlockRunner *runner, Job *job, Error *error) {
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
static Status store_block(BlockRunner *runner, const Job *job, const Block *block, const BlockResult *result,
                          Error *error) {
    int64_t block_id, attempt_id;
    TRY(record_block(runner->store, runner->shared->run_id, job->query_set_id, block,
                     clock_now() - job->begun, &block_id, error));
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
static Status prepare_judging(BlockRunner *runner, Job *job, Error *error) {
    Status status = judge_create(&job->map, &job->memory, &job->judge, error);
    if (status == STATUS_OK) status = find_optima(runner, job, error);
    if (status == STATUS_STOPPED) return status;
    return error_about(job->query_choice->text, job->map_choice->text, status, error);
}

static Status measure_block(BlockRunner *runner, Job *job, Error *error) {
    TRY(begin_run(runner, error));
    TRY(prepare_judging(runner, job, error));
    Block block = {.map = &job->map,
                   .judge = &job->judge,
                   .set = &job->set,
                   .solvers = job->solvers,
                   .solver_count = job->solver_count,
                   .repeats = job->part->repeats,
                   .limits = job->part->limits,
                   .clock_cost = runner->shared->clock_cost,
                   .prepares = job->part->prepares,
                   .beside = runner->beside,
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
    if (status == STATUS_OK) end_as(runner, job, BLOCK_MEASURED);
    return status;
}

static Status find_done(BlockRunner *runner, const Job *job) {
    end_as(runner, job, BLOCK_DONE_BEFORE);
    runner->skipped += runner->weight;
    return STATUS_OK;
}

/* Measures what nobody else has measured since: the block is locked by its first cell, so that another run at
 * the same database waits for it and then finds it done. */
static Status measure_once(BlockRunner *runner, Job *job, Error *error) {
    char *name = NULL;
    FileLock lock;
    if (asprintf(&name, "%s-cell-%lld", store_file(runner->store), (long long)job->cells[job->places[0]]) < 0)
        return no_memory(error);
    Status status = file_lock_take(name, &lock, error);
    free(name);
    /* On a file system without locks two runs may measure the same. */
    if (status == STATUS_SYSTEM) return measure_block(runner, job, error);
    TRY(status);
    status = store_begin(runner->store, error);
    if (status == STATUS_OK) status = choose_solvers(runner, job, error);
    if (status == STATUS_OK) status = store_commit(runner->store, error);
    if (status == STATUS_OK)
        status = job->solver_count == 0 ? find_done(runner, job) : measure_block(runner, job, error);
    file_lock_give(&lock);
    return status;
}

static Status run_loaded(BlockRunner *runner, Job *job, Error *error) {
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
    return job->solver_count == 0 ? find_done(runner, job) : measure_once(runner, job, error);
}

/* An optional map that is not there is a gap; the reason is stored with how to get it. */
static Status note_gap(BlockRunner *runner, const Job *job, Error *error) {
    end_as(runner, job, BLOCK_GAP);
    runner->skipped += runner->weight;
    fprintf(stderr, "taut: %s is not there: its rows will be missing (README, \"Real maps\")\n",
            job->map_choice->text);
    return record_gap(runner->store, runner->plan->experiment, job->part->name, job->map_choice->text,
                      "the file is not there: set TAUT_BENCHMARKS to the folder of the real maps (README)",
                      error);
}

/* A map or queries that cannot be had cost their own block: the rest of a long run goes on, and its end
 * tells. */
static Status note_failure(BlockRunner *runner, const Job *job, const Error *why, Error *error) {
    char spec[2 * SPEC_TEXT + 16];
    snprintf(spec, sizeof spec, "%s with %s", job->map_choice->text, job->query_choice->text);
    end_as(runner, job, BLOCK_FAILED);
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

Status run_block(BlockRunner *runner, const BlockChoice *block, uint32_t number, Error *error) {
    const MapChoice *map = block->map;
    Job job = {.block = block,
               .part = block->part,
               .map_choice = map,
               .query_choice = block->queries,
               .number = number,
               .begun = clock_now(),
               .memory = system_memory()};
    struct stat file;
    if (block->part->optional && map->generator == NULL && stat(grown_name(map).text, &file) != 0)
        return note_gap(runner, &job, error);
    char doing[96];
    snprintf(doing, sizeof doing, "%.30s: %.60s", block->part->name, map->text);
    progress_doing(&runner->progress, doing);
    Status status = map_load(map, &job.memory, &job.map, error);
    if (status == STATUS_OK) {
        status = queries_load(block->queries, map, &job.map, &job.memory, &job.set, error);
        if (status == STATUS_OK) {
            status = run_loaded(runner, &job, error);
            if (status != STATUS_OK) store_rollback(runner->store);
            release_job(&job);
        }
        map_destroy(&job.map);
    }
    if ((status != STATUS_BAD_INPUT && status != STATUS_REFUSED) || store_is_damaged(runner->store))
        return status;
    Error why = *error;
    return note_failure(runner, &job, &why, error);
}
