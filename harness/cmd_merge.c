/* taut merge: shards, or databases of several machines, into one. */
#include "harness/merge.h"
#include "harness/options.h"
#include "harness/record_merge.h"

#include <stdio.h>

static const Option options[] = {
    {"-o", "DB", "the database that they go into; made where it is not there"},
    FORMAT_OPTION,
};

static int tell_conflicts(const MergeOutcome *outcome, TableFormat format) {
    Status status = table_print(outcome->conflicts, format, stdout);
    if (status != STATUS_OK) return command_failed(status, NULL);
    fprintf(stderr,
            "taut: %s: %lld values differ from what was measured before by the same build, and may not"
            " (%u shown): nothing was changed\n",
            outcome->where, (long long)outcome->conflict_count, table_row_count(outcome->conflicts));
    return EXIT_DIFFERS;
}

/* Which shards are not here, where something is missing. */
static Status tell_shards(Store *store, Error *error) {
    Table *shards = table_create();
    Status status = record_missing_shards(store, shards, error);
    for (uint32_t row = 0; status == STATUS_OK && row < table_row_count(shards); row++)
        fprintf(stderr, "taut: %s: shard %s/%s was not merged\n", table_at(shards, row, 0),
                table_at(shards, row, 1), table_at(shards, row, 2));
    table_destroy(shards);
    return status;
}

/* The exit code too. */
static Status tell_missing(const char *out, TableFormat format, int *code, Error *error) {
    Store *store;
    TRY(store_open(out, true, &store, error));
    Table *missing = table_create();
    Status status = record_missing(store, missing, error);
    uint32_t count = table_row_count(missing);
    if (status == STATUS_OK && count > 0) {
        *code = EXIT_DIFFERS;
        status = table_print(missing, format, stdout);
        if (status == STATUS_OK) status = tell_shards(store, error);
        fprintf(stderr, "taut: %s: %u blocks are still missing\n", out, count);
    }
    table_destroy(missing);
    store_close(store);
    return status;
}

static int run(const Arguments *arguments) {
    Error error = {""};
    TableFormat format;
    const char *out;
    Status status = argument_format(arguments, &format, &error);
    if (status == STATUS_OK) status = argument_required(arguments, "-o", &out, &error);
    if (status != STATUS_OK) return command_failed(status, &error);
    MergeOutcome outcome = {.conflicts = table_create()};
    status = merge_files(arguments->words, arguments->word_count, out, &outcome, &error);
    int code = EXIT_DONE;
    if (status == STATUS_OK && outcome.conflict_count > 0) {
        code = tell_conflicts(&outcome, format);
    } else if (status == STATUS_OK) {
        status = tell_missing(out, format, &code, &error);
        if (status == STATUS_OK && code == EXIT_DONE) fprintf(stderr, "taut: %s: nothing is missing\n", out);
    }
    table_destroy(outcome.conflicts);
    if (status == STATUS_OK) return code;
    (void)command_failed(status, &error);
    return status == STATUS_SYSTEM || status == STATUS_STOPPED ? EXIT_STOPPED : EXIT_USAGE;
}

const Command command_merge = {
    .name = "merge",
    .usage = "SHARD... -o DB",
    .summary = "join shards, or databases of several machines",
    .details =
        "The same rows come of it in any order and however often it is run. Two attempts at a cell are\n"
        "both kept; where one build found different answers, lengths or counts in them, nothing is\n"
        "changed, and the exit is 1. It is 1 too where an experiment still lacks something, which is\n"
        "listed. A file that is damaged, not complete or of another schema: exit 2, nothing is changed.",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .words_least = 1,
    .words_most = 100000,
    .run = run,
};
