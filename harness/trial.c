#include "harness/trial.h"

#include "algos/exact/check.h"
#include "algos/exact/flood.h"
#include "harness/clock.h"
#include "harness/system_memory.h"

#include <math.h>
#include <stdio.h>

/* The optimum under each movement rule, found when first asked for. */
typedef struct Optima {
    const Map *map;
    const Query *query;
    bool known[MOVE_COUNT], exists[MOVE_COUNT];
    Length length[MOVE_COUNT];
} Optima;

static Status optimum_find(Optima *optima, Move move, Error *error) {
    if (optima->known[move]) return STATUS_OK;
    Memory memory = system_memory();
    Flood *flood = NULL;
    TRY(flood_create(&optima->map->grid, move, &memory, &flood, error));
    Status status = flood_run(flood, optima->query->start, &optima->query->goal, 1);
    if (status == STATUS_OK)
        optima->exists[move] = flood_length(flood, optima->query->goal, &optima->length[move]);
    flood_destroy(flood);
    optima->known[move] = status == STATUS_OK;
    return status == STATUS_OK ? status : error_say(error, status, "no memory for the oracle", NULL);
}

static void trial_judge(Trial *trial, const Map *map, const Query *query, const SolverChoice *choice) {
    Guarantee guarantee = choice->solver->guarantee(&choice->settings);
    Move move = choice->solver->move(&choice->settings);
    if (guarantee == GUARANTEE_NOTHING) {
        trial->verdict = TRIAL_UNANSWERED;
        return;
    }
    if (!path_valid(&map->grid, move, query, &trial->path, &trial->walked, &trial->why)) {
        trial->verdict = TRIAL_INVALID;
        trial->wrong = true;
        return;
    }
    if (trial->path.count == 0) {
        trial->verdict = trial->has_optimum ? TRIAL_NO_PATH_FALSE : TRIAL_NO_PATH;
        trial->wrong = trial->has_optimum;
        return;
    }
    trial->has_length = true;
    int order = trial->has_optimum ? length_compare(trial->walked, trial->optimum) : -1;
    trial->verdict = order == 0 ? TRIAL_OPTIMAL : order > 0 ? TRIAL_SUBOPTIMAL : TRIAL_INVALID;
    trial->wrong = order < 0 || (order > 0 && guarantee == GUARANTEE_OPTIMAL);
    if (order < 0)
        trial->why = (Error){"a valid path shorter than the oracle's optimum: the oracle is wrong"};
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
                        Optima *optima, Error *error) {
    trial->memory = system_memory();
    trial->path = path_in(&trial->memory);
    Move move = choice->solver->move(&choice->settings);
    TRY(optimum_find(optima, move, error));
    trial->has_optimum = optima->exists[move];
    trial->optimum = optima->length[move];
    if ((choice->solver->map_kinds & map->kind) == 0) {
        trial->verdict = TRIAL_REFUSED;
        snprintf(trial->why.text, sizeof trial->why.text, "%s does not take a grid", choice->solver->name);
        return STATUS_OK;
    }
    Status status = trial_answer(trial, map, query, choice, error);
    if (status == STATUS_REFUSED) {
        trial->verdict = TRIAL_REFUSED;
        trial->why = *error;
        return STATUS_OK;
    }
    TRY(status);
    trial_judge(trial, map, query, choice);
    return STATUS_OK;
}

Status trials_run(const Map *map, const Query *query, const SolverChoice *choices, uint32_t count,
                  Trial *trials, Error *error) {
    Optima optima = {.map = map, .query = query};
    for (uint32_t i = 0; i < count; i++) TRY(trial_run(&trials[i], map, query, &choices[i], &optima, error));
    return STATUS_OK;
}

void trial_destroy(Trial *trial) {
    if (trial->path.memory != NULL) path_destroy(&trial->path);
}

double trial_excess(const Trial *trial) {
    double optimum = length_value(trial->optimum);
    if (!trial->has_length || !trial->has_optimum || optimum <= 0) return NAN;
    /* Equal lengths are 0, not a rounding's remainder. */
    if (length_compare(trial->walked, trial->optimum) == 0) return 0;
    return length_value(trial->walked) / optimum - 1;
}

const char *trial_verdict_name(TrialVerdict verdict) {
    static const char *const names[] = {"optimal", "suboptimal", "no-path", "no-path-false",
                                        "invalid", "unanswered", "refused"};
    return names[verdict];
}

void trial_length_text(Length length, char *text, size_t size) {
    if (length.diagonal == 0)
        snprintf(text, size, "%lld", (long long)length.straight);
    else
        snprintf(text, size, "%lld + %lld·√2", (long long)length.straight, (long long)length.diagonal);
}
