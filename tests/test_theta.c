/* Theta* and Lazy Theta*: paths that the judge of lines walks, the same as those of the papers' loops written
 * down naively, and answers drawn by hand. */
#include "tests/failing.h"
#include "tests/shrink.h"
#include "tests/support.h"

#include "algos/exact/flood.h"
#include "algos/exact/segment_cost.h"
#include "algos/grid/centres.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const Solver solver_theta, solver_lazytheta;
static const Solver *const tried[] = {&solver_theta, &solver_lazytheta};
enum { THETA, LAZY, TRIED };

/* ---- the papers' loops, by linear search over all cells, each cell's state in the open ---- */

enum { CELLS_MOST = 400 };

typedef struct Naive {
    const Grid *grid;
    Cell goal;
    bool lazy;
    double g[CELLS_MOST];
    int parent[CELLS_MOST];
    bool open[CELLS_MOST], closed[CELLS_MOST];
} Naive;

static Cell cell_at(const Naive *naive, int i) {
    return (Cell){i % naive->grid->width, i / naive->grid->width};
}

static double apart(Cell a, Cell b) {
    return sqrt((double)((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)));
}

static bool visible(const Naive *naive, int a, int b) {
    SegmentCost cost;
    return segment_cost(naive->grid, cell_at(naive, a), cell_at(naive, b), &cost);
}

static bool beside(const Naive *naive, int a, int b) {
    Cell from = cell_at(naive, a), to = cell_at(naive, b);
    return a != b && abs(from.x - to.x) <= 1 && abs(from.y - to.y) <= 1 && grid_cost(naive->grid, to) != 0 &&
           visible(naive, a, b);
}

/* The open cell of least f; of those the one of largest g, of those the first. -1: none is open. */
static int take(Naive *naive) {
    int best = -1;
    double best_f = 0;
    for (int i = 0; i < naive->grid->width * naive->grid->height; i++) {
        if (!naive->open[i]) continue;
        double f = naive->g[i] + apart(cell_at(naive, i), naive->goal);
        if (best >= 0 && !(f < best_f || (f == best_f && naive->g[i] > naive->g[best]))) continue;
        best = i;
        best_f = f;
    }
    if (best >= 0) naive->open[best] = false;
    return best;
}

static void set_vertex(Naive *naive, int s) {
    if (visible(naive, naive->parent[s], s)) return;
    naive->g[s] = INFINITY;
    /* By the solvers' order of neighbours: north, west, east, south, then the corners. */
    static const int order[8][2] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}};
    for (int k = 0; k < 8; k++) {
        Cell cell = cell_at(naive, s);
        cell = (Cell){cell.x + order[k][0], cell.y + order[k][1]};
        if (!grid_inside(naive->grid, cell)) continue;
        int other = cell.y * naive->grid->width + cell.x;
        if (!naive->closed[other] || !beside(naive, s, other)) continue;
        double g = naive->g[other] + apart(cell_at(naive, s), cell);
        if (g < naive->g[s]) {
            naive->g[s] = g;
            naive->parent[s] = other;
        }
    }
}

static void update_vertex(Naive *naive, int s, int next) {
    int from = naive->lazy || visible(naive, naive->parent[s], next) ? naive->parent[s] : s;
    double g = naive->g[from] + apart(cell_at(naive, from), cell_at(naive, next));
    if (!(g < naive->g[next])) return;
    naive->g[next] = g;
    naive->parent[next] = from;
    naive->open[next] = true;
}

/* The goal's index, or -1. */
static int naive_search(Naive *naive, const Grid *grid, const Query *query, bool lazy) {
    memset(naive, 0, sizeof *naive);
    naive->grid = grid;
    naive->goal = query->goal;
    naive->lazy = lazy;
    for (int i = 0; i < CELLS_MOST; i++) naive->g[i] = INFINITY;
    int start = query->start.y * grid->width + query->start.x;
    naive->g[start] = 0;
    naive->parent[start] = start;
    naive->open[start] = true;
    for (int s; (s = take(naive)) >= 0;) {
        if (lazy) set_vertex(naive, s);
        naive->closed[s] = true;
        if (s == query->goal.y * grid->width + query->goal.x) return s;
        for (int next = 0; next < grid->width * grid->height; next++)
            if (!naive->closed[next] && beside(naive, s, next)) update_vertex(naive, s, next);
    }
    return -1;
}

/* ---- one query ---- */

