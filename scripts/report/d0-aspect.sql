-- title: Do tall thin trapezoids matter to the search?
-- caption: Document D0 says that they do not. The same kind of map lying (1200x300) and standing (300x1200): all cuts are vertical, so the trapezoids of the standing one are tall and thin, and by symmetry nothing else differs. Optimal paths, mean excess, faces expanded and time of a query with 95 % intervals by map.
-- experiment: d0
-- parts: aspect
WITH own AS (SELECT * FROM measured WHERE experiment = 'd0' AND part = 'aspect' AND against IS NULL)
SELECT CASE optimal.label WHEN 'convex width=300 height=1200' THEN 'standing, 300x1200' ELSE 'lying, 1200x300' END AS map,
       optimal.solver, optimal.portal, optimal.n AS queries, round(faces.mean, 1) AS faces,
       round(100 * optimal.mean, 1) AS "optimal, %",
       round(100 * optimal.low, 1) || ' to ' || round(100 * optimal.high, 1) AS "optimal 95 %",
       round(100 * excess.mean, 3) AS "excess, %",
       round(100 * excess.low, 3) || ' to ' || round(100 * excess.high, 3) AS "excess 95 %",
       round(expanded.mean, 2) AS expanded, round(warm.mean / 1e3, 3) AS "query, us",
       round(warm.low / 1e3, 3) || ' to ' || round(warm.high / 1e3, 3) AS "query 95 %"
FROM own AS optimal
JOIN own AS faces ON faces.solver_id = optimal.solver_id AND faces.label = optimal.label AND faces.metric = 'faces'
JOIN own AS excess ON excess.solver_id = optimal.solver_id AND excess.label = optimal.label AND excess.metric = 'excess'
JOIN own AS expanded ON expanded.solver_id = optimal.solver_id AND expanded.label = optimal.label
     AND expanded.metric = 'expanded'
JOIN own AS warm ON warm.solver_id = optimal.solver_id AND warm.label = optimal.label AND warm.metric = 'query_ns:warm'
WHERE optimal.metric = 'optimal'
ORDER BY optimal.solver, optimal.portal DESC, 1 DESC;
