/* Generators: what is asked for comes out, the same each time, and nothing else. */
#include "tests/gen_support.h"
#include "tests/support.h"

#include "algos/map/costs_file.h"
#include "algos/map/map_file.h"
#include "gen/generator.h"
#include "gen/sides.h"

#include <stdio.h>
#include <string.h>

static void tables_are_sound(void **state) {
    (void)state;
    assert_null(map_generator_find("room", 4));
    assert_null(map_generator_find("roomss", 6));
    assert_null(query_generator_find("", 0));
    for (uint32_t i = 0; i < map_generator_count + query_generator_count; i++) {
        ParameterTable table = i < map_generator_count
                                   ? map_generators[i]->parameters
                                   : query_generators[i - map_generator_count]->parameters;
        assert_in_range(table.count, 1, PARAMETER_MOST);
        for (uint32_t k = 0; k < table.count; k++) {
            const Parameter *row = &table.rows[k];
            assert_true(row->name != NULL && row->help != NULL && row->help[0] != '\0');
            if (i < map_generator_count && k < SIDES_COUNT) continue;
            if (row->type == PARAMETER_INTEGER)
                assert_true(row->preset >= row->low && row->preset <= row->high);
        }
    }
}

typedef struct Normalised {
    const char *name, *given, *text, *message; /* one of the last two */
} Normalised;

static const Normalised normalised[] = {
    {"rooms", "size=64", "rooms:width=64,height=64,per_65536=60,side_min=8,side_max=40,seed=1", NULL},
    {"rooms", "width=9,height=7,seed=4", "rooms:width=9,height=7,per_65536=60,side_min=8,side_max=40,seed=4",
     NULL},
    {"noise", "size=5", "noise:width=5,height=5,wall=20,forest=30,swamp=15,forest_cost=2,swamp_cost=4,seed=1",
     NULL},
    {"maze", "size=9", "maze:width=9,height=9,corridor=1,loops=0,seed=1", NULL},
    {"maze", "width=9,height=5,corridor=4", NULL, "maze: height=5 leaves no room for corridor=4"},
    {"maze", "width=2,height=3", NULL, "maze: width=2 leaves no room for corridor=1"},
    {"rooms", "", NULL, "rooms: size=, or width= and height=, is missing"},
    {"rooms", "width=5", NULL, "rooms: height= is missing"},
    {"noise", "height=5", NULL, "noise: width= is missing"},
    {"noise", "size=5,height=5", NULL, "noise: size= stands for"},
    {"rooms", "size=5,side_min=9,side_max=8", NULL, "rooms: side_min=9 is above side_max=8"},
    {"rooms", "size=5,side_min=41", NULL, "rooms: side_min=41 is above side_max=40"},
    {"noise", "size=5,forest=60,swamp=41", NULL, "noise: forest=60 and swamp=41 are more than 100"},
};

static void settings_are_normalised(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof normalised / sizeof *normalised; i++) {
        const Normalised *tried = &normalised[i];
        const MapGenerator *generator = map_generator_find(tried->name, strlen(tried->name));
        Settings settings = settings_from(generator->parameters, tried->given);
        Error error = {""};
        Status status = generator->normalise(&settings, &error);
        if (tried->text == NULL) {
            assert_int_equal(status, STATUS_BAD_INPUT);
            if (strstr(error.text, tried->message) == NULL) fail_msg("case %zu: %s", i, error.text);
            continue;
        }
        for (int twice = 0; twice < 2; twice++) {
            char text[200];
            ASSERT_OK(generator->normalise(&settings, &error), &error);
            settings_text(generator->parameters, generator->name, &settings, text, sizeof text);
            assert_string_equal(text, tried->text);
        }
    }
}

static double walls(const char *name, const char *text, uint32_t seeds) {
    double sum = 0;
    for (uint32_t seed = 1; seed <= seeds; seed++) {
        Memory memory = system_memory();
        char with_seed[200];
        snprintf(with_seed, sizeof with_seed, "%s,seed=%u", text, seed);
        Map map = make_map(name, with_seed, &memory);
        double cells = (double)map.grid.width * (double)map.grid.height;
        sum += 100 * (1 - (double)map.grid.passable_count / cells);
        grid_destroy(&map.grid);
        ASSERT_NOTHING_LIVE(&memory);
    }
    return sum / seeds;
}

