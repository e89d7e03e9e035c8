/* What makes `taut claims` exit 1: witnesses that show something else, verdicts that are not the golden ones.
 */
#include "tests/support.h"

#include "harness/claims.h"
#include "harness/home.h"
#include "harness/load.h"
#include "harness/summary.h"
#include "tests/results_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define HEADER "id\tdocument\tplace\tstatement\tpublished\tunit\tkind\trule\texperiment\tquery\topen\twhy\n"

/* A claim's row: what is constant is left out. */
static void put_claim(char *text, size_t size, const char *id, const char *rule, const char *query) {
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%s\td\tp\ts\t1\t\ttext\t%s\td2\t%s\t\t\n", used == 0 ? HEADER : "",
             id, rule, query);
}

static void put_file(const char *folder, const char *name, const char *text) {
    char path[2 * FOLDER_PATH];
    Error error = {""};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    ASSERT_OK(file_write(path, text, strlen(text), &error), &error);
}

static void judge_text(Store *store, const char *text, Claims *claims) {
    Error error = {""};
    ASSERT_OK(claims_parse(text, strlen(text), "c.tsv", claims, &error), &error);
    ASSERT_OK(claims_judge(store, claims, &error), &error);
}

/* ---- witnesses ---- */

/* Clusters of 4 x 4 on 8 x 8 open cells meet in the middle of their border: from corner to corner along the
 * edge HPA* walks 2 up and down again, 9 steps for 7. A* walks 7. */
static const char open_map[] = "type octile\nheight 8\nwidth 8\nmap\n........\n........\n........\n........\n"
                               "........\n........\n........\n........\n";

typedef struct WitnessCase {
    const char *words, *shows;
    const char *fault; /* part of what is said; NULL: it holds */
} WitnessCase;

#define ENDS "--from 0,0 --to 7,0"
static const WitnessCase witness_cases[] = {
    {ENDS " --solver hpa:move=4,k=4", "100 * (2.0 / 7) AS shows_excess", NULL},
    {ENDS " --solver hpa:move=4,k=4", "100 * (2.0 / 7) + 4e-15 AS shows_excess",
     "the witness shows an excess of 28.57142857142856"},
    {ENDS " --solver hpa:move=4,k=4", "0 AS shows_excess", "the data 0"},
    {ENDS " --solver hpa:move=4,k=4", "'suboptimal' AS shows_verdict", NULL},
    {ENDS " --solver hpa:move=4,k=4", "'optimal' AS shows_verdict",
     "the witness's answer is suboptimal, in the data optimal"},
    {ENDS " --solver hpa:move=4,k=4", "'suboptimal' AS shows_verdict, 3 AS shows_excess", "the data 3"},
    /* the first over the last; excess and verdict are the last one's */
    {ENDS " --solver hpa:move=4,k=4 --solver astar:move=4",
     "9.0 / 7 AS shows_ratio, 0.0 AS shows_excess, 'optimal' AS shows_verdict", NULL},
    {ENDS " --solver hpa:move=4,k=4 --solver astar:move=4", "7.0 / 9 AS shows_ratio",
     "a ratio of 1.28571428"},
    {ENDS " --solver hpa:move=4,k=4", "NULL AS shows_excess", "does not say what the witness shows"},
    {ENDS, "1 AS shows_ratio", "--solver is missing"},
    {"--solver astar", "1 AS shows_ratio", "names no ends"},
    {ENDS " --solver nostar", "1 AS shows_ratio", "nostar"},
    {"--from 0,0 --to 8,0 --solver astar", "1 AS shows_ratio", "outside"},
    {ENDS " --solver astar --sneed 3", "1 AS shows_ratio", "did you mean --seed"},
    {ENDS " --solver astar word", "1 AS shows_ratio", "unexpected \"word\""},
    {ENDS " --solver smooth:of=hpa,move=8c", "0 AS shows_excess", "an excess of nan"},
    {ENDS " --solver smooth:of=hpa,move=8c", "'refused' AS shows_verdict", NULL},
    {ENDS " --solver astar a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a",
     "1 AS shows_ratio", "too many words"},
};

