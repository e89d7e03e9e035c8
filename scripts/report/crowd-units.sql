-- title: A flow field's share of the time, by the number of units
-- caption: What a flow field takes for the first units of a crowd, the flood included, over what the other method takes for the same units; move=4. Below 1 the field is cheaper. Over all crowds of a map kind, and quartiles of single crowds; the figure shows A* alone.
-- experiment: study
-- parts: crowd crowd-real
WITH asked AS (
    SELECT label, map_id, goal_x, goal_y, part, number,
           CASE solver WHEN 'astar' THEN 'A*, ' || coalesce(json_extract(parameters, '$.queue'), 'heap')
                       WHEN 'hpa' THEN 'HPA*, K = ' || k ELSE 'field' END AS method,
           (SELECT avg(1.0 * ns / batch) FROM sample
            WHERE sample.answer_id = answered.answer_id AND protocol = 'warm') AS ns
    FROM answered JOIN solver USING (solver_id)
    WHERE experiment = 'study' AND part IN ('crowd', 'crowd-real')),
summed AS (
    SELECT label, map_id, goal_x, goal_y, part, method,
           row_number() OVER crowd AS units, sum(ns) OVER crowd AS ns FROM asked
    WINDOW crowd AS (PARTITION BY map_id, goal_x, goal_y, method ORDER BY number)),
some AS (SELECT * FROM summed WHERE units IN (1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100)),
-- Beside each row the field's of the same crowd: a window, for a join of the two would go through all pairs.
both AS (
    SELECT *, max(CASE WHEN method = 'field' THEN ns END) OVER (PARTITION BY map_id, goal_x, goal_y, units) AS field_ns
    FROM some),
pair AS (
    SELECT label, part, method, units, field_ns, ns AS search_ns,
           row_number() OVER least AS place, count(*) OVER (PARTITION BY label, method, units) AS n
    FROM both WHERE method <> 'field' AND field_ns IS NOT NULL
    WINDOW least AS (PARTITION BY label, method, units ORDER BY field_ns / ns))
SELECT label AS map, method AS against, units, n AS crowds, round(sum(field_ns) / sum(search_ns), 3) AS share,
       round(max(CASE WHEN place = (n + 3) / 4 THEN field_ns / search_ns END), 3) AS "lower quartile",
       round(max(CASE WHEN place = (3 * n + 3) / 4 THEN field_ns / search_ns END), 3) AS "upper quartile"
FROM pair GROUP BY label, method, units
ORDER BY part, substr(label, 1, 5) DESC, length(label), label, method, units;
