/* Document D1's way through a maze: the printed maze gives what the published code gave when it was run;
 * paths over the right form of it are valid, and found wherever there is one. */
#include "tests/gen_support.h"
#include "tests/shrink.h"
#include "tests/support.h"

#include "algos/core/rng.h"
#include "algos/exact/check_points.h"
#include "algos/map/components.h"
#include "algos/map/grid_polygons.h"
#include "algos/map/map_outline.h"
#include "algos/mesh/cdt.h"
#include "algos/mesh/delaunay.h"
#include "algos/mesh/navmesh.h"
#include "harness/load.h"
#include "harness/options.h"

#include <stdio.h>
#include <string.h>

static Mesh make_mesh(const Map *map, DelaunayBuild build, CircleTest circle, ClipRule clip, Memory *memory) {
    Mesh mesh;
    Error error;
    DelaunayRules rules = {build, circle, clip};
    DelaunayWork work;
    ASSERT_OK(delaunay_mesh_create(&map->grid, &rules, memory, &mesh, &work, &error), &error);
    return mesh;
}

/* ---- the printed maze ---- */

static Map read_map(const char *name, Memory *memory) {
    MapChoice choice;
    Map map;
    Error error;
    ASSERT_OK(map_choose(name, memory, &choice, &error), &error);
    ASSERT_OK(map_load(&choice, memory, &map, &error), &error);
    return map;
}

typedef struct Published {
    const char *map;
    uint32_t faces;
    double cost; /* sum of the portals' lengths on the way from (1, 1) to (13, 11); 0: there is none */
} Published;

/* What the published program says when it is compiled and run on these mazes. Which of several faces that
 * hold an end it begins in depends on its hash table; here it is the first. The cost may differ by that of a
 * few portals. */
static const Published published[] = {
    {"paper/mazes/d1.map", 609, 0},
    {"paper/mazes/open/x-02-y-02.map", 623, 0},
    {"paper/mazes/open/x-06-y-01.map", 620, 46.955844},
    {"paper/mazes/open/x-06-y-02.map", 623, 45.248737},
    {"paper/mazes/open/x-07-y-04.map", 621, 51.930718},
    {"paper/mazes/open/x-09-y-07.map", 623, 44.395184},
    {"paper/mazes/open/x-09-y-11.map", 620, 48.516504},
    {"paper/mazes/open/x-12-y-11.map", 620, 0},
};

static const char *const as_published =
    "mesh=delaunay,build=published,circle=circumcentre,clip=published,portal=length,funnel=mirrored";

