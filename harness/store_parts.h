/* What store.c and statement.c share: SQLite's own handles. */
#ifndef TAUT_HARNESS_STORE_PARTS_H
#define TAUT_HARNESS_STORE_PARTS_H

#include "harness/store.h"

#include <sqlite3.h>

/* What is finished is kept for who prepares the same text next: blocks of few queries are stored by
 * statements that take longer to compile than to run. */
enum { KEPT_MOST = 24 };

struct Store {
    sqlite3 *connection;
    char *file;
    sqlite3_stmt *kept[KEPT_MOST]; /* the one that was finished last first */
    int kept_count;
    bool is_damaged;
};

struct Statement {
    Store *store;
    sqlite3_stmt *compiled;
};

/* Before the connection is closed. */
void store_forget_kept(Store *store);

/* Says what SQLite says of the last call, and what was done. */
Status store_failed(Store *store, const char *doing, Error *error);

#endif
