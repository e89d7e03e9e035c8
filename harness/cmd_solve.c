/* taut solve: one query, by one solver or several, each path checked and set beside the optimum. */
#include "harness/command.h"
#include "harness/options.h"
#include "harness/picture.h"
#include "harness/system_memory.h"
#include "harness/trial.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Solve {
    const Arguments *arguments;
    Memory memory; /* of the map and all choices */
    TableFormat format;
    MapChoice map_choice;
    Map map;
    Query query;
    SolverChoice *choices;
    uint32_t choice_count;
    Trial *trials; /* one a choice */
} Solve;

/* "X,Y". */
static Status cell_parse(const char *option, const char *text, Cell *cell, Error *error) {
    char *end;
    errno = 0;
    long x = strtol(text, &end, 10);
    bool good = end != text && *end == ',' && errno == 0;
    const char *second = end + 1;
    long y = good ? strtol(second, &end, 10) : 0;
    good = good && end != second && *end == '\0' && errno == 0 && labs(x) < 1000000 && labs(y) < 1000000;
    if (!good)
        return error_say(error, STATUS_BAD_INPUT, option, " ", text, ": expected X,Y as whole numbers", NULL);
    *cell = (Cell){(int32_t)x, (int32_t)y};
    return STATUS_OK;
}

static Status cell_check(const Solve *solve, const char *option, Cell cell, Error *error) {
    const Grid *grid = &solve->map.grid;
    const char *x = number_text(cell.x).text, *y = number_text(cell.y).text;
    if (!grid_inside(grid, cell))
        return error_say(error, STATUS_BAD_INPUT, option, " ", x, ",", y, " lies outside the map of ",
                         number_text(grid->width).text, " x ", number_text(grid->height).text, " cells",
                         NULL);
    if (grid_cost(grid, cell) != 0) return STATUS_OK;
    return error_say(error, STATUS_BAD_INPUT, option, " ", x, ",", y, " is blocked", NULL);
}

static Status ends_choose(Solve *solve, Error *error) {
    const char *from = argument(solve->arguments, "--from"), *to = argument(solve->arguments, "--to");
    int64_t seed;
    TRY(argument_integer(solve->arguments, "--seed", 0, INT64_MAX, 1, &seed, error));
    if ((from == NULL) != (to == NULL))
        return error_say(error, STATUS_BAD_INPUT, "solve: --from and --to are given together or not at all",
                         NULL);
    if (from != NULL) {
        if (argument(solve->arguments, "--seed") != NULL)
            return error_say(error, STATUS_BAD_INPUT, "solve: --seed chooses the ends, so it cannot stand ",
                             "beside --from and --to", NULL);
        TRY(cell_parse("--from", from, &solve->query.start, error));
        TRY(cell_parse("--to", to, &solve->query.goal, error));
        TRY(cell_check(solve, "--from", solve->query.start, error));
        return cell_check(solve, "--to", solve->query.goal, error);
    }
    char spec[64];
    snprintf(spec, sizeof spec, "random:count=1,seed=%lld", (long long)seed);
    QueryChoice choice;
    QuerySet set;
    TRY(query_choose(spec, &solve->memory, &choice, error));
    TRY(queries_load(&choice, &solve->map_choice, &solve->map, &solve->memory, &set, error));
    solve->query = set.queries[0];
    query_set_destroy(&set);
    return STATUS_OK;
}

