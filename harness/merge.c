#include "harness/merge.h"

#include "harness/file_lock.h"
#include "harness/load.h"
#include "harness/progress.h"
#include "harness/record_merge.h"
#include "harness/record_shard.h"
#include "harness/shard.h"
#include "harness/stop.h"
#include "harness/summary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Merge {
    const char *const *files;
    uint32_t count;
    const char *out;
    char *draft; /* all files, before `out` is touched */
    MergeOutcome *outcome;
    bool changed; /* a row of some shard is not what it was: what differs is told, and nothing kept */
    Error why;
    Progress progress;
} Merge;

static bool is_same_file(const char *a, const char *b) {
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_ino == other.st_ino &&
           one.st_dev == other.st_dev;
}

static Status check_version(Store *store, Error *error) {
    int64_t version = 0;
    TRY(store_version(store, &version, error));
    if (version == STORE_VERSION) return STATUS_OK;
    return error_say(error, STATUS_REFUSED, store_file(store), ": found schema version ",
                     number_text(version).text, ", expected ", number_text(STORE_VERSION).text,
                     ": measure it with this build", NULL);
}

static Status check_open(Store *store, bool *changed, Error *error) {
    ShardRow row;
    bool is_shard = false;
    TRY(check_version(store, error));
    TRY(store_check(store, error));
    TRY(record_shard_read(store, &row, &is_shard, error));
    if (!is_shard) return STATUS_OK;
    if (row.complete) {
        Status status = record_shard_verify(store, &row, error);
        *changed = status == STATUS_REFUSED;
        return status;
    }
    return error_say(error, STATUS_BAD_INPUT, store_file(store), ": shard ", number_text(row.number).text,
                     "/", number_text(row.count).text, " of ", row.experiment,
                     " is not complete: the command that began it goes on with it", NULL);
}

/* What is wrong with a file is bad input, whoever says so. */
static Status check_file(Merge *merge, const char *file, Error *error) {
    Store *store;
    Status status = store_open(file, true, &store, error);
    if (status == STATUS_OK) {
        bool changed = false;
        status = check_open(store, &changed, error);
        store_close(store);
        if (changed && !merge->changed) merge->why = *error;
        merge->changed = merge->changed || changed;
        if (changed) status = STATUS_OK;
    }
    return status == STATUS_SYSTEM ? STATUS_BAD_INPUT : status;
}

static void remove_database(const char *file) {
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char *name = NULL;
        if (asprintf(&name, "%s%s", file, endings[i]) < 0) return;
        unlink(name);
        free(name);
    }
}

/* One file's rows, or none of them; with `undo` only to see whether they agree. */
static Status add_file(Merge *merge, Store *store, const char *file, bool undo, Error *error) {
    MergeOutcome *outcome = merge->outcome;
    progress_doing(&merge->progress, file);
    TRY(store_attach(store, file, error));
    Status status = store_begin(store, error);
    if (status == STATUS_OK)
        status = record_merge(store, outcome->conflicts, &outcome->conflict_count, error);
    if (status == STATUS_OK && outcome->conflict_count > 0) outcome->where = file;
    if (status == STATUS_OK && outcome->conflict_count == 0 && !undo)
        status = store_commit(store, error);
    else
        store_rollback(store);
    store_detach(store);
    if (status == STATUS_BAD_INPUT) return error_about(file, NULL, status, error);
    return status;
}

static Status fill_draft(Merge *merge, Store *store, Error *error) {
    for (uint32_t i = 0; i < merge->count && merge->outcome->conflict_count == 0; i++) {
        progress_set(&merge->progress, merge->count + i, 0);
        if (is_same_file(merge->files[i], merge->out)) continue;
        merge->outcome->files++;
        TRY(add_file(merge, store, merge->files[i], false, error));
    }
    return STATUS_OK;
}

