/* What a solver got in a block, by hand, and what the database then says of it. */
#include "tests/folder.h"
#include "tests/support.h"

#include "harness/record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern const Solver solver_astar;

enum { QUERIES = 4, REPEATS = 2 };

typedef struct Rig {
    Memory memory;
    char folder[FOLDER_PATH];
    Store *store;
    Map map;
    MapChoice map_choice;
    QuerySet set;
    SolverChoice choice;
    const SolverChoice *chosen[1];
    Judge judge;
    Optimum optimum[QUERIES];
    SolverRecord record;
    AnswerRecord answers[QUERIES];
    int64_t samples[PROTOCOL_COUNT * REPEATS * QUERIES];
    Block block;
    BlockResult result;
    int64_t run_id, query_set_id, cell_id, first_query_id, attempt_id;
} Rig;

static const Part part_p = {.name = "p", .protocols = {true, true}};

/* Rows of the database that every attempt needs before it. */
static void register_rig(Rig *rig) {
    Error error;
    Host host = {.name = "here", .cpu = "any", .kernel = "one"};
    int64_t map_id, solver_id;
    ASSERT_OK(record_run(rig->store, &host, "test", 20, &rig->run_id, &error), &error);
    ASSERT_OK(record_map(rig->store, &rig->map_choice, &rig->map, &map_id, &error), &error);
    ASSERT_OK(record_queries(rig->store, map_id, "by hand", &rig->set, &rig->query_set_id,
                             &rig->first_query_id, &error),
              &error);
    ASSERT_OK(record_solver(rig->store, &rig->choice, &solver_id, &error), &error);
    ASSERT_OK(record_cell(rig->store, &rig->map, &rig->set, rig->query_set_id, &rig->choice, solver_id,
                          &rig->cell_id, &error),
              &error);
}

static int set_up(void **state) {
    static Rig kept; /* of the test program, not of what it tests */
    Rig *rig = &kept;
    Error error;
    char file[96];
    *rig = (Rig){.memory = system_memory()};
    folder_create(rig->folder);
    snprintf(file, sizeof file, "%.*s/t.db", (int)FOLDER_PATH, rig->folder);
    ASSERT_OK(store_open(file, false, &rig->store, &error), &error);
    grid_from_text(&rig->memory, "....\n....", &rig->map);
    strcpy(rig->map_choice.text, "maps/by-hand.map");
    rig->set = (QuerySet){.queries = memory_take_zeroed(&rig->memory, QUERIES, sizeof(Query)),
                          .count = QUERIES,
                          .memory = &rig->memory};
    for (int32_t i = 0; i < QUERIES; i++) rig->set.queries[i].goal.x = i;
    rig->choice.solver = &solver_astar;
    rig->choice.settings = settings_preset(solver_astar.parameters);
    settings_text(solver_astar.parameters, "astar", &rig->choice.settings, rig->choice.text,
                  sizeof rig->choice.text);
    rig->chosen[0] = &rig->choice;
    rig->judge.outline_ns = 41;
    rig->block = (Block){.map = &rig->map,
                         .judge = &rig->judge,
                         .set = &rig->set,
                         .solvers = rig->chosen,
                         .solver_count = 1,
                         .optimum = {[MOVE_8] = rig->optimum},
                         .repeats = REPEATS,
                         .limits = {.bytes = 99},
                         .protocols = {true, true}};
    rig->result = (BlockResult){.solvers = &rig->record,
                                .answers = rig->answers,
                                .samples = rig->samples,
                                .query_count = QUERIES,
                                .solver_count = 1,
                                .repeats = REPEATS};
    rig->record = (SolverRecord){.prepared = true,
                                 .prepare_ns = 77,
                                 .index_bytes = 1000,
                                 .index_peak_bytes = 3000,
                                 .scratch_bytes = 500,
                                 .bracket_before = {100, 100},
                                 .bracket_after = {109, 111}};
    for (int32_t i = 0; i < QUERIES; i++) {
        rig->optimum[i] = (Optimum){.length = {i, 0}, .reachable = true, .known = true};
        rig->answers[i] = (AnswerRecord){.verdict = ANSWER_OPTIMAL,
                                         .batch = (uint32_t)(1 + i),
                                         .found = true,
                                         .walked = {i, 0},
                                         .length = i,
                                         .excess = i == 0 ? NAN : 0,
                                         .path_cells = (uint64_t)i + 1,
                                         .path_hash = 7};
    }
    for (size_t i = 0; i < sizeof rig->samples / sizeof *rig->samples; i++) rig->samples[i] = (int64_t)i * 10;
    register_rig(rig);
    *state = rig;
    return 0;
}

