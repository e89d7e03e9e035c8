/* `.scen` files: reading, judging rows against a map, and when a published length is ours. */
#include "tests/support.h"

#include "algos/exact/flood.h"
#include "algos/map/map_file.h"
#include "algos/map/scen_file.h"
#include "harness/load.h"
#include "tests/parsers.h"

#include <glob.h>
#include <stdio.h>
#include <string.h>

static Scen read_text(const char *text, Memory *memory, Notes *notes) {
    Scen scen;
    Error error;
    ASSERT_OK(scen_read(text, strlen(text), "m.scen", memory, &scen, notes, &error), &error);
    return scen;
}

static void reads_rows(void **state) {
    (void)state;
    Memory memory = system_memory();
    Notes notes = {.count = 0};
    Scen scen = read_text("version 1.0\r\n"
                          "3 maps/a b/m.map 10 8 1 2 3 4 2.82843\r\n"
                          "\n"
                          "0\tm 7\t10\t8\t1\t2\t1\t2\t0\n"
                          "0\tm 7\t10\t8\t1\t2\t9\t7\t0.00\n"
                          "4294967295  m.map\t 10 8 -1 2147483647 1 2 1.5e3",
                          &memory, &notes);
    assert_int_equal(scen.count, 4);
    const ScenRow *row = &scen.rows[0];
    assert_string_equal(scen_name(&scen, row), "maps/a b/m.map");
    assert_true(row->bucket == 3 && row->width == 10 && row->height == 8 && row->line == 2);
    assert_true(row->start.x == 1 && row->start.y == 2 && row->goal.x == 3 && row->goal.y == 4);
    assert_string_equal(decimal_text(row->length).text, "2.82843");
    assert_false(scen_row_no_path(row));
    assert_string_equal(scen_name(&scen, &scen.rows[1]), "m 7");
    assert_int_equal(scen.rows[1].name, scen.rows[2].name); /* kept once */
    assert_false(scen_row_no_path(&scen.rows[1]));
    assert_true(scen_row_no_path(&scen.rows[2]));
    assert_int_equal(scen.rows[3].line, 6);
    assert_true(scen.rows[3].start.x == -1 && scen.rows[3].start.y == INT32_MAX);
    const char *texts[] = {"CRLF line ends",
                           "versions written \"1.0\"",
                           "rows separated by spaces",
                           "map fields with blanks in them",
                           "blank lines",
                           "rows whose start is their goal",
                           "rows of length 0 between different cells: no path",
                           "last lines without a line end"};
    const uint64_t counts[] = {2, 1, 1, 3, 1, 1, 1, 1}, firsts[] = {1, 1, 2, 2, 3, 4, 5, 6};
    assert_int_equal(notes.count, 8);
    for (int i = 0; i < 8; i++) {
        assert_string_equal(notes.note[i].text, texts[i]);
        assert_int_equal(notes.note[i].count, counts[i]);
        assert_int_equal(notes.note[i].line, firsts[i]);
    }
    scen_destroy(&scen);
    scen = read_text("version 1\n", &memory, NULL);
    assert_int_equal(scen.count, 0);
    scen_destroy(&scen);
    ASSERT_NOTHING_LIVE(&memory);
}

typedef struct Refused {
    const char *text, *message;
} Refused;

#define V "version 1\n"

