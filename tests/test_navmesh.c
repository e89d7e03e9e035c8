/* The solver navmesh as a whole: its ways of making a path from a channel, on the document's kind of maps. */
#include "tests/support.h"

#include "algos/exact/check_points.h"
#include "algos/mesh/navmesh.h"
#include "tests/gen_support.h"
#include "tests/polygons_support.h"

#include <math.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct Ready {
    const Solver *solver;
    void *index, *scratch;
    PointPath path;
} Ready;

static Ready ready(const char *settings_text, const Map *map, Memory *memory) {
    Ready made = {.solver = solver_find("navmesh", strlen("navmesh")), .path = point_path_in(memory)};
    Settings settings = settings_from(made.solver->parameters, settings_text);
    Error error;
    ASSERT_OK(made.solver->prepare(map, &settings, memory, &made.index, &error), &error);
    assert_int_equal(made.solver->scratch_create(made.index, memory, &made.scratch), STATUS_OK);
    return made;
}

static double walk(Ready *ready, const PointCheck *check, const PointQuery *query) {
    Counters counters = {0};
    Error error;
    double walked;
    assert_int_equal(
        ready->solver->query_points(ready->index, ready->scratch, query, &ready->path, &counters), STATUS_OK);
    if (!point_path_valid(check, query, &ready->path, &walked, &error)) fail_msg("%s", error.text);
    assert_true(ready->path.count > 0);
    return walked;
}

static void put_away(Ready *ready) {
    ready->solver->scratch_destroy(ready->scratch);
    ready->solver->index_destroy(ready->index);
    point_path_destroy(&ready->path);
}

/* A string pulled through a channel is never longer than the middles of its portals joined, and much shorter
 * on some pair; where no portal is crossed both are the straight line. Both funnels give the same path. */
static void middles_against_the_funnel(void **state) {
    (void)state;
    uint32_t straight = 0, much = 0, count = 0;
    for (uint32_t seed = 1; seed <= 30; seed++) {
        Memory memory = system_memory();
        char text[40];
        Error error;
        QuerySet set;
        PointCheck *check;
        snprintf(text, sizeof text, "seed=%u", seed);
        Map map = make_map("convex", text, &memory);
        ASSERT_OK(make_queries("points", "count=25,seed=1", &map, &memory, &set, &error), &error);
        assert_int_equal(point_check_create(&map.polygons, &memory, &check), STATUS_OK);
        Ready joined = ready("portal=line,funnel=none", &map, &memory);
        Ready pulled = ready("portal=line,funnel=simple", &map, &memory);
        Ready linear = ready("portal=line,funnel=linear", &map, &memory);
        for (uint32_t i = 0; i < set.count; i++) {
            const PointQuery *query = &set.points[i];
            double middles = walk(&joined, check, query), funnel = walk(&pulled, check, query);
            assert_true(walk(&linear, check, query) == funnel);
            assert_true(funnel <= middles * (1 + 1e-12));
            if (joined.path.count == 2) {
                assert_int_equal(pulled.path.count, 2);
                straight++;
            }
            much += middles > 1.8 * funnel;
            count++;
        }
        put_away(&joined);
        put_away(&pulled);
        put_away(&linear);
        point_check_destroy(check);
        query_set_destroy(&set);
        map_destroy(&map);
        ASSERT_NOTHING_LIVE(&memory);
    }
    print_message("# %u pairs: %u in one face, %u whose middles are 1.8 times as long\n", count, straight,
                  much);
    assert_true(straight > 0 && much > 0);
}

/* Paths over portals stay in the free space whatever the map; straight from centre to centre they do not, but
 * where they do they are no longer than over the portals where that line meets them, and never shorter than
 * the string. */
