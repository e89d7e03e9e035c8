-- title: Short paths, with and without A* for them
-- caption: Mean excess of HPA* by the length of the shortest path, plus or minus 1.96 standard errors, on rooms and noise of 128x128 (move=4). fallback=same leaves queries with both ends in one cluster to A*, near also those in neighbouring clusters (corner to corner included): document D2's advice for short paths. Those pairs are then optimal; what is left are longer pairs, or short ones that reach past the neighbours. 'left to A*' is the share of pairs that are.
-- experiment: d2
-- parts: short
WITH own AS (
    SELECT answered.label, answered.k, coalesce(json_extract(parameters, '$.fallback'), 'none') AS fallback,
           CAST(answered.optimum / 4 AS INTEGER) * 4 AS first, answered.excess,
           max(abs(CAST(start_x / k AS INTEGER) - CAST(goal_x / k AS INTEGER)),
               abs(CAST(start_y / k AS INTEGER) - CAST(goal_y / k AS INTEGER))) AS apart,
           (SELECT avg(1.0 * ns / batch) FROM sample
            WHERE sample.answer_id = answered.answer_id AND protocol = 'warm') AS ns
    FROM answered JOIN solver USING (solver_id)
    WHERE experiment = 'd2' AND part = 'short' AND solver = 'hpa' AND answered.optimum < 80)
SELECT label || ', K = ' || k || ', ' || fallback AS line, first + 2 AS length,
       count(*) AS pairs, round(100 * avg(excess), 3) AS "excess, %", 
       round(196 * sqrt((avg(excess * excess) - avg(excess) * avg(excess)) / max(1, count(*) - 1)), 3) AS "plus or minus",
       round(100 * max(excess), 1) AS "worst, %",
       round(100.0 * avg(apart <= CASE fallback WHEN 'near' THEN 1 WHEN 'same' THEN 0 ELSE -1 END), 1) AS "left to A*, %",
       round(avg(ns) / 1e3, 2) AS "query, us", label AS map, k AS K, fallback
FROM own GROUP BY label, k, fallback, first
ORDER BY label DESC, k, CASE fallback WHEN 'none' THEN 1 WHEN 'same' THEN 2 ELSE 3 END, first;
