#include "harness/store_parts.h"

#include "algos/solver.h"
#include "harness/stop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { BUSY_MILLISECONDS = 600000, BUSY_STEP = 20, APPLICATION_ID = 0x74617574 /* "taut" */ };

static const char schema_text[] = {
#include "schema.inc"
};

Status store_failed(Store *store, const char *doing, Error *error) {
    int code = sqlite3_errcode(store->connection);
    bool is_bad = code == SQLITE_NOTADB || code == SQLITE_CORRUPT; /* another kind of file, or damaged */
    store->is_damaged = store->is_damaged || is_bad;
    Status status = code == SQLITE_NOMEM ? STATUS_NO_MEMORY : is_bad ? STATUS_BAD_INPUT : STATUS_SYSTEM;
    return error_say(error, status, store->file, ": ", doing, ": ", sqlite3_errmsg(store->connection), NULL);
}

/* Replaces each placeholder of the schema by one column a row of its list. */
char *store_schema(void) {
#define COLUMN(NAME, HELP) #NAME " INTEGER,\n    "
    static const struct {
        const char *placeholder, *columns;
    } lists[] = {{"@COUNTERS@", COUNTER_LIST(COLUMN)}, {"@FACTS@", FACT_LIST(COLUMN)}};
#undef COLUMN
    char *schema = strdup(schema_text);
    for (size_t i = 0; i < sizeof lists / sizeof *lists && schema != NULL; i++) {
        size_t columns = strlen(lists[i].columns);
        while (columns > 0 && strchr(",\n ", lists[i].columns[columns - 1]) != NULL) columns--;
        /* The first mention is the comment that explains them. */
        char *at = strstr(schema, lists[i].placeholder);
        at = strstr(at + 1, lists[i].placeholder);
        size_t before = (size_t)(at - schema), placeholder = strlen(lists[i].placeholder);
        char *filled = malloc(strlen(schema) + columns + 1);
        if (filled != NULL) {
            memcpy(filled, schema, before);
            memcpy(filled + before, lists[i].columns, columns);
            strcpy(filled + before + columns, at + placeholder);
        }
        free(schema);
        schema = filled;
    }
    return schema;
}

Status store_execute(Store *store, const char *sql, Error *error) {
    if (sqlite3_exec(store->connection, sql, NULL, NULL, NULL) == SQLITE_OK) return STATUS_OK;
    return store_failed(store, "the database refused a statement", error);
}

Status store_begin(Store *store, Error *error) {
    return store_execute(store, "BEGIN IMMEDIATE", error);
}
/* Bytes in FILE-wal; 0 where there is none. */
static int64_t log_size(const char *file) {
    char *name = sqlite3_mprintf("%s-wal", file);
    struct stat log;
    int64_t size = name == NULL ? 1 : stat(name, &log) == 0 ? (int64_t)log.st_size : 0;
    sqlite3_free(name);
    return size;
}

bool store_has_log(const char *file) {
    return log_size(file) > 0;
}

static int wait_for_others(void *untyped, int times);

/* Takes the log into the file once it is long, and cuts it to nothing: so the log never holds an older state
 * of what the file has already, and one that lost its end costs the last rows and nothing else. While others
 * read, it waits for another time. */
