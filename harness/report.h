/* Tables and figures drawn from the database: one a query in scripts/report, and a page that holds them all.
 */
#ifndef TAUT_HARNESS_REPORT_H
#define TAUT_HARNESS_REPORT_H

#include "harness/claims.h"
#include "harness/home.h"
#include "harness/store.h"

#define REPORT_SCRIPTS "scripts/report"

/* A query with what its first comment lines say of it: `-- title: …`, and where they are there `-- caption:
 * …`,
 * `-- experiment: …` (whose rows it reads), `-- parts: …` (groups of it, each of which should be there),
 * `-- empty: …` (what it means when there is no row; else that is a gap). */
typedef struct Sheet {
    char name[64]; /* the file's, without .sql */
    char path[HOME_PATH];
    char *text; /* of the file; the fields below are cut out of a copy */
    char *fields;
    const char *title, *caption, *experiment, *parts, *empty; /* NULL where not given, except the title */
    Table *table;
    char *gap;   /* why there is nothing to show, or what is missing of it; NULL: nothing is missing */
    bool quick;  /* drawn from a run that is not at full size */
    bool failed; /* the query is wrong: `gap` says how */
    bool figure; /* NAME.svg and NAME.png were drawn */
} Sheet;

typedef struct Report {
    const char *database, *folder; /* of the output */
    char scripts[HOME_PATH];
    Sheet *sheets; /* by name */
    uint32_t count;
    Claims claims;
    bool has_claims, quick, no_gnuplot;
} Report;

/* Reads what is asked for, draws it into the folder and writes report.md. Messages go to standard error;
 * `sound` is false where a query or a figure is wrong. */
MUST_CHECK Status report_make(const char *database, const char *folder, bool *sound, Error *error);

/* Reads the query NAME.sql and its comment lines. */
MUST_CHECK Status sheet_read(const char *folder, const char *file_name, Sheet *sheet, Error *error);
/* Runs it and finds out what is missing. Fails for want of memory and for a damaged database. */
MUST_CHECK Status sheet_fill(Store *store, Sheet *sheet, Error *error);
void sheet_destroy(Sheet *sheet);

/* Writes a table in every format as FOLDER/NAME.txt, .md, .tsv, .csv, .json and .tex. */
MUST_CHECK Status report_write_table(const Table *table, const char *folder, const char *name, Error *error);

/* Draws a sheet that has a NAME.gp, with gnuplot: as SVG and PNG. Without gnuplot it says so once and goes
 * on. */
MUST_CHECK Status report_draw(Report *report, Sheet *sheet, bool *sound, Error *error);

/* Writes FOLDER/report.md. */
MUST_CHECK Status report_write_page(const Report *report, Error *error);

#endif
