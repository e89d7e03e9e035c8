#include "tests/sweep_support.h"

#include "harness/request.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { COLUMNS = 36 };

Status sweep_run(const char *text, const char *name, const char *file, RunOutcome *outcome, Error *error) {
    Memory memory = system_memory();
    Plan plan;
    Store *store;
    TRY(plan_parse(text, strlen(text), name, &memory, &plan, error));
    Status status = store_open(file, false, &store, error);
    if (status == STATUS_OK) {
        status = run_plan(&plan, store, &(RunRequest){.command = "test", .jobs = 2}, outcome, error);
        store_close(store);
    }
    plan_destroy(&plan);
    ASSERT_NOTHING_LIVE(&memory);
    return status;
}

const char sweep_name[] = "sweep.exp";
const char sweep_text[] = "group timed\n"
                          "map rooms:size=32,seed=1..2\n"
                          "query random:count=10,seed=1..2\n"
                          "solver astar:move=4\n"
                          "solver hpa:move=4,k=8\n"
                          "repeat 2\n"
                          "group counted\n"
                          "map noise:size=32,seed=1..4\n"
                          "query random:count=10,seed=1\n"
                          "solver astar:move=8\n"
                          "solver dijkstra:move=8\n"
                          "protocol none\n"
                          "group planar\n"
                          "map convex:seed=1..2\n"
                          "query points:count=10,seed=1\n"
                          "solver polyanya\n"
                          "protocol none\n";

static Status nothing_then(Store *store, const char *experiment, Error *error) {
    (void)store, (void)experiment, (void)error;
    return STATUS_OK;
}

Status sweep_shard(const char *file, uint32_t shard, uint32_t shards, Error *error) {
    Memory memory = system_memory();
    Plan plan;
    RunOutcome outcome;
    bool finished;
    Request request = {.run = {.jobs = 2, .selection = {.shard = shard, .shards = shards}},
                       .command = "test"};
    snprintf(request.database, sizeof request.database, "%s", file);
    TRY(plan_parse(sweep_text, strlen(sweep_text), sweep_name, &memory, &plan, error));
    Status status = request_run(&plan, &request, true, nothing_then, &outcome, &finished, error);
    plan_destroy(&plan);
    ASSERT_NOTHING_LIVE(&memory);
    return status;
}

bool killed_in_between(Status (*work)(void *context), void *context, uint32_t milliseconds) {
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) _exit((int)work(context));
    for (uint32_t waited = 0; waited < milliseconds; waited++) {
        nanosleep(&(struct timespec){0, 1000000}, NULL);
        int how;
        if (waitpid(child, &how, WNOHANG) != child) continue;
        assert_true(WIFEXITED(how) && WEXITSTATUS(how) == STATUS_OK);
        return true;
    }
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    return false;
}

/* All that does not depend on time, of the attempts that stand, in an order that does not depend on ids. */
static const char deterministic[] =
    "SELECT m.experiment, m.part, m.position, map.hash, map.label, map.seed, query_set.hash AS queries,"
    " query.number, start_x, start_y, goal_x, goal_y, solver.spec, solver.parameters, cell.hash AS cell,"
    " attempt.verdict AS tried, nodes, edges, cached_cells, index_bytes, answer.verdict, straight, diagonal, "
    "excess,"
    " answer.length, path_cells, path_hash, expanded, generated, pushed, popped, stale, inserted, refined,"
    " (SELECT count(*) FROM sample WHERE sample.answer_id = answer.answer_id) AS samples,"
    " (SELECT group_concat(coalesce(straight || '+' || diagonal, chain, 'none') || optimum.move || oracle) "
    "FROM optimum"
    "   WHERE optimum.query_id = query.query_id ORDER BY move) AS optima"
    " FROM member m JOIN cell USING (cell_id)"
    " JOIN attempt USING (attempt_id) JOIN answer USING (attempt_id) JOIN query USING (query_id)"
    " JOIN query_set ON query_set.query_set_id = query.query_set_id JOIN map USING (map_id)"
    " JOIN solver ON solver.solver_id = cell.solver_id"
    " ORDER BY part, map.hash, queries, number, position";

Table *sweep_rows(const char *file) {
    Store *store;
    Error error;
    Table *table = table_create();
    ASSERT_OK(store_open(file, true, &store, &error), &error);
    ASSERT_OK(store_query(store, deterministic, table, &error), &error);
    store_close(store);
    return table;
}

void assert_same_rows(const Table *a, const Table *b) {
    assert_int_equal(table_row_count(a), table_row_count(b));
    for (uint32_t row = 0; row < table_row_count(b); row++)
        for (uint32_t column = 0; column < COLUMNS; column++)
            if (strcmp(table_at(a, row, column), table_at(b, row, column)) != 0)
                fail_msg("row %u, column %u: %s, undisturbed %s", row, column, table_at(a, row, column),
                         table_at(b, row, column));
}

int64_t sweep_number(const char *file, const char *sql) {
    Store *store;
    Error error;
    Table *table = table_create();
    ASSERT_OK(store_open(file, true, &store, &error), &error);
    ASSERT_OK(store_query(store, sql, table, &error), &error);
    store_close(store);
    int64_t value = atoll(table_at(table, 0, 0));
    table_destroy(table);
    return value;
}
