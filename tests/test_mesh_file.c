/* `.mesh` files: the three versions, what is refused and how, the way back, the public files. */
#include "tests/support.h"

#include "algos/core/rng.h"
#include "algos/map/mesh_file.h"
#include "harness/load.h"
#include "tests/mesh_support.h"
#include "tests/mesh_wear.h"
#include "tests/parsers.h"

#include <glob.h>
#include <stdio.h>
#include <string.h>

/* Two triangles of a square; the third version also has an obstacle on the right of it. */
#define VERTICES "0 0 2 0 -1\n2 0 3 1 0 -1\n2 2 2 1 -1\n0 2 3 0 1 -1\n"
static const char first_version[] = "mesh\n1\n4 2\n" VERTICES "3 0 1 3 -1 1 -1\n3 1 2 3 -1 -1 0\n";
static const char second_version[] = "mesh\n2\n4 2\n" VERTICES "3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n";
static const char third_version[] = "mesh\n3\n5 3\n0 0\n2 0\n2 2\n0 2\n4 1\n"
                                    "0 3 2 5 3 -3 0 0\n1 3 1 2 4 0 0 3\n1 3 2 3 4 2 -1 0\n";

static Status read_text(const char *text, Memory *memory, Mesh *mesh, Error *error) {
    return mesh_read(text, strlen(text), "m.mesh", memory, mesh, NULL, error);
}

static void versions_say_the_same(void **state) {
    (void)state;
    Memory memory = system_memory();
    Mesh one, two, three;
    Error error;
    ASSERT_OK(read_text(first_version, &memory, &one, &error), &error);
    ASSERT_OK(read_text(second_version, &memory, &two, &error), &error);
    ASSERT_OK(read_text(third_version, &memory, &three, &error), &error);
    assert_true(one.hash == two.hash);
    assert_int_equal(three.face_count, 2);
    assert_memory_equal(one.corner, three.corner, 6 * sizeof *one.corner);
    assert_memory_equal(one.neighbour, three.neighbour, 6 * sizeof *one.neighbour);
    assert_int_equal(one.neighbour[1], 1); /* across the edge from 1 to 3 */
    assert_int_equal(one.neighbour[0], FACE_NONE);
    assert_true(three.high.x == 2); /* the obstacle's corner is not of the box */
    mesh_destroy(&one);
    mesh_destroy(&two);
    mesh_destroy(&three);
    ASSERT_NOTHING_LIVE(&memory);
}

/* White space is any. */
static void tolerates(void **state) {
    (void)state;
    Memory memory = system_memory();
    const char *texts[] = {
        "mesh 2 4 2 0 0 2 0 -1 2 0 3 1 0 -1 2 2 2 1 -1 0 2 3 0 1 -1 3 0 1 3 -1 -1 1 3 1 2 3 0 -1 -1",
        "mesh\r\n2\r\n4 2\r\n0.0 -0 2 -1 0\r\n2e0 0\t3 1 0 -1\r\n\r\n2 2 2 1 -1\r\n0 2 3 0 1 -1\r\n"
        "3 0 1 3\r\n  -1 -1 1\r\n3 1 2 3 0 -1 -1",
        "mesh\n2\n4 2\n0 0 1 0\n2 0 3 1 0 -1\n2 2 4 1 -1 -1 -1\n0 2 3 0 1 -1\n3 0 1 3 -1 -1 1\n"
        "3 1 2 3 0 -1 -1\n",
    };
    Mesh expected, mesh;
    Error error;
    ASSERT_OK(read_text(second_version, &memory, &expected, &error), &error);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ASSERT_OK(read_text(texts[i], &memory, &mesh, &error), &error);
        assert_true(mesh.hash == expected.hash);
        mesh_destroy(&mesh);
    }
    mesh_destroy(&expected);
    ASSERT_NOTHING_LIVE(&memory);
}

typedef struct Refused {
    const char *text, *message;
} Refused;

#define HEAD   "mesh\n2\n4 2\n" VERTICES
#define SQUARE "mesh\n2\n4 1\n0 0 1 0\n2 0 1 0\n2 2 1 0\n0 2 1 0\n"

