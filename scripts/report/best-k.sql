-- title: Which K is best?
-- caption: Query time, excess and preparation against the side of a cluster, on 1024x1024 maps; published and plain. The fastest K of each map and style is marked. 'worth it after' is the number of queries after which preparation has paid for itself against A* written the same way; empty where it never does.
-- experiment: d2
-- parts: k
WITH own AS (SELECT * FROM measured WHERE experiment = 'd2' AND part = 'k' AND solver = 'hpa' AND against IS NULL),
wide AS (SELECT label, style, k,
                max(n) FILTER (WHERE metric = 'query_ns:warm') AS pairs,
                max(mean) FILTER (WHERE metric = 'query_ns:warm') / 1e3 AS us,
                max(low) FILTER (WHERE metric = 'query_ns:warm') / 1e3 AS us_low,
                max(high) FILTER (WHERE metric = 'query_ns:warm') / 1e3 AS us_high,
                max(mean) FILTER (WHERE metric = 'excess') * 100 AS excess,
                max(mean) FILTER (WHERE metric = 'prepare_ns') / 1e6 AS prepare_ms,
                max(mean) FILTER (WHERE metric = 'nodes') AS nodes,
                max(mean) FILTER (WHERE metric = 'index_bytes') / 1048576 AS mib
         FROM own GROUP BY label, style, k)
SELECT label AS map, style, k AS K, pairs, round(us, 1) AS "query, us",
       round(us_low, 1) || ' to ' || round(us_high, 1) AS "query 95 %",
       CASE WHEN us = min(us) OVER (PARTITION BY label, style) THEN 'fastest' END AS mark,
       round(excess, 2) AS "excess, %", round(prepare_ms, 1) AS "prepare, ms", round(nodes) AS nodes,
       round(mib, 1) AS "index, MiB",
       CASE WHEN astar_us > us THEN round(1e3 * prepare_ms / (astar_us - us)) END AS "worth it after, queries"
FROM (SELECT wide.*, (SELECT mean / 1e3 FROM measured AS astar WHERE experiment = 'd2'
             AND part IN ('table1024', 'noise1024') AND astar.label = wide.label AND astar.style = wide.style
             AND astar.solver = 'astar' AND coalesce(astar.tie, 'large-g') = 'large-g'
             AND astar.metric = 'query_ns:warm' AND astar.against IS NULL) AS astar_us FROM wide)
ORDER BY label DESC, style DESC, k;
