/* Experiments: what they mean, and what each mistake is told as. */
#include "tests/support.h"

#include "harness/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reads_an_experiment(void **state) {
    (void)state;
    static const char text[] = "# comment\n"
                               "group first   # another\n"
                               "map rooms:size=16,seed=1..3\n"
                               "map noise:16\n"
                               "map rooms:16,seed=3..4\n"
                               "query random:count=5\r\n"
                               "query random:5,seed=1\n"
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
    assert_int_equal(part->map_count, 5); /* here, too, a later line names one that is there */
    assert_non_null(strstr(part->maps[4].text, "seed=4"));
    assert_int_equal(part->query_count, 1);
    assert_int_equal(part->solver_count, 2);
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
    {"mop rooms:16\n", "e.exp:1|mop|expected name, plugin, group, map"},
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
    {"repeat 3\nmap rooms:16\nrepeat 4\n", "e.exp:3|\"repeat 4\"|one repeat line|line 1"},
    {"group a\nlimit time=1s\nlimit memory=1G # two\n", "e.exp:3|\"limit memory=1G\"|one limit line|line 2"},
    {"protocol warm\nprotocol none\n", "e.exp:2|\"protocol none\"|one protocol line"},
    {"optional\noptional\n", "e.exp:2|one optional line"},
    {"protocol warm warm\n", "e.exp:1|\"warm\"|once"},
    {"protocol none warm\n", "\"none\""},
    {"protocol prepare warm\n", "\"prepare\""},
    {"protocol ,\n", "\",\"|interleaved"},
    {"limit ,\n", "\",\"|time=60s"},
    {"limit time=1s,time=2s\n", "time=2s|once"},
    {"limit memory=1G,memory=2G\n", "memory=2G|once"},
    {"limit memory=0.5\n", "memory=0.5"},
    {"map \"a b\n", "e.exp:1|second quotation mark"},
    {"map \"a b\" c\n", "e.exp:1|\" c\"|nothing but a comment"},
    {"map \"a\"#c\n", "e.exp:1|nothing but a comment"},
    {"map \"\"\n", "e.exp:1|something after"},
    {"map # rooms:16\n", "e.exp:1|\"map\"|something after"},
    {"repeat 7#7\n", "\"7#7\""},
    {"name a/b\n", "e.exp:1|\"a/b\"|letters"},
    {"name a b\n", "\"a b\""},
    {"name it's\n", "it's"},
    {"name 123456789-123456789-123456789-123456789-123456789-123456789-1234\n", "1 to 63"},
    {"name a\nname b\n", "e.exp:2|one name line"},
    {"group a\nname b\n", "e.exp:2|before the first group"},
    {"name\n", "e.exp:1|something after"},
    {"plugin\n", "e.exp:1|something after"},
    {"plugin some/.so\n", "e.exp:1|some/.so|name of a file"},
    {"group a\nplugin walk.so\n", "e.exp:2|\"plugin walk.so\"|the plugin line before the first group"},
    {"plugin walk.so\nsolver wolk\n", "e.exp:2|wolk|unknown"},
    {"plugin walk.so\nmap rooms:16\nquery random:5\nsolver walk\n", "group all|no solver that is there"},
    {"plugin walk.so\nquery random:5\nsolver walk\n", "group all|no map line"},
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

#define LINES "map rooms:16\nquery random:5\nsolver null\n"

static void parse(const char *text, const char *file, Memory *memory, Plan *plan) {
    Error error = {""};
    ASSERT_OK(plan_parse(text, strlen(text), file, memory, plan, &error), &error);
}

/* Each group has its own: a line of another group is no repetition. */
static void repeats_are_counted_by_group(void **state) {
    (void)state;
    Memory memory = system_memory();
    Plan plan;
    parse("group a\nrepeat 2\nlimit time=1s\n" LINES "group b\nrepeat 3\nlimit memory=1K\n" LINES, "e.exp",
          &memory, &plan);
    assert_int_equal(plan.parts[0].repeats, 2);
    assert_int_equal(plan.parts[1].repeats, 3);
    assert_int_equal(plan.parts[0].limits.bytes, 0);
    assert_int_equal(plan.parts[1].limits.bytes, 1024);
    plan_destroy(&plan);
    ASSERT_NOTHING_LIVE(&memory);
}

static const char with_plugin[] =
    "plugin some/walk.so\nplugin far/null.so\n" LINES
    "solver walk:w=1/2\nsolver walk:w=1/2\nsolver walk\ngroup b\noptional\n" LINES;

