-- title: How document D1's way and its repair grow
-- caption: Mazes of growing size, three of each: samples (five a floor cell), faces that are left, what the preparation of the mesh takes, and for a query the entries taken from the queue and the portals that the funnel looks at. As published: every sample against the circle of every triangle, every triangle against every other for its portals. Fitted exponents are D1.5 of the claims.
-- experiment: d1
-- parts: growth
SELECT CASE build WHEN 'published' THEN 'as published' ELSE 'by halves, ' || portal END AS way, round(avg(samples), 0) AS samples,
       round(avg(faces), 0) AS faces, round(avg(prepare_ns) / 1e6, 3) AS "preparation, ms",
       round(avg(prepare_ns) / avg(samples) / 1e3, 3) AS "us a sample", round(avg(popped), 1) AS popped,
       round(avg(scanned), 1) AS scanned, sum(queries) AS queries
FROM (SELECT build, portal, map.width, avg(popped) AS popped, avg(scanned) AS scanned, count(*) AS queries,
             max(attempt.vertices) AS samples, max(attempt.faces) AS faces, max(attempt.prepare_ns) AS prepare_ns
      FROM answered JOIN attempt USING (attempt_id) JOIN map USING (map_id)
      WHERE experiment = 'd1' AND part = 'growth' AND mesh = 'delaunay' GROUP BY attempt_id)
GROUP BY build, portal, width ORDER BY build, portal, width;
