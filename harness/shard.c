#include "harness/shard.h"

#include "algos/core/hash.h"
#include "harness/host.h"
#include "harness/load.h"
#include "harness/record_shard.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Status system_said(const char *name, Error *error) {
    return error_say(error, STATUS_SYSTEM, name, ": ", strerror(errno), NULL);
}

/* Of a file or a folder. */
static Status sync_to_disk(const char *name, Error *error) {
    int descriptor = open(name, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return system_said(name, error);
    /* Some file systems cannot do that to folders, and do it by themselves. */
    Status status = fsync(descriptor) != 0 && errno != EINVAL ? system_said(name, error) : STATUS_OK;
    close(descriptor);
    return status;
}

Status file_settle(const char *from, const char *to, Error *error) {
    TRY(sync_to_disk(from, error));
    if (rename(from, to) != 0) return system_said(to, error);
    const char *slash = strrchr(to, '/');
    char *folder = slash == NULL ? strdup(".") : strndup(to, slash == to ? 1 : (size_t)(slash - to));
    if (folder == NULL) return error_say(error, STATUS_NO_MEMORY, to, ": no memory for its folder", NULL);
    Status status = sync_to_disk(folder, error);
    free(folder);
    return status;
}

static ShardRow row_of(const Plan *plan, const Selection *selection) {
    ShardRow row = {.number = selection->shard, .count = selection->shards};
    snprintf(row.experiment, sizeof row.experiment, "%s", plan->experiment);
    snprintf(row.plan, sizeof row.plan, "%s", hash_hex(plan_hash(plan)).text);
    snprintf(row.build, sizeof row.build, "%.16s", build_hash());
    return row;
}

/* What a file holds must be this shard. */
static Status check_shard(Store *store, const ShardRow *wanted, ShardRow *row, Error *error) {
    bool found = false;
    TRY(record_shard_read(store, row, &found, error));
    if (!found)
        return error_say(error, STATUS_BAD_INPUT, store_file(store),
                         ": holds no shard, and a shard has a file of its own: give another with --db", NULL);
    if (strcmp(row->experiment, wanted->experiment) == 0 && row->number == wanted->number &&
        row->count == wanted->count)
        return STATUS_OK;
    return error_say(error, STATUS_BAD_INPUT, store_file(store), ": holds shard ",
                     number_text(row->number).text, "/", number_text(row->count).text, " of ",
                     row->experiment, ", asked for is ", number_text(wanted->number).text, "/",
                     number_text(wanted->count).text, " of ", wanted->experiment,
                     ": give another file with --db", NULL);
}

/* Looks at FILE, which has its name because it is complete. Leaves it open where there is nothing to do. */
static Status look_at_complete(const char *file, const ShardRow *wanted, bool redo, Shard *shard,
                               Store **store, Error *error) {
    ShardRow row;
    TRY(store_open(file, true, store, error));
    Status status = check_shard(*store, wanted, &row, error);
    shard->complete = status == STATUS_OK && !redo && row.complete && strcmp(row.plan, wanted->plan) == 0 &&
                      strcmp(row.build, wanted->build) == 0;
    if (shard->complete) return STATUS_OK;
    store_close(*store);
    *store = NULL;
    TRY(status);
    if (file_exists(shard->draft))
        return error_say(error, STATUS_BAD_INPUT, file, " and ", shard->draft,
                         " are both there: move one of them away", NULL);
    return rename(file, shard->draft) == 0 ? STATUS_OK : system_said(file, error);
}

static Status open_draft(const ShardRow *wanted, Shard *shard, Store **store, Error *error) {
    bool is_new = !file_exists(shard->draft);
    TRY(store_open(shard->draft, false, store, error));
    ShardRow row;
    bool found = false;
    Status status = is_new ? STATUS_OK : store_check(*store, error);
    if (status == STATUS_OK && !is_new) status = record_shard_read(*store, &row, &found, error);
    if (status == STATUS_OK && found) status = check_shard(*store, wanted, &row, error);
    if (status == STATUS_OK) status = store_begin(*store, error);
    if (status == STATUS_OK) status = record_shard_begin(*store, wanted, error);
    if (status == STATUS_OK) status = store_commit(*store, error);
    if (status == STATUS_OK) return status;
    store_close(*store);
    *store = NULL;
    return status;
}

Status shard_open(const char *file, const Plan *plan, const Selection *selection, bool redo, Shard *shard,
                  Store **store, Error *error) {
    ShardRow wanted = row_of(plan, selection);
    *shard = (Shard){.file = file, .lock = {.descriptor = -1}};
    store_make_folder(file);
    if (asprintf(&shard->draft, "%s.part", file) < 0) {
        shard->draft = NULL;
        return error_say(error, STATUS_NO_MEMORY, file, ": no memory for its name", NULL);
    }
    Status status = file_lock_take(file, &shard->lock, error);
    if (status == STATUS_OK && file_exists(file))
        status = look_at_complete(file, &wanted, redo, shard, store, error);
    if (status == STATUS_OK && !shard->complete) status = open_draft(&wanted, shard, store, error);
    if (status != STATUS_OK) shard_leave(shard);
    return status;
}

/* Reads once more what was written. */
static Status verify(const char *file, Error *error) {
    Store *store;
    ShardRow row;
    bool found = false;
    TRY(store_open(file, true, &store, error));
    Status status = record_shard_read(store, &row, &found, error);
    if (status == STATUS_OK && found) status = record_shard_verify(store, &row, error);
    store_close(store);
    return status;
}

Status shard_complete(Shard *shard, Store *store, Error *error) {
    Status status = store_begin(store, error);
    if (status == STATUS_OK) status = record_shard_complete(store, error);
    if (status == STATUS_OK) status = store_commit(store, error);
    if (status == STATUS_OK) status = store_check(store, error);
    if (status == STATUS_OK) status = store_fold(store, false, error);
    store_close(store);
    TRY(status);
    TRY(verify(shard->draft, error));
    return file_settle(shard->draft, shard->file, error);
}

void shard_leave(Shard *shard) {
    file_lock_give(&shard->lock);
    free(shard->draft);
    shard->draft = NULL;
}
