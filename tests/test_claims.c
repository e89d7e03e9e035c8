/* Claims: each rule on both sides of its borders, files that are wrong, and the judging of a known database.
 */
#include "tests/support.h"

#include "harness/claims.h"
#include "harness/home.h"
#include "harness/load.h"
#include "harness/summary.h"
#include "tests/results_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct RuleCase {
    const char *rule;
    double published, measured, low, high;
    Verdict verdict;
} RuleCase;

static const RuleCase rule_cases[] = {
    {"exact", 52, 52, NAN, NAN, VERDICT_REPRODUCED},
    {"exact", 52, 53, NAN, NAN, VERDICT_NOT_REPRODUCED},
    {"exact", 52, 52.00000000000001, NAN, NAN, VERDICT_NOT_REPRODUCED}, /* by one bit */
    {"exact", 52, 51.99999999999999, NAN, NAN, VERDICT_NOT_REPRODUCED},
    {"exact", 9007199254740992, 9007199254740991, NAN, NAN, VERDICT_NOT_REPRODUCED},
    {"factor 1.5 about 1", 3, 2.5, 2.4, 2.6, VERDICT_REPRODUCED},
    {"factor 1.5 about 1", 3, 1.9, 1.8, 2.01, VERDICT_REPRODUCED}, /* meets 2 */
    {"factor 1.5 about 1", 3, 1.8, 1.7, 1.9, VERDICT_SAME_DIRECTION},
    {"factor 1.5 about 1", 3, 1.2, 0.9, 1.5, VERDICT_NOT_REPRODUCED}, /* the interval holds 1 */
    {"factor 1.5 about 1", 3, 0.5, 0.4, 0.6, VERDICT_NOT_REPRODUCED},
    {"factor 1.5 about 1", 3, 9, 8, 10, VERDICT_SAME_DIRECTION},
    {"factor 1.5 about 1", 3, 3, 1, 9, VERDICT_CANNOT_BE_JUDGED},
    {"factor 1.5", 2, 9, NAN, NAN, VERDICT_NOT_REPRODUCED},
    {"within 0.5", 10, 10.4, NAN, NAN, VERDICT_REPRODUCED},
    {"within 0.5", 10, 10.6, 10.4, 10.8, VERDICT_REPRODUCED},
    {"within 0.5", 10, 10.7, 10.6, 10.8, VERDICT_NOT_REPRODUCED},
    {"range 8..13", 8, 13.5, 12.9, 14, VERDICT_REPRODUCED},
    {"range 8..13", 8, 14, 13.1, 15, VERDICT_NOT_REPRODUCED},
    {"range 1e5..2e5", 1e5, 154321, NAN, NAN, VERDICT_REPRODUCED},
    {"at-least 3 about 1", 3, 3.5, 3.1, 4, VERDICT_REPRODUCED},
    {"at-least 3 about 1", 3, 3.5, 2.9, 4, VERDICT_SAME_DIRECTION},
    {"at-least 3 about 1", 3, 0.9, 0.8, 1.1, VERDICT_NOT_REPRODUCED},
    {"at-least 3", 3, 3.5, 2.9, 4, VERDICT_CANNOT_BE_JUDGED},
    {"at-least 3", 3, 2.5, 2, 2.9, VERDICT_NOT_REPRODUCED},
    {"at-most 2", 2, 1.5, NAN, NAN, VERDICT_REPRODUCED},
    {"at-most 2", 2, 2.5, 2.1, 3, VERDICT_NOT_REPRODUCED},
    {"at-most 2", 2, 2.5, 1.9, 3, VERDICT_CANNOT_BE_JUDGED},
    {"at-most 2 about 4", 2, 3, 2.5, 3.5, VERDICT_SAME_DIRECTION},
    {"at-least 3 about 1", 3, 2, 0.9, 3.1, VERDICT_CANNOT_BE_JUDGED}, /* holds 3 and 1 */
    {"at-least 3", 3, 3, NAN, NAN, VERDICT_REPRODUCED},
    {"at-most 2", 2, 2, NAN, NAN, VERDICT_REPRODUCED},
    {"like", 52, 60, 40, 70, VERDICT_REPRODUCED},
    {"like", 40, 60, 40, 70, VERDICT_REPRODUCED},
    {"like", 70, 60, 40, 70, VERDICT_REPRODUCED},
    {"like", 71, 60, 40, 70, VERDICT_NOT_REPRODUCED},
    {"like", 39, 60, 40, 70, VERDICT_NOT_REPRODUCED},
    {"holds", 1, 1, NAN, NAN, VERDICT_REPRODUCED},
    {"holds", 1, 0.75, NAN, NAN, VERDICT_SAME_DIRECTION},
    {"holds", 1, 0.5, NAN, NAN, VERDICT_NOT_REPRODUCED},
    {"holds", 1, 0, NAN, NAN, VERDICT_NOT_REPRODUCED},
    {"time", 67, 70, 69, 71, VERDICT_CANNOT_BE_JUDGED},
};