static const Refused refused[] = {
    {"", "m.scen: found the end of the file, expected version 1"},
    {"\n", "m.scen:1: found the end of the file"},
    {"0 m.map 9 9 1 2 3 4 5\n", "m.scen:1: found \"0 m.map 9 9 1 2 3 4 5\", expected version 1"},
    {"version 2\n", "m.scen:1: found \"version 2\", expected version 1"},
    {"version\n", "m.scen:1: found \"version\", expected version 1"},
    {"version 1 x\n", "m.scen:1: found \"x\", expected the end of the line"},
    {V "0 m.map 9 9 1 2 3 4\n", "m.scen:2: found \"m.map\", expected the map's width"},
    {V "0 9 9 1 2 3 4 5\n", "m.scen:2: found \"0 9 9 1 2 3 4 5\", expected nine fields"},
    {V "m.map 9 9 1 2 3 4 5\n", "m.scen:2: found \"m.map\", expected a bucket"},
    {V "5\n", "m.scen:2: found nothing, expected the goal's y"},
    {V "0 m.map 9 9 1 2 3 4 5 6\n", "expected nine fields"}, /* or a map called "m.map 9" */
    {V "0\tm.map\t9\t9\t1\t2\t3\t4\t5\t6\n", "m.scen:2: found \"0?m.map?9?9?1?2?3?4?5?6\", expected nine"},
    {V "0 m.map 9 9 1 2 3 4 5.5 6\n", "m.scen:2: found \"5.5\", expected the goal's y"},
    {V "0 m.map 9 9 1 2 3 4 5 x\n", "m.scen:2: found \"x\", expected a length"},
    {V "0 m.map 9 9 1 2 3 4 -1\n", "m.scen:2: found \"-1\", expected a length, 0 or more"},
    {V "0 m.map 9 9 1 2 3 4 nan\n", "m.scen:2: found \"nan\""},
    {V "0 m.map 9 9 1 2 3 4 1e999\n", "m.scen:2: found \"1e999\""},
    {V "0 m.map 9 9 1 2 3 4.5 5\n", "m.scen:2: found \"4.5\", expected the goal's y"},
    {V "0 m.map 9 9 1 2 3 4294967296 5\n", "m.scen:2: found \"4294967296\""},
    {V "0 m.map 9 -9 1 2 3 4 5\n", "m.scen:2: found \"-9\", expected the map's height"},
    {V "0 m.map 99999999999999999999 9 1 2 3 4 5\n", "expected the map's width"},
    {V "-1 m.map 9 9 1 2 3 4 5\n", "m.scen:2: found \"-1\", expected a bucket"},
    {V "0 m\x01.map 9 9 1 2 3 4 5\n", "m.scen:2: found a byte of value 1, expected text"},
    {V "0 m.map 9 9 1 2 3 4 5\n0 m.map 9 9\r1 2 3 4 5\n", "m.scen:3: found a byte of value 13"},
};

static void refuses(void **state) {
    (void)state;
    Memory memory = system_memory();
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        Scen scen;
        Error error = {""};
        assert_int_equal(
            scen_read(refused[i].text, strlen(refused[i].text), "m.scen", &memory, &scen, NULL, &error),
            STATUS_BAD_INPUT);
        if (strstr(error.text, refused[i].message) == NULL) fail_msg("case %zu: %s", i, error.text);
    }
    const char with_nul[] = V "0 m\0.map 9 9 1 2 3 4 5\n";
    Scen scen;
    Error error;
    assert_int_equal(scen_read(with_nul, sizeof with_nul - 1, "m.scen", &memory, &scen, NULL, &error),
                     STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "m.scen:2: found a byte of value 0"));
    ASSERT_NOTHING_LIVE(&memory);
}

typedef struct Judged {
    const char *row; /* after bucket and map */
    const char *problem;
} Judged;

static const Judged judged[] = {
    {"3 2 0 0 2 1 3", NULL},
    {"3 2 0 0 0 0 0", NULL},
    {"4 2 0 0 2 1 3", "the row is for a map of 4 x 2 cells, this one has 3 x 2"},
    {"2 3 0 0 2 1 3", "width and height are swapped"},
    {"3 2 3 0 2 1 3", "the start 3,0 lies outside the map"},
    {"3 2 0 0 -1 1 3", "the goal -1,1 lies outside the map"},
    {"3 2 1 1 0 0 3", "the start 1,1 is blocked"},
    {"3 2 0 0 1 1 3", "the goal 1,1 is blocked"},
    {"3 2 0 0 1 2 3", "the goal 1,2 lies outside the map; with x and y swapped both ends would be open"},
    {"3 2 0 2 0 0 3", "the start 0,2 lies outside the map"}, /* swapped it would be blocked */
};

