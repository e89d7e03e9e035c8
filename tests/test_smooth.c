/* Straightened paths: valid by the judge of lines, never longer than what they were made of, and as drawn by
 * hand. */
#include "tests/failing.h"
#include "tests/shrink.h"
#include "tests/support.h"

#include "algos/exact/segment_cost.h"
#include "algos/grid/centres.h"
#include "algos/grid/smooth.h"
#include "harness/judge.h"

#include <math.h>
#include <string.h>

extern const Solver solver_smooth;

/* of, move, k, way */
static const char *const settings_tried[][4] = {
    {"astar", "8", NULL, "greedy"},   {"astar", "8", NULL, "farthest"},  {"astar", "4", NULL, "greedy"},
    {"astar", "4", NULL, "farthest"}, {"dijkstra", "8", NULL, "greedy"}, {"dijkstra", "4", NULL, "farthest"},
    {"hpa", "8", "2", "greedy"},      {"hpa", "8", "5", "farthest"},     {"hpa", "4", "3", "greedy"},
    {"hpa", "4", "16", "farthest"},
};
enum { TRIED = sizeof settings_tried / sizeof *settings_tried };

static void set(const Solver *solver, Settings *settings, const char *name, const char *value) {
    Error error;
    int row = parameter_find(solver->parameters, name, strlen(name));
    if (value == NULL || row < 0) return;
    ASSERT_OK(parameter_parse(&solver->parameters.rows[row], solver->name, value, strlen(value),
                              &settings->value[row], &error),
              &error);
    settings->given[row] = true;
}

static Settings settings_of(const Solver *solver, const char *const tried[4]) {
    Settings settings = settings_preset(solver->parameters);
    set(solver, &settings, "of", tried[0]);
    set(solver, &settings, "move", tried[1]);
    set(solver, &settings, "k", tried[2]);
    set(solver, &settings, "way", tried[3]);
    Error error;
    ASSERT_OK(settings_check(solver->parameters, solver->name, &settings, &error), &error);
    return settings;
}

/* Twice the integral along a path of cells: straight + diagonal·√2. */
static Length steps_cost(const Grid *grid, const Path *path) {
    Length twice = {0, 0};
    for (uint64_t i = 1; i < path->count; i++) {
        Cell from = path->cells[i - 1], to = path->cells[i];
        int64_t cost = grid_cost(grid, from) + grid_cost(grid, to);
        *(from.x == to.x || from.y == to.y ? &twice.straight : &twice.diagonal) += cost;
    }
    return twice;
}

static void ask_inner(const char *const tried[4], const Map *map, const Query *query, Path *path) {
    const Solver *solver = solver_find(tried[0], strlen(tried[0]));
    Settings settings = settings_of(solver, tried);
    void *index, *scratch;
    Error error;
    Counters counters = {0};
    ASSERT_OK(solver->prepare(map, &settings, path->memory, &index, &error), &error);
    ASSERT_OK(solver->scratch_create(index, path->memory, &scratch), NULL);
    ASSERT_OK(solver->query(index, scratch, query, path, &counters), NULL);
    solver->scratch_destroy(scratch);
    solver->index_destroy(index);
}

static void ask(const char *const tried[4], const Map *map, const PointQuery *query, PointPath *path) {
    Settings settings = settings_of(&solver_smooth, tried);
    void *index, *scratch;
    Error error;
    Counters counters = {0};
    ASSERT_OK(solver_smooth.prepare(map, &settings, path->memory, &index, &error), &error);
    ASSERT_OK(solver_smooth.scratch_create(index, path->memory, &scratch), NULL);
    ASSERT_OK(solver_smooth.query_points(index, scratch, query, path, &counters), NULL);
    solver_smooth.scratch_destroy(scratch);
    solver_smooth.index_destroy(index);
}

/* Each line against the steps that it replaced, exactly: both paths pass its ends, in this order. */
static bool lines_cost_no_more(const Grid *grid, const Path *cells, const PointPath *points) {
    uint64_t at = 0;
    for (uint64_t i = 1; i < points->count; i++) {
        Path part = {.cells = &cells->cells[at]};
        do at++;
        while (at < cells->count && !point_equal(cell_centre(cells->cells[at]), points->points[i]));
        if (at == cells->count) return false;
        part.count = (uint64_t)(&cells->cells[at] - part.cells) + 1;
        SegmentCost cost;
        if (!segment_cost(grid, part.cells[0], cells->cells[at], &cost)) return false;
        double line = (double)cost.sum / (double)cost.share * sqrt((double)cost.square);
        if (line > length_value(steps_cost(grid, &part)) / 2 * (1 + 1e-14)) return false;
    }
    return at + 1 == cells->count || points->count == 1;
}