static void gives_what_the_published_code_does(void **state) {
    (void)state;
    const Solver *solver = &solver_navmesh;
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        Memory memory = system_memory();
        Map map = read_map(published[i].map, &memory);
        Settings settings = settings_from(solver->parameters, as_published);
        Error error;
        void *index, *scratch;
        Facts facts = {0};
        const Topology *topology;
        Channel channel;
        Counters counters = {0};
        PointPath path = point_path_in(&memory);
        PointQuery query = {{1.5, 1.5}, {13.5, 11.5}};
        ASSERT_OK(solver->prepare(&map, &settings, &memory, &index, &error), &error);
        solver->describe(index, &facts);
        assert_int_equal(facts.vertices, 5 * map.grid.passable_count);
        assert_int_equal(facts.faces, published[i].faces);
        /* Half of the 18.4 degrees whose tangent is 1/3, below. */
        assert_int_equal(facts.sharpest, 162277);
        /* Each sample is tried against the circles of all triangles before it: two more with each. */
        assert_int_equal(facts.circle_tests, facts.vertices * facts.vertices);
        assert_true(facts.triangles > facts.faces);
        assert_int_equal(navmesh_channel(index, &query, &memory, &topology, &channel), STATUS_OK);
        assert_int_equal(channel.found, published[i].cost > 0);
        print_message("# %s: %u portals, cost %.6f, published %.6f\n", published[i].map, channel.count,
                      channel.length, published[i].cost);
        assert_true(channel.length < published[i].cost + 1e-6 && channel.length > published[i].cost - 1e-6);
        assert_int_equal(solver->scratch_create(index, &memory, &scratch), STATUS_OK);
        assert_int_equal(solver->query_points(index, scratch, &query, &path, &counters), STATUS_OK);
        if (channel.found)
            assert_true(path.count > 50); /* it was 83 and more: the string is not pulled tight */
        else
            assert_true(path.count == 2 && path.length == point_distance(query.start, query.goal));
        channel_destroy(&channel);
        point_path_destroy(&path);
        solver->scratch_destroy(scratch);
        solver->index_destroy(index);
        map_destroy(&map);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

/* Exact circles, all halves and the published centres make the same triangles of the printed maze. */
static void defects_of_circles_do_not_show_there(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map = read_map("paper/mazes/d1.map", &memory);
    Mesh one = make_mesh(&map, DELAUNAY_INSERT, CIRCLE_CIRCUMCENTRE, CLIP_PUBLISHED, &memory);
    Mesh other = make_mesh(&map, DELAUNAY_INSERT, CIRCLE_EXACT, CLIP_PUBLISHED, &memory);
    Mesh halves = make_mesh(&map, DELAUNAY_DIVIDE, CIRCLE_EXACT, CLIP_PUBLISHED, &memory);
    Mesh right = make_mesh(&map, DELAUNAY_INSERT, CIRCLE_EXACT, CLIP_EXACT, &memory);
    assert_int_equal(one.hash, other.hash);
    print_message("# faces: %u published, %u halves, %u off walls\n", one.face_count, halves.face_count,
                  right.face_count);
    assert_true(right.face_count < one.face_count);
    mesh_destroy(&one);
    mesh_destroy(&other);
    mesh_destroy(&halves);
    mesh_destroy(&right);
    map_destroy(&map);
    ASSERT_NOTHING_LIVE(&memory);
}

/* How sharp the sharpest angle of any face is: its tangent. */
static double sharpest(const Mesh *mesh) {
    double least = 1e9;
    for (uint32_t i = 0; i < mesh->corner_count; i++) {
        uint32_t face = i / 3 * 3;
        Point at = mesh->vertices[mesh->corner[i]], a = mesh->vertices[mesh->corner[face + (i + 1) % 3]],
              b = mesh->vertices[mesh->corner[face + (i + 2) % 3]];
        double across = (a.x - at.x) * (b.y - at.y) - (a.y - at.y) * (b.x - at.x);
        double along = (a.x - at.x) * (b.x - at.x) + (a.y - at.y) * (b.y - at.y);
        if (along > 0 && across / along < least) least = across / along;
    }
    return least;
}

/* Are there no long thin triangles, as the document says? Not of its samples: none is sharper than 18.4
 * degrees (a tangent of 1/3), and those off all walls are halves of squares. But that is the samples' doing.
 * Of the corners of the same walls Delaunay's triangles are as thin as any, 2.9 degrees (1/20) and less. */
static void thin_triangles_are_those_of_walls(void **state) {
    (void)state;
    Memory memory = system_memory();
    double published_least = 1e9, walls_least = 1e9;
    for (uint32_t seed = 0; seed <= 100; seed++) {
        char text[60];
        snprintf(text, sizeof text, "width=15,height=13,loops=20,seed=%u", seed);
        Map map = seed == 0 ? read_map("paper/mazes/d1.map", &memory) : make_map("maze", text, &memory);
        Mesh as_printed = make_mesh(&map, DELAUNAY_INSERT, CIRCLE_CIRCUMCENTRE, CLIP_PUBLISHED, &memory);
        Mesh off_walls = make_mesh(&map, DELAUNAY_DIVIDE, CIRCLE_EXACT, CLIP_EXACT, &memory);
        Polygons outline;
        Mesh of_walls;
        Error error;
        ASSERT_OK(grid_polygons_create(&map.grid, &memory, &outline, &error), &error);
        assert_int_equal(cdt_create(&outline, &memory, &of_walls), STATUS_OK);
        double published_here = sharpest(&as_printed), walls_here = sharpest(&of_walls);
        assert_true(sharpest(&off_walls) == 1);
        if (seed == 0) assert_true(3 * published_here == 1 && 8 * walls_here == 1);
        if (published_here < published_least) published_least = published_here;
        if (walls_here < walls_least) walls_least = walls_here;
        mesh_destroy(&as_printed);
        mesh_destroy(&off_walls);
        mesh_destroy(&of_walls);
        polygons_destroy(&outline);
        map_destroy(&map);
        ASSERT_NOTHING_LIVE(&memory);
    }
    assert_true(3 * published_least == 1);
    assert_true(walls_least < 0.05);
}

/* ---- paths ---- */

static const char *const right_forms[] = {
    "mesh=delaunay", "mesh=delaunay,build=published,portal=line,funnel=linear", "mesh=delaunay,portal=length",
    "mesh=delaunay,portal=nearest,funnel=linear", "mesh=delaunay,portal=centre,funnel=none"};

typedef struct Suspect {
    const char *settings;
    Memory *memory;
    Error why;
} Suspect;

static bool goes_wrong(void *context, const Map *map, const Query *query) {
    Suspect *suspect = context;
    Memory *memory = suspect->memory;
    const Solver *solver = &solver_navmesh;
    Settings settings = settings_from(solver->parameters, suspect->settings);
    Polygons made;
    const Polygons *outline;
    PointCheck *check;
    Components components;
    void *index, *scratch;
    Counters counters = {0};
    double walked;
    PointPath path = point_path_in(memory);
    PointQuery ends = {{query->start.x + 0.5, query->start.y + 0.5},
                       {query->goal.x + 0.5, query->goal.y + 0.5}};
    ASSERT_OK(map_outline(map, memory, &made, &outline, &suspect->why), &suspect->why);
    assert_int_equal(point_check_create(outline, memory, &check), STATUS_OK);
    assert_int_equal(components_create(&map->grid, memory, &components), STATUS_OK);
    ASSERT_OK(solver->prepare(map, &settings, memory, &index, &suspect->why), &suspect->why);
    assert_int_equal(solver->scratch_create(index, memory, &scratch), STATUS_OK);
    assert_int_equal(solver->query_points(index, scratch, &ends, &path, &counters), STATUS_OK);
    bool joined = components.label[grid_place(&map->grid, query->start)] ==
                  components.label[grid_place(&map->grid, query->goal)];
    bool wrong = !point_path_valid(check, &ends, &path, &walked, &suspect->why);
    if (!wrong && joined != (path.count > 0)) {
        wrong = true;
        (void)error_say(&suspect->why, STATUS_BAD_INPUT,
                        joined ? "finds no way" : "finds one where there is none", NULL);
    }
    point_path_destroy(&path);
    solver->scratch_destroy(scratch);
    solver->index_destroy(index);
    components_destroy(&components);
    point_check_destroy(check);
    polygons_destroy(&made);
    return wrong;
}

static void right_paths_are_valid_and_found(void **state) {
    (void)state;
    Memory memory = system_memory();
    Rng rng = rng_from(21);
    for (uint32_t seed = 0; seed < trials(400); seed++) {
        Map map;
        grid_random(&memory, rng_between(&rng, 1, 12), rng_between(&rng, 1, 12), rng_below(&rng, 70), 1, seed,
                    &map);
        for (uint32_t i = 0; i < 6 && map.grid.passable_count > 0; i++) {
            Cell ends[2];
            for (int k = 0; k < 2; k++) do
                    ends[k] = (Cell){(int32_t)rng_below(&rng, (uint32_t)map.grid.width),
                                     (int32_t)rng_below(&rng, (uint32_t)map.grid.height)};
                while (grid_cost(&map.grid, ends[k]) == 0);
            Query query = {ends[0], ends[1]};
            Suspect suspect = {.settings = right_forms[(seed + i) % 5], .memory = &memory};
            if (!goes_wrong(&suspect, &map, &query)) continue;
            Shrunk small = shrink(&memory, &map, &query, goes_wrong, &suspect);
            shrunk_print(&small);
            fail_msg("%s: %s", suspect.settings, suspect.why.text);
        }
        map_destroy(&map);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

/* ---- refusals ---- */

static void refuses_what_it_does_not_take(void **state) {
    (void)state;
    static const char *const cases[][3] = {
        {"mesh=delaunay,circle=circumcentre", "grid", "build=published"},
        {"mesh=cdt,build=published", "grid", "mesh=delaunay"},
        {"mesh=delaunay", "polygons", "grid maps only"},
        {"mesh=delaunay", "weighted", "terrain costs"},
        {"mesh=delaunay", "blocked", "no triangle"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Memory memory = system_memory();
        Map map;
        Error error = {""};
        void *index;
        if (strcmp(cases[i][1], "polygons") == 0)
            map = make_map("convex", "", &memory);
        else
            grid_from_text(&memory,
                           strcmp(cases[i][1], "weighted") == 0  ? "12"
                           : strcmp(cases[i][1], "blocked") == 0 ? "@@"
                                                                 : "..",
                           &map);
        Settings settings = settings_from(solver_navmesh.parameters, cases[i][0]);
        assert_int_equal(solver_navmesh.prepare(&map, &settings, &memory, &index, &error), STATUS_REFUSED);
        if (strstr(error.text, cases[i][2]) == NULL) fail_msg("case %zu: %s", i, error.text);
        map_destroy(&map);
        ASSERT_NOTHING_LIVE(&memory);
    }
    Error error = {""};
    Settings settings = settings_from(solver_navmesh.parameters, "mesh=cdt,clip=published");
    assert_int_equal(settings_check(solver_navmesh.parameters, "navmesh", &settings, &error),
                     STATUS_BAD_INPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_what_the_published_code_does),
        cmocka_unit_test(defects_of_circles_do_not_show_there),
        cmocka_unit_test(thin_triangles_are_those_of_walls),
        cmocka_unit_test(right_paths_are_valid_and_found),
        cmocka_unit_test(refuses_what_it_does_not_take),
    };
    return cmocka_run_group_tests_name("delaunay_maze", tests, NULL, NULL);
}
