/* Maps whose coordinates lie on no lattice: tiles that touch, turned, stretched and drawn apart by a few
 * roundings, against brute force. A solver answers rightly or says why it does not take the map. */
#include "tests/support.h"

#include "algos/core/turn.h"
#include "algos/exact/check_points.h"
#include "algos/exact/visibility.h"
#include "harness/any_path.h"
#include "harness/spec.h"
#include "tests/rings.h"

#include <math.h>
#include <string.h>

static const char *const specs[] = {
    "navmesh:mesh=trapezoid,portal=midpoint/line/nearest/centre,funnel=simple/linear",
    "navmesh:mesh=cdt/merged", "polyanya:mesh=trapezoid/cdt/merged", "visgraph:build=expand/sweep"};

typedef struct Tally {
    uint32_t maps, not_apart, not_taken; /* maps asked; refused as trapezoids; that polygons_create refuses */
    uint64_t answers, wrong;
} Tally;

typedef struct Trial {
    Map map;
    PointCheck *check;
    Visibility *visibility;
    PointQuery *queries;
    PointPath *best; /* of each query */
    uint32_t count;
} Trial;

static bool is_wrong(const Trial *trial, const SolverChoice *choice, uint32_t i, const PointPath *path) {
    const PointPath *best = &trial->best[i];
    double walked = 0;
    Error why;
    if (!point_path_valid(trial->check, &trial->queries[i], path, &walked, &why)) return true;
    if ((path->count == 0) != (best->count == 0)) return true;
    double shortest = point_path_length(best), slack = 1e-9 * shortest;
    bool promises = choice->solver->guarantee(&choice->settings) == GUARANTEE_OPTIMAL;
    return walked < shortest - slack || (promises && walked > shortest + slack);
}

static void ask(const Trial *trial, const SolverChoice *choice, Tally *tally, bool *refused) {
    Memory memory = system_memory();
    const Solver *solver = choice->solver;
    void *index, *scratch;
    Error error = {""};
    Status status = solver_prepare(solver, &choice->settings, &trial->map, true, &memory, &index, &error);
    if (status == STATUS_REFUSED) {
        if (strstr(error.text, "mesh=trapezoid keeps no gap") == NULL ||
            strstr(choice->text, "trapezoid") == NULL)
            fail_msg("%s refuses: %s", choice->text, error.text);
        *refused = true;
        return;
    }
    ASSERT_OK(status, &error);
    ASSERT_OK(solver->scratch_create(index, &memory, &scratch), NULL);
    AnyPath path = any_path_in(&memory);
    for (uint32_t i = 0; i < trial->count; i++) {
        AnyQuery query = {.is_planar = true, .points = trial->queries[i]};
        Counters counters = {0};
        ASSERT_OK(solver_ask(solver, index, scratch, &query, &path, &counters), NULL);
        tally->answers++;
        if (!is_wrong(trial, choice, i, &path.points)) continue;
        if (tally->wrong++ < 10)
            print_error("%s, map %u: (%.17g,%.17g) to (%.17g,%.17g)\n", choice->text, tally->maps,
                        query.points.start.x, query.points.start.y, query.points.goal.x, query.points.goal.y);
    }
    any_path_destroy(&path);
    solver->scratch_destroy(scratch);
    solver->index_destroy(index);
    ASSERT_NOTHING_LIVE(&memory);
}

/* Asks every solver; those queries that brute force finds ambiguous are none. */
static void ask_all(Trial *trial, Tally *tally) {
    Memory memory = system_memory();
    Error error;
    bool refused = false;
    ASSERT_OK(point_check_create(&trial->map.polygons, &memory, &trial->check), NULL);
    ASSERT_OK(visibility_create(&trial->map.polygons, &memory, &trial->visibility), NULL);
    trial->best = memory_take_zeroed(&memory, trial->count, sizeof *trial->best);
    for (uint32_t i = 0; i < trial->count; i++) {
        VisibilityAnswer answer;
        bool exact;
        trial->best[i] = point_path_in(&memory);
        ASSERT_OK(visibility_query(trial->visibility, &trial->queries[i], &trial->best[i], &answer, &exact),
                  NULL);
    }
    for (uint32_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        SolverChoice *list;
        uint32_t count;
        ASSERT_OK(solver_expand(specs[i], &memory, &list, &count, &error), &error);
        for (uint32_t k = 0; k < count; k++) ask(trial, &list[k], tally, &refused);
        memory_give(&memory, list);
    }
    for (uint32_t i = 0; i < trial->count; i++) point_path_destroy(&trial->best[i]);
    memory_give(&memory, trial->best);
    visibility_destroy(trial->visibility);
    point_check_destroy(trial->check);
    tally->maps++;
    tally->not_apart += refused;
    ASSERT_NOTHING_LIVE(&memory);
}

