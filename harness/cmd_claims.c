/* taut claims: published, measured, verdict. */
#include "harness/claims.h"
#include "harness/command.h"
#include "harness/home.h"
#include "harness/load.h"
#include "harness/options.h"
#include "harness/system_memory.h"

#include <stdio.h>
#include <stdlib.h>
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

/* The golden verdicts as a string of malloc; NULL where nobody named a file and there is none. */
static Status read_golden(const char *given, bool may_lack, char **text, char name[HOME_PATH], Error *error) {
    *text = NULL;
    if (given != NULL) {
        snprintf(name, HOME_PATH, "%s", given);
        if (may_lack && !file_exists(given)) return STATUS_OK;
    } else if (home_find(CLAIMS_GOLDEN, name, error) != STATUS_OK) {
        return STATUS_OK;
    }
    Memory memory = system_memory();
    char *bytes;
    size_t length;
    TRY(file_read(name, &memory, &bytes, &length, error));
    *text = strndup(bytes, length);
    memory_give(&memory, bytes);
    return *text == NULL ? error_say(error, STATUS_NO_MEMORY, "no memory for golden verdicts", NULL)
                         : STATUS_OK;
}

static Status check_golden(const Arguments *arguments, const char *prefix, Store *store, Claims *claims,
                           Error *error) {
    char name[HOME_PATH], *text;
    TRY(read_golden(argument(arguments, "--golden"), false, &text, name, error));
    if (text == NULL) return STATUS_OK;
    uint32_t golden, compared;
    Status status = claims_check_golden(store, claims, prefix, text, name, &golden, &compared, error);
    free(text);
    if (status == STATUS_OK && compared < golden)
        fprintf(stderr,
                "taut: %u of %u golden verdicts compared: the database does not hold the rest whole\n",
                compared, golden);
    return status;
}

static Status write_golden(const Arguments *arguments, Store *store, const Claims *claims, Error *error) {
    char name[HOME_PATH], *text, *written;
    TRY(read_golden(argument(arguments, "--golden"), true, &text, name, error));
    Status status = claims_golden_text(store, claims, text, name, &written, error);
    free(text);
    TRY(status);
    status = file_write(name, written, strlen(written), error);
    free(written);
    if (status == STATUS_OK) fprintf(stderr, "taut: wrote %s\n", name);
    return status;
}

/* Judges all and checks what was chosen; what is kept in the database then says so. */
static Status judge(const Arguments *arguments, const char *prefix, Claims *claims, Error *error) {
    const char *given = argument(arguments, "--db"), *file = given == NULL ? STORE_DEFAULT : given;
    Store *store;
    TRY(store_open(file, true, &store, error));
    Status status = claims_judge(store, claims, error);
    if (status == STATUS_OK)
        status = argument(arguments, "--write-golden") != NULL
                     ? write_golden(arguments, store, claims, error)
                     : check_golden(arguments, prefix, store, claims, error);
    store_close(store);
    TRY(status);
    TRY(claims_check_witnesses(claims, prefix, error));
    keep(file, claims);
    return STATUS_OK;
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
    uint32_t failing = claims_failing(claims, prefix);
    if (failing > 0) fprintf(out, ", FAILS %u", failing);
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
    const char *prefix = arguments->word_count > 0 ? arguments->words[0] : "";
    TableFormat format;
    Claims claims = {0};
    Error error = {""};
    Status status = argument_format(arguments, &format, &error);
    if (status == STATUS_OK) status = read_file(argument(arguments, "--claims"), &claims, &error);
    if (status == STATUS_OK) status = judge(arguments, prefix, &claims, &error);
    if (status == STATUS_OK) status = print(&claims, prefix, format, &error);
    bool sound = claims_count(&claims, prefix, VERDICT_NONE) + claims_failing(&claims, prefix) == 0;
    int code = status != STATUS_OK ? command_failed(status, &error) : sound ? EXIT_DONE : EXIT_DIFFERS;
    claims_destroy(&claims);
    return code;
}

static const Option options[] = {
    {"--db", "FILE", "the database (default " STORE_DEFAULT ")"},
    {"--claims", "FILE", "the claims (default " CLAIMS_FILE ")"},
    {"--golden", "FILE", "verdicts that must not change (default " CLAIMS_GOLDEN ")"},
    {"--write-golden", NULL, "write them anew instead, as far as the database holds the full size"},
    FORMAT_OPTION,
};

const Command command_claims = {
    .name = "claims",
    .usage = "[ID] [--db FILE] [--claims FILE] [--golden FILE [--write-golden]] [--format FORMAT]",
    .summary = "published figures: what was measured, whether each holds, and why",
    .details =
        "ID chooses claims: D2 all of a document, D2.3 one row of its list. The counts by verdict come "
        "last.\n"
        "Formats other than text have all columns, the statement and the witness among them.\n"
        "paper/claims.md says how each rule judges. \"not reproduced\" is a result: the exit code is 1 only\n"
        "where a claim has no verdict, where its witness, solved again, does not show what the data say, or\n"
        "where a verdict that rests on lengths and counts only differs from the golden one.",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .words_most = 1,
    .run = run,
};
