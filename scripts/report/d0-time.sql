-- title: What the ways of answering cost on document D0's maps
-- caption: 40 of the table's maps: time to build the index and to answer a query (one method at a time: warm; all taking turns: interleaved), 95 % intervals by map, bytes of the index, and what is got for it. The document publishes no times. The last column is how many times Polyanya's mean query takes this one's.
-- experiment: d0
-- parts: time
WITH own AS (SELECT * FROM measured WHERE experiment = 'd0' AND part = 'time' AND against IS NULL)
SELECT warm.solver, warm.portal, warm.build, warm.funnel, warm.n AS queries,
       round(prepare.mean / 1e3, 2) AS "prepare, us",
       round(prepare.low / 1e3, 2) || ' to ' || round(prepare.high / 1e3, 2) AS "prepare 95 %",
       round(warm.mean / 1e3, 3) AS "query, us",
       round(warm.low / 1e3, 3) || ' to ' || round(warm.high / 1e3, 3) AS "query 95 %",
       round(turns.mean / 1e3, 3) AS "interleaved, us", round(bytes.mean) AS "index, bytes",
       round(expanded.mean, 1) AS expanded, round(100 * optimal.mean, 1) AS "optimal, %",
       round(ratio.mean, 2) AS "Polyanya : this",
       round(ratio.low, 2) || ' to ' || round(ratio.high, 2) AS "ratio 95 %"
FROM own AS warm
JOIN own AS turns ON turns.solver_id = warm.solver_id AND turns.label = warm.label
     AND turns.metric = 'query_ns:interleaved'
LEFT JOIN own AS prepare ON prepare.solver_id = warm.solver_id AND prepare.label = warm.label AND prepare.metric = 'prepare_ns'
LEFT JOIN own AS bytes ON bytes.solver_id = warm.solver_id AND bytes.label = warm.label AND bytes.metric = 'index_bytes'
LEFT JOIN own AS expanded ON expanded.solver_id = warm.solver_id AND expanded.label = warm.label AND expanded.metric = 'expanded'
LEFT JOIN own AS optimal ON optimal.solver_id = warm.solver_id AND optimal.label = warm.label AND optimal.metric = 'optimal'
LEFT JOIN measured AS ratio ON ratio.experiment = 'd0' AND ratio.part = 'time' AND ratio.solver_id = warm.solver_id
     AND ratio.label = warm.label AND ratio.against = 'polyanya' AND ratio.metric = warm.metric
WHERE warm.metric = 'query_ns:warm'
ORDER BY warm.solver, warm.portal DESC, warm.build DESC, warm.funnel DESC;
