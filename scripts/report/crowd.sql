-- title: Many units with one goal: from how many on a flow field pays
-- caption: A flow field floods the map once for a goal, then each unit walks along its arrows; the others search for each unit. 'flood' is the first query to a goal (with its walk), 'walk' one of the others, 'search' a query of the other method; the mean over all pairs, move=4. 'units' is the number of units with one goal from which the field is cheaper in all: (flood - walk) / (search - walk); empty where it never is. The figure shows the median and the quartiles of single crowds (a goal and its units), each with its own means, and a line at 100 units. HPA* was prepared beforehand, which is not counted.
-- experiment: study
-- parts: crowd crowd-real
WITH asked AS (
    SELECT label, map_id, goal_x, goal_y, part,
           CASE solver WHEN 'astar' THEN 'A*, ' || coalesce(json_extract(parameters, '$.queue'), 'heap')
                       WHEN 'hpa' THEN 'HPA*, K = ' || k ELSE 'field' END AS method,
           number = min(number) OVER (PARTITION BY map_id, solver_id, goal_x, goal_y) AS first,
           (SELECT avg(1.0 * ns / batch) FROM sample
            WHERE sample.answer_id = answered.answer_id AND protocol = 'warm') AS ns
    FROM answered JOIN solver USING (solver_id)
    WHERE experiment = 'study' AND part IN ('crowd', 'crowd-real')),
crowd AS (
    SELECT label, part, map_id, goal_x, goal_y, method, count(*) AS units, avg(ns) FILTER (WHERE first) AS once,
           avg(ns) FILTER (WHERE NOT first) AS other, avg(ns) AS each
    FROM asked GROUP BY map_id, goal_x, goal_y, method),
single AS (
    SELECT search.label, search.method,
           CASE WHEN search.each > field.other
                THEN max(1, (field.once - field.other) / (search.each - field.other)) END AS units
    FROM crowd AS field JOIN crowd AS search USING (map_id, goal_x, goal_y)
    WHERE field.method = 'field' AND search.method <> 'field'),
placed AS (
    SELECT *, row_number() OVER (PARTITION BY label, method ORDER BY units IS NULL, units) AS place,
           count(*) OVER (PARTITION BY label, method) AS n FROM single),
quartile AS (
    SELECT label, method, max(CASE WHEN place = (n + 3) / 4 THEN units END) AS low,
           max(CASE WHEN place = (n + 1) / 2 THEN units END) AS middle,
           max(CASE WHEN place = (3 * n + 3) / 4 THEN units END) AS high
    FROM placed GROUP BY label, method),
cost AS (
    SELECT label, part, method, count(*) AS crowds, sum(units) AS pairs, avg(once) AS once, avg(other) AS other,
           avg(each) AS each
    FROM crowd GROUP BY label, method)
SELECT search.method AS against, search.label AS map,
       dense_rank() OVER (ORDER BY search.part, substr(search.label, 1, 5) DESC, length(search.label), search.label)
           AS column,
       search.crowds, search.pairs / search.crowds AS "units a crowd", round(field.once / 1e3, 1) AS "flood, us",
       round(field.other / 1e3, 2) AS "walk, us", round(search.each / 1e3, 2) AS "search, us",
       CASE WHEN search.each > field.other
            THEN round(max(1, (field.once - field.other) / (search.each - field.other)), 1) END AS units,
       round(middle, 1) AS median, round(low, 1) AS "lower quartile", round(high, 1) AS "upper quartile"
FROM cost AS search JOIN cost AS field USING (label) JOIN quartile USING (label, method)
WHERE field.method = 'field' AND search.method <> 'field'
ORDER BY search.method, column;
