/* Shortest paths on random maps with links: every solver that knows them against brute force, and that
 * against walks between the ends of links that it finds without them. */
#include "tests/linked_support.h"
#include "tests/mesh_support.h"
#include "tests/support.h"
#include "tests/triangle_maps.h"

#include "algos/core/euclid.h"
#include "algos/exact/free_space.h"
#include "algos/exact/settle_links.h"
#include "algos/exact/visibility.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LINKS_MOST = 140 };

/* Everything that a failure needs. */
typedef struct Linked {
    Link links[LINKS_MOST];
    uint32_t count;
    PointQuery query;
    const SolverChoice *choice; /* the suspect; NULL: the oracle */
    bool as_mesh;               /* the map is its triangles, joined at random */
    char why[700];
} Linked;

typedef struct Tally {
    uint64_t found, none, taken, chains, by_links_only, shorter, useless, many_cheap;
} Tally;
static Tally tally;

static Status settle(const Linked *linked, const Polygons *polygons, Memory *memory, Links *links) {
    LinkRows rows = link_rows_in(memory);
    for (uint32_t i = 0; i < linked->count; i++)
        assert_int_equal(link_rows_add(&rows, linked->links[i], i + 1), STATUS_OK);
    Error error;
    Status status = links_settle(&rows, polygons, "links", memory, links, &error);
    link_rows_destroy(&rows);
    return status;
}

/* ---- the oracle: walks between all ends, each by the oracle without links, then Floyd's algorithm ---- */

static double walk_length(const Visibility *walks, Point from, Point to, PointPath *path) {
    VisibilityAnswer answer;
    bool exact;
    assert_int_equal(visibility_query(walks, &(PointQuery){from, to}, path, &answer, &exact), STATUS_OK);
    return answer == VISIBILITY_FOUND ? path->length : (double)INFINITY;
}

/* The shortest of all ways over the links, rounded. */
static double length_by_walks(const Linked *linked, const Polygons *polygons, Memory *memory) {
    enum { PLACES = 2 * LINKS_MOST + 2 };
    static double length[PLACES][PLACES];
    Point places[PLACES];
    uint32_t count = 2 * linked->count + 2;
    Visibility *walks;
    PointPath path = point_path_in(memory);
    assert_int_equal(visibility_create(polygons, memory, &walks), STATUS_OK);
    places[0] = linked->query.start;
    places[1] = linked->query.goal;
    for (uint32_t k = 0; k < linked->count; k++) {
        places[2 + 2 * k] = linked->links[k].from;
        places[3 + 2 * k] = linked->links[k].to;
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < count; j++) length[i][j] = walk_length(walks, places[i], places[j], &path);
    for (uint32_t k = 0; k < linked->count; k++) {
        double *over = &length[2 + 2 * k][3 + 2 * k];
        *over = fmin(*over, linked->links[k].cost);
    }
    for (uint32_t by = 0; by < count; by++)
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t j = 0; j < count; j++)
                length[i][j] = fmin(length[i][j], length[i][by] + length[by][j]);
    point_path_destroy(&path);
    visibility_destroy(walks);
    return length[0][1];
}

static void count_links(const Links *links, const PointPath *path, double walk) {
    uint32_t taken = 0;
    bool chained = false;
    for (uint64_t i = 1; i < path->count; i++) {
        bool is_link = links_find(links, path->points[i - 1], path->points[i]) != NULL;
        chained = chained ||
                  (is_link && i > 1 && links_find(links, path->points[i - 2], path->points[i - 1]) != NULL);
        taken += is_link;
    }
    tally.found += path->count > 0;
    tally.none += path->count == 0;
    tally.taken += taken > 0;
    tally.chains += chained;
    tally.by_links_only += taken > 0 && isinf(walk);
    tally.shorter += taken > 0 && !isinf(walk) && path->length < walk * (1 - 1e-9);
}

/* ---- a solver ---- */

static bool wrong(Linked *linked, const char *what, double ours, double best) {
    snprintf(linked->why, sizeof linked->why, "%s: %s: %.17g, brute force %.17g",
             linked->choice == NULL ? "oracle" : linked->choice->text, what, ours, best);
    return true;
}

static bool solver_fails(Linked *linked, const Map *map, const PointCheck *check, const PointPath *best) {
    PointPath path = point_path_in(best->memory);
    double walked;
    Error why = {""};
    bool exact, fails = false;
    linked_ask(linked->choice, map, &linked->query, &path);
    int order =
        euclid_compare_linked(&map->links, path.points, path.count, best->points, best->count, &exact);
    bool optimal = linked_is_optimal(linked->choice);
    if ((path.count > 0) != (best->count > 0) || order < 0 || (optimal && order != 0))
        fails = wrong(linked, "length", path.length, best->length);
    else if (!point_path_valid(check, &linked->query, &path, &walked, &why))
        fails = wrong(linked, why.text, path.length, best->length);
    point_path_destroy(&path);
    return fails;
}

/* ---- one map with one query ---- */

