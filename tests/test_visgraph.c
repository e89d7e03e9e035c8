/* Visibility graphs by sweep and by brute force, and answers over them, against the oracle. */
#include "tests/support.h"
#include "tests/triangle_maps.h"

#include "algos/core/euclid.h"
#include "algos/exact/check_points.h"
#include "algos/exact/free_space.h"
#include "algos/exact/visibility.h"
#include "algos/mesh/visgraph.h"

#include <string.h>

static bool lies_between(Point a, Point b, Point c) {
    return point_orientation(a, b, c) == 0 && point_between(a, b, c) && !point_equal(a, c) &&
           !point_equal(b, c);
}

/* Whether a path from p that reaches the corner could go straight on there. */
static bool is_taut_at(const Polygons *polygons, const FreeSpace *space, uint32_t corner, Point p) {
    uint32_t v = polygons->edges[corner].from;
    Point at = polygons->vertices[v];
    return fan_towards(space, v, (Point){2 * at.x - p.x, 2 * at.y - p.y}) == corner;
}

/* The edges that a graph must have, from the oracle: corner i of the oracle by its vertex. */
static bool expects_edge(const Polygons *polygons, const FreeSpace *space, const Visibility *visibility,
                         uint32_t i, uint32_t j, bool taut_only) {
    if (i == j || !visibility_sees(visibility, i, j)) return false;
    uint32_t one = visibility_corner_edge(visibility, i), other = visibility_corner_edge(visibility, j);
    Point a = polygons->vertices[polygons->edges[one].from];
    Point b = polygons->vertices[polygons->edges[other].from];
    for (uint32_t k = 0; k < visibility_corner_count(visibility); k++) {
        uint32_t third = visibility_corner_edge(visibility, k);
        if (lies_between(a, b, polygons->vertices[polygons->edges[third].from])) return false;
    }
    return !taut_only || (is_taut_at(polygons, space, one, b) && is_taut_at(polygons, space, other, a));
}

static bool has_edge(const Visgraph *graph, uint32_t one, uint32_t other) {
    for (uint64_t i = graph->first[one]; i < graph->first[one + 1]; i++)
        if (graph->to[i] == other) return true;
    return false;
}

/* Edge for edge. Corners of both are compared by their vertices. */
static bool graph_differs(const Polygons *polygons, const FreeSpace *space, const Visibility *visibility,
                          const Visgraph *graph) {
    uint32_t count = visibility_corner_count(visibility);
    uint64_t edges = 0;
    if (graph->node_count != count) return true;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = polygons->edges[visibility_corner_edge(visibility, i)].from;
        if (graph->node_of[v] == NODE_NONE) return true;
        for (uint32_t j = 0; j < count; j++) {
            uint32_t w = polygons->edges[visibility_corner_edge(visibility, j)].from;
            bool expected = expects_edge(polygons, space, visibility, i, j, graph->taut_only);
            if (graph->node_of[w] == NODE_NONE ||
                has_edge(graph, graph->node_of[v], graph->node_of[w]) != expected)
                return true;
            edges += expected;
        }
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint64_t j = graph->first[i] + 1; j < graph->first[i + 1]; j++)
            if (graph->to[j - 1] >= graph->to[j]) return true;
    return graph->first[count] != edges;
}

typedef struct Totals {
    uint64_t edges, found, unreachable, ambiguous, turns;
} Totals;

/* Everything that can be asked of one map; queries come from `seed`. */
typedef struct Asked {
    uint64_t seed;
    Totals totals;
} Asked;

static bool answers_differ(Asked *asked, const TriangleMap *map, const Visibility *visibility,
                           const PointCheck *check, const Visgraph *graph, Memory *memory) {
    VisgraphScratch *scratch;
    assert_int_equal(visgraph_scratch_create(graph, memory, &scratch), STATUS_OK);
    PointPath path = point_path_in(memory), best = point_path_in(memory);
    Rng rng = rng_from(asked->seed);
    bool differs = false;
    for (int i = 0; i < 12 && !differs; i++) {
        PointQuery query = {triangle_map_point(map, &rng), triangle_map_point(map, &rng)};
        VisibilityAnswer answer;
        bool exact;
        double walked;
        Counters counters = {0};
        assert_int_equal(visibility_query(visibility, &query, &best, &answer, &exact), STATUS_OK);
        assert_int_equal(visgraph_query(graph, scratch, &query, &path, &counters), STATUS_OK);
        differs = (path.count > 0) != (answer == VISIBILITY_FOUND) || !exact ||
                  !point_path_valid(check, &query, &path, &walked, NULL) ||
                  !point_path_valid(check, &query, &best, &walked, NULL) ||
                  euclid_compare(path.points, path.count, best.points, best.count) != 0 ||
                  (best.count > 0 && !triangle_map_walks(map, best.points, best.count));
        asked->totals.found += answer == VISIBILITY_FOUND;
        asked->totals.unreachable += answer == VISIBILITY_NO_PATH;
        asked->totals.ambiguous += answer == VISIBILITY_AMBIGUOUS;
        asked->totals.turns += best.count > 2 ? best.count - 2 : 0;
    }
    point_path_destroy(&path);
    point_path_destroy(&best);
    visgraph_scratch_destroy(scratch);
    return differs;
}

