-- The tables that people read: views of those of schema.sql, of whose version a change here is, too.

-- Solvers with the parameters that people choose rows by. A view that needs them joins this one as `solver`.
CREATE VIEW solver_chosen AS
    SELECT solver_id, spec, name, move,
           json_extract(parameters, '$.style') AS style,
           json_extract(parameters, '$.k') AS k,
           json_extract(parameters, '$.wide') AS wide,
           json_extract(parameters, '$.tie') AS tie,
           json_extract(parameters, '$.inside') AS inside,
           json_extract(parameters, '$.mesh') AS mesh,
           json_extract(parameters, '$.build') AS build,
           json_extract(parameters, '$.portal') AS portal,
           json_extract(parameters, '$.clamp') AS clamp,
           json_extract(parameters, '$.funnel') AS funnel
    FROM solver;

-- One row for each cell of each group of an experiment: what people ask first. Times in microseconds a query,
-- medians over repeats. Compare solvers on the same `query` of one experiment and group only: other pairs, and
-- blocks of another hour, are another measurement.
CREATE VIEW result AS
    SELECT member.experiment, member.part, map.label, map.family, map.kind, map.width, map.height, map.seed,
           map.vertex_count, query_set.spec AS query, solver.name AS solver,
           solver.style, solver.k, solver.wide, solver.tie, solver.mesh, solver.build, solver.portal,
           solver.clamp, solver.funnel,
           solver.move, solver.spec, attempt.nodes, attempt.edges, attempt.vertices, attempt.faces,
           attempt.prepare_ns / 1e6 AS prepare_ms, attempt.index_bytes,
           query_time.protocol, query_time.mean_us, answers.queries,
           100 * answers.excess AS excess_percent, 100 * answers.worst AS worst_percent, answers.expanded,
           member.attempt_id, attempt.block_id, map.map_id, solver.solver_id
    FROM member JOIN attempt USING (attempt_id) JOIN cell ON cell.cell_id = member.cell_id
    JOIN query_set USING (query_set_id) JOIN map USING (map_id)
    JOIN solver_chosen AS solver USING (solver_id)
    JOIN (SELECT attempt_id, count(*) AS queries, avg(excess) AS excess, max(excess) AS worst,
                 avg(expanded) AS expanded
          FROM answer GROUP BY attempt_id) AS answers USING (attempt_id)
    LEFT JOIN (SELECT attempt_id, protocol, avg(ns) / 1000 AS mean_us
               FROM (SELECT answer.attempt_id, answer_id, protocol, avg(1.0 * ns / batch) AS ns
                     FROM (SELECT answer_id, protocol, ns, batch,
                                  row_number() OVER (PARTITION BY answer_id, protocol ORDER BY 1.0 * ns / batch) AS place,
                                  count(*) OVER (PARTITION BY answer_id, protocol) AS n FROM sample) AS ordered
                     JOIN answer USING (answer_id)
                     WHERE place IN ((n + 1) / 2, (n + 2) / 2)
                     GROUP BY answer_id, protocol)
               GROUP BY attempt_id, protocol) AS query_time
        ON query_time.attempt_id = member.attempt_id
           AND iif(query_time.protocol = 'warm', member.warm, member.interleaved)
    WHERE attempt.verdict = 'done';

-- What an experiment asks for and does not have, stated gaps apart.
CREATE VIEW missing AS
    SELECT planned.experiment, planned.part, planned.map, planned.query, planned_solver.solver
    FROM planned JOIN planned_solver USING (experiment, part)
    WHERE (planned.experiment, planned.part, planned.map) NOT IN (SELECT experiment, part, spec FROM gap)
    EXCEPT
    SELECT member.experiment, member.part, map.spec, query_set.spec, solver.spec
    FROM member JOIN cell USING (cell_id) JOIN query_set USING (query_set_id) JOIN map USING (map_id)
    JOIN solver USING (solver_id)
    WHERE attempt_id IS NOT NULL;

