/* Blocks: what a solver that crashes, hangs, eats memory, lies or wavers costs, and that the others go on. */
#include "tests/support.h"

#include "harness/block.h"
#include "tests/polygons_support.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Solvers made for the test: A* that misbehaves from its `at`-th query on, by the seed in its settings. */
typedef enum Fault { FINE, CRASHES, HANGS, EATS, LIES, CLAIMS_SHORTER, GIVES_UP, WAVERS } Fault;

extern const Solver solver_astar;

typedef struct Scratch {
    void *inner;
    Memory *memory;
    uint32_t asked;
} Scratch;

/* A scratch of `solver` that counts how often it is asked. */
static Status counting_create(const Solver *solver, const void *index, Memory *memory, void **scratch) {
    Scratch *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    made->memory = memory;
    Status status = solver->scratch_create(index, memory, &made->inner);
    if (status != STATUS_OK) memory_give(memory, made);
    *scratch = made;
    return status;
}

static void counting_destroy(const Solver *solver, Scratch *scratch) {
    solver->scratch_destroy(scratch->inner);
    memory_give(scratch->memory, scratch);
}

static Status scratch_create(const void *index, Memory *memory, void **scratch) {
    return counting_create(&solver_astar, index, memory, scratch);
}

static void scratch_destroy(void *scratch) {
    counting_destroy(&solver_astar, scratch);
}

enum { FROM = 7 }; /* queries that go well before the fault */

static Status misbehave(Fault fault, Scratch *scratch, Path *path) {
    switch (fault) {
    case CRASHES:
        raise(SIGSEGV);
        break;
    case HANGS:
        for (;;) pause();
    case EATS:
        while (memory_take(scratch->memory, 1 << 20, 1) != NULL) {
        }
        return STATUS_NO_MEMORY;
    case LIES:
        path->cells[path->count / 2].x += 5;
        break;
    case CLAIMS_SHORTER:
        path->length.straight--;
        break;
    case GIVES_UP:
        path->count = 0;
        break;
    case WAVERS:
        if (scratch->asked > 60) path->length.straight++;
        break;
    case FINE:
        break;
    }
    return STATUS_OK;
}

#define MISBEHAVING(NAME, FAULT)                                                                 \
    static Status NAME##_query(const void *index, void *untyped, const Query *query, Path *path, \
                               Counters *counters) {                                             \
        Scratch *scratch = untyped;                                                              \
        TRY(solver_astar.query(index, scratch->inner, query, path, counters));                   \
        return ++scratch->asked > FROM ? misbehave(FAULT, scratch, path) : STATUS_OK;            \
    }

MISBEHAVING(fine, FINE)
MISBEHAVING(crashes, CRASHES)
MISBEHAVING(hangs, HANGS)
MISBEHAVING(eats, EATS)
MISBEHAVING(lies, LIES)
MISBEHAVING(claims, CLAIMS_SHORTER)
MISBEHAVING(gives_up, GIVES_UP)
MISBEHAVING(wavers, WAVERS)

static Status crashes_at_once(const Map *map, const Settings *settings, Memory *memory, void **index,
                              Error *error) {
    (void)map, (void)settings, (void)memory, (void)index, (void)error;
    raise(SIGILL);
    return STATUS_OK;
}

typedef struct Rig {
    Memory memory;
    Map map;
    QuerySet set;
    Optimum *optimum;
    Judge judge;
    Solver solvers[8];
    SolverChoice choices[8];
    const SolverChoice *chosen[8];
    Block block;
} Rig;

enum { QUERIES = 20, REPEATS = 3 };

static void rig_up(Rig *rig) {
    *rig = (Rig){.memory = system_memory()};
    grid_random(&rig->memory, 30, 30, 0, 1, 4, &rig->map);
    rig->set = (QuerySet){.queries = memory_take(&rig->memory, QUERIES, sizeof(Query)),
                          .count = QUERIES,
                          .memory = &rig->memory};
    for (int32_t i = 0; i < QUERIES; i++) rig->set.queries[i] = (Query){{i, 3}, {29 - i, 29}};
    rig->optimum = memory_take_zeroed(&rig->memory, QUERIES, sizeof *rig->optimum);
    Error error;
    ASSERT_OK(oracle_run(&rig->map, NULL, MOVE_8, &rig->set, 2, &rig->memory, rig->optimum, &error), &error);
    ASSERT_OK(judge_create(&rig->map, &rig->memory, &rig->judge, &error), &error);
    rig->block = (Block){.map = &rig->map,
                         .judge = &rig->judge,
                         .set = &rig->set,
                         .solvers = rig->chosen,
                         .optimum = {[MOVE_8] = rig->optimum},
                         .repeats = REPEATS,
                         .protocols = {true, true},
                         .clock_cost = 20,
                         .seed = 1};
}

