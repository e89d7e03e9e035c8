/* Grids as rectangles: drawn grids with known answers, random ones against the grid itself, and the same
 * shortest paths as on the trapezoids of the grid's outline. */
#include "tests/support.h"

#include "algos/core/euclid.h"
#include "algos/core/rng.h"
#include "algos/map/grid_polygons.h"
#include "algos/mesh/cdt.h"
#include "algos/mesh/rectangles.h"
#include "algos/mesh/trapezoid.h"
#include "tests/mesh_support.h"

/* Valid, all faces are rectangles of whole cells, together as large as what is passable, none of it twice. */
static void check_mesh(const Grid *grid, const Mesh *mesh) {
    Error error;
    ASSERT_OK(mesh_validate(mesh, "mesh", NULL, &error), &error);
    uint64_t area = 0;
    Memory memory = system_memory();
    uint8_t *is_covered = memory_take_zeroed(&memory, grid_place_count(grid), 1);
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        Point low = mesh->vertices[mesh->corner[mesh->first[f]]], high = low;
        for (uint32_t i = mesh->first[f]; i < mesh->first[f + 1]; i++) {
            Point at = mesh->vertices[mesh->corner[i]];
            high = (Point){at.x > high.x ? at.x : high.x, at.y > high.y ? at.y : high.y};
            assert_true(at.x >= low.x && at.y >= low.y);
        }
        for (uint32_t i = mesh->first[f]; i < mesh->first[f + 1]; i++) {
            Point at = mesh->vertices[mesh->corner[i]];
            assert_true(at.x == low.x || at.x == high.x || at.y == low.y || at.y == high.y);
        }
        for (int32_t y = (int32_t)low.y; y < (int32_t)high.y; y++)
            for (int32_t x = (int32_t)low.x; x < (int32_t)high.x; x++) {
                assert_true(grid_cost(grid, (Cell){x, y}) != 0);
                assert_int_equal(is_covered[grid_place(grid, (Cell){x, y})]++, 0);
                area++;
            }
    }
    assert_int_equal(area, grid->passable_count);
    /* A wall of the mesh has no passable cell beyond: as many as the grid has sides between the two. */
    double walls = 0;
    uint64_t sides = 0;
    for (uint32_t f = 0; f < mesh->face_count; f++)
        for (uint32_t i = mesh->first[f]; i < mesh->first[f + 1]; i++) {
            uint32_t next = i + 1 < mesh->first[f + 1] ? i + 1 : mesh->first[f];
            if (mesh->neighbour[i] == FACE_NONE)
                walls += point_distance(mesh->vertices[mesh->corner[i]], mesh->vertices[mesh->corner[next]]);
        }
    for (int32_t y = -1; y <= grid->height; y++)
        for (int32_t x = -1; x <= grid->width; x++) {
            bool here = grid_cost(grid, (Cell){x, y}) != 0;
            sides += here != (grid_cost(grid, (Cell){x + 1, y}) != 0);
            sides += here != (grid_cost(grid, (Cell){x, y + 1}) != 0);
        }
    assert_true(walls == (double)sides);
    memory_give(&memory, is_covered);
    ASSERT_NOTHING_LIVE(&memory);
}

typedef struct Drawn {
    const char *rows;
    uint32_t faces, corners;
} Drawn;

static const Drawn drawn[] = {
    {".", 1, 4},
    {"....\n....\n....", 1, 4},
    /* Wide before deep, deep before wide. */
    {"....\n.@@@", 2, 9},
    {"..\n.@\n.@", 2, 9},
    /* Around a block: above it, beside it twice, below it. */
    {"...\n.@.\n...", 4, 20},
    /* Two that touch in a point only. */
    {".@\n@.", 2, 8},
    {".@.\n@.@\n.@.", 5, 20},
};

