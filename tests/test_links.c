/* Links by themselves: their file, what is kept of them, and lengths of paths that take some. */
#include "tests/parsers.h"
#include "tests/rings.h"
#include "tests/support.h"

#include "algos/core/euclid.h"
#include "algos/exact/settle_links.h"

#include <string.h>

static Status read_text(const char *text, Memory *memory, LinkRows *rows, Error *error) {
    *rows = link_rows_in(memory);
    return links_read(text, strlen(text), "a file", rows, NULL, error);
}

static void reads_rows(void **state) {
    (void)state;
    Memory memory = system_memory();
    LinkRows rows;
    Error error;
    ASSERT_OK(
        read_text("# from, to, cost\n\n1 2 3.5 -4 0\t# up\r\n  -0 1e2 0 0 2.25   \n5 5 5 5 1#\n   # no\n",
                  &memory, &rows, &error),
        &error);
    const Link expected[] = {{{1, 2}, {3.5, -4}, 0}, {{0, 100}, {0, 0}, 2.25}, {{5, 5}, {5, 5}, 1}};
    const uint64_t lines[] = {3, 4, 5};
    assert_int_equal(rows.count, 3);
    for (int i = 0; i < 3; i++) {
        assert_true(point_equal(rows.links[i].from, expected[i].from) &&
                    point_equal(rows.links[i].to, expected[i].to) && rows.links[i].cost == expected[i].cost);
        assert_int_equal(rows.line[i], lines[i]);
    }
    link_rows_destroy(&rows);
    ASSERT_OK(read_text("", &memory, &rows, &error), &error);
    assert_int_equal(rows.count, 0);
    link_rows_destroy(&rows);
    ASSERT_NOTHING_LIVE(&memory);
}

