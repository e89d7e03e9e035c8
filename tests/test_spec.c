/* Specs: what they stand for, and what is said of those that stand for nothing. */
#include "tests/support.h"

#include "harness/grown.h"
#include "harness/linked.h"
#include "harness/nearest.h"
#include "harness/spec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void assert_solver(const char *spec, uint32_t count, const char *first, const char *last) {
    Memory memory = system_memory();
    SolverChoice *list;
    uint32_t found;
    Error error;
    ASSERT_OK(solver_expand(spec, &memory, &list, &found, &error), &error);
    assert_int_equal(found, count);
    assert_string_equal(list[0].text, first);
    assert_string_equal(list[count - 1].text, last);
    memory_give(&memory, list);
    ASSERT_NOTHING_LIVE(&memory);
}

static void test_solvers(void **state) {
    (void)state;
    const char *plain = "astar:style=plain,move=8,tie=large-g";
    assert_solver("astar", 1, plain, plain);
    assert_solver("astar:plain", 1, plain, plain); /* a bare value stands for the first key */
    assert_solver("astar:move=4/8,tie=index/small-g", 4, "astar:style=plain,move=4,tie=index",
                  "astar:style=plain,move=8,tie=small-g");
    assert_solver("astar:queue=heap,w=100,reuse=on", 1, plain,
                  plain); /* came later: named where not preset */
    assert_solver("astar:w=150,reuse=off", 1, "astar:style=plain,move=8,tie=large-g,w=150,reuse=off",
                  "astar:style=plain,move=8,tie=large-g,w=150,reuse=off");
    /* The queue decides what there is to choose, and the style whether there is a queue to choose. */
    assert_solver("astar:queue=buckets,order=all/canonical", 2,
                  "astar:style=plain,move=8,queue=buckets,order=all",
                  "astar:style=plain,move=8,queue=buckets,order=canonical");
    assert_solver("astar:textbook", 1, "astar:style=textbook,move=8", "astar:style=textbook,move=8");
    assert_solver("hpa:k=4..64x2", 5, "hpa:style=plain,move=8,k=4,wide=6",
                  "hpa:style=plain,move=8,k=64,wide=6");
    assert_solver("hpa:k=10..35+10", 3, "hpa:style=plain,move=8,k=10,wide=6",
                  "hpa:style=plain,move=8,k=30,wide=6");
    assert_solver("hpa:k=8/10..12,wide=3/inf", 8, "hpa:style=plain,move=8,k=8,wide=3",
                  "hpa:style=plain,move=8,k=12,wide=inf");
}

/* Each map with the links of one file, grown or not; whichever allocation fails, nothing is left. */
static void test_links(void **state) {
    (void)state;
    static const char file[] = "tests/test_spec.c"; /* that it is there is all that is asked */
    static const char *const bases[] = {"rooms:16,seed=1..2", "rooms:16,seed=1..2+radius=5"};
    for (int grown = 0; grown < 2; grown++) {
        Status status = STATUS_NO_MEMORY;
        for (uint64_t fail_at = 1; status != STATUS_OK; fail_at++) {
            Memory memory = system_memory();
            memory.fail_at = fail_at;
            MapChoice *list;
            uint32_t count;
            Error error;
            char spec[128];
            snprintf(spec, sizeof spec, "%s+links=%s", bases[grown], file);
            status = map_expand(spec, &memory, &list, &count, &error);
            assert_true(status == STATUS_OK || status == STATUS_NO_MEMORY);
            for (uint32_t i = 0; status == STATUS_OK && i < count; i++) {
                assert_string_equal(linked_file(&list[i]), file);
                assert_true(list[i].radius == (grown ? 5 : 0));
                MapName name = grown_name(&list[i]);
                assert_null(strchr(name.text, '+'));
                assert_memory_equal(name.text, list[i].text, strlen(name.text));
            }
            if (status == STATUS_OK) {
                assert_int_equal(count, 2);
                memory_give(&memory, list);
            }
            ASSERT_NOTHING_LIVE(&memory);
        }
    }
}

