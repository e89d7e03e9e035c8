/* Part of `make bench`: queries a second of a batch on 1, 2, 4 … threads, twice as many as there are
 * processors at most. All share one index. What a query takes of the processors tells whether threads are in
 * each other's way, on a machine that does other things as well. The paths must be the same, or it ends
 * with 1. Thread counts take turns. */
#include "harness/batch.h"
#include "harness/load.h"
#include "harness/stats.h"
#include "harness/system_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TURNS = 5, COUNTS_MOST = 9 };

static const char map_spec[] = "convex:n=300,seed=1", query_spec[] = "points:count=1000,seed=1";
static const char *const solver_specs[] = {
    "navmesh:portal=centre",
    "navmesh:portal=centre,funnel=findstraightpath,sides=right,narrow=right,apex=crossed,again=corner,begin="
    "kept,"
    "end=portal,compare=exact",
    "polyanya",
};

typedef struct Bench {
    Memory memory;
    Map map;
    QuerySet set;
    uint64_t *first, *own; /* hashes of paths: of the first batch, of the last */
    uint32_t counts[COUNTS_MOST], count_count;
} Bench;

static Status bench_create(Bench *bench, Error *error) {
    MapChoice *maps;
    QueryChoice *queries;
    uint32_t count;
    TRY(map_expand(map_spec, &bench->memory, &maps, &count, error));
    TRY(query_expand(query_spec, &bench->memory, &queries, &count, error));
    TRY(map_load(maps, &bench->memory, &bench->map, error));
    TRY(queries_load(queries, maps, &bench->map, &bench->memory, &bench->set, error));
    bench->first = calloc(bench->set.count, sizeof *bench->first);
    bench->own = calloc(bench->set.count, sizeof *bench->own);
    if (bench->first == NULL || bench->own == NULL)
        return error_say(error, STATUS_NO_MEMORY, "no memory for hashes", NULL);
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    for (uint32_t threads = 1;
         threads <= 2 * (uint32_t)(processors < 1 ? 1 : processors) && bench->count_count < COUNTS_MOST;
         threads *= 2)
        bench->counts[bench->count_count++] = threads;
    return STATUS_OK;
}

/* Nanoseconds that all threads of this process ran. */
static int64_t processor_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static Status measure(Bench *bench, const SolverChoice *choice, const void *index, Error *error) {
    double per_second[COUNTS_MOST][TURNS], processor_us[COUNTS_MOST][TURNS], processors[COUNTS_MOST][TURNS];
    for (uint32_t turn = 0; turn < TURNS; turn++)
        for (uint32_t i = 0; i < bench->count_count; i++) {
            Batch batch = {choice->solver, &choice->settings, index, &bench->set, bench->counts[i]};
            bool is_first = turn == 0 && i == 0;
            int64_t wall_ns, begun = processor_time();
            TRY(batch_answer(&batch, is_first ? bench->first : bench->own, &wall_ns, error));
            int64_t ran_ns = processor_time() - begun;
            if (!is_first && memcmp(bench->first, bench->own, bench->set.count * sizeof *bench->own) != 0)
                return error_say(error, STATUS_BAD_INPUT, choice->text, ": other paths on more threads",
                                 NULL);
            per_second[i][turn] = 1e9 * bench->set.count / (double)wall_ns;
            processor_us[i][turn] = 1e-3 * (double)ran_ns / bench->set.count;
            processors[i][turn] = (double)ran_ns / (double)wall_ns;
        }
    double one = 0;
    for (uint32_t i = 0; i < bench->count_count; i++) {
        double median = stats_median(per_second[i], TURNS); /* sorts them */
        if (i == 0) one = median;
        printf("%7u %12.0f %12.0f to %-12.0f %9.2f %11.2f %17.1f\n", bench->counts[i], median,
               per_second[i][0], per_second[i][TURNS - 1], median / one, stats_median(processors[i], TURNS),
               stats_median(processor_us[i], TURNS));
    }
    return STATUS_OK;
}

static Status bench_solver(Bench *bench, const char *spec, Error *error) {
    SolverChoice *choice;
    uint32_t count;
    void *index;
    TRY(solver_expand(spec, &bench->memory, &choice, &count, error));
    TRY(solver_prepare(choice->solver, &choice->settings, &bench->map, true, &bench->memory, &index, error));
    printf("\n%s\nthreads  queries / s   least to most of %d turns     times one  processors  processor us / "
           "query\n",
           spec, TURNS);
    Status status = measure(bench, choice, index, error);
    choice->solver->index_destroy(index);
    memory_give(&bench->memory, choice);
    return status;
}

int main(void) {
    Bench bench = {.memory = system_memory()};
    Error error = {""};
    Status status = bench_create(&bench, &error);
    if (status == STATUS_OK) printf("\nbatches of %u queries on %s\n", bench.set.count, map_spec);
    for (size_t i = 0; i < sizeof solver_specs / sizeof *solver_specs && status == STATUS_OK; i++)
        status = bench_solver(&bench, solver_specs[i], &error);
    if (status != STATUS_OK) fprintf(stderr, "bench_threads: %s\n", error.text);
    query_set_destroy(&bench.set);
    map_destroy(&bench.map);
    free(bench.first);
    free(bench.own);
    return status == STATUS_OK ? 0 : 1;
}
