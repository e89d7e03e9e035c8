/* Obstacles of maps that go and come back, and memory that ends: the mesh is always that of a rebuild. */
#include "tests/support.h"

#include "tests/edit_support.h"
#include "tests/gen_support.h"
#include "tests/rings.h"

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

/* ---- what does not go well ---- */

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(touching_and_scattered_maps),
        cmocka_unit_test(generated_maps),
        cmocka_unit_test(failing_memory),
        cmocka_unit_test(making_survives_failures),
    };
    return cmocka_run_group_tests_name("edit_wear", tests, NULL, NULL);
}