static void errors_name_the_line(void **state) {
    (void)state;
    static const struct {
        const char *text, *error;
    } bad[] = {
        {"1 2 3\n", "a file:1: found nothing, expected a link: x y"},
        {"1 2 3 4\n", "a file:1: found nothing, expected a cost"},
        {"1 2 3 4 5\n\n1 2 x 4 5\n", "a file:3: found \"x\", expected a link: x y"},
        {"1 2 3 4 -1\n", "a file:1: found \"-1\", expected a cost of at least 0"},
        {"1 2 3 4 inf\n", "a file:1: found \"inf\", expected a cost of at least 0"},
        {"1 2 3 4 nan\n", "a file:1: found \"nan\", expected a cost of at least 0"},
        {"1 2 3 4 5 6\n", "a file:1: found \"6\", expected the end of the line after the cost"},
        {"1 2 3 4 1e13\n",
         "a file:1: found \"1e13\", expected a number that is 0 or between 2^-140 and 2^40"},
        {"1 -1e13 3 4 1\n", "a file:1: found \"-1e13\", expected a"},
        {"1 2 3 4 1e-50\n", "a file:1: found \"1e-50\", expected a number that is 0 or between"},
        {"1,2,3,4,5\n", "a file:1: found \"1,2,3,4,5\", expected a link"},
    };
    Memory memory = system_memory();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        LinkRows rows;
        Error error = {""};
        assert_int_equal(read_text(bad[i].text, &memory, &rows, &error), STATUS_BAD_INPUT);
        if (strstr(error.text, bad[i].error) != error.text)
            fail_msg("\"%s\" gives \"%s\", expected \"%s\"", bad[i].text, error.text, bad[i].error);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

/* ---- what is kept ---- */

/* Two squares that touch in (10, 4), within a room of whole numbers. */
static const char room[] = "0 0 30 0 30 10 0 10; 6 0 10 0 10 4 6 4; 10 4 14 4 14 8 10 8";

static Status settle_text(const char *text, Memory *memory, Links *links, Error *error) {
    Rings rings = rings_from_text(memory, room);
    Polygons polygons;
    LinkRows rows;
    ASSERT_OK(polygons_create(&rings, "room", memory, &polygons, error), error);
    ASSERT_OK(read_text(text, memory, &rows, error), error);
    Status status = links_settle(&rows, &polygons, "a file", memory, links, error);
    link_rows_destroy(&rows);
    polygons_destroy(&polygons);
    rings_destroy(&rings);
    return status;
}

static void keeps_what_can_be_taken(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint32_t kept, useless;
        bool inexact;
    } rows[] = {
        {"", 0, 0, false},
        {"1 1 5 1 3.5", 1, 0, false},
        {"1 1 5 1 4", 0, 1, false},                            /* the walk is as short */
        {"1 1 5 1 4.5", 0, 1, false},                          /* or shorter */
        {"1 1 4 5 5", 0, 1, false},                            /* a root that is whole */
        {"1 1 4 5 4.9921875", 1, 0, false},                    /* a little less */
        {"5 1 11 1 6\n5 1 11 1 600", 1, 1, false},             /* no walk goes straight through the square */
        {"5 1 5 1 0\n5 1 5 1 3", 0, 2, false},                 /* to itself */
        {"1 1 5 1 2\n5 1 1 1 2", 2, 0, false},                 /* there and back */
        {"1 1 5 1 3\n1 1 5 1 2\n1 1 5 1 2", 1, 2, false},      /* the cheapest, once */
        {"6 4 29 9 1\n10 0 29 9 1\n0 0 30 10 1", 3, 0, false}, /* on vertices and borders */
        {"8 4 29 9 1", 1, 0, false},
        {"1 1 5 1 0.1", 1, 0, true}, /* off any lattice */
        {"1 1.1 5 1 1", 1, 0, true},
        {"5 1 11 1 1000", 1, 0, false},
        {"5 1 11 1 100000000", 1, 0, true},
    };
    Memory memory = system_memory();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Links links;
        Error error;
        ASSERT_OK(settle_text(rows[i].text, &memory, &links, &error), &error);
        if (links.count != rows[i].kept || links.useless != rows[i].useless ||
            links.inexact != rows[i].inexact)
            fail_msg("\"%s\" keeps %u, of no use %u, inexact %d", rows[i].text, links.count, links.useless,
                     links.inexact);
        links_destroy(&links);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

static void ends_must_be_free(void **state) {
    (void)state;
    static const struct {
        const char *text, *error;
    } bad[] = {
        {"1 1 5 1 3\n7 1 1 1 1", "a file:2: found the beginning 7 1 in an obstacle or outside of the map"},
        {"1 1 31 1 1", "a file:1: found the end 31 1 in an obstacle or outside of the map"},
        {"10 4 1 1 1", "a file:1: found the beginning 10 4 where obstacles touch"},
        {"1 1 10 4 1", "a file:1: found the end 10 4 where obstacles touch, expected a point with one free"},
    };
    Memory memory = system_memory();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Links links;
        Error error = {""};
        assert_int_equal(settle_text(bad[i].text, &memory, &links, &error), STATUS_BAD_INPUT);
        if (strstr(error.text, bad[i].error) != error.text)
            fail_msg("\"%s\" gives \"%s\"", bad[i].text, error.text);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

/* The order of a file and what is of no use in it do not change the hash; each number that counts does. */
static void hash_is_of_what_is_kept(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool same;
    } rows[] = {
        {"1 1 5 1 2\n1 9 29 9 3\n", true},
        {"1 9 29 9 3 # first\n1 1 5 1 2\n1 1 5 1 2.5\n2 2 2 2 0\n1 9 9 9 8", true},
        {"1 1 5 1 2\n29 9 1 9 3\n", false},
        {"1 1 5 1 2\n1 9 29 9 3.5\n", false},
        {"1 1 5 1 2\n1 9 29 8 3\n", false},
        {"1 1 5 1 2\n", false},
    };
    Memory memory = system_memory();
    uint64_t first = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Links links;
        Error error;
        ASSERT_OK(settle_text(rows[i].text, &memory, &links, &error), &error);
        if (i == 0) first = links.hash;
        assert_int_equal(links.hash == first, rows[i].same);
        Map map = {.kind = MAP_GRID, .grid.hash = 7}, bare = map;
        map.links = links;
        assert_true(map_hash(&map) != map_hash(&bare));
        assert_int_equal(map_hash(&bare), 7);
        links_destroy(&links);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

/* ---- lengths ---- */

static void is_found_by_both_ends(void **state) {
    (void)state;
    Memory memory = system_memory();
    Links links;
    Error error;
    ASSERT_OK(settle_text("1 1 5 1 2\n1 1 5 9 3\n1 9 29 9 4\n2 0 0 2 0\n0 2 2 0 1", &memory, &links, &error),
              &error);
    for (uint32_t i = 0; i < links.count; i++) {
        const Link *link = &links.links[i];
        assert_ptr_equal(links_find(&links, link->from, link->to), link);
        assert_true(links_leg(&links, link->from, link->to) == link->cost);
    }
    assert_int_equal(links.count, 5);
    assert_null(links_find(&links, (Point){5, 1}, (Point){1, 1}));
    assert_null(links_find(&links, (Point){1, 1}, (Point){5, 2}));
    assert_null(links_find(NULL, (Point){1, 1}, (Point){5, 1}));
    const Point path[] = {{0, 1}, {1, 1}, {5, 1}, {6, 1}};
    assert_true(links_length(&links, path, 4) == 4 && links_length(NULL, path, 4) == 6);
    assert_false(links_leave_out(&links, path[0], path[1], path[2]));
    assert_false(links_leave_out(&links, path[1], path[2], path[3]));
    assert_true(links_leave_out(NULL, path[0], path[1], path[2]));
    assert_true(links_leave_out(&links, path[3], path[2], path[1]));
    assert_false(links_leave_out(NULL, path[0], path[1], (Point){2, 2}));
    links_destroy(&links);
    ASSERT_NOTHING_LIVE(&memory);
}

/* Costs are added to roots exactly: 5 + √2 over a link against what is as long, or off by nothing that
 * doubles can tell. */
static void lengths_are_compared_exactly(void **state) {
    (void)state;
    Link held[] = {{{0, 0}, {100, 0}, 5}, {{0, 0}, {200, 0}, 1}, {{0, 9}, {7, 9}, 0x1p-30}};
    const Links links = {.links = held, .count = 3};
    const Point over[] = {{0, 0}, {100, 0}, {101, 1}}, walk[] = {{0, 0}, {3, 4}, {4, 5}};
    const Point longer[] = {{0, 0}, {3, 4}, {4, 5}, {4, 5.25}},
                twice[] = {{0, 0}, {200, 0}, {204, 0}, {205, 1}};
    bool exact;
    assert_int_equal(euclid_compare_linked(&links, over, 3, walk, 3, &exact), 0);
    assert_true(exact);
    assert_int_equal(euclid_compare_linked(&links, twice, 4, over, 3, &exact), 0);
    assert_true(exact);
    assert_int_equal(euclid_compare_linked(&links, over, 3, longer, 4, &exact), -1);
    assert_int_equal(euclid_compare_linked(&links, longer, 4, over, 3, &exact), 1);
    assert_int_equal(euclid_compare_linked(NULL, over, 3, walk, 3, &exact), 1);
    /* The other way it is a walk. */
    const Point back[] = {{101, 1}, {100, 0}, {0, 0}};
    assert_int_equal(euclid_compare_linked(&links, back, 3, over, 3, &exact), 1);
    /* √(2^40 + 1) - 2^20 is below 2^-21; a link of 2^-30 is less than that, and so told apart. */
    const Point root[] = {{0, 0}, {0x1p20, 1}}, whole[] = {{0, 0}, {0x1p20, 0}};
    const Point with[] = {{0, 9}, {7, 9}, {7, 9 + 0x1p20}};
    assert_int_equal(euclid_compare_linked(&links, with, 3, whole, 2, &exact), 1);
    assert_int_equal(euclid_compare_linked(&links, with, 3, root, 2, &exact), -1);
}

static void mutants(void **state) {
    (void)state;
    static const char text[] = "# stairs\n1 1 5 1 2 # up\n5 1 1 1 0.5\n\n1 9 29 9 4e0\r\n-0 0 30 10 12.25\n";
    feed_mutants(links_round_trip, text, sizeof text - 1, trials(4000), 1);
}

static void survives_failed_allocations(void **state) {
    (void)state;
    static const char text[] = "1 1 5 1 2\n1 1 5 9 3\n1 9 29 9 4\n";
    Memory maps = system_memory();
    Rings rings = rings_from_text(&maps, room);
    Polygons polygons;
    Error error;
    ASSERT_OK(polygons_create(&rings, "room", &maps, &polygons, &error), &error);
    bool done = false;
    for (uint64_t fail_at = 1; !done; fail_at++) {
        Memory memory = system_memory();
        memory.fail_at = fail_at;
        LinkRows rows;
        Links links;
        if (read_text(text, &memory, &rows, &error) == STATUS_OK) {
            Status status = links_settle(&rows, &polygons, "a file", &memory, &links, &error);
            done = status == STATUS_OK;
            assert_true(done || status == STATUS_NO_MEMORY);
            if (done) links_destroy(&links);
            link_rows_destroy(&rows);
        }
        ASSERT_NOTHING_LIVE(&memory);
    }
    polygons_destroy(&polygons);
    rings_destroy(&rings);
    ASSERT_NOTHING_LIVE(&maps);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_rows),
        cmocka_unit_test(errors_name_the_line),
        cmocka_unit_test(keeps_what_can_be_taken),
        cmocka_unit_test(ends_must_be_free),
        cmocka_unit_test(hash_is_of_what_is_kept),
        cmocka_unit_test(is_found_by_both_ends),
        cmocka_unit_test(lengths_are_compared_exactly),
        cmocka_unit_test(mutants),
        cmocka_unit_test(survives_failed_allocations),
    };
    return cmocka_run_group_tests_name("links", tests, NULL, NULL);
}
