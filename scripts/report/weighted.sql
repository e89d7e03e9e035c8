-- title: Weighted A*: what a bound saves, and what it costs
-- caption: Plain A* whose heuristic counts w times (move=4, queue=heap): no path may be longer than w times the shortest. 'times faster' is the mean time of w = 1 over that of w, on the same pairs, with its 95 % interval; excess is over the optimum, 'worst' the longest path of all. 'beyond w' counts answers that are longer than their bound or no path: there must be none (the run judges each exactly, and ends with exit 1 if there is one). A mean excess below 0.01 % lies under the figure. The last rows of a map are of A* that takes its buffers anew for each query (reuse=off).
-- experiment: study
-- parts: weighted weighted-real
WITH own AS (
    SELECT measured.*, coalesce(json_extract(parameters, '$.w'), 100) AS w,
           coalesce(json_extract(parameters, '$.reuse'), 'on') AS reuse
    FROM measured JOIN solver USING (solver_id)
    WHERE experiment = 'study' AND part IN ('weighted', 'weighted-real')),
wide AS (
    SELECT part, label, solver_id, w, reuse, max(n) FILTER (WHERE metric = 'excess') AS pairs,
           max(mean) FILTER (WHERE metric = 'query_ns:warm') AS ns,
           max(mean) FILTER (WHERE metric = 'expanded') AS expanded,
           max(mean) FILTER (WHERE metric = 'excess') AS excess,
           max(low) FILTER (WHERE metric = 'excess') AS excess_low,
           max(high) FILTER (WHERE metric = 'excess') AS excess_high,
           max(q95) FILTER (WHERE metric = 'excess') AS q95,
           max(worst) FILTER (WHERE metric = 'excess') AS worst
    FROM own WHERE against IS NULL GROUP BY part, label, solver_id),
gain AS (
    SELECT part, label, own.solver_id, mean, low, high FROM own JOIN solver AS other ON other.solver_id = against_id
    WHERE metric = 'query_ns:warm' AND json_extract(other.parameters, '$.w') IS NULL
          AND json_extract(other.parameters, '$.reuse') IS NULL),
broken AS (
    SELECT part, label, solver_id, sum(verdict NOT IN ('optimal', 'suboptimal')
               OR 100 * excess > coalesce(json_extract(parameters, '$.w'), 100) - 100 + 1e-9) AS answers
    FROM answered JOIN solver USING (solver_id)
    WHERE experiment = 'study' AND part IN ('weighted', 'weighted-real') GROUP BY part, label, solver_id)
SELECT wide.label || CASE reuse WHEN 'off' THEN ', reuse=off' ELSE '' END AS line, round(w / 100.0, 2) AS w, pairs,
       round(ns / 1e3, 2) AS "query, us", round(coalesce(gain.mean, 1), 3) AS "times faster", round(gain.low, 3) AS low,
       round(gain.high, 3) AS high, round(expanded) AS expanded, round(100 * excess, 3) AS "excess, %",
       round(100 * excess_low, 3) AS "excess low", round(100 * excess_high, 3) AS "excess high",
       round(100 * q95, 2) AS "q95, %", round(100 * worst, 2) AS "worst, %", answers AS "beyond w"
FROM wide LEFT JOIN gain USING (part, label, solver_id) LEFT JOIN broken USING (part, label, solver_id)
ORDER BY wide.part, substr(wide.label, 1, 5) DESC, length(wide.label), wide.label, reuse DESC, w;
