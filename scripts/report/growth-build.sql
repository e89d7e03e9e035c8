-- title: Time to build against the size of the map
-- caption: Median time to prepare the index, logarithmic on both axes: up to 1000 obstacles at the density of convex's defaults (10 000 after `make study`), 2 or 3 maps each. Exponents are fitted to the medians from 50 obstacles on, over the number of vertices. The document's build and the visibility graph by brute force end at 1000 obstacles, that by sweep at 2000. Navmesh and Polyanya build the same mesh and point location.
-- experiment: d0
WITH points AS (
    SELECT own.solver || CASE own.build WHEN 'published' THEN ' (the document''s build)'
                                        WHEN 'sweep' THEN CASE own.solver WHEN 'visgraph' THEN ' (sweep)' ELSE '' END
                                        WHEN 'expand' THEN ' (expansion)' WHEN 'brute' THEN ' (brute)' ELSE '' END AS way,
           own.label, vertices.vertices, vertices.obstacles, own.n, own.median, own.q25, own.q75,
           -- Both sizes of the experiment may be there: the larger goes first.
           row_number() OVER (PARTITION BY own.solver_id, own.label ORDER BY own.experiment DESC) AS place
    FROM measured AS own
    JOIN (SELECT map.label, avg(map.vertex_count) AS vertices,
                 CAST(substr(map.spec, instr(map.spec, 'n_min=') + 6) AS INTEGER) AS obstacles
          FROM member JOIN cell USING (cell_id) JOIN query_set USING (query_set_id) JOIN map USING (map_id)
          WHERE member.part LIKE 'growth%' GROUP BY map.label) AS vertices ON vertices.label = own.label
    WHERE own.experiment IN ('d0', 'growth') AND own.part LIKE 'growth%'
          AND own.metric = 'prepare_ns' AND own.against IS NULL
), sums AS (
    SELECT way, avg(ln(vertices)) AS mx, avg(ln(median)) AS my
    FROM points WHERE place = 1 AND obstacles >= 50 GROUP BY way
), fit AS (
    SELECT way,
           sum((ln(vertices) - mx) * (ln(median) - my)) / sum((ln(vertices) - mx) * (ln(vertices) - mx)) AS exponent
    FROM points JOIN sums USING (way) WHERE place = 1 AND obstacles >= 50 GROUP BY way HAVING count(*) > 2
)
SELECT way || iif(exponent IS NULL, '', printf(': n^%.2f', exponent)) AS line, obstacles,
       round(vertices, 1) AS vertices, n AS maps,
       round(median / 1e3, 3) AS "median, us", round(q25 / 1e3, 3) AS "lower quartile",
       round(q75 / 1e3, 3) AS "upper quartile"
FROM points LEFT JOIN fit USING (way) WHERE place = 1
ORDER BY way, obstacles;
