/* The oracle against relaxation to a fixed point, which needs no order at all, and on maps with known
 * answers. */
#include "tests/support.h"

#include "algos/exact/flood.h"

#include <stdlib.h>

typedef struct Known {
    const char *rows;
    Cell start, goal;
    Move move;
    bool reachable;
    Length length;
} Known;

static const Known known[] = {
    {".", {0, 0}, {0, 0}, MOVE_8, true, {0, 0}},
    {"..", {0, 0}, {1, 0}, MOVE_4, true, {1, 0}},
    {"..\n..", {0, 0}, {1, 1}, MOVE_4, true, {2, 0}},
    {"..\n..", {0, 0}, {1, 1}, MOVE_8, true, {0, 1}},
    {".@\n..", {0, 0}, {1, 1}, MOVE_8, true, {2, 0}},  /* no corner is cut */
    {".@\n@.", {0, 0}, {1, 1}, MOVE_8, false, {0, 0}}, /* nor passed between two */
    {".@\n..", {0, 0}, {1, 1}, MOVE_8C, true, {0, 1}}, /* but where the rule lets it */
    {"..\n@.", {0, 0}, {1, 1}, MOVE_8C, true, {0, 1}},
    {".@\n@.", {0, 0}, {1, 1}, MOVE_8C, false, {0, 0}}, /* which does not let two be passed between */
    {"..@\n.@.\n...", {0, 0}, {2, 1}, MOVE_8C, true, {1, 2}},
    {".@.", {0, 0}, {2, 0}, MOVE_4, false, {0, 0}},
    {"191\n111", {0, 0}, {2, 0}, MOVE_4, true, {4, 0}}, /* round the dear cell */
    {"12\n11", {0, 0}, {1, 0}, MOVE_8, true, {2, 0}},   /* the cell entered is paid */
    {"21\n11", {0, 0}, {1, 0}, MOVE_8, true, {1, 0}},
    {"111\n191\n111", {0, 1}, {2, 1}, MOVE_8, true, {0, 2}}, /* past the dear cell: its sides are open */
    {"...\n...\n...", {0, 0}, {2, 1}, MOVE_8, true, {1, 1}},
};

static void known_answers(void **state) {
    (void)state;
    Memory memory = system_memory();
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        Map map;
        Flood *flood;
        Error error;
        Length length = {-1, -1};
        grid_from_text(&memory, known[i].rows, &map);
        ASSERT_OK(flood_create(&map.grid, known[i].move, &memory, &flood, &error), &error);
        assert_int_equal(flood_run(flood, known[i].start, &known[i].goal, 1), STATUS_OK);
        bool reached = flood_length(flood, known[i].goal, &length);
        if (reached != known[i].reachable || (reached && length_compare(length, known[i].length) != 0))
            fail_msg("case %zu: got %d, %lld + %lld√2", i, reached, (long long)length.straight,
                     (long long)length.diagonal);
        flood_destroy(flood);
        grid_destroy(&map.grid);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

/* Relaxes every step of the map until nothing changes. */
static void relax_all(const Grid *grid, Move move, Cell start, Length *length, bool *reached) {
    int32_t w = grid->width, h = grid->height;
    for (int32_t i = 0; i < w * h; i++) reached[i] = false;
    reached[start.y * w + start.x] = true;
    length[start.y * w + start.x] = (Length){0, 0};
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t i = 0; i < w * h * 9; i++) {
            Cell from = {i / 9 % w, i / 9 / w}, to = {from.x + i % 3 - 1, from.y + i / 3 % 3 - 1};
            uint8_t cost = grid_cost(grid, to);
            bool diagonal = from.x != to.x && from.y != to.y;
            if (!reached[from.y * w + from.x] || cost == 0) continue;
            int open =
                (grid_cost(grid, (Cell){from.x, to.y}) != 0) + (grid_cost(grid, (Cell){to.x, from.y}) != 0);
            if (diagonal && open < (move == MOVE_4 ? 3 : move == MOVE_8 ? 2 : 1)) continue;
            if (from.x == to.x && from.y == to.y) continue;
            Length next =
                length_sum(length[from.y * w + from.x], diagonal ? (Length){0, cost} : (Length){cost, 0});
            int32_t at = to.y * w + to.x;
            if (reached[at] && length_compare(next, length[at]) >= 0) continue;
            reached[at] = changed = true;
            length[at] = next;
        }
    }
}

