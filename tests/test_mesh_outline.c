/* The walls of a mesh as a polygon map: the same free space, and refused where that cannot be said. */
#include "tests/mesh_support.h"
#include "tests/polygons_support.h"
#include "tests/support.h"

#include "algos/map/mesh_outline.h"

#include <string.h>

/* A ring of four faces around the square from (1, 1) to (2, 2). */
static void outlines_a_ring(void **state) {
    (void)state;
    static const Point vertices[] = {{0, 0}, {3, 0}, {3, 3}, {0, 3}, {1, 1}, {2, 1}, {2, 2}, {1, 2}};
    static const int faces[] = {0, 1, 5, 4, -1, 1, 2, 6, 5, -1, 2, 3, 7, 6, -1, 3, 0, 4, 7, -1};
    Memory memory = system_memory();
    Mesh mesh;
    Polygons polygons;
    Error error;
    mesh_from_faces(&memory, vertices, 8, faces, sizeof faces / sizeof *faces, &mesh);
    ASSERT_OK(mesh_outline(&mesh, &memory, &polygons, &error), &error);
    assert_int_equal(polygons.vertex_count, 8);
    assert_int_equal(polygons.edge_count, 8);
    assert_int_equal(polygons_place(&polygons, (Point){1.5, 1.5}), PLACE_BLOCKED);
    assert_int_equal(polygons_place(&polygons, (Point){0.5, 1.5}), PLACE_FREE);
    polygons_destroy(&polygons);
    mesh_destroy(&mesh);
    ASSERT_NOTHING_LIVE(&memory);
}

/* Two squares side by side that are not neighbours: as a wall of two vertices each, and of one more. */
static void refuses_walls_without_width(void **state) {
    (void)state;
    static const Point vertices[] = {{0, 0}, {1, 0}, {1, 2}, {0, 2}, {2, 0}, {2, 2}, {1, 1}};
    Memory memory = system_memory();
    Error error;
    for (int half = 0; half < 2; half++) {
        static const int faces[] = {0, 1, 2, 3, -1, 1, 4, 5, 2, -1},
                         more[] = {0, 1, 2, 3, -1, 1, 4, 5, 2, 6, -1};
        Mesh mesh;
        Polygons polygons;
        mesh_from_faces(&memory, vertices, 7, half ? more : faces, half ? 11 : 10, &mesh);
        for (uint32_t i = 0; i < mesh.corner_count; i++) mesh.neighbour[i] = FACE_NONE;
        Status status = mesh_outline(&mesh, &memory, &polygons, &error);
        if (status != STATUS_BAD_INPUT) fail_msg("status %d: %s", (int)status, error.text);
        assert_non_null(
            strstr(error.text, "running along polygon 2 at (1, 0), expected faces that do not overlap"));
        mesh_destroy(&mesh);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

/* Meshes of triangles, joined at random, against the map that they were made of. */
static void gives_back_the_map(void **state) {
    (void)state;
    Memory memory = system_memory();
    for (uint32_t seed = 0; seed < trials(300); seed++) {
        Rng rng = rng_from(seed ^ 0x0a71);
        TriangleMap map;
        Polygons wanted, found;
        Mesh mesh;
        Error error;
        triangle_map_random(&rng, 2 + seed % 9, (Layout)(seed % LAYOUT_COUNT), seed % 3 == 0,
                            (uint32_t)rng_between(&rng, 5, 70), &map);
        triangle_map_polygons(&map, &memory, &wanted);
        if (wanted.edge_count > 0) {
            mesh_from_triangles(&map, &memory, &rng, seed % 2 == 0 ? 0 : 300, &mesh);
            ASSERT_OK(mesh_outline(&mesh, &memory, &found, &error), &error);
            assert_int_equal(found.vertex_count, wanted.vertex_count);
            assert_int_equal(found.edge_count, wanted.edge_count);
            assert_memory_equal(found.vertices, wanted.vertices, found.vertex_count * sizeof *found.vertices);
            assert_memory_equal(found.edges, wanted.edges, found.edge_count * sizeof *found.edges);
            polygons_destroy(&found);
            mesh_destroy(&mesh);
        }
        polygons_destroy(&wanted);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

static Status of_mesh(const void *from, Memory *memory, Polygons *polygons) {
    Error error;
    return mesh_outline(from, memory, polygons, &error);
}

static void survives_failed_allocations(void **state) {
    (void)state;
    Memory maps = system_memory();
    Rng rng = rng_from(3);
    TriangleMap map;
    Mesh mesh;
    triangle_map_random(&rng, 6, LAYOUT_PLAIN, false, 20, &map);
    mesh_from_triangles(&map, &maps, &rng, 10, &mesh);
    assert_making_survives(of_mesh, &mesh);
    mesh_destroy(&mesh);
    ASSERT_NOTHING_LIVE(&maps);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outlines_a_ring),
        cmocka_unit_test(refuses_walls_without_width),
        cmocka_unit_test(gives_back_the_map),
        cmocka_unit_test(survives_failed_allocations),
    };
    return cmocka_run_group_tests_name("mesh_outline", tests, NULL, NULL);
}
