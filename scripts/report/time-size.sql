-- title: Time of a query against the size of the map
-- caption: Rooms of 128 to 4096 cells a side, logarithmic on both axes: mean time of a query (one method at a time) with its 95 % interval. 10 maps with 30 pairs up to 1024, by map; 3 maps with 10 pairs above, by query. The gain is the distance between a line of A* and one of HPA*.
-- experiment: d2
-- parts: size table1024 size-large
SELECT CASE solver WHEN 'astar' THEN 'A*' ELSE 'HPA* K=' || k END || ' ' || style AS line,
       CAST(substr(label, 7) AS INTEGER) AS side, n AS pairs, maps,
       round(mean / 1e3, 2) AS "query, us", round(low / 1e3, 2) AS low, round(high / 1e3, 2) AS high, method
FROM measured
WHERE experiment = 'd2' AND part IN ('size', 'table1024', 'size-large') AND metric = 'query_ns:warm' AND against IS NULL
      AND (tie IS NULL OR tie = 'large-g')
ORDER BY solver, k, style, side;