static void test_witnesses(void **state) {
    (void)state;
    char folder[FOLDER_PATH];
    Store *store;
    fixture_create("d2", 1, folder, &store);
    put_file(folder, "open.map", open_map);
    for (size_t i = 0; i < sizeof witness_cases / sizeof *witness_cases; i++) {
        const WitnessCase *one = &witness_cases[i];
        char query[600], text[2000] = "";
        Error error = {""};
        Claims claims;
        snprintf(query, sizeof query, "SELECT 1 AS measured, '--map %s/open.map %s' AS witness, %s", folder,
                 one->words, one->shows);
        put_claim(text, sizeof text, "X.1", "holds", query);
        put_claim(text, sizeof text, "X.2", "holds", "SELECT 1 AS measured");
        judge_text(store, text, &claims);
        ASSERT_OK(claims_check_witnesses(&claims, "X.2", &error), &error); /* another claim's */
        assert_false(claims.items[0].fails);
        ASSERT_OK(claims_check_witnesses(&claims, "", &error), &error);
        const Claim *claim = &claims.items[0];
        if (claim->fails != (one->fault != NULL)) print_error("row %zu: %s\n", i, claim->why);
        assert_int_equal(claim->fails, one->fault != NULL);
        assert_int_equal(claim->verdict, VERDICT_REPRODUCED);
        if (one->fault != NULL && strstr(claim->why, one->fault) == NULL)
            fail_msg("row %zu: %s", i, claim->why);
        assert_int_equal(strncmp(claim->why, "holds in every comparison; FAILS: ", 34) == 0, claim->fails);
        assert_false(claims.items[1].fails);
        assert_int_equal(claims_failing(&claims, ""), claim->fails);
        assert_int_equal(claims_failing(&claims, "X.2"), 0);
        assert_int_equal(claims_count(&claims, "", VERDICT_REPRODUCED), 2);
        ASSERT_OK(claims_judge(store, &claims, &error), &error); /* forgets it */
        assert_int_equal(claims_failing(&claims, ""), 0);
        claims_destroy(&claims);
    }
    store_close(store);
    folder_remove(folder);
}

/* ---- golden verdicts ---- */

/* A project's folder whose experiment d2 is what the fixture holds, with a group of maps that may be missing.
 */
#define GROUP                                                                 \
    "group table256\nmap rooms:256,seed=1..12\nquery random:count=3,seed=1\n" \
    "solver astar:move=4,style=published\nsolver hpa:move=4,style=published,k=16/32\n"
#define OPTIONAL_GROUP "group real\noptional\nmap $TAUT_BENCHMARKS/a.map\nquery random:count=3\nsolver null\n"

typedef struct Project {
    char folder[FOLDER_PATH];
    Store *store;
    Claims claims;
    Error error;
} Project;

static void execute(Project *project, const char *sql) {
    ASSERT_OK(store_execute(project->store, sql, &project->error), &project->error);
}

