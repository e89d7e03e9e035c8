/* HPA* in document D2's structure: on every map the same abstract graph as the one written plainly, so the
 * same lengths, by code that shares nothing with it. */
#include "tests/failing.h"
#include "tests/hpa_support.h"

#include "algos/exact/check.h"
#include "algos/exact/flood.h"
#include "algos/grid/hpa_published.h"
#include "algos/grid/hpa_query.h"

#include <string.h>

/* The plain node at a cell; fails the test where there is none. */
static NodeId plain_node(const HpaGraph *graph, Cell cell) {
    const uint32_t number = cluster_of_cell(graph, cell);
    const Cluster *cluster = graph->clusters[number];
    const Spot spot = spot_at(&cluster->area, cell);
    for (uint32_t slot = 0; slot < cluster->node_count; slot++)
        if (cluster->spots[slot] == spot) return node_name(graph, number, slot);
    fail_msg("no node at %d,%d", cell.x, cell.y);
    return NODE_NONE;
}

static void assert_same_graph(const PublishedHpa *published, const HpaGraph *graph) {
    Facts ours = {0}, theirs = {0};
    hpa_graph_describe(graph, &ours);
    published_hpa_describe(published, &theirs);
    assert_int_equal(ours.nodes, theirs.nodes);
    assert_int_equal(ours.edges, theirs.edges);
    for (uint32_t i = 0; i < published->nodes.count; i++) {
        const PublishedNode *node = &published->nodes.items[i];
        const NodeId name = plain_node(graph, node->cell);
        const Cluster *cluster = graph->clusters[cluster_of_node(graph, name)];
        const uint32_t first = cluster->first[slot_of_node(graph, name)],
                       end = cluster->first[slot_of_node(graph, name) + 1];
        assert_int_equal(end - first, node->edges.count);
        for (uint32_t e = 0; e < node->edges.count; e++) {
            const PublishedEdge *edge = &node->edges.items[e];
            const NodeId target = plain_node(graph, published->nodes.items[edge->to].cell);
            uint32_t at = first;
            while (at < end && cluster->edges[at].target != target) at++;
            assert_true(at < end);
            assert_int_equal(cluster->edges[at].straight, edge->cost);
        }
    }
}

/* The same nodes, edges and paths in the same order. */
static void assert_identical(const PublishedHpa *a, const PublishedHpa *b) {
    assert_int_equal(a->nodes.count, b->nodes.count);
    assert_int_equal(a->paths.count, b->paths.count);
    for (uint32_t i = 0; i < a->nodes.count; i++) {
        const PublishedNode *left = &a->nodes.items[i], *right = &b->nodes.items[i];
        assert_memory_equal(&left->cell, &right->cell, sizeof(Cell));
        assert_int_equal(left->edges.count, right->edges.count);
        if (left->edges.count == 0) continue;
        assert_memory_equal(left->edges.items, right->edges.items,
                            left->edges.count * sizeof *left->edges.items);
    }
    for (uint32_t i = 0; i < a->paths.count; i++) {
        assert_int_equal(a->paths.items[i].count, b->paths.items[i].count);
        assert_memory_equal(a->paths.items[i].items, b->paths.items[i].items,
                            a->paths.items[i].count * sizeof(Cell));
    }
}

/* Both answers to one query, checked against each other and the flood. */
static void assert_same_answer(const PublishedHpa *published, HpaScratch *scratch, Flood *flood,
                               const Query *query, Path *path, Memory *memory) {
    const Grid *grid = published->grid;
    Counters counters = {0};
    Error error;
    Length walked, plain, optimum;
    assert_int_equal(hpa_query(scratch, query, false, path, &counters), STATUS_OK);
    const bool found = path->count != 0;
    plain = path->length;
    counters = (Counters){0};
    assert_int_equal(published_hpa_query(published, memory, query, path, &counters), STATUS_OK);
    if (!path_valid(grid, MOVE_4, query, path, &walked, &error)) fail_msg("%s", error.text);
    assert_int_equal(path->count != 0, found);
    assert_int_equal(flood_run(flood, query->start, &query->goal, 1), STATUS_OK);
    assert_int_equal(flood_length(flood, query->goal, &optimum), found);
    if (found) {
        assert_int_equal(length_compare(walked, plain), 0);
        assert_true(length_compare(walked, optimum) >= 0);
    }
#ifndef TAUT_NO_COUNTERS
    assert_int_equal(counters.popped, counters.stale + counters.expanded + (found ? 1 : 0));
    assert_int_equal(counters.refined, path->count);
    assert_true(counters.inserted >= 2);
#endif
}

