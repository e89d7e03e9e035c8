-- title: The same on maps that nobody here made
-- caption: A map of Dragon Age, one of StarCraft and a city, 100 random pairs each, 4 neighbours, unit costs, written as the document writes it. What the document concludes from generated maps is judged by the gain over A* and the excess; intervals by query, for each row is one map.
-- experiment: d2
-- parts: real
WITH own AS (SELECT * FROM measured WHERE experiment = 'd2' AND part = 'real' AND solver = 'hpa'
             AND style = 'published')
SELECT time.label AS map, time.k AS K, time.n AS pairs,
       (SELECT round(mean) FROM own WHERE label = time.label AND k = time.k AND metric = 'nodes'
        AND against IS NULL) AS nodes,
       (SELECT round(mean / 1e6, 1) FROM own WHERE label = time.label AND k = time.k AND metric = 'prepare_ns'
        AND against IS NULL) AS "prepare, ms",
       round(time.mean / 1e3, 1) AS "query, us",
       (SELECT round(mean / 1e3, 1) FROM measured WHERE experiment = 'd2' AND part = 'real' AND label = time.label
        AND solver = 'astar' AND style = 'published' AND metric = 'query_ns:warm' AND against IS NULL)
           AS "A* query, us",
       round(gain.mean, 2) AS gain, round(gain.low, 2) || ' to ' || round(gain.high, 2) AS "gain 95 %",
       round(100 * excess.mean, 2) AS "excess, %",
       round(100 * excess.low, 2) || ' to ' || round(100 * excess.high, 2) AS "excess 95 %",
       round(100 * excess.q95, 2) AS "q95, %", round(100 * excess.worst, 1) AS "worst, %",
       words || ' --solver ' || excess.spec AS "witness of the worst"
FROM own AS time
LEFT JOIN own AS gain ON gain.label = time.label AND gain.k = time.k AND gain.against = 'astar'
     AND gain.against_style = 'published' AND gain.metric = 'query_ns:warm'
LEFT JOIN own AS excess ON excess.label = time.label AND excess.k = time.k AND excess.against IS NULL
     AND excess.metric = 'excess'
LEFT JOIN witness ON witness.query_id = excess.worst_query_id
WHERE time.against IS NULL AND time.metric = 'query_ns:warm'
ORDER BY time.label, time.k;
