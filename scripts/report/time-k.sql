-- title: Time of a query against the size of clusters
-- caption: 1024x1024 maps, mean time of a query with its 95 % interval by query, logarithmic on both axes.
-- experiment: d2
-- parts: k
SELECT label || ' ' || style AS line, k AS K, n AS pairs, maps, round(mean / 1e3, 2) AS "query, us",
       round(low / 1e3, 2) AS low, round(high / 1e3, 2) AS high, method
FROM measured
WHERE experiment = 'd2' AND part = 'k' AND solver = 'hpa' AND metric = 'query_ns:warm' AND against IS NULL
ORDER BY label DESC, style DESC, k;