static void centres_of_faces(void **state) {
    (void)state;
    static const char *const families[] = {"convex", "rects", "hard", "regular"};
    static const char *const texts[] = {"seed=%u", "n=12,seed=%u", "kind=needles,count=8,seed=%u",
                                        "n=5,corners=9,seed=%u"};
    uint32_t outside = 0, inside = 0, longer = 0;
    for (uint32_t seed = 1; seed <= 40; seed++) {
        Memory memory = system_memory();
        char text[60];
        Error error;
        QuerySet set;
        PointCheck *check;
        snprintf(text, sizeof text, texts[seed % 4], seed);
        Map map = make_map(families[seed % 4], text, &memory);
        ASSERT_OK(make_queries("points", "count=25,seed=1", &map, &memory, &set, &error), &error);
        assert_int_equal(point_check_create(&map.polygons, &memory, &check), STATUS_OK);
        Ready pulled = ready("portal=centre,funnel=simple", &map, &memory);
        Ready centres = ready("portal=centre,funnel=none,join=centres", &map, &memory);
        Ready crossings = ready("portal=centre,funnel=none,join=crossings", &map, &memory);
        Ready both = ready("portal=centre,funnel=none,join=centre-middles", &map, &memory);
        for (uint32_t i = 0; i < set.count; i++) {
            const PointQuery *query = &set.points[i];
            Counters counters = {0};
            assert_int_equal(
                pulled.solver->query_points(pulled.index, pulled.scratch, query, &pulled.path, &counters),
                STATUS_OK);
            if (pulled.path.count == 0) continue;
            double string = walk(&pulled, check, query), over = walk(&crossings, check, query), straight;
            assert_true(string <= over * (1 + 1e-12) && string <= walk(&both, check, query) * (1 + 1e-12));
            /* A centre a face between the ends', and a point a portal. */
            assert_true(crossings.path.count == both.path.count);
            assert_int_equal(
                centres.solver->query_points(centres.index, centres.scratch, query, &centres.path, &counters),
                STATUS_OK);
            assert_true(crossings.path.count == 1 || centres.path.count == crossings.path.count / 2 + 1);
            if (!point_path_valid(check, query, &centres.path, &straight, NULL)) {
                outside++;
                continue;
            }
            inside++;
            assert_true(straight <= over * (1 + 1e-12) && string <= straight * (1 + 1e-12));
            longer += over > straight * (1 + 1e-12);
        }
        put_away(&pulled);
        put_away(&centres);
        put_away(&crossings);
        put_away(&both);
        point_check_destroy(check);
        query_set_destroy(&set);
        map_destroy(&map);
        ASSERT_NOTHING_LIVE(&memory);
    }
    print_message(
        "# straight from centre to centre: %u paths inside, %u outside; %u inside are longer over portals\n",
        inside, outside, longer);
    assert_true(outside > 0 && inside > 0);
}

/* Around a square, over the one face above it, whose centre is (1.5, 0.5). */
static void centres_by_hand(void **state) {
    (void)state;
    static const struct {
        const char *settings;
        uint32_t count;
        Point path[5];
    } rows[] = {
        {"join=middles", 4, {{0.25, 1.25}, {1, 0.5}, {2, 0.5}, {2.75, 1.25}}},
        {"join=centres", 3, {{0.25, 1.25}, {1.5, 0.5}, {2.75, 1.25}}},
        {"join=crossings", 5, {{0.25, 1.25}, {1, 0.8}, {1.5, 0.5}, {2, 0.8}, {2.75, 1.25}}},
        {"join=centre-middles", 5, {{0.25, 1.25}, {1, 0.5}, {1.5, 0.5}, {2, 0.5}, {2.75, 1.25}}},
    };
    Memory memory = system_memory();
    Map map;
    grid_from_text(&memory, "...\n.@.\n...", &map);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[80];
        Counters counters = {0};
        snprintf(text, sizeof text, "portal=centre,funnel=none,%s", rows[i].settings);
        Ready made = ready(text, &map, &memory);
        PointQuery query = {rows[i].path[0], {2.75, 1.25}};
        assert_int_equal(made.solver->query_points(made.index, made.scratch, &query, &made.path, &counters),
                         STATUS_OK);
        assert_int_equal(made.path.count, rows[i].count);
        for (uint32_t k = 0; k < rows[i].count; k++)
            assert_true(point_distance(made.path.points[k], rows[i].path[k]) < 1e-12);
        put_away(&made);
    }
    map_destroy(&map);
    ASSERT_NOTHING_LIVE(&memory);
}