/* Each map by each radius, with each number of segments; whichever allocation fails, nothing is left. */
static void test_radii(void **state) {
    (void)state;
    static const char *const ends[] = {"+radius=5,segments=8", "+radius=5", "+radius=0.5,segments=8",
                                       "+radius=0.5"};
    Status status = STATUS_NO_MEMORY;
    for (uint64_t fail_at = 1; status != STATUS_OK; fail_at++) {
        Memory memory = system_memory();
        memory.fail_at = fail_at;
        MapChoice *list;
        uint32_t count;
        Error error;
        status = map_expand("rooms:16,seed=1..2+radius=5/.5,segments=8/32", &memory, &list, &count, &error);
        assert_true(status == STATUS_OK || status == STATUS_NO_MEMORY);
        if (status == STATUS_OK) {
            assert_int_equal(count, 8);
            for (uint32_t i = 0; i < count; i++) {
                const char *suffix = grown_suffix(list[i].text);
                assert_string_equal(suffix, ends[i % 4]);
                assert_true(list[i].radius == (i % 4 < 2 ? 5 : 0.5));
                assert_int_equal(list[i].segments, i % 2 == 0 ? 8 : 32);
                MapName name = grown_name(&list[i]);
                assert_int_equal(strlen(name.text), suffix - list[i].text);
                assert_non_null(strstr(name.text, i < 4 ? "seed=1" : "seed=2"));
            }
            memory_give(&memory, list);
        }
        ASSERT_NOTHING_LIVE(&memory);
    }
}

/* "name:" is "name". */
static void test_nothing_after_the_colon(void **state) {
    (void)state;
    assert_solver("dijkstra:", 1, "dijkstra:style=plain,move=8", "dijkstra:style=plain,move=8");
    Memory memory = system_memory();
    Error error;
    MapChoice *maps[2];
    QueryChoice *queries[4];
    uint32_t count;
    ASSERT_OK(map_expand("convex:", &memory, &maps[0], &count, &error), &error);
    ASSERT_OK(map_expand("convex", &memory, &maps[1], &count, &error), &error);
    ASSERT_OK(query_expand("random:", &memory, &queries[0], &count, &error), &error);
    ASSERT_OK(query_expand("random", &memory, &queries[1], &count, &error), &error);
    ASSERT_OK(query_expand("scen:", &memory, &queries[2], &count, &error), &error);
    ASSERT_OK(query_expand("scen", &memory, &queries[3], &count, &error), &error);
    assert_string_equal(maps[0]->text, maps[1]->text);
    assert_string_equal(queries[0]->text, queries[1]->text);
    assert_string_equal(queries[2]->text, "scen");
    assert_string_equal(queries[2]->file, "");
    for (size_t i = 0; i < 2; i++) memory_give(&memory, maps[i]);
    for (size_t i = 0; i < 4; i++) memory_give(&memory, queries[i]);
    ASSERT_NOTHING_LIVE(&memory);
}

static void test_last_key_changes_fastest(void **state) {
    (void)state;
    Memory memory = system_memory();
    SolverChoice *list;
    uint32_t count;
    Error error;
    ASSERT_OK(solver_expand("hpa:wide=3/6,k=8/16", &memory, &list, &count, &error), &error);
    assert_int_equal(count, 4);
    assert_string_equal(list[1].text, "hpa:style=plain,move=8,k=16,wide=3");
    assert_string_equal(list[2].text, "hpa:style=plain,move=8,k=8,wide=6");
    memory_give(&memory, list);
    ASSERT_NOTHING_LIVE(&memory);
}

static void assert_refused(Status status, const Memory *memory, const Error *error, const char *says) {
    assert_int_equal(status, STATUS_BAD_INPUT);
    if (strstr(error->text, says) == NULL) {
        print_error("\"%s\" does not say \"%s\"\n", error->text, says);
        fail();
    }
    ASSERT_NOTHING_LIVE(memory);
}