static void judges_rows(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map;
    grid_from_text(&memory, "..@\n.@.", &map);
    for (size_t i = 0; i < sizeof judged / sizeof *judged; i++) {
        char text[100];
        snprintf(text, sizeof text, "version 1\n0 m.map %s\n", judged[i].row);
        Scen scen = read_text(text, &memory, NULL);
        Error why = {""};
        bool problem = scen_row_problem(&scen.rows[0], &map.grid, &why);
        assert_int_equal(problem, scen_row_problem(&scen.rows[0], &map.grid, NULL));
        const char *expected = judged[i].problem == NULL ? "" : judged[i].problem;
        if (problem != (expected[0] != '\0') || strstr(why.text, expected) == NULL)
            fail_msg("case %zu: %s", i, why.text);
        if (strstr(expected, "swapped") == NULL) assert_null(strstr(why.text, "swapped"));
        scen_destroy(&scen);
    }
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

static void notes_other_names(void **state) {
    (void)state;
    Memory memory = system_memory();
    Notes notes = {.count = 0};
    Scen scen = read_text("version 1\n"
                          "0 maps/dao/m.map 10 8 1 2 3 4 2.8\n0 x\\m.map 10 8 1 2 3 4 2.8\n"
                          "0 m 10 8 1 2 3 4 2.8\n0 m.map/n.map 10 8 1 2 3 4 2.8\n0 mm.map 10 8 1 2 3 4 2.8\n",
                          &memory, NULL);
    scen_note_names(&scen, "elsewhere/m.map", &notes);
    scen_note_names(&scen, "m.map", NULL);
    assert_int_equal(notes.count, 1);
    assert_string_equal(notes.note[0].text, "rows that name another map");
    assert_true(notes.note[0].count == 2 && notes.note[0].line == 5);
    scen_destroy(&scen);
    ASSERT_NOTHING_LIVE(&memory);
}

static void written_as_it_was(void **state) {
    (void)state;
    Memory memory = system_memory();
    const char text[] =
        "version 1\n0\tmaps/a b.map\t10\t8\t1\t2\t3\t4\t2.82843\n7\tm.map\t10\t8\t1\t2\t3\t4\t"
        "115\n7\tm.map\t10\t8\t1\t2\t3\t4\t2.82842712\n";
    Scen scen = read_text(text, &memory, NULL);
    char *written;
    size_t length;
    assert_int_equal(scen_write(&scen, &memory, &written, &length), STATUS_OK);
    assert_int_equal(length, strlen(text));
    assert_memory_equal(written, text, length);
    memory_give(&memory, written);
    scen_destroy(&scen);
    scen = scen_in(&memory);
    ScenRow row = {.bucket = 2, .width = 3, .height = 4, .start = {0, 1}, .goal = {2, 3}};
    row.length = decimal_of_length((Length){1, 2}, 8);
    assert_int_equal(scen_add(&scen, row, "m.map", 5), STATUS_OK);
    assert_int_equal(scen_write(&scen, &memory, &written, &length), STATUS_OK);
    const char expected[] = "version 1\n2\tm.map\t3\t4\t0\t1\t2\t3\t3.82842712\n";
    assert_int_equal(length, strlen(expected));
    assert_memory_equal(written, expected, length);
    memory_give(&memory, written);
    scen_destroy(&scen);
    ASSERT_NOTHING_LIVE(&memory);
}

static void survives_mutants(void **state) {
    (void)state;
    const char tabs[] = "version 1\n0\tm.map\t9\t9\t1\t2\t3\t4\t2.82843\n3\tmaps/a 7\t9\t9\t1\t1\t1\t1\t0\n";
    const char spaces[] = "version 1.0\r\n0 m.map 9 9 1 2 3 4 1.5e3\r\n\r\n3 a b.map 9 9 1 1 1 1 12.00";
    feed_mutants(scen_round_trip, tabs, strlen(tabs), trials(4000), 1);
    feed_mutants(scen_round_trip, spaces, strlen(spaces), trials(4000), 2);
}

static void survives_failed_allocations(void **state) {
    (void)state;
    char text[20000] = "version 1\n";
    for (int i = 0; i < 200; i++) {
        size_t end = strlen(text);
        snprintf(text + end, sizeof text - end, "0\tmap%d.map\t9\t9\t1\t2\t3\t4\t5\n", i);
    }
    bool done = false;
    for (uint64_t fail_at = 1; !done; fail_at++) {
        Memory memory = system_memory();
        memory.fail_at = fail_at;
        Scen scen;
        Error error;
        char *written;
        size_t length;
        Status status = scen_read(text, strlen(text), "m.scen", &memory, &scen, NULL, &error);
        if (status == STATUS_OK) {
            status = scen_write(&scen, &memory, &written, &length);
            done = status == STATUS_OK;
            if (done) memory_give(&memory, written);
            scen_destroy(&scen);
        }
        if (!done) assert_int_equal(status, STATUS_NO_MEMORY);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

/* Floods from the start of every `every`-th row; returns how many rows match, and counts those tried. */
static uint32_t match_rows(const Scen *scen, const Grid *grid, uint32_t every, uint32_t *tried) {
    Memory memory = system_memory();
    Flood *flood;
    Error error;
    uint32_t matched = 0;
    *tried = 0;
    ASSERT_OK(flood_create(grid, MOVE_8, &memory, &flood, &error), &error);
    for (uint32_t i = 0; i < scen->count; i += every) {
        const ScenRow *row = &scen->rows[i];
        Length length;
        ++*tried;
        if (scen_row_problem(row, grid, NULL)) continue;
        assert_int_equal(flood_run(flood, row->start, &row->goal, 1), STATUS_OK);
        matched += flood_length(flood, row->goal, &length) && scen_length_matches(length, scen, row);
    }
    flood_destroy(flood);
    ASSERT_NOTHING_LIVE(&memory);
    return matched;
}

static char *read_whole(const char *name, Memory *memory, size_t *length) {
    char *bytes;
    Error error;
    ASSERT_OK(file_read(name, memory, &bytes, length, &error), &error);
    return bytes;
}

/* The oracle's lengths are the published ones; of wc3maps512/battleground, which is odd, those that are. */
static void real_rows(void **state) {
    (void)state;
    if (benchmarks_folder() == NULL) {
        print_message("# skip: there are no benchmark maps; set TAUT_BENCHMARKS to their folder\n");
        skip();
    }
    char pattern[512];
    snprintf(pattern, sizeof pattern, "%s/movingai/*/*.scen", benchmarks_folder());
    glob_t found;
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        Memory memory = system_memory();
        const char *name = found.gl_pathv[i];
        size_t length;
        char *bytes = read_whole(name, &memory, &length), map_name[512];
        const char *wrong = scen_round_trip(bytes, length);
        if (wrong != NULL) fail_msg("%s: %s", name, wrong);
        Scen scen;
        Map map;
        Error error;
        ASSERT_OK(scen_read(bytes, length, name, &memory, &scen, NULL, &error), &error);
        memory_give(&memory, bytes);
        snprintf(map_name, sizeof map_name, "%.*s", (int)(strlen(name) - strlen(".scen")), name);
        bytes = read_whole(map_name, &memory, &length);
        ASSERT_OK(map_read(bytes, length, map_name, NULL, &memory, &map, NULL, &error), &error);
        memory_give(&memory, bytes);
        uint32_t tried;
        if (strstr(name, "battleground") != NULL) {
            assert_int_equal(match_rows(&scen, &map.grid, 5, &tried), 235);
            assert_int_equal(tried, 248);
        } else if (match_rows(&scen, &map.grid, 200, &tried) != tried) {
            fail_msg("%s: rows do not match", name);
        }
        grid_destroy(&map.grid);
        scen_destroy(&scen);
        ASSERT_NOTHING_LIVE(&memory);
    }
    globfree(&found);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_rows),       cmocka_unit_test(refuses),
        cmocka_unit_test(judges_rows),      cmocka_unit_test(written_as_it_was),
        cmocka_unit_test(survives_mutants), cmocka_unit_test(survives_failed_allocations),
        cmocka_unit_test(real_rows),        cmocka_unit_test(notes_other_names),
    };
    return cmocka_run_group_tests_name("scen_file", tests, NULL, NULL);
}