static void shorten_log(Store *store) {
    enum { LOG_LONG = 4 << 20 };
    if (log_size(store->file) < LOG_LONG) return;
    sqlite3_busy_handler(store->connection, NULL, NULL);
    (void)sqlite3_wal_checkpoint_v2(store->connection, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    sqlite3_busy_handler(store->connection, wait_for_others, store);
}

Status store_commit(Store *store, Error *error) {
    TRY(store_execute(store, "COMMIT", error));
    shorten_log(store);
    return STATUS_OK;
}

void store_rollback(Store *store) {
    if (!sqlite3_get_autocommit(store->connection))
        sqlite3_exec(store->connection, "ROLLBACK", NULL, NULL, NULL);
}

static Status read_integer(Store *store, const char *sql, int64_t *value, Error *error) {
    Statement *statement = NULL;
    bool has_row;
    TRY(store_prepare(store, sql, &statement, error));
    Status status = statement_row(statement, &has_row, error);
    if (status == STATUS_OK) *value = has_row ? statement_column_integer(statement, 0) : 0;
    statement_finish(statement);
    return status;
}

Status store_version(Store *store, int64_t *version, Error *error) {
    return read_integer(store, "PRAGMA user_version", version, error);
}

static Status create_schema(Store *store, Error *error) {
    char *schema = store_schema();
    if (schema == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the schema", NULL);
    Status status = store_execute(store, schema, error);
    free(schema);
    if (status != STATUS_OK) return status;
    char marks[96];
    snprintf(marks, sizeof marks, "PRAGMA application_id = %d; PRAGMA user_version = %d", APPLICATION_ID,
             STORE_VERSION);
    return store_execute(store, marks, error);
}

/* Makes sure that the file is ours and of a version that may be used so. Two programs may open a new file at
 * the same time: the transaction lets the second see what the first made. */
static Status check_version(Store *store, bool read_only, Error *error) {
    int64_t application = 0, version = 0, tables = 0;
    TRY(read_integer(store, "PRAGMA application_id", &application, error));
    TRY(store_version(store, &version, error));
    TRY(read_integer(store, "SELECT count(*) FROM sqlite_schema", &tables, error));
    if (application == 0 && tables == 0 && !read_only) return create_schema(store, error);
    if (application != APPLICATION_ID)
        return error_say(error, STATUS_BAD_INPUT, store->file, ": not a database of taut", NULL);
    if (version == STORE_VERSION || (version < STORE_VERSION && read_only)) return STATUS_OK;
    return error_say(error, STATUS_REFUSED, store->file, ": schema version ", number_text(version).text,
                     ", this build writes ", number_text(STORE_VERSION).text,
                     version < STORE_VERSION ? "; it can only be read: give another file with --db" : "",
                     NULL);
}

void store_make_folder(const char *file) {
    const char *slash = strrchr(file, '/');
    if (slash == NULL || slash == file) return;
    char *folder = strndup(file, (size_t)(slash - file));
    if (folder != NULL) mkdir(folder, 0777); /* where it fails, opening the file says so */
    free(folder);
}

/* Others may write for a while, a summary of millions of rows for one: a long run does not end for that, but
 * for a stop that is requested. */
static int wait_for_others(void *untyped, int times) {
    Store *store = untyped;
    if (times >= BUSY_MILLISECONDS / BUSY_STEP || stop_requested()) return 0;
    if (times == 5000 / BUSY_STEP)
        fprintf(stderr, "taut: %s is locked by another program: waiting\n", store->file);
    nanosleep(&(struct timespec){0, BUSY_STEP * 1000000L}, NULL);
    return 1;
}

static Status set_up(Store *store, bool read_only, Error *error) {
    sqlite3_busy_handler(store->connection, wait_for_others, store);
    TRY(store_execute(store, "PRAGMA foreign_keys = ON", error));
    if (read_only) {
        TRY(store_execute(store, "PRAGMA query_only = ON", error));
        return check_version(store, true, error);
    }
    TRY(store_begin(store, error));
    Status status = check_version(store, false, error);
    if (status == STATUS_OK) status = store_commit(store, error);
    if (status != STATUS_OK) store_rollback(store);
    /* Only now: nothing of a file that is not ours is changed. */
    if (status == STATUS_OK)
        status = store_execute(store,
                               "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                               " PRAGMA wal_autocheckpoint = 0",
                               error);
    return status;
}

static int connect_with(Store *store, const char *name, int flags) {
    store_forget_kept(store);
    sqlite3_close(store->connection);
    return sqlite3_open_v2(name, &store->connection, flags | SQLITE_OPEN_NOMUTEX, NULL);
}

/* Who only reads a database in WAL mode leaves its log behind; who could write cleans up on closing. So
 * reading takes a connection that could, held back by a pragma, and a read-only one where there is no right
 * to write. */
static int connect_to(Store *store, bool read_only) {
    int to_write = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    /* Addresses are for those that are attached. */
    if (strncmp(store->file, "file:", 5) != 0) to_write |= SQLITE_OPEN_URI;
    if (!read_only) return connect_with(store, store->file, to_write);
    int code = connect_with(store, store->file, SQLITE_OPEN_READWRITE);
    return code == SQLITE_OK ? code : connect_with(store, store->file, SQLITE_OPEN_READONLY);
}

/* The file's name as an address with that setting, to be given to sqlite3_free; NULL without memory. */
static char *address_of(const char *file, const char *setting) {
    static const char most_letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-";
    sqlite3_str *name = sqlite3_str_new(NULL);
    sqlite3_str_appendall(name, "file:");
    for (const char *at = file; *at != '\0'; at++)
        sqlite3_str_appendf(name, strchr(most_letters, *at) != NULL ? "%c" : "%%%02x", (unsigned char)*at);
    sqlite3_str_appendf(name, "?%s", setting);
    return sqlite3_str_finish(name);
}

/* The file as it lies there, without the files beside it that SQLite makes to read a database in WAL mode and
 * cannot make in a folder without the right to write. Only where there is no log: what is in it would be
 * missed. */
static int connect_immutable(Store *store) {
    char *text = address_of(store->file, "immutable=1");
    int code =
        text == NULL ? SQLITE_NOMEM : connect_with(store, text, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
    sqlite3_free(text);
    return code;
}

static Status cannot_open(const Store *store, Error *error) {
    return error_say(error, STATUS_BAD_INPUT, store->file, ": cannot be opened: ",
                     store->connection == NULL ? "no memory" : sqlite3_errmsg(store->connection), NULL);
}

/* A database that could be opened and then not read, in a folder where nothing may be written. */
static Status set_up_immutable(Store *store, Error *error) {
    if (store_has_log(store->file))
        return error_say(
            error, STATUS_BAD_INPUT, store->file, ": newer rows are in ", store->file,
            "-wal, and SQLite reads them only where it may write beside them: copy both files to a "
            "folder of yours, or open the database once as its owner",
            NULL);
    if (connect_immutable(store) != SQLITE_OK) return cannot_open(store, error);
    return set_up(store, true, error);
}

static Status open_file(Store *store, bool read_only, Error *error) {
    if (read_only && access(store->file, F_OK) != 0)
        return error_say(error, STATUS_BAD_INPUT, store->file,
                         ": there is no such database; `taut run` makes one", NULL);
    if (connect_to(store, read_only) != SQLITE_OK) return cannot_open(store, error);
    Status status = set_up(store, read_only, error);
    int code = sqlite3_errcode(store->connection);
    if (status != STATUS_SYSTEM || (code != SQLITE_CANTOPEN && code != SQLITE_READONLY)) return status;
    /* A name that cannot be one of a database: nothing was begun that could be said to have stopped. */
    return read_only ? set_up_immutable(store, error) : STATUS_BAD_INPUT;
}

Status store_open(const char *file, bool read_only, Store **store, Error *error) {
    Store *made = calloc(1, sizeof *made);
    if (made != NULL) made->file = strdup(file);
    if (made == NULL || made->file == NULL) {
        free(made);
        return error_say(error, STATUS_NO_MEMORY, "no memory to open ", file, NULL);
    }
    if (!read_only) store_make_folder(file);
    Status status = open_file(made, read_only, error);
    if (status != STATUS_OK) {
        store_close(made);
        return status;
    }
    *store = made;
    return STATUS_OK;
}

void store_close(Store *store) {
    if (store == NULL) return;
    store_forget_kept(store);
    sqlite3_close(store->connection);
    free(store->file);
    free(store);
}

Status store_hurry(Store *store, Error *error) {
    return store_execute(store, "PRAGMA synchronous = OFF", error);
}

Status store_attach(Store *store, const char *file, Error *error) {
    char *log = sqlite3_mprintf("%s-wal", file), *address = NULL;
    if (log != NULL) address = address_of(file, access(log, F_OK) == 0 ? "mode=ro" : "immutable=1");
    sqlite3_free(log);
    Statement *statement;
    Status status = address == NULL ? error_say(error, STATUS_NO_MEMORY, "no memory to read ", file, NULL)
                                    : store_prepare(store, "ATTACH ?1 AS source", &statement, error);
    if (status == STATUS_OK) {
        statement_text(statement, 1, address);
        status = statement_run(statement, error);
    }
    sqlite3_free(address);
    return status;
}

void store_detach(Store *store) {
    sqlite3_exec(store->connection, "DETACH source", NULL, NULL, NULL);
}

bool store_is_damaged(const Store *store) {
    return store->is_damaged;
}

const char *store_file(const Store *store) {
    return store->file;
}

int64_t store_last_id(Store *store) {
    return sqlite3_last_insert_rowid(store->connection);
}