static bool oracle_fails(Linked *linked, const Map *map, const PointCheck *check, const PointPath *best,
                         VisibilityAnswer answer, Memory *memory) {
    double walked, expected = length_by_walks(linked, &map->polygons, memory);
    Error why = {""};
    if (answer == VISIBILITY_AMBIGUOUS) return false;
    if ((best->count > 0) != !isinf(expected) ||
        (best->count > 0 && fabs(best->length - expected) > 1e-9 * fmax(1, expected)))
        return wrong(linked, "by walks", expected, best->length);
    if (!point_path_valid(check, &linked->query, best, &walked, &why))
        return wrong(linked, why.text, walked, best->length);
    return false;
}

static bool fails(void *context, const TriangleMap *triangles) {
    Linked *linked = context;
    Memory memory = system_memory();
    Map map = {.kind = MAP_POLYGONS};
    triangle_map_polygons(triangles, &memory, &map.polygons);
    bool failed = false;
    if (settle(linked, &map.polygons, &memory, &map.links) == STATUS_OK) {
        Visibility *visibility;
        PointCheck *check;
        PointPath best = point_path_in(&memory);
        VisibilityAnswer answer;
        bool exact;
        assert_int_equal(visibility_create_linked(&map.polygons, &map.links, &memory, &visibility),
                         STATUS_OK);
        assert_int_equal(point_check_create(&map.polygons, &memory, &check), STATUS_OK);
        point_check_use_links(check, &map.links);
        assert_int_equal(visibility_query(visibility, &linked->query, &best, &answer, &exact), STATUS_OK);
        Map mesh_map = {.kind = MAP_MESH, .links = map.links};
        if (linked->as_mesh) {
            Rng rng = rng_from(linked->count);
            mesh_from_triangles(triangles, &memory, &rng, 100, &mesh_map.mesh);
        }
        failed = !exact || (linked->choice == NULL
                                ? oracle_fails(linked, &map, check, &best, answer, &memory)
                                : solver_fails(linked, linked->as_mesh ? &mesh_map : &map, check, &best));
        if (linked->as_mesh) mesh_destroy(&mesh_map.mesh);
        point_path_destroy(&best);
        point_check_destroy(check);
        visibility_destroy(visibility);
    }
    map_destroy(&map);
    ASSERT_NOTHING_LIVE(&memory);
    return failed;
}

/* Without links for as long as it fails, then on a smaller map, and once more. */
static void shrink_and_print(Linked *linked, TriangleMap *triangles) {
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = linked->count; i-- > 0;) {
            Linked fewer = *linked;
            memmove(&fewer.links[i], &fewer.links[i + 1], (linked->count - i - 1) * sizeof *fewer.links);
            fewer.count--;
            if (fails(&fewer, triangles)) *linked = fewer;
        }
        if (round == 0) triangle_map_shrink(triangles, fails, linked);
    }
    for (uint32_t i = 0; i < linked->count; i++) {
        const Link *link = &linked->links[i];
        print_error("link %.17g %.17g %.17g %.17g %.17g\n", link->from.x, link->from.y, link->to.x,
                    link->to.y, link->cost);
    }
    print_error("from %.17g,%.17g to %.17g,%.17g\n", linked->query.start.x, linked->query.start.y,
                linked->query.goal.x, linked->query.goal.y);
}

/* ---- random ones ---- */

/* Cheap, dear, of no cost, about or exactly its span, or a whole number. */
static double random_cost(Point from, Point to, Rng *rng) {
    double across = fabs(to.x - from.x), up = fabs(to.y - from.y);
    switch (rng_below(rng, 6)) {
    case 0:
        return 0;
    case 1:
        return (double)rng_below(rng, 16);
    case 2:
        return across + up; /* what walking along the axes costs: ties are made of it */
    case 3:
        return fmax(across, up);
    case 4:
        return floor((across + up) / 4);
    default:
        return 2 * (across + up) + rng_below(rng, 3);
    }
}

static bool is_sound_end(const Polygons *polygons, Point point) {
    Memory memory = system_memory();
    FreeSpace *space;
    assert_int_equal(free_space_create(polygons, false, &memory, &space), STATUS_OK);
    Standing standing = free_space_standing(space, point);
    free_space_destroy(space);
    return standing.place != PLACE_BLOCKED && (standing.place != PLACE_VERTEX || standing.fans == 1);
}

/* From a new point or the end of the link before; some come back the same way. */
static void random_links(const TriangleMap *map, const Polygons *polygons, uint32_t count, Rng *rng,
                         Linked *linked) {
    linked->count = 0;
    for (uint32_t tries = 0; tries < 4 * count && linked->count < count; tries++) {
        const Link *last = linked->count == 0 ? NULL : &linked->links[linked->count - 1];
        uint32_t kind = last == NULL ? 9 : rng_below(rng, 10);
        Point from = kind < 3 ? last->to : triangle_map_point(map, rng);
        Point to = kind == 0 ? last->from : triangle_map_point(map, rng);
        if (kind == 3) to = from;
        if (!is_sound_end(polygons, from) || !is_sound_end(polygons, to)) continue;
        linked->links[linked->count++] = (Link){from, to, random_cost(from, to, rng)};
    }
}