/* Where the search thinks to go: over the centres of faces, and in the goal's own to the goal. */
static void centres_of_a_channel(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map;
    grid_from_text(&memory, "...\n.@.\n...", &map);
    Ready made = ready("portal=centre", &map, &memory);
    const PointQuery query = {{0.25, 1.25}, {2.75, 1.25}};
    const Point centre = {1.5, 0.5};
    const Topology *topology;
    Channel channel;
    assert_int_equal(navmesh_channel(made.index, &query, &memory, &topology, &channel), STATUS_OK);
    assert_int_equal(channel.count, 2);
    assert_true(point_equal(channel.points[0], centre));
    assert_true(point_equal(channel.points[1], query.goal));
    double length = point_distance(query.start, centre) + point_distance(centre, query.goal);
    assert_true(fabs(channel.length - length) < 1e-12);
    channel_destroy(&channel);
    put_away(&made);
    map_destroy(&map);
    ASSERT_NOTHING_LIVE(&memory);
}

/* Where a line meets a slanted portal, off its ends by the clamp; beside it; in line with it. */
static void crossings_by_hand(void **state) {
    (void)state;
    static const struct {
        Point from, to;
        double clamp, share;
    } rows[] = {
        {{0, 2}, {2, 0}, 0.02, 0.25}, {{2, 0}, {0, 2}, 0, 0.25},      {{1, 5}, {5, 3}, 0.02, 11.0 / 12},
        {{0, 9}, {9, 0}, 0.02, 0.98}, {{-3, 1}, {1, -3}, 0.05, 0.05}, {{0, 1}, {4, 5}, 0.02, 0.5},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Point at = portal_crossing((Point){0, 0}, (Point){4, 4}, rows[i].from, rows[i].to, rows[i].clamp);
        if (fabs(at.x - 4 * rows[i].share) > 1e-12 || fabs(at.y - 4 * rows[i].share) > 1e-12)
            fail_msg("row %zu: (%g, %g)", i, at.x, at.y);
    }
}

/* Start and goal the same: one point, whatever the way. */
static void nowhere_to_go(void **state) {
    (void)state;
    static const char *const ways[] = {"funnel=none", "funnel=none,join=centres",
                                       "funnel=none,join=crossings", "funnel=simple", "funnel=linear"};
    Memory memory = system_memory();
    Map map = make_map("convex", "seed=3", &memory);
    PointCheck *check;
    assert_int_equal(point_check_create(&map.polygons, &memory, &check), STATUS_OK);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        Ready made = ready(ways[i], &map, &memory);
        assert_true(walk(&made, check, &(PointQuery){{1, 2}, {1, 2}}) == 0);
        assert_int_equal(made.path.count, 1);
        put_away(&made);
    }
    point_check_destroy(check);
    map_destroy(&map);
    ASSERT_NOTHING_LIVE(&memory);
}

/* Two obstacles, one above the other and both with corners on the line x = 2; the map four ways round. */
static Map upright_map(int turned, Memory *memory) {
    Rings rings = rings_from("0,0 8,0 8,8 0,8 | 0,4 2,4 2,5 0,5 | 1,1 2,1 2,2 1,2", memory);
    for (uint32_t i = 0; i < rings.point_count; i++) {
        if (turned & 1) rings.points[i].x = 8 - rings.points[i].x;
        if (turned & 2) rings.points[i].y = 8 - rings.points[i].y;
    }
    Map map = {.kind = MAP_POLYGONS};
    Error error;
    ASSERT_OK(polygons_create(&rings, "upright", memory, &map.polygons, &error), &error);
    rings_destroy(&rings);
    return map;
}

/* From an end that is a rounding off an upright portal, computed at its far end, its funnel is nearly half a
 * turn wide: both funnels turn at the same corners, and through no wall. */
