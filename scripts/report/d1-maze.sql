-- title: Document D1's maze and the path it prints
-- caption: Walls as printed (paper/mazes/d1.map), S at 1.5,1.5 and G at 13.5,11.5, between which there is no way. The path that the document prints has six points, four of which are no samples of its code, and goes through walls for a good part of its length (thick: each leg's way through each wall cell, cut exactly). The code itself, compiled and run, prints the straight line from S to G. Each row is a wall cell by its corner, or a piece of a path by its ends and length.
-- experiment: d1
-- parts: printed opened
WITH RECURSIVE number (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < 63),
size AS (SELECT max(width) AS width, max(height) AS height FROM map
         WHERE map_id IN (SELECT map_id FROM answered WHERE experiment = 'd1' AND part = 'printed')),
inner_wall AS (SELECT DISTINCT CAST(substr(label, 3, 2) AS INTEGER) AS x, CAST(substr(label, 8, 2) AS INTEGER) AS y
               FROM answered WHERE experiment = 'd1' AND part = 'opened'),
wall AS (SELECT x, y FROM inner_wall
         UNION ALL SELECT column.n, row.n FROM number AS column, number AS row, size
         WHERE column.n < width AND row.n < height
           AND (column.n IN (0, width - 1) OR row.n IN (0, height - 1))),
printed (i, x, y) AS (VALUES (1, 1.5, 1.5), (2, 5.2, 3.1), (3, 9.4, 5.6), (4, 11.3, 9.4), (5, 13.5, 10.2), (6, 13.5, 11.5)),
leg AS (SELECT a.i, a.x, a.y, b.x - a.x AS dx, b.y - a.y AS dy,
               sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)) AS length
        FROM printed AS a JOIN printed AS b ON b.i = a.i + 1),
cut AS (SELECT leg.*, max(0, CASE WHEN dx > 0 THEN (wall.x - leg.x) / dx
                                  WHEN leg.x > wall.x AND leg.x < wall.x + 1 THEN 0 ELSE 1 END,
                          (wall.y - leg.y) / dy) AS begins,
               min(1, CASE WHEN dx > 0 THEN (wall.x + 1 - leg.x) / dx ELSE 1 END, (wall.y + 1 - leg.y) / dy) AS ends
        FROM leg, wall)
SELECT 'wall' AS piece, x, y, x + 1 AS to_x, y + 1 AS to_y, NULL AS length, 1 AS place FROM wall, size WHERE width > 0
UNION ALL
SELECT 'the code prints', start_x + 0.5, start_y + 0.5, goal_x + 0.5, goal_y + 0.5,
       round(sqrt((goal_x - start_x) * (goal_x - start_x) + (goal_y - start_y) * (goal_y - start_y)), 3), 2
FROM answered WHERE experiment = 'd1' AND part = 'printed' AND funnel = 'mirrored' AND path_cells = 2
GROUP BY start_x, start_y, goal_x, goal_y
UNION ALL
SELECT 'the text prints', x, y, round(x + dx, 3), round(y + dy, 3), round(length, 3), 3 FROM leg, size WHERE width > 0
UNION ALL
SELECT 'of it in walls', round(x + begins * dx, 3), round(y + begins * dy, 3), round(x + ends * dx, 3), round(y + ends * dy, 3),
       round((ends - begins) * length, 3), 4
FROM cut WHERE ends > begins
ORDER BY place, 3, 2;
