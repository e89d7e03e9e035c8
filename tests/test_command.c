/* Sorting arguments, numbers in options, and the judgement of rows and lengths that `check` makes. */
#include "tests/support.h"

#include "algos/exact/flood.h"
#include "harness/check_rows.h"
#include "harness/command_parse.h"
#include "harness/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const Option options[] = {
    {"--map", "SPEC", "a map"}, {"--path", NULL, "a flag"}, {"-o", "FILE", "a file"}};
static const Command command = {
    .name = "try", .usage = "WORD", .options = options, .option_count = 3, .words_least = 1, .words_most = 2};

typedef struct Parsed {
    const char *words[16], *values[32];
    Arguments arguments;
    bool help;
    Error error;
    Status status;
} Parsed;

static void parse(Parsed *parsed, int count, const char *const *given) {
    parsed->status = arguments_parse(&command, count, given, parsed->words, parsed->values,
                                     &parsed->arguments, &parsed->help, &parsed->error);
}

static void test_arguments(void **state) {
    (void)state;
    Parsed parsed;
    const char *const all[] = {"--map=a=b", "word", "--map", "c", "-o", "-", "--path", "--", "--map"};
    parse(&parsed, 9, all);
    ASSERT_OK(parsed.status, &parsed.error);
    assert_int_equal(parsed.arguments.word_count, 2);
    assert_string_equal(parsed.arguments.words[1], "--map");
    assert_string_equal(argument(&parsed.arguments, "--map"), "c");
    assert_string_equal(argument_repeated(&parsed.arguments, "--map", 0), "a=b");
    assert_string_equal(argument_repeated(&parsed.arguments, "--map", 1), "c");
    assert_null(argument_repeated(&parsed.arguments, "--map", 2));
    assert_string_equal(argument(&parsed.arguments, "-o"), "-");
    assert_non_null(argument(&parsed.arguments, "--path"));
    const char *const help[] = {"--help"};
    parse(&parsed, 1, help);
    ASSERT_OK(parsed.status, &parsed.error);
    assert_true(parsed.help);
}

