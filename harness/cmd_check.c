/* taut check: each row of a .scen or .tsv file against what a solver answers. */
#include "algos/map/map_outline.h"
#include "harness/check_rows.h"
#include "harness/command.h"
#include "harness/grown.h"
#include "harness/options.h"
#include "harness/system_memory.h"
#include "harness/workers.h"

#include <string.h>

enum { LISTED = 20 }; /* rows that are shown one by one */

/* What one check needs; all of it zero at first. */
typedef struct Checking {
    const Arguments *arguments;
    Memory memory;
    Solvers solvers;
    SolverChoice choice;
    MapChoice map_choice;
    Map map;
    Judge judge;
    Components components; /* of the map, where the rows are between cells */
    Scen scen;
    PointRows points;
    char *beside; /* the file's name where none was given */
    RowsCheck check;
} Checking;

/* The rows: between points on polygons and meshes, or in a .tsv; else between cells. */
static Status rows_load(Checking *checking, Error *error) {
    RowsCheck *check = &checking->check;
    Memory *memory = &checking->memory;
    char *bytes;
    size_t length;
    TRY(file_read(check->file, memory, &bytes, &length, error));
    bool between_points = map_is_planar(&checking->map) || point_rows_are_tsv(bytes, length);
    Status status = between_points
                        ? point_rows_read(bytes, length, check->file, memory, &checking->points, NULL, error)
                        : scen_read(bytes, length, check->file, memory, &checking->scen, NULL, error);
    memory_give(memory, bytes);
    TRY(status);
    check->scen = between_points ? NULL : &checking->scen;
    check->points = between_points ? &checking->points : NULL;
    return STATUS_OK;
}

/* A judge of such paths as the solver gives. A refusal is left to rows_check, which says it of the solver. */
static Status judge_make(Checking *checking, Error *error) {
    const SolverChoice *choice = &checking->choice;
    TRY(judge_create(&checking->map, &checking->memory, &checking->judge, error));
    if (choice->solver->move(&choice->settings) != MOVE_ANY || !map_has_plane(&checking->map))
        return STATUS_OK;
    return judge_add_plane(&checking->judge, error);
}

static void print_row(const RowsCheck *check, const RowResult *result, uint32_t row_number) {
    if (check->scen == NULL) {
        const PointRow *row = &check->points->rows[row_number];
        printf("%s:%llu: (%.17g,%.17g) to (%.17g,%.17g): %s\n", check->file, (unsigned long long)row->line,
               row->query.start.x, row->query.start.y, row->query.goal.x, row->query.goal.y, result->why);
        return;
    }
    const ScenRow *row = &check->scen->rows[row_number];
    printf("%s:%llu: (%d,%d) to (%d,%d): %s\n", check->file, (unsigned long long)row->line, row->start.x,
           row->start.y, row->goal.x, row->goal.y, result->why);
}

/* Lists what does not match; the contract's last line; returns the exit code. */
static int print_results(const RowsCheck *check) {
    static const RowVerdict kinds[] = {ROW_DIFFERED, ROW_SKIPPED};
    uint32_t tally[ROW_VERDICTS] = {0};
    for (uint32_t i = 0; i < check->row_count; i++) tally[check->results[i].verdict]++;
    for (uint32_t kind = 0; kind < 2; kind++) {
        uint32_t listed = 0;
        for (uint32_t i = 0; i < check->row_count && listed < LISTED; i++) {
            if (check->results[i].verdict != kinds[kind]) continue;
            print_row(check, &check->results[i], i * check->every);
            listed++;
        }
        if (tally[kinds[kind]] > listed)
            printf("… and %u more %s\n", tally[kinds[kind]] - listed,
                   kinds[kind] == ROW_DIFFERED ? "that differ" : "that contradict the map");
    }
    printf("rows %u matched %u differed %u skipped %u\n", check->row_count - tally[ROW_UNTRIED],
           tally[ROW_MATCHED], tally[ROW_DIFFERED], tally[ROW_SKIPPED]);
    return tally[ROW_DIFFERED] + tally[ROW_SKIPPED] == 0 ? EXIT_DONE : EXIT_DIFFERS;
}

static Status file_choose(Checking *checking, Error *error) {
    checking->check.file = argument(checking->arguments, "--scen");
    if (checking->check.file != NULL) return STATUS_OK;
    if (checking->map_choice.generator != NULL || checking->map_choice.radius > 0)
        return error_say(error, STATUS_BAD_INPUT, "check: --scen is missing: no file lies beside the ",
                         "generated map ", checking->map_choice.text, NULL);
    TRY(name_beside(checking->map_choice.text, ".scen", &checking->memory, &checking->beside, error));
    checking->check.file = checking->beside;
    return STATUS_OK;
}

/* Rows of another map are checked all the same: sets are renamed. */
static void warn_of_names(const Checking *checking) {
    Notes notes = {.count = 0};
    if (checking->map_choice.generator != NULL) return;
    scen_note_names(&checking->scen, grown_name(&checking->map_choice).text, &notes);
    for (uint32_t i = 0; i < notes.count; i++)
        fprintf(stderr, "taut: %s: tolerated: %llu %s, first in line %llu\n", checking->check.file,
                (unsigned long long)notes.note[i].count, notes.note[i].text,
                (unsigned long long)notes.note[i].line);
}