static Solver *rig_add(Rig *rig, Status (*query)(const void *, void *, const Query *, Path *, Counters *)) {
    uint32_t at = rig->block.solver_count++;
    rig->solvers[at] = solver_astar;
    rig->solvers[at].query = query;
    rig->solvers[at].scratch_create = scratch_create;
    rig->solvers[at].scratch_destroy = scratch_destroy;
    rig->choices[at].solver = &rig->solvers[at];
    rig->choices[at].settings = settings_preset(solver_astar.parameters);
    rig->chosen[at] = &rig->choices[at];
    return &rig->solvers[at];
}

static void rig_down(Rig *rig, BlockResult *result) {
    block_release(result);
    optima_destroy(rig->optimum, rig->set.count, &rig->memory);
    judge_destroy(&rig->judge);
    map_destroy(&rig->map);
    query_set_destroy(&rig->set);
    memory_give(&rig->memory, rig->optimum);
    ASSERT_NOTHING_LIVE(&rig->memory);
}

/* All samples are there and all answers are optimal. */
static void assert_whole(const BlockResult *result, uint32_t solver) {
    assert_int_equal(result->solvers[solver].verdict, SOLVER_DONE);
    for (uint32_t query = 0; query < QUERIES; query++) {
        assert_int_equal(block_answer(result, solver, query)->verdict, ANSWER_OPTIMAL);
        for (int protocol = 0; protocol < PROTOCOL_COUNT; protocol++)
            for (uint32_t repeat = 0; repeat < REPEATS; repeat++)
                assert_true(*block_sample(result, protocol, solver, repeat, query) >= 0);
    }
    assert_true(result->solvers[solver].bracket_before[PROTOCOL_WARM] > 0);
    assert_true(result->solvers[solver].bracket_after[PROTOCOL_INTERLEAVED] > 0);
}

static void goes_on_without_what_dies(void **state) {
    (void)state;
    Rig rig;
    BlockResult result;
    Error error;
    rig_up(&rig);
    rig_add(&rig, fine_query);
    rig_add(&rig, crashes_query);
    rig_add(&rig, hangs_query);
    rig_add(&rig, eats_query);
    rig_add(&rig, fine_query)->prepare = crashes_at_once;
    rig_add(&rig, fine_query);
    rig.block.limits = (Limits){.seconds = 0.3, .bytes = 64 << 20};
    ASSERT_OK(block_run(&rig.block, &result, NULL, NULL, &error), &error);
    assert_whole(&result, 0);
    assert_int_equal(result.solvers[1].verdict, SOLVER_CRASH);
    assert_non_null(strstr(result.solvers[1].detail, "signal 11"));
    assert_int_equal(result.solvers[2].verdict, SOLVER_TIMEOUT);
    assert_int_equal(result.solvers[3].verdict, SOLVER_OUT_OF_MEMORY);
    assert_int_equal(result.solvers[4].verdict, SOLVER_CRASH);
    assert_whole(&result, 5);
    /* What a dead solver had answered is kept. */
    assert_int_equal(block_answer(&result, 1, 0)->verdict, ANSWER_OPTIMAL);
    assert_int_equal(block_answer(&result, 1, QUERIES - 1)->verdict, ANSWER_MISSING);
    rig_down(&rig, &result);
}

/* The worst moment: in the middle of measuring, after some samples were taken. */
static Status crashes_late_query(const void *index, void *untyped, const Query *query, Path *path,
                                 Counters *counters) {
    Scratch *scratch = untyped;
    if (++scratch->asked == 2 * QUERIES + 30) raise(SIGABRT);
    return solver_astar.query(index, scratch->inner, query, path, counters);
}

static void keeps_samples_over_a_death(void **state) {
    (void)state;
    Rig rig;
    BlockResult result;
    Error error;
    rig_up(&rig);
    rig_add(&rig, fine_query);
    rig_add(&rig, crashes_late_query);
    ASSERT_OK(block_run(&rig.block, &result, NULL, NULL, &error), &error);
    assert_whole(&result, 0);
    assert_int_equal(result.solvers[1].verdict, SOLVER_CRASH);
    assert_true(*block_sample(&result, PROTOCOL_INTERLEAVED, 1, 0, 0) >= 0);
    assert_int_equal(*block_sample(&result, PROTOCOL_WARM, 1, 0, 0), -1);
    rig_down(&rig, &result);
}

