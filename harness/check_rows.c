#include "harness/check_rows.h"

#include "algos/exact/check.h"
#include "harness/child.h"
#include "harness/stop.h"
#include "harness/system_memory.h"
#include "harness/workers.h"

#include <stdio.h>
#include <string.h>

/* What all children share, read only. */
typedef struct Shift {
    RowsCheck *check;
    const void *index;
} Shift;

/* What a child keeps between rows. It ends with the child. */
typedef struct Bench {
    Memory memory;
    void *scratch;
    AnyPath path;
} Bench;

static void differs(RowResult *result, const char *what) {
    result->verdict = ROW_DIFFERED;
    snprintf(result->why, sizeof result->why, "%.*s", (int)sizeof result->why - 1, what);
}

/* What a published length may stand for at most: 0.005 is half a unit of two decimals, 5e-6 of the length
 * that of six digits, and the rest what scen_length_matches allows besides. */
static double published_most(const ScenRow *row) {
    double published = decimal_value(row->length);
    return published + 0.005 + 5.02e-6 * published;
}

/* What was found against the labels of components, which share no code with a search. */
static void labels_judge(const RowsCheck *check, const ScenRow *row, bool found, RowResult *result) {
    if (check->components == NULL || result->verdict != ROW_MATCHED) return;
    const Grid *grid = &check->map->grid;
    const uint32_t *label = check->components->label;
    bool same = label[grid_place(grid, row->start)] == label[grid_place(grid, row->goal)];
    if (same == found) return;
    bool cuts = check->choice->solver->move(&check->choice->settings) == MOVE_8C;
    if (same)
        differs(result, "found no path, but both ends lie in one component");
    else if (!cuts)
        differs(result, "found a path, but the ends lie in two components");
}

/* A path longer than the published length: wrong only for a solver that promises the shortest, or one within
 * a bound that this is not, under the rule of the published lengths. Shorter is wrong for all. */
static void length_judge(const RowsCheck *check, const ScenRow *row, Length walked, RowResult *result) {
    const SolverChoice *choice = check->choice;
    uint32_t bound = choice->solver->move(&choice->settings) == MOVE_8
                         ? solver_bound(choice->solver, &choice->settings)
                         : 0;
    bool same = scen_length_matches(walked, check->scen, row);
    bool cuts = choice->solver->move(&choice->settings) == MOVE_8C;
    double ours = length_value(walked), published = decimal_value(row->length);
    double most = bound > 100 ? published_most(row) * bound / 100 : published;
    if (same || (cuts ? ours < published : ours > published && (bound == 0 || ours <= most))) {
        result->verdict = ROW_MATCHED;
        return;
    }
    result->verdict = ROW_DIFFERED;
    snprintf(result->why, sizeof result->why, "published %s, found %.8f (%lld + %lld·√2)%s",
             decimal_text(row->length).text, ours, (long long)walked.straight, (long long)walked.diagonal,
             ours < published ? ", which is shorter"
             : cuts           ? ", which is longer"
                              : "");
}

void row_judge(const RowsCheck *check, const ScenRow *row, const Path *path, RowResult *result) {
    Query query = {row->start, row->goal};
    Length walked;
    Error why = {""};
    if (!path_valid(&check->map->grid, check->choice->solver->move(&check->choice->settings), &query, path,
                    &walked, &why)) {
        result->verdict = ROW_DIFFERED;
        snprintf(result->why, sizeof result->why, "invalid path: %.140s", why.text);
    } else if (scen_row_no_path(row)) {
        if (path->count == 0)
            result->verdict = ROW_MATCHED;
        else
            differs(result, "published as having no path, found a valid one");
    } else if (path->count == 0) {
        result->verdict = ROW_DIFFERED;
        snprintf(result->why, sizeof result->why, "published %s, found no path",
                 decimal_text(row->length).text);
    } else {
        length_judge(check, row, walked, result);
    }
    labels_judge(check, row, path->count != 0, result);
}