static void test_rules(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rule_cases / sizeof *rule_cases; i++) {
        const RuleCase *one = &rule_cases[i];
        Rule rule;
        bool needs_published;
        assert_true(rule_parse(one->rule, &rule, &needs_published));
        Evidence evidence = {one->published, one->measured, one->low, one->high, NAN, NAN, false};
        Ruling ruling = rule_judge(&rule, &evidence);
        if (ruling.verdict != one->verdict)
            print_error("row %zu, %s: %s, %s\n", i, one->rule, verdict_name(ruling.verdict), ruling.reason);
        assert_int_equal(ruling.verdict, one->verdict);
        assert_true(ruling.reason[0] != '\0');
    }
}

typedef struct ReasonCase {
    const char *rule;
    double published, measured, low, high;
    const char *reason;
} ReasonCase;

/* A reason says where the measured value lies, and of the interval what it does. */
static const ReasonCase reason_cases[] = {
    {"within 0.5", 10, 10.4, NAN, NAN, "inside 9.5 to 10.5"},
    {"within 0.5", 10, 10.4, 10.3, 10.9, "inside 9.5 to 10.5"},
    {"within 0.5", 10, 9.5, NAN, NAN, "inside 9.5 to 10.5"},
    {"within 0.5", 10, 10.5, NAN, NAN, "inside 9.5 to 10.5"},
    {"within 0.5", 10, 10.6, 10.5, 10.8, "above 9.5 to 10.5, which the interval meets"},
    {"within 0.5", 10, 9.4, 9.2, 9.5, "below 9.5 to 10.5, which the interval meets"},
    {"within 0.5", 10, 10.6, NAN, NAN, "above 9.5 to 10.5"},
    {"within 0.0005", 27.412, 27.4, NAN, NAN, "below 27.4115 to 27.4125"}, /* a narrow band */
    {"within 0.5", 10, 9, 8.9, 9.1, "below 9.5 to 10.5, with all of the interval"},
    {"within 0.5", 10, 10, 9, 11, "too few samples: the interval reaches past both 9.5 and 10.5"},
    {"at-least 3 about 1", 3, 3.5, 2.9, 4, "not surely at least 3: the interval holds it"},
    {"at-least 3 about 1", 3, 2, 1.9, 2.1, "not at least 3"},
    {"at-most 2", 2, 2.5, 2.1, 3, "not at most 2"},
    {"at-most 2", 2, 2.5, 1.9, 3, "too few samples: the interval holds 2"},
    {"like", 39, 60, 40, 70, "the published value lies below the 5 to 95 % of maps of that kind"},
    {"like", 71, 60, 40, 70, "the published value lies above the 5 to 95 % of maps of that kind"},
    {"holds", 1, 0.75, NAN, NAN, "holds in 75 % of them"},
    {"holds", 1, 0.9999, NAN, NAN, "holds in all but 0.01 % of them"},
    {"exact", 2, 2, NAN, NAN, "equal"},
};

