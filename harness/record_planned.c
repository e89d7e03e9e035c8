/* What an experiment asks for in all, by name. */
#include "harness/record.h"

static Status forget(Store *store, const char *sql, const char *experiment, Error *error) {
    Statement *statement;
    TRY(store_prepare(store, sql, &statement, error));
    statement_text(statement, 1, experiment);
    return statement_run(statement, error);
}

/* One row by two or three more texts; `query` NULL: two. */
static Status add(Statement *statement, const char *part, const char *first, const char *query,
                  Error *error) {
    statement_text(statement, 2, part);
    statement_text(statement, 3, first);
    if (query != NULL) statement_text(statement, 4, query);
    return statement_step(statement, error);
}

static Status add_part(Statement *blocks, Statement *solvers, const Part *part, Error *error) {
    for (uint32_t m = 0; m < part->map_count; m++)
        for (uint32_t q = 0; q < part->query_count; q++)
            TRY(add(blocks, part->name, part->maps[m].text, part->queries[q].text, error));
    for (uint32_t i = 0; i < part->solver_count; i++)
        TRY(add(solvers, part->name, part->solvers[i].text, NULL, error));
    return STATUS_OK;
}

Status record_planned(Store *store, const Plan *plan, Error *error) {
    TRY(forget(store, "DELETE FROM planned WHERE experiment = ?1", plan->experiment, error));
    TRY(forget(store, "DELETE FROM planned_solver WHERE experiment = ?1", plan->experiment, error));
    Statement *blocks = NULL, *solvers = NULL;
    Status status = store_prepare(
        store, "INSERT OR IGNORE INTO planned (experiment, part, map, query) VALUES (?1, ?2, ?3, ?4)",
        &blocks, error);
    if (status == STATUS_OK)
        status = store_prepare(
            store, "INSERT OR IGNORE INTO planned_solver (experiment, part, solver) VALUES (?1, ?2, ?3)",
            &solvers, error);
    if (status == STATUS_OK) {
        statement_text(blocks, 1, plan->experiment);
        statement_text(solvers, 1, plan->experiment);
    }
    for (uint32_t p = 0; p < plan->part_count && status == STATUS_OK; p++)
        status = add_part(blocks, solvers, &plan->parts[p], error);
    statement_finish(blocks);
    statement_finish(solvers);
    return status;
}