static void a_rounding_off_a_portal(void **state) {
    (void)state;
    static const double heights[] = {0.5, 1.5, 2, 3, 4, 4.5, 5, 6};
    enum { HEIGHTS = sizeof heights / sizeof *heights };
    Memory memory = system_memory();
    for (int turned = 0; turned < 4; turned++) {
        Map map = upright_map(turned, &memory);
        PointCheck *check;
        assert_int_equal(point_check_create(&map.polygons, &memory, &check), STATUS_OK);
        Ready simple = ready("funnel=simple", &map, &memory), linear = ready("funnel=linear", &map, &memory);
        double upright = turned & 1 ? 6 : 2;
        for (int i = 0; i < 3 * HEIGHTS * HEIGHTS; i++) {
            double start = heights[i / 3 % HEIGHTS], goal = heights[i / 3 / HEIGHTS], x = upright;
            if (i % 3 != 0) x = nextafter(x, i % 3 == 1 ? 0 : 8);
            PointQuery query = {{x, turned & 2 ? 8 - start : start},
                                {turned & 1 ? 7.5 : 0.5, turned & 2 ? 8 - goal : goal}};
            if (polygons_place(&map.polygons, query.start) == PLACE_BLOCKED ||
                polygons_place(&map.polygons, query.goal) == PLACE_BLOCKED)
                continue;
            double length = walk(&simple, check, &query);
            assert_true(fabs(walk(&linear, check, &query) - length) < 1e-12);
            query = (PointQuery){query.goal, query.start}; /* perhaps by other faces */
            length = walk(&simple, check, &query);
            assert_true(fabs(walk(&linear, check, &query) - length) < 1e-12);
        }
        put_away(&simple);
        put_away(&linear);
        point_check_destroy(check);
        map_destroy(&map);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

/* What each mesh= makes of a map with four walls and one square, and what it does not take. */
static void meshes_of_a_grid(void **state) {
    (void)state;
    static const struct {
        const char *settings;
        uint64_t vertices, faces;
    } made[] = {
        {"mesh=trapezoid", 12, 4},
        {"mesh=cdt", 8, 8},
        {"mesh=merged", 8, 4},
        {"mesh=rectangles", 12, 4},
    };
    Memory memory = system_memory();
    Map map;
    grid_from_text(&memory, "...\n.@.\n...", &map);
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        Ready one = ready(made[i].settings, &map, &memory);
        Facts facts = {0};
        one.solver->describe(one.index, &facts);
        assert_int_equal(facts.vertices, made[i].vertices);
        assert_int_equal(facts.faces, made[i].faces);
        put_away(&one);
    }
    map_destroy(&map);
    ASSERT_NOTHING_LIVE(&memory);
}

static void refuses(const char *settings_text, const Map *map, const char *reason) {
    const Solver *solver = solver_find("navmesh", strlen("navmesh"));
    Settings settings = settings_from(solver->parameters, settings_text);
    Memory memory = system_memory();
    Error error;
    void *index;
    assert_int_equal(solver->prepare(map, &settings, &memory, &index, &error), STATUS_REFUSED);
    if (strstr(error.text, reason) == NULL) fail_msg("\"%s\" says nothing of \"%s\"", error.text, reason);
    ASSERT_NOTHING_LIVE(&memory);
}

static void meshes_refused(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map = make_map("convex", "seed=3", &memory);
    refuses("mesh=rectangles", &map, "grid maps only");
    refuses("mesh=cdt,build=published", &map, "build=published is a way to");
    map_destroy(&map);
    grid_from_text(&memory, "..\n.2", &map);
    refuses("mesh=rectangles", &map, "terrain costs from 1 to 2");
    map_destroy(&map);
    grid_from_text(&memory, "@@", &map);
    refuses("mesh=rectangles", &map, "no cell");
    map_destroy(&map);
    /* What is joined must be exact, unless it promises nothing. */
    Rings rings = rings_from("0,0 1,0.1 1,1 0,1", &memory);
    Error error;
    map = (Map){.kind = MAP_POLYGONS};
    ASSERT_OK(polygons_create(&rings, "inexact", &memory, &map.polygons, &error), &error);
    rings_destroy(&rings);
    refuses("funnel=none", &map, "inexact coordinates");
    refuses("mesh=cdt,funnel=none,join=crossings", &map, "inexact coordinates");
    Ready centres = ready("funnel=none,join=centres", &map, &memory);
    put_away(&centres);
    map_destroy(&map);
    ASSERT_NOTHING_LIVE(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(middles_against_the_funnel),
                                       cmocka_unit_test(centres_of_faces),
                                       cmocka_unit_test(centres_by_hand),
                                       cmocka_unit_test(centres_of_a_channel),
                                       cmocka_unit_test(crossings_by_hand),
                                       cmocka_unit_test(nowhere_to_go),
                                       cmocka_unit_test(a_rounding_off_a_portal),
                                       cmocka_unit_test(meshes_of_a_grid),
                                       cmocka_unit_test(meshes_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