static void test_reasons(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof reason_cases / sizeof *reason_cases; i++) {
        const ReasonCase *one = &reason_cases[i];
        Rule rule;
        bool needs_published;
        assert_true(rule_parse(one->rule, &rule, &needs_published));
        Evidence evidence = {one->published, one->measured, one->low, one->high, NAN, NAN, false};
        assert_string_equal(rule_judge(&rule, &evidence).reason, one->reason);
    }
}

static void test_worst(void **state) {
    (void)state;
    Rule rule;
    bool needs_published;
    assert_true(rule_parse("worst 300", &rule, &needs_published));
    for (int above = 0; above <= 300; above++) {
        Evidence evidence = {30, 55, NAN, NAN, 300, above, true};
        assert_int_equal(rule_judge(&rule, &evidence).verdict,
                         above <= 5 ? VERDICT_REPRODUCED : VERDICT_NOT_REPRODUCED);
    }
    Evidence six = {30, 55, NAN, NAN, 300, 6, true}, none = {30, 29, NAN, NAN, 30000, 0, true};
    assert_non_null(strstr(rule_judge(&rule, &six).reason,
                           "6 of our 300 values are larger; if both came from "
                           "one distribution, as many or more would be in"));
    assert_non_null(strstr(rule_judge(&rule, &none).reason, "as few or fewer would be in 0.99 % of such"));
    Evidence enough = {30, 29, NAN, NAN, 270, 0, true}; /* 0.9 of theirs */
    assert_int_equal(rule_judge(&rule, &enough).verdict, VERDICT_REPRODUCED);
    enough.n = 269;
    assert_int_equal(rule_judge(&rule, &enough).verdict, VERDICT_CANNOT_BE_JUDGED);
    enough = (Evidence){30, 29, NAN, NAN, 300, NAN, true};
    assert_int_equal(rule_judge(&rule, &enough).verdict, VERDICT_CANNOT_BE_JUDGED);
    Evidence larger = {30, 29, NAN, NAN, 300000, 0, true}; /* a thousand times theirs, and none is as large */
    assert_int_equal(rule_judge(&rule, &larger).verdict, VERDICT_NOT_REPRODUCED);
    Evidence fewer = {30, 29, NAN, NAN, 200, 0, true};
    assert_int_equal(rule_judge(&rule, &fewer).verdict, VERDICT_CANNOT_BE_JUDGED);
    Evidence without = {30, 29, NAN, NAN, NAN, NAN, true};
    assert_int_equal(rule_judge(&rule, &without).verdict, VERDICT_CANNOT_BE_JUDGED);
}

static void test_impossible(void **state) {
    (void)state;
    Rule rule;
    bool needs_published;
    assert_true(rule_parse("impossible", &rule, &needs_published));
    Evidence evidence = {NAN, 1, NAN, NAN, NAN, NAN, true};
    assert_int_equal(rule_judge(&rule, &evidence).verdict, VERDICT_IMPOSSIBLE);
    evidence.witness = false;
    assert_int_equal(rule_judge(&rule, &evidence).verdict, VERDICT_CANNOT_BE_JUDGED);
}

static void test_rules_refused(void **state) {
    (void)state;
    static const char *const refused[] = {
        "",
        "fast",
        "factor",
        "factor x",
        "factor 0.5",
        "factor 2 about",
        "exact 5",
        "range 2..1",
        "range 1",
        "within 1 2",
        "at-least",
        "holds about 1",
        "factor 2 about 1 2",
        "worst 0",
        "within 1 about 0",
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        Rule rule;
        bool needs_published;
        if (rule_parse(refused[i], &rule, &needs_published)) print_error("\"%s\" was taken\n", refused[i]);
        assert_false(rule_parse(refused[i], &rule, &needs_published));
    }
}