static int tear_down(void **state) {
    Rig *rig = *state;
    store_close(rig->store);
    map_destroy(&rig->map);
    query_set_destroy(&rig->set);
    ASSERT_NOTHING_LIVE(&rig->memory);
    folder_remove(rig->folder);
    return 0;
}

static void write_attempt(Rig *rig) {
    Error error;
    int64_t block_id;
    ASSERT_OK(record_block(rig->store, rig->run_id, rig->query_set_id, &rig->block, 5, &block_id, &error),
              &error);
    ASSERT_OK(record_attempt(rig->store, block_id, rig->cell_id, rig->first_query_id, &rig->block,
                             &rig->result, 0, &rig->attempt_id, &error),
              &error);
}

/* The one value of a query; NaN where it is NULL. */
static double value(Rig *rig, const char *sql) {
    Error error;
    Statement *statement;
    bool has_row;
    ASSERT_OK(store_prepare(rig->store, sql, &statement, &error), &error);
    ASSERT_OK(statement_row(statement, &has_row, &error), &error);
    assert_true(has_row);
    double got = statement_column_real(statement, 0);
    statement_finish(statement);
    return got;
}

#define ASSERT_VALUE(SQL, EXPECTED)                                                                   \
    do {                                                                                              \
        double got_ = value(rig, SQL);                                                                \
        if (got_ != (EXPECTED)) fail_msg("%s: %.17g, expected %.17g", SQL, got_, (double)(EXPECTED)); \
    } while (0)

static void all_that_was_measured(void **state) {
    Rig *rig = *state;
    write_attempt(rig);
    ASSERT_VALUE("SELECT prepare_ns FROM attempt WHERE verdict = 'done' AND detail IS NULL", 77);
    ASSERT_VALUE("SELECT index_bytes + index_peak_bytes * 10 + scratch_bytes * 100 FROM attempt", 81000);
    ASSERT_VALUE("SELECT count(*) FROM block WHERE interleaved AND warm AND repeats = 2 AND limit_bytes = 99"
                 " AND limit_seconds IS NULL AND outline_ns = 41",
                 1);
    ASSERT_VALUE("SELECT count(*) FROM answer WHERE verdict = 'optimal'", QUERIES);
    ASSERT_VALUE("SELECT sum(path_cells) FROM answer", 10);
    ASSERT_VALUE("SELECT count(*) FROM answer WHERE excess IS NULL", 1); /* the one from a cell to itself */
    ASSERT_VALUE("SELECT sum(excess) FROM answer", 0);
    ASSERT_VALUE("SELECT count(*) FROM sample", QUERIES * REPEATS * PROTOCOL_COUNT);
    ASSERT_VALUE("SELECT min(repeat) + 10 * max(repeat) FROM sample", 10);
    /* Each sample where it belongs: ns was 10 times its place in [protocol][repeat][query]. */
    ASSERT_VALUE("SELECT count(*) FROM sample JOIN answer USING (answer_id) JOIN query USING (query_id)"
                 " WHERE ns = 10 * ((protocol = 'warm') * 8 + repeat * 4 + number) AND batch = 1 + number",
                 QUERIES * REPEATS * PROTOCOL_COUNT);
}