/* All that --solver stands for, in the order given. */
static Status solvers_choose(Solve *solve, Error *error) {
    const char *spec;
    TRY(argument_required(solve->arguments, "--solver", &spec, error));
    for (uint32_t n = 0; (spec = argument_repeated(solve->arguments, "--solver", n)) != NULL; n++) {
        SolverChoice *list;
        uint32_t count;
        TRY(solver_expand(spec, &solve->memory, &list, &count, error));
        SolverChoice *all =
            memory_resize(&solve->memory, solve->choices, solve->choice_count + count, sizeof *all);
        if (all != NULL) {
            memcpy(all + solve->choice_count, list, count * sizeof *all);
            solve->choices = all;
            solve->choice_count += count;
        }
        memory_give(&solve->memory, list);
        if (all == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the solvers", NULL);
    }
    return STATUS_OK;
}

static Status refuse_points(const Solve *solve, Error *error) {
    if (argument(solve->arguments, "--trace") != NULL)
        return error_say(error, STATUS_REFUSED, "solve: no solver of this build writes traces", NULL);
    if (argument(solve->arguments, "--points") == NULL) return STATUS_OK;
    return error_say(error, STATUS_REFUSED, solve->choices[0].solver->name,
                     " takes cells, not points: it moves from cell to cell of a grid; leave out --points",
                     NULL);
}

static void put_path(Table *table, const Path *path) {
    size_t room = (size_t)path->count * 24 + 1, used = 0;
    char *text = malloc(room);
    if (text == NULL) {
        table_cell(table, NULL);
        return;
    }
    text[0] = '\0';
    for (uint64_t i = 0; i < path->count; i++)
        used += (size_t)snprintf(text + used, room - used, "%s%d,%d", i == 0 ? "" : " ", path->cells[i].x,
                                 path->cells[i].y);
    table_cell(table, text);
    free(text);
}

static void put_columns(Table *table, bool brief, bool with_path) {
    table_column(table, "solver", false);
    if (!brief) {
        table_column(table, "start", false);
        table_column(table, "goal", false);
    }
    table_column(table, "cells", true);
    table_column(table, "length", true);
    if (!brief) table_column(table, "exact", false);
    table_column(table, "optimum", true);
    table_column(table, "excess_percent", true);
    table_column(table, "verdict", false);
    if (!brief) table_column(table, "why", false);
    table_column(table, "prepare_ms", true);
    table_column(table, "cold_query_us", true);
    table_column(table, "index_bytes", true);
#define COUNTER_TITLE(NAME, HELP) table_column(table, #NAME, true);
    if (brief) {
        table_column(table, "expanded", true);
    } else {
        COUNTER_LIST(COUNTER_TITLE)
    }
#undef COUNTER_TITLE
    if (with_path) table_column(table, "path", false);
}

static void put_row(Table *table, const Solve *solve, uint32_t i, bool brief, bool with_path) {
    const Trial *trial = &solve->trials[i];
    char text[80];
    table_cell(table, solve->choices[i].text);
    if (!brief) {
        snprintf(text, sizeof text, "%d,%d", solve->query.start.x, solve->query.start.y);
        table_cell(table, text);
        snprintf(text, sizeof text, "%d,%d", solve->query.goal.x, solve->query.goal.y);
        table_cell(table, text);
    }
    bool answered = !trial->refused && trial->judgement.verdict != ANSWER_UNANSWERED;
    double none = NAN;
    table_real(table, answered ? (double)trial->path.count : none, 15);
    table_real(table, trial_has_length(trial) ? length_value(trial->judgement.walked) : none, 10);
    if (!brief) {
        trial_length_text(trial->judgement.walked, text, sizeof text);
        table_cell(table, trial_has_length(trial) ? text : NULL);
    }
    table_real(table, trial->optimum.reachable ? length_value(trial->optimum.length) : none, 10);
    table_real(table, 100 * trial_excess(trial), 4);
    table_cell(table, trial_verdict_name(trial));
    if (!brief) table_cell(table, trial->judgement.why.text[0] == '\0' ? NULL : trial->judgement.why.text);
    bool ran = !trial->refused;
    table_real(table, ran ? (double)trial->prepare_ns / 1e6 : none, 4);
    table_real(table, ran ? (double)trial->query_ns / 1e3 : none, 4);
    table_real(table, ran ? (double)trial->index_bytes : none, 15);
#define COUNTER_VALUE(NAME, HELP) table_real(table, ran ? (double)trial->counters.NAME : none, 15);
    if (brief) {
        table_real(table, ran ? (double)trial->counters.expanded : none, 15);
    } else {
        COUNTER_LIST(COUNTER_VALUE)
    }
#undef COUNTER_VALUE
    if (with_path) put_path(table, &trial->path);
}

static Status print_results(const Solve *solve, Error *error) {
    bool text = solve->format == TABLE_TEXT, single = solve->choice_count == 1;
    bool brief = text && !single, with_path = argument(solve->arguments, "--path") != NULL;
    const Grid *grid = &solve->map.grid;
    Table *table = table_create();
    put_columns(table, brief, with_path);
    for (uint32_t i = 0; i < solve->choice_count; i++) put_row(table, solve, i, brief, with_path);
    if (text) {
        printf("%s, %d x %d cells, %llu passable", solve->map_choice.text, grid->width, grid->height,
               (unsigned long long)grid->passable_count);
        if (brief)
            printf("; from %d,%d to %d,%d", solve->query.start.x, solve->query.start.y, solve->query.goal.x,
                   solve->query.goal.y);
        printf("\n\n");
    }
    Status status = single ? table_print_upright(table, solve->format, stdout)
                           : table_print(table, solve->format, stdout);
    table_destroy(table);
    if (status != STATUS_OK) return error_say(error, status, "the table could not be printed", NULL);
    if (text)
        printf("\nEach path was checked step by step; the optimum is the flood's. Times are one cold "
               "measurement each: `taut run` measures.\n");
    return STATUS_OK;
}

static Status draw(Solve *solve, const char *file, Error *error) {
    enum { LABEL = SPEC_TEXT + 80 };
    char title[SPEC_TEXT + 80], labels[PICTURE_ROUTES][LABEL];
    Route routes[PICTURE_ROUTES] = {{0}};
    uint32_t count = 0, paths = 0;
    for (uint32_t i = 0; i < solve->choice_count; i++) {
        const Trial *trial = &solve->trials[i];
        if (trial->path.count == 0 || paths++ >= PICTURE_ROUTES) continue;
        double excess = 100 * trial_excess(trial);
        snprintf(labels[count], LABEL, "%s  length %.2f  ", solve->choices[i].text,
                 length_value(trial->judgement.walked));
        size_t used = strlen(labels[count]);
        if (trial->judgement.verdict == ANSWER_INVALID)
            snprintf(labels[count] + used, LABEL - used, "invalid");
        else if (isnan(excess))
            snprintf(labels[count] + used, LABEL - used, "start is goal");
        else
            snprintf(labels[count] + used, LABEL - used, "excess %.2f %%", excess);
        routes[count] = (Route){labels[count], trial->path.cells, trial->path.count};
        count++;
    }
    if (count < paths) fprintf(stderr, "taut: %s shows the first %u of %u paths\n", file, count, paths);
    const Grid *grid = &solve->map.grid;
    snprintf(title, sizeof title, "%s, %d x %d cells", solve->map_choice.text, grid->width, grid->height);
    Picture picture = {grid, title, solve->query, routes, count};
    TRY(picture_write(&picture, file, &solve->memory, error));
    fprintf(stderr, "taut: wrote %s\n", file);
    return STATUS_OK;
}

static Status solve_all(Solve *solve, int *code, Error *error) {
    const Arguments *arguments = solve->arguments;
    const char *map_spec, *picture;
    TRY(argument_format(arguments, &solve->format, error));
    TRY(argument_required(arguments, "--map", &map_spec, error));
    for (uint32_t n = 0; (picture = argument_repeated(arguments, "--picture", n)) != NULL; n++)
        TRY(picture_check(picture, error));
    TRY(solvers_choose(solve, error));
    TRY(refuse_points(solve, error));
    TRY(map_choose(map_spec, &solve->memory, &solve->map_choice, error));
    TRY(map_load(&solve->map_choice, &solve->memory, &solve->map, error));
    TRY(ends_choose(solve, error));
    solve->trials = memory_take_zeroed(&solve->memory, solve->choice_count, sizeof *solve->trials);
    if (solve->trials == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the paths", NULL);
    TRY(trials_run(&solve->map, &solve->query, solve->choices, solve->choice_count, solve->trials, error));
    for (uint32_t i = 0; i < solve->choice_count; i++) {
        const Trial *trial = &solve->trials[i];
        if (trial->judgement.wrong) *code = EXIT_DIFFERS;
        if (trial->refused && solve->choice_count == 1)
            return error_say(error, STATUS_REFUSED, trial->judgement.why.text, NULL);
        if (trial->refused && *code == EXIT_DONE) *code = EXIT_USAGE;
        if (trial->judgement.why.text[0] != '\0')
            fprintf(stderr, "taut: %s: %s\n", solve->choices[i].text, trial->judgement.why.text);
    }
    TRY(print_results(solve, error));
    for (uint32_t n = 0; (picture = argument_repeated(arguments, "--picture", n)) != NULL; n++)
        TRY(draw(solve, picture, error));
    return STATUS_OK;
}

static int solve_run(const Arguments *arguments) {
    Solve solve = {.arguments = arguments, .memory = system_memory()};
    Error error = {""};
    int code = EXIT_DONE;
    Status status = solve_all(&solve, &code, &error);
    for (uint32_t i = 0; solve.trials != NULL && i < solve.choice_count; i++) trial_destroy(&solve.trials[i]);
    memory_give(&solve.memory, solve.trials);
    memory_give(&solve.memory, solve.choices);
    grid_destroy(&solve.map.grid);
    return status == STATUS_OK ? code : command_failed(status, &error);
}

static const Option solve_options[] = {
    {"--map", "SPEC", "a .map file, or a generated map"},
    {"--solver", "SPEC", "may be repeated or swept: one row each"},
    {"--from", "X,Y", "start, a cell"},
    {"--to", "X,Y", "goal, a cell"},
    {"--seed", "N", "chooses a solvable pair where no ends are given (default 1)"},
    {"--path", NULL, "print the path's cells too"},
    {"--picture", "FILE", "draw map and paths as FILE.svg or FILE.png (may be repeated)"},
    {"--points", NULL, "X,Y are points of the plane (solvers that move in the plane)"},
    {"--trace", "FILE", "write what the search did, step by step"},
    FORMAT_OPTION,
};

const Command command_solve = {
    .name = "solve",
    .usage = "--map M --solver S [--from X,Y --to X,Y]",
    .summary = "One path, its checked length, the optimum and the counters",
    .details = "Without ends a seeded solvable pair is taken. The exit is 1 when a path is invalid or a "
               "promise broken.",
    .options = solve_options,
    .option_count = sizeof solve_options / sizeof solve_options[0],
    .run = solve_run,
};