void point_row_judge(const RowsCheck *check, const PointRow *row, const PointPath *path, RowResult *result) {
    const SolverChoice *choice = check->choice;
    bool shortest = choice->solver->guarantee(&choice->settings) == GUARANTEE_OPTIMAL;
    double walked = 0;
    Error why = {""};
    result->verdict = ROW_DIFFERED;
    if (!judge_point_path(check->judge, &row->query, path, &walked, &why))
        snprintf(result->why, sizeof result->why, "invalid path: %.140s", why.text);
    else if (row->length < 0 && path->count != 0)
        differs(result, "published as having no path, found a valid one");
    else if (row->length >= 0 && path->count == 0)
        snprintf(result->why, sizeof result->why, "published %.12g, found no path", row->length);
    else if (row->length < 0 || point_length_matches(walked, row->length) ||
             (!shortest && walked > row->length))
        result->verdict = ROW_MATCHED;
    else
        snprintf(result->why, sizeof result->why, "published %.12g, found %.12g%s", row->length, walked,
                 walked < row->length ? ", which is shorter" : "");
}

/* Between the centres of cells. Published lengths are octile: a path under `any` is not longer if it is the
 * shortest, and there is one exactly where there is an octile one. */
void centre_row_judge(const RowsCheck *check, const ScenRow *row, const PointPath *path, RowResult *result) {
    PointQuery query = {cell_centre(row->start), cell_centre(row->goal)};
    bool shortest = check->choice->solver->guarantee(&check->choice->settings) == GUARANTEE_OPTIMAL;
    double walked = 0;
    Error why = {""};
    result->verdict = ROW_DIFFERED;
    if (!judge_point_path(check->judge, &query, path, &walked, &why))
        snprintf(result->why, sizeof result->why, "invalid path: %.140s", why.text);
    else if (scen_row_no_path(row) != (path->count == 0))
        snprintf(result->why, sizeof result->why, "published %s, found %s path",
                 decimal_text(row->length).text, path->count == 0 ? "no" : "a valid");
    else if (shortest && walked > published_most(row))
        snprintf(result->why, sizeof result->why, "published %s between cells, found %.12g",
                 decimal_text(row->length).text, walked);
    else
        result->verdict = ROW_MATCHED;
    labels_judge(check, row, path->count != 0, result);
}

static Status bench_start(void *context, void **state) {
    const Shift *shift = context;
    Memory memory = system_memory();
    Bench *bench = memory_take_zeroed(&memory, 1, sizeof *bench);
    if (bench == NULL) return STATUS_NO_MEMORY;
    bench->memory = system_memory();
    bench->path = any_path_in(&bench->memory);
    *state = bench;
    return shift->check->choice->solver->scratch_create(shift->index, &bench->memory, &bench->scratch);
}

/* What a solver from outside says of a query that failed: no answer, or no more answers of this process. */
static Status row_failed(const Shift *shift, const Bench *bench, RowResult *result, Status status) {
    const Solver *solver = shift->check->choice->solver;
    const char *why = solver->complaint == NULL ? "" : solver->complaint(bench->scratch);
    if (why[0] == '\0') return status; /* for want of memory */
    result->verdict = ROW_DIFFERED;
    snprintf(result->why, sizeof result->why, "%s%.140s", status == STATUS_BAD_INPUT ? "invalid: " : "", why);
    return status == STATUS_BAD_INPUT ? STATUS_OK : status;
}

static Status point_row_check(const Shift *shift, Bench *bench, uint32_t task) {
    const RowsCheck *check = shift->check;
    const PointRow *row = &check->points->rows[task * check->every];
    PointPath *path = &bench->path.points;
    Counters counters = {0};
    path->count = 0;
    Status status =
        check->choice->solver->query_points(shift->index, bench->scratch, &row->query, path, &counters);
    if (status != STATUS_OK) return row_failed(shift, bench, &check->results[task], status);
    point_row_judge(check, row, path, &check->results[task]);
    return STATUS_OK;
}

static Status row_check(void *context, void *state, uint32_t task) {
    const Shift *shift = context;
    Bench *bench = state;
    const RowsCheck *check = shift->check;
    if (check->scen == NULL) return point_row_check(shift, bench, task);
    const ScenRow *row = &check->scen->rows[task * check->every];
    RowResult *result = &check->results[task];
    Error why = {""};
    if (scen_row_problem(row, &check->map->grid, &why)) {
        result->verdict = ROW_SKIPPED;
        snprintf(result->why, sizeof result->why, "skipped, the row contradicts its map: %.110s", why.text);
        return STATUS_OK;
    }
    AnyQuery given = {.cells = {row->start, row->goal}};
    AnyQuery query = query_for(&given, check->choice->solver->move(&check->choice->settings));
    Counters counters = {0};
    bench->path.cells.count = bench->path.points.count = 0;
    Status status =
        solver_ask(check->choice->solver, shift->index, bench->scratch, &query, &bench->path, &counters);
    if (status != STATUS_OK) return row_failed(shift, bench, result, status);
    if (query.is_planar)
        centre_row_judge(check, row, &bench->path.points, result);
    else
        row_judge(check, row, &bench->path.cells, result);
    return STATUS_OK;
}