/* The clock may move by a tenth between the ends of a bracket, of the smaller one. */
static void brackets_are_flagged(void **state) {
    Rig *rig = *state;
    write_attempt(rig);
    ASSERT_VALUE("SELECT flagged FROM bracket WHERE protocol = 'interleaved' AND repeats = 2",
                 0);                                                        /* 100, 109 */
    ASSERT_VALUE("SELECT flagged FROM bracket WHERE protocol = 'warm'", 1); /* 100, 111 */
    rig->record.bracket_before[0] = 1105, rig->record.bracket_after[0] = 1000;
    rig->record.bracket_before[1] = 1095, rig->record.bracket_after[1] = 1000;
    write_attempt(rig);
    ASSERT_VALUE("SELECT flagged FROM bracket WHERE protocol = 'interleaved' AND before_ns = 1105", 1);
    ASSERT_VALUE("SELECT flagged FROM bracket WHERE protocol = 'warm' AND after_ns = 1000", 0);
    /* What the process did not have of the time is stored as it was. */
    rig->record.wall_ns[1] = 1000, rig->record.cpu_ns[1] = 900, rig->record.switches[1] = 3;
    write_attempt(rig);
    ASSERT_VALUE("SELECT flagged FROM bracket WHERE wall_ns = 1000 AND cpu_ns = 900 AND switches = 3"
                 " AND protocol = 'warm' AND NOT crowded",
                 1);
    rig->record.cpu_ns[1] = 1000, rig->record.crowded = true;
    write_attempt(rig);
    ASSERT_VALUE("SELECT min(flagged) FROM bracket WHERE crowded", 1);
}

/* Where nothing is timed no time is kept. */
static void what_is_not_timed_has_no_times(void **state) {
    Rig *rig = *state;
    memset(rig->block.protocols, 0, sizeof rig->block.protocols);
    write_attempt(rig);
    ASSERT_VALUE("SELECT count(*) FROM attempt WHERE prepare_ns IS NULL AND index_bytes IS NOT NULL", 1);
    ASSERT_VALUE("SELECT count(*) FROM bracket", 0);
}

/* A preparation is timed under every protocol but none, once, and stands also where a query failed after it.
 */
static void preparations_have_brackets(void **state) {
    Rig *rig = *state;
    memset(rig->block.protocols, 0, sizeof rig->block.protocols);
    rig->block.prepares = true;
    rig->record.bracket_before[BRACKET_PREPARE] = 1005, rig->record.bracket_after[BRACKET_PREPARE] = 1000;
    rig->record.wall_ns[BRACKET_PREPARE] = 2000000, rig->record.cpu_ns[BRACKET_PREPARE] = 1900000;
    rig->record.switches[BRACKET_PREPARE] = 6;
    write_attempt(rig);
    ASSERT_VALUE("SELECT count(*) FROM bracket", 1);
    ASSERT_VALUE("SELECT flagged FROM bracket WHERE protocol = 'prepare' AND repeats = 1 AND before_ns = 1005"
                 " AND after_ns = 1000 AND wall_ns = 2000000 AND cpu_ns = 1900000 AND switches = 6",
                 0);
    rig->record.cpu_ns[BRACKET_PREPARE]--;
    rig->record.verdict = SOLVER_CRASH;
    write_attempt(rig);
    ASSERT_VALUE("SELECT flagged FROM bracket WHERE cpu_ns = 1899999", 1);
    rig->record.prepared = false;
    write_attempt(rig);
    ASSERT_VALUE("SELECT count(*) FROM bracket", 2);
}

