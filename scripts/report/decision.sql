-- title: Which method for which map, and for how many queries?
-- caption: The method that takes least time in all, preparation included, for so many queries between random ends on one map; of all, and of those that promise shortest paths. Times in microseconds a query. A* is given for comparison: what its queries take. Rules of movement are not comparable: four directions (a step costs the cell entered), eight without cutting corners. Not in it, for other reasons than time: a flow field (for one goal), a navigation mesh (no grid).
-- experiment: d2
-- parts: decide decide-eight decide-real
WITH own AS (
    SELECT part, label, measured.move, solver_id,
           solver || CASE WHEN spec LIKE '%w=150%' THEN ' w = 1.5'
                          WHEN solver = 'hpa' THEN ' K = ' || k ELSE '' END AS method,
           max(mean) FILTER (WHERE metric = 'query_ns:warm') / 1e3 AS us,
           max(mean) FILTER (WHERE metric = 'prepare_ns') / 1e3 AS prepare_us,
           (SELECT guarantee FROM solver WHERE solver.solver_id = measured.solver_id) AS guarantee
    FROM measured
    WHERE (experiment = 'd2' AND part IN ('decide', 'decide-eight', 'decide-real')
           OR experiment = 'study' AND part = 'decide-real-four') AND against IS NULL AND solver <> 'flowfield'
    GROUP BY part, label, solver_id),
many(queries) AS (VALUES (1), (100), (10000)),
cost AS (SELECT *, us + prepare_us / queries AS each FROM own JOIN many WHERE us IS NOT NULL),
best AS (SELECT part, label, queries, method, min(each) AS each FROM cost GROUP BY part, label, queries),
shortest AS (SELECT part, label, queries, method, min(each) AS each FROM cost WHERE guarantee = 'optimal'
             GROUP BY part, label, queries),
told AS (
    SELECT part, label, queries, best.method || ' ' || round(best.each, 1) AS least,
           shortest.method || ' ' || round(shortest.each, 1) AS least_shortest
    FROM best JOIN shortest USING (part, label, queries))
SELECT own.label AS map, own.move, round(own.us, 1) AS "A*, us",
       max(least) FILTER (WHERE queries = 1) AS "1 query", max(least) FILTER (WHERE queries = 100) AS "100 queries",
       max(least) FILTER (WHERE queries = 10000) AS "10 000 queries",
       max(least_shortest) FILTER (WHERE queries = 1) AS "1, shortest",
       max(least_shortest) FILTER (WHERE queries = 100) AS "100, shortest",
       max(least_shortest) FILTER (WHERE queries = 10000) AS "10 000, shortest"
FROM own JOIN told USING (part, label)
WHERE own.method = 'astar'
GROUP BY own.part, own.label
ORDER BY own.move, own.part LIKE 'decide-real%', substr(own.label, 1, 5) DESC, length(own.label), own.label;
