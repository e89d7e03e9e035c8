-- title: Document D2's table, measured here
-- caption: HPA* against A*, both written as the document writes them (style=published), on 300 random pairs a row (30 on each of 10 maps), 4 neighbours. gain: how many times A*'s mean query time is HPA*'s, with its 95 % interval by map; one method over all pairs (warm), which is how we read the document, and the methods taking turns. excess: how much longer than optimal, mean with interval, quantiles; the worst has no interval but a witness: run it with `taut solve`. Times are of this machine, published ones of an Apple M3: only ratios compare.
-- experiment: d2
-- parts: table256 table1024 noise1024
WITH line (place, part, label, solver, k, prepare_id, time_id, gain_id, mean_id, worst_id) AS (VALUES
    (1, 'table256', 'rooms 256', 'astar', NULL, NULL, 'D2.2.1', NULL, NULL, NULL),
    (2, 'table256', 'rooms 256', 'hpa', 16, 'D2.2.2', 'D2.2.3', 'D2.2.6', 'D2.2.4', 'D2.2.5'),
    (3, 'table1024', 'rooms 1024', 'astar', NULL, NULL, 'D2.3.1', NULL, NULL, NULL),
    (4, 'table1024', 'rooms 1024', 'hpa', 16, 'D2.3.2', 'D2.3.3', 'D2.3.6', 'D2.3.4', 'D2.3.5'),
    (5, 'table1024', 'rooms 1024', 'hpa', 32, 'D2.3.8', 'D2.3.9', 'D2.3.12', 'D2.3.10', 'D2.3.11'),
    (6, 'noise1024', 'noise 1024', 'astar', NULL, NULL, 'D2.4.1', NULL, NULL, NULL),
    (7, 'noise1024', 'noise 1024', 'hpa', 32, 'D2.4.2', 'D2.4.3', 'D2.4.6', 'D2.4.4', 'D2.4.5')),
own AS (SELECT * FROM measured WHERE experiment = 'd2' AND style = 'published' AND against IS NULL),
gain AS (SELECT * FROM measured WHERE experiment = 'd2' AND style = 'published' AND against = 'astar'
         AND against_style = 'published')
SELECT line.label AS map,
       CASE line.solver WHEN 'astar' THEN 'A*' ELSE 'HPA* K=' || line.k END AS method,
       warm.n AS pairs,
       (SELECT CAST(published AS REAL) FROM claim WHERE claim_id = prepare_id) AS "prepare published, ms",
       round(prepare.mean / 1e6, 1) AS "prepare, ms",
       (SELECT CAST(published AS REAL) FROM claim WHERE claim_id = time_id) AS "query published, us",
       round(warm.mean / 1e3, 1) AS "query, us",
       (SELECT CAST(published AS REAL) FROM claim WHERE claim_id = gain_id) AS "gain published",
       round(ratio.mean, 2) AS "gain",
       round(ratio.low, 2) || ' to ' || round(ratio.high, 2) AS "gain 95 %",
       round(turns.mean, 2) AS "gain, turns",
       (SELECT CAST(published AS REAL) FROM claim WHERE claim_id = mean_id) AS "excess published, %",
       round(100 * excess.mean, 2) AS "excess, %",
       round(100 * excess.low, 2) || ' to ' || round(100 * excess.high, 2) AS "excess 95 %",
       round(100 * excess.median, 2) AS "median, %",
       round(100 * excess.q95, 2) AS "q95, %",
       (SELECT CAST(published AS REAL) FROM claim WHERE claim_id = worst_id) AS "worst published, %",
       round(100 * excess.worst, 1) AS "worst, %",
       words || ' --solver ' || excess.spec AS "witness of the worst"
FROM line
JOIN own AS warm ON warm.part = line.part AND warm.label = line.label AND warm.solver = line.solver
     AND warm.k IS line.k AND warm.metric = 'query_ns:warm'
LEFT JOIN own AS prepare ON line.solver = 'hpa' AND prepare.part = line.part AND prepare.label = line.label
     AND prepare.solver_id = warm.solver_id AND prepare.metric = 'prepare_ns'
LEFT JOIN own AS excess ON line.solver = 'hpa' AND excess.part = line.part AND excess.label = line.label
     AND excess.solver_id = warm.solver_id AND excess.metric = 'excess'
LEFT JOIN gain AS ratio ON ratio.part = line.part AND ratio.label = line.label
     AND ratio.solver_id = warm.solver_id AND ratio.metric = 'query_ns:warm'
LEFT JOIN gain AS turns ON turns.part = line.part AND turns.label = line.label
     AND turns.solver_id = warm.solver_id AND turns.metric = 'query_ns:interleaved'
LEFT JOIN witness ON witness.query_id = excess.worst_query_id
ORDER BY place;
