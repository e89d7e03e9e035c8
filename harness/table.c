#include "harness/table_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

Table *table_create(void) {
    return calloc(1, sizeof(Table));
}

void table_destroy(Table *table) {
    if (table == NULL) return;
    for (uint32_t i = 0; i < table->column_count; i++) free(table->columns[i].title);
    for (uint64_t i = 0; i < table->cell_count; i++) free(table->cells[i].text);
    free(table->columns);
    free(table->cells);
    free(table);
}

void table_column(Table *table, const char *title, bool number) {
    if (table == NULL) return;
    if (table->column_count == table->column_room) {
        uint32_t room = table->column_room == 0 ? 16 : 2 * table->column_room;
        Column *columns = realloc(table->columns, room * sizeof *columns);
        if (columns == NULL) {
            table->no_memory = true;
            return;
        }
        table->columns = columns;
        table->column_room = room;
    }
    char *copy = strdup(title);
    if (copy == NULL) table->no_memory = true;
    table->columns[table->column_count++] = (Column){copy, number};
}

static void add_cell(Table *table, const char *text, bool number) {
    if (table == NULL || table->no_memory) return;
    if (table->cell_count == table->cell_room) {
        uint64_t room = table->cell_room == 0 ? 64 : 2 * table->cell_room;
        TableCell *cells = realloc(table->cells, (size_t)room * sizeof *cells);
        if (cells == NULL) {
            table->no_memory = true;
            return;
        }
        table->cells = cells;
        table->cell_room = room;
    }
    char *copy = text == NULL ? NULL : strdup(text);
    if (text != NULL && copy == NULL) table->no_memory = true;
    table->cells[table->cell_count++] = (TableCell){copy, number};
}

void table_cell(Table *table, const char *text) {
    add_cell(table, text, false);
}

void table_integer(Table *table, int64_t value) {
    add_cell(table, number_text(value).text, true);
}

void table_real(Table *table, double value, int digits) {
    char text[64];
    if (isnan(value)) {
        add_cell(table, NULL, true);
    } else if (isinf(value)) {
        add_cell(table, value > 0 ? "inf" : "-inf", false); /* JSON has no number for it */
    } else {
        /* All 17 digits only where fewer do not read back as the same number: 0.1, not 0.1000…01. */
        int fewest = digits == 17 ? 15 : digits;
        do snprintf(text, sizeof text, "%.*g", fewest, value);
        while (fewest++ < digits && strtod(text, NULL) != value);
        /* 1234567 with three digits reads 1.23e+06: a person wants 1230000 as long as it is short. */
        double rounded = strtod(text, NULL);
        if (strchr(text, 'e') != NULL && fabs(rounded) >= 1 && fabs(rounded) < 1e15)
            snprintf(text, sizeof text, "%.0f", rounded);
        add_cell(table, text, true);
    }
}

uint32_t table_row_count(const Table *table) {
    if (table == NULL || table->column_count == 0) return 0;
    return (uint32_t)((table->cell_count + table->column_count - 1) / table->column_count);
}

const TableCell *table_cell_at(const Table *table, uint32_t row, uint32_t column) {
    static const TableCell empty = {NULL, false};
    uint64_t at = (uint64_t)row * table->column_count + column;
    return at < table->cell_count ? &table->cells[at] : &empty;
}

const char *table_at(const Table *table, uint32_t row, uint32_t column) {
    if (table == NULL || column >= table->column_count) return "";
    const char *text = table_cell_at(table, row, column)->text;
    return text == NULL ? "" : text;
}

int table_find_column(const Table *table, const char *title) {
    if (table == NULL) return -1;
    for (uint32_t i = 0; i < table->column_count; i++)
        if (strcmp(table->columns[i].title, title) == 0) return (int)i;
    return -1;
}

bool table_format_parse(const char *name, TableFormat *format) {
    static const char *const names[] = {"text", "tsv", "csv", "json", "md", "tex"};
    for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) != 0) continue;
        *format = (TableFormat)i;
        return true;
    }
    return false;
}
