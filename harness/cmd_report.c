/* taut report: tables and figures from the database. */
#include "harness/command.h"
#include "harness/report.h"

#include <stdio.h>

#define FOLDER_DEFAULT "results/report"

static int run(const Arguments *arguments) {
    const char *database = argument(arguments, "--db"), *folder = argument(arguments, "-o");
    if (database == NULL) database = STORE_DEFAULT;
    if (folder == NULL) folder = FOLDER_DEFAULT;
    bool sound;
    Error error = {""};
    Status status = report_make(database, folder, &sound, &error);
    if (status != STATUS_OK) return command_failed(status, &error);
    printf("%s/report.md\n", folder);
    return sound ? EXIT_DONE : EXIT_DIFFERS;
}

static const Option options[] = {
    {"--db", "FILE", "the database (default " STORE_DEFAULT ")"},
    {"-o", "DIR", "where tables and figures go (default " FOLDER_DEFAULT ")"},
};

const Command command_report = {
    .name = "report",
    .usage = "[--db FILE] [-o DIR]",
    .summary = "tables and figures, drawn from the database",
    .details = "Each scripts/report/NAME.sql becomes a table as text, Markdown, TSV, CSV, JSON and LaTeX; "
               "with a NAME.gp\n"
               "beside it also a figure as SVG and PNG (needs gnuplot). report.md holds them all, the "
               "claims, where the\n"
               "numbers come from, and what is missing. Prints the name of that page.",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .run = run,
};
