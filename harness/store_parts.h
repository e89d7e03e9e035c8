/* What store.c and statement.c share: SQLite's own handles. */
#ifndef TAUT_HARNESS_STORE_PARTS_H
#define TAUT_HARNESS_STORE_PARTS_H

#include "harness/store.h"

#include <sqlite3.h>

struct Store {
    sqlite3 *connection;
    char *file;
};

struct Statement {
    Store *store;
    sqlite3_stmt *compiled;
};

/* Says what SQLite says of the last call, and what was done. */
Status store_failed(Store *store, const char *doing, Error *error);

#endif
