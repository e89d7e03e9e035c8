-- title: Excess of HPA* by the length of the path
-- caption: Mean, median, 95 % quantile and worst excess by the length of the shortest path, 64 wide each, with 1.96 standard errors of the mean (move=4, style=plain; both styles give the same lengths). The queries are spread over lengths, not drawn at random: five of each bucket and map, as far as a map has any.
-- experiment: d2
-- parts: length
WITH own AS (
    SELECT label, k, CAST(optimum / 64 AS INTEGER) * 64 AS first, excess,
           row_number() OVER (PARTITION BY label, k, CAST(optimum / 64 AS INTEGER) ORDER BY excess) AS place,
           count(*) OVER bucket AS n,
           1.96 * sqrt((avg(excess * excess) OVER bucket - avg(excess) OVER bucket * avg(excess) OVER bucket)
                       / max(1, count(*) OVER bucket - 1)) AS half
    FROM answered
    WHERE experiment = 'd2' AND part = 'length' AND solver = 'hpa' AND excess IS NOT NULL
    WINDOW bucket AS (PARTITION BY label, k, CAST(optimum / 64 AS INTEGER)))
SELECT label || ', K = ' || k AS line, first + 32 AS length, n AS pairs, round(100 * avg(excess), 3) AS "excess, %",
       round(100 * (avg(excess) - half), 3) AS low, round(100 * (avg(excess) + half), 3) AS high,
       round(100 * max(CASE WHEN place = (n + 1) / 2 THEN excess END), 3) AS "median, %",
       round(100 * max(CASE WHEN place = (19 * n + 19) / 20 THEN excess END), 3) AS "q95, %",
       round(100 * max(excess), 2) AS "worst, %"
FROM own GROUP BY label, k, first
ORDER BY label DESC, k, first;