static void ask(const Solver *solver, const Map *map, const PointQuery *query, PointPath *path) {
    Error error;
    void *index, *scratch;
    Settings settings = settings_preset(solver->parameters);
    Counters counters = {0};
    ASSERT_OK(solver->prepare(map, &settings, path->memory, &index, &error), &error);
    ASSERT_OK(solver->scratch_create(index, path->memory, &scratch), NULL);
    ASSERT_OK(solver->query_points(index, scratch, query, path, &counters), NULL);
    solver->scratch_destroy(scratch);
    solver->index_destroy(index);
#ifndef TAUT_NO_COUNTERS
    if (path->count > 2) assert_int_equal(counters.popped, counters.stale + counters.expanded + 1);
#endif
}

static PointQuery between(const Query *query) {
    return (PointQuery){cell_centre(query->start), cell_centre(query->goal)};
}

/* Whether a solver's path is wrong, or not the one of the loops. */
static bool differs(void *context, const Map *map, const Query *query) {
    const int *which = context;
    Memory memory = system_memory();
    PointPath path = point_path_in(&memory);
    Naive naive;
    Error why;
    double walked;
    PointQuery ends = between(query);
    ask(tried[*which], map, &ends, &path);
    int at = naive_search(&naive, &map->grid, query, *which == LAZY);
    bool wrong =
        !segment_path_valid(&map->grid, &ends, &path, &walked, &why) || (at < 0) != (path.count == 0);
    if (!wrong && at >= 0 && path.count > 1) {
        for (uint64_t i = path.count; i > 0 && !wrong; i--, at = naive.parent[at])
            wrong = !point_equal(path.points[i - 1], cell_centre(cell_at(&naive, at)));
        wrong = wrong || naive.parent[at] != at;
    }
    point_path_destroy(&path);
    ASSERT_NOTHING_LIVE(&memory);
    return wrong;
}

static void find_the_paths_of_the_papers(void **state) {
    (void)state;
    const GridHunt hunt = {.seed = 5,
                           .maps = trials(1500),
                           .side_most = 20,
                           .blocked_below = 50,
                           .cost_most = {1, 1, 1},
                           .suspects = TRIED};
    Culprit culprit;
    if (grid_hunt(&hunt, differs, &culprit))
        fail_msg("%s on map %u", tried[culprit.suspect]->name, (unsigned)culprit.map);
}

