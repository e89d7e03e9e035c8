/* A second opinion on Delaunay triangles: a public mesh that another program made of the same walls. */
#include "tests/mesh_support.h"
#include "tests/support.h"

#include "algos/map/mesh_outline.h"
#include "algos/mesh/cdt.h"

static uint32_t corner_after(uint32_t corner) { /* of triangles */
    return corner % 3 == 2 ? corner - 2 : corner + 1;
}

static Point at(const Mesh *mesh, uint32_t corner) {
    return mesh->vertices[mesh->corner[corner]];
}

/* The corner from which the edge between two points leads, or the mesh's number of corners. */
static uint32_t find_edge(const Mesh *mesh, Point from, Point to) {
    uint32_t i = 0;
    while (i < mesh->corner_count &&
           !(point_equal(at(mesh, i), from) && point_equal(at(mesh, corner_after(i)), to)))
        i++;
    return i;
}

/* Edges for which the other diagonal does as well may differ; all others are the same. */
static void same_triangles(void **state) {
    (void)state;
    Memory memory = system_memory();
    Mesh theirs, ours;
    Polygons walls;
    Error error;
    if (!mesh_from_benchmarks("arena.mesh", &memory, &theirs)) return;
    ASSERT_OK(mesh_outline(&theirs, &memory, &walls, &error), &error);
    assert_int_equal(cdt_create(&walls, &memory, &ours), STATUS_OK);
    assert_int_equal(theirs.corner_count, 3 * theirs.face_count);
    assert_int_equal(ours.face_count, theirs.face_count);
    uint32_t same = 0, ties = 0;
    for (uint32_t i = 0; i < theirs.corner_count; i++) {
        if (theirs.neighbour[i] == FACE_NONE) continue;
        uint32_t next = corner_after(i), twin = find_edge(&theirs, at(&theirs, next), at(&theirs, i));
        Point tip = at(&theirs, corner_after(next));
        Point other = at(&theirs, corner_after(corner_after(twin)));
        int side = point_in_circle(at(&theirs, i), at(&theirs, next), tip, other);
        assert_true(side <= 0);
        ties += side == 0;
        if (side == 0) continue;
        assert_int_not_equal(find_edge(&ours, at(&theirs, i), at(&theirs, next)), ours.corner_count);
        same++;
    }
    assert_int_equal(same, 218);
    assert_int_equal(ties, 30);
    mesh_destroy(&theirs);
    mesh_destroy(&ours);
    polygons_destroy(&walls);
    ASSERT_NOTHING_LIVE(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_triangles)};
    return cmocka_run_group_tests_name("cdt_public", tests, NULL, NULL);
}
