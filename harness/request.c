#include "harness/request.h"

#include "harness/estimate.h"
#include "harness/namesake.h"
#include "harness/options.h"
#include "harness/record_shard.h"
#include "harness/shard.h"
#include "harness/workers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SHARDS_MOST = 100000 };

static Status read_shard(const char *text, Selection *selection, Error *error) {
    if (text == NULL) return STATUS_OK;
    char *end, *last;
    unsigned long shard = strtoul(text, &end, 10), shards = 0;
    bool fits = text[0] >= '0' && text[0] <= '9' && *end == '/' && end[1] >= '0' && end[1] <= '9';
    if (fits) shards = strtoul(end + 1, &last, 10);
    if (!fits || *last != '\0' || shard < 1 || shard > shards || shards > SHARDS_MOST)
        return error_say(error, STATUS_BAD_INPUT, "--shard ", text,
                         ": expected I/N, one of N parts, I from 1 to N", NULL);
    selection->shard = (uint32_t)shard;
    selection->shards = (uint32_t)shards;
    return STATUS_OK;
}

static Status read_only(const Arguments *arguments, Request *request, Error *error) {
    uint32_t count = 0;
    while (argument_repeated(arguments, "--only", count) != NULL) count++;
    request->only = calloc((size_t)count + 1, sizeof *request->only);
    if (request->only == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for --only", NULL);
    for (uint32_t i = 0; i < count; i++) request->only[i] = argument_repeated(arguments, "--only", i);
    request->run.selection.only = request->only;
    request->run.selection.only_count = count;
    return STATUS_OK;
}

static void write_command(const Arguments *arguments, char *text, size_t size) {
    int length = snprintf(text, size, "taut run");
    if (arguments->word_count > 0)
        length += snprintf(text + length, size - (size_t)length, " %s", arguments->words[0]);
    for (uint32_t i = 0; i + 1 < 2 * arguments->value_count && (size_t)length < size; i += 2)
        length += snprintf(text + length, size - (size_t)length, " %s%s%s", arguments->values[i],
                           *arguments->values[i + 1] == '\0' ? "" : " ", arguments->values[i + 1]);
}

static void choose_database(const Arguments *arguments, const Plan *plan, Request *request) {
    const char *given = argument(arguments, "--db");
    const Selection *selection = &request->run.selection;
    if (given != NULL || selection->shards == 0)
        snprintf(request->database, sizeof request->database, "%s", given == NULL ? STORE_DEFAULT : given);
    else
        snprintf(request->database, sizeof request->database, "results/%s-%u-of-%u.db", plan->experiment,
                 selection->shard, selection->shards);
}

Status request_read(const Arguments *arguments, const Plan *plan, Request *request, Error *error) {
    *request = (Request){.plan_only = argument(arguments, "--plan") != NULL};
    request->run.redo = argument(arguments, "--redo") != NULL;
    int64_t jobs, timed_jobs;
    TRY(argument_integer(arguments, "--jobs", 1, WORKERS_MOST, processor_count(), &jobs, error));
    TRY(argument_integer(arguments, "--timed-jobs", 1, WORKERS_MOST, 1, &timed_jobs, error));
    request->run.jobs = (uint32_t)jobs;
    request->run.timed_jobs = (uint32_t)timed_jobs;
    TRY(read_shard(argument(arguments, "--shard"), &request->run.selection, error));
    const char *given = argument(arguments, "--db");
    if (given != NULL && strlen(given) >= sizeof request->database)
        return error_say(error, STATUS_BAD_INPUT, "--db ", given, ": longer than 319 bytes", NULL);
    choose_database(arguments, plan, request);
    write_command(arguments, request->command, sizeof request->command);
    return read_only(arguments, request, error);
}

void request_destroy(Request *request) {
    free(request->only);
    request->only = NULL;
}

/* What a shard has so far, or the database. NULL: nothing. */
static Status open_past(const Request *request, Store **store, Error *error) {
    char draft[sizeof request->database + 8];
    snprintf(draft, sizeof draft, "%s.part", request->database);
    *store = NULL;
    if (file_exists(request->database)) return store_open(request->database, true, store, error);
    if (request->run.selection.shards > 0 && file_exists(draft)) return store_open(draft, true, store, error);
    return STATUS_OK;
}

Status request_print_plan(const Plan *plan, const Request *request, const Arguments *arguments,
                          Error *error) {
    TableFormat format;
    Store *store;
    char note[500] = "";
    TRY(argument_format(arguments, &format, error));
    TRY(open_past(request, &store, error));
    Table *table = table_create();
    Status status = estimate_run(plan, store, &request->run, table, note, sizeof note, error);
    if (status == STATUS_OK) status = table_print(table, format, stdout);
    if (status == STATUS_OK) fprintf(stderr, "taut: %s: %s\n", plan->experiment, note);
    table_destroy(table);
    store_close(store);
    return status;
}

static Status run_shard(const Plan *plan, const Request *request, const RunRequest *run, RunOutcome *outcome,
                        bool *finished, Error *error) {
    Shard shard;
    Store *store = NULL;
    TRY(shard_open(request->database, plan, &run->selection, run->redo, &shard, &store, error));
    *finished = shard.complete;
    Status status;
    if (shard.complete) {
        status = record_faults(store, plan->experiment, &outcome->faults, error);
        store_close(store);
    } else {
        status = run_plan(plan, store, run, outcome, error);
        if (status == STATUS_OK)
            status = shard_complete(&shard, store, error);
        else
            store_close(store);
    }
    shard_leave(&shard);
    return status;
}

/* A shard is complete or nothing: other rows would make it something else. */
static Status check_no_shard(Store *store, Error *error) {
    ShardRow row;
    bool found = false;
    TRY(record_shard_read(store, &row, &found, error));
    if (!found) return STATUS_OK;
    return error_say(error, STATUS_BAD_INPUT, store_file(store), ": holds a shard of ", row.experiment,
                     ": join it with others by `taut merge`, or give another file with --db", NULL);
}

Status request_run(const Plan *plan, const Request *request, bool checked,
                   Status (*then)(Store *store, const char *experiment, Error *error), RunOutcome *outcome,
                   bool *finished, Error *error) {
    *outcome = (RunOutcome){0};
    *finished = false;
    RunRequest run = request->run;
    run.command = request->command;
    if (run.selection.shards > 0 && run.selection.only_count > 0)
        return error_say(error, STATUS_BAD_INPUT, "--shard is of a whole experiment: not with --only", NULL);
    if (run.selection.shards > 0) return run_shard(plan, request, &run, outcome, finished, error);
    Store *store;
    bool had_log = store_has_log(request->database);
    TRY(store_open(request->database, false, &store, error));
    Status status = had_log ? store_check(store, error) : STATUS_OK;
    if (status == STATUS_OK) status = check_no_shard(store, error);
    if (status == STATUS_OK && checked) status = namesake_check(store, plan, error);
    if (status == STATUS_OK) status = run_plan(plan, store, &run, outcome, error);
    if (status == STATUS_OK) status = then(store, plan->experiment, error);
    store_close(store);
    return status;
}
