/* One query of the report: its comment lines, its rows, and what is missing of them. */
#include "harness/report.h"

#include "harness/load.h"
#include "harness/system_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Status no_memory(Error *error) {
    return error_say(error, STATUS_NO_MEMORY, "no memory for the report", NULL);
}

/* The comment lines at the top, each a word, a colon and a text. */
static Status read_fields(Sheet *sheet, Error *error) {
    const struct {
        const char *word;
        const char **field;
    } known[] = {{"title", &sheet->title},
                 {"caption", &sheet->caption},
                 {"experiment", &sheet->experiment},
                 {"parts", &sheet->parts},
                 {"empty", &sheet->empty}};
    uint32_t number = 1;
    for (char *line = sheet->fields; strncmp(line, "-- ", 3) == 0; number++) {
        char *end = strchr(line, '\n'), *word = line + 3, *colon = strstr(word, ": ");
        if (end == NULL) break;
        *end = '\0';
        size_t i = 0, count = sizeof known / sizeof *known;
        size_t length = colon == NULL || colon > end ? 0 : (size_t)(colon - word);
        while (i < count && !(strlen(known[i].word) == length && strncmp(known[i].word, word, length) == 0))
            i++;
        if (i == count)
            return error_at(error, sheet->path, number, word, strlen(word),
                            "title, caption, experiment, parts or empty, a colon and a text");
        *known[i].field = colon + 2;
        line = end + 1;
    }
    if (sheet->title != NULL) return STATUS_OK;
    return error_at(error, sheet->path, 1, sheet->text, strcspn(sheet->text, "\n"), "-- title: …");
}

Status sheet_read(const char *folder, const char *file_name, Sheet *sheet, Error *error) {
    *sheet = (Sheet){.quick = false};
    snprintf(sheet->name, sizeof sheet->name, "%.*s", (int)(strlen(file_name) - strlen(".sql")), file_name);
    if ((size_t)snprintf(sheet->path, sizeof sheet->path, "%s/%s", folder, file_name) >= sizeof sheet->path)
        return error_say(error, STATUS_BAD_INPUT, folder, ": too long a name", NULL);
    Memory memory = system_memory();
    char *bytes;
    size_t length;
    TRY(file_read(sheet->path, &memory, &bytes, &length, error));
    sheet->text = strndup(bytes, length);
    sheet->fields = strndup(bytes, length);
    memory_give(&memory, bytes);
    if (sheet->text == NULL || sheet->fields == NULL) return no_memory(error);
    return read_fields(sheet, error);
}

void sheet_destroy(Sheet *sheet) {
    table_destroy(sheet->table);
    free(sheet->text);
    free(sheet->fields);
    free(sheet->gap);
}

/* Asks about the sheet's experiment; `format` has one or two %s, for it and for `part`. */
static Status ask(Store *store, const char *format, const char *experiment, const char *part, Table **table,
                  Error *error) {
    char *sql = NULL;
    *table = NULL;
    if (asprintf(&sql, format, experiment, part) < 0) return no_memory(error);
    *table = table_create();
    Status status = *table == NULL ? no_memory(error) : store_query(store, sql, *table, error);
    free(sql);
    return status;
}

/* Names a part of which there is nothing, and why. */
static Status write_part(Store *store, const Sheet *sheet, const char *part, FILE *out, Error *error) {
    Table *rows, *gaps = NULL;
    Status status = ask(store,
                        "SELECT count(*) FROM member JOIN chosen USING (experiment) WHERE name = '%s' "
                        "AND part = '%s'",
                        sheet->experiment, part, &rows, error);
    if (status == STATUS_OK)
        status = ask(
            store,
            "SELECT spec, reason FROM gap WHERE experiment IN (SELECT experiment FROM chosen WHERE name = "
            "'%s') AND part = '%s' ORDER BY spec",
            sheet->experiment, part, &gaps, error);
    if (status == STATUS_OK) {
        uint32_t gap_count = table_row_count(gaps);
        if (strcmp(table_at(rows, 0, 0), "0") == 0 && gap_count == 0)
            fprintf(out, "No row of group %s: `taut run paper/experiments/%s.exp` measures it. ", part,
                    sheet->experiment);
        for (uint32_t i = 0; i < gap_count; i++)
            fprintf(out, "Missing from group %s: %s (%s). ", part, table_at(gaps, i, 0),
                    table_at(gaps, i, 1));
    }
    table_destroy(rows);
    table_destroy(gaps);
    return status;
}

static Status write_parts(Store *store, const Sheet *sheet, FILE *out, Error *error) {
    if (sheet->experiment == NULL || sheet->parts == NULL) return STATUS_OK;
    char *parts = strdup(sheet->parts), *rest;
    if (parts == NULL) return no_memory(error);
    Status status = STATUS_OK;
    for (char *part = strtok_r(parts, " ", &rest); part != NULL && status == STATUS_OK;
         part = strtok_r(NULL, " ", &rest))
        status = write_part(store, sheet, part, out, error);
    free(parts);
    return status;
}

static Status find_quick(Store *store, Sheet *sheet, Error *error) {
    if (sheet->experiment == NULL) return STATUS_OK;
    Table *table;
    Status status =
        ask(store, "SELECT 1 FROM chosen WHERE name = '%s' AND quick", sheet->experiment, "", &table, error);
    sheet->quick = status == STATUS_OK && table_row_count(table) > 0;
    table_destroy(table);
    return status;
}

Status sheet_fill(Store *store, Sheet *sheet, Error *error) {
    sheet->table = table_create();
    if (sheet->table == NULL) return no_memory(error);
    Error refused = {""};
    Status status = store_query(store, sheet->text, sheet->table, &refused);
    sheet->failed = status != STATUS_OK;
    if (status == STATUS_NO_MEMORY) return no_memory(error);
    if (status == STATUS_BAD_INPUT) { /* not the query but the database is at fault */
        if (error != NULL) *error = refused;
        return status;
    }
    TRY(find_quick(store, sheet, error));
    size_t size;
    FILE *out = open_memstream(&sheet->gap, &size);
    if (out == NULL) return no_memory(error);
    status = write_parts(store, sheet, out, error);
    if (sheet->failed)
        fprintf(out, "The query is wrong: %s. ", refused.text);
    else if (status == STATUS_OK && table_row_count(sheet->table) == 0 && ftell(out) == 0)
        fprintf(out, "%s. ", sheet->empty == NULL ? "There is no row" : sheet->empty);
    if (fclose(out) != 0) return no_memory(error);
    if (sheet->gap[0] == '\0') {
        free(sheet->gap);
        sheet->gap = NULL;
    }
    return status;
}
