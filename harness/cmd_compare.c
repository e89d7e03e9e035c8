/* taut compare: what changed between two measurements, and whether it is more than noise. */
#include "harness/command.h"
#include "harness/compare.h"
#include "harness/options.h"
#include "harness/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "FILE" or "FILE@BUILD"; a file of that whole name wins. */
static Status read_side(const char *word, char **copy, CompareSide *side, Error *error) {
    *copy = strdup(word);
    if (*copy == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for a name", NULL);
    side->file = *copy;
    char *at = file_exists(word) ? NULL : strrchr(*copy, '@');
    if (at == NULL) return STATUS_OK;
    *at = '\0';
    side->build = at + 1;
    if (at[1] != '\0') return STATUS_OK;
    return error_say(error, STATUS_BAD_INPUT, word,
                     ": found nothing after @, expected the beginning of a build's hash", NULL);
}

static Status read_share(const Arguments *arguments, const char *name, double most, double *share,
                         Error *error) {
    const char *text = argument(arguments, name);
    if (text == NULL) return STATUS_OK;
    char *end;
    *share = strtod(text, &end) / 100;
    if (end != text && *end == '\0' && *share >= 0 && *share <= most) return STATUS_OK;
    return error_say(error, STATUS_BAD_INPUT, name, " ", text, ": expected per cent from 0 to ",
                     number_text((int64_t)(100 * most)).text, NULL);
}

static Status read_ask(const Arguments *arguments, char *copies[2], CompareAsk *ask, Error *error) {
    static const char *const solvers[2] = {"--old", "--new"};
    for (int i = 0; i < 2; i++) {
        TRY(read_side(arguments->words[i < (int)arguments->word_count ? i : 0], &copies[i], &ask->sides[i],
                      error));
        ask->sides[i].solver = argument(arguments, solvers[i]);
    }
    TRY(read_share(arguments, "--margin", 10, &ask->margin, error));
    TRY(read_share(arguments, "--level", 0.5, &ask->level, error));
    const CompareSide *old = &ask->sides[0], *new = &ask->sides[1];
    if ((old->solver == NULL) != (new->solver == NULL))
        return error_say(error, STATUS_BAD_INPUT, "--old and --new go together", NULL);
    bool same_build =
        old->build == NULL ? new->build == NULL : new->build != NULL &&strcmp(old->build, new->build) == 0;
    bool same_solver = old->solver == NULL || strcmp(old->solver, new->solver) == 0;
    if (strcmp(old->file, new->file) == 0 && same_build && same_solver)
        return error_say(error, STATUS_BAD_INPUT, old->file,
                         " with itself: expected two databases, two builds (FILE@BUILD), or --old and --new",
                         NULL);
    return STATUS_OK;
}

static Status print(const Table *table, const CompareCounts *counts, TableFormat format) {
    TRY(table_print(table, format, stdout));
    FILE *out = format == TABLE_TEXT || format == TABLE_MD ? stdout : stderr;
    fprintf(out,
            "cells %llu, only in the old %llu, only in the new %llu; answers %llu, different %llu;"
            " times slower %u, faster %u, same %u, undecided %u\n",
            (unsigned long long)counts->cells, (unsigned long long)counts->only_old,
            (unsigned long long)counts->only_new, (unsigned long long)counts->answers,
            (unsigned long long)counts->different, counts->slower, counts->faster, counts->same,
            counts->undecided);
    return STATUS_OK;
}

static int run(const Arguments *arguments) {
    char *copies[2] = {NULL, NULL};
    CompareAsk ask = {.experiment = argument(arguments, "--experiment"),
                      .ignored = argument(arguments, "--ignore"),
                      .margin = 0.01,
                      .level = 0.01,
                      .apart = argument(arguments, "--apart") != NULL};
    CompareCounts counts;
    TableFormat format;
    Error error = {""};
    Table *table = table_create();
    Status status = argument_format(arguments, &format, &error);
    if (status == STATUS_OK) status = read_ask(arguments, copies, &ask, &error);
    if (status == STATUS_OK) status = compare_make(&ask, table, &counts, &error);
    if (status == STATUS_OK) status = print(table, &counts, format);
    table_destroy(table);
    for (int i = 0; i < 2; i++) free(copies[i]);
    if (status != STATUS_OK) return command_failed(status, &error);
    return counts.only_old + counts.different + counts.slower > 0 ? EXIT_DIFFERS : EXIT_DONE;
}

static const Option options[] = {
    {"--experiment", "NAME", "only this one (default: all that there are)"},
    {"--ignore", "COLUMNS", "columns that may differ, such as expanded,pushed"},
    {"--old", "SPEC", "this solver of OLD (its name, and as many parameters as tell it apart) is"},
    {"--new", "SPEC", "compared with that one of NEW: verdicts, lengths and times"},
    {"--margin", "PERCENT", "slower or faster by less is the same (default 1)"},
    {"--level", "PERCENT", "chance of a false alarm (default 1)"},
    {"--apart", NULL, "judge also times that were not measured in turns"},
    FORMAT_OPTION,
};

const Command command_compare = {
    .name = "compare",
    .usage = "OLD[@BUILD] NEW[@BUILD] [--experiment NAME] [--old SPEC --new SPEC] [--ignore COLUMNS] "
             "[--format FORMAT]",
    .summary = "what changed between two databases, and whether it is more than noise",
    .details =
        "OLD and NEW are databases; BUILD, the beginning of a build's hash, chooses one of several in "
        "it. Cells of the\n"
        "same experiment, group, solver, map and queries are compared. Verdicts, lengths, paths, "
        "counts, facts and\n"
        "index sizes must be equal. Of times, the medians of each query are paired; their ratios are "
        "means of a map,\n"
        "and are tested by Wilcoxon's signed ranks (t where there are too few for that), corrected for how "
        "many are tested.\n"
        "Times are judged only where OLD and NEW were measured in turns (scripts/turns does that), or "
        "in one block\n"
        "(--old, --new): a machine that has become slower would look like a slower solver.\n"
        "Exit 1 when something differs, a cell of OLD is not in NEW, or NEW is slower. With one FILE "
        "and --old and\n"
        "--new, two solvers of one database are compared.",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .words_least = 1,
    .words_most = 2,
    .run = run,
};
