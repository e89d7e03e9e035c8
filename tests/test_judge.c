/* The judge of answers: each verdict under each promise, and the excess by exact difference. */
#include "tests/support.h"

#include "algos/core/point.h"
#include "harness/judge.h"
#include "tests/polygons_support.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROMISES(NAME, GUARANTEE)                     \
    static Guarantee NAME(const Settings *settings) { \
        (void)settings;                               \
        return GUARANTEE;                             \
    }
PROMISES(promises_bounded, GUARANTEE_BOUNDED)
PROMISES(promises_as_published, GUARANTEE_AS_PUBLISHED)
PROMISES(promises_nothing, GUARANTEE_NOTHING)

static uint32_t one_and_a_half(const Settings *settings) {
    (void)settings;
    return 150;
}

static Move moves_8(const Settings *settings) {
    (void)settings;
    return MOVE_8;
}

enum { CELLS = 16, PROMISE_COUNT = 4 };

/* By promise: none, optimal, as published, within one and a half. */
static const Solver judged[PROMISE_COUNT] = {
    {.guarantee = guarantee_none, .move = moves_8},
    {.guarantee = guarantee_optimal, .move = moves_8},
    {.guarantee = promises_as_published, .move = moves_8},
    {.guarantee = promises_bounded, .bound = one_and_a_half, .move = moves_8}};

/* "x,y x,y …" as a path of unit costs that claims what it walks; returns how many cells. */
static uint64_t path_from(const char *text, Cell cells[CELLS], Path *path) {
    *path = (Path){.cells = cells};
    while (*text != '\0') {
        char *end;
        Cell cell = {(int32_t)strtol(text, &end, 10), 0};
        cell.y = (int32_t)strtol(end + 1, &end, 10);
        if (path->count > 0) {
            Cell before = cells[path->count - 1];
            *(before.x != cell.x && before.y != cell.y ? &path->length.diagonal : &path->length.straight) +=
                1;
        }
        assert_true(path->count < CELLS);
        cells[path->count++] = cell;
        text = *end == ' ' ? end + 1 : end;
    }
    return path->count;
}

typedef struct Case {
    const char *path; /* "": none */
    Query query;
    Length optimum; /* straight < 0: there is no path */
    AnswerVerdict verdict;
    bool wrong[PROMISE_COUNT];
    double excess; /* NaN: none */
} Case;

/* On five by three open cells. √2 - 1 is 0.41421356…, by hand. */
static const Case cases[] = {
    {"0,0 1,1 2,2 3,2 4,2", {{0, 0}, {4, 2}}, {2, 2}, ANSWER_OPTIMAL, {false, false, false, false}, 0},
    /* the same length by other steps */
    {"0,0 1,0 2,1 3,2 4,2", {{0, 0}, {4, 2}}, {2, 2}, ANSWER_OPTIMAL, {false, false, false, false}, 0},
    /* 6 against 2 + 2·√2, the difference 4 - 2·√2 */
    {"0,0 1,0 2,0 3,0 4,0 4,1 4,2",
     {{0, 0}, {4, 2}},
     {2, 2},
     ANSWER_SUBOPTIMAL,
     {false, true, false, false},
     0.24264068711928521},
    /* 2 + 2·√2 against 4: only the diagonals make it longer */
    {"0,0 1,1 2,0 3,0 4,0",
     {{0, 0}, {4, 0}},
     {4, 0},
     ANSWER_SUBOPTIMAL,
     {false, true, false, false},
     0.20710678118654757},
    /* 3·√2 + 1 against 2·√2: nothing but diagonals below */
    {"0,0 1,1 0,2 1,1 1,2 2,2",
     {{0, 0}, {2, 2}},
     {0, 2},
     ANSWER_SUBOPTIMAL,
     {false, true, false, true},
     1.2071067811865475},
    {"0,0 0,1 1,1 1,0", {{0, 0}, {1, 0}}, {1, 0}, ANSWER_SUBOPTIMAL, {false, true, false, true}, 2},
    /* 3 against 2 is one and a half times as much; with √2 more than the optimum it is not: 2 + √2 against
     * 2, and 3·√2 + 1 against 2·√2 + 1 is 1.3694 */
    {"0,0 1,0 2,0 3,0", {{0, 0}, {3, 0}}, {2, 0}, ANSWER_SUBOPTIMAL, {false, true, false, false}, 0.5},
    {"0,0 1,0 2,0 3,1",
     {{0, 0}, {3, 1}},
     {2, 0},
     ANSWER_SUBOPTIMAL,
     {false, true, false, true},
     0.70710678118654757},
    {"0,0 1,1 2,2 3,1 4,1",
     {{0, 0}, {4, 1}},
     {1, 2},
     ANSWER_SUBOPTIMAL,
     {false, true, false, false},
     0.3693980625181293},
    {"2,1", {{2, 1}, {2, 1}}, {0, 0}, ANSWER_OPTIMAL, {false, false, false, false}, NAN},
    {"2,1 3,1 2,1", {{2, 1}, {2, 1}}, {0, 0}, ANSWER_SUBOPTIMAL, {false, true, false, true}, NAN},
    {"0,0 2,0", {{0, 0}, {2, 0}}, {2, 0}, ANSWER_INVALID, {true, true, false, true}, NAN},
    {"", {{0, 0}, {2, 0}}, {2, 0}, ANSWER_NO_PATH_FALSE, {true, true, false, true}, NAN},
    {"", {{0, 0}, {2, 0}}, {-1, 0}, ANSWER_NO_PATH, {false, false, false, false}, NAN},
    /* The oracle is wrong: a longer one, and one that says that there is no path. */
    {"0,0 1,0 2,0", {{0, 0}, {2, 0}}, {0, 2}, ANSWER_IMPOSSIBLE, {true, true, true, true}, NAN},
    {"0,0 1,0 2,0", {{0, 0}, {2, 0}}, {-1, 0}, ANSWER_IMPOSSIBLE, {true, true, true, true}, NAN},
};

