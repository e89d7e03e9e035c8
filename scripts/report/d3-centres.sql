-- title: Before a string is pulled: paths over the centres of faces
-- caption: Document D3's A* goes from centre to centre. It does not say whether the lines between two centres pass through the portal. Straight lines leave the free space as often as the column says; through the portals (where the line meets them, kept off their ends by 0.02 of their width) or over their middles a path is always valid. How much longer than the shortest path each is, and how often it bends although the shortest path is one line. Judged on the same channels; the last row is the string.
-- experiment: d3
-- parts: centres
WITH own AS MATERIALIZED (
    SELECT answered.solver_id, query_id, funnel, answered.verdict, excess, answered.length, path_cells
    FROM answered WHERE experiment = 'd3' AND part = 'centres' AND answered.verdict NOT LIKE 'no-path%'),
one_line AS MATERIALIZED (SELECT query_id FROM optimum
                          WHERE move = 'any' AND instr(substr(chain, instr(chain, ' ') + 1), ' ') = 0)
SELECT coalesce(parameters ->> 'join', 'string pulled') AS path, count(*) AS queries,
       round(100 * avg(own.verdict = 'invalid'), 2) AS "invalid, %", round(100 * avg(own.verdict = 'optimal'), 2) AS "shortest, %",
       round(100 * avg(excess), 2) AS "mean excess of the valid, %", round(100 * max(excess), 1) AS "worst, %",
       round(avg(path_cells), 2) AS points,
       round(100.0 * sum(path_cells > 2 AND query_id IN (SELECT query_id FROM one_line))
             / sum(query_id IN (SELECT query_id FROM one_line)), 2) AS "bends where one line is shortest, %",
       (SELECT words || ' --solver ' || spec FROM own AS bad JOIN witness USING (query_id)
        WHERE bad.solver_id = own.solver_id AND bad.verdict = 'invalid' ORDER BY query_id LIMIT 1) AS "witness of an invalid one"
FROM own JOIN solver USING (solver_id)
GROUP BY own.solver_id
ORDER BY parameters ->> 'join' IS NULL, "invalid, %" DESC, "mean excess of the valid, %";