static void project_create(Project *project) {
    char path[2 * FOLDER_PATH], text[2000] = "";
    *project = (Project){.error = {""}};
    fixture_create("d2", 12, project->folder, &project->store);
    Status filled = summary_fill(project->store, "d2", &project->error);
    if (filled == STATUS_REFUSED) { /* without GSL there is no summary */
        store_close(project->store);
        folder_remove(project->folder);
        skip();
    }
    ASSERT_OK(filled, &project->error);
    snprintf(path, sizeof path, "%s/paper", project->folder);
    assert_int_equal(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/paper/experiments", project->folder);
    assert_int_equal(mkdir(path, 0700), 0);
    put_file(project->folder, "paper/experiments/d2.exp", GROUP OPTIONAL_GROUP);
    setenv("TAUT_HOME", project->folder, 1);
    execute(project, "INSERT INTO gap VALUES ('d2', 'real', '/nowhere/a.map', 'no such file')");
    put_claim(text, sizeof text, "X.1", "holds", "SELECT 1 AS measured");
    put_claim(text, sizeof text, "X.2", "holds", "SELECT 0 AS measured");
    put_claim(text, sizeof text, "X.3", "holds", "SELECT 1 AS measured, 'query_ns:warm' AS metric");
    put_claim(text, sizeof text, "X.4", "time", "SELECT 1 AS measured");
    put_claim(text, sizeof text, "X.5", "holds", "SELECT 1 AS measured WHERE 0");
    put_claim(text, sizeof text, "X.6", "holds", "");
    judge_text(project->store, text, &project->claims);
}

static void project_destroy(Project *project) {
    unsetenv("TAUT_HOME");
    claims_destroy(&project->claims);
    store_close(project->store);
    folder_remove(project->folder);
}

/* Checks anew by a golden text; says how many have a golden verdict, were compared, and fail. */
static void expect(Project *project, const char *prefix, const char *rows, uint32_t golden, uint32_t compared,
                   uint32_t failing) {
    char text[500];
    uint32_t found_golden, found_compared;
    snprintf(text, sizeof text, "claim\tverdict\n%s", rows);
    ASSERT_OK(claims_judge(project->store, &project->claims, &project->error), &project->error);
    ASSERT_OK(claims_check_golden(project->store, &project->claims, prefix, text, "g.tsv", &found_golden,
                                  &found_compared, &project->error),
              &project->error);
    assert_int_equal(found_golden, golden);
    assert_int_equal(found_compared, compared);
    assert_int_equal(claims_failing(&project->claims, ""), failing);
}

static void test_golden(void **state) {
    (void)state;
    Project project;
    project_create(&project);
    expect(&project, "", "X.1\treproduced\nX.2\tnot reproduced\n", 2, 2, 0);
    expect(&project, "", "X.1\tsame direction\nX.2\tnot reproduced\n", 2, 2, 1);
    assert_string_equal(project.claims.items[0].why,
                        "holds in every comparison; FAILS: the golden verdict is same direction");
    expect(&project, "", "X.1\tsame direction\nX.2\treproduced", 2, 2, 2); /* the last line has no end */
    expect(&project, "X.2", "X.1\tsame direction\nX.2\treproduced\n", 1, 1, 1);
    expect(&project, "", "X.11\tsame direction\nX\tsame direction\n", 0, 0, 0); /* of no claim here */
    /* What a clock had a part in, and what the missing map would have given, is not compared. */
    expect(&project, "", "X.3\tnot reproduced\nX.4\treproduced\nX.5\treproduced\nX.6\treproduced\n", 4, 0, 0);
    /* Without a gap nothing excuses that rows are missing; but then the group `real` is asked for. */
    execute(&project, "DELETE FROM gap");
    expect(&project, "", "X.1\tsame direction\nX.5\treproduced\n", 2, 0, 0);
    put_file(project.folder, "paper/experiments/d2.exp", GROUP);
    expect(&project, "", "X.1\tsame direction\nX.5\treproduced\n", 2, 2, 2);
    /* One cell that was not answered, and the experiment is not whole. */
    execute(&project, "UPDATE attempt SET verdict = 'timeout' WHERE attempt_id = 7");
    expect(&project, "", "X.1\tsame direction\n", 1, 0, 0);
    execute(&project, "UPDATE attempt SET verdict = 'done'");
    expect(&project, "", "X.1\tsame direction\n", 1, 1, 1);
    execute(&project, "UPDATE member SET attempt_id = NULL WHERE cell_id = 7");
    expect(&project, "", "X.1\tsame direction\n", 1, 0, 0);
    execute(&project, "UPDATE member SET attempt_id = cell_id");
    expect(&project, "", "X.1\tsame direction\n", 1, 1, 1);
    execute(&project, "DELETE FROM summary");
    expect(&project, "", "X.1\tsame direction\n", 1, 0, 0);
    project_destroy(&project);
}

static void test_golden_written(void **state) {
    (void)state;
    Project project;
    char *written;
    project_create(&project);
    Error *error = &project.error;
    ASSERT_OK(claims_golden_text(project.store, &project.claims, NULL, "g.tsv", &written, error), error);
    assert_string_equal(written, "claim\tverdict\nX.1\treproduced\nX.2\tnot reproduced\n");
    free(written);
    /* What cannot be told is kept, what is told is new, and what no clock may judge is dropped. */
    const char *old = "claim\tverdict\nX.1\tsame direction\nX.3\treproduced\nX.5\treproduced\n";
    ASSERT_OK(claims_golden_text(project.store, &project.claims, old, "g.tsv", &written, error), error);
    assert_string_equal(written, "claim\tverdict\nX.1\treproduced\nX.2\tnot reproduced\nX.5\treproduced\n");
    free(written);
    execute(&project, "DELETE FROM member WHERE cell_id = 7");
    ASSERT_OK(claims_golden_text(project.store, &project.claims, old, "g.tsv", &written, error), error);
    assert_string_equal(written, "claim\tverdict\nX.1\tsame direction\nX.5\treproduced\n");
    free(written);
    project_destroy(&project);
}

static void test_golden_refused(void **state) {
    (void)state;
    static const struct {
        const char *text, *said;
    } cases[] = {
        {"id\tverdict\n", "g.tsv:1: found \"id"},
        {"claim\tverdict\nX.1\treproduced\nX.2\n", "g.tsv:3: found \"X.2\""},
        {"claim\tverdict\nX.1\tlikely\n", "g.tsv:2: found"},
        {"claim\tverdict\nX.1\tno verdict\n", "expected a claim's id, a tab and a verdict"},
        {"claim\tverdict\n\treproduced\n", "g.tsv:2: found"},
        {"claim\tverdict\nX.1\treproduced\tx\n", "g.tsv:2: found"},
    };
    Project project;
    project_create(&project);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t golden, compared;
        char *written;
        assert_int_equal(claims_check_golden(project.store, &project.claims, "", cases[i].text, "g.tsv",
                                             &golden, &compared, &project.error),
                         STATUS_BAD_INPUT);
        if (strstr(project.error.text, cases[i].said) == NULL) fail_msg("%s", project.error.text);
        assert_int_equal(claims_golden_text(project.store, &project.claims, cases[i].text, "g.tsv", &written,
                                            &project.error),
                         STATUS_BAD_INPUT);
        assert_null(written);
    }
    project_destroy(&project);
}

