/* taut check: each row of a .scen file against what a solver answers. */
#include "harness/check_rows.h"
#include "harness/command.h"
#include "harness/options.h"
#include "harness/system_memory.h"
#include "harness/workers.h"

#include <string.h>

enum { LISTED = 20 }; /* rows that are shown one by one */

/* Rows of a .tsv are points of the plane. */
static Status points_refuse(const char *file, const SolverChoice *choice, Memory *memory, Error *error) {
    static const char header[] = "sx\tsy\tgx\tgy\tlength";
    char *bytes;
    size_t length;
    TRY(file_read(file, memory, &bytes, &length, error));
    size_t line = strcspn(bytes, "\r\n");
    Status status =
        line == sizeof header - 1 && memcmp(bytes, header, line) == 0
            ? error_say(error, STATUS_REFUSED, file, ": its rows are points of the plane; ",
                        choice->solver->name, " takes cells of a grid, expected a .scen file", NULL)
            : error_at(error, file, 1, bytes, line, "the header sx sy gx gy length, separated by tabs");
    memory_give(memory, bytes);
    return status;
}

static Status scen_load(const char *file, Memory *memory, Scen *scen, Error *error) {
    char *bytes;
    size_t length;
    *scen = scen_in(memory);
    TRY(file_read(file, memory, &bytes, &length, error));
    Status status = scen_read(bytes, length, file, memory, scen, NULL, error);
    memory_give(memory, bytes);
    return status;
}

static void print_row(const RowsCheck *check, const RowResult *result, uint32_t row_number) {
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

static Status check_all(const Arguments *arguments, RowsCheck *check, Memory *memory, Map *map, Scen *scen,
                        char **beside, int *code, Error *error) {
    const char *map_spec, *solver_spec;
    int64_t every, jobs, limit;
    TRY(argument_required(arguments, "--map", &map_spec, error));
    TRY(argument_required(arguments, "--solver", &solver_spec, error));
    TRY(argument_integer(arguments, "--every", 1, 1000000, 1, &every, error));
    TRY(argument_integer(arguments, "--jobs", 1, WORKERS_MOST, processor_count(), &jobs, error));
    TRY(argument_integer(arguments, "--limit", 1, INT32_MAX, INT32_MAX, &limit, error));
    SolverChoice choice;
    MapChoice map_choice;
    TRY(solver_choose(solver_spec, memory, &choice, error));
    TRY(map_choose(map_spec, memory, &map_choice, error));
    check->file = argument(arguments, "--scen");
    if (check->file == NULL) {
        if (map_choice.generator != NULL)
            return error_say(error, STATUS_BAD_INPUT, "check: --scen is missing: no file lies beside the ",
                             "generated map ", map_choice.text, NULL);
        TRY(name_beside(map_choice.text, ".scen", memory, beside, error));
        check->file = *beside;
    }
    size_t length = strlen(check->file);
    if (length > 4 && strcmp(check->file + length - 4, ".tsv") == 0)
        return points_refuse(check->file, &choice, memory, error);
    TRY(map_load(&map_choice, memory, map, error));
    TRY(scen_load(check->file, memory, scen, error));
    if (scen->count == 0)
        return error_say(error, STATUS_BAD_INPUT, check->file, ": found no rows, expected at least one",
                         NULL);
    check->map = map;
    check->scen = scen;
    check->choice = &choice;
    check->every = (uint32_t)every;
    check->row_count = (scen->count + check->every - 1) / check->every;
    if (check->row_count > limit) check->row_count = (uint32_t)limit;
    if (choice.solver->move(&choice.settings) == MOVE_4)
        fputs("taut: the published lengths are octile: a path of move=4 is checked to be valid and not "
              "shorter\n",
              stderr);
    else if (!grid_uniform(&map->grid) || map->grid.cost_min != 1)
        fputs("taut: the map has terrain costs; published lengths are compared as weighted ones\n", stderr);
    Status status = rows_check(check, (uint32_t)jobs, error);
    if (status == STATUS_OK || status == STATUS_STOPPED) *code = print_results(check);
    return status;
}

static int check_run(const Arguments *arguments) {
    Memory memory = system_memory();
    Error error = {""};
    Map map = {0};
    Scen scen = scen_in(&memory);
    RowsCheck check = {0};
    char *beside = NULL;
    int code = EXIT_DONE;
    Status status = check_all(arguments, &check, &memory, &map, &scen, &beside, &code, &error);
    rows_check_destroy(&check);
    scen_destroy(&scen);
    grid_destroy(&map.grid);
    memory_give(&memory, beside);
    return status == STATUS_OK ? code : command_failed(status, &error);
}

static const Option check_options[] = {
    {"--map", "SPEC", "the map of the rows"},
    {"--scen", "FILE", "the rows (default: MAP.scen beside the map)"},
    {"--solver", "SPEC", "one solver"},
    {"--every", "N", "every N-th row, from the first (default 1)"},
    {"--limit", "N", "at most N rows"},
    {"--jobs", "N", "processes (default: all processors)"},
};

const Command command_check = {
    .name = "check",
    .usage = "--map M --scen FILE --solver S",
    .summary = "Each row of a .scen file against what a solver answers",
    .details = "Each path is walked step by step. An optimal solver must have the published length, to half "
               "a unit of\n"
               "its last digit; any other a valid path that is not shorter. Rows that contradict the map are "
               "skipped\n"
               "and listed, and make the exit 1. Last line: rows N matched N differed N skipped N.",
    .options = check_options,
    .option_count = sizeof check_options / sizeof check_options[0],
    .run = check_run,
};
