-- title: Which method for which map?
-- caption: Document D2's closing table, computed: the mean time of a query, what is built beforehand, and the excess of each method on each kind of map. The figure shows how many times as fast as A* each is, written as plainly, under the same rule of movement. 'best' marks the fastest method of a map and rule, and the fastest of those that promise shortest paths; 'pays after' is the number of queries after which a method has made up for its preparation against A*. A flow field answers every query to one goal after one flood, which the queries here, all to other goals, do not use. Empty: a method refused the map. `make study` adds four directions on the real maps.
-- experiment: d2
-- parts: decide decide-eight decide-real
WITH own AS (
    SELECT part, label, measured.move, solver, solver.spec, guarantee, solver_id,
           max(n) FILTER (WHERE metric = 'query_ns:warm') AS pairs,
           max(mean) FILTER (WHERE metric = 'query_ns:warm') / 1e3 AS us,
           max(q95) FILTER (WHERE metric = 'query_ns:warm') / 1e3 AS us95,
           max(mean) FILTER (WHERE metric = 'excess') * 100 AS excess,
           max(mean) FILTER (WHERE metric = 'prepare_ns') / 1e6 AS prepare_ms,
           max(mean) FILTER (WHERE metric = 'index_bytes') / 1048576 AS mib,
           max(mean) FILTER (WHERE metric = 'expanded') AS expanded
    FROM measured JOIN solver USING (solver_id)
    WHERE (experiment = 'd2' AND part IN ('decide', 'decide-eight', 'decide-real')
           OR experiment = 'study' AND part = 'decide-real-four') AND against IS NULL
    GROUP BY part, label, solver_id),
plain AS (SELECT part, label, us, prepare_ms FROM own WHERE solver = 'astar' AND spec NOT LIKE '%w=150%')
SELECT own.solver || CASE WHEN spec LIKE '%w=150%' THEN ' w = 1.5' WHEN own.solver = 'hpa' THEN ' K = ' || substr(spec, instr(spec, ',k=') + 3,
                                                                     instr(spec, ',wide') - instr(spec, ',k=') - 3)
                          ELSE '' END || ', move ' || own.move AS method,
       own.label AS map, dense_rank() OVER (ORDER BY own.part LIKE 'decide-real%', substr(own.label, 1, 5) DESC, length(own.label), own.label)
           AS column, own.pairs,
       round(own.us, 2) AS "query, us", round(own.us95, 2) AS "q95, us", round(plain.us / own.us, 3) AS "times as fast as A*",
       round(own.excess, 3) AS "excess, %",
       round(own.prepare_ms, 2) AS "prepare, ms", round(own.mib, 2) AS "index, MiB", round(own.expanded) AS expanded,
       trim(CASE WHEN own.us = min(own.us) OVER (PARTITION BY own.part, own.label) THEN 'fastest' ELSE '' END
            || CASE WHEN own.us = min(CASE WHEN own.guarantee = 'optimal' THEN own.us END)
                                  OVER (PARTITION BY own.part, own.label)
                    THEN ', fastest optimal' ELSE '' END, ', ') AS best,
       CASE WHEN own.solver <> 'astar' AND own.us < plain.us
            THEN round(max(0, 1e3 * (own.prepare_ms - plain.prepare_ms) / (plain.us - own.us))) END AS "pays after, queries"
FROM own LEFT JOIN plain USING (part, label)
ORDER BY own.move, own.solver, own.spec, own.part, own.label;