static bool differs_somewhere(void *context, const TriangleMap *map) {
    Asked *asked = context;
    Memory memory = system_memory();
    Polygons polygons;
    FreeSpace *space;
    Visibility *visibility;
    PointCheck *check;
    triangle_map_polygons(map, &memory, &polygons);
    size_t live = memory.live;
    assert_int_equal(free_space_create(&polygons, false, &memory, &space), STATUS_OK);
    assert_int_equal(visibility_create(&polygons, &memory, &visibility), STATUS_OK);
    assert_int_equal(point_check_create(&polygons, &memory, &check), STATUS_OK);
    bool differs = false;
    for (int taut_only = 0; taut_only < 2; taut_only++)
        for (VisgraphBuild build = VISGRAPH_SWEEP; build <= VISGRAPH_BRUTE; build++) {
            Visgraph graph;
            assert_int_equal(visgraph_create(&polygons, build, taut_only == 1, &memory, &graph), STATUS_OK);
            differs = differs || graph_differs(&polygons, space, visibility, &graph);
            if (!differs && build == VISGRAPH_SWEEP) {
                asked->totals.edges += graph.first[graph.node_count];
                differs = answers_differ(asked, map, visibility, check, &graph, &memory);
            }
            visgraph_destroy(&graph);
        }
    free_space_destroy(space);
    visibility_destroy(visibility);
    point_check_destroy(check);
    assert_int_equal(memory.live, live);
    polygons_destroy(&polygons);
    ASSERT_NOTHING_LIVE(&memory);
    return differs;
}

static void agrees_with_the_oracle_edge_for_edge(void **state) {
    (void)state;
    Rng rng = rng_from(1);
    Asked asked = {.seed = 0};
    for (uint32_t trial = 0; trial < trials(2000); trial++) {
        TriangleMap map;
        uint32_t side = trial % 50 == 0 ? 14 : 3 + trial % 7;
        triangle_map_random(&rng, side, trial % LAYOUT_COUNT, trial / LAYOUT_COUNT % 3 == 0,
                            5 + rng_below(&rng, 60), &map);
        asked.seed = trial;
        if (!differs_somewhere(&asked, &map)) continue;
        triangle_map_shrink(&map, differs_somewhere, &asked);
        fail_msg("the visibility graph or an answer differs from the oracle's (trial %u)", trial);
    }
    if (trials(2000) < 1000) return; /* too few to say that all kinds came up */
    assert_true(asked.totals.edges > trials(2000) * 8);
    assert_true(asked.totals.found > trials(2000) * 10);
    assert_true(asked.totals.turns > trials(2000));
    assert_true(asked.totals.unreachable > trials(2000) / 2);
    assert_true(asked.totals.ambiguous > trials(2000));
}

/* Whether the builds differ on a map too large for the oracle. */
static bool builds_differ(void *context, const TriangleMap *map) {
    (void)context;
    Memory memory = system_memory();
    Polygons polygons;
    triangle_map_polygons(map, &memory, &polygons);
    bool differs = false;
    for (int taut_only = 0; taut_only < 2; taut_only++) {
        Visgraph sweep, brute;
        assert_int_equal(visgraph_create(&polygons, VISGRAPH_SWEEP, taut_only == 1, &memory, &sweep),
                         STATUS_OK);
        assert_int_equal(visgraph_create(&polygons, VISGRAPH_BRUTE, taut_only == 1, &memory, &brute),
                         STATUS_OK);
        uint32_t nodes = sweep.node_count;
        differs = differs || nodes != brute.node_count || sweep.first[nodes] != brute.first[nodes] ||
                  memcmp(sweep.first, brute.first, (nodes + 1) * sizeof *sweep.first) != 0 ||
                  memcmp(sweep.to, brute.to, sweep.first[nodes] * sizeof *sweep.to) != 0 ||
                  memcmp(sweep.length, brute.length, sweep.first[nodes] * sizeof *sweep.length) != 0;
        visgraph_destroy(&sweep);
        visgraph_destroy(&brute);
    }
    polygons_destroy(&polygons);
    ASSERT_NOTHING_LIVE(&memory);
    return differs;
}

