-- title: A second level, against the size of the map
-- caption: Clusters of 16, super clusters of 4 x 4 of them, ways searched on demand (refine=search), move=4. Both give paths of the same length, since inside the super clusters of the ends the first level is searched. What the second level saves of the search and what it costs of preparation and memory.
-- experiment: d2
-- parts: levels
WITH own AS (
    SELECT measured.label, coalesce(json_extract(parameters, '$.levels'), 1) AS levels, solver_id,
           max(mean) FILTER (WHERE metric = 'query_ns:warm') AS ns,
           max(measured.low) FILTER (WHERE metric = 'query_ns:warm') AS low,
           max(measured.high) FILTER (WHERE metric = 'query_ns:warm') AS high,
           max(n) FILTER (WHERE metric = 'query_ns:warm') AS pairs,
           max(mean) FILTER (WHERE metric = 'expanded') AS expanded,
           max(mean) FILTER (WHERE metric = 'pushed') AS pushed,
           max(mean) FILTER (WHERE metric = 'excess') AS excess,
           max(mean) FILTER (WHERE metric = 'prepare_ns') AS prepare,
           max(mean) FILTER (WHERE metric = 'edges') AS edges,
           max(mean) FILTER (WHERE metric = 'index_bytes') AS bytes
    FROM measured JOIN solver USING (solver_id)
    WHERE experiment = 'd2' AND part = 'levels' AND against IS NULL
    GROUP BY measured.label, solver_id)
SELECT 'levels = ' || levels AS line, label AS map, CAST(substr(label, 7) AS INTEGER) AS side, pairs,
       round(ns / 1e3, 2) AS "query, us", round(low / 1e3, 2) AS low, round(high / 1e3, 2) AS high,
       round(expanded) AS expanded, round(pushed) AS pushed, round(100 * excess, 3) AS "excess, %",
       round(prepare / 1e6, 1) AS "prepare, ms", edges, round(bytes / 1048576, 2) AS "index, MiB"
FROM own ORDER BY levels, side;
