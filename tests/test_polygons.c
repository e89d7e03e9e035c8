/* Polygon maps: what normalisation makes of degenerate rings, and what it refuses. */
#include "tests/polygons_support.h"
#include "tests/support.h"

#include <math.h>
#include <string.h>

typedef struct Drawn {
    const char *what, *rings;
    uint32_t vertices, edges;
    double area; /* free */
} Drawn;

static const Drawn drawn[] = {
    {"a square", "0,0 8,0 8,8 0,8", 4, 4, 64},
    {"clockwise, with points twice", "0,0 0,0 0,8 8,8 8,8 8,0", 4, 4, 64},
    {"one obstacle", "0,0 8,0 8,8 0,8 | 2,2 2,4 4,4 4,2", 8, 8, 60},
    {"touching in a corner", "0,0 8,0 8,8 0,8 | 2,2 4,2 4,4 2,4 | 4,4 6,4 6,6 4,6", 11, 12, 56},
    {"a whole edge shared", "0,0 8,0 8,8 0,8 | 2,2 4,2 4,4 2,4 | 4,2 6,2 6,4 4,4", 10, 10, 56},
    {"a part of an edge shared", "0,0 8,0 8,8 0,8 | 2,1 4,1 4,5 2,5 | 4,2 6,2 6,4 4,4", 12, 12, 52},
    {"edges shifted along one another", "0,0 8,0 8,8 0,8 | 2,1 4,1 4,4 2,4 | 4,2 6,2 6,6 4,6", 12, 12, 50},
    {"a corner on an edge", "0,0 8,0 8,8 0,8 | 2,1 4,1 4,5 2,5 | 4,3 6,2 6,4", 11, 12, 54},
    {"on the boundary's edge", "0,0 8,0 8,8 0,8 | 0,2 2,2 2,4 0,4", 8, 8, 60},
    {"on the boundary's corner", "0,0 8,0 8,8 0,8 | 0,0 2,0 2,2 0,2", 6, 6, 60},
    {"a corner on the boundary", "0,0 8,0 8,8 0,8 | 0,4 2,3 2,5", 7, 8, 62},
    {"from side to side", "0,0 8,0 8,8 0,8 | 3,0 5,0 5,8 3,8", 8, 8, 48},
    {"four around a point",
     "0,0 8,0 8,8 0,8 | 2,2 4,2 4,4 2,4 | 4,4 6,4 6,6 4,6 | 4,2 6,2 6,4 4,4 | 2,4 4,4 4,6 2,6", 12, 12,
     48}, /* the mid-points of the sides stay */
    {"two triangles make a square", "0,0 8,0 8,8 0,8 | 2,2 6,2 6,6 | 2,2 6,6 2,6", 8, 8, 48},
    {"a fan of edges from one point",
     "0,0 8,0 8,8 0,8 | 4,4 8,0 8,2 | 4,4 8,2 8,4 | 4,4 8,6 8,8 | 4,4 4,8 6,8", 9, 11, 64 - 4 - 4 - 4 - 4},
    {"collinear points on edges", "0,0 4,0 8,0 8,8 0,8 0,4 | 2,2 3,2 4,2 4,4 2,4 2,3", 12, 12, 60},
    {"touching itself in a point", "0,0 8,0 8,8 0,8 | 2,2 4,4 6,2 6,6 4,4 2,6", 9, 10, 64 - 8},
    {"a ring with a room inside, closed in a point", "0,0 8,0 8,8 0,8 | 1,1 7,1 7,7 1,7 1,1 3,5 5,5 5,3", 11,
     12, 64 - 36 + 8},
    {"a wall of three around free space",
     "0,0 9,0 9,9 0,9 | 1,1 8,1 8,2 1,2 | 1,2 2,2 2,7 1,7 | 7,2 8,2 8,7 7,7 | 1,7 8,7 8,8 1,8", 16, 16,
     81 - 7 - 5 - 5 - 7},
    {"two islands", "+ 0,0 4,0 4,4 0,4 |+ 5,0 9,0 9,4 5,4 | 1,1 2,1 2,2 1,2 | 6,1 8,1 8,3", 15, 15,
     16 + 16 - 1 - 2},
    {"an island within an obstacle", "+ 0,0 9,0 9,9 0,9 |+ 3,3 6,3 6,6 3,6 | 1,1 8,1 8,8 1,8", 12, 12,
     81 - 49 + 9},
    {"the island touches its obstacle's edge", "+ 0,0 9,0 9,9 0,9 |+ 1,3 6,3 6,6 1,6 | 1,1 8,1 8,8 1,8", 12,
     12, 81 - 49 + 15},
    {"three with a common edge", "+ 0,0 9,0 9,9 0,9 |+ 0,2 6,2 6,6 0,6 | 0,1 8,1 8,8 0,8", 12, 12,
     81 - 56 + 24},
    {"a boundary in the boundary", "+ 0,0 9,0 9,9 0,9 |+ 2,2 6,2 6,6 2,6 | 3,3 4,3 4,4 3,4", 8, 8, 81 - 1},
    {"a needle", "0,0 1000000,0 1000000,2 0,2 | 1,1 999999,1 500000,1.0000001", 7, 7, 0},
    {"off the lattice", "0,0 0.1,0 0.1,0.1 0,0.1 | 0.02,0.02 0.03,0.02 0.03,0.03", 7, 7, 0},
};

