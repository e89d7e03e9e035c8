-- title: Time to the first step
-- caption: A unit can set out when the first leg of its route is known: refine=first stops at the first node. That answers no query, so it has no verdict; its cells are those that the whole path begins with (tested). search finds the ways of the edges again instead of keeping them. A* has no first step before the last one. Mean, median and quartiles over the pairs (of each the mean of its repeats), K = 16, move=4, one method at a time.
-- experiment: d2
-- parts: first-step
WITH own AS (
    SELECT answered.label, answered.solver, solver_id, coalesce(json_extract(parameters, '$.levels'), 1) AS levels,
           coalesce(json_extract(parameters, '$.refine'), 'kept') AS refine, answered.path_cells,
           (SELECT avg(1.0 * ns / batch) FROM sample
            WHERE sample.answer_id = answered.answer_id AND protocol = 'warm') AS ns
    FROM answered JOIN solver USING (solver_id)
    WHERE experiment = 'd2' AND part = 'first-step'),
ordered AS (
    SELECT *, row_number() OVER (PARTITION BY label, solver_id ORDER BY ns) AS place,
           count(*) OVER (PARTITION BY label, solver_id) AS n FROM own)
SELECT label || ', ' || CASE solver WHEN 'astar' THEN 'A*' ELSE 'levels ' || levels || ', ' || refine END AS way,
       n AS pairs, round(avg(ns) / 1e3, 2) AS "mean, us",
       round(max(CASE WHEN place = (n + 1) / 2 THEN ns END) / 1e3, 2) AS "median, us",
       round(max(CASE WHEN place = (n + 3) / 4 THEN ns END) / 1e3, 2) AS "lower quartile",
       round(max(CASE WHEN place = (3 * n + 3) / 4 THEN ns END) / 1e3, 2) AS "upper quartile",
       round(avg(path_cells), 1) AS "cells written"
FROM ordered GROUP BY label, solver_id
ORDER BY label DESC, solver, levels, CASE refine WHEN 'search' THEN 1 WHEN 'kept' THEN 2 ELSE 3 END;