static void assert_near(double value, double expected, double within) {
    if (value < expected - within || value > expected + within) fail_msg("%g, expected %g", value, expected);
}

/* FINDINGS: about 36 % wall at the presets, 26 % with 70 rectangles of sides 5..30. */
static void rooms_have_the_walls_they_should(void **state) {
    (void)state;
    double presets = walls("rooms", "size=256", 40);
    double sparse = walls("rooms", "size=256,per_65536=70,side_min=5,side_max=30", 40);
    double large = walls("rooms", "size=1024", 5);
    double large_sparse = walls("rooms", "size=1024,per_65536=70,side_min=5,side_max=30", 5);
    print_message("# rooms: %.1f %% and %.1f %% wall at 256 x 256, %.1f %% and %.1f %% at 1024 x 1024\n",
                  presets, sparse, large, large_sparse);
    assert_near(presets, 35.8, 1.5);
    assert_near(sparse, 25.3, 1);
    assert_near(large, 39.5, 1.5);
    assert_near(large_sparse, 27, 1);
    assert_near(walls("rooms", "size=256,per_65536=0", 1), 0, 0);
    assert_near(walls("rooms", "size=64,per_65536=65536", 1), 100, 0);
}

/* Over 20 000 small maps each cell, corners included, is a wall as often as any other. */
static void no_cell_is_favoured(void **state) {
    (void)state;
    uint32_t tally[6][8] = {{0}};
    for (uint32_t seed = 0; seed < 20000; seed++) {
        Memory memory = system_memory();
        char text[100];
        snprintf(text, sizeof text, "width=8,height=6,per_65536=2731,side_min=1,side_max=7,seed=%u", seed);
        Map map = make_map("rooms", text, &memory);
        for (int32_t i = 0; i < 48; i++)
            tally[i / 8][i % 8] += grid_cost(&map.grid, (Cell){i % 8, i / 8}) == 0;
        grid_destroy(&map.grid);
    }
    uint32_t first = tally[0][0];
    assert_in_range(first, 4000, 15000);
    for (int32_t i = 0; i < 48; i++) assert_in_range(tally[i / 8][i % 8], first - 450, first + 450);
}

/* One rectangle of 3 × 3: whole, or cut where it meets the border; every place of it comes up. */
static void rectangles_are_cut_at_the_border(void **state) {
    (void)state;
    bool seen[10][18] = {{false}}; /* by its bottom right corner */
    for (uint32_t seed = 0; seed < 3000; seed++) {
        Memory memory = system_memory();
        char text[100];
        snprintf(text, sizeof text, "width=16,height=8,per_65536=512,side_min=3,side_max=3,seed=%u", seed);
        Map map = make_map("rooms", text, &memory);
        int32_t left = 16, right = -1, top = 8, bottom = -1;
        for (int32_t i = 0; i < 128; i++) {
            int32_t x = i % 16, y = i / 16;
            if (grid_cost(&map.grid, (Cell){x, y}) != 0) continue;
            left = x < left ? x : left;
            right = x > right ? x : right;
            top = y < top ? y : top;
            bottom = y > bottom ? y : bottom;
        }
        int32_t across = right - left + 1, down = bottom - top + 1;
        assert_int_equal(128 - map.grid.passable_count, across * down); /* a rectangle, and only one */
        assert_true(across == 3 || (across >= 1 && across < 3 && (left == 0 || right == 15)));
        assert_true(down == 3 || (down >= 1 && down < 3 && (top == 0 || bottom == 7)));
        seen[top == 0 ? bottom : top + 2][left == 0 ? right : left + 2] = true;
        grid_destroy(&map.grid);
        ASSERT_NOTHING_LIVE(&memory);
    }
    for (int32_t i = 0; i < 180; i++) assert_true(seen[i / 18][i % 18]);
}

