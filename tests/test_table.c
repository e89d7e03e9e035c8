/* Tables in each format, with what each format has to escape. */
#include "tests/support.h"

#include "harness/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static char *printed(const Table *table, TableFormat format, bool upright) {
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    Status status = upright ? table_print_upright(table, format, out) : table_print(table, format, out);
    assert_int_equal(status, STATUS_OK);
    fclose(out);
    return text;
}

static void assert_printed(const Table *table, TableFormat format, const char *expected) {
    char *text = printed(table, format, false);
    assert_string_equal(text, expected);
    free(text);
}

static Table *two_rows(void) {
    Table *table = table_create();
    table_column(table, "name", false);
    table_column(table, "n", true);
    table_column(table, "x", true);
    table_cell(table, "a|b");
    table_integer(table, -12);
    table_real(table, 0.5, 4);
    table_cell(table, NULL);
    table_integer(table, 7);
    table_real(table, (double)NAN, 4);
    return table;
}

static void test_formats(void **state) {
    (void)state;
    Table *table = two_rows();
    assert_printed(table, TABLE_TEXT,
                   "name    n    x\n"
                   "----  ---  ---\n"
                   "a|b   -12  0.5\n"
                   "        7     \n");
    assert_printed(table, TABLE_TSV, "name\tn\tx\na|b\t-12\t0.5\n\t7\t\n");
    assert_printed(table, TABLE_CSV, "name,n,x\na|b,-12,0.5\n,7,\n");
    assert_printed(table, TABLE_MD,
                   "| name | n | x |\n| --- | ---: | ---: |\n| a\\|b | -12 | 0.5 |\n|  | 7 |  |\n");
    assert_printed(table, TABLE_JSON,
                   "[\n  {\"name\": \"a|b\", \"n\": -12, \"x\": 0.5},\n"
                   "  {\"name\": null, \"n\": 7, \"x\": null}\n]\n");
    assert_printed(table, TABLE_TEX,
                   "\\begin{tabular}{lrr}\n\\hline\nname & n & x \\\\\n\\hline\n"
                   "a$\\vert$b & -12 & 0.5 \\\\\n & 7 &  \\\\\n\\hline\n\\end{tabular}\n");
    table_destroy(table);
}

static Table *one_cell(const char *text) {
    Table *table = table_create();
    table_column(table, "t", false);
    table_cell(table, text);
    return table;
}

static void test_escapes(void **state) {
    (void)state;
    static const struct {
        const char *text;
        TableFormat format;
        const char *expected;
    } cases[] = {
        {"a\tb\\c\nd", TABLE_TSV, "t\na\\tb\\\\c\\nd\n"},
        {"a,\"b\"", TABLE_CSV, "t\n\"a,\"\"b\"\"\"\n"},
        {"a\nb", TABLE_CSV, "t\n\"a\nb\"\n"},
        {"q\"\\\n\x01", TABLE_JSON, "[\n  {\"t\": \"q\\\"\\\\\\n\\u0001\"}\n]\n"},
        {"√\xff\xc3", TABLE_JSON, "[\n  {\"t\": \"√\\ufffd\\ufffd\"}\n]\n"},
        {"a_b<*", TABLE_MD, "| t |\n| --- |\n| a\\_b\\<\\* |\n"},
        {"50 %_\\^", TABLE_TEX,
         "\\begin{tabular}{l}\n\\hline\nt \\\\\n\\hline\n"
         "50 \\%\\_\\textbackslash{}\\textasciicircum{} \\\\\n\\hline\n\\end{tabular}\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Table *table = one_cell(cases[i].text);
        assert_printed(table, cases[i].format, cases[i].expected);
        table_destroy(table);
    }
}

/* Letters of several bytes take one column, so that what follows stays in line. */
static void test_display_width(void **state) {
    (void)state;
    Table *table = table_create();
    table_column(table, "a", false);
    table_column(table, "b", false);
    table_cell(table, "√é");
    table_cell(table, "1");
    table_cell(table, "迷");
    table_cell(table, "2");
    table_cell(table, "xyz");
    table_cell(table, "3");
    assert_printed(table, TABLE_TEXT, "a    b\n---  -\n√é   1\n迷   2\nxyz  3\n");
    table_destroy(table);
}

static void test_reals(void **state) {
    (void)state;
    static const struct {
        double value;
        int digits;
        const char *expected;
    } cases[] = {{1234567, 3, "1230000"},
                 {0.000012345, 3, "1.23e-05"},
                 {1e300, 3, "1e+300"},
                 {2.0 / 3, 4, "0.6667"},
                 {0, 4, "0"},
                 {-1.5, 2, "-1.5"}};
    Table *table = table_create();
    table_column(table, "x", true);
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        table_real(table, cases[i].value, cases[i].digits);
        assert_string_equal(table_at(table, i, 0), cases[i].expected);
    }
    table_destroy(table);
}

static void test_access(void **state) {
    (void)state;
    Table *table = two_rows();
    assert_int_equal(table_row_count(table), 2);
    assert_int_equal(table_find_column(table, "x"), 2);
    assert_int_equal(table_find_column(table, "y"), -1);
    assert_string_equal(table_at(table, 1, 0), "");
    assert_string_equal(table_at(table, 9, 9), "");
    table_destroy(table);
    table = one_cell("v");
    char *text = printed(table, TABLE_TEXT, true);
    assert_string_equal(text, "t  v\n");
    free(text);
    table_destroy(table);
    TableFormat format;
    assert_true(table_format_parse("json", &format));
    assert_int_equal(format, TABLE_JSON);
    assert_false(table_format_parse("xml", &format));
    assert_int_equal(table_print(NULL, TABLE_TEXT, stdout), STATUS_NO_MEMORY);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_formats), cmocka_unit_test(test_escapes),
                                       cmocka_unit_test(test_display_width), cmocka_unit_test(test_reals),
                                       cmocka_unit_test(test_access)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
