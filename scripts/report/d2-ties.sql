-- title: The gain depends on A*'s tie-break
-- caption: The document does not say which of several cells with equal f its A* takes first. Each row is one answer: cells expanded, time, and how many times that is HPA*'s time (style=published, the largest K of the table for that map). published takes the smaller cell number, as a heap of (f, cell) pairs does; plain is written plainly with the tie-break named.
-- experiment: d2
-- parts: table256 table1024 noise-ties
WITH own AS (SELECT * FROM measured WHERE experiment = 'd2' AND part IN ('table256', 'table1024', 'noise-ties')
             AND solver = 'astar' AND against IS NULL),
gain AS (SELECT * FROM measured WHERE experiment = 'd2' AND solver = 'hpa' AND style = 'published'
         AND against = 'astar' AND k = CASE part WHEN 'table256' THEN 16 ELSE 32 END)
SELECT own.label AS map, own.style, own.tie, own.n AS pairs, round(count.mean) AS "expanded",
       round(own.mean / 1e3, 1) AS "query, us",
       round(own.low / 1e3, 1) || ' to ' || round(own.high / 1e3, 1) AS "query 95 %",
       round(own.mean / count.mean, 1) AS "ns an expansion",
       gain.k AS "against HPA* of K", round(gain.mean, 2) AS gain,
       round(gain.low, 2) || ' to ' || round(gain.high, 2) AS "gain 95 %", own.method
FROM own
JOIN own AS count ON count.part = own.part AND count.label = own.label AND count.solver_id = own.solver_id
     AND count.metric = 'expanded'
LEFT JOIN gain ON gain.part = own.part AND gain.label = own.label AND gain.against_id = own.solver_id
     AND gain.metric = own.metric
WHERE own.metric = 'query_ns:warm'
ORDER BY CASE own.part WHEN 'table256' THEN 1 WHEN 'table1024' THEN 2 ELSE 3 END, own.style DESC, own.tie;
