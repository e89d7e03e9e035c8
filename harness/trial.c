#include "harness/trial.h"

#include "algos/exact/flood.h"
#include "harness/clock.h"
#include "harness/system_memory.h"

#include <stdio.h>

/* The optimum under a movement rule, found when first asked for. */
static Status optimum_find(const Map *map, const Query *query, Move move, Optimum *optimum, Error *error) {
    if (optimum->known) return STATUS_OK;
    Memory memory = system_memory();
    Flood *flood = NULL;
    TRY(flood_create(&map->grid, move, &memory, &flood, error));
    Status status = flood_run(flood, query->start, &query->goal, 1);
    if (status == STATUS_OK) optimum->reachable = flood_length(flood, query->goal, &optimum->length);
    flood_destroy(flood);
    optimum->known = status == STATUS_OK;
    return status == STATUS_OK ? status : error_say(error, status, "no memory for the oracle", NULL);
}

/* Prepares, makes a scratch and asks: each clocked once. */
static Status trial_answer(Trial *trial, const Map *map, const Query *query, const SolverChoice *choice,
                           Error *error) {
    const Solver *solver = choice->solver;
    void *index = NULL, *scratch = NULL;
    int64_t begun = clock_now();
    Status status = solver->prepare(map, &choice->settings, &trial->memory, &index, error);
    trial->prepare_ns = clock_now() - begun;
    if (status != STATUS_OK) return status;
    trial->index_bytes = trial->memory.live;
    status = solver->scratch_create(index, &trial->memory, &scratch);
    if (status == STATUS_OK) {
        begun = clock_now();
        status = solver->query(index, scratch, query, &trial->path, &trial->counters);
        trial->query_ns = clock_now() - begun;
        solver->scratch_destroy(scratch);
    }
    solver->index_destroy(index);
    return status == STATUS_OK ? status : error_say(error, status, choice->text, ": out of memory", NULL);
}

static Status trial_run(Trial *trial, const Map *map, const Query *query, const SolverChoice *choice,
                        Optimum optima[MOVE_COUNT], Error *error) {
    trial->memory = system_memory();
    trial->path = path_in(&trial->memory);
    Move move = choice->solver->move(&choice->settings);
    TRY(optimum_find(map, query, move, &optima[move], error));
    trial->optimum = optima[move];
    Status status =
        (choice->solver->map_kinds & map->kind) == 0
            ? error_say(error, STATUS_REFUSED, choice->solver->name, " does not take a grid", NULL)
            : trial_answer(trial, map, query, choice, error);
    if (status == STATUS_REFUSED) {
        trial->refused = true;
        trial->judgement.why = *error;
        return STATUS_OK;
    }
    TRY(status);
    trial->judgement = answer_judge(map, choice, query, &trial->path, &trial->optimum);
    return STATUS_OK;
}

Status trials_run(const Map *map, const Query *query, const SolverChoice *choices, uint32_t count,
                  Trial *trials, Error *error) {
    Optimum optima[MOVE_COUNT] = {{.known = false}};
    for (uint32_t i = 0; i < count; i++) TRY(trial_run(&trials[i], map, query, &choices[i], optima, error));
    return STATUS_OK;
}

void trial_destroy(Trial *trial) {
    if (trial->path.memory != NULL) path_destroy(&trial->path);
}

bool trial_has_length(const Trial *trial) {
    AnswerVerdict verdict = trial->judgement.verdict;
    return verdict == ANSWER_OPTIMAL || verdict == ANSWER_SUBOPTIMAL || verdict == ANSWER_IMPOSSIBLE;
}

double trial_excess(const Trial *trial) {
    return answer_excess(trial->judgement.verdict, trial->judgement.walked, &trial->optimum);
}

const char *trial_verdict_name(const Trial *trial) {
    return trial->refused ? "refused" : answer_verdict_name(trial->judgement.verdict);
}

void trial_length_text(Length length, char *text, size_t size) {
    if (length.diagonal == 0)
        snprintf(text, size, "%lld", (long long)length.straight);
    else
        snprintf(text, size, "%lld + %lld·√2", (long long)length.straight, (long long)length.diagonal);
}