/* Whether the straightened path is invalid, longer, or there without the other. */
static bool is_wrong(void *context, const Map *map, const Query *query) {
    const char *const *tried = settings_tried[*(const int *)context];
    Memory memory = system_memory();
    Path cells = path_in(&memory);
    PointPath points = point_path_in(&memory);
    PointQuery ends = {cell_centre(query->start), cell_centre(query->goal)};
    double walked;
    Error why;
    ask_inner(tried, map, query, &cells);
    ask(tried, map, &ends, &points);
    bool wrong = (cells.count == 0) != (points.count == 0) ||
                 !segment_path_valid(&map->grid, &ends, &points, &walked, &why);
    if (!wrong && cells.count > 1) {
        wrong = walked > length_value(steps_cost(&map->grid, &cells)) / 2 * (1 + 1e-14) ||
                !lines_cost_no_more(&map->grid, &cells, &points);
    }
    path_destroy(&cells);
    point_path_destroy(&points);
    ASSERT_NOTHING_LIVE(&memory);
    return wrong;
}

static void are_valid_and_never_longer(void **state) {
    (void)state;
    const GridHunt hunt = {.seed = 23,
                           .maps = trials(1000),
                           .side_most = 30,
                           .blocked_below = 45,
                           .cost_most = {1, 2, 9},
                           .suspects = TRIED};
    Culprit culprit;
    if (grid_hunt(&hunt, is_wrong, &culprit))
        fail_msg("setting %d on map %u", culprit.suspect, (unsigned)culprit.map);
}

/* ---- by hand ---- */

