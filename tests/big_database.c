#include "tests/big_database.h"

#include "harness/load.h"
#include "harness/record.h"
#include "harness/summary.h"
#include "harness/system_memory.h"

#include "algos/core/rng.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    SIDE = 8,
    MAPS_MOST = 10,
    SOLVERS_MOST = 12 /* of a part: rows, not cells, are wanted */,
    REPEATS_LEAST = 5
};

typedef struct Maker {
    Memory memory;
    Store *store;
    Rng rng;
    Map map; /* of all: only its name tells it from others */
    Judge judge;
    int64_t run_id;
    BigDatabase *made;
} Maker;

double processor_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static Status no_memory(Error *error) {
    return error_say(error, STATUS_NO_MEMORY, "no memory for a large database", NULL);
}

/* One block of a part, with its results. */
typedef struct Made {
    const Part *part;
    QuerySet set;
    Block block;
    BlockResult result;
    const SolverChoice **solvers;
    Optimum *optima;
} Made;

static void free_made(Made *made) {
    free(made->set.queries);
    free(made->result.solvers);
    free(made->result.answers);
    free(made->result.samples);
    free(made->solvers);
    free(made->optima);
}

static Status invent(Maker *maker, const Part *part, uint32_t queries, Made *made, Error *error) {
    size_t solvers = part->solver_count, answers = solvers * queries;
    size_t samples = (size_t)PROTOCOL_COUNT * part->repeats * answers;
    *made = (Made){.part = part,
                   .set = {.queries = calloc(queries, sizeof(Query)), .count = queries},
                   .solvers = calloc(solvers, sizeof(SolverChoice *)),
                   .optima = calloc(queries, sizeof(Optimum)),
                   .result = {.solvers = calloc(solvers, sizeof(SolverRecord)),
                              .answers = calloc(answers, sizeof(AnswerRecord)),
                              .samples = calloc(samples, sizeof(int64_t)),
                              .query_count = queries,
                              .solver_count = part->solver_count,
                              .repeats = part->repeats}};
    if (made->set.queries == NULL || made->solvers == NULL || made->optima == NULL ||
        made->result.solvers == NULL || made->result.answers == NULL || made->result.samples == NULL)
        return no_memory(error);
    for (uint32_t i = 0; i < queries; i++) {
        Query *query = &made->set.queries[i];
        query->start = (Cell){rng_between(&maker->rng, 0, 1000), rng_between(&maker->rng, 0, 1000)};
        query->goal = (Cell){rng_between(&maker->rng, 0, 1000), rng_between(&maker->rng, 0, 1000)};
        int32_t length = rng_between(&maker->rng, 1, 1000);
        made->optima[i] = (Optimum){.known = true, .reachable = true, .length = {length, 0}, .value = length};
    }
    for (uint32_t i = 0; i < part->solver_count; i++) {
        made->solvers[i] = &part->solvers[i];
        made->result.solvers[i] = (SolverRecord){.prepared = true,
                                                 .prepare_ns = rng_between(&maker->rng, 1000, 1000000),
                                                 .index_bytes = 1000,
                                                 .bracket_before = {1000, 1000, 1000},
                                                 .bracket_after = {1000, 1000, 1000},
                                                 .wall_ns = {1000000, 1000000, 1000000},
                                                 .cpu_ns = {1000000, 1000000, 1000000}};
    }
    for (size_t i = 0; i < answers; i++) {
        AnswerRecord *answer = &made->result.answers[i];
        double optimum = made->optima[i % queries].value, longer = rng_below(&maker->rng, 20);
        *answer = (AnswerRecord){.verdict = longer > 0 ? ANSWER_SUBOPTIMAL : ANSWER_OPTIMAL,
                                 .batch = rng_below(&maker->rng, 10) == 0 ? 3 : 1,
                                 .found = true,
                                 .walked = {(int64_t)(optimum + longer), 0},
                                 .length = optimum + longer,
                                 .excess = longer / optimum,
                                 .path_cells = 100,
                                 .path_hash = rng_next(&maker->rng),
                                 .counters = {.expanded = rng_below(&maker->rng, 5000), .popped = 9}};
    }
    for (size_t i = 0; i < samples; i++) made->result.samples[i] = rng_between(&maker->rng, 300, 3000000);
    made->block = (Block){.map = &maker->map,
                          .judge = &maker->judge,
                          .set = &made->set,
                          .solvers = made->solvers,
                          .solver_count = part->solver_count,
                          .repeats = part->repeats};
    memcpy(made->block.protocols, part->protocols, sizeof made->block.protocols);
    for (size_t protocol = 0; protocol < PROTOCOL_COUNT; protocol++)
        if (!part->protocols[protocol])
            memset(made->result.samples + protocol * (samples / PROTOCOL_COUNT), 0xff,
                   samples / PROTOCOL_COUNT * sizeof(int64_t));
    return STATUS_OK;
}

/* The map's label as the real one would have it. */
static Status name_map(Maker *maker, const MapChoice *choice, int64_t map_id, Error *error) {
    if (choice->generator == NULL) return STATUS_OK;
    int width = parameter_find(choice->generator->parameters, "width", 5);
    if (width < 0) return STATUS_OK;
    char sql[300];
    long long side = (long long)choice->settings.value[width];
    snprintf(sql, sizeof sql,
             "UPDATE map SET width = %lld, height = %lld, label = replace(label, '%s %d', '%s %lld') WHERE "
             "map_id = %lld",
             side, side, choice->generator->name, SIDE, choice->generator->name, side, (long long)map_id);
    return store_execute(maker->store, sql, error);
}

