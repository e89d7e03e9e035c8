/* taut claims: published, measured, verdict. */
#include "harness/claims.h"
#include "harness/command.h"
#include "harness/home.h"
#include "harness/options.h"
#include "harness/system_memory.h"

#include <stdio.h>
#include <string.h>

static Status read_file(const char *given, Claims *claims, Error *error) {
    char path[HOME_PATH];
    if (given == NULL) {
        TRY(home_find(CLAIMS_FILE, path, error));
        given = path;
    }
    Memory memory = system_memory();
    char *text;
    size_t length;
    TRY(file_read(given, &memory, &text, &length, error));
    Status status = claims_parse(text, length, given, claims, error);
    memory_give(&memory, text);
    return status;
}

/* What was judged is also kept in the database, where that can be written. */
static void keep(const char *file, const Claims *claims) {
    Store *store;
    Error error = {""};
    Status status = store_open(file, false, &store, &error);
    if (status == STATUS_OK) {
        status = claims_store(store, claims, &error);
        store_close(store);
    }
    if (status != STATUS_OK) fprintf(stderr, "taut: not kept in the database: %s\n", error.text);
}

static Status judge(const char *file, Claims *claims, Error *error) {
    Store *store;
    TRY(store_open(file, true, &store, error));
    Status status = claims_judge(store, claims, error);
    store_close(store);
    if (status == STATUS_OK) keep(file, claims);
    return status;
}

/* Counts come last, under rows for people to read; other formats hold rows only, so they go to standard
 * error. */
static void print_counts(const Claims *claims, const char *prefix, FILE *out) {
    uint32_t all = 0;
    for (int i = 0; i < VERDICT_COUNT; i++) all += claims_count(claims, prefix, (Verdict)i);
    fprintf(out, "claims %u", all);
    for (int i = 0; i < VERDICT_COUNT; i++) {
        uint32_t count = claims_count(claims, prefix, (Verdict)i);
        if (i != VERDICT_NONE || count > 0)
            fprintf(out, "%s %s %u", i == 0 ? ":" : ",", verdict_name((Verdict)i), count);
    }
    fputc('\n', out);
}

static Status print(const Claims *claims, const char *prefix, TableFormat format, Error *error) {
    Table *table = claims_table(claims, prefix, format == TABLE_TEXT ? CLAIMS_SHORT : CLAIMS_FULL);
    if (table == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for a table", NULL);
    if (table_row_count(table) == 0) {
        table_destroy(table);
        return error_say(error, STATUS_BAD_INPUT, "there is no claim ", prefix, NULL);
    }
    Status status = table_print(table, format, stdout);
    table_destroy(table);
    print_counts(claims, prefix, format == TABLE_TEXT || format == TABLE_MD ? stdout : stderr);
    return status;
}

static int run(const Arguments *arguments) {
    const char *file = argument(arguments, "--db"),
               *prefix = arguments->word_count > 0 ? arguments->words[0] : "";
    TableFormat format;
    Claims claims = {0};
    Error error = {""};
    Status status = argument_format(arguments, &format, &error);
    if (status == STATUS_OK) status = read_file(argument(arguments, "--claims"), &claims, &error);
    if (status == STATUS_OK) status = judge(file == NULL ? STORE_DEFAULT : file, &claims, &error);
    if (status == STATUS_OK) status = print(&claims, prefix, format, &error);
    int code = status != STATUS_OK                               ? command_failed(status, &error)
               : claims_count(&claims, prefix, VERDICT_NONE) > 0 ? EXIT_DIFFERS
                                                                 : EXIT_DONE;
    claims_destroy(&claims);
    return code;
}

static const Option options[] = {
    {"--db", "FILE", "the database (default " STORE_DEFAULT ")"},
    {"--claims", "FILE", "the claims (default " CLAIMS_FILE ")"},
    FORMAT_OPTION,
};

const Command command_claims = {
    .name = "claims",
    .usage = "[ID] [--db FILE] [--claims FILE] [--format FORMAT]",
    .summary = "published figures: what was measured, whether each holds, and why",
    .details =
        "ID chooses claims: D2 all of a document, D2.3 one row of its list. The counts by verdict come "
        "last.\n"
        "Formats other than text have all columns, the statement and the witness among them.\n"
        "paper/claims.md says how each rule judges. \"not reproduced\" is a result: the exit code is 1 only\n"
        "where a claim has no verdict.",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .words_most = 1,
    .run = run,
};
