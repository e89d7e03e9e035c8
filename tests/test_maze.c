/* Mazes: one component that is a tree of rooms as long as no loops are asked for, walls one cell wide and
 * nothing else, and as many loops as asked for. */
#include "tests/gen_support.h"
#include "tests/support.h"

#include "algos/map/components.h"

#include <stdio.h>

typedef struct Rooms {
    int32_t across, down, corridor;
    uint32_t joined, walls; /* pairs of rooms side by side with and without an opening */
} Rooms;

/* A block of cells is all open or all blocked; says which. */
static bool is_open(const Grid *grid, int32_t x, int32_t y, int32_t width, int32_t height) {
    bool open = grid_cost(grid, (Cell){x, y}) != 0;
    for (int32_t j = y; j < y + height; j++)
        for (int32_t i = x; i < x + width; i++) assert_int_equal(grid_cost(grid, (Cell){i, j}) != 0, open);
    return open;
}

/* Looks at every room, every wall between two, and every post where four of them meet. */
static Rooms look(const Grid *grid, int32_t corridor) {
    int32_t step = corridor + 1;
    Rooms rooms = {(grid->width - 1) / step, (grid->height - 1) / step, corridor, 0, 0};
    uint64_t cells = 0;
    for (int32_t j = 0; j < rooms.down; j++)
        for (int32_t i = 0; i < rooms.across; i++) {
            int32_t x = 1 + i * step, y = 1 + j * step;
            assert_true(is_open(grid, x, y, corridor, corridor));
            assert_false(is_open(grid, x + corridor, y + corridor, 1, 1));
            bool east = is_open(grid, x + corridor, y, 1, corridor);
            bool south = is_open(grid, x, y + corridor, corridor, 1);
            assert_false(east && i + 1 == rooms.across);
            assert_false(south && j + 1 == rooms.down);
            rooms.joined += east + south;
            rooms.walls += (i + 1 < rooms.across && !east);
            rooms.walls += (j + 1 < rooms.down && !south);
            cells += (uint64_t)(corridor * corridor + (east + south) * corridor);
        }
    assert_int_equal(grid->passable_count, cells); /* so nothing else is open */
    return rooms;
}

static void mazes_are_trees(void **state) {
    (void)state;
    const int32_t cases[][3] = {{3, 3, 1},  {15, 13, 1}, {16, 14, 1},  {4, 40, 1}, {4, 4, 2},
                                {64, 9, 2}, {63, 63, 4}, {200, 50, 7}, {101, 3, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (uint32_t seed = 0; seed < 30; seed++) {
            Memory memory = system_memory();
            char text[100];
            snprintf(text, sizeof text, "width=%d,height=%d,corridor=%d,seed=%u", cases[i][0], cases[i][1],
                     cases[i][2], seed);
            Map map = make_map("maze", text, &memory);
            Rooms rooms = look(&map.grid, cases[i][2]);
            assert_int_equal(rooms.joined, rooms.across * rooms.down - 1);
            Components components;
            assert_int_equal(components_create(&map.grid, &memory, &components), STATUS_OK);
            assert_int_equal(components.count, 1);
            components_destroy(&components);
            map_destroy(&map);
            ASSERT_NOTHING_LIVE(&memory);
        }
}

static Rooms rooms_of(const char *text, int32_t corridor) {
    Memory memory = system_memory();
    Map map = make_map("maze", text, &memory);
    Rooms rooms = look(&map.grid, corridor);
    map_destroy(&map);
    ASSERT_NOTHING_LIVE(&memory);
    return rooms;
}

static void loops_are_a_share_of_the_walls(void **state) {
    (void)state;
    Rooms tree = rooms_of("size=401,seed=5", 1), some = rooms_of("size=401,loops=30,seed=5", 1);
    Rooms all = rooms_of("size=401,loops=100,seed=5", 1);
    assert_int_equal(all.walls, 0);
    assert_int_equal(tree.joined + tree.walls, all.joined);
    double share = (double)(some.joined - tree.joined) / tree.walls;
    if (share < 0.29 || share > 0.31) fail_msg("%g of the walls, expected 0.3", share);
    assert_int_equal(rooms_of("width=40,height=20,corridor=3,loops=100", 3).walls, 0);
}

/* Of the four mazes of 2 × 2 rooms each comes up: those are the cycle of four openings less one. */
static void no_direction_is_favoured(void **state) {
    (void)state;
    uint32_t tally[4] = {0};
    for (uint32_t seed = 0; seed < 4000; seed++) {
        Memory memory = system_memory();
        char text[60];
        snprintf(text, sizeof text, "size=5,seed=%u", seed);
        Map map = make_map("maze", text, &memory);
        const Cell openings[4] = {{2, 1}, {2, 3}, {1, 2}, {3, 2}};
        for (int i = 0; i < 4; i++) tally[i] += grid_cost(&map.grid, openings[i]) == 0;
        map_destroy(&map);
    }
    for (int i = 0; i < 4; i++) assert_in_range(tally[i], 880, 1120); /* four standard deviations */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mazes_are_trees),
        cmocka_unit_test(loops_are_a_share_of_the_walls),
        cmocka_unit_test(no_direction_is_favoured),
    };
    return cmocka_run_group_tests_name("maze", tests, NULL, NULL);
}