static void test_bad_arguments(void **state) {
    (void)state;
    static const struct {
        const char *given[3];
        const char *says;
    } cases[] = {
        {{"w", "--mpa", "x"}, "did you mean --map?"},
        {{"w", "--map", NULL}, "--map needs a value"},
        {{"w", "--map", "--path"}, "--map needs a value"},
        {{"w", "--map=", NULL}, "empty value"},
        {{"w", "--path=1", NULL}, "takes no value"},
        {{"--path", NULL, NULL}, "is missing"},
        {{"a", "b", "c"}, "unexpected \"c\""},
        {{"w", "-x", NULL}, "\"-x\" is unknown"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Parsed parsed;
        int count = 0;
        while (count < 3 && cases[i].given[count] != NULL) count++;
        parse(&parsed, count, cases[i].given);
        assert_int_equal(parsed.status, STATUS_BAD_INPUT);
        if (strstr(parsed.error.text, cases[i].says) == NULL) {
            print_error("\"%s\" does not say \"%s\"\n", parsed.error.text, cases[i].says);
            fail();
        }
    }
}

static void test_integers(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool good;
        int64_t value;
    } cases[] = {{"1", true, 1},    {"10", true, 10},
                 {"0", false, 0},   {"11", false, 0},
                 {"", false, 0},    {" 5", false, 0},
                 {"5x", false, 0},  {"+5", false, 0},
                 {"1e1", false, 0}, {"99999999999999999999", false, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *values[] = {"-n", cases[i].text};
        Arguments arguments = {.values = values, .value_count = 1};
        int64_t value;
        Error error;
        Status status = argument_integer(&arguments, "-n", 1, 10, 3, &value, &error);
        assert_int_equal(status, cases[i].good ? STATUS_OK : STATUS_BAD_INPUT);
        if (cases[i].good) assert_int_equal(value, cases[i].value);
    }
    int64_t value;
    Error error;
    ASSERT_OK(argument_integer(&(Arguments){0}, "-n", 1, 10, 3, &value, &error), &error);
    assert_int_equal(value, 3);
}

/* What each kind of answer to a row is worth, by what the solver promises. */
static void test_row_judgement(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map;
    grid_from_text(&memory, "....\n.@@.\n....", &map);
    Scen scen = scen_in(&memory);
    ScenRow row = {.width = 4, .height = 3, .start = {0, 1}, .goal = {3, 1}};
    assert_true(decimal_parse("5", 1, &row.length));
    ASSERT_OK(scen_add(&scen, row, "m", 1), NULL);
    SolverChoice *optimal, *near, *four, *bounded; /* within 1.3 and 1.5, and under another rule */
    uint32_t count;
    Error error;
    ASSERT_OK(solver_expand("astar", &memory, &optimal, &count, &error), &error);
    ASSERT_OK(solver_expand("astar:move=4", &memory, &four, &count, &error), &error);
    ASSERT_OK(solver_expand("hpa", &memory, &near, &count, &error), &error);
    ASSERT_OK(solver_expand("astar:move=8/4,w=130/150", &memory, &bounded, &count, &error), &error);
    Cell shortest[] = {{0, 1}, {0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 1}};
    Cell longer[] = {{0, 1}, {0, 2}, {0, 1}, {0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 1}};
    Path good = {shortest, 6, 6, {5, 0}, &memory}, worse = {longer, 8, 8, {7, 0}, &memory};
    Path liar = {shortest, 6, 6, {4, 0}, &memory}, none = {shortest, 0, 6, {0, 0}, &memory};
    const struct {
        const SolverChoice *choice;
        const Path *path;
        const char *published;
        RowVerdict verdict;
    } cases[] = {
        {optimal, &good, "5", ROW_MATCHED},        {optimal, &worse, "5", ROW_DIFFERED},
        {near, &worse, "5", ROW_MATCHED},          {four, &worse, "5", ROW_MATCHED},
        {optimal, &liar, "5", ROW_DIFFERED},       {optimal, &none, "5", ROW_DIFFERED},
        {near, &none, "5", ROW_DIFFERED},          {near, &good, "5.1", ROW_DIFFERED},
        {optimal, &none, "0", ROW_MATCHED},        {optimal, &good, "0", ROW_DIFFERED},
        {near, &good, "4.9", ROW_MATCHED},         {optimal, &good, "4.9", ROW_DIFFERED},
        {&bounded[0], &worse, "5", ROW_DIFFERED},  {&bounded[1], &worse, "5", ROW_MATCHED},
        {&bounded[0], &good, "5", ROW_MATCHED},    {&bounded[1], &worse, "4.5", ROW_DIFFERED},
        {&bounded[1], &good, "5.1", ROW_DIFFERED}, {&bounded[2], &worse, "5", ROW_MATCHED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        RowsCheck check = {.scen = &scen, .map = &map, .choice = cases[i].choice, .every = 1, .row_count = 1};
        RowResult result = {.verdict = ROW_UNTRIED};
        const char *published = cases[i].published;
        assert_true(decimal_parse(published, strlen(published), &scen.rows[0].length));
        row_judge(&check, &scen.rows[0], cases[i].path, &result);
        if (result.verdict != cases[i].verdict) print_error("case %zu: %s\n", i, result.why);
        assert_int_equal(result.verdict, cases[i].verdict);
    }
    memory_give(&memory, optimal);
    memory_give(&memory, four);
    memory_give(&memory, near);
    memory_give(&memory, bounded);
    scen_destroy(&scen);
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

/* Where a path is found, and where none, against the labels of both ends. */
static void test_row_labels(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map;
    grid_from_text(&memory, "....", &map);
    ScenRow row = {.width = 4, .height = 1, .start = {0, 0}, .goal = {3, 0}};
    Scen scen = scen_in(&memory);
    ASSERT_OK(scen_add(&scen, row, "m", 1), NULL);
    SolverChoice *choices; /* under 8 and 8c */
    uint32_t count;
    Error error;
    Components components;
    ASSERT_OK(solver_expand("astar:move=8/8c", &memory, &choices, &count, &error), &error);
    ASSERT_OK(components_create(&map.grid, &memory, &components), NULL);
    Cell cells[] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}};
    const Path found = {cells, 4, 4, {3, 0}, &memory}, none = {cells, 0, 4, {0, 0}, &memory};
    const struct {
        const SolverChoice *choice;
        const Path *path;
        const char *published;
        bool together; /* one component, as it is; or two */
        RowVerdict verdict;
    } cases[] = {
        {&choices[0], &found, "3", true, ROW_MATCHED},  {&choices[0], &found, "3", false, ROW_DIFFERED},
        {&choices[0], &none, "0", true, ROW_DIFFERED},  {&choices[0], &none, "0", false, ROW_MATCHED},
        {&choices[1], &found, "3", false, ROW_MATCHED}, /* by a cut corner, as far as the labels know */
        {&choices[1], &none, "0", true, ROW_DIFFERED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        RowsCheck check = {.scen = &scen,
                           .map = &map,
                           .choice = cases[i].choice,
                           .components = &components,
                           .every = 1,
                           .row_count = 1};
        RowResult result = {.verdict = ROW_UNTRIED};
        components.label[grid_place(&map.grid, row.goal)] = cases[i].together ? 1 : 2;
        assert_true(decimal_parse(cases[i].published, 1, &scen.rows[0].length));
        row_judge(&check, &scen.rows[0], cases[i].path, &result);
        if (result.verdict != cases[i].verdict) print_error("case %zu: %s\n", i, result.why);
        assert_int_equal(result.verdict, cases[i].verdict);
    }
    components_destroy(&components);
    memory_give(&memory, choices);
    scen_destroy(&scen);
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

static void test_files(void **state) {
    (void)state;
    Memory memory = system_memory();
    char folder[] = "/tmp/taut-file-XXXXXX", name[64], other[64];
    assert_non_null(mkdtemp(folder));
    snprintf(name, sizeof name, "%s/f", folder);
    snprintf(other, sizeof other, "%s/link", folder);
    Error error;
    char *bytes;
    size_t length;
    ASSERT_OK(file_write(name, "one", 3, &error), &error);
    assert_int_equal(chmod(name, 0640), 0);
    assert_int_equal(symlink("f", other), 0);
    ASSERT_OK(file_write(other, "three", 5, &error), &error); /* through the link, keeping the rights */
    ASSERT_OK(file_read(name, &memory, &bytes, &length, &error), &error);
    assert_int_equal(length, 5);
    assert_string_equal(bytes, "three");
    memory_give(&memory, bytes);
    struct stat entry;
    assert_int_equal(lstat(other, &entry), 0);
    assert_true(S_ISLNK(entry.st_mode));
    assert_int_equal(stat(name, &entry), 0);
    assert_int_equal(entry.st_mode & 0777, 0640);
    assert_int_equal(file_read(folder, &memory, &bytes, &length, &error), STATUS_BAD_INPUT);
    assert_int_equal(file_write(folder, "x", 1, &error), STATUS_BAD_INPUT);
    assert_int_equal(file_read("/nosuch/file", &memory, &bytes, &length, &error), STATUS_SYSTEM);
    memory.fail_at = memory.allocations + 1;
    assert_int_equal(file_read(name, &memory, &bytes, &length, &error), STATUS_NO_MEMORY);
    unlink(name), unlink(other);
    assert_int_equal(rmdir(folder), 0); /* no temporary file was left */
    ASSERT_NOTHING_LIVE(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arguments),  cmocka_unit_test(test_bad_arguments),
        cmocka_unit_test(test_integers),   cmocka_unit_test(test_row_judgement),
        cmocka_unit_test(test_row_labels), cmocka_unit_test(test_files)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
