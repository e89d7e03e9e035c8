/* Channels and the strings pulled through them: drawn cases with known answers, and random degenerate
 * channels against brute force over the ends of their portals. */
#include "tests/support.h"

#include "algos/mesh/funnel.h"
#include "tests/mesh_support.h"

#include <math.h>

typedef Status Funnel(const Channel *channel, PointPath *path, FunnelCounts *counts);

static bool answers(Funnel *funnel, const Channel *channel, const Point *expected, uint32_t count) {
    PointPath path = point_path_in(channel->memory);
    FunnelCounts counts = {0};
    assert_int_equal(funnel(channel, &path, &counts), STATUS_OK);
    bool same = path.count == count && counts.scanned > channel->count;
    for (uint32_t i = 0; i < count && same; i++) same = point_equal(path.points[i], expected[i]);
    point_path_destroy(&path);
    return same;
}

/* What the published funnel makes of a channel. */
typedef enum Published { SAME, NEEDLESS_POINTS, LONGER } Published;

typedef struct Drawn {
    const char *what;
    Published published;
    Point channel[12];
    uint32_t count;
    Point path[8];
    uint32_t path_count;
} Drawn;

#define POINTS(...) {__VA_ARGS__}, sizeof((const Point[]){__VA_ARGS__}) / sizeof(Point)

static const Drawn drawn[] = {
    {"no portal", SAME, POINTS({0, 0}, {3, 4}), POINTS({0, 0}, {3, 4})},
    {"no portal, start at the goal", SAME, POINTS({1, 1}, {1, 1}), POINTS({1, 1})},
    {"straight through", SAME, POINTS({0, 0}, {1, 1}, {1, -1}, {2, 1}, {2, -1}, {3, 0}),
     POINTS({0, 0}, {3, 0})},
    {"one corner on the left", SAME, POINTS({0, 0}, {1, 0}, {1, -2}, {1, 4}), POINTS({0, 0}, {1, 0}, {1, 4})},
    {"one corner on the right", SAME, POINTS({0, 0}, {1, 2}, {1, 0}, {1, -4}),
     POINTS({0, 0}, {1, 0}, {1, -4})},
    {"the goal at a portal's end", SAME, POINTS({0, 0}, {1, 1}, {1, -1}, {1, 1}), POINTS({0, 0}, {1, 1})},
    {"the goal in line with a corner", NEEDLESS_POINTS, POINTS({0, 0}, {1, 1}, {1, -1}, {2, 2}),
     POINTS({0, 0}, {2, 2})},
    {"the start at a portal's end", NEEDLESS_POINTS, POINTS({0, 0}, {0, 0}, {0, -1}, {1, 1}, {1, 0}, {2, 2}),
     POINTS({0, 0}, {2, 2})},
    {"the start inside a portal", SAME, POINTS({0, 0}, {0, 1}, {0, -1}, {1, 2}, {1, 1}, {2, 2}),
     POINTS({0, 0}, {2, 2})},
    /* The smallest witness of the published defect: a portal in line with the start, and the next one shares
     * its near end. The way is over that end; the published funnel goes to the far one. */
    {"a portal edge on, the near end shared", LONGER, POINTS({0, 0}, {0, 2}, {0, 1}, {1, 2}, {0, 1}, {2, 0}),
     POINTS({0, 0}, {0, 1}, {2, 0})},
    {"a portal edge on, the far end shared", SAME, POINTS({0, 0}, {0, 2}, {0, 1}, {0, 2}, {1, 1}, {2, 1}),
     POINTS({0, 0}, {0, 1}, {2, 1})},
    {"a portal edge on, the near end on the left", NEEDLESS_POINTS,
     POINTS({0, 0}, {0, 1}, {0, 2}, {-1, 1}, {0, 2}, {-2, 1}), POINTS({0, 0}, {0, 1}, {-2, 1})},
    /* Two faces that share two edges in line; the way crosses the farther one. */
    {"back along the line, on the right", LONGER, POINTS({0, 0}, {0, 3}, {0, 2}, {2, 2}, {0, 1}, {4, 1.5}),
     POINTS({0, 0}, {0, 2}, {4, 1.5})},
    {"back along the line, on the left", SAME, POINTS({0, 0}, {0, 2}, {0, 3}, {0, 1}, {-2, 2}, {-4, 1.5}),
     POINTS({0, 0}, {0, 2}, {-4, 1.5})},
    {"back to a goal on the line, right end first", LONGER, POINTS({0, 0}, {0, 3}, {0, 2}, {0, 1}),
     POINTS({0, 0}, {0, 2}, {0, 1})},
    {"back to a goal on the line, left end first", SAME, POINTS({0, 0}, {0, 2}, {0, 3}, {0, 1}),
     POINTS({0, 0}, {0, 2}, {0, 1})},
    {"the same corner twice", NEEDLESS_POINTS, POINTS({0, 0}, {1, 0}, {1, -1}, {1, 0}, {2, 0}, {1, 3}),
     POINTS({0, 0}, {1, 0}, {1, 3})},
    {"corners in line", SAME, POINTS({0, 0}, {1, 0}, {1, -1}, {2, 0}, {2, -1}, {3, 1}),
     POINTS({0, 0}, {2, 0}, {3, 1})},
    {"a portal without width", SAME, POINTS({0, 0}, {1, 1}, {1, 1}, {2, 0}), POINTS({0, 0}, {1, 1}, {2, 0})},
    {"left, then right on one line", NEEDLESS_POINTS, POINTS({0, 0}, {1, 0}, {1, -1}, {2, 1}, {2, 0}, {3, 0}),
     POINTS({0, 0}, {3, 0})},
};