static const Refused refused[] = {
    {"", "m.mesh: found the end of the file, expected mesh"},
    {"map\n", "m.mesh:1: found \"map\", expected mesh"},
    {"mesh\n4\n", "m.mesh:2: found \"4\", expected version 1, 2 or 3"},
    {"mesh\n2\n", "m.mesh:2: found the end of the file, expected a number of vertices"},
    {"mesh\n2\n2 1\n", "m.mesh:3: found \"2\", expected a number of vertices, from 3"},
    {"mesh\n2\n400000000 1\n", "m.mesh:3: found \"400000000\", expected a number of vertices"},
    {"mesh\n2\n4 0\n0 0 0 2 0 0\n", "m.mesh:3: found \"0\", expected a number of faces, from 1"},
    {"mesh\n2\n4 99\n0 0 0 2 0 0\n", "m.mesh:3: found \"99\", expected a number of faces"},
    {"mesh\n2\n4 2\nnan 0 1 -1\n         ", "m.mesh:4: found \"nan\", expected a coordinate"},
    {"mesh\n2\n4 2\n0 1e300 1 -1\n         ", "m.mesh:4: found \"1e300\", expected a coordinate"},
    {"mesh\n2\n4 2\n0 2199023255552 1 -1\n   ", "m.mesh:4: found \"2199023255552\", expected a coordinate"},
    {"mesh\n2\n4 2\n0 0 9 -1\n               ", "m.mesh:4: found \"9\", expected a number of faces around"},
    {"mesh\n2\n4 2\n0 0 1 -2\n               ", "m.mesh:4: found \"-2\", expected a face, or -1"},
    {"mesh\n2\n4 2\n0 0 1 2\n                ", "m.mesh:4: found \"2\", expected a face, or -1"},
    {HEAD "2 0 1 -1 -1\n", "m.mesh:8: found \"2\", expected a number of corners from 3 to 4"},
    {HEAD "3 0 1 4 -1 -1 1\n3 1 2 3 0 -1 -1\n", "m.mesh:8: found \"4\", expected a vertex from 0 to 3"},
    {HEAD "3 0 1 3 -1 -2 1\n3 1 2 3 0 -1 -1\n", "m.mesh:8: found \"-2\", expected a neighbour, or -1 for"},
    {HEAD "3 0 1 3 -1 -1 2\n3 1 2 3 0 -1 -1\n", "m.mesh:8: found \"2\", expected a neighbour, or -1 for"},
    {HEAD "3 0 1 3 -1 -1 1\n", "m.mesh:8: found the end of the file, expected a number of corners"},
    {HEAD "3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n7", "m.mesh:10: found \"7\", expected the end of the file"},
    {HEAD "3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1 x\n", "m.mesh:9: found \"x\", expected the end of the file"},
    {HEAD "3 0 3 1 1 -1 -1\n3 1 2 3 0 -1 -1\n", "m.mesh:8: face 0: found its corners clockwise"},
    {HEAD "3 0 1 3 -1 -1 1\n3 1 2 3 -1 -1 -1\n",
     "m.mesh:8: face 0: found neighbour 1, expected one that has this face as neighbour"},
    {HEAD "3 0 1 3 -1 -1 -1\n3 1 2 3 0 -1 -1\n",
     "m.mesh:8: face 0: found a wall where its neighbour has none"},
    {HEAD "3 0 1 3 -1 1 -1\n3 1 2 3 0 -1 -1\n", "m.mesh:8: face 0: found neighbour 1, expected a face with"},
    {HEAD "3 0 1 3 -1 -1 1\n3 0 1 3 0 -1 -1\n", "m.mesh:9: face 1: found an edge that another face has"},
    {HEAD "3 0 1 3 -1 -1 0\n3 1 2 3 0 -1 -1\n", "m.mesh:8: face 0: found neighbour 0, expected the number"},
    {HEAD "3 0 0 3 -1 -1 1\n3 1 2 3 0 -1 -1\n", "m.mesh:8: face 0: found an edge without length at vertex 0"},
    {SQUARE "4 0 1 3 2 -1 -1 -1 -1\n", "m.mesh:8: face 0: found a turn to the right"},
    {"mesh\n2\n3 1\n0 0 1 0\n1 0 1 0\n3 0 1 0\n3 0 1 2 -1 -1 -1\n",
     "m.mesh:7: face 0: found an edge that goes"},
    {"mesh\n2\n5 1\n0 3 1 0\n3 1 1 0\n2 -3 1 0\n-2 -3 1 0\n-3 1 1 0\n5 0 3 1 4 2 -1 -1 -1 -1 -1\n",
     "m.mesh:9: face 0: found corners that go round more than once"},
    {"mesh\n2\n4 2\n0 0 1 -1\n2 0 3 1 0 -1\n2 2 2 1 -1\n0 2 3 0 1 -1\n3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n",
     "m.mesh:4: found a number of faces of 0 around vertex 0, expected all"},
    {"mesh\n2\n4 2\n0 0 1 1\n2 0 3 1 0 -1\n2 2 2 1 -1\n0 2 3 0 1 -1\n3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n",
     "m.mesh:4: found face 1 around vertex 0, expected faces that have it as a corner"},
    {"mesh\n2\n4 2\n0 0 2 0 0\n2 0 3 1 0 -1\n2 2 2 1 -1\n0 2 3 0 1 -1\n3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n",
     "m.mesh:4: found face 0 around vertex 0, expected each face once"},
    {"mesh\n3\n3 1\n0 0\n2 0\n2 2\n2 3 1 2 3 0 0 0\n", "m.mesh:7: found \"2\", expected 1 for a free face"},
    {"mesh\n3\n3 1\n0 0\n2 0\n2 2\n1 3 0 1 2 0 0 0\n",
     "m.mesh:7: found \"0\", expected a vertex from 1 to 3"},
    {"mesh\n3\n3 1\n0 0\n2 0\n2 2\n0 3 1 2 3 0 0 0\n", "m.mesh: found nothing, expected a face"},
    {"mesh\n3\n4 2\n0 0\n2 0\n2 2\n0 2\n1 3 1 2 4 0 0 2\n0 3 2 3 4 1 0 0\n",
     "m.mesh:8: found \"2\", expected a negative number for a neighbour that is an obstacle"},
    {"mesh\n3\n4 2\n0 0\n2 0\n2 2\n0 2\n1 3 1 2 4 0 0 -2\n1 3 2 3 4 1 0 0\n",
     "m.mesh:8: face 0: found a wall where its neighbour has none"},
    /* Walls without width: of one edge, in both ways to write it; of one that is longer on one side; with a
     * gap left between two rings; inside one ring. */
    {HEAD "3 0 1 3 -1 -1 -1\n3 1 2 3 -1 -1 -1\n",
     "m.mesh:8: face 0: found a wall without width, at vertex 1"},
    {"mesh\n3\n4 2\n0 0\n2 0\n2 2\n0 2\n1 3 1 2 4 0 0 -2\n1 3 2 3 4 -1 0 0\n",
     "m.mesh:8: face 0: found a wall without width, at vertex 1"},
    {"mesh\n3\n8 2\n0 0\n2 0\n2 3\n0 3\n2 1\n4 1\n4 2\n2 2\n1 4 1 2 3 4 0 0 0 0\n1 4 5 6 7 8 0 0 0 0\n",
     "m.mesh:12: found polygon 1 running along polygon 2 at (2, 1), expected faces that do not overlap"},
    {"mesh\n3\n9 3\n0 0\n2 0\n2 3\n0 3\n4 0\n4 3\n2 1\n0 5\n4 5\n1 4 1 2 3 4 0 0 0 3\n"
     "1 5 2 5 6 3 7 0 0 0 3 0\n1 5 4 3 6 9 8 0 1 2 0 0\n",
     "m.mesh:13: found polygon 1 crossing itself at (2, 0), expected faces that do not overlap"},
    /* Faces that overlap: crossing, one in the other, one in the other along a wall, a spiral around a
       vertex. */
    {"mesh\n3\n8 2\n0 0\n2 0\n2 2\n0 2\n1 1\n3 1\n3 3\n1 3\n1 4 1 2 3 4 0 0 0 0\n1 4 5 6 7 8 0 0 0 0\n",
     "m.mesh:13: found polygon 2 overlapping polygon 1 at (1, 1), expected them to touch at most"},
    {"mesh\n3\n8 2\n0 0\n9 0\n9 9\n0 9\n1 1\n3 1\n3 3\n1 3\n1 4 1 2 3 4 0 0 0 0\n1 4 5 6 7 8 0 0 0 0\n",
     "m.mesh:13: found polygon 2 overlapping polygon 1 at (1, 1), expected them to touch at most"},
    {"mesh\n3\n8 2\n0 0\n9 0\n9 9\n0 9\n1 0\n3 0\n3 3\n1 3\n1 4 1 2 3 4 0 0 0 0\n1 4 5 6 7 8 0 0 0 0\n",
     "m.mesh:13: found polygon 2 overlapping polygon 1 at (1, 0), expected them to touch at most"},
    {"mesh\n3\n7 5\n0 0\n3 0\n0 3\n-3 0\n0 -3\n5 0\n0 5\n1 3 1 2 3 2 0 0\n1 3 1 3 4 3 1 0\n"
     "1 3 1 4 5 4 2 0\n1 3 1 5 6 5 3 0\n1 3 1 6 7 0 4 0\n",
     "m.mesh:11: found polygon 1"},
    /* Too near to one another for the exact predicates. */
    {"mesh\n2\n4 2\n0 1e-300 1 -1\n       ", "m.mesh:4: found \"1e-300\", expected a coordinate"},
};

