/* Point location against looking at every face: random convex subdivisions, points inside, on edges, on
 * vertices and outside; the nearest point; the public meshes. */
#include "tests/support.h"

#include "algos/map/mesh_file.h"
#include "harness/load.h"
#include "tests/mesh_support.h"
#include "tests/parsers.h"

#include <math.h>
#include <stdio.h>

/* By the definition: on no edge's right; how many edges' lines and corners it is on tells the rest. */
static MeshSpot spot_in_face(const Mesh *mesh, uint32_t face, Point point) {
    MeshSpot spot = SPOT_FACE;
    for (uint32_t i = mesh->first[face]; i < mesh->first[face + 1]; i++) {
        uint32_t j = i + 1 < mesh->first[face + 1] ? i + 1 : mesh->first[face];
        Point a = mesh->vertices[mesh->corner[i]], b = mesh->vertices[mesh->corner[j]];
        int side = point_orientation(a, b, point);
        if (side < 0) return SPOT_NONE;
        if (point_equal(a, point)) spot = SPOT_VERTEX;
        if (side == 0 && spot != SPOT_VERTEX) spot = SPOT_EDGE;
    }
    return spot;
}

static void check_corner(const Mesh *mesh, Located found, Point point) {
    uint32_t face = found.face, i = found.corner;
    if (found.spot == SPOT_FACE) return;
    assert_true(i >= mesh->first[face] && i < mesh->first[face + 1]);
    Point a = mesh->vertices[mesh->corner[i]];
    if (found.spot == SPOT_VERTEX) assert_true(point_equal(a, point));
    if (found.spot != SPOT_EDGE) return;
    Point b = mesh->vertices[mesh->corner[i + 1 < mesh->first[face + 1] ? i + 1 : mesh->first[face]]];
    assert_int_equal(point_orientation(a, b, point), 0);
    assert_true(point_between(a, b, point));
}

static void check_point(const Mesh *mesh, const Locator *locator, Point point) {
    enum { ROOM = 32 };
    uint32_t faces[ROOM], count = locator_faces(locator, point, faces, ROOM), expected = 0;
    Located found = locator_find(locator, point);
    MeshSpot spot = SPOT_NONE;
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        MeshSpot here = spot_in_face(mesh, f, point);
        if (here == SPOT_NONE) continue;
        if (expected == 0) {
            spot = here;
            assert_int_equal(found.face, f);
        }
        if (expected < ROOM) assert_int_equal(faces[expected], f);
        expected++;
    }
    if (found.spot != spot || count != expected)
        fail_msg("(%.17g, %.17g): spot %d in %u faces, not %d in %u", point.x, point.y, (int)found.spot,
                 count, (int)spot, expected);
    if (spot != SPOT_NONE) check_corner(mesh, found, point);
}

static double distance_to(const Mesh *mesh, Point point) {
    double best = INFINITY;
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        for (uint32_t i = mesh->first[f]; i < mesh->first[f + 1]; i++) {
            uint32_t j = i + 1 < mesh->first[f + 1] ? i + 1 : mesh->first[f];
            Point a = mesh->vertices[mesh->corner[i]], b = mesh->vertices[mesh->corner[j]];
            double x = b.x - a.x, y = b.y - a.y;
            double along = ((point.x - a.x) * x + (point.y - a.y) * y) / (x * x + y * y);
            along = fmin(fmax(along, 0), 1);
            best = fmin(best, hypot(a.x + along * x - point.x, a.y + along * y - point.y));
        }
    }
    return best;
}

static void check_nearest(const Mesh *mesh, const Locator *locator, Point point) {
    uint32_t face;
    Point near = locator_nearest(locator, point, &face);
    assert_int_not_equal(spot_in_face(mesh, face, near), SPOT_NONE);
    if (locator_find(locator, point).spot != SPOT_NONE) {
        assert_true(point_equal(near, point));
        return;
    }
    double best = distance_to(mesh, point), reached = hypot(near.x - point.x, near.y - point.y);
    /* In a needle a point of the face may be a little farther than the nearest one, rounded. */
    double size = fmax(fabs(mesh->high.x), fabs(mesh->high.y));
    if (fabs(best - reached) > 1e-9 * best + 1e-7 * size) fail_msg("%.17g away, not %.17g", reached, best);
}

