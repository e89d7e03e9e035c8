/* Document D3's findStraightPath: drawn channels by hand for each rule, and every way to make it right
 * against the restarting funnel on random degenerate channels. */
#include "tests/support.h"

#include "algos/mesh/funnel_findstraightpath.h"
#include "tests/mesh_support.h"

#include <math.h>

static const StraightRules printed = {.edges = EDGES_GIVEN};
static const StraightRules right = {
    .sides = SIDES_RIGHT,
    .narrow = NARROW_RIGHT,
    .apex = APEX_CROSSED,
    .again = AGAIN_CORNER,
    .start_kept = true,
    .goal_portal = true,
    .compare = COMPARE_EXACT,
    .edges = EDGES_GIVEN,
};

/* The right rules with one of them as printed, or as somebody might read it; or all but the start as printed.
 */
enum { SIDES, NARROW, APEX, AGAIN = APEX + 4, START, GOAL, UNIT, MILLI, FLOAT, DEFECTS, ALL = DEFECTS, NONE };

static StraightRules with_defect(int defect) {
    StraightRules rules = defect == ALL ? printed : right;
    if (defect == SIDES) rules.sides = SIDES_PRINTED;
    if (defect == NARROW) rules.narrow = NARROW_PRINTED;
    if (defect >= APEX && defect < AGAIN) rules.apex = (ApexRule)(APEX_LEFT + defect - APEX);
    if (defect == AGAIN) rules.again = AGAIN_PORTAL;
    if (defect == START) rules.start_kept = false;
    if (defect == GOAL) rules.goal_portal = false;
    if (defect == UNIT) rules.compare = COMPARE_UNIT;
    if (defect == MILLI) rules.compare = COMPARE_MILLI;
    if (defect == FLOAT) rules.compare = COMPARE_FLOAT;
    return rules;
}

/* ---- drawn channels ---- */

typedef struct Drawn {
    const char *what;
    int defect;
    Point path[8];
    uint32_t path_count;
} Drawn;

#define POINTS(...) {__VA_ARGS__}, sizeof((const Point[]){__VA_ARGS__}) / sizeof(Point)

/* Right along three doors and up behind the wall at (3, 1): start, then left and right end of each, then
 * goal. The string turns once, at (3, 1). */
static const Point bend[] = {{0, 0}, {1, 2},  {1, -1}, {2, 2}, {2, -1},
                             {3, 1}, {3, -1}, {3, 1},  {5, 1}, {3, 6}};

static const Drawn drawn[] = {
    {"right", NONE, POINTS({0, 0}, {3, 1}, {3, 6})},
    /* The goal is left of both bounds, and nobody asks. */
    {"the goal appended", GOAL, POINTS({0, 0}, {3, 6})},
    {"the start left out", START, POINTS({3, 1}, {3, 6})},
    /* The bounds when the goal has passed the left one: (3, 1) and (5, 1). */
    {"the right bound", APEX + 1, POINTS({0, 0}, {5, 1}, {3, 6})},
    /* Each portal after the first counts as passed: the bound that is called right is the left one. Corners
     * are its right ends. */
    {"as printed", ALL, POINTS({2, -1}, {3, -1}, {5, 1}, {3, 6})},
};

static void drawn_channels(void **state) {
    (void)state;
    Memory memory = system_memory();
    Channel channel;
    channel_from_points(&channel, &memory, bend, sizeof bend / sizeof *bend);
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
        PointPath path = point_path_in(&memory);
        FunnelCounts counts = {0};
        StraightRules rules = with_defect(drawn[i].defect);
        assert_int_equal(funnel_findstraightpath(&channel, NULL, &rules, &path, &counts), STATUS_OK);
        bool same = path.count == drawn[i].path_count;
        for (uint32_t p = 0; p < path.count; p++) {
            same = same && point_equal(path.points[p], drawn[i].path[p]);
            if (!same) print_error("(%g, %g) ", path.points[p].x, path.points[p].y);
        }
        if (!same) fail_msg("%s: %u points", drawn[i].what, (unsigned)path.count);
        point_path_destroy(&path);
    }
    channel_destroy(&channel);
    ASSERT_NOTHING_LIVE(&memory);
}

static Status pull(const Channel *channel, const Topology *topology, const StraightRules *rules,
                   PointPath *path, FunnelCounts *counts) {
    *counts = (FunnelCounts){0};
    return funnel_findstraightpath(channel, topology, rules, path, counts);
}

