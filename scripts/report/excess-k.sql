-- title: Excess against the size of clusters
-- caption: 1024x1024 maps, mean excess over the optimum with its 95 % interval by query; the clusters' side is on a logarithmic axis. Both styles give the same paths, so there is one line a map.
-- experiment: d2
-- parts: k
SELECT label AS line, k AS K, n AS pairs, maps, round(100 * mean, 3) AS "excess, %",
       round(100 * low, 3) AS low, round(100 * high, 3) AS high, round(100 * median, 3) AS median,
       round(100 * q95, 3) AS q95, round(100 * worst, 2) AS worst, method
FROM measured
WHERE experiment = 'd2' AND part = 'k' AND solver = 'hpa' AND style = 'published' AND metric = 'excess'
      AND against IS NULL
ORDER BY label DESC, k;