static void what_is_missing_stays_missing(void **state) {
    Rig *rig = *state;
    rig->answers[1].verdict = ANSWER_MISSING;
    rig->answers[2] = (AnswerRecord){.verdict = ANSWER_NO_PATH, .batch = 1, .length = NAN, .excess = NAN};
    for (int protocol = 0; protocol < PROTOCOL_COUNT; protocol++)
        *block_sample(&rig->result, protocol, 0, 1, 3) = -1; /* not taken */
    *block_sample(&rig->result, 0, 0, 0, 3) = 0;             /* taken, below the clock's cost */
    write_attempt(rig);
    ASSERT_VALUE("SELECT count(*) FROM answer", QUERIES - 1);
    ASSERT_VALUE(
        "SELECT count(*) FROM answer WHERE verdict = 'no-path' AND length IS NULL AND straight IS NULL"
        " AND diagonal IS NULL AND excess IS NULL AND path_hash IS NULL AND path_cells = 0",
        1);
    ASSERT_VALUE("SELECT count(*) FROM sample JOIN answer USING (answer_id) JOIN query USING (query_id)"
                 " WHERE number = 3",
                 2);
}

static void what_failed_has_a_verdict_and_no_bracket(void **state) {
    Rig *rig = *state;
    Error error;
    ASSERT_OK(record_experiment_begin(rig->store, "e", &error), &error);
    rig->record.verdict = SOLVER_TIMEOUT;
    rig->record.prepared = false;
    strcpy(rig->record.detail, "too long");
    for (int i = 0; i < QUERIES; i++) rig->answers[i].verdict = ANSWER_MISSING;
    write_attempt(rig);
    ASSERT_VALUE("SELECT count(*) FROM attempt WHERE verdict = 'timeout' AND detail = 'too long'"
                 " AND prepare_ns IS NULL AND index_bytes IS NULL",
                 1);
    ASSERT_VALUE("SELECT count(*) FROM bracket", 0);
    ASSERT_VALUE("SELECT count(*) FROM answer", 0);
    ASSERT_OK(record_member(rig->store, "e", &part_p, rig->cell_id, 0, rig->attempt_id, &error), &error);
    ASSERT_VALUE("SELECT count(*) FROM member WHERE attempt_id IS NOT NULL", 1);
    ASSERT_VALUE("SELECT count(*) FROM result", 0); /* it is no result */
}

/* What a check cannot let pass: each kind of wrong answer, and solvers that failed; refusals are none. */
static void faults_are_counted(void **state) {
    Rig *rig = *state;
    Error error;
    Faults faults;
    static const AnswerVerdict wrong[QUERIES] = {ANSWER_INVALID, ANSWER_NO_PATH_FALSE, ANSWER_IMPOSSIBLE,
                                                 ANSWER_SUBOPTIMAL};
    static const struct {
        SolverVerdict verdict;
        int64_t failed;
    } ends[] = {{SOLVER_REFUSED, 0},
                {SOLVER_CRASH, 1},
                {SOLVER_TIMEOUT, 1},
                {SOLVER_OUT_OF_MEMORY, 1},
                {SOLVER_DONE, 0}};
    ASSERT_OK(record_experiment_begin(rig->store, "e", &error), &error);
    for (int i = 0; i < QUERIES; i++) {
        for (int j = 0; j < QUERIES; j++) rig->answers[j].verdict = j == i ? wrong[i] : ANSWER_OPTIMAL;
        write_attempt(rig); /* the one that stands counts */
        ASSERT_OK(record_member(rig->store, "e", &part_p, rig->cell_id, 0, rig->attempt_id, &error), &error);
        ASSERT_OK(record_faults(rig->store, "e", &faults, &error), &error);
        assert_int_equal(faults.answers, QUERIES);
        assert_int_equal(faults.wrong_answers, 1);
        assert_int_equal(faults.flagged_cells, 1);
    }
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        rig->record.verdict = ends[i].verdict;
        write_attempt(rig);
        ASSERT_OK(record_member(rig->store, "e", &part_p, rig->cell_id, 0, rig->attempt_id, &error), &error);
        ASSERT_OK(record_faults(rig->store, "e", &faults, &error), &error);
        assert_int_equal(faults.cells, 1);
        assert_int_equal(faults.failed_cells, ends[i].failed);
    }
    /* A solver that promises nothing may be longer. */
    ASSERT_OK(store_execute(rig->store, "UPDATE solver SET guarantee = 'none'", &error), &error);
    ASSERT_OK(record_faults(rig->store, "e", &faults, &error), &error);
    assert_int_equal(faults.wrong_answers, 0);
    /* One that promises a bound may be longer within it. */
    static const char *const bounded[2] = {
        "UPDATE solver SET guarantee = 'bounded', parameters = '{\"w\":150}'; UPDATE answer SET excess = 0.5",
        "UPDATE answer SET excess = 0.5001"};
    for (int i = 0; i < 2; i++) {
        ASSERT_OK(store_execute(rig->store, bounded[i], &error), &error);
        ASSERT_OK(record_faults(rig->store, "e", &faults, &error), &error);
        assert_int_equal(faults.wrong_answers, i);
    }
}

