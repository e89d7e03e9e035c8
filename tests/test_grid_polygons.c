/* The outline of a grid's blocked cells: drawn cases, and random maps against the map that polygons_create
 * makes of one square obstacle for each blocked cell. */
#include "tests/polygons_support.h"
#include "tests/support.h"

#include "algos/map/grid_polygons.h"
#include "harness/load.h"
#include "harness/options.h"

#include <string.h>

static Status outline_of(const char *rows, Memory *memory, Polygons *polygons) {
    Map map;
    Error error;
    grid_from_text(memory, rows, &map);
    Status status = grid_polygons_create(&map.grid, memory, polygons, &error);
    map_destroy(&map);
    return status;
}

typedef struct Drawn {
    const char *rows;
    uint32_t vertices, edges, obstacles, free_cells;
} Drawn;

/* Known answers: corners counted by hand. */
static void draws_known_outlines(void **state) {
    (void)state;
    static const Drawn drawn[] = {
        {".", 4, 4, 0, 1},
        {"...\n...", 4, 4, 0, 6},
        {"@@@\n@.@\n@@@", 4, 4, 0, 1},
        {"...\n.@.\n...", 8, 8, 1, 8},
        {"@..\n...\n..@", 8, 8, 0, 7}, /* corners cut off */
        {".@.", 8, 8, 0, 2},           /* two separate cells */
        {".@\n@.", 7, 8, 0, 2},        /* the two touch in a point */
        {"@.\n.@", 7, 8, 0, 2},
        {"....\n.@..\n..@.\n....", 11, 12, 2, 14}, /* obstacles that touch in a point */
        {"....\n..@.\n.@..\n....", 11, 12, 2, 14},
        {"...\n@..\n...", 8, 8, 0, 8},                                    /* an obstacle at the border */
        {".....\n.@@@.\n.@.@.\n.@@@.\n.....", 12, 12, 1, 17},             /* a hole in an obstacle */
        {".......\n.@@@@@.\n.@...@.\n.@.@.@.\n.@...@.\n.@@@@@.\n.......", /* a hole in a hole */
         16, 16, 2, 32},
        {".....\n.@@@.\n.@.@.\n.@@..\n.....", 13, 14, 1, 18}, /* a hole that only a point keeps apart */
        {"@.@\n.@.\n@.@", 12, 16, 1, 4},                      /* a chequerboard: all four touch */
        {".@.\n@.@\n.@.", 16, 20, 0, 5},
    };
    Memory memory = system_memory();
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
        Polygons polygons;
        assert_int_equal(outline_of(drawn[i].rows, &memory, &polygons), STATUS_OK);
        if (polygons.vertex_count != drawn[i].vertices || polygons.edge_count != drawn[i].edges ||
            polygons.obstacle_count != drawn[i].obstacles)
            fail_msg("%s\n%u vertices, %u edges, %u obstacles", drawn[i].rows, polygons.vertex_count,
                     polygons.edge_count, polygons.obstacle_count);
        check_polygons(&polygons);
        assert_true(polygons_double_area(&polygons) == 2.0 * drawn[i].free_cells);
        polygons_destroy(&polygons);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

static void refuses_a_map_without_free_cells(void **state) {
    (void)state;
    Memory memory = system_memory();
    Polygons polygons;
    assert_int_equal(outline_of("@@\n@@", &memory, &polygons), STATUS_REFUSED);
    ASSERT_NOTHING_LIVE(&memory);
}

/* The map's rectangle with a square for each blocked cell. */
static void outline_by_squares(const Grid *grid, Memory *memory, Polygons *polygons) {
    uint32_t cells = (uint32_t)grid->width * (uint32_t)grid->height;
    uint32_t count = 1 + cells - (uint32_t)grid->passable_count;
    Rings rings = {.memory = memory};
    rings.points = memory_take(memory, 4 * (size_t)count, sizeof *rings.points);
    rings.first = memory_take_zeroed(memory, (size_t)count + 1, sizeof *rings.first);
    assert_non_null(rings.points);
    assert_non_null(rings.first);
    double x = 0, y = 0, width = grid->width, height = grid->height;
    for (uint32_t cell = 0; rings.ring_count < count; cell++) {
        const Point square[] = {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
        memcpy(rings.points + rings.point_count, square, sizeof square);
        rings.point_count += 4;
        rings.first[++rings.ring_count] = rings.point_count;
        while (
            cell < cells &&
            grid->cost[grid_place(grid, (Cell){(int32_t)cell % grid->width, (int32_t)cell / grid->width})] !=
                0)
            cell++;
        x = (int32_t)cell % grid->width;
        y = (int32_t)cell / grid->width;
        width = height = 1;
    }
    Error error;
    ASSERT_OK(polygons_create(&rings, "squares", memory, polygons, &error), &error);
    rings_destroy(&rings);
}

/* Whether the vertex is inside a straight piece: one edge comes, one goes on in the same direction. */
static bool is_straight(const Polygons *polygons, uint32_t vertex) {
    const PolygonEdge *out = NULL, *in = NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < polygons->edge_count; i++) {
        if (polygons->edges[i].from == vertex) out = &polygons->edges[i], count++;
        if (polygons->edges[i].to == vertex) in = &polygons->edges[i], count++;
    }
    assert_non_null(out);
    assert_non_null(in);
    return count == 2 && point_orientation(polygons->vertices[in->from], polygons->vertices[vertex],
                                           polygons->vertices[out->to]) == 0;
}

/* The same places everywhere on the half lattice, and no vertex too many or too few. */
static void compare_places(const Grid *grid, const Polygons *found, const Polygons *wanted) {
    uint32_t bends = 0;
    for (uint32_t i = 0; i < wanted->vertex_count; i++) bends += !is_straight(wanted, i);
    assert_int_equal(found->vertex_count, bends);
    for (int32_t y = -1; y <= 2 * grid->height + 1; y++)
        for (int32_t x = -1; x <= 2 * grid->width + 1; x++) {
            Point point = {x / 2.0, y / 2.0};
            Place place = polygons_place(found, point), expected = polygons_place(wanted, point);
            if (expected == PLACE_VERTEX && place == PLACE_EDGE) continue; /* inside a straight piece */
            if (place != expected) fail_msg("%d at (%g, %g), not %d", place, point.x, point.y, expected);
        }
}

static void agrees_with_squares(void **state) {
    (void)state;
    Memory memory = system_memory();
    Error error;
    for (uint32_t seed = 1; seed <= trials(400); seed++) {
        Map map;
        grid_random(&memory, (int32_t)(1 + seed % 13), (int32_t)(1 + seed % 11), (uint32_t)(seed % 100), 9,
                    seed, &map);
        Polygons found, wanted, again;
        Rings rings;
        if (map.grid.passable_count != 0) {
            ASSERT_OK(grid_polygons_create(&map.grid, &memory, &found, &error), &error);
            outline_by_squares(&map.grid, &memory, &wanted);
            check_polygons(&found);
            assert_true(polygons_double_area(&found) == 2.0 * (double)map.grid.passable_count);
            compare_places(&map.grid, &found, &wanted);
            assert_int_equal(polygons_rings(&found, &memory, &rings), STATUS_OK);
            ASSERT_OK(polygons_create(&rings, "again", &memory, &again, &error), &error);
            assert_true(again.hash == found.hash);
            assert_int_equal(again.obstacle_count, found.obstacle_count);
            assert_int_equal(again.lattice, found.lattice);
            assert_true(point_equal(again.low, found.low) && point_equal(again.high, found.high));
            rings_destroy(&rings);
            polygons_destroy(&found);
            polygons_destroy(&wanted);
            polygons_destroy(&again);
        }
        map_destroy(&map);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

typedef struct Golden {
    const char *spec;
    uint64_t hash;
    uint32_t vertices, obstacles;
} Golden;

static const Golden golden[] = {
    {"rooms:size=256", 0x9f2c67fe2f002e7e, 204, 11},
    {"rooms:width=1000,height=37,seed=3", 0xd7d4f3331685cbb7, 126, 6},
    {"noise:size=256", 0x911fb51d26e2c157, 31653, 7753},
    {"noise:size=2048,wall=50", 0xf29c92df2e17a2e2, 2623617, 276252},
};

static void gives_the_same_everywhere(void **state) {
    (void)state;
    Memory memory = system_memory();
    Error error;
    for (size_t i = 0; i < sizeof golden / sizeof *golden; i++) {
        MapChoice *choice = memory_take(&memory, 1, sizeof *choice);
        Map map;
        Polygons polygons;
        assert_non_null(choice);
        ASSERT_OK(map_choose(golden[i].spec, &memory, choice, &error), &error);
        ASSERT_OK(map_load(choice, &memory, &map, &error), &error);
        ASSERT_OK(grid_polygons_create(&map.grid, &memory, &polygons, &error), &error);
        assert_true(polygons_double_area(&polygons) == 2.0 * (double)map.grid.passable_count);
        if (polygons.hash != golden[i].hash || polygons.vertex_count != golden[i].vertices ||
            polygons.obstacle_count != golden[i].obstacles)
            fail_msg("%s: hash %llx, %u vertices, %u obstacles", golden[i].spec,
                     (unsigned long long)polygons.hash, polygons.vertex_count, polygons.obstacle_count);
        polygons_destroy(&polygons);
        map_destroy(&map);
        memory_give(&memory, choice);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

static Status of_grid(const void *from, Memory *memory, Polygons *polygons) {
    Error error;
    return grid_polygons_create(from, memory, polygons, &error);
}

static void survives_failed_allocations(void **state) {
    (void)state;
    Memory maps = system_memory();
    Map map;
    grid_random(&maps, 9, 9, 40, 1, 7, &map);
    assert_making_survives(of_grid, &map.grid);
    map_destroy(&map);
    ASSERT_NOTHING_LIVE(&maps);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_known_outlines),        cmocka_unit_test(refuses_a_map_without_free_cells),
        cmocka_unit_test(agrees_with_squares),         cmocka_unit_test(gives_the_same_everywhere),
        cmocka_unit_test(survives_failed_allocations),
    };
    return cmocka_run_group_tests_name("grid_polygons", tests, NULL, NULL);
}
