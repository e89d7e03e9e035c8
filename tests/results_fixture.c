#include "tests/results_fixture.h"

#include "tests/support.h"

#include <stdio.h>

static const char fixture_sql[] =
    "INSERT INTO run VALUES (1, 'r', '2026-01-01T00:00:00Z', '2026-01-01T00:01:00Z', 'taut run', 'b', 'cc "
    "1', "
    "'-O3',"
    " 'c0ffee', 1, 'host', 'processor', 2, 'kernel', 1, 0, NULL, 0.5, 20.0);"
    "INSERT INTO solver VALUES"
    " (1, 'astar:style=published,move=4', 'astar', '4', 'optimal', "
    "'{\"style\":\"published\",\"move\":\"4\"}'),"
    " (2, 'hpa:style=published,move=4,k=16', 'hpa', '4', 'none',"
    "  '{\"style\":\"published\",\"move\":\"4\",\"k\":16}'),"
    " (3, 'hpa:style=published,move=4,k=32', 'hpa', '4', 'none',"
    "  '{\"style\":\"published\",\"move\":\"4\",\"k\":32}');"
    "CREATE TEMP TABLE number AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)"
    " SELECT i FROM n;"
    "INSERT INTO map (map_id, hash, spec, family, label, seed, kind, width, height, passable, cost_min, "
    "cost_max,"
    " inexact) SELECT i, 'm' || i, 'rooms:width=256,height=256,seed=' || i, 'rooms', 'rooms 256', i, "
    "'grid', 256,"
    " 256, 40000, 1, 1, 0 FROM number;"
    "INSERT INTO query_set SELECT i, i, 'q' || i, 'random:count=3,seed=1' FROM number;"
    "INSERT INTO query SELECT 3 * i - 2 + q, i, q, i, q, i + 9, q, NULL"
    " FROM number, (SELECT 0 AS q UNION SELECT 1 UNION SELECT 2);"
    "INSERT INTO optimum (query_id, move, straight, diagonal, length, oracle, build)"
    " SELECT query_id, '4', (query_id > 1) * 100, 0, (query_id > 1) * 100.0, 'flood', 'b' FROM "
    "query;"
    "INSERT INTO optimum (query_id, move, straight, diagonal, length, oracle, build) SELECT query_id, '8', "
    "7, 0, "
    "7.0, 'flood', 'b' FROM query;"
    "INSERT INTO cell SELECT 3 * i - 3 + solver_id, 'c' || i || '-' || solver_id, i, solver_id"
    " FROM number, solver;"
    "INSERT INTO block (block_id, run_id, query_set_id, interleaved, warm, repeats)"
    " SELECT query_set_id, 1, query_set_id, 1, 1, 3 FROM query_set;"
    "INSERT INTO attempt (attempt_id, cell_id, block_id, verdict, prepare_ns, index_bytes, nodes, edges, "
    "cached_cells)"
    " SELECT cell_id, cell_id, query_set_id, 'done', CASE solver_id WHEN 1 THEN NULL WHEN 2 THEN 1000000 * "
    "query_set_id"
    " ELSE 500000 * query_set_id END, 1000, nullif(solver_id, 1) * 100, 10, 10 FROM cell;"
    "INSERT INTO member SELECT '%s', 'table256', cell_id, solver_id, 1, 1, cell_id FROM cell;"
    "INSERT INTO bracket SELECT attempt_id, 'warm', 3, 100, 100 + 50 * (attempt_id = 1), 1000, 990, 1, 0,"
    " attempt_id = 1, 9, 6, 2 FROM attempt;"
    "INSERT INTO answer (answer_id, attempt_id, query_id, verdict, straight, diagonal, length, excess, "
    "path_cells,"
    " path_hash, expanded, generated, pushed, popped, stale, inserted, refined, scanned, restarts)"
    " SELECT attempt_id * 10 + number, attempt_id, query_id, 'optimal', 0, 0,"
    " CASE WHEN query_id = 1 THEN 0.0 WHEN solver_id = 1 THEN 100.0 ELSE 100.0 + number END,"
    " CASE WHEN query_id = 1 THEN NULL WHEN solver_id = 1 THEN 0.0 ELSE number / 100.0 END,"
    " 10, 'p', CASE solver_id WHEN 1 THEN 10 ELSE 5 END, 1, 1, 1, 0, 0, 0, 0, 0"
    " FROM attempt JOIN cell USING (cell_id) JOIN query USING (query_set_id);"
    "INSERT INTO sample SELECT answer_id, protocol, repeat,"
    " batch * (1000 * (query.query_set_id + number + 1) * CASE WHEN solver_id = 3 THEN 2 WHEN solver_id = 2 "
    "THEN 1"
    " WHEN protocol = 'warm' THEN 4 ELSE 8 END + extra), batch"
    " FROM answer JOIN query USING (query_id) JOIN attempt USING (attempt_id) JOIN cell USING (cell_id),"
    " (SELECT 'warm' AS protocol UNION SELECT 'interleaved'),"
    " (SELECT 0 AS repeat, -10 AS extra, 2 AS batch UNION SELECT 1, 0, 2 UNION SELECT 2, 500, 1)"
    " WHERE cell.query_set_id = query.query_set_id;"
    "DROP TABLE number;";

void fixture_create(const char *experiment, int maps, char folder[FOLDER_PATH], Store **store) {
    Error error = {""};
    folder_create(folder);
    char file[FOLDER_PATH + 16], sql[sizeof fixture_sql + 256];
    snprintf(file, sizeof file, "%s/taut.db", folder);
    snprintf(sql, sizeof sql, fixture_sql, maps, experiment);
    ASSERT_OK(store_open(file, false, store, &error), &error);
    ASSERT_OK(store_execute(*store, sql, &error), &error);
}
