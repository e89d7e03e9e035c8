/* Experiments: what they mean, and what each mistake is told as. */
#include "tests/support.h"

#include "harness/plan.h"

#include <stdlib.h>
#include <string.h>

static void reads_an_experiment(void **state) {
    (void)state;
    static const char text[] = "# comment\n"
                               "group first   # another\n"
                               "map rooms:size=16,seed=1..3\n"
                               "map noise:16\n"
                               "query random:count=5\r\n"
                               "solver astar:move=4,tie=large-g/index\n"
                               "solver astar:move=4,tie=index\n"
                               "repeat 7\n"
                               "protocol interleaved warm\n"
                               "limit time=1.5s,memory=2G\n"
                               "\n"
                               "group second\n"
                               "optional\n"
                               "map $TAUT_BENCHMARKS/a/b.map\n"
                               "query scen\n"
                               "solver null\n"
                               "protocol none";
    Memory memory = system_memory();
    Plan plan;
    Error error = {""};
    setenv("TAUT_BENCHMARKS", "/nowhere", 1);
    ASSERT_OK(plan_parse(text, sizeof text - 1, "some/folder/d9.exp", &memory, &plan, &error), &error);
    assert_string_equal(plan.experiment, "d9");
    assert_int_equal(plan.part_count, 2);
    const Part *part = &plan.parts[0];
    assert_string_equal(part->name, "first");
    assert_int_equal(part->map_count, 4);
    assert_int_equal(part->query_count, 1);
    assert_int_equal(part->solver_count, 2); /* the second line names one that is there */
    assert_int_equal(part->repeats, 7);
    assert_true(part->protocols[PROTOCOL_INTERLEAVED] && part->protocols[PROTOCOL_WARM] && !part->optional);
    assert_true(part->limits.seconds > 1.4 && part->limits.seconds < 1.6);
    assert_int_equal(part->limits.bytes, UINT64_C(2) << 30);
    part = &plan.parts[1];
    assert_string_equal(part->maps[0].text, "/nowhere/a/b.map");
    assert_true(part->optional && !part->protocols[PROTOCOL_INTERLEAVED] && !part->protocols[PROTOCOL_WARM]);
    plan_destroy(&plan);
    ASSERT_NOTHING_LIVE(&memory);
}

typedef struct Mistake {
    const char *text, *told; /* parts of the message, separated by '|' */
} Mistake;

static const Mistake mistakes[] = {
    {"", "asks for nothing"},
    {"map rooms:16\nquery random:5\n", "group all|solver"},
    {"map rooms:16\nsolver null\n", "query"},
    {"query random:5\nsolver null\n", "map"},
    {"mop rooms:16\n", "e.exp:1|mop|expected group, map"},
    {"\n\nmap\n", "e.exp:3|something after"},
    {"map rooms:sise=16\n", "e.exp:1|size"},
    {"solver asta\n", "e.exp:1|astar"},
    {"repeat 0\n", "e.exp:1|\"0\""},
    {"repeat five\n", "five"},
    {"protocol hot\n", "hot|interleaved"},
    {"limit time=0s\n", "time=0s"},
    {"limit memory=4X\n", "memory=4X"},
    {"optional please\n", "please"},
    {"group a\nmap rooms:16\nquery random:5\nsolver null\ngroup a\n", "e.exp:5|once"},
};

static void tells_each_mistake(void **state) {
    (void)state;
    Memory memory = system_memory();
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        Plan plan;
        Error error = {""};
        char told[128], *rest;
        Status status =
            plan_parse(mistakes[i].text, strlen(mistakes[i].text), "e.exp", &memory, &plan, &error);
        if (status != STATUS_BAD_INPUT) fail_msg("\"%s\" was taken", mistakes[i].text);
        strcpy(told, mistakes[i].told);
        for (char *part = strtok_r(told, "|", &rest); part != NULL; part = strtok_r(NULL, "|", &rest))
            if (strstr(error.text, part) == NULL)
                fail_msg("\"%s\": \"%s\" says nothing of \"%s\"", mistakes[i].text, error.text, part);
        ASSERT_NOTHING_LIVE(&memory);
    }
    Plan plan;
    Error error;
    char nul[] = "map rooms:16\0";
    assert_int_equal(plan_parse(nul, sizeof nul, "e.exp", &memory, &plan, &error), STATUS_BAD_INPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(reads_an_experiment),
                                       cmocka_unit_test(tells_each_mistake)};
    return cmocka_run_group_tests_name("plan", tests, NULL, NULL);
}
