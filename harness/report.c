#include "harness/report.h"

#include "harness/load.h"
#include "harness/system_memory.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static Status no_memory(Error *error) {
    return error_say(error, STATUS_NO_MEMORY, "no memory for the report", NULL);
}

static const struct {
    const char *suffix;
    TableFormat format;
} formats[] = {{"txt", TABLE_TEXT}, {"md", TABLE_MD},     {"tsv", TABLE_TSV},
               {"csv", TABLE_CSV},  {"json", TABLE_JSON}, {"tex", TABLE_TEX}};

Status report_write_table(const Table *table, const char *folder, const char *name, Error *error) {
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        char path[HOME_PATH + 80], *bytes = NULL;
        size_t size;
        snprintf(path, sizeof path, "%s/%s.%s", folder, name, formats[i].suffix);
        FILE *out = open_memstream(&bytes, &size);
        if (out == NULL) return no_memory(error);
        Status status = table_print(table, formats[i].format, out);
        if (fclose(out) != 0 && status == STATUS_OK) status = no_memory(error);
        if (status == STATUS_OK) status = file_write(path, bytes, size, error);
        free(bytes);
        TRY(status);
    }
    return STATUS_OK;
}

/* What an earlier report left under this name, lest it be taken for this one's. */
static void remove_old(const char *folder, const char *name) {
    static const char *const suffixes[] = {"txt", "md", "tsv", "csv", "json", "tex", "svg", "png"};
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        char path[HOME_PATH + 80];
        snprintf(path, sizeof path, "%s/%s.%s", folder, name, suffixes[i]);
        unlink(path);
    }
}

static int is_query(const struct dirent *entry) {
    size_t length = strlen(entry->d_name);
    return length > 4 && length < sizeof((Sheet *)NULL)->name &&
           strcmp(entry->d_name + length - 4, ".sql") == 0;
}

static Status read_sheets(Report *report, Error *error) {
    struct dirent **entries;
    int count = scandir(report->scripts, &entries, is_query, alphasort);
    if (count < 0) return error_say(error, STATUS_SYSTEM, report->scripts, ": ", strerror(errno), NULL);
    report->sheets = calloc((size_t)count + 1, sizeof *report->sheets);
    Status status = report->sheets == NULL ? no_memory(error) : STATUS_OK;
    for (int i = 0; i < count; i++) {
        if (status == STATUS_OK)
            status = sheet_read(report->scripts, entries[i]->d_name, &report->sheets[report->count++], error);
        free(entries[i]);
    }
    free(entries);
    return status;
}

/* The folder and those above it. */
static Status make_folder(const char *folder, Error *error) {
    char path[HOME_PATH];
    if ((size_t)snprintf(path, sizeof path, "%s", folder) >= sizeof path)
        return error_say(error, STATUS_BAD_INPUT, folder, ": too long a name", NULL);
    for (char *at = path + 1;; at++) {
        bool last = *at == '\0';
        if (!last && *at != '/') continue;
        *at = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST)
            return error_say(error, STATUS_SYSTEM, path, ": ", strerror(errno), NULL);
        if (last) return STATUS_OK;
        *at = '/';
    }
}

static Status read_claims(Report *report, Error *error) {
    char path[HOME_PATH], *text;
    size_t length;
    TRY(home_find(CLAIMS_FILE, path, error));
    Memory memory = system_memory();
    TRY(file_read(path, &memory, &text, &length, error));
    Status status = claims_parse(text, length, path, &report->claims, error);
    memory_give(&memory, text);
    report->has_claims = status == STATUS_OK;
    return status;
}

/* The claims are judged first, for tables show published numbers from them. A database that cannot be written
 * keeps the verdicts it has. */
static Status judge_claims(Report *report, Store **store, bool *sound, Error *error) {
    TRY(store_open(report->database, true, store, error)); /* it must be there */
    TRY(claims_judge(*store, &report->claims, error));
    *sound = *sound && claims_count(&report->claims, "", VERDICT_NONE) == 0;
    Store *writing;
    Error refused = {""};
    Status status = store_open(report->database, false, &writing, &refused);
    if (status == STATUS_OK) {
        status = claims_store(writing, &report->claims, &refused);
        store_close(writing);
    }
    if (status != STATUS_OK)
        fprintf(stderr, "taut: published numbers in tables are those judged before: %s\n", refused.text);
    return STATUS_OK;
}

static Status write_claims(const Report *report, Error *error) {
    Table *table = claims_table(&report->claims, "", CLAIMS_FULL);
    if (table == NULL) return no_memory(error);
    remove_old(report->folder, "claims");
    Status status = report_write_table(table, report->folder, "claims", error);
    table_destroy(table);
    return status;
}

static Status make_sheet(Report *report, Sheet *sheet, Store *store, bool *sound, Error *error) {
    TRY(sheet_fill(store, sheet, error));
    remove_old(report->folder, sheet->name);
    if (sheet->failed) {
        fprintf(stderr, "taut: %s: %s\n", sheet->path, sheet->gap);
        *sound = false;
        return STATUS_OK;
    }
    report->quick = report->quick || sheet->quick;
    if (table_row_count(sheet->table) == 0) return STATUS_OK; /* never an empty figure */
    TRY(report_write_table(sheet->table, report->folder, sheet->name, error));
    return report_draw(report, sheet, sound, error);
}

static Status make_with(Report *report, Store **store, bool *sound, Error *error) {
    TRY(home_find(REPORT_SCRIPTS, report->scripts, error));
    TRY(read_sheets(report, error));
    TRY(read_claims(report, error));
    TRY(judge_claims(report, store, sound, error));
    TRY(make_folder(report->folder, error));
    TRY(write_claims(report, error));
    for (uint32_t i = 0; i < report->count; i++)
        TRY(make_sheet(report, &report->sheets[i], *store, sound, error));
    return report_write_page(report, error);
}

Status report_make(const char *database, const char *folder, bool *sound, Error *error) {
    Report report = {.database = database, .folder = folder};
    Store *store = NULL;
    *sound = true;
    Status status = make_with(&report, &store, sound, error);
    if (store != NULL) store_close(store);
    for (uint32_t i = 0; i < report.count; i++) sheet_destroy(&report.sheets[i]);
    free(report.sheets);
    if (report.has_claims) claims_destroy(&report.claims);
    return status;
}