/* What an experiment no longer asks for is no longer of it, though the cell stays; other experiments keep
 * theirs. */
static void an_experiment_is_recorded_anew(void **state) {
    Rig *rig = *state;
    Error error;
    ASSERT_OK(record_experiment_begin(rig->store, "e", &error), &error);
    ASSERT_OK(record_member(rig->store, "e", &part_p, rig->cell_id, 3, 0, &error), &error);
    write_attempt(rig);
    ASSERT_OK(record_member(rig->store, "f", &part_p, rig->cell_id, 1, rig->attempt_id, &error), &error);
    ASSERT_VALUE("SELECT count(*) FROM member WHERE attempt_id IS NULL", 1);
    ASSERT_OK(record_member(rig->store, "f", &part_p, rig->cell_id, 4, 0, &error), &error);
    ASSERT_VALUE("SELECT attempt_id FROM member WHERE experiment = 'f'", (double)rig->attempt_id);
    ASSERT_OK(record_gap(rig->store, "e", "p", "a.map", "not there", &error), &error);
    ASSERT_OK(record_experiment_end(rig->store, "e", &error), &error);
    ASSERT_VALUE("SELECT count(*) FROM member", 2); /* asked for */
    ASSERT_OK(record_experiment_begin(rig->store, "e", &error), &error);
    ASSERT_VALUE("SELECT count(*) FROM member", 2); /* a run that stops here has lost nothing */
    ASSERT_VALUE("SELECT count(*) FROM experiment WHERE name = 'e' AND summarised IS NULL", 1);
    /* What another run of that name adds meanwhile is not this one's to forget. */
    ASSERT_OK(store_execute(rig->store,
                            "INSERT INTO member SELECT 'e', 'q', cell_id, 0, 0, 0, NULL FROM cell", &error),
              &error);
    ASSERT_OK(record_experiment_end(rig->store, "e", &error), &error);
    ASSERT_VALUE("SELECT count(*) FROM member WHERE experiment = 'e' AND part = 'q'", 1);
    ASSERT_VALUE("SELECT count(*) FROM member", 2);
    ASSERT_VALUE("SELECT position FROM member WHERE experiment = 'f'", 4);
    ASSERT_VALUE("SELECT count(*) FROM gap", 0);
    ASSERT_VALUE("SELECT count(*) FROM cell", 1);
}

#define EACH(TEST) cmocka_unit_test_setup_teardown(TEST, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        EACH(all_that_was_measured),
        EACH(brackets_are_flagged),
        EACH(what_is_not_timed_has_no_times),
        EACH(preparations_have_brackets),
        EACH(what_is_missing_stays_missing),
        EACH(what_failed_has_a_verdict_and_no_bracket),
        EACH(faults_are_counted),
        EACH(an_experiment_is_recorded_anew),
    };
    return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
