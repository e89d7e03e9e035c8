/* taut run: an experiment, or the same words on the command line. */
#include "harness/command.h"
#include "harness/load.h"
#include "harness/options.h"
#include "harness/request.h"
#include "harness/stop.h"
#include "harness/summary.h"
#include "harness/system_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Option options[] = {
    {"--db", "FILE", "the database (default " STORE_DEFAULT ")"},
    {"--map", "SPEC", "a map, or several (may be repeated)"},
    {"--query", "SPEC", "queries (may be repeated; default random:count=100,seed=1)"},
    {"--solver", "SPEC", "a solver, or several (may be repeated)"},
    PLUGIN_OPTION,
    {"--repeat", "N", "samples of each query (default 5)"},
    {"--protocol", "WORDS", "interleaved, warm, \"interleaved warm\" or none (default interleaved)"},
    {"--limit", "WORDS",
     "time=60s (on the processor, one preparation or query), memory=4G (index, scratch: each)"},
    {"--name", "NAME",
     "the experiment's name (default: the file's, without folder and ending, or command-line)"},
    REQUEST_OPTIONS,
    FORMAT_OPTION,
};

typedef struct Text {
    char *bytes;
    size_t length, capacity;
} Text;

static Status add(Text *text, const char *word, const char *value, Error *error) {
    size_t more = strlen(word) + strlen(value) + 3;
    if (text->length + more > text->capacity) {
        size_t capacity = 2 * text->capacity + more;
        char *grown = realloc(text->bytes, capacity);
        if (grown == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the command line", NULL);
        text->bytes = grown;
        text->capacity = capacity;
    }
    text->length +=
        (size_t)snprintf(text->bytes + text->length, text->capacity - text->length, "%s %s\n", word, value);
    return STATUS_OK;
}

/* A value as an experiment must write it for the same to be read: between quotes where blanks or a '#' of its
 * own would be taken for something else. */
static Status add_value(Text *text, const char *option, const char *value, Error *error) {
    size_t length = strlen(value);
    bool plain = value[0] != '"' && value[0] != '#' && strchr(" \t", value[0]) == NULL &&
                 strchr(" \t", value[length - 1]) == NULL && strstr(value, " #") == NULL &&
                 strstr(value, "\t#") == NULL;
    if (strpbrk(value, "\n\r") != NULL || (!plain && strchr(value, '"') != NULL))
        return error_say(error, STATUS_BAD_INPUT, option, " ", value,
                         ": found a line end or a quotation mark, which a line of an experiment cannot hold",
                         NULL);
    if (plain) return add(text, option + 2, value, error);
    char *quoted = NULL;
    if (asprintf(&quoted, "\"%s\"", value) < 0)
        return error_say(error, STATUS_NO_MEMORY, "no memory for the command line", NULL);
    Status status = add(text, option + 2, quoted, error);
    free(quoted);
    return status;
}

/* Writes the options as the lines of an experiment. */
static Status lines_of(const Arguments *arguments, Text *text, Error *error) {
    static const char *const words[] = {"--map", "--query", "--solver", "--repeat", "--protocol", "--limit"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *value;
        for (uint32_t n = 0; (value = argument_repeated(arguments, words[i], n)) != NULL; n++) {
            TRY(add_value(text, words[i], value, error));
        }
    }
    if (argument(arguments, "--query") == NULL) TRY(add(text, "query", "random:count=100,seed=1", error));
    return STATUS_OK;
}

static Status read_lines(const Arguments *arguments, Solvers *solvers, Memory *memory, Plan *plan,
                         Error *error) {
    bool has_lines = argument(arguments, "--map") != NULL || argument(arguments, "--solver") != NULL;
    if (arguments->word_count == 1 && has_lines)
        return error_say(error, STATUS_BAD_INPUT, "an experiment, or --map and --solver, but not both", NULL);
    if (arguments->word_count == 1) {
        char *bytes;
        size_t length;
        TRY(file_read(arguments->words[0], memory, &bytes, &length, error));
        Status status = plan_parse_from(solvers, bytes, length, arguments->words[0], memory, plan, error);
        memory_give(memory, bytes);
        return status;
    }
    if (!has_lines)
        return error_say(error, STATUS_BAD_INPUT,
                         "nothing to run: name an experiment, or give --map and --solver", NULL);
    Text text = {0};
    Status status = lines_of(arguments, &text, error);
    if (status == STATUS_OK)
        status = plan_parse_from(solvers, text.bytes, text.length, "command-line", memory, plan, error);
    free(text.bytes);
    return status;
}

static Status read_plan(const Arguments *arguments, Solvers *solvers, Memory *memory, Plan *plan,
                        Error *error) {
    const char *name = argument(arguments, "--name");
    TRY(read_lines(arguments, solvers, memory, plan, error));
    Status status = name == NULL ? STATUS_OK : plan_rename(plan, name, error);
    if (status != STATUS_OK) plan_destroy(plan);
    return status;
}

static void tell_left_out(const Plan *plan) {
    for (uint32_t p = 0; p < plan->part_count; p++)
        for (uint32_t i = 0; i < plan->parts[p].left_out_count; i++) {
            const LeftOut *left_out = &plan->parts[p].left_out[i];
            fprintf(stderr, "taut: group %s goes without %s: %s is not there (README, \"Anyone's solver\")\n",
                    plan->parts[p].name, left_out->solver, left_out->file);
        }
}

/* What is typed without a name replaces what was typed so before, on purpose. */
static bool is_nameless(const Arguments *arguments) {
    return arguments->word_count == 0 && argument(arguments, "--name") == NULL;
}

static void print_outcome(const Plan *plan, const RunOutcome *outcome, const char *file) {
    printf("experiment %s: %u blocks (%u measured before), %lld cells, %lld answers\n", plan->experiment,
           outcome->blocks, outcome->blocks_done_before, (long long)outcome->faults.cells,
           (long long)outcome->faults.answers);
    if (outcome->gaps > 0) printf("%u maps were not there; their rows are missing\n", outcome->gaps);
    if (outcome->failed_blocks > 0)
        printf("%u blocks could not be measured, for want of their map or queries (said above)\n",
               outcome->failed_blocks);
    if (outcome->faults.flagged_cells > 0)
        printf(
            "%lld cells were disturbed while they were timed: the clock moved, or others used the processor"
            " (flagged in the database)\n",
            (long long)outcome->faults.flagged_cells);
    printf("wrong answers %lld, failed cells %lld, database %s\n", (long long)outcome->faults.wrong_answers,
           (long long)outcome->faults.failed_cells, file);
}

/* What was measured, a row for each label of maps, solver and protocol: short experiments only. */
static Status print_results(Store *store, const char *experiment, Error *error) {
    enum { ROWS_MOST = 60 };
    char sql[1000];
    snprintf(sql, sizeof sql,
             "SELECT part AS \"group\", label AS maps, query, sum(queries) AS queries, spec AS solver,"
             " ifnull(protocol, 'none') AS protocol,"
             " round(sum(mean_us * queries) / sum(queries), 2) AS query_us, round(avg(prepare_ms), 3) AS "
             "prepare_ms,"
             " round(sum(excess_percent * queries) / sum(queries), 3) AS excess_percent,"
             " round(sum(expanded * queries) / sum(queries), 1) AS expanded"
             " FROM result WHERE experiment = '%s'"
             " GROUP BY part, label, query, spec, protocol ORDER BY part, label, query, protocol, solver_id",
             experiment);
    Table *table = table_create();
    Status status = store_query(store, sql, table, error);
    if (status == STATUS_OK && table_row_count(table) > 0 && table_row_count(table) <= ROWS_MOST) {
        status = table_print(table, TABLE_TEXT, stdout);
        putchar('\n');
    }
    table_destroy(table);
    return status;
}

/* Says which solvers did not take their map, and why: their rows are missing. */
static Status tell_refusals(Store *store, const char *experiment, Error *error) {
    char sql[500];
    snprintf(sql, sizeof sql,
             "SELECT DISTINCT solver.spec, label, detail FROM member JOIN attempt USING (attempt_id)"
             " JOIN cell ON cell.cell_id = member.cell_id JOIN solver USING (solver_id)"
             " JOIN query_set USING (query_set_id) JOIN map USING (map_id) WHERE experiment = '%s' AND "
             "verdict = 'refused' LIMIT 20",
             experiment);
    Table *table = table_create();
    Status status = store_query(store, sql, table, error);
    for (uint32_t row = 0; status == STATUS_OK && row < table_row_count(table); row++)
        fprintf(stderr, "taut: %s refused %s: %s\n", table_at(table, row, 0), table_at(table, row, 1),
                table_at(table, row, 2));
    table_destroy(table);
    return status;
}

/* After a run: statistics, and what people want to see first. */
static Status finish(Store *store, const char *experiment, Error *error) {
    bool were_deferred = stop_at_once(); /* it is filled anew whenever a run ends */
    Status status = summary_fill(store, experiment, error);
    stop_restore(were_deferred);
    if (status == STATUS_REFUSED) { /* built without GSL: the samples are stored all the same */
        fprintf(stderr, "taut: no summary: %s\n", error->text);
        status = STATUS_OK;
    }
    if (status == STATUS_OK) status = tell_refusals(store, experiment, error);
    if (status == STATUS_OK) status = print_results(store, experiment, error);
    return status;
}

static int run_requested(const Arguments *arguments, const Plan *plan, const Request *request) {
    Error error = {""};
    RunOutcome outcome;
    bool finished;
    Status status = request_run(plan, request, !is_nameless(arguments), finish, &outcome, &finished, &error);
    if (status == STATUS_OK && finished)
        printf("experiment %s, shard %u/%u: complete in %s\n", plan->experiment, request->run.selection.shard,
               request->run.selection.shards, request->database);
    else if (status == STATUS_OK)
        print_outcome(plan, &outcome, request->database);
    if (status == STATUS_STOPPED) {
        fprintf(stderr, "taut: stopped; what was done is kept: the same command goes on with it\n");
        return EXIT_STOPPED;
    }
    if (status != STATUS_OK) {
        (void)command_failed(status, &error);
        /* Such as a full disk, half way: what was done is kept. */
        return status == STATUS_SYSTEM ? EXIT_STOPPED : EXIT_USAGE;
    }
    if (outcome.failed_blocks > 0) return EXIT_USAGE;
    return outcome.faults.wrong_answers > 0 || outcome.faults.failed_cells > 0 ? EXIT_DIFFERS : EXIT_DONE;
}

static int run(const Arguments *arguments) {
    Memory memory = system_memory();
    Error error = {""};
    Solvers solvers;
    Plan plan;
    Request request = {.only = NULL};
    Status status = argument_solvers(arguments, &memory, &solvers, &error);
    if (status != STATUS_OK) return command_failed(status, &error);
    status = read_plan(arguments, &solvers, &memory, &plan, &error);
    if (status != STATUS_OK) {
        solvers_destroy(&solvers);
        return command_failed(status, &error);
    }
    int code = EXIT_DONE;
    tell_left_out(&plan);
    status = request_read(arguments, &plan, &request, &error);
    if (status == STATUS_OK && request.plan_only)
        status = request_print_plan(&plan, &request, arguments, &error);
    else if (status == STATUS_OK)
        code = run_requested(arguments, &plan, &request);
    request_destroy(&request);
    plan_destroy(&plan);
    solvers_destroy(&solvers);
    return status == STATUS_OK ? code : command_failed(status, &error);
}

const Command command_run = {
    .name = "run",
    .usage = "EXPERIMENT | --map SPEC --solver SPEC [--query SPEC]",
    .summary = "run, or go on with, an experiment",
    .details = "Every block (a map, queries, all solvers of a group) that the database does not hold for "
               "this build is\n"
               "measured; a run that was stopped or killed goes on where it was. Exit 1 when an answer is "
               "wrong or a\n"
               "solver failed.\n"
               "An experiment is known by its name: --name, else its line `name NAME`, else the file's "
               "without folder "
               "and\n"
               "ending. Where the database holds another one under that name, nothing is measured.\n"
               "What is timed is measured alone; what is not (protocol none, oracles) on all cores.",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .words_least = 0,
    .words_most = 1,
    .run = run,
};
