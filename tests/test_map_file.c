/* `.map` files: what is tolerated and noted, what is refused and how, and the way back. */
#include "tests/support.h"

#include "algos/map/map_file.h"
#include "harness/load.h"
#include "tests/parsers.h"

#include <glob.h>
#include <stdio.h>
#include <string.h>

typedef struct Tolerated {
    const char *text;
    const char *rows; /* as grid_from_text reads them */
    const char *notes[4];
    uint64_t count[4], line[4];
} Tolerated;

static const Tolerated tolerated[] = {
    {"type octile\nheight 2\nwidth 3\nmap\n..@\n@..\n", "..@\n@..", {NULL}, {0}, {0}},
    {"type octile\r\nheight 1\r\nwidth 2\r\nmap\r\n.@\r\n", ".@", {"CRLF line ends"}, {5}, {1}},
    {"type octile\nheight 1\nwidth 2\nmap\n.@", ".@", {"last lines without a line end"}, {1}, {5}},
    {"type octile\r\nheight 1\r\nwidth 2\r\nmap\r\n.@\r",
     ".@",
     {"CRLF line ends", "last lines without a line end"},
     {5, 1},
     {1, 5}},
    {"\ntype octile\n\nheight 2\nwidth 1\nmap\n\n.\n\n.\n \n\n", ".\n.", {"blank lines"}, {6}, {1}},
    {"type octile\nwidth 3\nheight 1\nmap\n...\n", "...", {"headers with width before height"}, {1}, {3}},
    {"height 1\nwidth 1\ntype tile\nmap\n.\n", ".", {"types \"tile\", read as octile"}, {1}, {3}},
    {"type octile  \nheight\t1\nwidth 2\nmap\n..  \n", "..", {"lines with blanks at the end"}, {2}, {1}},
    {"type octile\nheight 2\nwidth 7\nmap\n.G@OTSW\n.g@otsw\n",
     ".G@@@S@\n.G@@@S@",
     {"lower-case letters"},
     {5},
     {6}},
    {"type octile\nheight 2\nwidth 4\nmap\n.x#.\n.#..\n",
     ".@@.\n.@..",
     {"lower-case letters", "letters of unknown meaning, read as blocked: # x"},
     {1, 3},
     {5, 5}},
};

static void check_notes(const Notes *notes, const Tolerated *expected) {
    uint32_t count = 0;
    while (count < 4 && expected->notes[count] != NULL) count++;
    assert_int_equal(notes->count, count);
    for (uint32_t i = 0; i < count; i++) {
        assert_string_equal(notes->note[i].text, expected->notes[i]);
        assert_int_equal(notes->note[i].count, expected->count[i]);
        assert_int_equal(notes->note[i].line, expected->line[i]);
    }
}

