/* The shrinker, on bugs made up for it. */
#include "tests/shrink.h"
#include "tests/support.h"

#include "algos/core/rng.h"
#include "algos/exact/flood.h"

#include <stdlib.h>
#include <string.h>

/* A blocked cell with one of cost 5 or more to its lower right, and two ends that differ. */
static bool pattern_fails(void *context, const Map *map, const Query *query) {
    ++*(uint32_t *)context;
    const Grid *grid = &map->grid;
    if (query->start.x == query->goal.x && query->start.y == query->goal.y) return false;
    for (int32_t y = 0; y + 1 < grid->height; y++)
        for (int32_t x = 0; x + 1 < grid->width; x++)
            if (grid_cost(grid, (Cell){x, y}) == 0 && grid_cost(grid, (Cell){x + 1, y + 1}) >= 5) return true;
    return false;
}

static bool unreachable(void *context, const Map *map, const Query *query) {
    Memory *memory = context;
    Flood *flood;
    Error error;
    ASSERT_OK(flood_create(&map->grid, MOVE_4, memory, &flood, &error), &error);
    ASSERT_OK(flood_run(flood, query->start, &query->goal, 1), NULL);
    Length length;
    bool found = flood_length(flood, query->goal, &length);
    flood_destroy(flood);
    return !found;
}

static Cell random_open(Rng *rng, const Grid *grid) {
    for (;;) {
        Cell cell = {(int32_t)rng_below(rng, (uint32_t)grid->width),
                     (int32_t)rng_below(rng, (uint32_t)grid->height)};
        if (grid_cost(grid, cell) != 0) return cell;
    }
}

static int32_t distance(const Query *query) {
    return abs(query->start.x - query->goal.x) + abs(query->start.y - query->goal.y);
}

static void a_pattern_shrinks_to_itself(void **state) {
    (void)state;
    Memory memory = system_memory();
    for (uint64_t seed = 0; seed < 200; seed++) {
        Rng rng = rng_from(seed);
        Map map;
        grid_random(&memory, 21, 17, 30, 9, seed, &map);
        Query query = {random_open(&rng, &map.grid), random_open(&rng, &map.grid)};
        while (distance(&query) == 0) query.goal = random_open(&rng, &map.grid);
        uint32_t calls = 0;
        assert_true(pattern_fails(&calls, &map, &query));
        Shrunk shrunk = shrink(&memory, &map, &query, pattern_fails, &calls);
        assert_string_equal(shrunk.rows, "@.\n.5");
        assert_int_equal(distance(&shrunk.query), 1);
        shrunk_destroy(&shrunk);
        grid_destroy(&map.grid);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

/* Nothing smaller separates two cells than a wall of one between them, or two at a corner. */
static void a_wall_shrinks_to_its_least(void **state) {
    (void)state;
    Memory memory = system_memory();
    uint32_t tried = 0;
    for (uint64_t seed = 0; tried < 200; seed++) {
        Rng rng = rng_from(seed);
        Map map;
        grid_random(&memory, 24, 24, 45, 3, seed, &map);
        Query query = {random_open(&rng, &map.grid), random_open(&rng, &map.grid)};
        if (unreachable(&memory, &map, &query)) {
            tried++;
            Shrunk shrunk = shrink(&memory, &map, &query, unreachable, &memory);
            bool least = strcmp(shrunk.rows, ".@.") == 0 || strcmp(shrunk.rows, ".\n@\n.") == 0 ||
                         strcmp(shrunk.rows, ".@\n@.") == 0 || strcmp(shrunk.rows, "@.\n.@") == 0;
            if (!least) shrunk_print(&shrunk);
            assert_true(least);
            shrunk_destroy(&shrunk);
        }
        grid_destroy(&map.grid);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

static void what_does_not_fail_stays(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map;
    grid_from_text(&memory, ".3@\n..1", &map);
    Query query = {{0, 0}, {2, 1}};
    uint32_t calls = 0;
    Shrunk shrunk = shrink(&memory, &map, &query, pattern_fails, &calls);
    assert_string_equal(shrunk.rows, ".3@\n...");
    assert_int_equal(calls, 1);
    shrunk_destroy(&shrunk);
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

/* Fails with a 7 before a 13. */
static bool holds_both(void *context, void *items, uint32_t count) {
    const int *numbers = items;
    bool seven = false;
    ++*(int *)context;
    for (uint32_t i = 0; i < count; i++) {
        if (numbers[i] == 13 && seven) return true;
        seven = seven || numbers[i] == 7;
    }
    return false;
}

static void a_list_is_left_with_what_it_takes(void **state) {
    (void)state;
    int numbers[100], asked = 0;
    uint32_t count = 100;
    for (int i = 0; i < 100; i++) numbers[i] = i;
    shrink_list(numbers, sizeof *numbers, &count, holds_both, &asked);
    assert_int_equal(count, 2);
    assert_int_equal(numbers[0], 7);
    assert_int_equal(numbers[1], 13);
    assert_true(asked < 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pattern_shrinks_to_itself),
        cmocka_unit_test(a_wall_shrinks_to_its_least),
        cmocka_unit_test(what_does_not_fail_stays),
        cmocka_unit_test(a_list_is_left_with_what_it_takes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
