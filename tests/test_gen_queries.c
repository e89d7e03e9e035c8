/* Generators of queries: pairs that can be solved, as likely as they should be, in the buckets that they say.
 */
#include "tests/gen_support.h"
#include "tests/support.h"

#include "algos/exact/flood.h"
#include "algos/map/components.h"
#include "gen/lattice_points.h"

#include <math.h>
#include <string.h>

static bool connected(const Components *components, const Grid *grid, const Query *query) {
    uint32_t start = components->label[grid_place(grid, query->start)];
    return start != 0 && start == components->label[grid_place(grid, query->goal)];
}

static void random_pairs_are_connected_and_repeatable(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map = make_map("rooms", "size=100,per_65536=400,side_max=20", &memory);
    Components components;
    QuerySet set, again, other;
    Error error;
    assert_int_equal(components_create(&map.grid, &memory, &components), STATUS_OK);
    ASSERT_OK(make_queries("random", "", &map, &memory, &set, &error), &error);
    assert_int_equal(set.count, 300);
    assert_null(set.bucket);
    for (uint32_t i = 0; i < set.count; i++) {
        assert_true(connected(&components, &map.grid, &set.queries[i]));
        assert_memory_not_equal(&set.queries[i].start, &set.queries[i].goal, sizeof(Cell));
    }
    ASSERT_OK(make_queries("random", "count=300,seed=1", &map, &memory, &again, &error), &error);
    ASSERT_OK(make_queries("random", "seed=2", &map, &memory, &other, &error), &error);
    assert_int_equal(query_set_hash(&set), query_set_hash(&again));
    assert_int_not_equal(query_set_hash(&set), query_set_hash(&other));
    other.count = 299;
    assert_int_not_equal(query_set_hash(&set), query_set_hash(&other));
    query_set_destroy(&set);
    query_set_destroy(&again);
    query_set_destroy(&other);
    components_destroy(&components);
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

/* Components of 3 and 2 cells and one of 1: 6 + 2 ordered pairs, each of them as likely as any. */
static void random_pairs_are_uniform(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map;
    grid_from_text(&memory, "..@.\n.@@.\n@.@@", &map);
    QuerySet set;
    Error error;
    ASSERT_OK(make_queries("random", "count=80000", &map, &memory, &set, &error), &error);
    uint32_t tally[12][12] = {{0}}, kinds = 0;
    for (uint32_t i = 0; i < set.count; i++) {
        Query query = set.queries[i];
        tally[query.start.y * 4 + query.start.x][query.goal.y * 4 + query.goal.x]++;
    }
    for (int i = 0; i < 144; i++) {
        if (tally[i / 12][i % 12] == 0) continue;
        assert_int_not_equal(i / 12, i % 12); /* start and goal differ */
        kinds++;
        assert_in_range(tally[i / 12][i % 12], 9600, 10400);
    }
    assert_int_equal(kinds, 8);
    query_set_destroy(&set);
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

static void maps_without_a_pair_are_refused(void **state) {
    (void)state;
    const char *rows[] = {"@", ".", ".@\n@.", "@@@\n@@@"}, *names[] = {"random", "bucket", "crowd"};
    for (int i = 0; i < 12; i++) {
        Memory memory = system_memory();
        Map map;
        QuerySet set;
        Error error = {""};
        grid_from_text(&memory, rows[i / 3], &map);
        assert_int_equal(make_queries(names[i % 3], "", &map, &memory, &set, &error), STATUS_REFUSED);
        assert_non_null(strstr(error.text, "no path"));
        grid_destroy(&map.grid);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

static void check_buckets(const char *text, Move move, int64_t width, uint32_t wanted, const Map *map) {
    Memory memory = system_memory();
    QuerySet set;
    Error error;
    Flood *flood;
    ASSERT_OK(make_queries("bucket", text, map, &memory, &set, &error), &error);
    ASSERT_OK(flood_create(&map->grid, move, &memory, &flood, &error), &error);
    assert_true(set.count > 0);
    uint32_t held = 0, full = 0;
    for (uint32_t i = 0; i < set.count; i++) {
        Length length = {0, 0}, low = {set.bucket[i] * width, 0}, high = {(set.bucket[i] + 1) * width, 0};
        assert_true(i == 0 || set.bucket[i] >= set.bucket[i - 1]);
        held = i != 0 && set.bucket[i] == set.bucket[i - 1] ? held + 1 : 1;
        assert_true(held <= wanted);
        full += held == wanted;
        assert_int_equal(flood_run(flood, set.queries[i].start, &set.queries[i].goal, 1), STATUS_OK);
        assert_true(flood_length(flood, set.queries[i].goal, &length));
        assert_true(length_compare(length, low) >= 0 && length_compare(length, high) < 0);
        assert_true(length.straight != 0 || length.diagonal != 0);
    }
    assert_true(full >= (set.bucket[set.count - 1] + 1) * 2 / 3); /* all but the longest */
    flood_destroy(flood);
    query_set_destroy(&set);
    ASSERT_NOTHING_LIVE(&memory);
}

static void buckets_hold_what_they_say(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map rooms = make_map("rooms", "size=120", &memory), noise = make_map("noise", "size=60", &memory);
    check_buckets("", MOVE_8, 4, 10, &rooms);
    check_buckets("width=1,count=3,move=4,seed=7", MOVE_4, 1, 3, &rooms);
    check_buckets("width=7,count=4", MOVE_8, 7, 4, &noise);
    check_buckets("width=50,count=20,move=4", MOVE_4, 50, 20, &noise);
    QuerySet one, two;
    Error error;
    ASSERT_OK(make_queries("bucket", "", &noise, &memory, &one, &error), &error);
    ASSERT_OK(make_queries("bucket", "", &noise, &memory, &two, &error), &error);
    assert_int_equal(query_set_hash(&one), query_set_hash(&two));
    query_set_destroy(&one);
    query_set_destroy(&two);
    grid_destroy(&rooms.grid);
    grid_destroy(&noise.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

/* On a corridor the last bucket has two pairs, from end to end, which far starts must find. */
static void far_buckets_are_found(void **state) {
    (void)state;
    Memory memory = system_memory();
    TerrainCosts plain = terrain_plain();
    Map map = {.kind = MAP_GRID};
    Error error;
    QuerySet set;
    ASSERT_OK(grid_create(&memory, 400, 1, &plain, &map.grid, &error), &error);
    for (int32_t x = 0; x < 400; x++) grid_set(&map.grid, x, 0, '.');
    grid_finish(&map.grid);
    ASSERT_OK(make_queries("bucket", "width=1", &map, &memory, &set, &error), &error);
    assert_int_equal(set.bucket[set.count - 1], 399);
    query_set_destroy(&set);
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

/* Each goal's units follow one another. Starts are uniform over the goal's component of three or two cells,
 * so each cell but the goal is the start of a half or of all. */
static void crowds_share_a_goal(void **state) {
    (void)state;
    enum { GOALS = 40, UNITS = 200 };
    Memory memory = system_memory();
    Map map;
    grid_from_text(&memory, "..@.\n.@@.\n@.@@", &map);
    QuerySet set, again;
    Error error;
    ASSERT_OK(make_queries("crowd", "goals=40,units=200", &map, &memory, &set, &error), &error);
    ASSERT_OK(make_queries("crowd", "units=200,goals=40,seed=1", &map, &memory, &again, &error), &error);
    assert_int_equal(set.count, GOALS * UNITS);
    assert_int_equal(query_set_hash(&set), query_set_hash(&again));
    uint32_t goals[12] = {0};
    for (uint32_t i = 0; i < GOALS; i++) {
        const Query *crowd = &set.queries[i * UNITS];
        uint32_t starts[12] = {0}, goal = (uint32_t)(crowd->goal.y * 4 + crowd->goal.x);
        goals[goal]++;
        for (uint32_t unit = 0; unit < UNITS; unit++) {
            assert_memory_equal(&crowd[unit].goal, &crowd->goal, sizeof(Cell));
            starts[crowd[unit].start.y * 4 + crowd[unit].start.x]++;
        }
        const bool of_three = goal == 0 || goal == 1 || goal == 4;
        assert_int_equal(starts[goal], 0);
        assert_int_equal(starts[of_three ? 0 : 3] + starts[of_three ? 1 : 7] + (of_three ? starts[4] : 0),
                         UNITS);
        for (int cell = 0; cell < 12; cell++)
            if (starts[cell] != 0)
                assert_in_range(starts[cell], of_three ? 60 : UNITS, of_three ? 140 : UNITS);
    }
    assert_true(goals[0] > 0 && goals[1] > 0 && goals[4] > 0 && goals[3] + goals[7] > 0);
    query_set_destroy(&set);
    query_set_destroy(&again);
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

static void survives_failed_allocations(void **state) {
    (void)state;
    Memory maps = system_memory();
    Map map = make_map("noise", "size=40,wall=45", &maps);
    const char *names[] = {"random", "bucket", "crowd"};
    for (int i = 0; i < 3; i++) {
        bool done = false;
        for (uint64_t fail_at = 1; !done; fail_at++) {
            Memory memory = system_memory();
            memory.fail_at = fail_at;
            QuerySet set;
            Error error;
            Status status = make_queries(names[i], "", &map, &memory, &set, &error);
            done = status == STATUS_OK;
            if (done)
                query_set_destroy(&set);
            else
                assert_int_equal(status, STATUS_NO_MEMORY);
            ASSERT_NOTHING_LIVE(&memory);
        }
    }
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&maps);
}

static double clearance(const Polygons *polygons, Point point) {
    double least = INFINITY;
    for (uint32_t i = 0; i < polygons->edge_count; i++) {
        Point a = polygons->vertices[polygons->edges[i].from], b = polygons->vertices[polygons->edges[i].to];
        double distance = point_distance(point_nearest(a, b, point), point);
        if (distance < least) least = distance;
    }
    return least;
}

/* The pairs as they are drawn, each end in an obstacle moved by no more than it must, and a step of the
 * lattice or two. */
static void ends_in_obstacles_move_to_the_nearest_border(void **state) {
    (void)state;
    static const struct {
        const char *name, *text;
    } maps[] = {
        {"convex", ""}, {"convex", "n=40,seed=2"}, {"hard", "kind=needles"}, {"hard", "kind=touching"}};
    for (size_t m = 0; m < sizeof maps / sizeof *maps; m++) {
        Memory memory = system_memory();
        Map map = make_map(maps[m].name, maps[m].text, &memory);
        const Polygons *polygons = &map.polygons;
        QuerySet set;
        Error error;
        ASSERT_OK(make_queries("points", "count=200,ends=nearest", &map, &memory, &set, &error), &error);
        assert_int_equal(set.count, 200);
        double unit = lattice_unit_of(polygons);
        Rng rng = lattice_rng(polygons, 1);
        uint32_t moved = 0;
        for (uint32_t i = 0; i < 2 * set.count; i++) {
            Point drawn = lattice_point(polygons, unit, &rng),
                  end = i % 2 == 0 ? set.points[i / 2].start : set.points[i / 2].goal;
            if (polygons_place(polygons, drawn) == PLACE_BLOCKED) {
                assert_int_not_equal(polygons_place(polygons, end), PLACE_BLOCKED);
                assert_true(fmod(end.x - polygons->low.x, unit) == 0 &&
                            fmod(end.y - polygons->low.y, unit) == 0);
                assert_true(point_distance(drawn, end) <= clearance(polygons, drawn) + 2 * unit);
                moved++;
            } else {
                assert_true(point_equal(drawn, end));
            }
        }
        print_message("# %s %s: %u of 400 ends moved\n", maps[m].name, maps[m].text, moved);
        assert_true(moved > 0);
        query_set_destroy(&set);
        map_destroy(&map);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_pairs_are_connected_and_repeatable),
        cmocka_unit_test(random_pairs_are_uniform),
        cmocka_unit_test(maps_without_a_pair_are_refused),
        cmocka_unit_test(buckets_hold_what_they_say),
        cmocka_unit_test(far_buckets_are_found),
        cmocka_unit_test(crowds_share_a_goal),
        cmocka_unit_test(survives_failed_allocations),
        cmocka_unit_test(ends_in_obstacles_move_to_the_nearest_border),
    };
    return cmocka_run_group_tests_name("gen_queries", tests, NULL, NULL);
}
