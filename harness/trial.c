#include "harness/trial.h"

#include "algos/map/map_outline.h"
#include "harness/apart.h"
#include "harness/clock.h"
#include "harness/system_memory.h"

#include <math.h>
#include <stdio.h>

/* Prepares, makes a scratch and asks: each clocked once. */
static Status trial_answer(Trial *trial, const Map *map, const SolverChoice *choice, Error *error) {
    const Solver *solver = choice->solver;
    void *index = NULL, *scratch = NULL;
    int64_t begun = clock_now();
    Status status =
        solver_prepare(solver, &choice->settings, map, trial->query.is_planar, &trial->memory, &index, error);
    trial->prepare_ns = clock_now() - begun;
    if (status != STATUS_OK) return status;
    trial->index_bytes = trial->memory.live;
    status = solver->scratch_create(index, &trial->memory, &scratch);
    if (status == STATUS_OK) {
        begun = clock_now();
        status = solver_ask(solver, index, scratch, &trial->query, &trial->path, &trial->counters);
        trial->query_ns = clock_now() - begun;
        if (status != STATUS_OK && solver->complaint != NULL)
            (void)error_say(error, status, solver->complaint(scratch), NULL);
        solver->scratch_destroy(scratch);
    }
    solver->index_destroy(index);
    if (status == STATUS_OK || solver->adapted != NULL) return status;
    return error_say(error, status, choice->text, ": out of memory", NULL);
}

/* What a solver from outside does wrong is a verdict. */
static Status trial_answer_foreign(Trial *trial, const Map *map, const SolverChoice *choice, Error *error) {
    Error why = {""};
    Status status = answer_apart(trial_answer, trial, map, choice, &why);
    if (status == STATUS_OK || status == STATUS_REFUSED) {
        *error = why;
        return status;
    }
    trial->judgement.why = why;
    if (status == STATUS_BAD_INPUT) {
        trial->judgement.verdict = ANSWER_INVALID;
        trial->judgement.wrong = true;
    } else {
        trial->lost = status == STATUS_NO_MEMORY ? "out-of-memory" : "crash";
    }
    return STATUS_OK;
}

static Status trial_run(Trials *trials, Trial *trial, const Map *map, const SolverChoice *choice,
                        Error *error) {
    trial->memory = system_memory();
    trial->path = any_path_in(&trial->memory);
    trial->judgement = (Judgement){.length = NAN, .excess = NAN};
    Move move = choice->solver->move(&choice->settings);
    Optimum *optimum = &trials->optima[move];
    trial->optimum = optimum;
    trial->query = query_for(&trials->query, move);
    bool foreign = choice->solver->adapted != NULL;
    Status status = (foreign ? trial_answer_foreign : trial_answer)(trial, map, choice, error);
    if (status == STATUS_REFUSED) {
        trial->refused = true;
        trial->judgement.why = *error;
        return STATUS_OK;
    }
    TRY(status);
    if (trial->judgement.why.text[0] != '\0') return STATUS_OK;
    if (trial->query.is_planar && !map_has_plane(map)) {
        trial->judgement = answer_judge(&trials->judge, choice, &trial->query, &trial->path, NULL);
        return STATUS_OK;
    }
    if (trial->query.is_planar) TRY(judge_add_plane(&trials->judge, error));
    TRY(oracle_ask(map, trials->judge.polygons, move, &trial->query, trials->memory, optimum, error));
    trial->judgement = answer_judge(&trials->judge, choice, &trial->query, &trial->path, optimum);
    return STATUS_OK;
}

Status trials_run(const Map *map, const AnyQuery *query, const SolverChoice *choices, uint32_t count,
                  Memory *memory, Trials *trials, Error *error) {
    *trials = (Trials){.query = *query, .memory = memory};
    trials->trials = memory_take_zeroed(memory, (size_t)count + 1, sizeof *trials->trials);
    if (trials->trials == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the paths", NULL);
    TRY(judge_create(map, memory, &trials->judge, error));
    for (; trials->count < count; trials->count++)
        TRY(trial_run(trials, &trials->trials[trials->count], map, &choices[trials->count], error));
    return STATUS_OK;
}

void trials_destroy(Trials *trials) {
    if (trials->memory == NULL) return;
    /* The trial at which a run failed holds a path too; those after it are zero. */
    for (uint32_t i = 0; trials->trials != NULL && i <= trials->count; i++) {
        Trial *trial = &trials->trials[i];
        if (trial->path.cells.memory != NULL) any_path_destroy(&trial->path);
    }
    optima_destroy(trials->optima, MOVE_COUNT, trials->memory);
    judge_destroy(&trials->judge);
    memory_give(trials->memory, trials->trials);
    *trials = (Trials){.count = 0};
}

bool trial_has_length(const Trial *trial) {
    return !isnan(trial->judgement.length);
}

const char *trial_verdict_name(const Trial *trial) {
    if (trial->lost != NULL) return trial->lost;
    return trial->refused ? "refused" : answer_verdict_name(trial->judgement.verdict);
}

void trial_length_text(Length length, char *text, size_t size) {
    if (length.diagonal == 0)
        snprintf(text, size, "%lld", (long long)length.straight);
    else
        snprintf(text, size, "%lld + %lld·√2", (long long)length.straight, (long long)length.diagonal);
}
