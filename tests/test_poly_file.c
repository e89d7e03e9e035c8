/* Files of polygon maps: what they make, what is refused and where, and that what is written is read. */
#include "tests/parsers.h"
#include "tests/polygons_support.h"
#include "tests/support.h"

#include "algos/map/poly_file.h"

#include <stdio.h>
#include <string.h>

static Status read_text(const char *text, const char *nodes, Memory *memory, Polygons *polygons, Notes *notes,
                        Error *error) {
    PolyText file = {text, strlen(text), "a file"},
             node = {nodes, nodes == NULL ? 0 : strlen(nodes), "nodes"};
    Rings rings;
    assert_int_equal(poly_wants_nodes(file), nodes != NULL);
    Status status = poly_read(file, nodes == NULL ? NULL : &node, memory, &rings, notes, error);
    if (status != STATUS_OK) return status;
    status = polygons_create(&rings, file.name, memory, polygons, error);
    rings_destroy(&rings);
    return status;
}

/* The same map in all formats: a square with a triangle and a square that touch. */
#define SQUARE_NODES "1 0 0\n2 8 0\n3 8 8\n4 0 8\n5 2 2\n6 4 2\n7 4 4\n8 6 4\n9 6 6\n10 4 6\n"
#define SEGMENTS     "11 0\n1 1 2\n2 2 3\n3 3 4\n4 4 1\n5 5 6\n6 6 7\n7 7 5\n8 7 8\n9 8 9\n10 9 10\n11 10 7\n"
#define HOLES        "2\n1 3.5 2.5\n2 5 5\n"

static const struct {
    const char *what, *text, *nodes;
} same[] = {
    {"triangle", "10 2 0 0\n" SQUARE_NODES SEGMENTS HOLES, NULL},
    {"without holes", "10 2 0 0\n" SQUARE_NODES SEGMENTS "0\n", NULL},
    {"in a node file", "0 2 0 0\n" SEGMENTS HOLES, "10 2 0 0\n" SQUARE_NODES},
    {"with comments, attributes, markers, regions",
     "# a map\n10 2 1 1 # here\n\n1 0 0 7 1\n2 8.0 0e0 7 1\n 3 8 8 7 1 # corner\n4 0 8 7 1\n5 2 2 7 2\n6 4 2 "
     "7 2\n7 4 4 7 2\n"
     "8 6 4 7 2\n9 6 6 7 2\n10 4 6 7 2\n11 1\n1 1 2 1\n2 2 3 1\n3 3 4 1\n4 4 1 1\n5 5 6 2\n6 6 7 2\n7 7 5 "
     "2\n8 7 8 2\n"
     "9 8 9 2\n10 9 10 2\n11 10 7 2\n# holes\n2\n1 3.5 2.5\n2 5 5\n1\n1 1 1 0.5 0.1\n",
     NULL},
    {"from 0 on, segments in any order",
     "10 2 0 0\n0 0 0\n1 8 0\n2 8 8\n3 0 8\n4 2 2\n5 4 2\n6 4 4\n7 6 4\n8 6 6\n9 4 6\n"
     "11 0\n0 9 6\n1 5 6\n2 1 2\n3 4 5\n4 0 1\n5 6 4\n6 3 2\n7 7 6\n8 8 7\n9 3 0\n10 9 8\n2\n0 3.5 2.5\n1 5 "
     "5\n",
     NULL},
    {"a ring without a hole says nothing",
     "13 2 0 0\n" SQUARE_NODES "11 1 5\n12 2 5\n13 1 6\n"
     "14 0\n1 1 2\n2 2 3\n3 3 4\n4 4 1\n5 5 6\n6 6 7\n7 7 5\n8 7 8\n9 8 9\n10 9 10\n11 10 7\n12 11 12\n13 12 "
     "13\n14 13 11\n" HOLES,
     NULL},
    {"polyanya", "poly\n1\n3\n4 0 0 8 0 8 8 0 8\n3 2 2 4 2 4 4\n4 4 4 6 4 6 6 4 6\n", NULL},
    {"polyanya in one line", "poly 1 3 4 0 0 8 0 8 8 0 8 4 4 4 6 4 6 6 4 6 3 2 2 4 2 4.0 4", NULL},
    {"iron harvest",
     "polygon 1\n1 2\n4   0 0   8 0   8 8   0 8  # enclosure 1\n3 2 2 4 2 4 4\n4 4 4 6 4 6 6 4 6\n", NULL},
    {"iron harvest with topology",
     "polygon\n1\n1 2\n4 0 0 8 0 8 8 0 8\n3 2 2 4 2 4 4\n4 4 4 6 4 6 6 4 6\n1 2 3\n", NULL},
};