/* ---- the project's own ---- */

static char *read_text(const char *relative) {
    char path[HOME_PATH];
    Error error = {""};
    Memory memory = system_memory();
    char *bytes;
    size_t length;
    ASSERT_OK(home_find(relative, path, &error), &error);
    ASSERT_OK(file_read(path, &memory, &bytes, &length, &error), &error);
    char *text = strndup(bytes, length);
    memory_give(&memory, bytes);
    assert_non_null(text);
    return text;
}

/* Every witness of a query says what it shows; which claims a clock has a part in; golden ones are claims. */
static void test_own(void **state) {
    (void)state;
    static const char *const untimed[] = {"D0.3.1", "D0.2.3", "D0.7.1", "D2.2.4",
                                          "D2.2.5", "D2.6.2", "D2.7.4"};
    static const char *const timed[] = {"D0.7.4", "D0.8.2", "D2.2.1", "D2.2.6",
                                        "D2.2.7", "D2.5.5", "D2.13.1"};
    char *text = read_text(CLAIMS_FILE), *golden = read_text(CLAIMS_GOLDEN);
    Error error = {""};
    Claims claims;
    ASSERT_OK(claims_parse(text, strlen(text), CLAIMS_FILE, &claims, &error), &error);
    uint32_t seen = 0, rows = 0, known = 0;
    for (const char *at = golden; (at = strchr(at, '\n')) != NULL; at++) rows++;
    for (uint32_t i = 0; i < claims.count; i++) {
        const Claim *claim = &claims.items[i];
        const char *id = claim->field[CLAIM_ID], *query = claim->field[CLAIM_QUERY];
        if (strstr(query, "AS witness") != NULL && strstr(query, "AS shows_") == NULL)
            fail_msg("%s does not say what its witness shows", id);
        for (size_t j = 0; j < sizeof untimed / sizeof *untimed; j++) {
            if (strcmp(untimed[j], id) == 0) seen += claim_is_deterministic(claim);
            if (strcmp(timed[j], id) == 0) seen += !claim_is_deterministic(claim);
        }
        char row[64];
        snprintf(row, sizeof row, "\n%s\t", id);
        bool is_golden = strstr(golden, row) != NULL;
        known += is_golden;
        if (is_golden && !claim_is_deterministic(claim)) fail_msg("%s is golden, and a clock judges it", id);
    }
    assert_int_equal(seen, sizeof untimed / sizeof *untimed + sizeof timed / sizeof *timed);
    assert_int_equal(known, rows - 1); /* but for the header */
    claims_destroy(&claims);
    free(text);
    free(golden);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_witnesses),
        cmocka_unit_test(test_golden),
        cmocka_unit_test(test_golden_written),
        cmocka_unit_test(test_golden_refused),
        cmocka_unit_test(test_own),
    };
    return cmocka_run_group_tests_name("claims_checks", tests, NULL, NULL);
}