/* `way` along the cells given as "xy" digits. */
static void assert_smooth(const char *rows, const char *steps, SmoothWay way, const char *expected) {
    Memory memory = system_memory();
    Map map;
    Cell cells[64];
    uint64_t count = 0;
    grid_from_text(&memory, rows, &map);
    for (const char *at = steps; *at != '\0'; at += at[2] == ' ' ? 3 : 2)
        cells[count++] = (Cell){at[0] - '0', at[1] - '0'};
    PointPath path = point_path_in(&memory);
    ASSERT_OK(smooth_cells(&map.grid, cells, count, way, &path), NULL);
    uint64_t i = 0;
    for (const char *at = expected; *at != '\0'; at += at[2] == ' ' ? 3 : 2, i++) {
        assert_true(i < path.count);
        assert_true(point_equal(path.points[i], cell_centre((Cell){at[0] - '0', at[1] - '0'})));
    }
    assert_int_equal(i, path.count);
    point_path_destroy(&path);
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

static void leave_out_corners(void **state) {
    (void)state;
    for (SmoothWay way = SMOOTH_GREEDY; way <= SMOOTH_FARTHEST; way++) {
        assert_smooth(".", "00", way, "00");
        assert_smooth("....\n....", "00 10 20 31", way, "00 31");
        assert_smooth("...\n@@.\n...", "00 10 20 21 22 12 02", way, "00 20 22 02");
        /* Where costs differ: a line through dear cells does not do, one through equal ones does. */
        assert_smooth("111\n191\n111", "00 10 20 21 22", way, "00 20 22");
        assert_smooth("111\n111\n112", "00 10 20 21 22", way, "00 22");
        assert_smooth("1239", "00 10 20 30", way, "00 30"); /* costs the same */
    }
    /* Out of sight between, and in sight again. */
    assert_smooth("...\n@.@\n...", "02 12 11 10 11 12 22", SMOOTH_GREEDY, "02 11 22");
    assert_smooth("...\n@.@\n...", "02 12 11 10 11 12 22", SMOOTH_FARTHEST, "02 22");
}

static void answer_between_any_points(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map;
    PointPath path = point_path_in(&memory);
    grid_from_text(&memory, "....\n....", &map);
    ask(settings_tried[0], &map, &(PointQuery){{0, 0}, {3.5, 1.5}}, &path);
    assert_int_equal(path.count, 3);
    assert_true(point_equal(path.points[0], (Point){0, 0}) && point_equal(path.points[1], (Point){0.5, 0.5}));
    assert_true(path.length == point_path_length(&path));
    ask(settings_tried[0], &map, &(PointQuery){{0.25, 0}, {0.5, 0.75}}, &path);
    assert_int_equal(path.count, 2);
    grid_destroy(&map.grid);
    /* Where costs differ, ends are centres. */
    grid_from_text(&memory, "12", &map);
    ask(settings_tried[0], &map, &(PointQuery){{0.5, 0.5}, {1.5, 0.5}}, &path);
    assert_int_equal(path.count, 2);
    assert_true(path.length == 1.5);
    ask(settings_tried[0], &map, &(PointQuery){{0.5, 0.5}, {1.5, 0.75}}, &path);
    assert_int_equal(path.count, 0);
    ask(settings_tried[0], &map, &(PointQuery){{0.5, 0.25}, {0.5, 0.75}}, &path);
    assert_int_equal(path.count, 0);
    grid_destroy(&map.grid);
    point_path_destroy(&path);
    ASSERT_NOTHING_LIVE(&memory);
}

/* Where costs differ the judge goes by the integral, and knows no optimum. */
static void are_judged_by_the_integral(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map;
    Judge judge;
    Error error;
    grid_from_text(&memory, "123\n@56", &map);
    ASSERT_OK(judge_create(&map, &memory, &judge, &error), &error);
    SolverChoice choice = {.solver = &solver_smooth, .settings = settings_preset(solver_smooth.parameters)};
    AnyQuery query = {.is_planar = true, .points = {{0.5, 0.5}, {2.5, 0.5}}};
    AnyPath path = any_path_in(&memory);
    ask(settings_tried[0], &map, &query.points, &path.points);
    Judgement given = answer_judge(&judge, &choice, &query, &path, NULL);
    assert_int_equal(given.verdict, ANSWER_VALID);
    assert_true(given.length == 4 && isnan(given.excess) && given.found && !given.wrong);
    path.points.length = 2; /* as long as the line is, without its costs */
    given = answer_judge(&judge, &choice, &query, &path, NULL);
    assert_int_equal(given.verdict, ANSWER_INVALID);
    assert_true(given.wrong);
    path.points.count = 0;
    given = answer_judge(&judge, &choice, &query, &path, NULL);
    assert_int_equal(given.verdict, ANSWER_UNANSWERED);
    any_path_destroy(&path);
    judge_destroy(&judge);
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

static void survive_failed_allocations(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map;
    grid_random(&memory, 30, 30, 0, 3, 5, &map);
    AnyQuery query = {.is_planar = true, .points = {{0.5, 0.5}, {29.5, 20.5}}};
    for (int i = 0; i < TRIED; i++) {
        Settings settings = settings_of(&solver_smooth, settings_tried[i]);
        assert_true(assert_survives_failures(&solver_smooth, &settings, &map, &query) >= 6);
    }
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

static void hands_parameters_on(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map;
    grid_random(&memory, 64, 64, 0, 1, 1, &map);
    uint64_t nodes[2];
    for (int i = 0; i < 2; i++) {
        Settings settings =
            settings_of(&solver_smooth, (const char *const[]){"hpa", "8", i == 0 ? "4" : "32", NULL});
        void *index;
        Error error;
        Facts facts;
        ASSERT_OK(solver_smooth.prepare(&map, &settings, &memory, &index, &error), &error);
        solver_smooth.describe(index, &facts);
        nodes[i] = facts.nodes;
        solver_smooth.index_destroy(index);
    }
    assert_true(nodes[0] > nodes[1] && nodes[1] > 0);
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
    Settings settings = settings_preset(solver_smooth.parameters);
    Error error;
    set(&solver_smooth, &settings, "k", "8");
    assert_int_equal(settings_check(solver_smooth.parameters, "smooth", &settings, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "of=astar"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(are_valid_and_never_longer), cmocka_unit_test(leave_out_corners),
        cmocka_unit_test(answer_between_any_points),  cmocka_unit_test(survive_failed_allocations),
        cmocka_unit_test(are_judged_by_the_integral), cmocka_unit_test(hands_parameters_on),
    };
    return cmocka_run_group_tests_name("smooth", tests, NULL, NULL);
}
