/* What HPA* can be asked for besides its plain form: a second level and ways searched on demand change no
 * length, the first leg begins the path, and the fallback to A* never makes one longer. What fails on a
 * random map is cut down to a small one. */
#include "tests/failing.h"
#include "tests/hpa_support.h"
#include "tests/shrink.h"

#include "algos/exact/check.h"
#include "algos/exact/flood.h"
#include "algos/grid/hpa_super.h"
#include "algos/solver.h"

#include <string.h>

/* Settings by name; those not named are at their presets. */
typedef struct Setup {
    Move move;
    int64_t k, wide, fallback, levels, refine;
} Setup;

enum { NONE, SAME, NEAR };
enum { KEPT, SEARCH, FIRST };

static Settings settings_of(const Setup *setup) {
    const Solver *solver = solver_find("hpa", 3);
    const struct {
        const char *name;
        int64_t value;
    } named[] = {{"move", setup->move},         {"k", setup->k},           {"wide", setup->wide},
                 {"fallback", setup->fallback}, {"levels", setup->levels}, {"refine", setup->refine}};
    Settings settings = settings_preset(solver->parameters);
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        settings.value[parameter_find(solver->parameters, named[i].name, strlen(named[i].name))] =
            named[i].value;
    return settings;
}

/* Fills `path` with the answer to one query; returns what it counted. */
static Counters ask(const Map *map, const Setup *setup, const Query *query, Memory *memory, Path *path) {
    const Solver *solver = solver_find("hpa", 3);
    const Settings settings = settings_of(setup);
    void *index, *scratch;
    Counters counters = {0};
    Error error;
    ASSERT_OK(solver->prepare(map, &settings, memory, &index, &error), &error);
    assert_int_equal(solver->scratch_create(index, memory, &scratch), STATUS_OK);
    assert_int_equal(solver->query(index, scratch, query, path, &counters), STATUS_OK);
    solver->scratch_destroy(scratch);
    solver->index_destroy(index);
    return counters;
}

static bool walks(const Map *map, const Setup *setup, const Query *query, const Path *path) {
    Length walked;
    Error error;
    return path_valid(&map->grid, setup->move, query, path, &walked, &error) &&
           length_compare(walked, path->length) == 0;
}

static bool same_length(const Path *a, const Path *b) {
    return (a->count != 0) == (b->count != 0) && (a->count == 0 || length_compare(a->length, b->length) == 0);
}

static bool begins(const Path *leg, const Path *path) {
    if (path->count <= 1 ? leg->count != path->count : leg->count < 2) return false;
    for (uint64_t i = 0; i < leg->count; i++)
        if (leg->cells[i].x != path->cells[i].x || leg->cells[i].y != path->cells[i].y) return false;
    return leg->count <= path->count;
}

static bool neighbours(const Setup *setup, const Query *query, int64_t far) {
    int64_t dx = query->start.x / setup->k - query->goal.x / setup->k;
    int64_t dy = query->start.y / setup->k - query->goal.y / setup->k;
    return (dx < 0 ? -dx : dx) <= far && (dy < 0 ? -dy : dy) <= far;
}

/* Whether a path with the fallback is what it should be: the optimum where it applies, else the plain one. */
static bool fallback_holds(const Map *map, Setup setup, const Query *query, const Path *plain,
                           Memory *memory) {
    Path path = path_in(memory);
    Flood *flood;
    Error error;
    Length optimum;
    ASSERT_OK(flood_create(&map->grid, setup.move, memory, &flood, &error), &error);
    assert_int_equal(flood_run(flood, query->start, &query->goal, 1), STATUS_OK);
    const bool reachable = flood_length(flood, query->goal, &optimum);
    bool holds = true;
    for (setup.fallback = SAME; setup.fallback <= NEAR; setup.fallback++) {
        ask(map, &setup, query, memory, &path);
        holds = holds && walks(map, &setup, query, &path) && (path.count != 0) == reachable;
        if (!reachable) continue;
        const bool applies = neighbours(&setup, query, setup.fallback == NEAR ? 1 : 0);
        holds = holds && length_compare(path.length, plain->length) <= 0 &&
                length_compare(path.length, applies ? optimum : plain->length) == 0;
    }
    flood_destroy(flood);
    path_destroy(&path);
    return holds;
}

/* FailsOn of shrink.h. */
static bool breaks(void *context, const Map *map, const Query *query) {
    const Setup *given = context;
    Memory memory = system_memory();
    Path plain = path_in(&memory), other = path_in(&memory);
    Setup setup = *given;
    ask(map, &setup, query, &memory, &plain);
    bool good = walks(map, &setup, query, &plain) && fallback_holds(map, setup, query, &plain, &memory);
    for (setup.levels = 1; setup.levels <= 2; setup.levels++) {
        setup.refine = SEARCH;
        ask(map, &setup, query, &memory, &other);
        good = good && walks(map, &setup, query, &other) && same_length(&other, &plain);
        setup.refine = KEPT;
        ask(map, &setup, query, &memory, &other);
        good = good && walks(map, &setup, query, &other) && same_length(&other, &plain);
        Path leg = path_in(&memory);
        setup.refine = FIRST;
        ask(map, &setup, query, &memory, &leg);
        good = good && begins(&leg, &other);
        path_destroy(&leg);
    }
    path_destroy(&plain);
    path_destroy(&other);
    ASSERT_NOTHING_LIVE(&memory);
    return !good;
}