static Status record_made(Maker *maker, const Plan *plan, const MapChoice *map, const QueryChoice *query,
                          Made *made, Error *error) {
    const Part *part = made->part;
    Store *store = maker->store;
    int64_t map_id, set_id, first_id, block_id;
    TRY(record_map(store, map, &maker->map, &map_id, error));
    TRY(name_map(maker, map, map_id, error));
    TRY(record_queries(store, map_id, query->text, &made->set, &set_id, &first_id, error));
    bool moves[MOVE_COUNT] = {false};
    for (uint32_t i = 0; i < part->solver_count; i++) {
        Move move = part->solvers[i].solver->move(&part->solvers[i].settings);
        if (!moves[move])
            TRY(record_optima_write(store, first_id, made->set.count, move, made->optima, error));
        moves[move] = true;
    }
    TRY(record_block(store, maker->run_id, set_id, &made->block, 1000000, &block_id, error));
    for (uint32_t i = 0; i < part->solver_count; i++) {
        int64_t solver_id, cell_id, attempt_id;
        TRY(record_solver(store, &part->solvers[i], &solver_id, error));
        TRY(record_cell(store, &maker->map, &made->set, set_id, &part->solvers[i], solver_id, &cell_id,
                        error));
        double begun = processor_seconds();
        TRY(record_attempt(store, block_id, cell_id, first_id, &made->block, &made->result, i, &attempt_id,
                           error));
        if (part_is_timed(part)) maker->made->seconds += processor_seconds() - begun;
        TRY(record_member(store, plan->experiment, part, cell_id, i, attempt_id, error));
    }
    maker->made->answers += (uint64_t)part->solver_count * made->set.count;
    for (int protocol = 0; protocol < PROTOCOL_COUNT; protocol++)
        if (part->protocols[protocol])
            maker->made->samples += (uint64_t)part->solver_count * made->set.count * part->repeats;
    return STATUS_OK;
}

static Status make_part(Maker *maker, const Plan *plan, Part *part, uint64_t samples, Error *error) {
    if (part->map_count > MAPS_MOST) part->map_count = MAPS_MOST;
    if (part->solver_count > SOLVERS_MOST) part->solver_count = SOLVERS_MOST;
    if (part->repeats < REPEATS_LEAST) part->repeats = REPEATS_LEAST;
    uint64_t protocols = part->protocols[PROTOCOL_INTERLEAVED] + part->protocols[PROTOCOL_WARM];
    uint64_t once = (uint64_t)part->map_count * part->query_count * part->solver_count * part->repeats *
                    (protocols == 0 ? 2 : protocols);
    uint32_t queries = (uint32_t)((samples + once - 1) / once);
    for (uint32_t i = 0; i < part->map_count * part->query_count; i++) {
        Made made;
        Status status = invent(maker, part, queries, &made, error);
        if (status == STATUS_OK) status = store_begin(maker->store, error);
        if (status == STATUS_OK)
            status = record_made(maker, plan, &part->maps[i / part->query_count],
                                 &part->queries[i % part->query_count], &made, error);
        double begun = processor_seconds();
        if (status == STATUS_OK) status = store_commit(maker->store, error);
        if (part_is_timed(part)) maker->made->seconds += processor_seconds() - begun;
        free_made(&made);
        TRY(status);
    }
    return STATUS_OK;
}

static Status read_plan(Maker *maker, const char *experiment, Plan *plan, Error *error) {
    char path[200], *text;
    size_t length;
    snprintf(path, sizeof path, "paper/experiments/%s.exp", experiment);
    TRY(file_read(path, &maker->memory, &text, &length, error));
    Status status = plan_parse(text, length, path, &maker->memory, plan, error);
    memory_give(&maker->memory, text);
    return status;
}

static Status make_experiment(Maker *maker, const char *experiment, uint64_t samples, bool summaries,
                              Error *error) {
    Plan plan;
    TRY(read_plan(maker, experiment, &plan, error));
    Status status = record_experiment_begin(maker->store, plan.experiment, error);
    for (uint32_t i = 0; i < plan.part_count && status == STATUS_OK; i++)
        status = make_part(maker, &plan, &plan.parts[i], samples, error);
    if (status == STATUS_OK && summaries) status = summary_fill(maker->store, plan.experiment, error);
    plan_destroy(&plan);
    return status;
}

static Status make_all(Maker *maker, const char *const *experiments, uint64_t samples, bool summaries,
                       Error *error) {
    uint64_t parts = 0;
    for (size_t i = 0; experiments[i] != NULL; i++) {
        Plan plan;
        TRY(read_plan(maker, experiments[i], &plan, error));
        parts += plan.part_count;
        plan_destroy(&plan);
    }
    Host host = {.name = "here", .cpu = "any", .kernel = "none"};
    TRY(record_run(maker->store, &host, "invented", 20, &maker->run_id, error));
    for (size_t i = 0; experiments[i] != NULL; i++)
        TRY(make_experiment(maker, experiments[i], samples / parts, summaries, error));
    return STATUS_OK;
}

Status big_database_make(const char *file, const char *const *experiments, uint64_t samples, bool summaries,
                         BigDatabase *made, Error *error) {
    *made = (BigDatabase){0};
    Maker maker = {.memory = system_memory(), .rng = rng_from(1), .made = made};
    TerrainCosts terrain = terrain_plain();
    maker.map = (Map){.kind = MAP_GRID};
    TRY(grid_create(&maker.memory, SIDE, SIDE, &terrain, &maker.map.grid, error));
    grid_finish(&maker.map.grid);
    Status status = store_open(file, false, &maker.store, error);
    if (status == STATUS_OK) status = make_all(&maker, experiments, samples, summaries, error);
    store_close(maker.store);
    map_destroy(&maker.map);
    return status;
}