static void known_grids(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
        Memory memory = system_memory();
        Map map;
        Mesh mesh;
        Error error;
        grid_from_text(&memory, drawn[i].rows, &map);
        ASSERT_OK(rectangles_create(&map.grid, &memory, &mesh, &error), &error);
        print_message("# grid %zu\n", i);
        check_mesh(&map.grid, &mesh);
        assert_int_equal(mesh.face_count, drawn[i].faces);
        assert_int_equal(mesh.corner_count, drawn[i].corners);
        mesh_destroy(&mesh);
        map_destroy(&map);
        ASSERT_NOTHING_LIVE(&memory);
    }
    Memory memory = system_memory();
    Map map;
    Mesh mesh;
    Error error;
    grid_from_text(&memory, "@@\n@@", &map);
    assert_int_equal(rectangles_create(&map.grid, &memory, &mesh, &error), STATUS_REFUSED);
    map_destroy(&map);
    ASSERT_NOTHING_LIVE(&memory);
}

/* Corners and middles of cells, the same lengths on all meshes of a grid. */
static void same_paths(void **state) {
    (void)state;
    enum { MESHES = 4 };
    Memory memory = system_memory();
    uint32_t found = 0;
    for (uint32_t seed = 1; seed <= trials(150); seed++) {
        Rng rng = rng_from(seed);
        Map map;
        Polygons outline;
        Error error;
        PolyanyaBench bench[MESHES];
        int32_t width = rng_between(&rng, 1, 20), height = rng_between(&rng, 1, 20);
        grid_random(&memory, width, height, rng_below(&rng, 55), 1, seed, &map);
        if (map.grid.passable_count == 0) {
            map_destroy(&map);
            continue;
        }
        ASSERT_OK(grid_polygons_create(&map.grid, &memory, &outline, &error), &error);
        ASSERT_OK(rectangles_create(&map.grid, &memory, &bench[0].mesh, &error), &error);
        check_mesh(&map.grid, &bench[0].mesh);
        assert_int_equal(trapezoid_create(&outline, &memory, &bench[1].mesh), STATUS_OK);
        assert_int_equal(cdt_create(&outline, &memory, &bench[2].mesh), STATUS_OK);
        assert_int_equal(cdt_merged_create(&outline, &memory, &bench[3].mesh), STATUS_OK);
        for (int i = 0; i < MESHES; i++) polyanya_bench_open(&bench[i], &memory);
        for (int i = 0; i < 20; i++) {
            PointQuery query = {
                {rng_between(&rng, 0, 2 * width) / 2.0, rng_between(&rng, 0, 2 * height) / 2.0},
                {rng_between(&rng, 0, 2 * width) / 2.0, rng_between(&rng, 0, 2 * height) / 2.0}};
            for (int k = 0; k < MESHES; k++) {
                PointPath *path = &bench[k].path, *first = &bench[0].path;
                polyanya_bench_ask(&bench[k], &query);
                assert_true((path->count > 0) == (first->count > 0));
                assert_int_equal(euclid_compare(path->points, path->count, first->points, first->count), 0);
            }
            found += bench[0].path.count > 0;
        }
        for (int i = 0; i < MESHES; i++) polyanya_bench_close(&bench[i]);
        polygons_destroy(&outline);
        map_destroy(&map);
        ASSERT_NOTHING_LIVE(&memory);
    }
    print_message("# %u paths\n", found);
    assert_true(found > 100);
}

static void survives_failed_allocations(void **state) {
    (void)state;
    Memory maps = system_memory();
    Map map;
    grid_random(&maps, 30, 30, 30, 1, 7, &map); /* more rectangles than there is room for at first */
    Status status = STATUS_NO_MEMORY;
    for (uint64_t fail_at = 1; status != STATUS_OK; fail_at++) {
        Memory memory = system_memory();
        memory.fail_at = fail_at;
        Mesh mesh;
        Error error;
        status = rectangles_create(&map.grid, &memory, &mesh, &error);
        if (status == STATUS_OK) {
            memory.fail_at = 0;
            check_mesh(&map.grid, &mesh);
            mesh_destroy(&mesh);
        }
        ASSERT_NOTHING_LIVE(&memory);
    }
    map_destroy(&map);
    ASSERT_NOTHING_LIVE(&maps);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_grids),
        cmocka_unit_test(same_paths),
        cmocka_unit_test(survives_failed_allocations),
    };
    return cmocka_run_group_tests_name("rectangles", tests, NULL, NULL);
}