/* Of a plug-in that is not there the solvers of its name are left out, and they only. */
static void goes_without_plugins(void **state) {
    (void)state;
    Memory memory = system_memory();
    Plan plan;
    Solvers solvers;
    Error error = {""};
    parse(with_plugin, "e.exp", &memory, &plan);
    assert_int_equal(plan.parts[0].solver_count, 1); /* null is one of the table's, whatever is called so */
    assert_int_equal(plan.parts[0].left_out_count, 2);
    assert_string_equal(plan.parts[0].left_out[0].solver, "walk:w=1/2");
    assert_string_equal(plan.parts[0].left_out[1].file, "some/walk.so");
    assert_int_equal(plan.parts[0].left_out[1].line, 8);
    assert_int_equal(plan.parts[1].left_out_count, 0);
    plan_destroy(&plan);
    /* To run it, the group must be optional. */
    ASSERT_OK(solvers_create(&memory, &solvers, &error), &error);
    assert_int_equal(
        plan_parse_from(&solvers, with_plugin, strlen(with_plugin), "e.exp", &memory, &plan, &error),
        STATUS_BAD_INPUT);
    if (strstr(error.text, "e.exp:6: found \"walk:w=1/2\"") == NULL ||
        strstr(error.text, "some/walk.so") == NULL)
        fail_msg("%s", error.text);
    char text[sizeof with_plugin + 32];
    snprintf(text, sizeof text, "%ssolver walk\n", with_plugin);
    char *group = strstr(text, LINES);
    memmove(group + strlen("optional\n"), group, strlen(group) + 1);
    memcpy(group, "optional\n", strlen("optional\n"));
    ASSERT_OK(plan_parse_from(&solvers, text, strlen(text), "e.exp", &memory, &plan, &error), &error);
    assert_int_equal(plan.parts[0].left_out_count + plan.parts[1].left_out_count, 3);
    plan_destroy(&plan);
    solvers_destroy(&solvers);
    ASSERT_NOTHING_LIVE(&memory);
}

static void is_named(void **state) {
    (void)state;
    static const char longest[] = "123456789-123456789-123456789-123456789-123456789-123456789-123";
    Memory memory = system_memory();
    Plan plan;
    Error error = {""};
    parse("# first\nname sizes.v1_a\n" LINES, "some/where/e.exp", &memory, &plan);
    assert_string_equal(plan.experiment, "sizes.v1_a");
    assert_int_equal(plan_rename(&plan, "no/path", &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "no/path"));
    assert_int_equal(plan_rename(&plan, "", &error), STATUS_BAD_INPUT);
    assert_string_equal(plan.experiment, "sizes.v1_a");
    ASSERT_OK(plan_rename(&plan, longest, &error), &error);
    assert_string_equal(plan.experiment, longest);
    plan_destroy(&plan);
    parse(LINES, "a b's/it's (1).exp", &memory, &plan);
    assert_string_equal(plan.experiment, "it-s--1-");
    plan_destroy(&plan);
    char file[96];
    snprintf(file, sizeof file, "x/%s.exp", longest);
    parse(LINES, file, &memory, &plan);
    assert_string_equal(plan.experiment, longest);
    plan_destroy(&plan);
    snprintf(file, sizeof file, "x/%s4.exp", longest);
    assert_int_equal(plan_parse(LINES, sizeof LINES - 1, file, &memory, &plan, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "name NAME"));
    ASSERT_NOTHING_LIVE(&memory);
    parse("name short\n" LINES, file, &memory, &plan);
    assert_string_equal(plan.experiment, "short");
    plan_destroy(&plan);
    ASSERT_NOTHING_LIVE(&memory);
}

/* A '#' inside a word and what stands between quotes belong to the value. */
static void takes_names_as_they_are(void **state) {
    (void)state;
    static const struct {
        const char *line, *map;
    } lines[] = {{"map $TAUT_BENCHMARKS/a#b.map", "/n/a#b.map"},
                 {"map $TAUT_BENCHMARKS/a.map # b", "/n/a.map"},
                 {"map $TAUT_BENCHMARKS/a b.map\t#b", "/n/a b.map"},
                 {"map \"$TAUT_BENCHMARKS/a #b.map \"", "/n/a #b.map "},
                 {"map\t \"$TAUT_BENCHMARKS/ b.map\"  # \"c\"\r", "/n/ b.map"}};
    setenv("TAUT_BENCHMARKS", "/n", 1);
    Memory memory = system_memory();
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        Plan plan;
        char text[256];
        snprintf(text, sizeof text, "%s\nquery random:5\nsolver null\n", lines[i].line);
        parse(text, "e.exp", &memory, &plan);
        assert_string_equal(plan.parts[0].maps[0].text, lines[i].map);
        plan_destroy(&plan);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(reads_an_experiment),
                                       cmocka_unit_test(tells_each_mistake),
                                       cmocka_unit_test(repeats_are_counted_by_group),
                                       cmocka_unit_test(goes_without_plugins),
                                       cmocka_unit_test(is_named),
                                       cmocka_unit_test(takes_names_as_they_are)};
    return cmocka_run_group_tests_name("plan", tests, NULL, NULL);
}
