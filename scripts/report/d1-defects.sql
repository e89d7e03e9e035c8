-- title: Document D1's program, and each of its defects made right
-- caption: One opened wall: the printed maze with one inner wall opened, where that joins S and G. Valid: paths that keep out of walls. The excess is that of valid paths over the shortest path there is. What is not named in a row is as published. Made right: exact circles, halves of the samples joined, triangles that no wall overlaps, portals crossed in the middle, an exact funnel; its excess is what samples a quarter of a cell off the walls cost. Comparisons are neighbours looked at by the search and portals by the funnel; what it takes to make the mesh comes on top.
-- experiment: d1
-- parts: opened mazes
WITH own AS (SELECT answered.*, json_extract(parameters, '$.circle') AS circle, json_extract(parameters, '$.clip') AS clip,
                    (SELECT faces FROM attempt WHERE attempt.attempt_id = answered.attempt_id) AS faces
             FROM answered JOIN solver USING (solver_id)
             WHERE answered.experiment = 'd1' AND part IN ('opened', 'mazes') AND answered.optimum IS NOT NULL),
named AS (SELECT *, CASE
              WHEN solver = 'polyanya' THEN 'the shortest (Polyanya)'
              WHEN solver = 'astar' THEN 'grid A*, move=' || move
              WHEN mesh = 'cdt' THEN 'triangles of the walls (cdt)'
              WHEN build = 'sweep' AND clip = 'exact' AND funnel = 'simple' THEN 'made right'
              WHEN build = 'sweep' AND clip = 'exact' THEN 'made right, comparing doubles'
              WHEN build = 'sweep' THEN 'made right but for clipping'
              WHEN circle = 'exact' THEN 'exact circles'
              WHEN clip = 'exact' THEN 'exact clipping'
              WHEN portal = 'midpoint' THEN 'search by distance'
              WHEN funnel = 'published' THEN 'the sign of areas turned'
              WHEN funnel = 'linear' THEN 'an exact funnel'
              ELSE 'as published' END AS way,
          CASE WHEN solver = 'navmesh' THEN CASE mesh WHEN 'delaunay' THEN CASE build WHEN 'published' THEN 1 ELSE 2 END ELSE 3 END
               WHEN solver = 'polyanya' THEN 4 ELSE 5 END AS place
          FROM own WHERE solver <> 'astar' OR tie = 'large-g')
SELECT CASE part WHEN 'opened' THEN 'one opened wall' ELSE 'generated' END AS mazes, way, count(*) AS queries,
       round(100.0 * avg(verdict IN ('optimal', 'suboptimal')), 1) AS "valid, %",
       CASE WHEN solver <> 'astar' THEN round(100 * avg(excess), 2) END AS "excess of those, %",
       round(avg(path_cells), 1) AS points,
       nullif(round(avg(faces), 1), 0) AS faces, round(avg(expanded), 1) AS expanded,
       round(avg(generated + scanned), 1) AS comparisons
FROM named GROUP BY part, way ORDER BY part DESC, place, way <> 'as published', way;