static void test_bad_specs(void **state) {
    (void)state;
    static const char *const solvers[][2] = {
        {"astr", "did you mean astar?"},
        {"", "solvers: null"},
        {"astar:tie=larg-g", "did you mean large-g?"},
        {"astar:tye=index", "did you mean tie?"},
        {"astar:move=4,move=8", "move= is there twice"},
        {"astar:move=4/4", "move=4 is there twice"},
        {"astar:move=8,plain", "\"plain\" is unknown"},
        {"astar:move=8,", "nothing stands"},
        {"astar:style=published,tie=index", "style=published"},
        {"astar:style=textbook,order=canonical", "style=textbook"},
        {"astar:queue=buckets,tie=index", "queue=buckets"},
        {"astar:order=canonical", "queue=heap"},
        {"astar:w=99", "100"},
        {"jps:move=4", "\"4\""},
        {"hpa:k=", "empty value"},
        {"hpa:k=8//9", "empty value"},
        {"hpa:k=9..8", "backwards"},
        {"hpa:k=8..inf", "expected a whole number"},
        {"hpa:k=8..16x1", "factor"},
        {"hpa:k=8..16+0", "step"},
        {"hpa:k=8..16y2", "expected a whole number"},
        {"hpa:k=99999999999999999999999", "expected a whole number"},
        {"hpa:k=1e3", "expected a whole number"},
    };
    static const char *const maps[][2] = {
        {"romms:16", "did you mean rooms?"},
        {"nosuch.map", "no such file"},
        {"nosuch/rooms:16", "no such file"},
        {"tests", "is a directory"},
        {"rooms:16,seed=1..1000000", "more than 100000"},
        {"rooms:1..1000,seed=1..1000", "more than 100000"},
        {"rooms:64,width=3", "width"},
        {"rooms:16,seed=9223372036854775807", "expected a whole number"},
        {"rooms:16,seed=-1", "expected a whole number"},
        {"rooms:16+radius=", "radius: found nothing"},
        {"rooms:16+radius=1/", "radius: found nothing"},
        {"rooms:16+radius=-1", "expected a length above 0"},
        {"rooms:16+radius=inf", "expected a length above 0"},
        {"rooms:16+radius=1/2/1", "each radius once"},
        {"rooms:16+radius=1,segments=10", "did you mean 16?"},
        {"rooms:16+radius=1,segments=", "empty value"},
        {"rooms:16+radius=1,", "keys: segments"},
        {"rooms:16,seed=1..100000+radius=1/2", "more than 100000"},
        {"romms:16+radius=1", "did you mean rooms?"},
        {"rooms:16+links=", "links: found nothing, expected the name of a file"},
        {"rooms:16+links=nosuch", "links: nosuch: there is no such file"},
        {"rooms:16+links=tests/test_spec.c+radius=1", "the radius comes first: MAP+radius=R+links=FILE"},
        {"romms:16+links=tests/test_spec.c", "did you mean rooms?"},
    };
    static const char *const queries[][2] = {
        {"randm:3", "did you mean random?"},
        {"scen:nosuch.scen", "no such file"},
        {"scen:evry=3", "did you mean every?"},
        {"scen:every=0", "expected a whole number"},
        {"scen:count=0", "expected a whole number"},
        {"scen:cont=3", "did you mean count?"},
        {"scen:every=2,count=3", "exclude one another"},
        {"random:count=3,sed=1", "did you mean seed?"},
        {"scen:every=2/2", "every=2 is there twice"},
    };
    Memory memory = system_memory();
    SolverChoice *solver_list;
    MapChoice *map_list;
    QueryChoice *query_list;
    uint32_t count;
    Error error;
    for (size_t i = 0; i < sizeof solvers / sizeof solvers[0]; i++) {
        Status status = solver_expand(solvers[i][0], &memory, &solver_list, &count, &error);
        assert_refused(status, &memory, &error, solvers[i][1]);
    }
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        Status status = map_expand(maps[i][0], &memory, &map_list, &count, &error);
        assert_refused(status, &memory, &error, maps[i][1]);
    }
    for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
        Status status = query_expand(queries[i][0], &memory, &query_list, &count, &error);
        assert_refused(status, &memory, &error, queries[i][1]);
    }
}

static void test_maps(void **state) {
    (void)state;
    Memory memory = system_memory();
    MapChoice *list;
    uint32_t count;
    Error error;
    ASSERT_OK(map_expand("rooms:64/128,seed=1..3", &memory, &list, &count, &error), &error);
    assert_int_equal(count, 6);
    /* The shorthand is gone from the canonical text. */
    assert_string_equal(list[0].text, "rooms:width=64,height=64,per_65536=60,side_min=8,side_max=40,seed=1");
    assert_string_equal(list[5].text,
                        "rooms:width=128,height=128,per_65536=60,side_min=8,side_max=40,seed=3");
    memory_give(&memory, list);
    ASSERT_OK(map_expand("rooms:seed=0..99999,size=8", &memory, &list, &count, &error), &error);
    assert_int_equal(count, 100000);
    memory_give(&memory, list);
    ASSERT_NOTHING_LIVE(&memory);
}