static void tolerates(void **state) {
    (void)state;
    Memory memory = system_memory();
    for (size_t i = 0; i < sizeof tolerated / sizeof *tolerated; i++) {
        Map map, expected;
        Notes notes = {.count = 0};
        Error error;
        ASSERT_OK(map_read(tolerated[i].text, strlen(tolerated[i].text), "m.map", NULL, &memory, &map, &notes,
                           &error),
                  &error);
        grid_from_text(&memory, tolerated[i].rows, &expected);
        if (map.grid.hash != expected.grid.hash) fail_msg("case %zu is another map", i);
        check_notes(&notes, &tolerated[i]);
        grid_destroy(&map.grid);
        grid_destroy(&expected.grid);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

typedef struct Refused {
    const char *text, *message;
} Refused;

#define HEAD "type octile\nheight 2\nwidth 3\nmap\n"

static const Refused refused[] = {
    {"", "m.map: found the end of the file, expected type octile"},
    {"\n\n", "m.map:2: found the end of the file, expected type octile"},
    {"type octile\n", "m.map:1: found the end of the file, expected height N"},
    {"type octile\nheight 2\nwidth 2\n", "m.map:3: found the end of the file, expected map"},
    {"type octile\nwidth 2\nmap\n..", "m.map:3: found \"map\", expected height N"},
    {"height 1\nwidth 2\nmap\n..", "m.map:3: found \"map\", expected type octile"},
    {"type hex\nheight 1\nwidth 2\nmap\n..", "m.map:1: found \"hex\", expected type octile"},
    {"type octile\nheight 1\nheight 1\nwidth 2\nmap\n..", "m.map:3: found \"height 1\", expected height and"},
    {"type octile\ntype octile\nheight 1\nwidth 2\nmap\n..", "m.map:2: found \"type octile\", expected type"},
    {"type octile\nheight\nwidth 2\nmap\n..", "m.map:2: found nothing, expected a number"},
    {"type octile\nheight 0\nwidth 2\nmap\n..", "m.map:2: found \"0\", expected a number of cells from 1 to"},
    {"type octile\nheight 16385\nwidth 2\nmap\n..", "m.map:2: found \"16385\""},
    {"type octile\nheight -1\nwidth 2\nmap\n..", "m.map:2: found \"-1\""},
    {"type octile\nheight 1e3\nwidth 2\nmap\n..", "m.map:2: found \"1e3\""},
    {"type octile\nheight 99999999999999999999999\nwidth 2\nmap\n..", "m.map:2: found \"9999999"},
    {"type octile\nheight 1 2\nwidth 2\nmap\n..", "m.map:2: found \"2\", expected the end of the line"},
    {"type octile\nheight 1\nwidth 2\nmap x\n..", "m.map:4: found \"map x\", expected map, and nothing"},
    {"type octile\nheight 1\nwidth 2\nmaps\n..", "m.map:4: found \"maps\", expected map"},
    {"type octile\nlayers 2\nheight 1\nwidth 2\nmap\n..", "m.map:2: found \"layers 2\", expected height N"},
    {HEAD "...\n..\n", "m.map:6: found a row of 2 letters, expected 3, the map's width"},
    {HEAD "...\n....\n", "m.map:6: found a row of 4 letters, expected 3"},
    {HEAD "...\n", "m.map:5: found the end of the file after 1 rows, expected 2"},
    {HEAD, "m.map:4: found the end of the file after 0 rows, expected 2"},
    {HEAD "...\n...\n...\n", "m.map:7: found \"...\", expected the end of the file after the map's last row"},
    {HEAD "...\n...\n\nx", "m.map:8: found \"x\", expected the end of the file"},
    {HEAD ". .\n...\n", "m.map:5: found a byte of value 32 in a row"},
    {HEAD " ...\n...\n", "m.map:5: found a byte of value 32 in a row"},
    {HEAD ".\t.\n...\n", "m.map:5: found a byte of value 9 in a row"},
    {HEAD "...\n.\r.\n", "m.map:6: found a byte of value 13 in a row"},
    {HEAD "...\n.\xc3.\n", "m.map:6: found a byte of value 195 in a row"},
    {"type octile\nheight 16384\nwidth 16384\nmap\n...\n",
     "m.map:5: found a row of 3 letters, expected 16384"},
    {"\xef\xbb\xbftype octile\n", "m.map:1: found \"???type octile\", expected type octile"},
};

static void refuses(void **state) {
    (void)state;
    Memory memory = system_memory();
    memory.fail_at = 1; /* nothing is asked for before the file is known to be right */
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        Map map;
        Error error = {""};
        assert_int_equal(
            map_read(refused[i].text, strlen(refused[i].text), "m.map", NULL, &memory, &map, NULL, &error),
            STATUS_BAD_INPUT);
        if (strstr(error.text, refused[i].message) == NULL) fail_msg("case %zu: %s", i, error.text);
    }
    const char with_nul[] = HEAD "...\n.\0.\n";
    Map map;
    Error error;
    assert_int_equal(map_read(with_nul, sizeof with_nul - 1, "m.map", NULL, &memory, &map, NULL, &error),
                     STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "m.map:6: found a byte of value 0 in a row"));
    ASSERT_NOTHING_LIVE(&memory);
}

