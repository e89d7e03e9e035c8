/* Rows for people and programs: one table, printed as aligned text, TSV, CSV, JSON, Markdown or LaTeX. */
#ifndef TAUT_HARNESS_TABLE_H
#define TAUT_HARNESS_TABLE_H

#include "algos/core/status.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef enum TableFormat { TABLE_TEXT, TABLE_TSV, TABLE_CSV, TABLE_JSON, TABLE_MD, TABLE_TEX } TableFormat;

typedef struct Table Table;

/* An empty table. NULL for want of memory; so may be what follows: table_print then reports it. */
Table *table_create(void);
void table_destroy(Table *table);

/* Adds a column; numbers are aligned right. All columns come before the first cell. */
void table_column(Table *table, const char *title, bool number);

/* Adds the next cell, row by row from the left. NULL is an empty cell (JSON null). */
void table_cell(Table *table, const char *text);
void table_integer(Table *table, int64_t value);
/* `digits` significant digits; NaN is an empty cell. */
void table_real(Table *table, double value, int digits);

uint32_t table_row_count(const Table *table);
/* The text of a cell, "" where empty. */
const char *table_at(const Table *table, uint32_t row, uint32_t column);
/* The column called `title`, or -1. */
int table_find_column(const Table *table, const char *title);

/* "text", "tsv", "csv", "json", "md" or "tex"; false for another name. */
bool table_format_parse(const char *name, TableFormat *format);

/* Prints all of it; JSON as an array of objects, TSV with tabs, line ends and backslashes escaped. Text cells
 * are cut nowhere. */
MUST_CHECK Status table_print(const Table *table, TableFormat format, FILE *out);

/* For a table of one row: as text with a line a column, otherwise like table_print. */
MUST_CHECK Status table_print_upright(const Table *table, TableFormat format, FILE *out);

#endif
