-- title: Timed in batches
-- caption: A query that is too short for one interval of the clock is asked several times in a row, and its time is the interval's share: of the second and later times caches know it already. For each solver how many of its samples came from such batches, and the largest batch. What is not listed here was timed one query an interval.
-- empty: each sample is of one query
SELECT member.part, map.label AS map, solver.spec AS solver, protocol, sum(samples) AS samples,
       sum(batched) AS "in batches", round(100.0 * sum(batched) / sum(samples), 1) AS "in batches, %",
       max(batch_most) AS "largest batch"
FROM member JOIN chosen USING (experiment) JOIN bracket USING (attempt_id)
JOIN cell USING (cell_id) JOIN solver USING (solver_id)
JOIN query_set ON query_set.query_set_id = cell.query_set_id JOIN map USING (map_id)
GROUP BY member.experiment, member.part, map.label, solver.solver_id, protocol HAVING sum(batched) > 0
ORDER BY member.experiment, member.part, map.label, protocol, solver.spec;
