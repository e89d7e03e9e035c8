-- title: Document D0's share of shortest paths against the tolerance
-- caption: The share of queries whose path is longer than the optimum by no more than the tolerance, a part of the optimum; logarithmic. Bars are 95 % intervals by map, from the linearised variance of a ratio (Cochran, "Sampling techniques", 1977, section 6.3). 'as published' is the document's own mesh and funnel: it turns at corners of trapezoids that were computed on an obstacle's edge, so that exact comparison finds up to 1 in 50 of its paths longer by a rounding. The document says 72 % (midpoint) and 94 % (line), and no tolerance: anything from 1e-12 to 1e-3 gives the same.
-- experiment: d0
-- parts: table
WITH RECURSIVE step (i, tolerance) AS (
    SELECT 0, 1e-16 UNION ALL
    SELECT i + 1, CAST(printf('%.0e', tolerance * CASE WHEN i < 12 THEN 10 WHEN i % 2 = 0 THEN 3 ELSE 10 / 3.0 END) AS REAL)
    FROM step WHERE i < 20),
own AS (SELECT portal || CASE build WHEN 'published' THEN ', as published' ELSE '' END AS line, map_id,
               CASE verdict WHEN 'optimal' THEN 0 ELSE excess END AS excess
        FROM answered WHERE experiment = 'd0' AND part = 'table' AND solver = 'navmesh' AND verdict <> 'no-path'),
by_map AS MATERIALIZED (SELECT line, i, tolerance, map_id, count(*) AS n, sum(coalesce(excess <= tolerance, 0)) AS y
                        FROM own, step GROUP BY line, i, map_id),
share AS (SELECT line, i, sum(n) AS n, count(*) AS maps, 1.0 * sum(y) / sum(n) AS p FROM by_map GROUP BY line, i),
spread AS (SELECT line, i, share.n, maps, p, max(tolerance) AS tolerance,
                  sqrt(sum((y - p * by_map.n) * (y - p * by_map.n)) * maps / (maps - 1.0)) / share.n AS error
           FROM share JOIN by_map USING (line, i) GROUP BY line, i)
SELECT line, tolerance, n AS queries, maps, round(100 * p, 2) AS "share, %",
       round(100 * (p - 1.96 * error), 2) AS low, round(100 * (p + 1.96 * error), 2) AS high
FROM spread
ORDER BY CASE line WHEN 'midpoint' THEN 1 WHEN 'line' THEN 2 WHEN 'nearest' THEN 3 WHEN 'centre' THEN 4 ELSE 5 END, line, i;
