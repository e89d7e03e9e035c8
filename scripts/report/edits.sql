-- title: One obstacle goes or comes: update or build again?
-- caption: The mean time to bring a mesh up to date after one obstacle was taken out or put back, against building it from the map, with what locates points in it (reading the map and making it of its rings is not counted). It is what preparation took longer with 2001 edits than with one (each a random obstacle taken out, and put back) over the number of updates. Only the faces that the obstacle touches are made anew; the mesh is the same bit for bit, but for merged, where faces are joined otherwise. Packing is what preparation took longer with one edit than with none: making the form that changes, and sorting and numbering it for a search; that grows with the map.
-- experiment: edits
WITH own AS (
    SELECT map.label, map.map_id, json_extract(parameters, '$.mesh') AS mesh,
           coalesce(json_extract(parameters, '$.edits'), 0) AS edits, attempt.prepare_ns, attempt.faces
    FROM member JOIN chosen USING (experiment) JOIN cell USING (cell_id)
    JOIN attempt ON attempt.attempt_id = member.attempt_id AND attempt.verdict = 'done'
    JOIN query_set USING (query_set_id) JOIN map USING (map_id) JOIN solver ON solver.solver_id = cell.solver_id
    WHERE chosen.name = 'edits'),
trio AS (
    SELECT label, mesh, plain.faces, plain.prepare_ns AS rebuild, one.prepare_ns - plain.prepare_ns AS pack,
           (worn.prepare_ns - one.prepare_ns) / (2.0 * (worn.edits - one.edits)) AS change,
           2 * worn.edits AS changes
    FROM own AS plain JOIN own AS one USING (label, map_id, mesh) JOIN own AS worn USING (label, map_id, mesh)
    WHERE plain.edits = 0 AND one.edits = 1 AND worn.edits > 1)
SELECT label, mesh, count(*) AS maps, max(changes) AS "changes a map", round(avg(faces)) AS faces,
       round(avg(rebuild) / 1e3) AS "rebuild, us", round(avg(change) / 1e3, 1) AS "update, us",
       round(avg(rebuild) / avg(change)) AS "rebuild : update", round(avg(pack) / 1e3) AS "pack, us"
FROM trio GROUP BY label, mesh ORDER BY avg(faces), mesh;
