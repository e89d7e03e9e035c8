-- title: How near to the shortest any-angle path, and at what cost?
-- caption: Ways of searching a grid, all against one exact optimum: that under `any`, straight lines anywhere in free space, between the centres of start and goal. 'excess own' is over the optimum of the rule by which the way moves (A* and HPA* by 8), 'excess any' over the common one; means, with 95 % intervals by map where there are ten or more. Smoothed paths leave out corners: 'greedy' a line ends before the first cell that it cannot reach, 'farthest' it goes to the last one that it can. Times are of queries taken in turns (as many as 'timed' says, spread over the same lengths), median and quartiles; 'times A*' is the median, query by query, of the ratio to A* in the same block; 'prepare' is what is built once a map, for the ways in the plane with the conversion of the grid. The figure is of the benchmark maps, where they are there: 100 rows a map, spread over their lengths. Detour, as games have it, is a plug-in (`make plugins`) that refuses maps of more vertices than it holds: where 'maps' is fewer its row is of easier maps than the others' (`make detour` compares on the maps that it takes).
-- experiment: anyangle
-- parts: anyangle-rooms anyangle
WITH asked AS (
    SELECT CASE answered.part WHEN 'anyangle-time' THEN 'anyangle' ELSE answered.part END AS part,
           answered.part <> 'anyangle-time' AS counts, answered.map_id, answered.solver_id, answered.query_id, answered.attempt_id,
           answered.verdict, answered.excess,
           CASE answered.move WHEN 'any' THEN answered.excess
                              ELSE answered.length / nullif(open.length, 0) - 1 END AS excess_any,
           (SELECT avg(1.0 * ns / batch) FROM sample
            WHERE sample.answer_id = answered.answer_id AND protocol = 'interleaved') AS ns
    FROM answered LEFT JOIN optimum AS open ON open.query_id = answered.query_id AND open.move = 'any'
    WHERE experiment = 'anyangle' AND part IN ('anyangle', 'anyangle-time', 'anyangle-rooms')
), own AS (
    SELECT * FROM asked WHERE counts
), compared AS (
    SELECT asked.*, ns / max(CASE WHEN name = 'astar' THEN ns END) OVER (PARTITION BY part, query_id) AS ratio
    FROM asked JOIN solver USING (solver_id) WHERE ns IS NOT NULL
), timed AS (
    SELECT part, solver_id, attempt_id, ns, ratio,
           row_number() OVER (PARTITION BY part, solver_id ORDER BY ns) AS place,
           row_number() OVER (PARTITION BY part, solver_id ORDER BY ratio NULLS LAST) AS ratio_place,
           count(*) OVER (PARTITION BY part, solver_id) AS n,
           count(ratio) OVER (PARTITION BY part, solver_id) AS ratio_n
    FROM compared
), time AS (
    SELECT part, solver_id, max(n) AS n, max(CASE WHEN place = (n + 3) / 4 THEN ns END) AS q25,
           max(CASE WHEN place = (n + 1) / 2 THEN ns END) AS q50,
           max(CASE WHEN place = (3 * n + 3) / 4 THEN ns END) AS q75, avg(ns) AS mean,
           max(CASE WHEN ratio_place = (ratio_n + 1) / 2 THEN ratio END) AS ratio
    FROM timed GROUP BY part, solver_id
), ordered AS (
    SELECT own.*,
           row_number() OVER (PARTITION BY part, solver_id, excess_any IS NULL ORDER BY excess_any) AS excess_place,
           count(*) OVER (PARTITION BY part, solver_id) AS n,
           count(excess_any) OVER (PARTITION BY part, solver_id) AS excess_n
    FROM own
), by_map AS (
    SELECT part, solver_id, map_id, avg(excess_any) AS mean FROM own GROUP BY part, solver_id, map_id
), spread AS (
    SELECT part, solver_id, count(*) AS maps, CASE WHEN count(*) >= 10 THEN
               1.96 * sqrt(max(0, avg(mean * mean) - avg(mean) * avg(mean)) / (count(*) - 1)) END AS half
    FROM by_map GROUP BY part, solver_id
), built AS (
    SELECT part, solver_id, avg(prepare_ns) AS prepare_ns, avg(index_bytes) AS index_bytes
    FROM (SELECT DISTINCT part, solver_id, attempt_id FROM timed) JOIN attempt USING (attempt_id)
    GROUP BY part, solver_id
), row AS (
    SELECT part, solver_id, max(n) AS n, avg(excess) AS excess, avg(excess_any) AS excess_any,
           max(CASE WHEN excess_place = (19 * excess_n + 19) / 20 THEN excess_any END) AS q95,
           max(excess_any) AS worst, avg(excess_any <= 1e-9) AS shortest,
           sum(verdict = 'invalid') AS invalid
    FROM ordered GROUP BY part, solver_id
)
SELECT CASE solver.name WHEN 'astar' THEN 'A*' WHEN 'hpa' THEN 'HPA*' WHEN 'theta' THEN 'Theta*'
                        WHEN 'lazytheta' THEN 'Lazy Theta*' WHEN 'visgraph' THEN 'visibility graph'
                        WHEN 'polyanya' THEN 'Polyanya, ' || json_extract(parameters, '$.mesh')
                        WHEN 'detour' THEN 'Detour, ' || json_extract(parameters, '$.mesh')
                        WHEN 'navmesh' THEN 'navmesh, ' || json_extract(parameters, '$.portal')
                        WHEN 'smooth' THEN CASE json_extract(parameters, '$.of') WHEN 'hpa' THEN 'HPA*' ELSE 'A*' END
                             || ', smoothed ' || json_extract(parameters, '$.way') ELSE solver.name END AS way,
       CASE part WHEN 'anyangle' THEN 'benchmarks' ELSE 'generated rooms' END AS of, solver.move AS moves,
       row.n AS queries, spread.maps, row.invalid, time.n AS timed, round(100 * row.excess, 3) AS "excess own, %",
       round(100 * row.excess_any, 3) AS "excess any, %",
       round(100 * max(0, row.excess_any - half), 3) AS low, round(100 * (row.excess_any + half), 3) AS high,
       round(100 * q95, 2) AS "q95, %", round(100 * worst, 2) AS "worst, %",
       round(100 * shortest, 1) AS "shortest to 1e-9, %",
       round(time.ratio, 3) AS "times A*",
       round(q50 / 1e3, 2) AS "query, us", round(q25 / 1e3, 2) AS "lower quartile",
       round(q75 / 1e3, 2) AS "upper quartile", round(time.mean / 1e3, 2) AS "mean, us",
       round(prepare_ns / 1e6, 3) AS "prepare, ms", round(index_bytes / 1048576.0, 3) AS "index, MiB",
       max(spread.maps) OVER (PARTITION BY part) AS "all maps",
       part = max(part) FILTER (WHERE part = 'anyangle') OVER () OR
           max(part) FILTER (WHERE part = 'anyangle') OVER () IS NULL AS drawn,
       (SELECT words || CASE solver.name WHEN 'detour' THEN ' --plugin .build/plugins/detour.so' ELSE '' END
                     || ' --solver ' || solver.spec FROM own JOIN witness USING (query_id)
        WHERE own.part = row.part AND own.solver_id = row.solver_id AND own.excess_any = row.worst AND row.worst > 0
        ORDER BY own.query_id LIMIT 1) AS "witness of the worst"
FROM row JOIN spread USING (part, solver_id) JOIN built USING (part, solver_id) JOIN time USING (part, solver_id)
JOIN solver USING (solver_id)
ORDER BY coalesce(max(row.excess_any) FILTER (WHERE part = 'anyangle') OVER (PARTITION BY solver_id),
                  row.excess_any), solver_id, part;