static void refuses(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        Memory memory = system_memory();
        Mesh mesh;
        Error error = {""};
        Status status = read_text(refused[i].text, &memory, &mesh, &error);
        if (status != STATUS_BAD_INPUT || strstr(error.text, refused[i].message) == NULL)
            fail_msg("case %zu: %d, %s", i, (int)status, error.text);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

/* Vertex 1 should lie on the line from 0 to 2, but 0.3 and 0.9, rounded, lie left of it. */
static const char dented[] =
    "mesh\n2\n5 2\n0 0 3 0 1 -1\n0.3 0.9 2 0 -1\n1 3 2 0 -1\n0 4 3 1 0 -1\n-3 2 2 1 -1\n"
    "4 0 1 2 3 1 -1 -1 -1\n3 0 3 4 -1 0 -1\n";

static void cuts_what_rounding_dented(void **state) {
    (void)state;
    Memory memory = system_memory();
    Mesh mesh;
    Error error;
    Notes notes = {.count = 0};
    ASSERT_OK(mesh_read(dented, strlen(dented), "m.mesh", &memory, &mesh, &notes, &error), &error);
    static const uint32_t corner[] = {3, 0, 1, 1, 2, 3, 0, 3, 4};
    static const uint32_t neighbour[] = {2, FACE_NONE, 1, FACE_NONE, FACE_NONE, 0, 0, FACE_NONE, FACE_NONE};
    assert_int_equal(mesh.face_count, 3);
    assert_memory_equal(mesh.corner, corner, sizeof corner);
    assert_memory_equal(mesh.neighbour, neighbour, sizeof neighbour);
    assert_int_equal(notes.count, 1);
    assert_string_equal(notes.note[0].text, "faces that rounding left not quite convex, cut in parts");
    assert_int_equal(notes.note[0].line, 9);
    mesh_destroy(&mesh);
    ASSERT_NOTHING_LIVE(&memory);
}

/* Faces joined along straight lines, turned: many have dents, and none has after reading. */
static void leaves_no_dent(void **state) {
    (void)state;
    Memory memory = system_memory();
    uint32_t cuts = 0;
    for (uint32_t seed = 0; seed < trials(150); seed++) {
        Rng rng = rng_from(seed ^ 0xd3a7);
        TriangleMap map;
        Mesh mesh;
        triangle_map_random(&rng, 8, (Layout)(seed % LAYOUT_COUNT), false, 20, &map);
        mesh_from_triangles(&map, &memory, &rng, 300, &mesh);
        uint32_t faces = mesh.face_count;
        if (faces == 0) continue;
        mesh_wear(&mesh, &rng, true);
        cuts += mesh.face_count - faces;
        for (uint32_t f = 0; f < mesh.face_count; f++) {
            uint32_t first = mesh.first[f], size = mesh.first[f + 1] - first;
            for (uint32_t i = 0; i < size; i++)
                assert_true(point_orientation(mesh.vertices[mesh.corner[first + i]],
                                              mesh.vertices[mesh.corner[first + (i + 1) % size]],
                                              mesh.vertices[mesh.corner[first + (i + 2) % size]]) >= 0);
        }
        Error error;
        ASSERT_OK(mesh_validate(&mesh, "cut", NULL, &error), &error);
        mesh_destroy(&mesh);
        ASSERT_NOTHING_LIVE(&memory);
    }
    print_message("# %u cuts\n", cuts);
    assert_true(cuts > 0);
}

static void survives_mutants(void **state) {
    (void)state;
    feed_mutants(mesh_round_trip, first_version, strlen(first_version), trials(2000), 1);
    feed_mutants(mesh_round_trip, second_version, strlen(second_version), trials(4000), 2);
    feed_mutants(mesh_round_trip, third_version, strlen(third_version), trials(2000), 3);
    feed_mutants(mesh_round_trip, dented, strlen(dented), trials(2000), 4);
}

static void survives_failed_allocations(void **state) {
    (void)state;
    const char *texts[] = {first_version, third_version, dented};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        bool done = false;
        for (uint64_t fail_at = 1; !done; fail_at++) {
            Memory memory = system_memory();
            memory.fail_at = fail_at;
            Mesh mesh;
            Error error;
            Status status = read_text(texts[i], &memory, &mesh, &error);
            if (status == STATUS_OK) {
                char *bytes;
                size_t length;
                status = mesh_write(&mesh, &memory, &bytes, &length, &error);
                done = status == STATUS_OK;
                if (done) memory_give(&memory, bytes);
                mesh_destroy(&mesh);
            }
            if (!done) assert_int_equal(status, STATUS_NO_MEMORY);
            ASSERT_NOTHING_LIVE(&memory);
        }
    }
}

