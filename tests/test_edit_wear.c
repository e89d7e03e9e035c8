/* Obstacles of maps that go and come back, and memory that ends: the mesh is always that of a rebuild. */
#include "tests/support.h"

#include "harness/spec.h"
#include "tests/edit_support.h"
#include "tests/failing.h"
#include "tests/gen_support.h"
#include "tests/polygons_support.h"
#include "tests/rings.h"

#include <math.h>

/* ---- obstacles that go and come back ---- */

/* Some obstacle goes, comes back at once or later: after each the mesh is that of a rebuild. */
static void wear(const Polygons *map, EditKind kind, uint32_t steps, uint64_t seed) {
    enum { AWAY_MOST = 8 };
    Memory memory = system_memory();
    Kept kept;
    Rng rng = rng_from(seed);
    Point *away[AWAY_MOST];
    uint32_t corners[AWAY_MOST], count = 0;
    kept_open_map(map, kind, &kept);
    for (uint32_t i = 0; i < steps; i++) {
        if (kept.count > 0 && count < AWAY_MOST && rng_below(&rng, 2) == 0) {
            uint32_t pick = rng_below(&rng, kept.count), before = kept.count;
            corners[count] = kept.corners[pick];
            away[count] = points_copy(&memory, kept.points[pick], corners[count]);
            assert_true(kept_remove(&kept, pick));
            if (kept.count < before)
                count++;
            else
                memory_give(&memory, away[count]);
        } else if (count > 0) {
            uint32_t back = rng_below(&rng, count--);
            assert_true(kept_add(&kept, away[back], corners[back]));
            memory_give(&memory, away[back]);
            away[back] = away[count];
            corners[back] = corners[count];
        }
        assert_true(equals_rebuilt(&kept, &rng));
    }
    while (count > 0) memory_give(&memory, away[--count]);
    kept_close(&kept);
    ASSERT_NOTHING_LIVE(&memory);
}

static void wear_rings(Rings *rings, uint32_t trial, Rng *rng) {
    Memory memory = system_memory();
    Polygons map;
    Error error;
    (void)rng;
    ASSERT_OK(polygons_create(rings, "map", &memory, &map, &error), &error);
    wear(&map, (EditKind)(trial % 3), 12, trial);
    polygons_destroy(&map);
    ASSERT_NOTHING_LIVE(&memory);
}

static void touching_and_scattered_maps(void **state) {
    (void)state;
    check_touching_rings(trials(60), wear_rings);
    check_scattered_rings(trials(30), wear_rings);
}

static void generated_maps(void **state) {
    (void)state;
    static const char *const specs[][2] = {
        {"hard", "kind=equal-x,count=40"},
        {"hard", "kind=collinear,count=30"},
        {"hard", "kind=touching,count=30"},
        {"hard", "kind=needles,count=40"},
        {"hard", "kind=combs,count=12"},
        {"hard", "kind=spiral,count=4"},
        {"rects", "width=1600,height=1600,n_min=30,n_max=30"},
        {"convex", "width=1600,height=1600,n_min=30,n_max=30"},
    };
    for (uint32_t i = 0; i < sizeof specs / sizeof *specs; i++)
        for (int kind = 0; kind < 3; kind++) {
            Memory memory = system_memory();
            Map map = make_map(specs[i][0], specs[i][1], &memory);
            wear(&map.polygons, (EditKind)kind, trials(15), i);
            map_destroy(&map);
            ASSERT_NOTHING_LIVE(&memory);
        }
}

/* What an obstacle touches is the same on a map of thirty times as many. */
static void work_is_local(void **state) {
    (void)state;
    static const char *const sizes[] = {"n=100", "n=3000"};
    for (int kind = 0; kind < 3; kind++) {
        EditCounts counts[2] = {{0}, {0}};
        for (int i = 0; i < 2; i++) {
            Memory memory = system_memory();
            Map map = make_map("convex", sizes[i], &memory);
            EditMesh *mesh;
            Error error;
            ASSERT_OK(edit_mesh_create(&map.polygons, (EditKind)kind, &memory, &mesh, &error), &error);
            uint64_t hash = edit_mesh_hash(mesh);
            ASSERT_OK(edit_mesh_exercise(mesh, 200, &counts[i], &error), &error);
            assert_true(edit_mesh_hash(mesh) == hash);
            edit_mesh_destroy(mesh);
            map_destroy(&map);
            ASSERT_NOTHING_LIVE(&memory);
        }
        uint64_t small = counts[0].faces_gone + counts[0].flips,
                 large = counts[1].faces_gone + counts[1].flips;
        assert_true(counts[0].faces_gone > 400 * 4 && large < small * 3 / 2 && small < large * 3 / 2);
    }
}