static Point point_at_random(const Mesh *mesh, Rng *rng) {
    uint32_t face = rng_below(rng, mesh->face_count), size = mesh->first[face + 1] - mesh->first[face];
    uint32_t i = mesh->first[face] + rng_below(rng, size);
    uint32_t j = i + 1 < mesh->first[face + 1] ? i + 1 : mesh->first[face];
    Point a = mesh->vertices[mesh->corner[i]], b = mesh->vertices[mesh->corner[j]];
    double width = mesh->high.x - mesh->low.x, height = mesh->high.y - mesh->low.y;
    switch (rng_below(rng, 5)) {
    case 0:
        return a;
    case 1:
        return (Point){(a.x + b.x) / 2, (a.y + b.y) / 2};
    case 2: /* beside an edge by a rounding, or on it */
        return (Point){a.x + (b.x - a.x) / 3, nextafter(a.y + (b.y - a.y) / 3, 1e9)};
    case 3: /* on the lattice, perhaps outside of the box */
        return (Point){mesh->low.x - 3 + rng_below(rng, (uint32_t)width + 7),
                       mesh->low.y - 3 + rng_below(rng, (uint32_t)height + 7)};
    default:
        return (Point){mesh->low.x + width * rng_below(rng, 1000000) * 1e-6,
                       mesh->low.y + height * rng_below(rng, 1000000) * 1e-6};
    }
}

static void check_mesh(const Mesh *mesh, uint32_t points, Rng *rng) {
    Memory memory = system_memory();
    Locator *locator;
    assert_int_equal(locator_create(mesh, &memory, &locator), STATUS_OK);
    for (uint32_t i = 0; i < points; i++) {
        Point point = point_at_random(mesh, rng);
        check_point(mesh, locator, point);
        check_nearest(mesh, locator, point);
    }
    check_nearest(mesh, locator, (Point){mesh->low.x - 1e6, mesh->high.y + 1e3});
    check_nearest(mesh, locator, (Point){mesh->high.x + 1e9, mesh->low.y});
    locator_destroy(locator);
    ASSERT_NOTHING_LIVE(&memory);
}

static void random_subdivisions(void **state) {
    (void)state;
    Rng rng = rng_from(17);
    for (uint32_t trial = 0; trial < trials(150); trial++) {
        Memory memory = system_memory();
        TriangleMap map;
        Mesh mesh;
        triangle_map_random(&rng, 2 + rng_below(&rng, 11), (Layout)rng_below(&rng, LAYOUT_COUNT),
                            rng_below(&rng, 2) == 0, rng_below(&rng, 70), &map);
        mesh_from_triangles(&map, &memory, &rng, rng_below(&rng, 200), &mesh);
        if (mesh.face_count > 0) check_mesh(&mesh, 200, &rng);
        mesh_destroy(&mesh);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

static void public_meshes(void **state) {
    (void)state;
    const char *names[] = {"arena.mesh",         "arena-merged.mesh", "hard.mesh",
                           "bad-collinear.mesh", "square.mesh",       "aurora-merged.mesh"};
    if (benchmarks_folder() == NULL) {
        print_message("# skip: there are no benchmark maps; set TAUT_BENCHMARKS to their folder\n");
        skip();
    }
    Rng rng = rng_from(19);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/polyanya/%s", benchmarks_folder(), names[i]);
        Memory memory = system_memory();
        char *bytes;
        size_t length;
        Error error;
        Mesh mesh;
        ASSERT_OK(file_read(path, &memory, &bytes, &length, &error), &error);
        ASSERT_OK(mesh_read(bytes, length, path, &memory, &mesh, NULL, &error), &error);
        check_mesh(&mesh, mesh.face_count > 1000 ? 200 : 1000, &rng);
        mesh_destroy(&mesh);
        memory_give(&memory, bytes);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_subdivisions),
        cmocka_unit_test(public_meshes),
    };
    return cmocka_run_group_tests_name("locator", tests, NULL, NULL);
}