/* One scratch for many queries remembers nothing, and finds a path where a flood does. */
static void reuse_their_scratch(void **state) {
    (void)state;
    Memory memory = system_memory();
    Rng rng = rng_from(9);
    Map map;
    Error error;
    Flood *flood;
    grid_random(&memory, 40, 30, 40, 1, 3, &map);
    ASSERT_OK(flood_create(&map.grid, MOVE_4, &memory, &flood, &error), &error);
    PointPath path = point_path_in(&memory), fresh = point_path_in(&memory);
    for (int which = 0; which < TRIED; which++) {
        void *index, *scratch;
        ASSERT_OK(tried[which]->prepare(&map, NULL, &memory, &index, &error), &error);
        ASSERT_OK(tried[which]->scratch_create(index, &memory, &scratch), NULL);
        for (uint32_t i = 0; i < 60; i++) {
            Query query;
            Counters counters = {0};
            Length length;
            assert_true(query_random(&map.grid, &rng, &query));
            PointQuery ends = between(&query);
            ASSERT_OK(tried[which]->query_points(index, scratch, &ends, &path, &counters), NULL);
            ask(tried[which], &map, &ends, &fresh);
            assert_int_equal(path.count, fresh.count);
            for (uint64_t k = 0; k < path.count; k++)
                assert_true(point_equal(path.points[k], fresh.points[k]));
            ASSERT_OK(flood_run(flood, query.start, &query.goal, 1), NULL);
            assert_int_equal(flood_length(flood, query.goal, &length), path.count != 0);
        }
        tried[which]->scratch_destroy(scratch);
        tried[which]->index_destroy(index);
    }
    point_path_destroy(&path);
    point_path_destroy(&fresh);
    flood_destroy(flood);
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

/* ---- by hand ---- */

static void assert_path(const char *rows, PointQuery query, const Point *expected, uint64_t count) {
    Memory memory = system_memory();
    Map map;
    PointPath path = point_path_in(&memory);
    grid_from_text(&memory, rows, &map);
    for (int which = 0; which < TRIED; which++) {
        ask(tried[which], &map, &query, &path);
        assert_int_equal(path.count, count);
        for (uint64_t i = 0; i < count; i++) assert_true(point_equal(path.points[i], expected[i]));
        assert_true(path.length == point_path_length(&path));
    }
    point_path_destroy(&path);
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}
#define ASSERT_PATH(ROWS, QUERY, ...) \
    assert_path(ROWS, QUERY, (const Point[]){__VA_ARGS__}, sizeof(const Point[]){__VA_ARGS__} / sizeof(Point))

static PointQuery points(double x1, double y1, double x2, double y2) {
    return (PointQuery){{x1, y1}, {x2, y2}};
}

static void go_straight_and_turn_at_cells(void **state) {
    (void)state;
    ASSERT_PATH("....\n....\n....", points(0.5, 0.5, 3.5, 2.5), {0.5, 0.5}, {3.5, 2.5});
    /* Around the end of a wall, touching its corners. */
    ASSERT_PATH("...\n@@.\n...", points(0.5, 0.5, 0.5, 2.5), {0.5, 0.5}, {1.5, 0.5}, {2.5, 1.5}, {1.5, 2.5},
                {0.5, 2.5});
    /* A corner of the wall may be touched. */
    ASSERT_PATH(".@\n..", points(0.5, 0.5, 1.5, 1.5), {0.5, 0.5}, {1.5, 1.5});
    assert_path(".@\n@.", points(0.5, 0.5, 1.5, 1.5), NULL, 0);
    assert_path(".@.", points(0.5, 0.5, 2.5, 0.5), NULL, 0);
    ASSERT_PATH(".", points(0.5, 0.5, 0.5, 0.5), {0.5, 0.5});
}

/* Ends anywhere: the path begins and ends there, by way of the centre. */
static void take_any_points_for_ends(void **state) {
    (void)state;
    ASSERT_PATH("...", points(0.25, 0.25, 0.75, 0.5), {0.25, 0.25}, {0.75, 0.5});
    ASSERT_PATH("...", points(0.25, 0.25, 2.5, 0.5), {0.25, 0.25}, {0.5, 0.5}, {2.5, 0.5});
    ASSERT_PATH("...", points(0.5, 0.5, 3, 1), {0.5, 0.5}, {2.5, 0.5}, {3, 1});
    ASSERT_PATH(".@.\n...", points(2, 1, 2.5, 0.5), {2, 1}, {2.5, 0.5}); /* on the corner of the wall */
    ASSERT_PATH("@..", points(1, 0.5, 1, 0.5), {1, 0.5});
    assert_path("@.\n.@", points(1, 1, 1.5, 0.5), NULL, 0); /* walls touch there */
    assert_path(".@\n@.", points(0.5, 0.5, 1, 1), NULL, 0);
    assert_path("@.\n..", points(0.5, 0.5, 1.5, 0.5), NULL, 0);
    assert_path("..", points(-0.5, 0.5, 1.5, 0.5), NULL, 0);
    assert_path("..", points(0.5, 0.5, NAN, 0.5), NULL, 0);
    assert_path("..", points(0.5, 0.5, 2.5, 0.5), NULL, 0);
}

static void refuse_costs_that_differ(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map;
    Error error;
    void *index;
    grid_from_text(&memory, "123", &map);
    for (int which = 0; which < TRIED; which++) {
        assert_int_equal(tried[which]->prepare(&map, NULL, &memory, &index, &error), STATUS_REFUSED);
        assert_non_null(strstr(error.text, "1 to 3"));
    }
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

static void survive_failed_allocations(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map;
    grid_random(&memory, 30, 30, 0, 1, 5, &map);
    AnyQuery query = {.is_planar = true, .points = {{0.1, 0.1}, {29.9, 29.9}}};
    for (int which = 0; which < TRIED; which++) {
        Settings settings = settings_preset(tried[which]->parameters);
        assert_true(assert_survives_failures(tried[which], &settings, &map, &query) >= 4);
    }
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(find_the_paths_of_the_papers),  cmocka_unit_test(reuse_their_scratch),
        cmocka_unit_test(go_straight_and_turn_at_cells), cmocka_unit_test(take_any_points_for_ends),
        cmocka_unit_test(refuse_costs_that_differ),      cmocka_unit_test(survive_failed_allocations),
    };
    return cmocka_run_group_tests_name("theta", tests, NULL, NULL);
}