static void test_numbers(void **state) {
    (void)state;
    assert_string_equal(share_shown(0.25).text, "25 %");
    assert_string_equal(share_shown(0.9949).text, "99.5 %");
    assert_string_equal(share_shown(0.99999).text, "all but 0.001 %");
    assert_string_equal(number_shown(0).text, "0");
    assert_string_equal(number_shown(2.7917).text, "2.79");
    assert_string_equal(number_shown(0.016).text, "0.016");
    assert_string_equal(number_shown(154321).text, "154000");
    assert_string_equal(number_shown(999.6).text, "1000");
    assert_string_equal(number_shown(-12).text, "-12");
}

#define HEADER "id\tdocument\tplace\tstatement\tpublished\tunit\tkind\trule\texperiment\tquery\topen\twhy\n"

typedef struct FileCase {
    const char *text, *said;
} FileCase;

static const FileCase file_cases[] = {
    {"", "1: found"},
    {"id\tdocument\n", "expected place"},
    {HEADER "D2.1\td\tp\ts\t1\tus\ttime\ttime\td2\tq\to\n", ":2: found 11 columns, expected 12"},
    {HEADER "D2.1\td\tp\ts\t1\tus\ttime\ttime\td2\tq\to\tw\tx\n", ":2: found more columns"},
    {HEADER "D2.1\td\tp\ts\t1\tus\tspeed\ttime\td2\tq\to\tw\n", "expected a kind"},
    {HEADER "D2.1\td\tp\ts\t1\tus\ttime\tfactor\td2\tq\to\tw\n", "expected a rule"},
    {HEADER "D2.1\td\tp\ts\tmany\tus\tratio\tfactor 2\td2\tq\to\tw\n", "expected a number"},
    {HEADER
     "D2.1\td\tp\ts\t1\tus\ttime\ttime\td2\tq\to\tw\n\nD2.1\td\tp\ts\t1\tus\ttime\ttime\td2\tq\to\tw\n",
     ":4: found \"D2.1\", expected an id that no other claim has"},
};

static void test_files_refused(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof file_cases / sizeof *file_cases; i++) {
        Claims claims;
        Error error = {""};
        const char *text = file_cases[i].text;
        assert_int_equal(claims_parse(text, strlen(text), "c.tsv", &claims, &error), STATUS_BAD_INPUT);
        if (strstr(error.text, file_cases[i].said) == NULL) print_error("%s\n", error.text);
        assert_non_null(strstr(error.text, file_cases[i].said));
    }
}

static const char judged_text[] = HEADER
    "X.1\td\tp\tratio\t4\ttimes\tratio\tfactor 1.5 about 1\td2\tSELECT mean AS measured, low, high, n, "
    "12345.6 AS big,"
    " NULL AS empty FROM measured WHERE experiment = 'd2' AND k = 16 AND against = 'astar' AND metric ="
    " 'query_ns:warm'\t\t{n} pairs, {big}, {empty}, {published}\r\n"
    "X.2\td\tp\tworst\t1\t%\tworst\tworst 36\td2\tSELECT 100 * worst AS measured, n, (SELECT count(*) FROM "
    "answered"
    " WHERE k = 16 AND 100 * excess > {published}) AS above, words AS witness FROM measured JOIN witness ON"
    " worst_query_id = query_id WHERE k = 16 AND metric = 'excess'\t\t\n"
    "# a comment\n"
    "X.3\td\tp\tmissing\t1\t\ttext\tholds\td2\tSELECT 1 AS measured FROM measured WHERE label = "
    "'brc202d'\t\t\n"
    "X.4\td\tp\tbroken\t1\t\ttext\tholds\td2\tSELECT nonsense FROM nowhere\t\t\n"
    "X.5\td\tp\tno query\t1\t\ttext\tholds\td2\t\t\tno data\n"
    "X.6\td\tp\ttwo rows\t1\t\ttext\tholds\td2\tSELECT 1 AS measured FROM measured\t\t\n"
    "X.7\td\tp\tno measured\t1\t\ttext\tholds\td2\tSELECT 1\t\t\n"
    "X.8\td\tp\tno witness\t1\t\ttext\timpossible\td2\tSELECT 1 AS measured, NULL AS witness\t\t\n"
    "X.9\td\tp\ta witness\t1\t\ttext\timpossible\td2\tSELECT 1 AS measured, 'words' AS witness\t\t\n"
    "X.11\td\tp\tholds\t1\t\ttext\tholds\td2\tSELECT 1 AS measured\t\t";

