-- title: One cell changes: update or build again?
-- caption: The mean time to bring the graph up to date after one cell was blocked or opened, against building it anew (move=4). It is what preparation took longer with edits (each a random cell blocked, and opened again) over the number of updates; the caller's own pass over the map's costs is not in it. An update makes the cell's cluster anew and, where the cell lies on a border, those across it; the second level's super cluster above them as well.
-- experiment: d2
-- parts: update
WITH own AS (
    SELECT map.label, map.map_id, json_extract(parameters, '$.k') AS k,
           coalesce(json_extract(parameters, '$.levels'), 1) AS levels,
           coalesce(json_extract(parameters, '$.edits'), 0) AS edits, attempt.prepare_ns, attempt.nodes
    FROM member JOIN chosen USING (experiment) JOIN cell USING (cell_id)
    JOIN attempt ON attempt.attempt_id = member.attempt_id AND attempt.verdict = 'done'
    JOIN query_set USING (query_set_id) JOIN map USING (map_id) JOIN solver ON solver.solver_id = cell.solver_id
    WHERE chosen.name = 'd2' AND member.part = 'update'),
pair AS (
    SELECT label, k, levels, plain.prepare_ns AS rebuild, plain.nodes,
           (worn.prepare_ns - plain.prepare_ns) / (2.0 * worn.edits) AS one, worn.edits * 2 AS updates
    FROM own AS plain JOIN own AS worn USING (label, map_id, k, levels)
    WHERE plain.edits = 0 AND worn.edits > 0)
SELECT label || CASE levels WHEN 2 THEN ', two levels' ELSE '' END AS line, k AS K, count(*) AS maps,
       max(updates) AS "updates a map", round(avg(nodes)) AS nodes, round(avg(rebuild) / 1e3, 1) AS "rebuild, us",
       round(avg(one) / 1e3, 2) AS "update, us", round(avg(rebuild) / avg(one), 1) AS "rebuild : update"
FROM pair GROUP BY label, levels, k
ORDER BY label DESC, levels, k;
