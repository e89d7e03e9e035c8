#include "tests/block_rig.h"

#include "harness/clock.h"

static Status prepare(const Map *map, const Settings *settings, Memory *memory, void **index, Error *error) {
    (void)map, (void)settings, (void)error;
    *index = memory;
    return STATUS_OK;
}

static Status scratch_create(const void *index, Memory *memory, void **scratch) {
    (void)index;
    *scratch = memory;
    return STATUS_OK;
}

static void destroy(void *nothing) {
    (void)nothing;
}

static Guarantee guarantee(const Settings *settings) {
    (void)settings;
    return GUARANTEE_NOTHING;
}

static Move move(const Settings *settings) {
    (void)settings;
    return MOVE_8;
}

const Solver rig_solver = {.name = "rig",
                           .map_kinds = MAP_GRID,
                           .guarantee = guarantee,
                           .move = move,
                           .prepare = prepare,
                           .index_destroy = destroy,
                           .scratch_create = scratch_create,
                           .scratch_destroy = destroy};

Status rig_answer(Path *path) {
    path->count = 0;
    path->length = (Length){0, 0};
    return STATUS_OK;
}

void spin(int64_t ns) {
    int64_t until = clock_now() + ns;
    while (clock_now() < until) {
    }
}

void burn(int64_t ns) {
    int64_t until = usage_now().cpu_ns + ns;
    while (usage_now().cpu_ns < until) {
    }
}

Status rig_run(const RigOrder *order, BlockResult *result, Error *error) {
    Memory memory = system_memory();
    Map map;
    Query queries[RIG_QUERIES];
    SolverChoice choices[RIG_SOLVERS] = {{.text = ""}};
    const SolverChoice *chosen[RIG_SOLVERS];
    Judge judge;
    *result = (BlockResult){0};
    grid_random(&memory, RIG_QUERIES, 2, 0, 1, 1, &map);
    for (int32_t i = 0; i < RIG_QUERIES; i++) queries[i] = (Query){{i, 0}, {i, 1}};
    for (uint32_t i = 0; i < order->count; i++) {
        choices[i].solver = &order->solvers[i];
        chosen[i] = &choices[i];
    }
    ASSERT_OK(judge_create(&map, &memory, &judge, error), error);
    QuerySet set = {.queries = queries, .count = RIG_QUERIES};
    Block block = {.map = &map,
                   .judge = &judge,
                   .set = &set,
                   .solvers = chosen,
                   .solver_count = order->count,
                   .repeats = RIG_REPEATS,
                   .protocols = {order->interleaved, order->warm},
                   .limits = order->limits,
                   .clock_cost = order->clock_cost,
                   .seed = order->seed,
                   .processor = order->processor,
                   .vmstat = order->vmstat};
    Status status = block_run(&block, result, order->idle, order->context, error);
    judge_destroy(&judge);
    map_destroy(&map);
    ASSERT_NOTHING_LIVE(&memory);
    return status;
}
