-- title: What the way of measuring does
-- caption: The same queries timed one method at a time (warm) and with all methods taking turns on each query (interleaved), where each finds the caches filled by the others. Means in microseconds; the last column is interleaved over warm.
-- experiment: d2
-- parts: table256 table1024 noise1024 real
WITH own AS (SELECT * FROM measured WHERE experiment = 'd2' AND against IS NULL
             AND part IN ('table256', 'table1024', 'noise1024', 'real'))
SELECT warm.label AS map, warm.solver, warm.style, warm.k, warm.tie, warm.n AS pairs,
       round(warm.mean / 1e3, 1) AS "warm, us",
       round(warm.low / 1e3, 1) || ' to ' || round(warm.high / 1e3, 1) AS "warm 95 %",
       round(turns.mean / 1e3, 1) AS "interleaved, us",
       round(turns.low / 1e3, 1) || ' to ' || round(turns.high / 1e3, 1) AS "interleaved 95 %",
       round(turns.mean / warm.mean, 2) AS "interleaved : warm"
FROM own AS warm JOIN own AS turns USING (part, label, solver_id)
WHERE warm.metric = 'query_ns:warm' AND turns.metric = 'query_ns:interleaved'
ORDER BY CASE warm.part WHEN 'table256' THEN 1 WHEN 'table1024' THEN 2 WHEN 'noise1024' THEN 3 ELSE 4 END,
         warm.label, warm.solver, warm.style DESC, warm.k, warm.tie;
