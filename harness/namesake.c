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

Status namesake_check(Store *store, const Plan *plan, Error *error) {
    Statement *statement = NULL;
    TRY(store_prepare(store,
                      "SELECT part, map.spec, map.family, query_set.spec, solver.spec FROM member"
                      " JOIN cell USING (cell_id) JOIN solver USING (solver_id)"
                      " JOIN query_set USING (query_set_id) JOIN map USING (map_id) WHERE experiment = ?1",
                      &statement, error));
    statement_text(statement, 1, plan->experiment);
    bool has_row = true, same = false, any = false;
    char example[SPEC_TEXT + 96] = "";
    Status status = STATUS_OK;
    while (status == STATUS_OK && has_row && !same) {
        status = statement_row(statement, &has_row, error);
        if (status != STATUS_OK || !has_row) break;
        Held held = {statement_column_text(statement, 0), statement_column_text(statement, 1),
                     statement_column_text(statement, 2), statement_column_text(statement, 3),
                     statement_column_text(statement, 4)};
        if (!any) snprintf(example, sizeof example, "%.60s on %.100s", held.solver, held.map);
        any = true;
        same = asks_for(plan, &held);
    }
    statement_finish(statement);
    if (status != STATUS_OK || !any || same) return status;
    return error_say(error, STATUS_BAD_INPUT, "the database holds another experiment named ",
                     plan->experiment, ", of which this one asks for nothing (such as ", example,
                     "): give this one another name (a line `name NAME`, or --name), or another database "
                     "with --db",
                     NULL);
}
