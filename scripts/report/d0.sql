-- title: Document D0's table, measured here
-- caption: Channels chosen by four rules, a string pulled through each, against the exact shortest path: 400 maps at full size, 25 random pairs each, those with an end in an obstacle dropped. The published columns are of the rules midpoint and line; 'published' as the way of building is the document's own mesh and funnel, whose paths are wrong where it says so. Shares and means with 95 % intervals by map; counts as of 7855 queries, as published. Optimal is judged by exact comparison of lengths, and beside it to a millionth. The worst has no interval but a witness: run it with `taut solve`.
-- experiment: d0
-- parts: table
WITH line (place, portal, build, share_id, mean_id, tenth_id, half_id) AS (VALUES
    (1, 'midpoint', 'sweep', 'D0.3.1', 'D0.3.3', 'D0.3.4', 'D0.3.5'),
    (2, 'line', 'sweep', 'D0.4.1', 'D0.4.3', 'D0.4.4', 'D0.4.5'),
    (3, 'nearest', 'sweep', NULL, NULL, NULL, NULL),
    (4, 'centre', 'sweep', NULL, NULL, NULL, NULL),
    (5, 'midpoint', 'published', 'D0.3.1', 'D0.3.3', 'D0.3.4', 'D0.3.5'),
    (6, 'line', 'published', 'D0.4.1', 'D0.4.3', 'D0.4.4', 'D0.4.5'),
    (7, NULL, NULL, NULL, NULL, NULL, NULL)),
own AS (SELECT * FROM measured WHERE experiment = 'd0' AND part = 'table' AND against IS NULL
        AND solver IN ('navmesh', 'polyanya'))
SELECT CASE optimal.solver WHEN 'polyanya' THEN 'Polyanya' ELSE line.portal END AS rule, line.build,
       optimal.n AS queries,
       (SELECT CAST(published AS REAL) FROM claim WHERE claim_id = share_id) AS "optimal published, %",
       round(100 * optimal.mean, 2) AS "optimal, %",
       round(100 * optimal.low, 2) || ' to ' || round(100 * optimal.high, 2) AS "optimal 95 %",
       round(100 * near.mean, 2) AS "to 1e-6, %",
       (SELECT CAST(published AS REAL) FROM claim WHERE claim_id = mean_id) AS "excess published, %",
       round(100 * excess.mean, 3) AS "excess, %",
       round(100 * excess.low, 3) || ' to ' || round(100 * excess.high, 3) AS "excess 95 %",
       (SELECT CAST(published AS INTEGER) FROM claim WHERE claim_id = tenth_id) AS "> 10 % published",
       round(7855 * tenth.mean, 1) AS "> 10 %",
       round(7855 * tenth.low, 1) || ' to ' || round(7855 * tenth.high, 1) AS "> 10 %, 95 %",
       (SELECT CAST(published AS INTEGER) FROM claim WHERE claim_id = half_id) AS "> 50 % published",
       round(7855 * half.mean, 1) AS "> 50 %",
       round(7855 * half.low, 1) || ' to ' || round(7855 * half.high, 1) AS "> 50 %, 95 %",
       (SELECT count(*) FROM answered WHERE experiment = 'd0' AND part = 'table' AND answered.solver_id = optimal.solver_id
        AND verdict NOT IN ('optimal', 'suboptimal', 'no-path')) AS "wrong",
       round(100 * excess.worst, 1) AS "worst, %",
       CASE WHEN excess.worst > 0 THEN words || ' --solver ' || excess.spec END AS "witness of the worst"
FROM own AS optimal
JOIN line ON line.portal IS optimal.portal AND line.build IS optimal.build
JOIN own AS near ON near.solver_id = optimal.solver_id AND near.label = optimal.label AND near.metric = 'within_1e-6'
JOIN own AS excess ON excess.solver_id = optimal.solver_id AND excess.label = optimal.label AND excess.metric = 'excess'
JOIN own AS tenth ON tenth.solver_id = optimal.solver_id AND tenth.label = optimal.label
     AND tenth.metric = 'above_10_percent'
JOIN own AS half ON half.solver_id = optimal.solver_id AND half.label = optimal.label
     AND half.metric = 'above_50_percent'
LEFT JOIN witness ON witness.query_id = excess.worst_query_id
WHERE optimal.metric = 'optimal'
ORDER BY place;