static void row_lost(void *context, uint32_t task, int signal) {
    const Shift *shift = context;
    RowResult *result = &shift->check->results[task];
    if (result->verdict == ROW_DIFFERED && signal == 0) return; /* it said why */
    result->verdict = ROW_DIFFERED;
    if (signal == 0)
        snprintf(result->why, sizeof result->why, "the solver ran out of memory");
    else
        snprintf(result->why, sizeof result->why, "the solver crashed: %s", strsignal(signal));
}

/* Prepares here, and judges in children. */
static Status prepare_and_judge(RowsCheck *check, uint32_t jobs, Error *error) {
    const Solver *solver = check->choice->solver;
    Memory memory = system_memory();
    Shift shift = {.check = check};
    void *index = NULL;
    TRY(solver_prepare(solver, &check->choice->settings, check->map, check->scen == NULL, &memory, &index,
                       error));
    shift.index = index;
    WorkerTasks tasks = {.label = check->file,
                         .count = check->row_count,
                         .jobs = jobs,
                         .context = &shift,
                         .start = bench_start,
                         .task = row_check,
                         .lost = row_lost};
    Status status = workers_run(&tasks, error);
    solver->index_destroy(index);
    return status;
}

/* The same in a child, for a solver from outside may do there what it likes. */
typedef struct Foreman {
    RowsCheck *check;
    uint32_t jobs;
    Error *error; /* shared */
} Foreman;

static Status foreman_work(void *untyped) {
    const Foreman *foreman = untyped;
    return prepare_and_judge(foreman->check, foreman->jobs, foreman->error);
}

/* Rows that were not reached have the foreman's fault. */
static void rows_lost(RowsCheck *check, const char *why) {
    for (uint32_t i = 0; i < check->row_count; i++)
        if (check->results[i].verdict == ROW_UNTRIED) differs(&check->results[i], why);
}

static Status watch_foreman(RowsCheck *check, pid_t child, const Error *said, Error *error) {
    (void)stop_later(); /* and so they stay, as after workers_run: what was done is to be told */
    ChildEnd end = {.ended = false};
    while (!end.ended && !stop_requested()) end = child_wait(child, 20);
    if (!end.ended) child_kill(child);
    if (!end.ended) return error_say(error, STATUS_STOPPED, "stopped before the end", NULL);
    char why[200];
    if (end.signal != 0)
        snprintf(why, sizeof why, "the solver crashed while it prepared: %s", strsignal(end.signal));
    else if (end.status == STATUS_SYSTEM || end.status == STATUS_NO_MEMORY)
        snprintf(why, sizeof why, "the solver failed while it prepared: %.120s", said->text);
    else if (end.status != STATUS_OK)
        return error_say(error, end.status, said->text, NULL);
    else
        return STATUS_OK;
    rows_lost(check, why);
    return STATUS_OK;
}

static Status check_apart(RowsCheck *check, uint32_t jobs, Error *error) {
    Foreman foreman = {check, jobs, shared_take(sizeof *error)};
    if (foreman.error == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for a child", NULL);
    pid_t child;
    Status status = child_start(foreman_work, &foreman, &child, error);
    if (status == STATUS_OK) status = watch_foreman(check, child, foreman.error, error);
    shared_give(foreman.error, sizeof *error);
    return status;
}

Status rows_check(RowsCheck *check, uint32_t jobs, Error *error) {
    const Solver *solver = check->choice->solver;
    if (solver->guarantee(&check->choice->settings) == GUARANTEE_NOTHING)
        return error_say(error, STATUS_REFUSED, solver->name, " answers nothing that could be checked", NULL);
    check->results = shared_take(check->row_count * sizeof *check->results);
    if (check->results == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the results", NULL);
    return (solver->adapted == NULL ? prepare_and_judge : check_apart)(check, jobs, error);
}

void rows_check_destroy(RowsCheck *check) {
    shared_give(check->results, check->row_count * sizeof *check->results);
    check->results = NULL;
}