/* Statistics of every experiment that is there. */
static Status summarise(Store *store, Error *error) {
    Table *names = table_create();
    Status status = record_experiments(store, names, error);
    for (uint32_t row = 0; row < table_row_count(names) && status == STATUS_OK; row++) {
        status = summary_fill(store, table_at(names, row, 0), error);
        if (status == STATUS_REFUSED) status = STATUS_OK; /* built without GSL: the samples are there */
    }
    table_destroy(names);
    return status;
}

/* The draft becomes `out`. */
static Status draft_is_out(Merge *merge, Store *store, Error *error) {
    Status status = summarise(store, error);
    if (status == STATUS_OK) status = store_check(store, error);
    if (status == STATUS_OK) status = store_fold(store, true, error);
    store_close(store);
    return status == STATUS_OK ? file_settle(merge->draft, merge->out, error) : status;
}

static Status add_to_out(Merge *merge, Error *error) {
    Store *store;
    ShardRow row;
    bool is_shard = false;
    TRY(store_open(merge->out, false, &store, error));
    Status status = record_shard_read(store, &row, &is_shard, error);
    if (status == STATUS_OK && is_shard)
        status = error_say(error, STATUS_BAD_INPUT, merge->out,
                           ": holds a shard, which is complete as it is: give another file with -o", NULL);
    if (status == STATUS_OK) status = add_file(merge, store, merge->draft, merge->changed, error);
    if (status == STATUS_OK && merge->outcome->conflict_count > 0) merge->outcome->where = merge->out;
    bool kept = merge->outcome->conflict_count == 0 && !merge->changed;
    if (status == STATUS_OK && kept) status = summarise(store, error);
    store_close(store);
    return status;
}

static Status merge_checked(Merge *merge, Error *error) {
    Store *store;
    bool is_there = file_exists(merge->out);
    remove_database(merge->draft); /* of a merge that was killed */
    TRY(store_open(merge->draft, false, &store, error));
    Status status = store_hurry(store, error);
    if (status == STATUS_OK) status = fill_draft(merge, store, error);
    bool agreed = status == STATUS_OK && merge->outcome->conflict_count == 0;
    if (agreed && !is_there && !merge->changed) return draft_is_out(merge, store, error);
    store_close(store);
    if (agreed && is_there) status = add_to_out(merge, error);
    if (status != STATUS_OK || merge->outcome->conflict_count > 0 || !merge->changed) return status;
    if (error != NULL) *error = merge->why;
    return STATUS_BAD_INPUT;
}

static Status check_all(Merge *merge, Error *error) {
    if (file_exists(merge->out)) {
        Store *store; /* it must be ours before anything is made of it */
        TRY(store_open(merge->out, true, &store, error));
        Status status = check_version(store, error);
        store_close(store);
        TRY(status);
    }
    for (uint32_t i = 0; i < merge->count; i++) {
        progress_doing(&merge->progress, merge->files[i]);
        progress_set(&merge->progress, i, 0);
        if (!is_same_file(merge->files[i], merge->out)) TRY(check_file(merge, merge->files[i], error));
    }
    return STATUS_OK;
}

Status merge_files(const char *const *files, uint32_t count, const char *out, MergeOutcome *outcome,
                   Error *error) {
    Merge merge = {.files = files, .count = count, .out = out, .outcome = outcome};
    FileLock lock;
    store_make_folder(out);
    if (asprintf(&merge.draft, "%s.merge", out) < 0)
        return error_say(error, STATUS_NO_MEMORY, out, ": no memory for its name", NULL);
    Status status = file_lock_take(out, &lock, error);
    if (status == STATUS_OK) {
        bool were_deferred = stop_at_once(); /* `out` changes in one step: there is nothing to lose */
        merge.progress = progress_start(2.0 * count);
        status = check_all(&merge, error);
        if (status == STATUS_OK) status = merge_checked(&merge, error);
        progress_end(&merge.progress);
        remove_database(merge.draft);
        stop_restore(were_deferred);
        file_lock_give(&lock);
    }
    free(merge.draft);
    return status;
}