static void same_graph_and_lengths_as_plain(void **state) {
    (void)state;
    static const uint32_t cost_most[3] = {1, 4, 255};
    static const int64_t wide[4] = {1, 3, 6, PARAMETER_INF};
    Memory memory = system_memory();
    Rng rng = rng_from(21);
    for (uint32_t i = 0; i < trials(2000); i++) {
        Map map;
        Error error;
        grid_random_costs(&memory, rng_between(&rng, 1, 40), rng_between(&rng, 1, 40), rng_below(&rng, 61),
                          cost_most[i % 3], &rng, &map);
        const int32_t k = rng_between(&rng, 2, 17);
        const int64_t wide_here = wide[rng_below(&rng, 4)];
        HpaGraph *graph;
        HpaScratch *scratch;
        PublishedHpa *same, *all;
        Flood *flood;
        const HpaForm form = {.move = MOVE_4, .k = k, .wide = wide_here, .keeps_ways = true};
        ASSERT_OK(hpa_graph_create(&map.grid, &form, &memory, &graph, &error), &error);
        ASSERT_OK(published_hpa_create(&map.grid, k, wide_here, false, &memory, &same, &error), &error);
        ASSERT_OK(published_hpa_create(&map.grid, k, wide_here, true, &memory, &all, &error), &error);
        ASSERT_OK(flood_create(&map.grid, MOVE_4, &memory, &flood, &error), &error);
        assert_int_equal(hpa_scratch_create(graph, &memory, &scratch), STATUS_OK);
        assert_same_graph(same, graph);
        assert_identical(same, all);
        Path path = path_in(&memory);
        for (int q = 0; map.grid.passable_count != 0 && q < 10; q++) {
            Query query = {cell_random(&map.grid, &rng), cell_random(&map.grid, &rng)};
            assert_same_answer(same, scratch, flood, &query, &path, &memory);
        }
        path_destroy(&path);
        hpa_scratch_destroy(scratch);
        hpa_graph_destroy(graph);
        published_hpa_destroy(same);
        published_hpa_destroy(all);
        flood_destroy(flood);
        grid_destroy(&map.grid);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

static void keeps_a_list_of_cells_for_each_edge(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map;
    Error error;
    PublishedHpa *hpa;
    Facts facts = {0};
    grid_from_text(&memory, "............", &map); /* three clusters; one with two nodes, three steps apart */
    ASSERT_OK(published_hpa_create(&map.grid, 4, 6, false, &memory, &hpa, &error), &error);
    published_hpa_describe(hpa, &facts);
    assert_int_equal(facts.nodes, 4);
    assert_int_equal(facts.edges, 4 + 2);
    assert_int_equal(facts.cached_cells, 2 * 3);
    published_hpa_destroy(hpa);
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

static void survives_failed_allocations(void **state) {
    (void)state;
    Memory maps = system_memory();
    Map map;
    Rng rng = rng_from(9);
    grid_random_costs(&maps, 22, 17, 15, 4, &rng, &map);
    AnyQuery any = {.cells = {cell_random(&map.grid, &rng), cell_random(&map.grid, &rng)}};
    const Solver *solver = solver_find("hpa", 3);
    for (int64_t inside = 0; inside < 2; inside++) {
        Settings settings = settings_preset(solver->parameters);
        const int64_t values[5] = {1, MOVE_4, 5, 6, inside};
        memcpy(settings.value, values, sizeof values);
        /* Several for each node and edge, so the loop did go through them. */
        assert_true(assert_survives_failures(solver, &settings, &map, &any) >= 100);
    }
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&maps);
}

static void refuses_diagonals(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map;
    Error error;
    void *index;
    const Solver *solver = solver_find("hpa", 3);
    grid_from_text(&memory, "....", &map);
    Settings settings = settings_preset(solver->parameters);
    settings.value[0] = 1;
    settings.value[1] = MOVE_8;
    assert_int_equal(solver->prepare(&map, &settings, &memory, &index, &error), STATUS_REFUSED);
    assert_non_null(strstr(error.text, "move=4"));
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_graph_and_lengths_as_plain),
        cmocka_unit_test(keeps_a_list_of_cells_for_each_edge),
        cmocka_unit_test(survives_failed_allocations),
        cmocka_unit_test(refuses_diagonals),
    };
    return cmocka_run_group_tests_name("hpa published", tests, NULL, NULL);
}
