-- title: How much shorter than the grid's is the shortest any-angle path?
-- caption: Mazes of 52x52 cells by the width of their corridors (a fifth of the walls that a tree leaves opened), 10 random pairs on each; mean share of the grid path's length that the shortest path in the plane saves, by the grid's movement rule (8c: diagonals may cut corners), with 95 % intervals by map. Document D1 says 8 to 12 % of its maze and does not say which rule.
-- experiment: d1
-- parts: wide
WITH pairs AS (SELECT own.map_id, CAST(substr(own.map, instr(own.map, 'corridor=') + 9) AS INTEGER) AS corridor, grid.move,
                      100 * (1 - own.length / grid.length) AS saved, own.length, grid.length AS grid_length
               FROM answered AS own JOIN answered AS grid ON grid.query_id = own.query_id
                    AND grid.experiment = own.experiment AND grid.part = own.part
               WHERE own.experiment = 'd1' AND own.part = 'wide' AND own.solver = 'polyanya' AND grid.solver = 'astar'
                 AND grid.length > 0),
maps AS (SELECT corridor, move, avg(saved) AS saved, count(*) AS queries, max(saved) AS most,
                sum(length) AS length, sum(grid_length) AS grid_length FROM pairs GROUP BY map_id, move),
fit AS (SELECT corridor, move, count(*) AS maps, sum(queries) AS queries, avg(saved) AS mean, max(most) AS most,
               100 * (1 - sum(length) / sum(grid_length)) AS sums,
               1.96 * sqrt(max(0, (sum(saved * saved) - count(*) * avg(saved) * avg(saved)) / max(1, count(*) - 1) / count(*))) AS error
        FROM maps GROUP BY corridor, move)
SELECT 'grid by ' || move AS line, corridor, queries, maps, round(mean, 2) AS "shorter, %", round(mean - error, 2) AS low,
       round(mean + error, 2) AS high, round(sums, 2) AS "by the sums of lengths, %", round(most, 2) AS "most, %"
FROM fit ORDER BY move, corridor;
