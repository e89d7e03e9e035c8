-- title: Answers that are wrong, and cells that failed
-- caption: What makes `taut run` exit with 1: paths that are none, a path that was not found, one longer than the solver promises, and cells that crashed, took too long or too much memory. Solvers that do as a document published are not counted: that their paths are wrong is what the claims say. No mean of excess above has a wrong answer in it. The witness is the first such query: run it with `taut solve`.
-- empty: no answer is wrong, and no cell failed
WITH tried AS (
    SELECT attempt_id, min(chosen.name) AS experiment, min(part) AS part, map.label, solver.spec, guarantee,
           json_extract(parameters, '$.w') AS w, attempt.verdict
    FROM member JOIN chosen USING (experiment) JOIN attempt USING (attempt_id)
    JOIN cell ON cell.cell_id = member.cell_id JOIN solver USING (solver_id)
    JOIN query_set USING (query_set_id) JOIN map USING (map_id)
    GROUP BY attempt_id),
faulty AS ( -- The same rule as in record_faults (harness/record_member.c).
    SELECT experiment, part, label, spec, answer.verdict, query_id
    FROM tried JOIN answer USING (attempt_id)
    WHERE answer.verdict = 'impossible'
          OR answer.verdict IN ('invalid', 'no-path-false') AND guarantee <> 'as-published'
          OR answer.verdict = 'suboptimal' AND guarantee = 'optimal'
          OR answer.verdict = 'suboptimal' AND guarantee = 'bounded' AND excess * 100 > w - 100 + 1e-9
    UNION ALL
    SELECT experiment, part, label, spec, verdict, NULL FROM tried WHERE verdict NOT IN ('done', 'refused'))
SELECT experiment, part, label AS map, spec AS solver, faulty.verdict, times,
       witness.words || ' --solver ' || spec AS witness
FROM (SELECT experiment, part, label, spec, verdict, min(query_id) AS first, count(*) AS times
      FROM faulty GROUP BY experiment, part, label, spec, verdict) AS faulty
LEFT JOIN witness ON witness.query_id = faulty.first
ORDER BY 1, 2, 3, 4, 5;