static void assert_case(const Case *one, const Judge *judge, int promise) {
    Cell cells[CELLS];
    AnyPath path = {.cells = {0}};
    AnyQuery query = {.cells = one->query};
    bool found = path_from(one->path, cells, &path.cells) != 0, reachable = one->optimum.straight >= 0;
    Optimum optimum = {.known = true, .reachable = reachable, .length = one->optimum};
    if (reachable) optimum.value = length_value(one->optimum);
    SolverChoice choice = {.solver = &judged[promise]};
    Judgement given = answer_judge(judge, &choice, &query, &path, &optimum);
    if (given.verdict != one->verdict || given.wrong != one->wrong[promise])
        print_error("\"%s\" under promise %d: %s, %s\n", one->path, promise,
                    answer_verdict_name(given.verdict), given.wrong ? "wrong" : "not wrong");
    assert_int_equal(given.verdict, one->verdict);
    assert_int_equal(given.wrong, one->wrong[promise]);
    assert_int_equal(given.found, found);
    bool valid = found && one->verdict != ANSWER_INVALID;
    assert_int_equal(isnan(given.length), !valid);
    if (valid) assert_true(given.length == length_value(path.cells.length));
    assert_int_equal(isnan(given.excess), isnan(one->excess));
    if (!isnan(one->excess) && fabs(given.excess - one->excess) > 4 * DBL_EPSILON)
        fail_msg("\"%s\": excess %.17g, expected %.17g", one->path, given.excess, one->excess);
    if (one->excess == 0) assert_true(given.excess == 0);
    bool explained = one->verdict == ANSWER_INVALID || one->verdict == ANSWER_IMPOSSIBLE;
    assert_int_equal(given.why.text[0] != '\0', explained);
}

static void judges_between_cells(void **state) {
    (void)state;
    Memory memory = system_memory();
    Error error;
    Map map;
    Judge judge;
    grid_from_text(&memory, ".....\n.....\n.....", &map);
    ASSERT_OK(judge_create(&map, &memory, &judge, &error), &error);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int promise = 0; promise < PROMISE_COUNT; promise++) assert_case(&cases[i], &judge, promise);
    judge_destroy(&judge);
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