static void all_formats_agree(void **state) {
    (void)state;
    uint64_t hash = 0;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        Memory memory = system_memory();
        Polygons polygons;
        Error error = {""};
        Notes notes = {.count = 0};
        if (read_text(same[i].text, same[i].nodes, &memory, &polygons, &notes, &error) != STATUS_OK)
            fail_msg("%s: %s", same[i].what, error.text);
        check_polygons(&polygons);
        if (i == 0) hash = polygons.hash;
        if (polygons.hash != hash) fail_msg("%s: another map", same[i].what);
        assert_int_equal(polygons.edge_count, 11);
        assert_true(polygons_double_area(&polygons) == 2 * (64 - 2 - 4));
        polygons_destroy(&polygons);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

static void several_enclosures(void **state) {
    (void)state;
    Memory memory = system_memory();
    Polygons polygons;
    Error error = {""};
    ASSERT_OK(read_text("polygon 1\n2 1\n4 0 0 9 0 9 9 0 9\n4 3 3 6 3 6 6 3 6\n4 1 1 1 8 8 8 8 1\n", NULL,
                        &memory, &polygons, NULL, &error),
              &error);
    assert_true(polygons_double_area(&polygons) == 2 * (81 - 49 + 9));
    assert_int_equal(polygons.obstacle_count, 1);
    polygons_destroy(&polygons);
    /* The hole between two rings blocks what is between; the inner one is free. */
    ASSERT_OK(read_text("12 2 0 0\n1 0 0\n2 9 0\n3 9 9\n4 0 9\n5 1 1\n6 8 1\n7 8 8\n8 1 8\n9 3 3\n10 6 3\n11 "
                        "6 6\n12 3 6\n"
                        "12 0\n1 1 2\n2 2 3\n3 3 4\n4 4 1\n5 5 6\n6 6 7\n7 7 8\n8 8 5\n9 9 10\n10 10 11\n11 "
                        "11 12\n12 12 9\n"
                        "1\n1 2 2\n",
                        NULL, &memory, &polygons, NULL, &error),
              &error);
    assert_true(polygons_double_area(&polygons) == 2 * (81 - 49 + 9));
    polygons_destroy(&polygons);
    /* A ring without a hole that touches the boundary: rings go on as the file does. */
    ASSERT_OK(
        read_text("10 2 0 0\n1 0 0\n2 0 4\n3 0 8\n4 8 8\n5 8 0\n6 2 5\n7 2 3\n8 6 6\n9 7 6\n10 7 7\n"
                  "11 0\n1 1 2\n2 2 3\n3 3 4\n4 4 5\n5 5 1\n6 2 6\n7 6 7\n8 7 2\n9 8 9\n10 9 10\n11 10 8\n"
                  "1\n1 6.75 6.5\n",
                  NULL, &memory, &polygons, NULL, &error),
        &error);
    assert_true(polygons_double_area(&polygons) == 2 * 64 - 1);
    polygons_destroy(&polygons);
    ASSERT_NOTHING_LIVE(&memory);
}

#define BOX          "4 2 0 0\n1 0 0\n2 8 0\n3 8 8\n4 0 8\n"
#define BOX_SEGMENTS "4 0\n1 1 2\n2 2 3\n3 3 4\n4 4 1\n"

static const struct {
    const char *text, *message;
} refused[] = {
    {"", "a file: found the end of the file, expected \"poly\", \"polygon\" or a number of vertices"},
    {"mesh\n2\n", "a file:1: found \"mesh\", expected \"poly\", \"polygon\" or"},
    {"poly\n2\n", "a file:2: found \"2\", expected version 1"},
    {"polygon 3\n", "a file:1: found \"3\", expected version 1"},
    {"poly\n1\n0\n", "a file:3: found \"0\", expected one polygon or more"},
    {"poly\n1\n1000000\n4 0 0 8 0 8 8 0 8\n", "a file:3: found a count of 1000000, expected no more than"},
    {"poly\n1\n1\n4 0 0 8 0 8 8 0\n",
     "found a count of 4, expected no more than 3, for which the file is long enough"},
    {"poly\n1\n1\n4 0.0 0.0 8.0 0.0 8 8 0\n", "a file: found the end of the file, expected a coordinate"},
    {"poly\n1\n1\n4 0 0 8 0 8 8 0 8 9\n",
     "a file:4: found \"9\", expected the end of the file after the last"},
    {"poly\n1\n1\n4 0 0 8 nan 8 8 0 8\n",
     "a file:4: found \"nan\", expected a coordinate: a number of at most 2^40"},
    {"poly\n1\n1\n4 0 0 8 0 1e300 8 0 8\n", "a file:4: found \"1e300\", expected a coordinate"},
    {"poly\n1\n1\n4 0 0 8 0 1e13 8 0 8\n", "a file:4: found \"1e13\", expected a coordinate"},
    {"poly\n1\n1\n4 0 0 8 0 1e-50 8 0 8\n", "a file:4: found \"1e-50\", expected a coordinate"},
    {"poly\n1\n1\n-4 0 0 8 0 8 8 0 8\n", "a file:4: found \"-4\", expected how many vertices"},
    {"poly\n1\n2\n4 0 0 8 0 8 8 0 8\n4 2 2 4 4 4 2 2 4\n",
     "a file:5: found polygon 2 crossing itself at (3, 3)"},
    {"poly\n1\n2\n4 0 0 8 0 8 8 0 8\n4 4 4 9 4 9 6 4 6\n",
     "a file:5: found polygon 2 overlapping polygon 1 at (8, 4)"},
    {"poly\n1\n2\n4 0 0 8 0 8 8 0 8\n2 2 2 4 4\n",
     "a file:5: found polygon 2 with fewer than 3 different points"},
    {"polygon 1\n0 1\n4 0 0 8 0 8 8 0 8\n", "a file:2: found \"0\", expected one enclosure or more"},
    {"polygon 1\n1 1\n4 0 0 8 0 8 8 0 8\n4 4 4 9 4 9 6 4 6\n",
     "a file:4: found obstacle 1 reaching over the boundary at (8, 4)"},
    {"polygon 1\n1 2\n4 0 0 8 0 8 8 0 8\n3 1 1 6 1 6 6\n3 2 1 6 5 6 0\n", "a file:5: found obstacle 2"},
    {"polygon 1\n1 x\n4 0 0 8 0 8 8 0 8\n", "a file:2: found \"x\", expected how many obstacles there are"},
    {"0 2 0 0\n" BOX_SEGMENTS "0\n", "a file:1: found \"0\", expected vertices here, or in a .node file"},
    {"4 3 0 0\n1 0 0 0\n2 8 0 0\n3 8 8 0\n4 0 8 0\n", "a file:1: found \"3\", expected dimension 2"},
    {"4 2 0 0\n2 0 0\n3 8 0\n4 8 8\n5 0 8\n",
     "a file:2: found \"2\", expected the first vertex's number, 0 or 1"},
    {"4 2 0 0\n1 0 0\n3 8 0\n2 8 8\n4 0 8\n", "a file:3: found \"3\", expected the next vertex's number"},
    {"4 2 0 0\n1 0 0\n2 inf 0\n3 8 8\n4 0 8\n", "a file:3: found \"inf\", expected a coordinate"},
    {BOX "4 0\n1 1 2\n2 2 3\n3 3 5\n4 4 1\n0\n",
     "a file:9: found \"5\", expected the number of a vertex, 1 to 4"},
    {BOX "4 0\n1 1 2\n2 2 3\n3 3 -1\n4 4 1\n0\n",
     "a file:9: found \"-1\", expected the number of a vertex, 1 to 4"},
    {BOX "4 0\n1 0 2\n2 2 3\n3 3 1\n4 4 1\n0\n", "a file:7: found \"0\", expected the number of a vertex"},
    {BOX "4 0\n1 1 2\n2 2 2\n3 3 4\n4 4 1\n0\n",
     "a file:8: found \"a segment from a vertex to itself\", expected two"},
    {BOX "3 0\n1 1 2\n2 2 3\n3 3 4\n0\n",
     "a file:7: found vertex 1 at the end of 1 segment, expected closed"},
    {BOX "0 0\n0\n", "a file:6: found \"0\", expected segments, 3 or more"},
    {BOX BOX_SEGMENTS, "a file: found the end of the file, expected how many holes"},
    {BOX BOX_SEGMENTS "1\n1 8 4\n",
     "a file:12: found a hole's point on a segment, expected it inside a polygon"},
    {BOX BOX_SEGMENTS "1\n1 4 4\n", "a file:12: found a hole in every polygon, expected one without"},
    {"4 2 0 0\n1 0 0\n2 8 8\n3 8 0\n4 0 8\n" BOX_SEGMENTS "0\n",
     "a file:7: found polygon 1 crossing itself at (4, 4)"},
};

static void refusals(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        Memory memory = system_memory();
        Polygons polygons;
        Error error = {""};
        PolyText file = {refused[i].text, strlen(refused[i].text), "a file"};
        Rings rings;
        Status status = poly_read(file, NULL, &memory, &rings, NULL, &error);
        if (status == STATUS_OK) {
            status = polygons_create(&rings, file.name, &memory, &polygons, &error);
            rings_destroy(&rings);
        }
        const char *message = refused[i].message;
        if (strncmp(message, "a file: found the end", 21) == 0) { /* its last line's number is in between */
            if (strncmp(error.text, "a file", 6) != 0) fail_msg("%s", error.text);
            message += 7;
        }
        if (status != STATUS_BAD_INPUT || strstr(error.text, message) == NULL)
            fail_msg("%s\n%d: \"%s\", not \"%s\"", refused[i].text, (int)status, error.text, message);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

static void notes_what_is_passed_over(void **state) {
    (void)state;
    Memory memory = system_memory();
    Polygons polygons;
    Error error = {""};
    Notes notes = {.count = 0};
    ASSERT_OK(read_text("4 2 0 0\n1 0 0 5\n2 8 0\n3 8 8\n4 0 8\n" BOX_SEGMENTS "1\n1 9 9\n1\n1 1 1 1\n", NULL,
                        &memory, &polygons, &notes, &error),
              &error);
    assert_int_equal(notes.count, 3);
    assert_string_equal(notes.note[0].text, "records with other fields than announced");
    assert_int_equal(notes.note[0].line, 2);
    assert_string_equal(notes.note[1].text, "regional attributes, passed over");
    assert_string_equal(notes.note[2].text, "holes outside of all polygons");
    polygons_destroy(&polygons);
    ASSERT_NOTHING_LIVE(&memory);
}

/* Drawn maps, written and read. */
static const char *const drawn[] = {
    "0,0 8,0 8,8 0,8",
    "0,0 8,0 8,8 0,8 | 2,2 4,2 4,4 2,4 | 4,4 6,4 6,6 4,6 | 0,2 1,2 1,3 0,3",
    "0,0 8,0 8,8 0,8 | 1,1 7,1 7,7 1,7 1,1 3,5 5,5 5,3",
    "+ 0,0 9,0 9,9 0,9 |+ 3,3 6,3 6,6 3,6 | 1,1 8,1 8,8 1,8",
    "+ 0,0 4,0 4,4 0,4 |+ 4,4 9,4 9,9 4,9",
    "+ 0,0 4,0 4,4 0,4 |+ 4,4 9,4 9,9 4,9 | 1,1 2,1 2,2 | 5,5 6,5 6,6",
    /* A star whose first corner holds others' corners. */
    "0,0 20,0 20,20 0,20 | 1,10 19,1 4,10 19,19 | 4,10 6,9.75 6,10.25",
    "0,0 20,0 20,20 0,20 | 1,10 19,1 19,19 1,10 5,11 5,9",
    "0,0 99,0 99,99 0,99 | 5,50 95,5 70,49 10,51 70,51 95,95",
    "0,0 0.1,0 0.1,0.1 0,0.1 | 0.02,0.02 0.03,0.02 0.03,0.03",
    "0,0 1e9,0 1e9,1e-9 0,1e-9 | 1,1e-10 2,1e-10 2,3e-10",
};

static void writes_what_it_reads(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
        Memory memory = system_memory();
        Rings rings = rings_from(drawn[i], &memory);
        Polygons polygons, again;
        Error error = {""};
        if (polygons_create(&rings, "drawn", &memory, &polygons, &error) != STATUS_OK)
            fail_msg("%s: %s", drawn[i], error.text);
        char *bytes;
        size_t length;
        assert_int_equal(poly_write(&polygons, &memory, &bytes, &length), STATUS_OK);
        Rings back;
        Notes notes = {.count = 0};
        ASSERT_OK(poly_read((PolyText){bytes, length, "written"}, NULL, &memory, &back, &notes, &error),
                  &error);
        assert_int_equal(notes.count, 0);
        ASSERT_OK(polygons_create(&back, "written", &memory, &again, &error), &error);
        if (polygons.hash != again.hash) fail_msg("%s:\n%.*s", drawn[i], (int)length, bytes);
        memory_give(&memory, bytes);
        polygons_destroy(&polygons);
        polygons_destroy(&again);
        rings_destroy(&rings);
        rings_destroy(&back);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

static void survives_want_of_memory(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        const char *nodes = same[i].nodes;
        PolyText file = {same[i].text, strlen(same[i].text), "a file"};
        PolyText node = {nodes, nodes == NULL ? 0 : strlen(nodes), "nodes"};
        for (uint64_t fail_at = 1;; fail_at++) {
            Memory memory = system_memory();
            Rings rings;
            Error error;
            memory.fail_at = fail_at;
            Status status = poly_read(file, nodes == NULL ? NULL : &node, &memory, &rings, NULL, &error);
            if (status == STATUS_OK) {
                rings_destroy(&rings);
                break;
            }
            assert_int_equal(status, STATUS_NO_MEMORY);
            ASSERT_NOTHING_LIVE(&memory);
        }
    }
    Memory memory = system_memory();
    Rings rings = rings_from(drawn[1], &memory);
    Polygons polygons;
    Error error;
    ASSERT_OK(polygons_create(&rings, "drawn", &memory, &polygons, &error), &error);
    for (uint64_t fail_at = 1;; fail_at++) {
        Memory failing = system_memory();
        char *bytes;
        size_t length;
        failing.fail_at = fail_at;
        if (poly_write(&polygons, &failing, &bytes, &length) == STATUS_OK) {
            memory_give(&failing, bytes);
            break;
        }
        ASSERT_NOTHING_LIVE(&failing);
    }
    polygons_destroy(&polygons);
    rings_destroy(&rings);
}

static void mutants(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        feed_mutants(poly_round_trip, same[i].text, strlen(same[i].text), trials(1500), i);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_formats_agree),
        cmocka_unit_test(several_enclosures),
        cmocka_unit_test(refusals),
        cmocka_unit_test(notes_what_is_passed_over),
        cmocka_unit_test(writes_what_it_reads),
        cmocka_unit_test(survives_want_of_memory),
        cmocka_unit_test(mutants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
