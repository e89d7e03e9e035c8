#include "harness/namesake.h"

#include <stdio.h>
#include <string.h>

/* What the database holds: a solver on queries of a map, in a group. */
typedef struct Held {
    const char *part, *map, *family, *queries, *solver;
} Held;

static const char *without_folder(const char *name) {
    const char *slash = strrchr(name, '/');
    return slash == NULL ? name : slash + 1;
}

static bool has_map(const Part *part, const Held *held) {
    bool is_file = strcmp(held->family, "file") == 0;
    for (uint32_t i = 0; i < part->map_count; i++) {
        const MapChoice *map = &part->maps[i];
        if (is_file
                ? map->generator == NULL && strcmp(without_folder(map->text), without_folder(held->map)) == 0
                : strcmp(map->text, held->map) == 0)
            return true;
    }
    return false;
}

/* Queries from files count as the same: only the place of the file may differ. */
static bool has_queries(const Part *part, const Held *held) {
    bool is_file = strncmp(held->queries, "scen", 4) == 0;
    for (uint32_t i = 0; i < part->query_count; i++) {
        const QueryChoice *queries = &part->queries[i];
        if (is_file ? queries->generator == NULL : strcmp(queries->text, held->queries) == 0) return true;
    }
    return false;
}

static bool has_solver(const Part *part, const Held *held) {
    for (uint32_t i = 0; i < part->solver_count; i++)
        if (strcmp(part->solvers[i].text, held->solver) == 0) return true;
    return false;
}

static bool asks_for(const Plan *plan, const Held *held) {
    for (uint32_t i = 0; i < plan->part_count; i++) {
        const Part *part = &plan->parts[i];
        if (strcmp(part->name, held->part) == 0 && has_map(part, held) && has_queries(part, held) &&
            has_solver(part, held))
            return true;
    }
    return false;
}

static uint64_t cells_asked(const Plan *plan) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < plan->part_count; i++) {
        const Part *part = &plan->parts[i];
        count += (uint64_t)part->map_count * part->query_count * part->solver_count;
    }
    return count;
}

/* How much the plan and what the database holds have in common. */
typedef struct Common {
    uint64_t held, shared;
    char other[SPEC_TEXT + 96]; /* something held that is not asked for */
} Common;

/* Until half of `enough` is shared. */
static Status find_common(Store *store, const Plan *plan, uint64_t enough, Common *common, Error *error) {
    Statement *statement = NULL;
    TRY(store_prepare(store,
                      "SELECT part, map.spec, map.family, query_set.spec, solver.spec FROM member"
                      " JOIN cell USING (cell_id) JOIN solver USING (solver_id)"
                      " JOIN query_set USING (query_set_id) JOIN map USING (map_id) WHERE experiment = ?1",
                      &statement, error));
    statement_text(statement, 1, plan->experiment);
    bool has_row = true;
    Status status = STATUS_OK;
    while (2 * common->shared < enough) {
        status = statement_row(statement, &has_row, error);
        if (status != STATUS_OK || !has_row) break;
        Held held = {statement_column_text(statement, 0), statement_column_text(statement, 1),
                     statement_column_text(statement, 2), statement_column_text(statement, 3),
                     statement_column_text(statement, 4)};
        if (asks_for(plan, &held))
            common->shared++;
        else if (common->other[0] == '\0')
            snprintf(common->other, sizeof common->other, "%.60s on %.100s", held.solver, held.map);
    }
    statement_finish(statement);
    return status;
}

static Status count_held(Store *store, const Plan *plan, uint64_t *held, Error *error) {
    Statement *statement = NULL;
    bool has_row;
    TRY(store_prepare(store, "SELECT count(*) FROM member WHERE experiment = ?1", &statement, error));
    statement_text(statement, 1, plan->experiment);
    Status status = statement_row(statement, &has_row, error);
    if (status == STATUS_OK && has_row) *held = (uint64_t)statement_column_integer(statement, 0);
    statement_finish(statement);
    return status;
}

Status namesake_check(Store *store, const Plan *plan, Error *error) {
    Common common = {.held = 0};
    TRY(count_held(store, plan, &common.held, error));
    uint64_t asked = cells_asked(plan), enough = common.held < asked ? common.held : asked;
    TRY(find_common(store, plan, enough, &common, error));
    if (2 * common.shared >= enough) return STATUS_OK;
    return error_say(error, STATUS_BAD_INPUT, "the database holds another experiment named ",
                     plan->experiment, ": of its ", number_text((int64_t)common.held).text,
                     " cells this one asks for ", number_text((int64_t)common.shared).text, " (not for ",
                     common.other,
                     "): give this one another name (a line `name NAME`, or --name), or another database "
                     "with --db",
                     NULL);
}