/* A solver that does not answer is not judged, whatever it leaves in the path, and needs no optimum. */
static void leaves_the_null_solver_alone(void **state) {
    (void)state;
    Memory memory = system_memory();
    Error error;
    Map map;
    Judge judge;
    grid_from_text(&memory, "..", &map);
    ASSERT_OK(judge_create(&map, &memory, &judge, &error), &error);
    const Solver solver = {.guarantee = promises_nothing, .move = moves_8};
    SolverChoice choice = {.solver = &solver};
    AnyQuery query = {.cells = {{0, 0}, {1, 0}}};
    AnyPath path = {.cells = {0}};
    Judgement given = answer_judge(&judge, &choice, &query, &path, NULL);
    assert_int_equal(given.verdict, ANSWER_UNANSWERED);
    assert_true(!given.found && !given.wrong && isnan(given.length) && isnan(given.excess));
    judge_destroy(&judge);
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

static Judgement judge_points(const Judge *judge, Point *points, uint64_t count, double claimed,
                              const Optimum *optimum, int promise) {
    Solver solver = judged[promise];
    solver.move = moves_any;
    SolverChoice choice = {.solver = &solver};
    AnyPath path = {.points = {.points = points, .count = count, .length = claimed}};
    AnyQuery query = {.is_planar = true, .points = {{0, 0}, {40, 0}}};
    return answer_judge(judge, &choice, &query, &path, optimum);
}

/* Between points chains are compared, not the rounded lengths. */
static void judges_between_points(void **state) {
    (void)state;
    Memory memory = system_memory();
    Error error;
    Rings rings = rings_from("0,0 40,0 40,40 0,40", &memory);
    Map map = {.kind = MAP_POLYGONS};
    Judge judge;
    ASSERT_OK(polygons_create(&rings, "square", &memory, &map.polygons, &error), &error);
    rings_destroy(&rings);
    ASSERT_OK(judge_create(&map, &memory, &judge, &error), &error);
    Point straight[] = {{0, 0}, {40, 0}}, bent[] = {{0, 0}, {20, 15}, {40, 0}}, outside[] = {{0, 0}, {60, 0}};
    Optimum optimum = {.known = true, .reachable = true, .value = 40, .chain = straight, .chain_count = 2};
    for (int promise = 0; promise < PROMISE_COUNT; promise++) {
        /* A bound between 1 and more is a matter of cells. */
        bool keeps = promise == 1 || promise == 3, excused = promise == 2;
        Judgement given = judge_points(&judge, straight, 2, 40, &optimum, promise);
        assert_true(given.verdict == ANSWER_OPTIMAL && !given.wrong && given.excess == 0);
        given = judge_points(&judge, bent, 3, 50, &optimum, promise);
        assert_true(given.verdict == ANSWER_SUBOPTIMAL && given.wrong == keeps && given.excess == 0.25);
        given = judge_points(&judge, outside, 2, 60, &optimum, promise);
        assert_true(given.verdict == ANSWER_INVALID && given.wrong == !excused && isnan(given.length));
        given = judge_points(&judge, NULL, 0, 0, &optimum, promise);
        assert_true(given.verdict == ANSWER_NO_PATH_FALSE && given.wrong == !excused && !given.found);
    }
    /* Rounded, the optimum is as long as the path; the chains know better. */
    optimum.value = 50;
    Judgement given = judge_points(&judge, bent, 3, 50, &optimum, 0);
    assert_true(given.verdict == ANSWER_SUBOPTIMAL && given.excess == DBL_EPSILON);
    optimum = (Optimum){.known = true, .reachable = true, .value = 50, .chain = bent, .chain_count = 3};
    given = judge_points(&judge, straight, 2, 40, &optimum, 0);
    assert_true(given.verdict == ANSWER_IMPOSSIBLE && given.wrong && isnan(given.excess));
    optimum.reachable = false;
    given = judge_points(&judge, bent, 3, 50, &optimum, 0);
    assert_true(given.verdict == ANSWER_IMPOSSIBLE && given.wrong);
    given = judge_points(&judge, NULL, 0, 0, &optimum, 1);
    assert_true(given.verdict == ANSWER_NO_PATH && !given.wrong && isnan(given.length));
    judge_destroy(&judge);
    map_destroy(&map);
    ASSERT_NOTHING_LIVE(&memory);
}

static void survives_failed_allocations(void **state) {
    (void)state;
    Memory maps = system_memory();
    Error error;
    Rings rings = rings_from("0,0 40,0 40,40 0,40 | 10,10 30,10 30,30 10,30", &maps);
    Map map = {.kind = MAP_POLYGONS};
    ASSERT_OK(polygons_create(&rings, "square", &maps, &map.polygons, &error), &error);
    rings_destroy(&rings);
    bool done = false;
    for (uint64_t fail_at = 1; !done; fail_at++) {
        Memory memory = system_memory();
        memory.fail_at = fail_at;
        Judge judge;
        Status status = judge_create(&map, &memory, &judge, &error);
        done = status == STATUS_OK;
        if (done)
            judge_destroy(&judge);
        else
            assert_int_equal(status, STATUS_NO_MEMORY);
        ASSERT_NOTHING_LIVE(&memory);
    }
    map_destroy(&map);
    ASSERT_NOTHING_LIVE(&maps);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(judges_between_cells),
        cmocka_unit_test(leaves_the_null_solver_alone),
        cmocka_unit_test(judges_between_points),
        cmocka_unit_test(survives_failed_allocations),
    };
    return cmocka_run_group_tests_name("judge", tests, NULL, NULL);
}