/* Tolerances swallow a turn whose area is less, floats one that they cannot hold. */
static void comparisons(void **state) {
    (void)state;
    static const struct {
        double height; /* of the goal over the line through the corner */
        CompareRule compare;
        uint32_t points;
    } rows[] = {
        {0.5, COMPARE_UNIT, 2},   {1.5, COMPARE_UNIT, 3},    {5e-4, COMPARE_MILLI, 2},
        {2e-3, COMPARE_MILLI, 3}, {5e-7, COMPARE_MICRO, 2},  {2e-6, COMPARE_MICRO, 3},
        {1e-9, COMPARE_FLOAT, 2}, {1e-9, COMPARE_DOUBLE, 3}, {1e-9, COMPARE_EXACT, 3},
        {0.25, COMPARE_FLOAT, 3},
    };
    Memory memory = system_memory();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        /* From (0, 1) along the left end (1, 1), so that the parallelogram has the goal's height for an area.
         */
        const Point points[] = {{0, 1}, {1, 1}, {1, 0}, {3, 1 + rows[i].height}};
        Channel channel;
        channel_from_points(&channel, &memory, points, 4);
        StraightRules rules = right;
        rules.compare = rows[i].compare;
        PointPath path = point_path_in(&memory);
        FunnelCounts counts;
        assert_int_equal(pull(&channel, NULL, &rules, &path, &counts), STATUS_OK);
        if (path.count != rows[i].points) fail_msg("row %zu: %u points", i, (unsigned)path.count);
        point_path_destroy(&path);
        channel_destroy(&channel);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

/* What a start, a corner and the goal in line give: sight decides it at once, the funnel after all portals.
 */
static void exits(void **state) {
    (void)state;
    Memory memory = system_memory();
    const Point points[] = {{0, 0}, {1, 1}, {1, -1}, {2, 1}, {2, -1}, {3, 0}};
    Channel channel;
    channel_from_points(&channel, &memory, points, 6);
    StraightRules rules = right;
    PointPath path = point_path_in(&memory);
    FunnelCounts counts;
    for (int early = EARLY_NEVER; early <= EARLY_SIGHT; early++) {
        rules.early = (EarlyRule)early;
        assert_int_equal(pull(&channel, NULL, &rules, &path, &counts), STATUS_OK);
        assert_int_equal(path.count, 2);
        /* The rest of the way is as long as the straight line, and so not shorter. */
        assert_int_equal(counts.scanned, early == EARLY_SIGHT ? 0 : 3);
    }
    point_path_destroy(&path);
    channel_destroy(&channel);
    ASSERT_NOTHING_LIVE(&memory);
}

/* Portals in line with start and goal, and rounded ends on that line, are not seen through; what is plainly
 * beside it is, rounded or not. In line with a bound is no passing, in the printed order of tests either. */
static void in_line(void **state) {
    (void)state;
    static const struct {
        NarrowRule narrow;
        Point points[6];
        uint32_t count;
        bool computed; /* the left end of the first portal */
        uint32_t path_count, scanned;
    } rows[] = {
        {NARROW_RIGHT, {{0, 0}, {0, 3}, {0, 2}, {0, 1}}, 4, false, 3, 2}, /* back over (0, 2) */
        {NARROW_RIGHT, {{0, 0}, {1, 1}, {1, -1}, {3, 0}}, 4, true, 2, 0},
        {NARROW_RIGHT, {{0, 0}, {1, 0}, {1, -1}, {3, 0}}, 4, true, 2, 2},
        {NARROW_PRINTED, {{0, 0}, {1, 1}, {1, -1}, {2, 3}, {2, 2}, {3, 3}}, 6, false, 2, 3},
        {NARROW_PRINTED, {{0, 0}, {1, 1}, {1, -1}, {2, -2}, {2, -3}, {3, -3}}, 6, false, 2, 3},
    };
    Memory memory = system_memory();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Channel channel;
        channel_from_points(&channel, &memory, rows[i].points, rows[i].count);
        channel.portals[0].left_computed = rows[i].computed;
        StraightRules rules = right;
        rules.narrow = rows[i].narrow;
        rules.early = rules.narrow == NARROW_RIGHT ? EARLY_SIGHT : EARLY_NEVER;
        PointPath path = point_path_in(&memory);
        FunnelCounts counts;
        assert_int_equal(pull(&channel, NULL, &rules, &path, &counts), STATUS_OK);
        if (path.count != rows[i].path_count || counts.scanned != rows[i].scanned)
            fail_msg("row %zu: %u points, %u portals", i, (unsigned)path.count, (unsigned)counts.scanned);
        point_path_destroy(&path);
        channel_destroy(&channel);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

/* One portal, seen edge on from the start: both bounds lie on one ray, and the goal before them, between them
 * or behind. It is met, or turned at, at its nearer end, be that the left one or the right one. */
static void edge_on(void **state) {
    (void)state;
    static const struct {
        double left, right, goal;
        Point path[3];
        uint32_t path_count;
    } rows[] = {
        {2, 6, 4, POINTS({0, 0}, {4, 0})},         {6, 2, 4, POINTS({0, 0}, {4, 0})},
        {2, 6, 8, POINTS({0, 0}, {8, 0})},         {6, 2, 8, POINTS({0, 0}, {8, 0})},
        {2, 6, 2, POINTS({0, 0}, {2, 0})},         {6, 2, 2, POINTS({0, 0}, {2, 0})},
        {2, 6, 1, POINTS({0, 0}, {2, 0}, {1, 0})}, {6, 2, 1, POINTS({0, 0}, {2, 0}, {1, 0})},
    };
    Memory memory = system_memory();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const Point points[] = {{0, 0}, {rows[i].left, 0}, {rows[i].right, 0}, {rows[i].goal, 0}};
        Channel channel;
        channel_from_points(&channel, &memory, points, 4);
        PointPath path = point_path_in(&memory);
        FunnelCounts counts;
        assert_int_equal(pull(&channel, NULL, &right, &path, &counts), STATUS_OK);
        bool same = path.count == rows[i].path_count;
        for (uint32_t p = 0; same && p < path.count; p++) same = point_equal(path.points[p], rows[i].path[p]);
        if (!same)
            fail_msg("row %zu: %u points, the second at %g", i, (unsigned)path.count, path.points[1].x);
        point_path_destroy(&path);
        channel_destroy(&channel);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

static void nothing_found(void **state) {
    (void)state;
    Memory memory = system_memory();
    Channel channel = channel_in(&memory);
    PointPath path = point_path_in(&memory);
    FunnelCounts counts;
    assert_int_equal(pull(&channel, NULL, &printed, &path, &counts), STATUS_OK);
    assert_int_equal(path.count, 0);
    channel.found = true; /* start = goal */
    assert_int_equal(pull(&channel, NULL, &printed, &path, &counts), STATUS_OK);
    assert_int_equal(path.count, 1);
    assert_int_equal(pull(&channel, NULL, &right, &path, &counts), STATUS_OK);
    assert_int_equal(path.count, 1);
    point_path_destroy(&path);
    channel_destroy(&channel);
    ASSERT_NOTHING_LIVE(&memory);
}

/* ---- random channels ---- */

typedef struct Tally {
    uint64_t channels, other_edge, differ[DEFECTS], seen;
} Tally;

static bool same_path(const PointPath *a, const PointPath *b) {
    if (a->count != b->count) return false;
    for (uint64_t i = 0; i < a->count; i++)
        if (!point_equal(a->points[i], b->points[i])) return false;
    return true;
}

static void compare(void *context, const Channel *channel, const Topology *topology, const PointCheck *check,
                    uint64_t seed) {
    Tally *tally = context;
    PointQuery query = {channel->start, channel->goal};
    PointPath simple = point_path_in(channel->memory), own = simple;
    FunnelCounts counts = {0}, never = {0};
    double walked;
    Error why;
    assert_int_equal(funnel_simple(channel, &simple, &never), STATUS_OK);
    for (int edges = EDGES_SEARCHED; edges <= EDGES_GIVEN; edges++)
        for (int early = EARLY_NEVER; early <= EARLY_SIGHT; early++) {
            StraightRules rules = right;
            rules.edges = (EdgesRule)edges;
            rules.early = (EarlyRule)early;
            assert_true(straight_rules_right(&rules) == (early != EARLY_PRINTED));
            assert_int_equal(pull(channel, topology, &rules, &own, &counts), STATUS_OK);
            if (early == EARLY_PRINTED) {
                assert_true(fabs(own.length - simple.length) < 1e-12 * (1 + simple.length) ||
                            edges != EDGES_GIVEN);
                continue;
            }
            if (!point_path_valid(check, &query, &own, &walked, &why))
                fail_msg("seed %llu, edges %d, early %d: %s", (unsigned long long)seed, edges, early,
                         why.text);
            bool same = same_path(&simple, &own);
            if (edges == EDGES_GIVEN) {
                if (!same && fabs(own.length - simple.length) > 1e-12 * simple.length)
                    fail_msg("seed %llu, early %d: not the funnel's path", (unsigned long long)seed, early);
                assert_true(early == EARLY_SIGHT || same);
                assert_true(early == EARLY_SIGHT || counts.scanned == never.scanned);
                tally->seen += counts.scanned < never.scanned;
            } else {
                tally->other_edge += !same;
            }
        }
    for (int defect = 0; defect < DEFECTS; defect++) {
        StraightRules rules = with_defect(defect);
        assert_false(straight_rules_right(&rules));
        assert_int_equal(pull(channel, topology, &rules, &own, &counts), STATUS_OK);
        tally->differ[defect] += !same_path(&simple, &own);
        rules.edges = EDGES_SEARCHED;
        rules.early = EARLY_SIGHT;
        assert_int_equal(pull(channel, topology, &rules, &own, &counts), STATUS_OK); /* ends, and in order */
    }
    tally->channels++;
    point_path_destroy(&simple);
    point_path_destroy(&own);
}

static void right_is_the_funnel(void **state) {
    (void)state;
    Tally tally = {0};
    channels_on_random_maps(&(ChannelTrials){.maps = trials(500),
                                             .salt = 0xd3,
                                             .first = PORTAL_MIDPOINT,
                                             .last = PORTAL_MIDPOINT,
                                             .queries = 10,
                                             .check = compare,
                                             .context = &tally});
    print_message("# %llu channels; another edge of two shared: %llu paths; decided by sight: %llu\n",
                  (unsigned long long)tally.channels, (unsigned long long)tally.other_edge,
                  (unsigned long long)tally.seen);
    assert_true(tally.seen > 0);
    for (int defect = 0; defect < DEFECTS; defect++) {
        print_message("# defect %d: %llu paths differ\n", defect, (unsigned long long)tally.differ[defect]);
        /* Lattice coordinates are too small for floats to err, and no area is below a thousandth. */
        assert_true(defect >= MILLI || tally.differ[defect] > 0);
    }
}

static void survives_failed_allocations(void **state) {
    (void)state;
    Memory maps = system_memory();
    ChannelBench bench;
    ChannelSearch *search;
    PointQuery query = channel_bench_large(&bench, &maps);
    assert_int_equal(channel_search_create(bench.topology, bench.locator, PORTAL_LINE, 0.02, &maps, &search),
                     STATUS_OK);
    Channel channel = channel_in(&maps);
    Counters counters = {0};
    assert_int_equal(channel_search(search, &query, &channel, &counters), STATUS_OK);
    assert_true(channel.found && channel.count > 10);
    StraightRules rules = right;
    rules.edges = EDGES_KEPT;
    uint64_t failed = 0;
    for (uint64_t fail_at = 1;; fail_at++) {
        Memory memory = system_memory();
        memory.fail_at = fail_at;
        PointPath path = point_path_in(&memory);
        FunnelCounts counts;
        Status status = pull(&channel, bench.topology, &rules, &path, &counts);
        point_path_destroy(&path);
        ASSERT_NOTHING_LIVE(&memory);
        if (status == STATUS_OK) break;
        assert_int_equal(status, STATUS_NO_MEMORY);
        failed++;
    }
    assert_true(failed >= 2);
    channel_destroy(&channel);
    channel_search_destroy(search);
    channel_bench_close(&bench);
    ASSERT_NOTHING_LIVE(&maps);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawn_channels),
        cmocka_unit_test(comparisons),
        cmocka_unit_test(exits),
        cmocka_unit_test(in_line),
        cmocka_unit_test(edge_on),
        cmocka_unit_test(nothing_found),
        cmocka_unit_test(right_is_the_funnel),
        cmocka_unit_test(survives_failed_allocations),
    };
    return cmocka_run_group_tests_name("findstraightpath", tests, NULL, NULL);
}
