-- title: K and width of entrances: what nothing else beats
-- caption: Every K from 4 to 128 with transitions at either end of entrances of wide cells or more (inf: always one in the middle), move=4, style=plain. On the front are the settings for which no other is at once as fast (or faster), as near to the optimum and not equal in both; the figure shows the front alone. 'front of three' also counts the memory of the index.
-- experiment: study
-- parts: pareto pareto-real
WITH own AS (
    SELECT label, k, wide, solver_id, max(n) FILTER (WHERE metric = 'query_ns:warm') AS pairs,
           max(mean) FILTER (WHERE metric = 'query_ns:warm') / 1e3 AS us,
           max(mean) FILTER (WHERE metric = 'excess') * 100 AS excess,
           max(mean) FILTER (WHERE metric = 'prepare_ns') / 1e6 AS prepare_ms,
           max(mean) FILTER (WHERE metric = 'nodes') AS nodes,
           max(mean) FILTER (WHERE metric = 'index_bytes') / 1048576 AS mib
    FROM measured
    WHERE experiment = 'study' AND part IN ('pareto', 'pareto-real') AND solver = 'hpa' AND against IS NULL
    GROUP BY label, solver_id)
SELECT label AS map, k AS K, wide, pairs, round(us, 2) AS "query, us", round(excess, 3) AS "excess, %",
       round(prepare_ms, 2) AS "prepare, ms", round(nodes) AS nodes, round(mib, 2) AS "index, MiB",
       NOT EXISTS (SELECT 1 FROM own AS other WHERE other.label = own.label AND other.us <= own.us
                   AND other.excess <= own.excess AND (other.us < own.us OR other.excess < own.excess)) AS front,
       NOT EXISTS (SELECT 1 FROM own AS other WHERE other.label = own.label AND other.us <= own.us
                   AND other.excess <= own.excess AND other.mib <= own.mib
                   AND (other.us < own.us OR other.excess < own.excess OR other.mib < own.mib)) AS "front of three"
FROM own ORDER BY label DESC, us;