static void builds_agree_on_larger_maps(void **state) {
    (void)state;
    Rng rng = rng_from(2);
    for (uint32_t trial = 0; trial < trials(40); trial++) {
        TriangleMap map;
        triangle_map_random(&rng, TRIANGLE_SIDE_MOST, trial % LAYOUT_COUNT, trial % 3 == 0,
                            1 + rng_below(&rng, 20), &map);
        if (!builds_differ(NULL, &map)) continue;
        triangle_map_shrink(&map, builds_differ, NULL);
        fail_msg("sweep and brute force give different graphs (trial %u)", trial);
    }
}

/* ---- drawn by hand ---- */

typedef struct Drawn {
    Memory memory;
    Polygons polygons;
    Visgraph graph;
    VisgraphScratch *scratch;
    PointPath path;
    Counters counters;
} Drawn;

static void draw(Drawn *drawn, const char *rows) {
    TriangleMap map;
    *drawn = (Drawn){.memory = system_memory()};
    triangle_map_drawn(rows, &map);
    triangle_map_polygons(&map, &drawn->memory, &drawn->polygons);
    assert_int_equal(visgraph_create(&drawn->polygons, VISGRAPH_SWEEP, true, &drawn->memory, &drawn->graph),
                     STATUS_OK);
    assert_int_equal(visgraph_scratch_create(&drawn->graph, &drawn->memory, &drawn->scratch), STATUS_OK);
    drawn->path = point_path_in(&drawn->memory);
}

static void erase(Drawn *drawn) {
    point_path_destroy(&drawn->path);
    visgraph_scratch_destroy(drawn->scratch);
    visgraph_destroy(&drawn->graph);
    polygons_destroy(&drawn->polygons);
    ASSERT_NOTHING_LIVE(&drawn->memory);
}

static Point cell(double x, double y) {
    return (Point){x * TRIANGLE_CELL, y * TRIANGLE_CELL};
}

static void assert_answer(Drawn *drawn, const Point *points, uint64_t count) {
    PointQuery query = {points[0], points[count - 1]};
    assert_int_equal(visgraph_query(&drawn->graph, drawn->scratch, &query, &drawn->path, &drawn->counters),
                     STATUS_OK);
    assert_int_equal(drawn->path.count, count);
    for (uint64_t i = 0; i < count; i++) assert_true(point_equal(drawn->path.points[i], points[i]));
}
#define ASSERT_ANSWER(DRAWN, ...) \
    assert_answer(DRAWN, (const Point[]){__VA_ARGS__}, sizeof(const Point[]){__VA_ARGS__} / sizeof(Point))

static void assert_none(Drawn *drawn, Point start, Point goal) {
    PointQuery query = {start, goal};
    assert_int_equal(visgraph_query(&drawn->graph, drawn->scratch, &query, &drawn->path, &drawn->counters),
                     STATUS_OK);
    assert_int_equal(drawn->path.count, 0);
}

static void answers_drawn_maps(void **state) {
    (void)state;
    Drawn drawn;
    draw(&drawn, "...\n.#.\n...");
    assert_int_equal(drawn.graph.node_count, 4);
    assert_int_equal(drawn.graph.first[4], 8);
    ASSERT_ANSWER(&drawn, cell(0.5, 0.5), cell(2.5, 0.5));
    ASSERT_ANSWER(&drawn, cell(0, 1), cell(2.5, 1)); /* along the wall */
    ASSERT_ANSWER(&drawn, cell(0.5, 1.25), cell(1, 1), cell(2, 1), cell(2.5, 1.25));
    ASSERT_ANSWER(&drawn, cell(1.5, 1), cell(1, 1), cell(1, 1.5)); /* from wall to wall */
    ASSERT_ANSWER(&drawn, cell(1, 1), cell(2, 1));                 /* from corner to corner */
    ASSERT_ANSWER(&drawn, cell(1, 1));
    assert_none(&drawn, cell(1.5, 1.5), cell(0, 0));
    assert_none(&drawn, cell(0, 0), cell(3.5, 0));
    erase(&drawn);

    draw(&drawn, "....\n.#..\n..#.\n....");
    assert_int_equal(drawn.graph.node_count, 6); /* not the point where they touch */
    assert_none(&drawn, cell(2, 2), cell(2, 2));
    assert_none(&drawn, cell(2, 2), cell(3, 3));
    ASSERT_ANSWER(&drawn, cell(1.5, 1), cell(3, 1), cell(3, 2.5));
    erase(&drawn);

    /* Obstacles that touch the straight line from either side. */
    draw(&drawn, "..#.#\n.....\n.#.#.");
    ASSERT_ANSWER(&drawn, cell(0, 1), cell(5, 1));
    ASSERT_ANSWER(&drawn, cell(0.5, 1), cell(1, 1));
    ASSERT_ANSWER(&drawn, cell(1, 0.5), cell(1, 1), cell(4, 2.5)); /* touches (3, 2) */
    ASSERT_ANSWER(&drawn, cell(1, 0.5), cell(1, 1), cell(3, 2), cell(4, 2.75));
    erase(&drawn);

    /* Separate parts. */
    draw(&drawn, "..#..\n..#..");
    assert_none(&drawn, cell(0.5, 0.5), cell(4, 1));
    ASSERT_ANSWER(&drawn, cell(2, 0.5), cell(0, 0));
    erase(&drawn);
}