static void judges_wrong_answers(void **state) {
    (void)state;
    Rig rig;
    BlockResult result;
    Error error;
    rig_up(&rig);
    rig_add(&rig, lies_query);
    rig_add(&rig, claims_query);
    rig_add(&rig, gives_up_query);
    rig_add(&rig, wavers_query);
    ASSERT_OK(block_run(&rig.block, &result, NULL, NULL, &error), &error);
    /* Right at first, another path of the same length in a repeat. */
    assert_non_null(strstr(block_answer(&result, 0, 0)->detail, "another path"));
    assert_int_equal(block_answer(&result, 0, QUERIES - 1)->verdict, ANSWER_INVALID);
    assert_int_equal(block_answer(&result, 1, QUERIES - 1)->verdict, ANSWER_INVALID);
    assert_non_null(strstr(block_answer(&result, 1, QUERIES - 1)->detail, "claims"));
    assert_int_equal(block_answer(&result, 2, QUERIES - 1)->verdict, ANSWER_NO_PATH_FALSE);
    assert_int_equal(block_answer(&result, 3, QUERIES - 1)->verdict, ANSWER_INVALID);
    assert_non_null(strstr(block_answer(&result, 3, QUERIES - 1)->detail, "another path"));
    rig_down(&rig, &result);
}

/* An oracle that says too much is found out: a valid path below the optimum is impossible. */
static void finds_out_a_wrong_oracle(void **state) {
    (void)state;
    Rig rig;
    BlockResult result;
    Error error;
    rig_up(&rig);
    rig_add(&rig, fine_query);
    rig.optimum[2].length.diagonal++;
    rig.optimum[3].reachable = false;
    ASSERT_OK(block_run(&rig.block, &result, NULL, NULL, &error), &error);
    assert_int_equal(block_answer(&result, 0, 1)->verdict, ANSWER_OPTIMAL);
    assert_int_equal(block_answer(&result, 0, 2)->verdict, ANSWER_IMPOSSIBLE);
    assert_int_equal(block_answer(&result, 0, 3)->verdict, ANSWER_IMPOSSIBLE);
    rig_down(&rig, &result);
}

/* ---- between points ---- */

extern const Solver solver_polyanya;

static Status point_scratch_create(const void *index, Memory *memory, void **scratch) {
    return counting_create(&solver_polyanya, index, memory, scratch);
}

static void point_scratch_destroy(void *scratch) {
    counting_destroy(&solver_polyanya, scratch);
}

static Status point_misbehave(Fault fault, Scratch *scratch, PointPath *path) {
    if (fault == LIES) path->points[0].x += 1;
    if (fault == CLAIMS_SHORTER) path->length *= 0.999;
    if (fault == GIVES_UP) path->count = 0;
    if (fault == WAVERS && scratch->asked > 60) path->length = path->length + 1e-9;
    return STATUS_OK;
}

#define MISBEHAVING_POINTS(NAME, FAULT)                                                          \
    static Status NAME##_query_points(const void *index, void *untyped, const PointQuery *query, \
                                      PointPath *path, Counters *counters) {                     \
        Scratch *scratch = untyped;                                                              \
        TRY(solver_polyanya.query_points(index, scratch->inner, query, path, counters));         \
        return ++scratch->asked > FROM ? point_misbehave(FAULT, scratch, path) : STATUS_OK;      \
    }

MISBEHAVING_POINTS(fine, FINE)
MISBEHAVING_POINTS(lies, LIES)
MISBEHAVING_POINTS(claims, CLAIMS_SHORTER)
MISBEHAVING_POINTS(gives_up, GIVES_UP)
MISBEHAVING_POINTS(wavers, WAVERS)

/* One square in the middle of a square: paths go around it by two corners, or straight on. */
static void point_rig_up(Rig *rig) {
    *rig = (Rig){.memory = system_memory()};
    Error error;
    Rings rings = rings_from("0,0 40,0 40,40 0,40 | 10,10 30,10 30,30 10,30", &rig->memory);
    rig->map.kind = MAP_POLYGONS;
    ASSERT_OK(polygons_create(&rings, "square", &rig->memory, &rig->map.polygons, &error), &error);
    rings_destroy(&rings);
    rig->set = (QuerySet){.points = memory_take(&rig->memory, QUERIES, sizeof(PointQuery)),
                          .count = QUERIES,
                          .memory = &rig->memory};
    for (int32_t i = 0; i < QUERIES; i++) rig->set.points[i] = (PointQuery){{i + 0.5, 3}, {39.5 - i, 37}};
    rig->optimum = memory_take_zeroed(&rig->memory, QUERIES, sizeof *rig->optimum);
    ASSERT_OK(judge_create(&rig->map, &rig->memory, &rig->judge, &error), &error);
    ASSERT_OK(oracle_run(&rig->map, rig->judge.polygons, MOVE_ANY, &rig->set, 2, &rig->memory, rig->optimum,
                         &error),
              &error);
    rig->block = (Block){.map = &rig->map,
                         .judge = &rig->judge,
                         .set = &rig->set,
                         .solvers = rig->chosen,
                         .optimum = {[MOVE_ANY] = rig->optimum},
                         .repeats = REPEATS,
                         .protocols = {true, true},
                         .clock_cost = 20,
                         .seed = 1};
}