/* A wall of blocked cells makes two floors of the map. */
static void random_floors(TriangleMap *map, Rng *rng) {
    uint32_t x = rng_below(rng, map->width);
    for (uint32_t y = 0; y < map->height; y++) map->blocked[y][x][0] = map->blocked[y][x][1] = true;
}

static Point random_end(const TriangleMap *map, const Linked *linked, Rng *rng) {
    if (linked->count == 0 || rng_below(rng, 6) > 0) return triangle_map_point(map, rng);
    const Link *link = &linked->links[rng_below(rng, linked->count)];
    return rng_below(rng, 2) == 0 ? link->from : link->to;
}

/* What the optimum of the query is made of. */
static void tell_optimum(const Linked *linked, const Polygons *polygons, Memory *memory) {
    Links links;
    Visibility *linked_ways, *walks;
    PointPath path = point_path_in(memory);
    VisibilityAnswer answer;
    bool exact;
    assert_int_equal(settle(linked, polygons, memory, &links), STATUS_OK);
    assert_int_equal(visibility_create(polygons, memory, &walks), STATUS_OK);
    assert_int_equal(visibility_create_linked(polygons, &links, memory, &linked_ways), STATUS_OK);
    double walk = walk_length(walks, linked->query.start, linked->query.goal, &path);
    assert_int_equal(visibility_query(linked_ways, &linked->query, &path, &answer, &exact), STATUS_OK);
    count_links(&links, &path, walk);
    tally.useless += links.useless;
    uint32_t cheap = 0;
    for (uint32_t i = 0; i < links.count; i++)
        cheap += links.links[i].cost < point_distance(links.links[i].from, links.links[i].to);
    tally.many_cheap += cheap > 64; /* where searches bound by a ratio (sites.h) */
    visibility_destroy(walks);
    visibility_destroy(linked_ways);
    links_destroy(&links);
    point_path_destroy(&path);
}

static void try_map(uint32_t trial, const SolverChoice *choices, uint32_t choice_count) {
    Linked linked = {.count = 0};
    Memory memory = system_memory();
    Rng rng = rng_from(trial);
    TriangleMap map;
    Polygons polygons;
    bool many = trial % 60 == 59;
    triangle_map_random(&rng, many ? 6 : 2 + trial % 7, (Layout)(trial / 3 % LAYOUT_COUNT),
                        rng_below(&rng, 3) == 0, rng_below(&rng, 50), &map);
    if (many || rng_below(&rng, 3) == 0) random_floors(&map, &rng);
    triangle_map_polygons(&map, &memory, &polygons);
    random_links(&map, &polygons, many ? LINKS_MOST : rng_below(&rng, 8), &rng, &linked);
    linked.query = (PointQuery){random_end(&map, &linked, &rng), random_end(&map, &linked, &rng)};
    bool any = polygons.edge_count > 0;
    if (any) tell_optimum(&linked, &polygons, &memory);
    /* A mesh map is searched as it is: once by each kind of solver. With many links brute force takes its
     * time: there, too, one of each kind is tried, and the oracle on every fourth of the others. */
    uint32_t last = many ? choice_count : 2 * choice_count;
    for (uint32_t who = many || trial % 4 != 0 ? 1 : 0; any && who <= last; who++) {
        linked.as_mesh = who > choice_count;
        linked.choice = who == 0 ? NULL : &choices[(who - 1) % choice_count];
        bool is_preset = linked.choice == NULL || linked.choice->settings.value[0] == 0;
        if (((linked.as_mesh || many) && !is_preset) || !fails(&linked, &map)) continue;
        char why[sizeof linked.why];
        memcpy(why, linked.why, sizeof why);
        shrink_and_print(&linked, &map);
        fail_msg("trial %u: %s; smaller: %s", trial, why, linked.why);
    }
    polygons_destroy(&polygons);
    ASSERT_NOTHING_LIVE(&memory);
}

static void agree_with_brute_force(void **state) {
    (void)state;
    SolverChoice choices[LINKED_CHOICES_MOST];
    Memory memory = system_memory();
    uint32_t count = linked_choices(&memory, choices), maps = trials(2000);
    tally = (Tally){0};
    for (uint32_t trial = 0; trial < maps; trial++) try_map(trial, choices, count);
    ASSERT_NOTHING_LIVE(&memory);
    if (maps < 1000) return; /* too few to say that all kinds came up */
    assert_true(tally.found > maps / 3 && tally.none > maps / 6 && tally.taken > maps / 12);
    assert_true(tally.chains > maps / 120 && tally.by_links_only > maps / 40 && tally.shorter > maps / 16);
    assert_true(tally.useless > maps && tally.many_cheap > maps / 300);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agree_with_brute_force),
    };
    return cmocka_run_group_tests_name("linked_random", tests, NULL, NULL);
}
