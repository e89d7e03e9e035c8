-- title: Document D3's findStraightPath: every reading, every repair
-- caption: The string pulled as printed through channels from centre to centre, on document D0's maps; then each reading of what is not printed (which bound determineApex returns, how the winding is told) with the start, which the document leaves out, put before the result; one repair alone; all repairs but one; all. Against the restarting funnel in the same channel: the share of paths that are invalid (they leave the free space, or do not begin at the start), the same, valid but longer, and how much longer these are. After 'printed;' stand the rules that are made right and the reading of determineApex, after 'all right but' those that are not (taut list solvers navmesh says what each is). The share of paths that are the shortest on the map is the channel's doing (document D3, section 3.3).
-- experiment: d3
-- parts: table
WITH reading AS (
    SELECT solver_id, spec, parameters ->> 'funnel' AS funnel,
           rtrim(CASE WHEN parameters ->> 'sides' = 'right' THEN '' ELSE 'sides ' END
                 || CASE WHEN parameters ->> 'narrow' = 'right' THEN '' ELSE 'narrow ' END
                 || CASE WHEN parameters ->> 'apex' = 'crossed' THEN '' ELSE 'apex=' || (parameters ->> 'apex') || ' ' END
                 || CASE WHEN parameters ->> 'again' = 'corner' THEN '' ELSE 'again ' END
                 || CASE WHEN parameters ->> 'begin' = 'kept' THEN '' ELSE 'begin ' END
                 || CASE WHEN parameters ->> 'end' = 'portal' THEN '' ELSE 'end ' END
                 || CASE WHEN parameters ->> 'compare' = 'exact' THEN '' ELSE 'compare=' || (parameters ->> 'compare') END) AS wrong,
           rtrim(CASE WHEN parameters ->> 'begin' = 'kept' THEN 'begin ' ELSE '' END
                 || 'apex=' || (parameters ->> 'apex') || ' '
                 || CASE WHEN parameters ->> 'sides' = 'right' THEN 'sides ' ELSE '' END
                 || CASE WHEN parameters ->> 'narrow' = 'right' THEN 'narrow ' ELSE '' END
                 || CASE WHEN parameters ->> 'again' = 'corner' THEN 'again ' ELSE '' END
                 || CASE WHEN parameters ->> 'end' = 'portal' THEN 'end ' ELSE '' END) AS repaired,
           (parameters ->> 'sides' = 'right') + (parameters ->> 'narrow' = 'right') + (parameters ->> 'apex' = 'crossed')
           + (parameters ->> 'again' = 'corner') + (parameters ->> 'end' = 'portal') + (parameters ->> 'compare' = 'exact') AS repairs
    FROM solver WHERE name = 'navmesh'),
asked AS MATERIALIZED (SELECT DISTINCT member.attempt_id, cell.solver_id
                       FROM chosen JOIN member USING (experiment) JOIN cell USING (cell_id)
                       WHERE chosen.name = 'd3' AND member.part = 'table'),
pulled AS MATERIALIZED (SELECT query_id, length, path_hash FROM asked JOIN reading USING (solver_id) JOIN answer USING (attempt_id)
                        WHERE funnel = 'simple' AND length > 0),
both AS (SELECT asked.solver_id, count(*) AS n, avg(answer.verdict = 'invalid') AS invalid,
                avg(coalesce(abs(answer.length - pulled.length) <= 1e-9 * pulled.length, 0)) AS same,
                avg(answer.path_hash IS pulled.path_hash) AS identical,
                avg(coalesce(answer.length > pulled.length * (1 + 1e-9), 0)) AS longer,
                avg(answer.length / pulled.length - 1) FILTER (WHERE answer.length > pulled.length * (1 + 1e-9)) AS more,
                max(answer.length / pulled.length - 1) AS most, avg(answer.verdict = 'optimal') AS optimal
         FROM asked CROSS JOIN answer USING (attempt_id) JOIN pulled USING (query_id) GROUP BY asked.solver_id)
SELECT CASE WHEN funnel = 'simple' THEN 'the restarting funnel' WHEN wrong = '' THEN 'all right'
            WHEN repairs >= 4 THEN 'all right but ' || wrong ELSE 'printed; ' || repaired END AS reading,
       n AS queries, round(100 * invalid, 2) AS "invalid, %", round(100 * same, 2) AS "same length, %",
       round(100 * identical, 2) AS "same points, %", round(100 * longer, 2) AS "longer, %",
       round(100 * more, 1) AS "these by, %", round(100 * most, 1) AS "worst, %",
       round(100 * optimal, 2) AS "shortest on the map, %",
       spec AS solver
FROM both JOIN reading USING (solver_id)
ORDER BY CASE WHEN funnel = 'simple' THEN 4 WHEN wrong = '' THEN 3 WHEN repairs >= 4 THEN 2 ELSE 1 END,
         repairs, same, invalid DESC;