static void forms_agree(void **state) {
    (void)state;
    static const int64_t wide[4] = {1, 3, 6, PARAMETER_INF};
    static const uint32_t cost_most[3] = {1, 9, 1};
    Rng rng = rng_from(50);
    for (uint32_t i = 0; i < trials(1500); i++) {
        Memory memory = system_memory();
        Map map;
        grid_random(&memory, rng_between(&rng, 1, 50), rng_between(&rng, 1, 50), rng_below(&rng, 50),
                    cost_most[i % 3], rng_next(&rng), &map);
        Setup setup = {.move = i % 2 == 0 ? MOVE_4 : MOVE_8,
                       .k = rng_between(&rng, 2, 8),
                       .wide = wide[rng_below(&rng, 4)],
                       .levels = 1};
        if (map.grid.passable_count != 0) {
            const Query query = {cell_random(&map.grid, &rng), cell_random(&map.grid, &rng)};
            if (breaks(&setup, &map, &query)) {
                Shrunk shrunk = shrink(&memory, &map, &query, breaks, &setup);
                shrunk_print(&shrunk);
                fail_msg("move=%s,k=%d,wide=%lld", move_name(setup.move), (int)setup.k,
                         (long long)setup.wide);
            }
        }
        grid_destroy(&map.grid);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

/* An open map of 40 x 8 in clusters of 2: ten super clusters in two rows of five; only the middle three
 * columns are crossed above the clusters. */
static void the_second_level_is_used(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map;
    Path path = path_in(&memory);
    grid_random(&memory, 80, 8, 0, 1, 1, &map);
    Setup setup = {.move = MOVE_4, .k = 2, .wide = 6, .levels = 1};
    const Query query = {{0, 0}, {79, 0}};
    const Counters one = ask(&map, &setup, &query, &memory, &path);
    setup.levels = 2;
    const Counters two = ask(&map, &setup, &query, &memory, &path);
    assert_int_equal(path.length.straight, 79);
#ifndef TAUT_NO_COUNTERS
    assert_true(two.pushed < one.pushed);
#endif
    (void)one, (void)two;
    path_destroy(&path);
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

/* By hand: 2 x 1 super clusters of 4 x 4 clusters of 2 x 2 cells, and one gap between them. */
static void a_drawn_second_level(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map;
    HpaGraph *graph;
    Error error;
    grid_from_text(&memory,
                   ".......@@.......\n................\n.......@@.......\n.......@@.......\n"
                   ".......@@.......\n................\n.......@@.......\n.......@@.......",
                   &map);
    const HpaForm form = {.move = MOVE_4, .k = 2, .wide = 6, .keeps_ways = true, .is_double = true};
    ASSERT_OK(hpa_graph_create(&map.grid, &form, &memory, &graph, &error), &error);
    assert_int_equal(graph->super_columns, 2);
    assert_int_equal(graph->super_rows, 1);
    for (int i = 0; i < 2; i++) {
        const SuperCluster *super = graph->supers[i];
        assert_int_equal(super->node_count, 2);
        assert_int_equal(super->edge_count, 2);
        /* From gap to gap: out of the column of walls, four down, and back in. */
        for (int e = 0; e < 2; e++) assert_int_equal(super->edges[e].straight, 6);
        const Cell cell = cell_of_node(graph, super->nodes[0]);
        assert_int_equal(cell.x, 7 + i);
        assert_int_equal(cell.y, 1);
    }
    hpa_graph_destroy(graph);
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

/* The first leg ends at the first node, and is as short as one step where the start is one. */
static void the_first_leg_ends_at_a_node(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map;
    Path path = path_in(&memory);
    grid_from_text(&memory, "...@@...\n........\n...@@...\n...@@...", &map);
    const Setup setup = {.move = MOVE_4, .k = 4, .wide = 6, .levels = 1, .refine = FIRST};
    const Query far = {{0, 0}, {7, 3}}, node = {{3, 1}, {7, 3}}, inside = {{0, 0}, {2, 3}};
    ask(&map, &setup, &far, &memory, &path);
    assert_int_equal(path.count, 5); /* to the gap at 3,1 */
    assert_int_equal(path.length.straight, 4);
    ask(&map, &setup, &node, &memory, &path);
    assert_int_equal(path.count, 2);
    ask(&map, &setup, &inside, &memory, &path);
    assert_int_equal(path.count, 6); /* no node on it: all of it */
    path_destroy(&path);
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

/* What is kept of ways: nothing where they are searched. */
static void searched_ways_are_not_kept(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map;
    grid_random(&memory, 60, 60, 20, 4, 3, &map);
    const Solver *solver = solver_find("hpa", 3);
    Facts facts[2];
    size_t live[2];
    for (int64_t refine = KEPT; refine <= SEARCH; refine++) {
        const Setup setup = {.move = MOVE_8, .k = 10, .wide = 6, .levels = 1, .refine = refine};
        const Settings settings = settings_of(&setup);
        void *index;
        Error error;
        ASSERT_OK(solver->prepare(&map, &settings, &memory, &index, &error), &error);
        solver->describe(index, &facts[refine]);
        live[refine] = memory.live;
        solver->index_destroy(index);
    }
    assert_int_equal(facts[0].nodes, facts[1].nodes);
    assert_int_equal(facts[0].edges, facts[1].edges);
    assert_true(facts[0].cached_cells > facts[0].edges);
    assert_int_equal(facts[1].cached_cells, 0);
    assert_true(live[1] + facts[0].cached_cells <= live[0]);
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

/* The solver's function: A* of the fallback goes by the new map too; style=published has none. */
static void the_solver_updates(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map;
    Error error;
    const Solver *solver = solver_find("hpa", 3);
    Settings settings = settings_preset(solver->parameters);
    settings.value[parameter_find(solver->parameters, "move", 4)] = MOVE_4;
    settings.value[parameter_find(solver->parameters, "fallback", 8)] = 2;
    settings.value[parameter_find(solver->parameters, "k", 1)] = 4;
    grid_from_text(&memory, "........\n........\n........", &map);
    void *index, *scratch;
    Counters counters = {0};
    Path path = path_in(&memory);
    ASSERT_OK(solver->prepare(&map, &settings, &memory, &index, &error), &error);
    assert_int_equal(solver->scratch_create(index, &memory, &scratch), STATUS_OK);
    const Query query = {{0, 0}, {7, 0}};
    assert_int_equal(solver->query(index, scratch, &query, &path, &counters), STATUS_OK);
    assert_int_equal(path.length.straight, 7);
    Cell wall[2] = {{4, 0}, {4, 1}};
    for (int i = 0; i < 2; i++) grid_set(&map.grid, wall[i].x, wall[i].y, '@');
    grid_finish(&map.grid);
    ASSERT_OK(solver->update(index, wall, 2, &counters, &error), &error);
    assert_int_equal(solver->query(index, scratch, &query, &path, &counters), STATUS_OK);
    assert_int_equal(path.length.straight, 11);
    solver->scratch_destroy(scratch);
    solver->index_destroy(index);
    settings.value[0] = 1;
    ASSERT_OK(solver->prepare(&map, &settings, &memory, &index, &error), &error);
    assert_int_equal(solver->update(index, wall, 2, &counters, &error), STATUS_REFUSED);
    solver->index_destroy(index);
    path_destroy(&path);
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

static void survives_failed_allocations(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map;
    grid_random(&memory, 30, 20, 10, 4, 2, &map);
    const Setup setups[] = {{MOVE_4, 3, 6, NONE, 2, KEPT},
                            {MOVE_8, 3, 6, NONE, 2, SEARCH},
                            {MOVE_8, 9, 6, NEAR, 1, KEPT},
                            {MOVE_4, 3, 6, NONE, 2, FIRST}};
    AnyQuery query = {.cells = {{0, 0}, {0, 0}}};
    while (grid_cost(&map.grid, query.cells.start) == 0) query.cells.start.x++;
    query.cells.goal = (Cell){29, 19};
    while (grid_cost(&map.grid, query.cells.goal) == 0) query.cells.goal.x--;
    for (size_t i = 0; i < sizeof setups / sizeof *setups; i++) {
        const Settings settings = settings_of(&setups[i]);
        assert_true(assert_survives_failures(solver_find("hpa", 3), &settings, &map, &query) > 20);
    }
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

/* Names that were in use stay what they were; what has come since is named where it is given. */
static void old_names_stay(void **state) {
    (void)state;
    const Solver *solver = solver_find("hpa", 3);
    Setup setup = {.move = MOVE_4, .k = 8, .wide = 6, .levels = 1};
    char text[128];
    Settings settings = settings_of(&setup);
    settings_text(solver->parameters, "hpa", &settings, text, sizeof text);
    assert_string_equal(text, "hpa:style=plain,move=4,k=8,wide=6");
    setup.fallback = NEAR;
    setup.refine = FIRST;
    settings = settings_of(&setup);
    settings_text(solver->parameters, "hpa", &settings, text, sizeof text);
    assert_string_equal(text, "hpa:style=plain,move=4,k=8,wide=6,fallback=near,refine=first");
    assert_int_equal(solver->guarantee(&settings), GUARANTEE_NOTHING);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_agree),
        cmocka_unit_test(the_second_level_is_used),
        cmocka_unit_test(a_drawn_second_level),
        cmocka_unit_test(the_first_leg_ends_at_a_node),
        cmocka_unit_test(searched_ways_are_not_kept),
        cmocka_unit_test(the_solver_updates),
        cmocka_unit_test(survives_failed_allocations),
        cmocka_unit_test(old_names_stay),
    };
    return cmocka_run_group_tests_name("hpa_levels", tests, NULL, NULL);
}
