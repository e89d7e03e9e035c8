-- What paper/experiments/golden.exp must give on every machine: no time, no memory, only what the sources decide.
.headers on
.mode tabs
SELECT member.part, map.label, map.hash AS map, query.number, start_x || ',' || start_y AS start,
       goal_x || ',' || goal_y AS goal, solver.spec AS solver, answer.verdict, straight, diagonal,
       CASE WHEN map.kind <> 'grid' THEN printf('%.9f', answer.length) END AS length, path_cells,
       path_hash, nodes, edges, cached_cells, expanded, generated, pushed, popped, stale, inserted, refined,
       scanned, restarts, attempt.vertices, attempt.faces
FROM member
JOIN cell USING (cell_id)
JOIN attempt ON attempt.attempt_id = (SELECT max(attempt_id) FROM attempt AS other WHERE other.cell_id = cell.cell_id)
JOIN answer ON answer.attempt_id = attempt.attempt_id
JOIN query USING (query_id)
JOIN query_set ON query_set.query_set_id = query.query_set_id
JOIN map USING (map_id)
JOIN solver ON solver.solver_id = cell.solver_id
WHERE member.experiment = 'golden'
ORDER BY member.part, map.label, map.hash, query_set.hash, query.number, member.position;