/* What published lengths are compared as, where that may surprise. */
static void warn(const Checking *checking) {
    const Map *map = &checking->map;
    if (checking->check.scen == NULL) return;
    warn_of_names(checking);
    Move move = checking->choice.solver->move(&checking->choice.settings);
    if (move == MOVE_ANY)
        fputs("taut: the published lengths are octile: a path in the plane is checked to be valid, and not "
              "longer "
              "where it should be the shortest\n",
              stderr);
    else if (move == MOVE_8C)
        fputs("taut: the published lengths are without cut corners: a path of move=8c is checked to be valid "
              "and not longer\n",
              stderr);
    else if (move == MOVE_4)
        fputs("taut: the published lengths are octile: a path of move=4 is checked to be valid and not "
              "shorter\n",
              stderr);
    else if (!grid_uniform(&map->grid) || map->grid.cost_min != 1)
        fputs("taut: the map has terrain costs; published lengths are compared as weighted ones\n", stderr);
}

static Status check_all(Checking *checking, int *code, Error *error) {
    const Arguments *arguments = checking->arguments;
    RowsCheck *check = &checking->check;
    const char *map_spec, *solver_spec;
    int64_t every, jobs, limit;
    TRY(argument_required(arguments, "--map", &map_spec, error));
    TRY(argument_required(arguments, "--solver", &solver_spec, error));
    TRY(argument_integer(arguments, "--every", 1, 1000000, 1, &every, error));
    TRY(argument_integer(arguments, "--jobs", 1, WORKERS_MOST, processor_count(), &jobs, error));
    TRY(argument_integer(arguments, "--limit", 1, INT32_MAX, INT32_MAX, &limit, error));
    TRY(argument_solvers(arguments, &checking->memory, &checking->solvers, error));
    TRY(solver_choose(&checking->solvers, solver_spec, &checking->memory, &checking->choice, error));
    TRY(map_choose(map_spec, &checking->memory, &checking->map_choice, error));
    TRY(file_choose(checking, error));
    TRY(map_load(&checking->map_choice, &checking->memory, &checking->map, error));
    TRY(rows_load(checking, error));
    uint32_t count = check->scen != NULL ? checking->scen.count : checking->points.count;
    if (count == 0)
        return error_say(error, STATUS_BAD_INPUT, check->file, ": found no rows, expected at least one",
                         NULL);
    TRY(judge_make(checking, error));
    if (check->scen != NULL) {
        if (components_create(&checking->map.grid, &checking->memory, &checking->components) != STATUS_OK)
            return error_say(error, STATUS_NO_MEMORY, "no memory for the components of the map", NULL);
        check->components = &checking->components;
    }
    check->map = &checking->map;
    check->judge = &checking->judge;
    check->choice = &checking->choice;
    check->every = (uint32_t)every;
    check->row_count = (count + check->every - 1) / check->every;
    if (check->row_count > limit) check->row_count = (uint32_t)limit;
    warn(checking);
    Status status = rows_check(check, (uint32_t)jobs, error);
    if (status == STATUS_OK || status == STATUS_STOPPED) *code = print_results(check);
    return status;
}

static int check_run(const Arguments *arguments) {
    Checking checking = {.arguments = arguments, .memory = system_memory()};
    checking.scen = scen_in(&checking.memory);
    checking.points = (PointRows){.memory = &checking.memory};
    Error error = {""};
    int code = EXIT_DONE;
    Status status = check_all(&checking, &code, &error);
    rows_check_destroy(&checking.check);
    scen_destroy(&checking.scen);
    point_rows_destroy(&checking.points);
    components_destroy(&checking.components);
    judge_destroy(&checking.judge);
    map_destroy(&checking.map);
    memory_give(&checking.memory, checking.beside);
    solvers_destroy(&checking.solvers);
    return status == STATUS_OK ? code : command_failed(status, &error);
}

static const Option check_options[] = {
    {"--map", "SPEC", "the map of the rows"},
    {"--scen", "FILE", "the rows (default: MAP.scen beside the map)"},
    {"--solver", "SPEC", "one solver"},
    PLUGIN_OPTION,
    {"--every", "N", "every N-th row, from the first (default 1)"},
    {"--limit", "N", "at most N rows"},
    {"--jobs", "N", "processes (default: all processors)"},
};

const Command command_check = {
    .name = "check",
    .usage = "--map M --scen FILE --solver S",
    .summary = "Each row of a .scen or .tsv file against what a solver answers",
    .details =
        "Each path is walked step by step. An optimal solver must have the published length, to half "
        "a unit of\n"
        "its last digit; any other a valid path that is not shorter; and between cells there must be a "
        "path just\n"
        "where both ends lie in one component. Rows that contradict the map are skipped and listed, and "
        "make the\n"
        "exit 1. Rows between points (.tsv with the header sx sy gx gy length, .scen of meshes) must "
        "agree to\n"
        "1e-9; length -1 says that there must be no path. Last line: rows N matched N differed N "
        "skipped N.",
    .options = check_options,
    .option_count = sizeof check_options / sizeof check_options[0],
    .run = check_run,
};
