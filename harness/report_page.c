/* The page that holds all tables and figures, as Markdown. */
#include "harness/report.h"

#include "harness/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_SHOWN = 80 }; /* a longer table is a link */

/* The order of chapters: what a reader asks first comes first; others follow by name. */
static const char *const first_names[] = {"d2",        "d2-ties", "d2-protocols", "d2-styles", "excess",
                                          "time-size", "best-k",  "time-k",       "excess-k",  "d2-real"};
static const char *const last_names[] = {"provenance", "wrong", "flagged", "batches"};

static size_t place_of(const char *name) {
    size_t count = sizeof first_names / sizeof *first_names;
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, first_names[i]) == 0) return i;
    for (size_t i = 0; i < sizeof last_names / sizeof *last_names; i++)
        if (strcmp(name, last_names[i]) == 0) return count + 1 + i;
    return count;
}

static int compare_sheets(const void *left, const void *right) {
    const Sheet *a = *(const Sheet *const *)left, *b = *(const Sheet *const *)right;
    size_t first = place_of(a->name), second = place_of(b->name);
    if (first != second) return first < second ? -1 : 1;
    return strcmp(a->name, b->name);
}

static void write_head(const Report *report, FILE *out) {
    fputs("# Shortest paths on game maps: what was published, what is measured\n\n", out);
    if (report->quick)
        fputs("> **QUICK run: not the full size.** Fewer maps and pairs than the tables were published for; "
              "`make reproduce` measures all of them.\n\n",
              out);
    fprintf(
        out,
        "Made by `taut report --db %s -o %s`. Every number below is in that database; each table names "
        "the query "
        "that drew it, which plain `sqlite3` runs too. Times are of the machine named under [Where the "
        "numbers "
        "come from](#provenance): across machines only ratios compare. Those of queries too short for one "
        "interval are of several in a row: [Timed in batches](#batches).\n\n",
        report->database, report->folder);
    if (report->no_gnuplot)
        fputs("Figures are missing, for gnuplot is not installed: `scripts/setup core` installs it.\n\n",
              out);
}

static void write_contents(Sheet *const *sheets, uint32_t count, FILE *out) {
    fputs("## Contents\n\n- [Claims](#claims)\n", out);
    for (uint32_t i = 0; i < count; i++)
        fprintf(out, "- [%s](#%s)%s\n", sheets[i]->title, sheets[i]->name,
                table_row_count(sheets[i]->table) == 0 ? " (nothing to show)" : "");
    fputs("- [What is missing](#missing)\n\n", out);
}

static Status write_claims(const Report *report, FILE *out) {
    fputs("<a id=\"claims\"></a>\n## Claims\n\nEvery published number, what was measured with its 95 % "
          "interval, and "
          "the verdict. The rules were stated before the numbers were known: paper/claims.md. All columns, "
          "with the "
          "published statement, what it leaves open and the witness: [text](claims.txt), [TSV](claims.tsv), "
          "[CSV](claims.csv), [JSON](claims.json), [LaTeX](claims.tex).\n\n",
          out);
    for (int i = 0; i < VERDICT_COUNT; i++) {
        uint32_t verdicts = claims_count(&report->claims, "", (Verdict)i);
        if (i != VERDICT_NONE || verdicts > 0)
            fprintf(out, "%s%s %u", i == 0 ? "" : ", ", verdict_name((Verdict)i), verdicts);
    }
    fputs(".\n\n", out);
    Table *table = claims_table(&report->claims, "", CLAIMS_PAGE);
    if (table == NULL) return STATUS_NO_MEMORY;
    Status status = table_print(table, TABLE_MD, out);
    table_destroy(table);
    fputs("\n", out);
    return status;
}

static Status write_sheet(const Sheet *sheet, FILE *out) {
    uint32_t rows = table_row_count(sheet->table);
    fprintf(out, "<a id=\"%s\"></a>\n## %s\n\n", sheet->name, sheet->title);
    if (sheet->quick) fputs("**QUICK run: not the full size.** ", out);
    if (sheet->caption != NULL) fprintf(out, "%s", sheet->caption);
    fputs("\n\n", out);
    if (sheet->gap != NULL) fprintf(out, "> %s\n\n", sheet->gap);
    if (sheet->figure)
        fprintf(out, "![%s](%s.svg)\n\n[SVG](%s.svg), [PNG](%s.png). ", sheet->title, sheet->name,
                sheet->name, sheet->name);
    if (rows > 0) {
        fprintf(out,
                "%u rows: [text](%s.txt), [TSV](%s.tsv), [CSV](%s.csv), [JSON](%s.json), [LaTeX](%s.tex). ",
                rows, sheet->name, sheet->name, sheet->name, sheet->name, sheet->name);
    }
    fprintf(out, "Drawn by `" REPORT_SCRIPTS "/%s.sql`", sheet->name);
    if (sheet->experiment != NULL)
        fprintf(out, " from `taut run paper/experiments/%s%s.exp`", sheet->experiment,
                sheet->quick ? "-quick" : "");
    fputs(".\n\n", out);
    if (rows == 0 || rows > ROWS_SHOWN) return STATUS_OK;
    Status status = table_print(sheet->table, TABLE_MD, out);
    fputs("\n", out);
    return status;
}

static void write_missing(Sheet *const *sheets, uint32_t count, FILE *out) {
    fputs("<a id=\"missing\"></a>\n## What is missing\n\n", out);
    uint32_t missing = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool expected = table_row_count(sheets[i]->table) == 0 && sheets[i]->empty != NULL;
        if (sheets[i]->gap == NULL || expected) continue;
        fprintf(out, "- %s: %s\n", sheets[i]->title, sheets[i]->gap);
        missing++;
    }
    if (missing == 0) fputs("Nothing: every group of every experiment that a table reads is there.\n", out);
}

static Status write_all(const Report *report, FILE *out, Error *error) {
    Sheet **sheets = calloc((size_t)report->count + 1, sizeof *sheets);
    if (sheets == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the report", NULL);
    for (uint32_t i = 0; i < report->count; i++) sheets[i] = &report->sheets[i];
    qsort(sheets, report->count, sizeof *sheets, compare_sheets);
    write_head(report, out);
    write_contents(sheets, report->count, out);
    Status status = write_claims(report, out);
    for (uint32_t i = 0; i < report->count && status == STATUS_OK; i++) status = write_sheet(sheets[i], out);
    if (status == STATUS_OK) write_missing(sheets, report->count, out);
    free(sheets);
    return status;
}

Status report_write_page(const Report *report, Error *error) {
    char path[HOME_PATH + 16], *bytes = NULL;
    size_t size;
    snprintf(path, sizeof path, "%s/report.md", report->folder);
    FILE *out = open_memstream(&bytes, &size);
    if (out == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the report", NULL);
    Status status = write_all(report, out, error);
    if (fclose(out) != 0 && status == STATUS_OK)
        status = error_say(error, STATUS_NO_MEMORY, "no memory for the report", NULL);
    if (status == STATUS_OK) status = file_write(path, bytes, size, error);
    free(bytes);
    return status;
}