static void agrees_with_relaxation(void **state) {
    (void)state;
    Memory memory = system_memory();
    for (uint32_t seed = 0; seed < 400; seed++) {
        Map map;
        Flood *flood;
        Error error;
        Length expected[144], got;
        bool reached[144];
        Move move = seed % 4 < 2 ? MOVE_8C : seed % 4 == 2 ? MOVE_4 : MOVE_8;
        grid_random(&memory, 1 + (int32_t)(seed % 12), 1 + (int32_t)(seed / 3 % 12), seed % 5 * 12,
                    seed % 3 == 0   ? 1
                    : seed % 3 == 1 ? 9
                                    : 3,
                    seed, &map);
        ASSERT_OK(flood_create(&map.grid, move, &memory, &flood, &error), &error);
        for (int32_t y = 0; y < map.grid.height; y++)
            for (int32_t x = 0; x < map.grid.width; x++) {
                if (grid_cost(&map.grid, (Cell){x, y}) == 0) continue;
                relax_all(&map.grid, move, (Cell){x, y}, expected, reached);
                assert_int_equal(flood_run(flood, (Cell){x, y}, NULL, 0), STATUS_OK);
                for (int32_t i = 0; i < map.grid.width * map.grid.height; i++) {
                    Cell goal = {i % map.grid.width, i / map.grid.width};
                    assert_int_equal(flood_length(flood, goal, &got), reached[i]);
                    if (reached[i]) assert_int_equal(length_compare(got, expected[i]), 0);
                }
                x += (int32_t)(seed % 4); /* not every start of every map */
            }
        flood_destroy(flood);
        grid_destroy(&map.grid);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

static void stops_early_with_the_same_answer(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map;
    Flood *flood;
    Error error;
    grid_random(&memory, 60, 40, 30, 9, 7, &map);
    ASSERT_OK(flood_create(&map.grid, MOVE_8, &memory, &flood, &error), &error);
    Cell start = {0, 0};
    while (grid_cost(&map.grid, start) == 0) start.x++;
    for (int32_t i = 0; i < 60 * 40; i += 7) {
        Cell goals[2] = {{i % 60, i / 60}, {i % 60, i / 60}};
        Length whole = {0, 0}, early = {0, 0};
        assert_int_equal(flood_run(flood, start, NULL, 0), STATUS_OK);
        bool reached = flood_length(flood, goals[0], &whole);
        assert_int_equal(flood_run(flood, start, goals, 2), STATUS_OK);
        assert_int_equal(flood_length(flood, goals[0], &early), reached);
        assert_int_equal(length_compare(whole, early), 0);
    }
    flood_destroy(flood);
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

static void survives_failed_allocations(void **state) {
    (void)state;
    Memory maps = system_memory();
    Map map;
    grid_random(&maps, 30, 30, 20, 3, 1, &map);
    Cell start = {0, 0};
    while (grid_cost(&map.grid, start) == 0) start.x++;
    bool done = false;
    for (uint64_t fail_at = 1; !done; fail_at++) {
        Memory memory = system_memory();
        memory.fail_at = fail_at;
        Flood *flood;
        Error error;
        if (flood_create(&map.grid, MOVE_8, &memory, &flood, &error) == STATUS_OK) {
            done = flood_run(flood, start, NULL, 0) == STATUS_OK;
            flood_destroy(flood);
        }
        ASSERT_NOTHING_LIVE(&memory);
    }
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&maps);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_answers),
        cmocka_unit_test(agrees_with_relaxation),
        cmocka_unit_test(stops_early_with_the_same_answer),
        cmocka_unit_test(survives_failed_allocations),
    };
    return cmocka_run_group_tests_name("flood", tests, NULL, NULL);
}
