/* HPA* written plainly: drawn maps with known graphs and lengths, and random ones whose graph must be sound
 * and whose paths must walk, be no shorter than the flood's, and be found exactly where it finds one. */
#include "tests/failing.h"
#include "tests/hpa_support.h"

#include "algos/exact/check.h"
#include "algos/exact/flood.h"
#include "algos/grid/hpa_query.h"

#include <string.h>

/* A graph on a map, ready for queries. */
typedef struct Bench {
    Memory memory;
    Map map;
    HpaGraph *graph;
    HpaScratch *scratch;
    Path path;
} Bench;

static void bench_build(Bench *bench, Move move, int32_t k, int64_t wide) {
    Error error;
    const HpaForm form = {.move = move, .k = k, .wide = wide, .keeps_ways = true};
    ASSERT_OK(hpa_graph_create(&bench->map.grid, &form, &bench->memory, &bench->graph, &error), &error);
    assert_int_equal(hpa_scratch_create(bench->graph, &bench->memory, &bench->scratch), STATUS_OK);
    bench->path = path_in(&bench->memory);
    assert_graph_sound(bench->graph);
}

static void bench_open(Bench *bench, const char *rows, Move move, int32_t k, int64_t wide) {
    bench->memory = system_memory();
    grid_from_text(&bench->memory, rows, &bench->map);
    bench_build(bench, move, k, wide);
}

static void bench_close(Bench *bench) {
    path_destroy(&bench->path);
    hpa_scratch_destroy(bench->scratch);
    hpa_graph_destroy(bench->graph);
    grid_destroy(&bench->map.grid);
    ASSERT_NOTHING_LIVE(&bench->memory);
}

static void assert_counts(const Bench *bench, uint64_t nodes, uint64_t edges) {
    Facts facts = {0};
    hpa_graph_describe(bench->graph, &facts);
    assert_int_equal(facts.nodes, nodes);
    assert_int_equal(facts.edges, edges);
}

/* The length of the checked path; both parts 0 where there is none. */
static Length bench_length(Bench *bench, Cell start, Cell goal) {
    Query query = {start, goal};
    Counters counters = {0};
    Length walked;
    Error error;
    assert_int_equal(hpa_query(bench->scratch, &query, false, &bench->path, &counters), STATUS_OK);
    if (!path_valid(&bench->map.grid, bench->graph->move, &query, &bench->path, &walked, &error))
        fail_msg("%s", error.text);
#ifndef TAUT_NO_COUNTERS
    if (start.x != goal.x || start.y != goal.y) /* the start is expanded without having been in the queue */
        assert_int_equal(counters.popped + 1, counters.stale + counters.expanded);
    assert_true(counters.popped <= counters.pushed);
    assert_true(counters.pushed <= counters.generated);
#endif
    return walked;
}

static void assert_length(Bench *bench, Cell start, Cell goal, int64_t straight, int64_t diagonal) {
    Length length = bench_length(bench, start, goal);
    assert_true(bench->path.count != 0);
    assert_int_equal(length.straight, straight);
    assert_int_equal(length.diagonal, diagonal);
}

static void one_gap_is_one_transition(void **state) {
    (void)state;
    Bench bench;
    bench_open(&bench, "...@@...\n........\n...@@...\n...@@...", MOVE_4, 4, 6);
    assert_counts(&bench, 2, 2);
    assert_length(&bench, (Cell){0, 0}, (Cell){7, 3}, 10, 0);
    assert_length(&bench, (Cell){3, 1}, (Cell){4, 1}, 1, 0);
    assert_length(&bench, (Cell){5, 2}, (Cell){5, 2}, 0, 0);
    assert_int_equal(bench.path.count, 1);
    bench_close(&bench);
}

static void open_rows(char *text, int32_t width, int32_t height) {
    for (int32_t y = 0; y < height; y++, *text++ = '\n')
        for (int32_t x = 0; x < width; x++) *text++ = '.';
    text[-1] = '\0';
}