static Published published_makes(const Channel *channel, const Drawn *it) {
    PointPath path = point_path_in(channel->memory);
    FunnelCounts counts = {0};
    double length = 0;
    assert_int_equal(funnel_published(channel, &path, &counts), STATUS_OK);
    for (uint32_t i = 1; i < it->path_count; i++) length += point_distance(it->path[i - 1], it->path[i]);
    bool longer = path.length > length + 1e-9, same = path.count == it->path_count;
    point_path_destroy(&path);
    return longer ? LONGER : same ? SAME : NEEDLESS_POINTS;
}

static void drawn_channels(void **state) {
    (void)state;
    Memory memory = system_memory();
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
        Channel channel;
        channel_from_points(&channel, &memory, drawn[i].channel, drawn[i].count);
        bool simple = answers(funnel_simple, &channel, drawn[i].path, drawn[i].path_count);
        bool linear = answers(funnel_linear, &channel, drawn[i].path, drawn[i].path_count);
        Published published = published_makes(&channel, &drawn[i]);
        if (!simple || !linear || published != drawn[i].published)
            fail_msg("%s: simple %d, linear %d, published %d", drawn[i].what, simple, linear, (int)published);
        channel_destroy(&channel);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

/* The corner pushed off; the length is the walked one. */
static void offsets(void **state) {
    (void)state;
    Point moved = corner_offset((Point){-1, 0}, (Point){0, 0}, (Point){0, 1}, sqrt(2));
    assert_true(fabs(moved.x - 1) < 1e-15 && fabs(moved.y + 1) < 1e-15);
    moved = corner_offset((Point){-1, 0}, (Point){0, 0}, (Point){2, 0}, 1);
    assert_true(point_equal(moved, (Point){0, 0}));
    Memory memory = system_memory();
    PointPath path = point_path_in(&memory);
    const Point points[] = {{-3, 0}, {0, 0}, {0, 3}};
    for (int i = 0; i < 3; i++) assert_int_equal(point_path_add(&path, points[i]), STATUS_OK);
    path_offset(&path, sqrt(2));
    assert_true(fabs(path.length - 2 * sqrt(17)) < 1e-14);
    point_path_destroy(&path);
    ASSERT_NOTHING_LIVE(&memory);
}

/* ---- brute force ---- */

enum { ENDS_MOST = 1000 };
static const double doubt = 1e-9;

/* Whether the segment pq meets the portals first .. end - 1 one after the other. */
static bool crosses(const Channel *channel, Point p, Point q, uint32_t first, uint32_t end) {
    double x = q.x - p.x, y = q.y - p.y, square = x * x + y * y, at = 0;
    for (uint32_t i = first; i < end; i++) {
        Point a = channel->portals[i].left, b = channel->portals[i].right;
        double ex = b.x - a.x, ey = b.y - a.y, across = x * ey - y * ex, low, high;
        if (square == 0) {
            if (fabs(ex * (p.y - a.y) - ey * (p.x - a.x)) > doubt) return false;
            double share = ((p.x - a.x) * ex + (p.y - a.y) * ey) / (ex * ex + ey * ey);
            if (share < -doubt || share > 1 + doubt) return false;
            continue;
        }
        if (fabs(across) > doubt) {
            double share = (x * (p.y - a.y) - y * (p.x - a.x)) / across;
            if (share < -doubt || share > 1 + doubt) return false;
            low = high = (ex * (p.y - a.y) - ey * (p.x - a.x)) / across;
        } else {
            if (fabs(x * (a.y - p.y) - y * (a.x - p.x)) > doubt) return false;
            low = ((a.x - p.x) * x + (a.y - p.y) * y) / square;
            high = ((b.x - p.x) * x + (b.y - p.y) * y) / square;
            if (low > high) {
                double swapped = low;
                low = high;
                high = swapped;
            }
        }
        if (low > at) at = low;
        if (high < at - doubt || at > 1 + doubt) return false;
    }
    return true;
}

/* The shortest way from the start over ends of portals to the goal. */
static double brute_force(const Channel *channel) {
    static Point point[ENDS_MOST];
    static uint32_t portal[ENDS_MOST];
    static double length[ENDS_MOST];
    uint32_t count = 0;
    point[count++] = channel->start;
    for (uint32_t i = 0; i < channel->count; i++) {
        assert_true(count + 3 < ENDS_MOST);
        portal[count] = portal[count + 1] = i;
        if (!channel->portals[i].left_computed) point[count++] = channel->portals[i].left;
        portal[count] = i;
        if (!channel->portals[i].right_computed) point[count++] = channel->portals[i].right;
    }
    portal[count] = channel->count;
    point[count++] = channel->goal;
    length[0] = 0;
    for (uint32_t j = 1; j < count; j++) {
        length[j] = INFINITY;
        for (uint32_t i = 0; i < j; i++) {
            double way = length[i] + point_distance(point[i], point[j]);
            if (way < length[j] &&
                crosses(channel, point[i], point[j], i == 0 ? 0 : portal[i] + 1, portal[j]))
                length[j] = way;
        }
    }
    return length[count - 1];
}

/* ---- random channels ---- */

typedef struct Tally {
    uint32_t found, published_longer, corners;
} Tally;

static void pull(Funnel *funnel, const Channel *channel, PointPath *path) {
    FunnelCounts counts = {0};
    assert_int_equal(funnel(channel, path, &counts), STATUS_OK);
}

/* Points are equal, but for repeated and needless ones in `b`. */
static bool same_corners(const PointPath *a, const PointPath *b) {
    uint64_t at = 0;
    for (uint64_t i = 0; i < b->count; i++) {
        if (at < a->count && point_equal(a->points[at], b->points[i])) {
            at++;
            continue;
        }
        if (at > 0 && point_equal(a->points[at - 1], b->points[i])) continue;
        if (at == 0 || at == a->count) return false;
        if (point_orientation(a->points[at - 1], b->points[i], a->points[at]) != 0) return false;
    }
    return at == a->count;
}

static void compare(void *context, const Channel *channel, const Topology *topology, const PointCheck *check,
                    uint64_t seed) {
    (void)topology;
    Tally *tally = context;
    PointPath simple = point_path_in(channel->memory), linear = simple, published = simple;
    PointQuery query = {channel->start, channel->goal};
    pull(funnel_simple, channel, &simple);
    pull(funnel_linear, channel, &linear);
    pull(funnel_published, channel, &published);
    double best = brute_force(channel), walked, near = 1e-9 * fmax(1, best);
    Error why;
    if (fabs(simple.length - best) > near || fabs(linear.length - best) > near)
        fail_msg("seed %llu, (%g, %g) to (%g, %g): simple %.12g, linear %.12g, brute force %.12g",
                 (unsigned long long)seed, query.start.x, query.start.y, query.goal.x, query.goal.y,
                 simple.length, linear.length, best);
    if (!point_path_valid(check, &query, &simple, &walked, &why))
        fail_msg("seed %llu, simple: %s", (unsigned long long)seed, why.text);
    assert_int_equal(simple.count, linear.count);
    for (uint64_t i = 0; i < simple.count; i++) assert_true(point_equal(simple.points[i], linear.points[i]));
    bool computed = false;
    for (uint32_t i = 0; i < channel->count; i++)
        computed = computed || channel->portals[i].left_computed || channel->portals[i].right_computed;
    tally->found++;
    tally->corners += (uint32_t)simple.count;
    if (published.length > best + near) tally->published_longer++;
    if (!computed && fabs(published.length - best) <= near) assert_true(same_corners(&simple, &published));
    point_path_destroy(&simple);
    point_path_destroy(&linear);
    point_path_destroy(&published);
}

static void agrees_with_brute_force(void **state) {
    (void)state;
    Tally tally = {0};
    channels_on_random_maps(&(ChannelTrials){.maps = trials(2000),
                                             .first = PORTAL_MIDPOINT,
                                             .last = PORTAL_CENTRE,
                                             .queries = 5,
                                             .check = compare,
                                             .context = &tally});
    assert_true(tally.corners > 2 * tally.found);
    /* The defect is met even on the channels that a search finds. */
    assert_true(tally.published_longer > 0);
}

static void survives_failed_allocations(void **state) {
    (void)state;
    Memory maps = system_memory();
    ChannelBench bench;
    PointQuery query = channel_bench_large(&bench, &maps);
    bool done = false;
    for (uint64_t fail_at = 1; !done; fail_at++) {
        Memory memory = system_memory();
        memory.fail_at = fail_at;
        ChannelSearch *search;
        Channel channel = channel_in(&memory);
        PointPath path = point_path_in(&memory);
        FunnelCounts counts = {0};
        Counters counters = {0};
        if (channel_search_create(bench.topology, bench.locator, PORTAL_LINE, 0.02, &memory, &search) ==
            STATUS_OK) {
            done = channel_search(search, &query, &channel, &counters) == STATUS_OK && channel.found &&
                   funnel_simple(&channel, &path, &counts) == STATUS_OK &&
                   funnel_linear(&channel, &path, &counts) == STATUS_OK &&
                   funnel_published(&channel, &path, &counts) == STATUS_OK;
            channel_search_destroy(search);
        }
        channel_destroy(&channel);
        point_path_destroy(&path);
        ASSERT_NOTHING_LIVE(&memory);
    }
    channel_bench_close(&bench);
    ASSERT_NOTHING_LIVE(&maps);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawn_channels),
        cmocka_unit_test(offsets),
        cmocka_unit_test(agrees_with_brute_force),
        cmocka_unit_test(survives_failed_allocations),
    };
    return cmocka_run_group_tests_name("funnel", tests, NULL, NULL);
}