static void noise_has_the_parts_it_should(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map = make_map("noise", "width=600,height=500,wall=20,forest=30,swamp=15,swamp_cost=9", &memory);
    double tally[256] = {0}, cells = 600 * 500;
    for (size_t i = 0; i < 600 * 500; i++) tally[map.grid.letter[i]]++;
    assert_near(tally['@'] / cells, 0.2, 0.003);
    assert_near(tally['G'] / cells, 0.8 * 0.3, 0.003);
    assert_near(tally['S'] / cells, 0.8 * 0.15, 0.003);
    assert_near(tally['.'] / cells, 0.8 * 0.55, 0.003);
    assert_int_equal(map.grid.cost_sum, (uint64_t)(tally['.'] + 2 * tally['G'] + 9 * tally['S']));
    assert_true(map.grid.cost_min == 1 && map.grid.cost_max == 9);
    grid_destroy(&map.grid);
    assert_near(walls("noise", "size=50,wall=100", 1), 100, 0);
    assert_near(walls("noise", "size=50,wall=0", 1), 0, 0);
    map = make_map("noise", "size=50,wall=0,forest=100,swamp=0,forest_cost=255", &memory);
    assert_int_equal(map.grid.cost_sum, 50 * 50 * 255);
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

/* Written as a file with its sidecar and read again, a map is the same; the hash stored is that of the cells.
 */
static void maps_survive_files(void **state) {
    (void)state;
    const char *names[] = {"rooms", "noise", "noise"};
    const char *texts[] = {"width=70,height=41", "width=41,height=70,forest_cost=200",
                           "size=20,forest_cost=1,swamp_cost=1"};
    for (int i = 0; i < 3; i++) {
        Memory memory = system_memory();
        Map map = make_map(names[i], texts[i], &memory), again;
        char *bytes, *costs_bytes;
        size_t length, costs_length;
        Costs costs;
        Error error;
        Notes notes = {.count = 0};
        assert_int_equal(map_write(&map.grid, &memory, &bytes, &length), STATUS_OK);
        assert_int_equal(costs_write(&map.grid.terrain, &memory, &costs_bytes, &costs_length), STATUS_OK);
        assert_int_equal(costs_needed(&map.grid.terrain), i == 1);
        if (i == 1) {
            assert_int_equal(costs_length, strlen("G 200\nS 4\n"));
            assert_memory_equal(costs_bytes, "G 200\nS 4\n", costs_length);
        }
        ASSERT_OK(costs_read(costs_bytes, costs_length, "m.costs", &costs, NULL, &error), &error);
        ASSERT_OK(map_read(bytes, length, "m.map", &costs, &memory, &again, &notes, &error), &error);
        assert_int_equal(again.grid.hash, map.grid.hash);
        assert_int_equal(notes.count, 0);
        uint64_t hash = map.grid.hash, passable = map.grid.passable_count;
        grid_finish(&map.grid);
        assert_true(map.grid.hash == hash && map.grid.passable_count == passable);
        memory_give(&memory, bytes);
        memory_give(&memory, costs_bytes);
        grid_destroy(&again.grid);
        grid_destroy(&map.grid);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

static void survives_failed_allocations(void **state) {
    (void)state;
    for (uint32_t i = 0; i < map_generator_count; i++) {
        const MapGenerator *generator = map_generators[i];
        bool sized = parameter_find(generator->parameters, "size", 4) >= 0;
        Settings settings = settings_from(generator->parameters, sized ? "size=9" : "");
        bool done = false;
        Error error;
        ASSERT_OK(generator->normalise(&settings, &error), &error);
        for (uint64_t fail_at = 1; !done; fail_at++) {
            Memory memory = system_memory();
            Map made;
            memory.fail_at = fail_at;
            done = generator->generate(&settings, &memory, &made, &error) == STATUS_OK;
            if (done) map_destroy(&made);
            ASSERT_NOTHING_LIVE(&memory);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_sound),
        cmocka_unit_test(settings_are_normalised),
        cmocka_unit_test(rooms_have_the_walls_they_should),
        cmocka_unit_test(no_cell_is_favoured),
        cmocka_unit_test(rectangles_are_cut_at_the_border),
        cmocka_unit_test(noise_has_the_parts_it_should),
        cmocka_unit_test(maps_survive_files),
        cmocka_unit_test(survives_failed_allocations),
    };
    return cmocka_run_group_tests_name("gen", tests, NULL, NULL);
}