/* Two open clusters of 8 x height: the middle below `wide`, both ends from there on. */
static void wide_entrances_have_two_transitions(void **state) {
    (void)state;
    static const struct {
        int32_t height;
        int64_t wide;
        bool two;
    } cases[] = {{5, 6, false}, {6, 6, true}, {7, 6, true}, {7, 8, false},
                 {1, 1, false}, {2, 1, true}, {8, 8, true}, {8, PARAMETER_INF, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[16 * 9];
        open_rows(text, 16, cases[i].height);
        Bench bench;
        bench_open(&bench, text, MOVE_4, 8, cases[i].wide);
        if (cases[i].two)
            assert_counts(&bench, 4, 8);
        else
            assert_counts(&bench, 2, 2);
        /* Along the top: by an end for nothing, by the middle there and back. */
        int32_t middle = (cases[i].height - 1) / 2;
        assert_length(&bench, (Cell){0, 0}, (Cell){15, 0}, 15 + (cases[i].two ? 0 : 2 * middle), 0);
        bench_close(&bench);
    }
}

/* 2 x 2 clusters of 2 x 2: one cell lies at two entrances. */
static void a_corner_node_serves_two_borders(void **state) {
    (void)state;
    Bench bench;
    bench_open(&bench, "....\n....\n....\n....", MOVE_8, 2, 6);
    assert_counts(&bench, 7, 14);
    assert_length(&bench, (Cell){0, 0}, (Cell){1, 1}, 0, 1);
    bench_close(&bench);
}

static void a_cluster_may_hold_the_whole_map(void **state) {
    (void)state;
    Bench bench;
    bench_open(&bench, "...\n.@.\n...", MOVE_8, 256, 6);
    assert_counts(&bench, 0, 0);
    assert_length(&bench, (Cell){0, 0}, (Cell){2, 2}, 4, 0);
    bench_close(&bench);
}

static void clusters_are_cut_at_the_border(void **state) {
    (void)state;
    Bench bench;
    bench_open(&bench, "..........\n..........\n..........", MOVE_4, 4, 6); /* widths 4, 4, 2 */
    assert_counts(&bench, 4, 4 + 2);
    assert_length(&bench, (Cell){0, 1}, (Cell){9, 1}, 9, 0);
    bench_close(&bench);
    bench_open(&bench, ".\n.\n.\n.\n.\n.\n.\n.\n.\n.", MOVE_8, 4, 1);
    assert_counts(&bench, 4, 4 + 2);
    assert_length(&bench, (Cell){0, 9}, (Cell){0, 0}, 9, 0);
    bench_close(&bench);
    bench_open(&bench, ".........", MOVE_8, 2, 6); /* the last cluster is a single cell */
    assert_counts(&bench, 8, 8 + 6);
    assert_length(&bench, (Cell){0, 0}, (Cell){8, 0}, 8, 0);
    bench_close(&bench);
    bench_open(&bench, ".", MOVE_4, 2, 6);
    assert_length(&bench, (Cell){0, 0}, (Cell){0, 0}, 0, 0);
    bench_close(&bench);
}

static void disconnected_parts_have_no_path(void **state) {
    (void)state;
    Bench bench;
    bench_open(&bench, "..@..\n..@..\n..@..", MOVE_8, 2, 6);
    assert_int_equal(bench_length(&bench, (Cell){0, 0}, (Cell){4, 2}).straight, 0);
    assert_int_equal(bench.path.count, 0);
    assert_length(&bench, (Cell){0, 0}, (Cell){1, 2}, 3,
                  0); /* down the first column: there the entrance is */
    bench_close(&bench);
    bench_open(&bench, ".@\n@.", MOVE_8, 2, 6); /* corners are not cut, nor squeezed through */
    assert_int_equal(bench_length(&bench, (Cell){0, 0}, (Cell){1, 1}).straight, 0);
    assert_int_equal(bench.path.count, 0);
    bench_close(&bench);
    bench_open(&bench, "@@\n@@", MOVE_4, 2, 6);
    assert_counts(&bench, 0, 0);
    bench_close(&bench);
}

/* Both ends in one cluster, which a wall cuts in two; and one where the way inside is the longer one. */
static void a_way_may_leave_the_cluster_of_both_ends(void **state) {
    (void)state;
    Bench bench;
    bench_open(&bench, ".@..\n.@..\n.@..\n.@..\n....\n....\n....\n....", MOVE_4, 4, 6);
    assert_length(&bench, (Cell){0, 0}, (Cell){2, 0}, 10, 0);
    bench_close(&bench);
    bench_open(&bench, "....\n.@@.\n.@@.\n.@@.\n....\n....\n....\n....", MOVE_4, 4, 6);
    assert_length(&bench, (Cell){0, 3}, (Cell){3, 3}, 5, 0);
    assert_length(&bench, (Cell){0, 1}, (Cell){3, 1}, 5, 0);
    bench_close(&bench);
    bench_open(&bench, "9999\n1@@1\n1@@1\n1@@1\n9999\n1111\n1111\n1111", MOVE_4, 4, 6);
    assert_length(&bench, (Cell){0, 1}, (Cell){3, 1}, 2 + 9 + 1 + 2 + 1 + 9 + 3, 0);
    bench_close(&bench);
}

/* A step is paid on entering, so the two ways of a pair differ by their ends. */
static void ways_back_cost_their_own(void **state) {
    (void)state;
    Bench bench;
    bench_open(&bench, "1234567891234567", MOVE_4, 4, 6);
    assert_counts(&bench, 6, 6 + 4);
    assert_length(&bench, (Cell){0, 0}, (Cell){15, 0}, 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 28, 0);
    assert_length(&bench, (Cell){15, 0}, (Cell){0, 0}, 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 21, 0);
    bench_close(&bench);
}

static void compare_with_the_flood(Bench *bench, Rng *rng, uint32_t query_count) {
    const Grid *grid = &bench->map.grid;
    Flood *flood;
    Error error;
    ASSERT_OK(flood_create(grid, bench->graph->move, &bench->memory, &flood, &error), &error);
    for (uint32_t i = 0; i < query_count; i++) {
        Cell start = cell_random(grid, rng), goal = cell_random(grid, rng);
        Length optimum, length = bench_length(bench, start, goal);
        assert_int_equal(flood_run(flood, start, &goal, 1), STATUS_OK);
        assert_int_equal(bench->path.count != 0, flood_length(flood, goal, &optimum));
        if (bench->path.count != 0) assert_true(length_compare(length, optimum) >= 0);
    }
    flood_destroy(flood);
}

/* What A* finds on the graph is the best that is in it. */
static void compare_with_brute_force(Bench *bench, Rng *rng) {
    Cell start = cell_random(&bench->map.grid, rng), goal = cell_random(&bench->map.grid, rng);
    Length best, length = bench_length(bench, start, goal);
    assert_int_equal(abstract_optimum(bench->graph, &(Query){start, goal}, &best), bench->path.count != 0);
    if (bench->path.count != 0) assert_int_equal(length_compare(length, best), 0);
}

static void random_graphs_are_sound_and_answer(void **state) {
    (void)state;
    static const uint32_t cost_most[4] = {1, 4, 255, 1};
    static const int64_t wide[4] = {1, 3, 6, PARAMETER_INF};
    Rng rng = rng_from(20);
    for (uint32_t i = 0; i < trials(3000); i++) {
        Bench bench = {.memory = system_memory()};
        grid_random_costs(&bench.memory, rng_between(&rng, 1, 40), rng_between(&rng, 1, 40),
                          rng_below(&rng, 61), cost_most[i % 4], &rng, &bench.map);
        bench_build(&bench, i / 4 % 2 == 0 ? MOVE_4 : MOVE_8, rng_between(&rng, 2, 17),
                    wide[rng_below(&rng, 4)]);
        if (bench.map.grid.passable_count != 0) {
            compare_with_the_flood(&bench, &rng, 10);
            compare_with_brute_force(&bench, &rng);
        }
        bench_close(&bench);
    }
}

/* What the largest clusters may hold: names, spots and ways of their full size. */
static void clusters_of_full_size(void **state) {
    (void)state;
    Rng rng = rng_from(4);
    for (uint32_t move = 0; move <= MOVE_8; move++) {
        Bench bench = {.memory = system_memory()};
        Error error;
        grid_random_costs(&bench.memory, 300, 270, 35, 255, &rng, &bench.map);
        const HpaForm form = {.move = (Move)move, .k = 256, .wide = 1, .keeps_ways = true};
        ASSERT_OK(hpa_graph_create(&bench.map.grid, &form, &bench.memory, &bench.graph, &error), &error);
        assert_int_equal(hpa_scratch_create(bench.graph, &bench.memory, &bench.scratch), STATUS_OK);
        bench.path = path_in(&bench.memory);
        compare_with_the_flood(&bench, &rng, 20);
        bench_close(&bench);
    }
}

/* All of prepare, scratch and query, each allocation failed in turn. */
static void survives_failed_allocations(void **state) {
    (void)state;
    Memory maps = system_memory();
    Map map;
    Rng rng = rng_from(9);
    grid_random_costs(&maps, 22, 17, 15, 4, &rng, &map);
    AnyQuery any = {.cells = {cell_random(&map.grid, &rng), cell_random(&map.grid, &rng)}};
    const Solver *solver = solver_find("hpa", 3);
    for (uint32_t move = 0; move <= MOVE_8; move++) {
        Settings settings = settings_preset(solver->parameters);
        settings.value[1] = move;
        settings.value[2] = 5;
        /* Two a cluster, so the loop did go through them. */
        assert_true(assert_survives_failures(solver, &settings, &map, &any) >= 40);
    }
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&maps);
}