static void costs_come_from_the_sidecar(void **state) {
    (void)state;
    Memory memory = system_memory();
    const char text[] = "type octile\nheight 2\nwidth 4\nmap\n.GSx\nTg@W\n", sidecar[] = "G 2\nS 0\nx 9\n";
    Costs costs;
    Map map;
    Notes notes = {.count = 0};
    Error error;
    ASSERT_OK(costs_read(sidecar, strlen(sidecar), "m.costs", &costs, NULL, &error), &error);
    ASSERT_OK(map_read(text, strlen(text), "m.map", &costs, &memory, &map, &notes, &error), &error);
    const uint8_t expected[2][4] = {{1, 2, 0, 9}, {0, 2, 0, 0}};
    for (int32_t y = 0; y < 2; y++)
        for (int32_t x = 0; x < 4; x++) assert_int_equal(grid_cost(&map.grid, (Cell){x, y}), expected[y][x]);
    assert_int_equal(map.grid.passable_count, 4);
    assert_int_equal(map.grid.cost_sum, 14);
    assert_int_equal(notes.count, 1); /* the lower-case letters; x has a meaning now */
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

static void letters_and_sizes_come_back(void **state) {
    (void)state;
    const char *files[] = {"type octile\nheight 2\nwidth 5\nmap\n.G@Ox\ntswW#\n",
                           "type octile\nheight 1\nwidth 1\nmap\n@\n"};
    for (int i = 0; i < 2; i++) {
        Memory memory = system_memory();
        Map map;
        Error error;
        char *written;
        size_t length;
        ASSERT_OK(map_read(files[i], strlen(files[i]), "m.map", NULL, &memory, &map, NULL, &error), &error);
        assert_int_equal(map_write(&map.grid, &memory, &written, &length), STATUS_OK);
        assert_int_equal(length, strlen(files[i]));
        assert_memory_equal(written, files[i], length);
        memory_give(&memory, written);
        memory.fail_at = memory.allocations + 1;
        assert_int_equal(map_write(&map.grid, &memory, &written, &length), STATUS_NO_MEMORY);
        grid_destroy(&map.grid);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

static void survives_mutants(void **state) {
    (void)state;
    const char small[] = "type octile\nheight 3\nwidth 4\nmap\n.G@O\nTSW.\nx.g@\n";
    const char crlf[] = "type octile\r\nheight 1\r\nwidth 2\r\nmap\r\n.@\r\n";
    feed_mutants(map_round_trip, small, strlen(small), trials(4000), 1);
    feed_mutants(map_round_trip, crlf, strlen(crlf), trials(2000), 2);
}

static void survives_failed_allocations(void **state) {
    (void)state;
    const char text[] = "type octile\nheight 1\nwidth 1\nmap\n.\n";
    bool done = false;
    for (uint64_t fail_at = 1; !done; fail_at++) {
        Memory memory = system_memory();
        memory.fail_at = fail_at;
        Map map;
        Error error;
        Status status = map_read(text, strlen(text), "m.map", NULL, &memory, &map, NULL, &error);
        done = status == STATUS_OK;
        if (done)
            grid_destroy(&map.grid);
        else
            assert_int_equal(status, STATUS_NO_MEMORY);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

/* Cells that can be entered, counted with tr and wc. */
typedef struct Real {
    const char *name;
    int32_t width, height;
    uint64_t passable;
} Real;

static const Real real[] = {
    {"dao/brc202d.map", 530, 481, 43151},
    {"cities/Paris_1_1024.map", 1024, 1024, 800729},
    {"sc1/AcrosstheCape.map", 768, 768, 392287},
    {"wc3maps512/battleground.map", 512, 512, 92268},
    {"random/random512-40-0.map", 512, 512, 104950},
};

static void check_real(const char *name, const Map *map) {
    for (size_t i = 0; i < sizeof real / sizeof *real; i++) {
        if (strstr(name, real[i].name) == NULL) continue;
        assert_int_equal(map->grid.width, real[i].width);
        assert_int_equal(map->grid.height, real[i].height);
        assert_int_equal(map->grid.passable_count, real[i].passable);
    }
}

static void real_maps(void **state) {
    (void)state;
    if (benchmarks_folder() == NULL) {
        print_message("# skip: there are no benchmark maps; set TAUT_BENCHMARKS to their folder\n");
        skip();
    }
    char pattern[512];
    snprintf(pattern, sizeof pattern, "%s/movingai/*/*.map", benchmarks_folder());
    glob_t found;
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        Memory memory = system_memory();
        char *bytes;
        size_t length;
        Error error;
        Map map;
        Notes notes = {.count = 0};
        ASSERT_OK(file_read(found.gl_pathv[i], &memory, &bytes, &length, &error), &error);
        size_t before = memory.live;
        memory.peak = memory.live;
        ASSERT_OK(map_read(bytes, length, found.gl_pathv[i], NULL, &memory, &map, &notes, &error), &error);
        assert_true(memory.peak - before <= 4 * (size_t)map.grid.width * (size_t)map.grid.height);
        check_real(found.gl_pathv[i], &map);
        grid_destroy(&map.grid);
        const char *wrong = map_round_trip(bytes, length);
        if (wrong != NULL) fail_msg("%s: %s", found.gl_pathv[i], wrong);
        memory_give(&memory, bytes);
        ASSERT_NOTHING_LIVE(&memory);
    }
    globfree(&found);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tolerates),
        cmocka_unit_test(refuses),
        cmocka_unit_test(costs_come_from_the_sidecar),
        cmocka_unit_test(letters_and_sizes_come_back),
        cmocka_unit_test(survives_mutants),
        cmocka_unit_test(survives_failed_allocations),
        cmocka_unit_test(real_maps),
    };
    return cmocka_run_group_tests_name("map_file", tests, NULL, NULL);
}