static void judge_fixture(Claims *claims, const char *experiment) {
    char folder[FOLDER_PATH];
    Store *store;
    Error error = {""};
    fixture_create(experiment, 12, folder, &store);
    Status filled = summary_fill(store, experiment, &error);
    if (filled == STATUS_REFUSED) { /* without GSL there is no summary */
        store_close(store);
        folder_remove(folder);
        skip();
    }
    ASSERT_OK(filled, &error);
    ASSERT_OK(store_execute(store,
                            "INSERT INTO gap VALUES ('d2', 'real', '/nowhere/brc202d.map', 'no such file')",
                            &error),
              &error);
    ASSERT_OK(claims_parse(judged_text, strlen(judged_text), "c.tsv", claims, &error), &error);
    ASSERT_OK(claims_judge(store, claims, &error), &error);
    ASSERT_OK(claims_judge(store, claims, &error), &error); /* a second time gives the same */
    ASSERT_OK(claims_store(store, claims, &error), &error);
    ASSERT_OK(claims_store(store, claims, &error), &error);
    Table *table = table_create();
    ASSERT_OK(store_query(store, "SELECT count(*), sum(verdict = 'no verdict') FROM claim", table, &error),
              &error);
    assert_string_equal(table_at(table, 0, 0), "10");
    assert_string_equal(table_at(table, 0, 1), "3");
    table_destroy(table);
    store_close(store);
    folder_remove(folder);
}

static void test_judging(void **state) {
    (void)state;
    Claims claims;
    judge_fixture(&claims, "d2");
    const Claim *claim = claims.items;
    assert_int_equal(claims.count, 10);
    assert_int_equal(claim[0].verdict, VERDICT_REPRODUCED);
    assert_string_equal(claim[0].shown, "4 times [4, 4]");
    assert_string_equal(claim[0].why, "inside 2.67 to 6; 36 pairs, 12300, none, 4");
    assert_int_equal(claim[1].verdict, VERDICT_NOT_REPRODUCED); /* a third of ours exceed 1 % */
    assert_string_equal(claim[1].shown, "2 %");
    assert_string_equal(claim[1].witness, "--map rooms:width=256,height=256,seed=1 --from 1,2 --to 10,2");
    assert_int_equal(claim[2].verdict, VERDICT_CANNOT_BE_JUDGED);
    assert_non_null(strstr(claim[2].why, "taut run paper/experiments/d2.exp"));
    assert_non_null(strstr(claim[2].why, "missing here: no such file"));
    assert_int_equal(claim[3].verdict, VERDICT_NONE);
    assert_non_null(strstr(claim[3].why, "no such table: nowhere"));
    assert_int_equal(claim[4].verdict, VERDICT_CANNOT_BE_JUDGED);
    assert_int_equal(claim[5].verdict, VERDICT_NONE);
    assert_non_null(strstr(claim[5].why, "more than one row"));
    assert_int_equal(claim[6].verdict, VERDICT_NONE);
    assert_int_equal(claim[7].verdict, VERDICT_CANNOT_BE_JUDGED); /* nothing contradicts it */
    assert_int_equal(claim[8].verdict, VERDICT_IMPOSSIBLE);
    assert_string_equal(claim[9].shown, "holds");
    assert_null(strstr(claim[9].why, "QUICK"));
    assert_int_equal(claims_count(&claims, "", VERDICT_NONE), 3);
    assert_int_equal(claims_count(&claims, "X.1", VERDICT_REPRODUCED), 1); /* not X.11 */
    Table *table = claims_table(&claims, "X.1", CLAIMS_FULL);
    assert_int_equal(table_row_count(table), 1);
    table_destroy(table);
    claims_destroy(&claims);
    judge_fixture(&claims, "d2-quick");
    assert_non_null(strstr(claims.items[0].why, "QUICK run (d2-quick), not the full size"));
    claims_destroy(&claims);
}