/* Two ways round of exactly the same length, √8 + √8 against √32 and the like, must not confuse the search.
 */
static void meets_exact_ties(void **state) {
    (void)state;
    Drawn drawn;
    draw(&drawn, "........\n.##..##.\n.##..##.\n........\n........\n.##..##.\n.##..##.\n........");
    Rng rng = rng_from(5);
    Visibility *visibility;
    assert_int_equal(visibility_create(&drawn.polygons, &drawn.memory, &visibility), STATUS_OK);
    PointPath best = point_path_in(&drawn.memory);
    for (uint32_t trial = 0; trial < trials(300); trial++) {
        PointQuery query = {cell(rng_below(&rng, 9), rng_below(&rng, 9)),
                            cell(rng_below(&rng, 9), rng_below(&rng, 9))};
        VisibilityAnswer answer;
        bool exact;
        assert_int_equal(visibility_query(visibility, &query, &best, &answer, &exact), STATUS_OK);
        assert_int_equal(visgraph_query(&drawn.graph, drawn.scratch, &query, &drawn.path, &drawn.counters),
                         STATUS_OK);
        assert_int_equal(answer == VISIBILITY_FOUND, drawn.path.count > 0);
        assert_int_equal(euclid_compare(best.points, best.count, drawn.path.points, drawn.path.count), 0);
    }
    point_path_destroy(&best);
    visibility_destroy(visibility);
    erase(&drawn);
}

static Status build_and_ask(Memory *memory, const Polygons *polygons) {
    Visgraph graph;
    TRY(visgraph_create(polygons, VISGRAPH_SWEEP, false, memory, &graph));
    VisgraphScratch *scratch;
    Status status = visgraph_scratch_create(&graph, memory, &scratch);
    if (status == STATUS_OK) {
        PointPath path = point_path_in(memory);
        Counters counters = {0};
        status = visgraph_query(&graph, scratch, &(PointQuery){cell(1, 0.5), cell(4, 2.5)}, &path, &counters);
        point_path_destroy(&path);
        visgraph_scratch_destroy(scratch);
    }
    visgraph_destroy(&graph);
    return status;
}

static Status ask_oracle(Memory *memory, const Polygons *polygons) {
    Visibility *visibility;
    TRY(visibility_create(polygons, memory, &visibility));
    PointPath path = point_path_in(memory);
    VisibilityAnswer answer;
    bool exact;
    Status status =
        visibility_query(visibility, &(PointQuery){cell(1, 0.5), cell(4, 2.5)}, &path, &answer, &exact);
    point_path_destroy(&path);
    visibility_destroy(visibility);
    return status;
}

static void leaves_nothing_when_memory_ends(void **state) {
    (void)state;
    Status (*const ask[])(Memory *, const Polygons *) = {build_and_ask, ask_oracle};
    Drawn drawn;
    draw(&drawn, "..#.#\n.....\n.#.#.");
    for (int i = 0; i < 2; i++) {
        uint64_t failed = 0;
        for (Status status = STATUS_NO_MEMORY; status != STATUS_OK; failed++) {
            Memory memory = system_memory();
            memory.fail_at = failed + 1;
            status = ask[i](&memory, &drawn.polygons);
            assert_true(status == STATUS_OK || status == STATUS_NO_MEMORY);
            ASSERT_NOTHING_LIVE(&memory);
        }
        assert_true(failed > 8);
    }
    erase(&drawn);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_drawn_maps),
        cmocka_unit_test(meets_exact_ties),
        cmocka_unit_test(agrees_with_the_oracle_edge_for_edge),
        cmocka_unit_test(builds_agree_on_larger_maps),
        cmocka_unit_test(leaves_nothing_when_memory_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