static void refuses_what_the_style_fixes(void **state) {
    (void)state;
    const Solver *solver = solver_find("hpa", 3);
    Error error;
    Settings settings = settings_preset(solver->parameters);
    assert_int_equal(settings.value[2], 16);
    assert_int_equal(settings.value[3], 6);
    int inside = parameter_find(solver->parameters, "inside", 6);
    settings.given[inside] = true;
    assert_int_equal(settings_check(solver->parameters, "hpa", &settings, &error), STATUS_BAD_INPUT);
    settings.value[0] = 1;
    ASSERT_OK(settings_check(solver->parameters, "hpa", &settings, &error), &error);
    char text[96];
    settings = settings_preset(solver->parameters);
    settings.value[3] = PARAMETER_INF;
    settings_text(solver->parameters, "hpa", &settings, text, sizeof text);
    assert_string_equal(text, "hpa:style=plain,move=8,k=16,wide=inf");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_gap_is_one_transition),
        cmocka_unit_test(wide_entrances_have_two_transitions),
        cmocka_unit_test(a_corner_node_serves_two_borders),
        cmocka_unit_test(a_cluster_may_hold_the_whole_map),
        cmocka_unit_test(clusters_are_cut_at_the_border),
        cmocka_unit_test(disconnected_parts_have_no_path),
        cmocka_unit_test(a_way_may_leave_the_cluster_of_both_ends),
        cmocka_unit_test(ways_back_cost_their_own),
        cmocka_unit_test(random_graphs_are_sound_and_answer),
        cmocka_unit_test(clusters_of_full_size),
        cmocka_unit_test(survives_failed_allocations),
        cmocka_unit_test(refuses_what_the_style_fixes),
    };
    return cmocka_run_group_tests_name("hpa", tests, NULL, NULL);
}
