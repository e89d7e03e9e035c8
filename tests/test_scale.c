/* Large databases: every row arrives, and every query of the report is answered soon. `make hunt` makes one
 * of 20 million samples, which takes a quarter of an hour or more. */
#include "tests/big_database.h"
#include "tests/folder.h"
#include "tests/support.h"

#include "harness/report.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECONDS_MOST = 5 }; /* of the processor, for one query of the report */

static int is_query(const struct dirent *entry) {
    size_t length = strlen(entry->d_name);
    return length > 4 && strcmp(entry->d_name + length - 4, ".sql") == 0;
}

static void answers_soon(Store *store, const char *name) {
    Sheet sheet;
    Error error = {""};
    double begun = processor_seconds();
    ASSERT_OK(sheet_read(REPORT_SCRIPTS, name, &sheet, &error), &error);
    ASSERT_OK(sheet_fill(store, &sheet, &error), &error);
    double taken = processor_seconds() - begun;
    if (sheet.failed) fail_msg("%s: %s", name, sheet.gap);
    if (taken > SECONDS_MOST) print_error("%s took %.1f s\n", name, taken);
    assert_true(taken <= SECONDS_MOST);
    sheet_destroy(&sheet);
}

static void is_reported_soon(void **state) {
    (void)state;
    static const char *const few[] = {"anyangle", NULL};
    static const char *const all[] = {"d0", "d1", "d2", "d3", "anyangle", "study", "growth", NULL};
    bool hunting = trials(1) > 1;
    char folder[FOLDER_PATH], file[FOLDER_PATH + 16];
    BigDatabase made;
    Store *store;
    Error error = {""};
    folder_create(folder);
    snprintf(file, sizeof file, "%s/taut.db", folder);
    ASSERT_OK(big_database_make(file, hunting ? all : few, hunting ? 20000000 : 20000, true, &made, &error),
              &error);
    ASSERT_OK(store_open(file, true, &store, &error), &error);
    Table *counts = table_create();
    ASSERT_OK(store_query(store, "SELECT (SELECT count(*) FROM sample), (SELECT count(*) FROM answer)",
                          counts, &error),
              &error);
    assert_true(strtoull(table_at(counts, 0, 0), NULL, 10) == made.samples && made.samples > 0);
    assert_true(strtoull(table_at(counts, 0, 1), NULL, 10) == made.answers);
    table_destroy(counts);
    struct dirent **entries;
    int count = scandir(REPORT_SCRIPTS, &entries, is_query, alphasort);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        answers_soon(store, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    store_close(store);
    folder_remove(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(is_reported_soon)};
    return cmocka_run_group_tests_name("scale", tests, NULL, NULL);
}