/* A corner, a point on an edge as far as doubles go, or any point of the box. */
static Point any_point(const Polygons *polygons, Rng *rng) {
    PolygonEdge edge = polygons->edges[rng_below(rng, polygons->edge_count)];
    Point a = polygons->vertices[edge.from], b = polygons->vertices[edge.to];
    uint32_t kind = rng_below(rng, 4);
    if (kind == 0) return a;
    double share = rng_below(rng, 9) / 8.0, other = rng_below(rng, 1000) / 999.0;
    if (kind == 1) return (Point){a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
    Point low = polygons->low, high = polygons->high;
    share = rng_below(rng, 1000) / 999.0;
    return (Point){low.x + share * (high.x - low.x), low.y + other * (high.y - low.y)};
}

static Point turned(Point point, Point by) {
    return (Point){point.x * by.x - point.y * by.y, point.x * by.y + point.y * by.x};
}

/* Turned by any angle, or by none, or by that of 3-4-5; stretched by a root; every other time each ring but
 * the boundary is drawn together by a few roundings, so that what touched has a gap. */
static void distort(Rings *rings, Rng *rng) {
    uint32_t way = rng_below(rng, 3);
    double factor = sqrt(2 + rng_below(rng, 1000)) / (1 + rng_below(rng, 30));
    Point by = way == 0   ? turn_direction(rng_below(rng, 1 << 20) / (double)(1 << 20))
               : way == 1 ? (Point){1, 0}
                          : (Point){0.6, 0.8};
    by = (Point){by.x * factor, by.y * factor};
    double drawn = rng_below(rng, 2) == 0 ? 0 : ldexp(1 + rng_below(rng, 8), -53 + (int)rng_below(rng, 8));
    for (uint32_t r = 0; r < rings->ring_count; r++) {
        Point centre = {0, 0};
        uint32_t first = rings->first[r], end = rings->first[r + 1];
        for (uint32_t i = first; i < end; i++) {
            rings->points[i] = turned(rings->points[i], by);
            centre.x += rings->points[i].x / (end - first);
            centre.y += rings->points[i].y / (end - first);
        }
        for (uint32_t i = first; r > 0 && i < end; i++) {
            rings->points[i].x -= drawn * (rings->points[i].x - centre.x);
            rings->points[i].y -= drawn * (rings->points[i].y - centre.y);
        }
    }
}

static void turned_tiles(void **state) {
    (void)state;
    enum { QUERIES = 12 };
    Tally tally = {0};
    Rng rng = rng_from(101);
    for (uint32_t i = 0; i < trials(300); i++) {
        Memory memory = system_memory();
        PointQuery queries[QUERIES];
        Trial trial = {.map = {.kind = MAP_POLYGONS}, .queries = queries, .count = QUERIES};
        Rings rings = rings_of_tiles(&memory, 2 + rng_below(&rng, 4), 2 + rng_below(&rng, 4), &rng);
        Error error;
        distort(&rings, &rng);
        /* Tiles that reach over one another by a rounding are no map. */
        bool taken = polygons_create(&rings, "tiles", &memory, &trial.map.polygons, &error) == STATUS_OK;
        rings_destroy(&rings);
        tally.not_taken += !taken;
        if (!taken) continue;
        for (uint32_t k = 0; k < QUERIES; k++)
            queries[k] =
                (PointQuery){any_point(&trial.map.polygons, &rng), any_point(&trial.map.polygons, &rng)};
        ask_all(&trial, &tally);
        map_destroy(&trial.map);
        ASSERT_NOTHING_LIVE(&memory);
    }
    print_message("# %u maps, %u more not taken, %u not apart as trapezoids, %llu answers, %llu wrong\n",
                  tally.maps, tally.not_taken, tally.not_apart, (unsigned long long)tally.answers,
                  (unsigned long long)tally.wrong);
    assert_true(tally.not_apart > 0 && tally.maps > tally.not_apart);
    assert_int_equal(tally.wrong, 0);
}

/* The corner of the obstacle is a rounding below the boundary's upper edge: the path goes around it, and of
 * trapezoids the computed corner above it falls on it, so that the way there seemed shut. */
static void gap_of_a_rounding(void **state) {
    (void)state;
    Memory memory = system_memory();
    Rings rings = rings_from_text(
        &memory, "0 0 4.5941825476429283 6.1255767301905717 4.5941825476429283 8.4226680040120367 "
                 "0 2.2970912738214642; "
                 "0 1.1485456369107321 2.2970912738214642 4.2113340020060184 "
                 "2.2970912738214642 5.35987963891675");
    PointQuery query = {{0, 2.2970912738214642}, {3.1585005015045131, 5.6589800651955873}};
    Trial trial = {.map = {.kind = MAP_POLYGONS}, .queries = &query, .count = 1};
    Tally tally = {0};
    Error error;
    ASSERT_OK(polygons_create(&rings, "witness", &memory, &trial.map.polygons, &error), &error);
    rings_destroy(&rings);
    ask_all(&trial, &tally);
    assert_int_equal(tally.not_apart, 1);
    assert_int_equal(tally.wrong, 0);
    map_destroy(&trial.map);
    ASSERT_NOTHING_LIVE(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(gap_of_a_rounding), cmocka_unit_test(turned_tiles)};
    return cmocka_run_group_tests_name("inexact", tests, NULL, NULL);
}