static void drawn_maps(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
        Memory memory = system_memory();
        Rings rings = rings_from(drawn[i].rings, &memory);
        Polygons polygons;
        Error error = {""};
        if (polygons_create(&rings, "drawn", &memory, &polygons, &error) != STATUS_OK)
            fail_msg("%s: %s", drawn[i].what, error.text);
        check_polygons(&polygons);
        double area = polygons_double_area(&polygons) / 2;
        if (polygons.vertex_count != drawn[i].vertices || polygons.edge_count != drawn[i].edges ||
            (drawn[i].area != 0 && area != drawn[i].area))
            fail_msg("%s: %u vertices, %u edges, area %g", drawn[i].what, polygons.vertex_count,
                     polygons.edge_count, area);
        assert_int_equal(polygons.obstacle_count,
                         rings.ring_count - (rings.boundary_count == 0 ? 1 : rings.boundary_count));
        polygons_destroy(&polygons);
        polygons_destroy(&polygons);
        rings_destroy(&rings);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

static const struct {
    const char *rings, *message;
} refused[] = {
    {"0,0 8,0", "the boundary with fewer than 3 different points at (0, 0)"},
    {"0,0 8,0 8,8 0,8 | 2,2 2,2 3,3", "obstacle 1 with fewer than 3 different points at (2, 2)"},
    {"0,0 8,0 8,8 0,8 | 2,2 3,3 5,5", "obstacle 1 without area at (2, 2)"},
    {"0,0 8,0 8,8 0,8 | 2,2 3,3 2,2 3,3", "obstacle 1 without area"},
    {"0,0 8,8 8,0 0,8", "the boundary crossing itself at (4, 4), expected a simple polygon"},
    {"0,0 8,0 8,8 0,8 | 1,1 2,1 2,2 1,2 | 3,3 7,7 7,3 3,7", "obstacle 2 crossing itself at (5, 5)"},
    {"0,0 8,0 8,8 0,8 | 2,2 4,4 6,6 6,2 4,4 2,6", "obstacle 1 crossing itself at (4, 4)"},
    {"0,0 8,0 8,8 0,8 | 1,1 4,1 4,4 6,4 4,4 1,4", "obstacle 1 running along itself at (4, 4)"},
    {"0,0 8,0 8,8 0,8 | 1,1 7,1 7,7 1,7 1,1 3,1 3,3", "obstacle 1 running along itself at (1, 1)"},
    {"0,0 8,0 8,8 0,8 | 1,1 7,1 7,7 1,7 1,1 5,3 3,5", "obstacle 1 crossing itself at (1, 1)"},
    {"0,0 8,0 8,8 0,8 | 2,2 5,2 5,5 2,5 | 4,4 6,4 6,6 4,6", "obstacle 2 overlapping obstacle 1 at (4, 4)"},
    {"0,0 8,0 8,8 0,8 | 1,1 7,1 7,7 1,7 | 4,4 6,4 6,6 4,6", "obstacle 2 overlapping obstacle 1 at (4, 4)"},
    {"0,0 8,0 8,8 0,8 | 4,4 6,4 6,6 4,6 | 4,4 6,4 6,6 4,6", "obstacle 2 overlapping obstacle 1 at (4, 4)"},
    {"0,0 8,0 8,8 0,8 | 4,4 6,4 6,6 4,6 | 4,4 6,6 4,6", "obstacle 2 overlapping obstacle 1 at (4, 4)"},
    /* Crossing in vertices only. */
    {"0,0 8,0 8,8 0,8 | 2,2 4,2 6,2 6,4 4,4 2,4 | 4,2 5,1 5,5 4,4 3,5 3,1", "overlapping obstacle"},
    {"0,0 8,0 8,8 0,8 | 6,4 9,4 9,6 6,6",
     "obstacle 1 reaching over the boundary at (8, 4), expected it inside"},
    {"0,0 8,0 8,2 8,4 8,8 0,8 | 6,3 8,2 10,3 8,4", "obstacle 1 reaching over the boundary at (8, 2)"},
    {"0,0 8,0 8,8 0,8 | -2,4 3,4 3,6", "obstacle 1 outside of the boundary at (-2, 4)"},
    {"0,0 8,0 8,8 0,8 | 9,9 10,9 10,10", "obstacle 1 outside of the boundary at (9, 9)"},
    {"0,0 8,0 8,8 0,8 | 8,0 9,0 9,8 8,8", "obstacle 1 outside of the boundary at (8, 0)"},
    {"0,0 8,0 8,8 0,8 | -1,-1 9,-1 9,9 -1,9", "obstacle 1 outside of the boundary at (-1, -1)"},
    {"0,0 8,0 8,8 0,8 | 0,0 9,0 9,8 0,8", "the boundary"},
    {"0,0 8,0 8,8 0,8 | 0,0 8,0 8,8 0,8", "found obstacles that fill the boundary, expected free space"},
    {"0,0 8,0 8,8 0,8 | 0,0 4,0 4,8 0,8 | 4,0 8,0 8,8 4,8", "expected free space"},
    {"+ 0,0 4,0 4,4 0,4 |+ 2,2 6,2 6,6 2,6", "boundary 2 overlapping boundary 1 at (2, 4)"},
    {"+ 0,0 4,0 4,4 0,4 |+ 5,0 9,0 9,4 5,4 | 3,1 6,1 6,2 3,2",
     "obstacle 1 reaching over boundary 1 at (4, 1)"},
    {"0,0 nan,0 8,8", "drawn: vertex 2 of the boundary is not a number or out of range"},
    {"0,0 8,0 8,8 | 1,1 2,1 inf,2", "drawn: vertex 3 of obstacle 1 is not a number"},
    {"0,0 1e300,0 8,8", "vertex 2 of the boundary is not a number or out of range"},
    {"0,0 1e-300,0 8,8", "vertex 2 of the boundary is not a number or out of range"},
    {"0,0 8,0 8,1099511627777", "vertex 3 of the boundary"},
    {"0,0 0,0 0,0", "fewer than 3"},
};

static void refusals(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        Memory memory = system_memory();
        Rings rings = rings_from(refused[i].rings, &memory);
        Polygons polygons;
        Error error = {""};
        Status status = polygons_create(&rings, "drawn", &memory, &polygons, &error);
        if (status != STATUS_BAD_INPUT || strstr(error.text, refused[i].message) == NULL)
            fail_msg("%s: status %d, \"%s\"", refused[i].rings, (int)status, error.text);
        rings.line = memory_take_zeroed(&memory, rings.ring_count, sizeof *rings.line);
        for (uint32_t r = 0; r < rings.ring_count; r++) rings.line[r] = 17;
        if (polygons_create(&rings, "drawn", &memory, &polygons, &error) == STATUS_OK ||
            (strstr(error.text, "drawn:17: ") == NULL && strstr(error.text, "free space") == NULL))
            fail_msg("%s", error.text);
        rings_destroy(&rings);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

static void lattices(void **state) {
    (void)state;
    static const struct {
        const char *rings;
        int lattice; /* 99: inexact */
    } known[] = {{"0,0 800,0 800,450 0,450", -14},
                 {"0,0 1,0 1,1 0,1", -23},
                 {"0,0 16777215,0 16777215,1", 0},
                 {"0,0 16777216,0 16777216,2", 1},
                 {"0,0 16777216,0 16777216,1", 99},
                 {"0,0 1099511627776,0 0,1099511627776", 17},
                 {"0,0 0.1,0 0,1", 99},
                 {"0,0 512,0 0,512.00006103515625", -14},
                 {"0,0 512,0 0,512.000030517578125", 99},
                 {"0,0 511,0 0,511.000030517578125", -15}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        Memory memory = system_memory();
        Rings rings = rings_from(known[i].rings, &memory);
        Polygons polygons;
        Error error = {""};
        ASSERT_OK(polygons_create(&rings, "drawn", &memory, &polygons, &error), &error);
        assert_int_equal(polygons.inexact, known[i].lattice == 99);
        if (!polygons.inexact) assert_int_equal(polygons.lattice, known[i].lattice);
        polygons_destroy(&polygons);
        rings_destroy(&rings);
    }
}

static void survives_want_of_memory(void **state) {
    (void)state;
    const char *text = "0,0 8,0 8,8 0,8 | 2,1 4,1 4,5 2,5 | 4,2 6,2 6,4 4,4 | 0,6 1,6 1,7 0,7";
    Memory memory = system_memory();
    Rings rings = rings_from(text, &memory);
    Memory counted = system_memory();
    Polygons polygons;
    Error error;
    ASSERT_OK(polygons_create(&rings, "drawn", &counted, &polygons, &error), &error);
    uint64_t needed = counted.allocations;
    polygons_destroy(&polygons);
    for (uint64_t i = 1; i <= needed; i++) {
        counted = system_memory();
        counted.fail_at = i;
        assert_int_equal(polygons_create(&rings, "drawn", &counted, &polygons, &error), STATUS_NO_MEMORY);
        ASSERT_NOTHING_LIVE(&counted);
    }
    rings_destroy(&rings);
    ASSERT_NOTHING_LIVE(&memory);
}

static void hashes(void **state) {
    (void)state;
    static const char *const same[] = {"0,0 8,0 8,8 0,8 | 2,2 4,2 4,4 2,4 | 5,5 6,5 6,6",
                                       "-0.0,0 8,0 8,8 0,8 | 6,5 6,6 5,5 | 2,4 4,4 4,2 2,2",
                                       "0,0 8,0 8,8 0,8 | 2,2 4,2 4,4 2,4 | 5,5 6,5 6,6.00001"};
    uint64_t hash[3];
    for (int i = 0; i < 3; i++) {
        Memory memory = system_memory();
        Rings rings = rings_from(same[i], &memory);
        Polygons polygons;
        Error error;
        ASSERT_OK(polygons_create(&rings, "drawn", &memory, &polygons, &error), &error);
        hash[i] = polygons.hash;
        assert_true(polygons.low.x == 0 && polygons.low.y == 0 && polygons.high.x == 8 &&
                    polygons.high.y == 8);
        assert_true(!signbit(polygons.low.x) && !signbit(polygons.low.y));
        polygons_destroy(&polygons);
        rings_destroy(&rings);
    }
    assert_true(hash[0] == hash[1] && hash[0] != hash[2]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawn_maps), cmocka_unit_test(refusals),
        cmocka_unit_test(lattices),   cmocka_unit_test(survives_want_of_memory),
        cmocka_unit_test(hashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