typedef struct Real {
    const char *name;
    uint32_t vertices, faces;
    bool inexact;
} Real;

static const Real real[] = {
    {"arena-merged.mesh", 112, 55, false},
    {"arena.mesh", 112, 120, false},
    {"aurora-merged.mesh", 34707, 19244, false},
    {"bad-ambig.mesh", 9, 4, false},
    {"bad-collinear.mesh", 16, 6, false},
    {"bad-collinear2-rot45.mesh", 22, 10, true}, /* three faces cut: rounding left them a dent each */
    {"hard.mesh", 36, 38, false},
    {"square.mesh", 5, 4, false},
};

static void real_files(void **state) {
    (void)state;
    if (benchmarks_folder() == NULL) {
        print_message("# skip: there are no benchmark maps; set TAUT_BENCHMARKS to their folder\n");
        skip();
    }
    for (size_t i = 0; i < sizeof real / sizeof *real; i++) {
        Memory memory = system_memory();
        char *bytes, path[512];
        size_t length;
        Error error;
        Mesh mesh;
        snprintf(path, sizeof path, "%s/polyanya/%s", benchmarks_folder(), real[i].name);
        ASSERT_OK(file_read(path, &memory, &bytes, &length, &error), &error);
        ASSERT_OK(mesh_read(bytes, length, path, &memory, &mesh, NULL, &error), &error);
        assert_int_equal(mesh.vertex_count, real[i].vertices);
        assert_int_equal(mesh.face_count, real[i].faces);
        assert_int_equal(mesh.inexact, real[i].inexact);
        mesh_destroy(&mesh);
        const char *wrong = mesh_round_trip(bytes, length);
        if (wrong != NULL) fail_msg("%s: %s", real[i].name, wrong);
        memory_give(&memory, bytes);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(versions_say_the_same),
        cmocka_unit_test(tolerates),
        cmocka_unit_test(refuses),
        cmocka_unit_test(cuts_what_rounding_dented),
        cmocka_unit_test(leaves_no_dent),
        cmocka_unit_test(survives_mutants),
        cmocka_unit_test(survives_failed_allocations),
        cmocka_unit_test(real_files),
    };
    return cmocka_run_group_tests_name("mesh_file", tests, NULL, NULL);
}