-- The experiment that stands for each name: its full size where there are rows of it, else its QUICK variant.
CREATE VIEW chosen AS
    SELECT name, min(experiment) AS experiment, min(experiment) <> name AS quick
    FROM (SELECT DISTINCT experiment,
                 CASE WHEN experiment LIKE '%-quick' THEN substr(experiment, 1, length(experiment) - 6)
                      ELSE experiment END AS name
          FROM member)
    GROUP BY name;

-- The summary for people: what was compared in words, of the chosen experiments. `experiment` is the name
-- without '-quick', so that a query works on both sizes; against_… is the other solver of a ratio, else NULL.
CREATE VIEW measured AS
    SELECT chosen.name AS experiment, chosen.quick, summary.part, summary.label,
           solver.name AS solver, solver.move,
           solver.style, solver.k, solver.wide, solver.tie, solver.inside, solver.mesh, solver.build,
           solver.portal, solver.clamp, solver.funnel, other.name AS against, other.style AS against_style,
           other.k AS against_k, other.tie AS against_tie, other.inside AS against_inside,
           other.mesh AS against_mesh, other.build AS against_build, other.portal AS against_portal,
           other.clamp AS against_clamp, other.funnel AS against_funnel,
           summary.metric, summary.n, summary.maps, summary.mean, summary.low, summary.high, summary.method,
           summary.total_ratio, summary.median, summary.mad, summary.q05, summary.q25, summary.q75,
           summary.q95, summary.worst, summary.worst_query_id,
           solver.spec, other.spec AS against_spec, summary.solver_id, summary.against_id
    FROM summary JOIN chosen USING (experiment)
    JOIN solver_chosen AS solver ON solver.solver_id = summary.solver_id
    LEFT JOIN solver_chosen AS other ON other.solver_id = summary.against_id;

-- Every answer of the chosen experiments, with its ends.
CREATE VIEW answered AS
    SELECT chosen.name AS experiment, chosen.quick, member.part, map.label, map.spec AS map, map.seed,
           solver.name AS solver, solver.move,
           solver.style, solver.k, solver.tie, solver.mesh, solver.build, solver.portal, solver.clamp,
           solver.funnel,
           query.number, query.start_x, query.start_y, query.goal_x, query.goal_y,
           optimum.length AS optimum, answer.*, cell.solver_id, map.map_id
    FROM member JOIN chosen USING (experiment) JOIN cell USING (cell_id)
    JOIN attempt ON attempt.attempt_id = member.attempt_id AND attempt.verdict = 'done'
    JOIN answer ON answer.attempt_id = member.attempt_id JOIN query USING (query_id)
    JOIN query_set ON query_set.query_set_id = query.query_set_id JOIN map USING (map_id)
    JOIN solver_chosen AS solver ON solver.solver_id = cell.solver_id
    LEFT JOIN optimum ON optimum.query_id = query.query_id AND optimum.move = solver.move;

-- A query as the words that `taut solve` takes: the witness that anyone can check.
CREATE VIEW witness AS
    SELECT query_id, map.spec AS map, map.seed, number,
           '--map ' || map.spec || ' --from ' || start_x_text || ',' || start_y_text
                    || ' --to ' || goal_x_text || ',' || goal_y_text
                    || iif(map.kind = 'grid' AND typeof(start_x) = 'real', ' --points', '') AS words
    FROM (SELECT *, -- reals with all their digits, so that the same query is asked
                 CASE typeof(start_x) WHEN 'real' THEN printf('%!.17g', start_x) ELSE start_x END AS start_x_text,
                 CASE typeof(start_y) WHEN 'real' THEN printf('%!.17g', start_y) ELSE start_y END AS start_y_text,
                 CASE typeof(goal_x) WHEN 'real' THEN printf('%!.17g', goal_x) ELSE goal_x END AS goal_x_text,
                 CASE typeof(goal_y) WHEN 'real' THEN printf('%!.17g', goal_y) ELSE goal_y END AS goal_y_text
          FROM query) AS asked
    JOIN query_set USING (query_set_id) JOIN map USING (map_id);