/* Every query of the project's own claims is sound, on a database with nothing in it. */
static void test_own_claims(void **state) {
    (void)state;
    char path[HOME_PATH], folder[FOLDER_PATH];
    Error error = {""};
    Memory memory = system_memory();
    char *text;
    size_t length;
    Claims claims;
    Store *store;
    ASSERT_OK(home_find(CLAIMS_FILE, path, &error), &error);
    ASSERT_OK(file_read(path, &memory, &text, &length, &error), &error);
    ASSERT_OK(claims_parse(text, length, path, &claims, &error), &error);
    memory_give(&memory, text);
    fixture_create("none", 1, folder, &store);
    ASSERT_OK(claims_judge(store, &claims, &error), &error);
    for (uint32_t i = 0; i < claims.count; i++) {
        if (claims.items[i].verdict != VERDICT_CANNOT_BE_JUDGED)
            print_error("%s: %s\n", claims.items[i].field[CLAIM_ID], claims.items[i].why);
        assert_int_equal(claims.items[i].verdict, VERDICT_CANNOT_BE_JUDGED);
    }
    claims_destroy(&claims);
    store_close(store);
    folder_remove(folder);
    ASSERT_NOTHING_LIVE(&memory);
}

/* The ids of FIGURES.md that claims cover, where that file is on this machine. */
static void test_ids(void **state) {
    (void)state;
    static const char *const covered[] = {"D0.1",  "D0.2",  "D0.3", "D0.4", "D0.5", "D0.6", "D0.7", "D0.8",
                                          "D0.9",  "D2.1",  "D2.2", "D2.3", "D2.4", "D2.5", "D2.6", "D2.7",
                                          "D2.11", "D2.13", "D3.1", "D3.2", "D3.3", "D3.4", "D3.5"};
    char path[HOME_PATH];
    Error error = {""};
    Memory memory = system_memory();
    char *text, *figures;
    size_t length;
    Claims claims;
    ASSERT_OK(home_find(CLAIMS_FILE, path, &error), &error);
    ASSERT_OK(file_read(path, &memory, &text, &length, &error), &error);
    ASSERT_OK(claims_parse(text, length, path, &claims, &error), &error);
    memory_give(&memory, text);
    for (size_t i = 0; i < sizeof covered / sizeof *covered; i++) {
        uint32_t count = 0;
        for (uint32_t j = 0; j < claims.count; j++) count += claim_chosen(&claims.items[j], covered[i]);
        assert_true(count > 0);
    }
    if (file_read("../shared/documents/FIGURES.md", &memory, &figures, &length, &error) == STATUS_OK) {
        for (uint32_t i = 0; i < claims.count; i++) {
            char row[32], *second = NULL;
            snprintf(row, sizeof row, "| %s", claims.items[i].field[CLAIM_ID]);
            second = strrchr(row, '.'); /* D2.3.4 belongs to the list's row D2.3 */
            assert_non_null(second);
            strcpy(second, " |");
            if (strstr(figures, row) == NULL) print_error("FIGURES.md has no row %s\n", row);
            assert_non_null(strstr(figures, row));
        }
        memory_give(&memory, figures);
    } else {
        print_message("../shared/documents/FIGURES.md is not here: its ids are not compared\n");
    }
    claims_destroy(&claims);
    ASSERT_NOTHING_LIVE(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules),         cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_worst),         cmocka_unit_test(test_impossible),
        cmocka_unit_test(test_rules_refused), cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_files_refused), cmocka_unit_test(test_judging),
        cmocka_unit_test(test_own_claims),    cmocka_unit_test(test_ids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