static void point_rig_add(Rig *rig, Status (*query)(const void *, void *, const PointQuery *, PointPath *,
                                                    Counters *)) {
    uint32_t at = rig->block.solver_count++;
    rig->solvers[at] = solver_polyanya;
    rig->solvers[at].query_points = query;
    rig->solvers[at].scratch_create = point_scratch_create;
    rig->solvers[at].scratch_destroy = point_scratch_destroy;
    rig->choices[at].solver = &rig->solvers[at];
    rig->choices[at].settings = settings_preset(solver_polyanya.parameters);
    rig->chosen[at] = &rig->choices[at];
}

static void judges_answers_between_points(void **state) {
    (void)state;
    Rig rig;
    BlockResult result;
    Error error;
    point_rig_up(&rig);
    point_rig_add(&rig, fine_query_points);
    point_rig_add(&rig, lies_query_points);
    point_rig_add(&rig, claims_query_points);
    point_rig_add(&rig, gives_up_query_points);
    point_rig_add(&rig, wavers_query_points);
    uint32_t grid_only = rig.block.solver_count;
    rig_add(&rig, fine_query);
    ASSERT_OK(block_run(&rig.block, &result, NULL, NULL, &error), &error);
    assert_whole(&result, 0);
    for (uint32_t i = 0; i < QUERIES; i++) {
        const AnswerRecord *answer = block_answer(&result, 0, i);
        assert_true(answer->excess == 0 && answer->length == rig.optimum[i].value);
        assert_true(answer->path_cells == rig.optimum[i].chain_count);
    }
    assert_int_equal(block_answer(&result, 1, 0)->verdict, ANSWER_INVALID); /* by a repeat */
    assert_int_equal(block_answer(&result, 1, QUERIES - 1)->verdict, ANSWER_INVALID);
    assert_int_equal(block_answer(&result, 2, QUERIES - 1)->verdict, ANSWER_INVALID);
    assert_int_equal(block_answer(&result, 3, QUERIES - 1)->verdict, ANSWER_NO_PATH_FALSE);
    assert_int_equal(block_answer(&result, 4, QUERIES - 1)->verdict, ANSWER_INVALID);
    assert_non_null(strstr(block_answer(&result, 4, QUERIES - 1)->detail, "another path"));
    assert_int_equal(result.solvers[grid_only].verdict, SOLVER_REFUSED);
    assert_non_null(strstr(result.solvers[grid_only].detail, "takes a grid, and the map is polygons"));
    rig_down(&rig, &result);
}

/* A detour is suboptimal by its share, a chain that is too long an impossible optimum. */
static void finds_out_a_wrong_chain(void **state) {
    (void)state;
    Rig rig;
    BlockResult result;
    Error error;
    point_rig_up(&rig);
    point_rig_add(&rig, fine_query_points);
    Point *chain = rig.optimum[2].chain;
    chain[0].x -= 0.25;
    assert_true(rig.optimum[4].chain_count == 3);
    rig.optimum[4].chain[1] = rig.optimum[4].chain[0];
    rig.optimum[4].value = point_distance(rig.optimum[4].chain[0], rig.optimum[4].chain[2]);
    ASSERT_OK(block_run(&rig.block, &result, NULL, NULL, &error), &error);
    assert_int_equal(block_answer(&result, 0, 1)->verdict, ANSWER_OPTIMAL);
    assert_int_equal(block_answer(&result, 0, 2)->verdict, ANSWER_IMPOSSIBLE);
    assert_int_equal(block_answer(&result, 0, 4)->verdict, ANSWER_SUBOPTIMAL);
    assert_true(block_answer(&result, 0, 4)->excess > 0.01);
    rig_down(&rig, &result);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goes_on_without_what_dies),     cmocka_unit_test(keeps_samples_over_a_death),
        cmocka_unit_test(judges_wrong_answers),          cmocka_unit_test(finds_out_a_wrong_oracle),
        cmocka_unit_test(judges_answers_between_points), cmocka_unit_test(finds_out_a_wrong_chain),
    };
    return cmocka_run_group_tests_name("block", tests, NULL, NULL);
}
