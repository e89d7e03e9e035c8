/* Part of `make bench`: what the laboratory itself costs. Rows of samples a second of the processor when they
 * are stored; what a query by the solver that does nothing seems to take; and, with a number of samples given
 * (`bench_store 20000000`), how long each query of the report takes on a database as large as that. */
#include "harness/block.h"
#include "harness/clock.h"
#include "harness/load.h"
#include "harness/report.h"
#include "harness/stats.h"
#include "harness/system_memory.h"
#include "tests/big_database.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TURNS = 5, SAMPLES = 400000 };

static const char *const experiments[] = {"d0", "d1", "d2", "d3", "anyangle", "study", "growth", NULL};

static void remove_database(const char *file) {
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char name[200];
        snprintf(name, sizeof name, "%s%s", file, endings[i]);
        unlink(name);
    }
}

static Status bench_rows(const char *file, Error *error) {
    double rate[TURNS];
    BigDatabase made;
    for (int turn = 0; turn < TURNS; turn++) {
        remove_database(file);
        TRY(big_database_make(file, experiments, SAMPLES, false, &made, error));
        rate[turn] = (double)made.samples / made.seconds;
    }
    double median = stats_median(rate, TURNS);
    printf("sample rows stored a second of the processor       >= 500000 %9.0f%s\n", median,
           median >= 500000 ? " met" : " MISSED");
    return STATUS_OK;
}

/* The median of the samples under one protocol, a query's share of each; sorts them. */
static double median_sample(const BlockResult *result, int protocol, uint32_t solver, double *room) {
    uint32_t count = 0;
    for (uint32_t query = 0; query < result->query_count; query++)
        for (uint32_t repeat = 0; repeat < result->repeats; repeat++)
            room[count++] = (double)*block_sample(result, protocol, solver, repeat, query) /
                            block_answer(result, solver, query)->batch;
    return stats_median(room, count);
}

/* What a block says of the solver that does nothing: all of it is the harness, for the clock's cost is taken
 * off. */
static Status bench_null(Error *error) {
    Memory memory = system_memory();
    MapChoice *maps;
    QueryChoice *queries;
    SolverChoice *solvers;
    Map map;
    QuerySet set;
    Judge judge;
    uint32_t count;
    TRY(map_expand("rooms:64,seed=1", &memory, &maps, &count, error));
    TRY(query_expand("random:count=1000,seed=1", &memory, &queries, &count, error));
    TRY(solver_expand("null", &memory, &solvers, &count, error));
    TRY(map_load(maps, &memory, &map, error));
    TRY(queries_load(queries, maps, &map, &memory, &set, error));
    TRY(judge_create(&map, &memory, &judge, error));
    const SolverChoice *chosen[] = {solvers};
    Block block = {.map = &map,
                   .judge = &judge,
                   .set = &set,
                   .solvers = chosen,
                   .solver_count = 1,
                   .repeats = 5,
                   .protocols = {true, true},
                   .clock_cost = clock_cost()};
    BlockResult result;
    double *room = calloc((size_t)set.count * block.repeats, sizeof *room);
    if (room == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for samples", NULL);
    TRY(block_run(&block, &result, NULL, NULL, error));
    for (int protocol = 0; protocol < PROTOCOL_COUNT; protocol++) {
        double median = median_sample(&result, protocol, 0, room);
        printf("a query by `null` beyond the clock's own %2.0f ns, %-11s <= 100 ns %6.1f%s\n",
               block.clock_cost, protocol_name(protocol), median, median <= 100 ? " met" : " MISSED");
    }
    free(room);
    block_release(&result);
    judge_destroy(&judge);
    query_set_destroy(&set);
    map_destroy(&map);
    memory_give(&memory, maps);
    memory_give(&memory, queries);
    memory_give(&memory, solvers);
    return STATUS_OK;
}

static int is_query(const struct dirent *entry) {
    size_t length = strlen(entry->d_name);
    return length > 4 && strcmp(entry->d_name + length - 4, ".sql") == 0;
}

static Status bench_sheet(Store *store, const char *name, double *most, Error *error) {
    Sheet sheet;
    double begun = processor_seconds();
    Status status = sheet_read(REPORT_SCRIPTS, name, &sheet, error);
    if (status == STATUS_OK) status = sheet_fill(store, &sheet, error);
    double taken = processor_seconds() - begun;
    if (status == STATUS_OK)
        printf("  %-24s %6.2f s %8u rows%s\n", sheet.name, taken, table_row_count(sheet.table),
               sheet.failed ? " FAILED" : "");
    fflush(stdout);
    sheet_destroy(&sheet);
    if (taken > *most) *most = taken;
    return status;
}

static Status bench_report(const char *file, uint64_t samples, Error *error) {
    BigDatabase made;
    Store *store;
    remove_database(file);
    double begun = processor_seconds();
    TRY(big_database_make(file, experiments, samples, true, &made, error));
    struct stat size;
    if (stat(file, &size) != 0) size.st_size = 0;
    printf("%llu samples, %llu answers, %.0f MB, made in %.0f s, %.0f of them to store samples\n",
           (unsigned long long)made.samples, (unsigned long long)made.answers, (double)size.st_size / 1e6,
           processor_seconds() - begun, made.seconds);
    fflush(stdout);
    TRY(store_open(file, true, &store, error));
    struct dirent **entries;
    int count = scandir(REPORT_SCRIPTS, &entries, is_query, alphasort);
    double most = 0;
    Status status = STATUS_OK;
    for (int i = 0; i < count; i++) {
        if (status == STATUS_OK) status = bench_sheet(store, entries[i]->d_name, &most, error);
        free(entries[i]);
    }
    if (count >= 0) free(entries);
    store_close(store);
    printf("the slowest query of the report, s                     <= 5 %9.2f%s\n", most,
           most <= 5 ? " met" : " MISSED");
    return status;
}

int main(int argc, char **argv) {
    char folder[] = "/tmp/taut-bench-XXXXXX", file[64];
    Error error = {""};
    if (mkdtemp(folder) == NULL) return 1;
    snprintf(file, sizeof file, "%s/taut.db", folder);
    Status status = bench_null(&error);
    if (status == STATUS_OK) status = bench_rows(file, &error);
    if (status == STATUS_OK && argc > 1) status = bench_report(file, strtoull(argv[1], NULL, 10), &error);
    if (getenv("KEEP") == NULL) remove_database(file);
    rmdir(folder);
    if (status != STATUS_OK) fprintf(stderr, "bench_store: %s\n", error.text);
    return status == STATUS_OK ? 0 : 1;
}