/* A canonical text read again stands for the same thing. */
static void test_canonical_again(void **state) {
    (void)state;
    Memory memory = system_memory();
    MapChoice *first, *second;
    uint32_t count;
    Error error;
    ASSERT_OK(map_expand("noise:64,wall=0..90+30", &memory, &first, &count, &error), &error);
    assert_int_equal(count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t one;
        ASSERT_OK(map_expand(first[i].text, &memory, &second, &one, &error), &error);
        assert_int_equal(one, 1);
        assert_string_equal(second->text, first[i].text);
        memory_give(&memory, second);
    }
    memory_give(&memory, first);
    ASSERT_NOTHING_LIVE(&memory);
}

static void touch(const char *name) {
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fclose(file);
}

static void assert_query(const char *spec, const char *file, uint32_t every, const char *text) {
    Memory memory = system_memory();
    QueryChoice *list;
    uint32_t count;
    Error error;
    ASSERT_OK(query_expand(spec, &memory, &list, &count, &error), &error);
    assert_int_equal(count, 1);
    assert_null(list->generator);
    assert_string_equal(list->file, file);
    assert_int_equal(list->every, every);
    assert_string_equal(list->text, text);
    memory_give(&memory, list);
    ASSERT_NOTHING_LIVE(&memory);
}

static void test_files_win(void **state) {
    (void)state;
    char folder[] = "/tmp/taut-spec-XXXXXX", here[4096];
    assert_non_null(getcwd(here, sizeof here));
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    static const char *const names[] = {"rooms:16", "a,b=c:d", "x.scen", "x.scen,every=5"};
    for (size_t i = 0; i < 4; i++) touch(names[i]);
    Memory memory = system_memory();
    MapChoice *list;
    uint32_t count;
    Error error;
    for (size_t i = 0; i < 2; i++) {
        ASSERT_OK(map_expand(names[i], &memory, &list, &count, &error), &error);
        assert_null(list->generator);
        assert_string_equal(list->text, names[i]);
        memory_give(&memory, list);
    }
    assert_query("scen", "", 1, "scen");
    assert_query("scen:every=50", "", 50, "scen:every=50");
    assert_query("scen:count=50", "", 1, "scen:count=50");
    assert_query("scen:x.scen,count=7", "x.scen", 1, "scen:x.scen,count=7");
    assert_query("x.scen", "x.scen", 1, "scen:x.scen");
    assert_query("scen:x.scen,every=7", "x.scen", 7, "scen:x.scen,every=7");
    assert_query("scen:x.scen,every=5", "x.scen,every=5", 1, "scen:x.scen,every=5");
    for (size_t i = 0; i < 4; i++) unlink(names[i]);
    assert_int_equal(chdir(here), 0);
    assert_int_equal(rmdir(folder), 0);
    ASSERT_NOTHING_LIVE(&memory);
}

static void test_no_memory(void **state) {
    (void)state;
    for (uint64_t fail_at = 1;; fail_at++) {
        Memory memory = system_memory();
        memory.fail_at = fail_at;
        SolverChoice *list;
        uint32_t count;
        Error error;
        Status status = solver_expand("hpa:k=2..40/50,wide=3/6/inf", &memory, &list, &count, &error);
        if (status == STATUS_OK) {
            assert_true(fail_at > 4);
            memory_give(&memory, list);
            ASSERT_NOTHING_LIVE(&memory);
            return;
        }
        assert_int_equal(status, STATUS_NO_MEMORY);
        ASSERT_NOTHING_LIVE(&memory);
    }
}

static void test_edit_distance(void **state) {
    (void)state;
    static const struct {
        const char *a, *b;
        uint32_t distance;
    } cases[] = {{"", "", 0},         {"", "abc", 3},           {"astar", "astr", 1},
                 {"lsit", "list", 1}, {"kitten", "sitting", 3}, {"HPA", "hpa", 0},
                 {"ca", "abc", 3},    {"solve", "slove", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *a = cases[i].a, *b = cases[i].b;
        assert_int_equal(edit_distance(a, strlen(a), b, strlen(b)), cases[i].distance);
        assert_int_equal(edit_distance(b, strlen(b), a, strlen(a)), cases[i].distance);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_solvers),
                                       cmocka_unit_test(test_last_key_changes_fastest),
                                       cmocka_unit_test(test_radii),
                                       cmocka_unit_test(test_links),
                                       cmocka_unit_test(test_nothing_after_the_colon),
                                       cmocka_unit_test(test_bad_specs),
                                       cmocka_unit_test(test_maps),
                                       cmocka_unit_test(test_canonical_again),
                                       cmocka_unit_test(test_files_win),
                                       cmocka_unit_test(test_no_memory),
                                       cmocka_unit_test(test_edit_distance)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