/* ---- what does not go well ---- */

/* What is refused, and that nothing is changed by it. */
static void refused(Kept *kept, const Point *points, uint32_t count, Status wanted, Rng *rng) {
    Error error = {""};
    EditCounts counts = {0};
    uint32_t number;
    assert_int_equal(edit_mesh_add(kept->mesh, points, count, &number, &counts, &error), wanted);
    assert_true(error.text[0] != '\0');
    assert_int_equal(counts.faces_made + counts.faces_gone, 0);
    assert_true(equals_rebuilt(kept, rng));
}

static void refusals(void **state) {
    (void)state;
    static const struct {
        Point points[5];
        uint32_t count;
        Status status;
    } rows[] = {
        {{{3, 3}, {4, 4}}, 2, STATUS_BAD_INPUT},
        {{{3, 3}, {4, 4}, {5, 5}}, 3, STATUS_BAD_INPUT},
        {{{1, 1}, {3, 3}, {3, 1}, {1, 3}}, 4, STATUS_BAD_INPUT},
        {{{1, 1}, {1, 1}, {1, 1}, {1, 1}}, 4, STATUS_BAD_INPUT},
        {{{1, 1}, {3, 1}, {3, 1e-7}}, 3, STATUS_REFUSED},
        {{{1, 1}, {3, 1}, {3, -1}}, 3, STATUS_BAD_INPUT},
        {{{1, 1}, {3, 1}, {1e300, 2}}, 3, STATUS_BAD_INPUT},
        {{{12, 1}, {14, 1}, {13, 1}, {13, 3}}, 4, STATUS_BAD_INPUT},
        {{{5, 5}, {9, 5}, {9, 9}, {5, 9}}, 4, STATUS_BAD_INPUT}, /* in the blocked ring, over the island */
        {{{4, 4}, {6, 4}, {6, 6}, {4, 6}}, 4, STATUS_BAD_INPUT}, /* in the blocked ring */
        {{{4, 4}, {10, 4}, {10, 10}, {4, 10}}, 4, STATUS_BAD_INPUT}, /* what is there already */
        {{{0, 0}, {20, 0}, {20, 20}, {0, 20}}, 4, STATUS_BAD_INPUT}, /* all of it */
        {{{12, 12}, {16, 12}, {14, 12}, {14, 15}, {12, 15}}, 5, STATUS_BAD_INPUT},
        {{{12, 12}, {16, 12}, {16, 16}, {14, 12}, {12, 16}}, 5, STATUS_REFUSED}, /* touches itself */
    };
    const Point not_a_number[] = {{1, 1}, {3, 1}, {(double)NAN, 3}};
    Rng rng = rng_from(5);
    for (int kind = 0; kind < 3; kind++) {
        Memory memory = system_memory();
        Rings rings = rings_from("+0,0 20,0 20,20 0,20 |+6,6 8,6 8,8 6,8 | 4,4 10,4 10,10 4,10", &memory);
        static const Point island[] = {{6, 6}, {8, 6}, {8, 8}, {6, 8}}, triangle[] = {{6, 6}, {8, 6}, {7, 7}};
        Kept kept;
        Error error;
        kept_open(&rings, (EditKind)kind, &kept);
        for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++)
            refused(&kept, rows[i].points, rows[i].count, rows[i].status, &rng);
        refused(&kept, not_a_number, 3, STATUS_BAD_INPUT, &rng);
        /* The obstacle holds free space; within that one may come, fill it, and go. */
        for (int i = 0; i < 2; i++) {
            for (uint32_t number = 0; number < 5; number++)
                assert_int_equal(edit_mesh_remove(kept.mesh, number, &kept.counts, &error), STATUS_REFUSED);
            assert_true(equals_rebuilt(&kept, &rng));
            assert_true(kept_add(&kept, i == 0 ? island : triangle, i == 0 ? 4 : 3));
            assert_int_equal(kept.count, 2);
            assert_true(equals_rebuilt(&kept, &rng));
            assert_true(kept_remove(&kept, 1));
            assert_true(equals_rebuilt(&kept, &rng));
        }
        kept_close(&kept);
        rings_destroy(&rings);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

/* One room: what fills it may not come. */
static void filled_maps(void **state) {
    (void)state;
    static const Point half[] = {{0, 0}, {4, 0}, {4, 4}}, rest[] = {{0, 0}, {4, 4}, {0, 4}};
    Rng rng = rng_from(6);
    for (int kind = 0; kind < 3; kind++) {
        Memory memory = system_memory();
        Rings rings = rings_from_text(&memory, "0 0 4 0 4 4 0 4");
        Kept kept;
        kept_open(&rings, (EditKind)kind, &kept);
        assert_true(kept_add(&kept, half, 3));
        refused(&kept, rest, 3, STATUS_BAD_INPUT, &rng);
        assert_true(kept_remove(&kept, 0));
        assert_true(kept_add(&kept, rest, 3));
        refused(&kept, half, 3, STATUS_BAD_INPUT, &rng);
        kept_close(&kept);
        for (uint32_t i = 0; i < rings.point_count; i++) rings.points[i].x /= 3;
        Polygons map;
        EditMesh *mesh;
        Error error;
        ASSERT_OK(polygons_create(&rings, "map", &memory, &map, &error), &error);
        assert_int_equal(edit_mesh_create(&map, (EditKind)kind, &memory, &mesh, &error), STATUS_REFUSED);
        polygons_destroy(&map);
        rings_destroy(&rings);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

/* Each allocation fails in turn: the mesh is as it was, until all goes well. */
static void survives_failures(Kept *kept, const Point *points, uint32_t count, uint32_t pick, Rng *rng) {
    Error error;
    uint32_t number;
    Status status = STATUS_NO_MEMORY;
    for (uint64_t nth = 1; status != STATUS_OK; nth++) {
        uint64_t hash = edit_mesh_hash(kept->mesh);
        EditCounts counts = {0};
        kept->memory.fail_at = kept->memory.allocations + nth;
        status = count > 0 ? edit_mesh_add(kept->mesh, points, count, &number, &counts, &error)
                           : edit_mesh_remove(kept->mesh, kept->number[pick], &counts, &error);
        kept->memory.fail_at = 0;
        if (status == STATUS_OK) break;
        assert_int_equal(status, STATUS_NO_MEMORY);
        assert_true(edit_mesh_hash(kept->mesh) == hash);
        assert_int_equal(counts.faces_made, 0);
        assert_true(equals_rebuilt(kept, rng));
    }
    if (count > 0) {
        kept_note(kept, number, points, count);
    } else {
        kept_forget(kept, pick);
    }
    assert_true(equals_rebuilt(kept, rng));
}

static void failing_memory(void **state) {
    (void)state;
    static const Point one[] = {{5, 3}, {8, 3}, {8, 8}, {5, 8}}, other[] = {{0, 0}, {2, 0}, {2, 3}, {0, 2}};
    Rng rng = rng_from(3);
    for (int kind = 0; kind < 3; kind++) {
        Memory memory = system_memory();
        Rings rings = rings_from_text(&memory, "0 0 10 0 10 10 0 10; 2 2 5 2 5 5 2 5");
        Kept kept;
        kept_open(&rings, (EditKind)kind, &kept);
        survives_failures(&kept, one, 4, 0, &rng);
        survives_failures(&kept, other, 4, 0, &rng);
        survives_failures(&kept, NULL, 0, 0, &rng);
        survives_failures(&kept, NULL, 0, 1, &rng);
        kept_close(&kept);
        rings_destroy(&rings);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

static void making_survives_failures(void **state) {
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        Memory memory = system_memory(), own = system_memory();
        Rings rings = rings_from_text(&own, "0 0 10 0 10 10 0 10; 2 2 5 2 5 5 2 5");
        Polygons map, packed_map;
        Mesh packed;
        EditMesh *mesh = NULL;
        Error error;
        ASSERT_OK(polygons_create(&rings, "map", &own, &map, &error), &error);
        for (uint64_t nth = 1; mesh == NULL; nth++) {
            memory.fail_at = memory.allocations + nth;
            Status status = edit_mesh_create(&map, (EditKind)kind, &memory, &mesh, &error);
            assert_true(status == (mesh == NULL ? STATUS_NO_MEMORY : STATUS_OK));
            if (mesh == NULL) ASSERT_NOTHING_LIVE(&memory);
        }
        size_t live = memory.live;
        for (uint64_t nth = 1;; nth++) {
            memory.fail_at = memory.allocations + nth;
            Status status = edit_mesh_pack(mesh, &memory, &packed_map, &packed);
            if (status == STATUS_OK) break;
            assert_int_equal(status, STATUS_NO_MEMORY);
            assert_int_equal(memory.live, live);
        }
        mesh_destroy(&packed);
        polygons_destroy(&packed_map);
        edit_mesh_destroy(mesh);
        polygons_destroy(&map);
        rings_destroy(&rings);
        ASSERT_NOTHING_LIVE(&memory);
        ASSERT_NOTHING_LIVE(&own);
    }
}

/* ---- edits= of the navmesh solver ---- */

static SolverChoice choice_of(const char *spec, Memory *memory) {
    SolverChoice *list;
    uint32_t count;
    Error error;
    ASSERT_OK(solver_expand(spec, memory, &list, &count, &error), &error);
    SolverChoice choice = list[0];
    memory_give(memory, list);
    return choice;
}

/* What an index answers, and by which work. */
static PointPath answer_of(const char *spec, const Map *map, const PointQuery *query, Memory *memory,
                           Counters *counters) {
    SolverChoice choice = choice_of(spec, memory);
    PointPath path = point_path_in(memory);
    void *index, *scratch;
    Error error;
    ASSERT_OK(choice.solver->prepare(map, &choice.settings, memory, &index, &error), &error);
    assert_int_equal(choice.solver->scratch_create(index, memory, &scratch), STATUS_OK);
    *counters = (Counters){0};
    assert_int_equal(choice.solver->query_points(index, scratch, query, &path, counters), STATUS_OK);
    choice.solver->scratch_destroy(scratch);
    choice.solver->index_destroy(index);
    return path;
}

static void edited_meshes_answer_alike(void **state) {
    (void)state;
    static const char *const specs[][2] = {{"navmesh:mesh=trapezoid", "navmesh:mesh=trapezoid,edits=40"},
                                           {"navmesh:mesh=cdt", "navmesh:mesh=cdt,edits=40"}};
    Memory memory = system_memory();
    Map map = make_map("convex", "n=100", &memory);
    const PointQuery query = {{1, 1}, {map.polygons.high.x - 1, map.polygons.high.y - 1}};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        Counters counters[2];
        PointPath paths[2];
        for (int k = 0; k < 2; k++) paths[k] = answer_of(specs[i][k], &map, &query, &memory, &counters[k]);
        assert_true(paths[0].count > 2);
        assert_int_equal(paths[0].count, paths[1].count);
        assert_memory_equal(paths[0].points, paths[1].points, paths[0].count * sizeof(Point));
        assert_memory_equal(&counters[0], &counters[1], sizeof *counters);
        for (int k = 0; k < 2; k++) point_path_destroy(&paths[k]);
    }
    map_destroy(&map);
    ASSERT_NOTHING_LIVE(&memory);
}

static void edits_survive_failures(void **state) {
    (void)state;
    static const char *const specs[] = {"navmesh:mesh=trapezoid,edits=2", "navmesh:mesh=cdt,edits=2",
                                        "navmesh:mesh=merged,edits=2"};
    Memory memory = system_memory();
    Map map = make_map("hard", "kind=touching,count=5,seed=4", &memory);
    AnyQuery query = {.is_planar = true, .points = {{0.5, 0.5}, {1, 1}}};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        SolverChoice choice = choice_of(specs[i], &memory);
        assert_true(assert_survives_failures(choice.solver, &choice.settings, &map, &query) > 60);
    }
    map_destroy(&map);
    ASSERT_NOTHING_LIVE(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(touching_and_scattered_maps),
        cmocka_unit_test(generated_maps),
        cmocka_unit_test(work_is_local),
        cmocka_unit_test(refusals),
        cmocka_unit_test(filled_maps),
        cmocka_unit_test(failing_memory),
        cmocka_unit_test(making_survives_failures),
        cmocka_unit_test(edited_meshes_answer_alike),
        cmocka_unit_test(edits_survive_failures),
    };
    return cmocka_run_group_tests_name("edit_wear", tests, NULL, NULL);
}
