/* The database: the only file from which C speaks SQL to SQLite. Others hand it statements and rows. */
#ifndef TAUT_HARNESS_STORE_H
#define TAUT_HARNESS_STORE_H

#include "algos/core/hash.h"
#include "algos/core/status.h"
#include "harness/table.h"

#include <stdbool.h>
#include <stdint.h>

/* Raise it with every change of schema.sql, views.sql, COUNTER_LIST or FACT_LIST; a test holds the two
 * together. */
enum { STORE_VERSION = 4 };

#define STORE_DEFAULT "results/taut.db"

typedef struct Store Store;
typedef struct Statement Statement;

/* Opens FILE; with `read_only` it must be there, else it is made with its folder and schema. A database of an
 * older version opens read only: STATUS_REFUSED when writing is asked for. Not a database of ours, damaged,
 * or where none can be written: STATUS_BAD_INPUT, also from what reads and writes once damage is met. A
 * folder in which nothing may be written is no hindrance to reading unless a log (FILE-wal) holds newer rows:
 * then the error says what to do. */
MUST_CHECK Status store_open(const char *file, bool read_only, Store **store, Error *error);
void store_close(Store *store);

/* Makes the folder that the file will lie in; where that fails, opening the file says so. */
void store_make_folder(const char *file);

/* Whether a log lies beside the file (FILE-wal) that holds something: by a program that is at work, or was
 * killed. */
bool store_has_log(const char *file);

/* Nothing waits for the disk any more: for a file that nobody needs before it is settled (shard.h). */
MUST_CHECK Status store_hurry(Store *store, Error *error);

/* The version of its schema. */
MUST_CHECK Status store_version(Store *store, int64_t *version, Error *error);

/* Reads another database beside this one, as schema `source`; outside a transaction. */
MUST_CHECK Status store_attach(Store *store, const char *file, Error *error);
void store_detach(Store *store);

/* Whether a call has failed because the file is damaged. */
bool store_is_damaged(const Store *store);

/* The name that it was opened by. */
const char *store_file(const Store *store);

/* Runs statements without parameters. */
MUST_CHECK Status store_execute(Store *store, const char *sql, Error *error);

/* A transaction: what is written in between is there whole or not at all. */
MUST_CHECK Status store_begin(Store *store, Error *error);
MUST_CHECK Status store_commit(Store *store, Error *error);
void store_rollback(Store *store);

/* Runs one SELECT and fills an empty table: columns as named, REAL with 17 significant digits. */
MUST_CHECK Status store_query(Store *store, const char *sql, Table *table, Error *error);

/* One statement with parameters ?1, ?2, …; finish it before the store is closed. */
MUST_CHECK Status store_prepare(Store *store, const char *sql, Statement **statement, Error *error);
void statement_finish(Statement *statement);
void statement_integer(Statement *statement, int place, int64_t value);
void statement_real(Statement *statement, int place, double value);     /* NaN becomes NULL */
void statement_text(Statement *statement, int place, const char *text); /* copied; NULL becomes NULL */
void statement_constant(Statement *statement, int place,
                        const char *text); /* that never changes: not copied */
void statement_null(Statement *statement, int place);

/* For writing: runs it and makes it ready for the next values. */
MUST_CHECK Status statement_step(Statement *statement, Error *error);
/* The same for one that is run once: it is finished in any case. */
MUST_CHECK Status statement_run(Statement *statement, Error *error);
/* For reading: the next row, or none, after which it is ready for new values. */
MUST_CHECK Status statement_row(Statement *statement, bool *has_row, Error *error);
int64_t statement_column_integer(Statement *statement, int column);
double statement_column_real(Statement *statement, int column);
const char *statement_column_text(Statement *statement,
                                  int column); /* valid until the next step; NULL if NULL */
bool statement_column_null(Statement *statement, int column);
/* Adds the values of a row, each with its type. */
void statement_hash(Statement *statement, Hash *hash);

/* The row id of the last insert. */
int64_t store_last_id(Store *store);

/* The schema with its placeholders filled, in memory of malloc; NULL without memory. For the test that holds
 * it and STORE_VERSION together. */
char *store_schema(void);

#endif
