/* Components against repeated spreading of labels, and on maps with known answers. */
#include "tests/support.h"

#include "algos/map/components.h"

typedef struct Known {
    const char *rows;
    uint32_t count, sizes[4];
} Known;

static const Known known[] = {
    {".", 1, {1}},
    {"@", 0, {0}},
    {"..\n..", 1, {4}},
    {".@\n@.", 2, {1, 1}}, /* not joined by a corner: no rule lets a path through */
    {".@.\n...", 1, {5}},
    {".@.@.\n.@.@.", 3, {2, 2, 2}},
    {"@@@.\n@@@@\n..@.\n..@@", 3, {1, 4, 1}},
    {"......\n.@@@@.\n.@..@.\n.@.@@.\n.@@@@.\n......", 2, {20, 3}},
};

static void known_answers(void **state) {
    (void)state;
    Memory memory = system_memory();
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        Map map;
        Components components;
        grid_from_text(&memory, known[i].rows, &map);
        assert_int_equal(components_create(&map.grid, &memory, &components), STATUS_OK);
        assert_int_equal(components.count, known[i].count);
        for (uint32_t label = 1; label <= components.count; label++)
            assert_int_equal(components.size[label], known[i].sizes[label - 1]);
        components_destroy(&components);
        components_destroy(&components); /* twice does no harm */
        grid_destroy(&map.grid);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

/* Every open cell takes the smallest place among its neighbours' until nothing changes. */
static void spread(const Grid *grid, uint32_t *smallest) {
    uint32_t stride = (uint32_t)grid->stride, places = grid_place_count(grid);
    for (uint32_t place = 0; place < places; place++) smallest[place] = grid->cost[place] == 0 ? 0 : place;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t place = 0; place < places; place++) {
            if (smallest[place] == 0) continue;
            const uint32_t around[] = {place - 1, place + 1, place - stride, place + stride};
            for (int i = 0; i < 4; i++) {
                if (smallest[around[i]] == 0 || smallest[around[i]] >= smallest[place]) continue;
                smallest[place] = smallest[around[i]];
                changed = true;
            }
        }
    }
}

static void agrees_with_spreading(void **state) {
    (void)state;
    Memory memory = system_memory();
    for (uint32_t seed = 0; seed < trials(300); seed++) {
        Map map;
        Components components;
        uint32_t smallest[42 * 42] = {0}, label_of[42 * 42] = {0}, sizes[42 * 42] = {0}, next = 0;
        grid_random(&memory, 1 + (int32_t)(seed % 40), 1 + (int32_t)(seed / 3 % 40), 10 + seed % 60, 3, seed,
                    &map);
        assert_int_equal(components_create(&map.grid, &memory, &components), STATUS_OK);
        spread(&map.grid, smallest);
        for (uint32_t place = 0; place < grid_place_count(&map.grid); place++) {
            if (smallest[place] == 0) {
                assert_int_equal(components.label[place], 0);
                continue;
            }
            if (smallest[place] == place) label_of[place] = ++next;
            assert_int_equal(components.label[place], label_of[smallest[place]]);
            sizes[components.label[place]]++;
        }
        assert_int_equal(components.count, next);
        for (uint32_t label = 0; label <= next; label++)
            assert_int_equal(components.size[label], sizes[label]);
        components_destroy(&components);
        grid_destroy(&map.grid);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

/* A spiral one cell wide is the deepest there is: recursion would overflow. */
static void deep_corridors(void **state) {
    (void)state;
    enum { SIDE = 1001 };
    Memory memory = system_memory();
    TerrainCosts terrain = terrain_plain();
    Grid grid;
    Error error;
    ASSERT_OK(grid_create(&memory, SIDE, SIDE, &terrain, &grid, &error), &error);
    uint32_t cells = 0;
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++) {
            bool turn = x == (y / 2 % 2 == 0 ? SIDE - 1 : 0);
            if (y % 2 == 1 && !turn) continue;
            grid_set(&grid, x, y, '.');
            cells++;
        }
    grid_finish(&grid);
    Components components;
    assert_int_equal(components_create(&grid, &memory, &components), STATUS_OK);
    assert_int_equal(components.count, 1);
    assert_int_equal(components.size[1], cells);
    components_destroy(&components);
    grid_destroy(&grid);
    ASSERT_NOTHING_LIVE(&memory);
}

static void survives_failed_allocations(void **state) {
    (void)state;
    Memory maps = system_memory();
    Map map;
    grid_random(&maps, 60, 60, 60, 1, 3, &map); /* hundreds of components: the sizes grow */
    bool done = false;
    for (uint64_t fail_at = 1; !done; fail_at++) {
        Memory memory = system_memory();
        memory.fail_at = fail_at;
        Components components;
        done = components_create(&map.grid, &memory, &components) == STATUS_OK;
        if (done) components_destroy(&components);
        ASSERT_NOTHING_LIVE(&memory);
        assert_true(!done || fail_at > 3);
    }
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&maps);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_answers),
        cmocka_unit_test(agrees_with_spreading),
        cmocka_unit_test(deep_corridors),
        cmocka_unit_test(survives_failed_allocations),
    };
    return cmocka_run_group_tests_name("components", tests, NULL, NULL);
}
