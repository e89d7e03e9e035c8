-- title: The preparation that goes through all nodes
-- caption: style=published, one map. The slow loop goes through all nodes for each node, so what it adds is nodes squared times the cost of one look: 'ns a pair' is what was added over the square of the nodes. The factor of 30 and the more than 100 000 nodes that the document gives belong together: at the K where there are so many nodes the factor is of that size, with the table's K = 32 it is not.
-- experiment: d2
-- parts: all-nodes
SELECT slow.label AS map, slow.k AS K, round(graph.mean) AS nodes, round(fast.mean / 1e6, 1) AS "same-cluster, ms",
       round(slow.mean / 1e6, 1) AS "all-nodes, ms", round(slow.mean / fast.mean, 2) AS factor,
       round((slow.mean - fast.mean) / (graph.mean * graph.mean), 3) AS "ns a pair"
FROM measured AS slow JOIN measured AS fast USING (experiment, part, label, k, metric)
JOIN measured AS graph USING (experiment, part, label, k)
WHERE experiment = 'd2' AND part = 'all-nodes' AND slow.metric = 'prepare_ns'
      AND slow.inside = 'all-nodes' AND fast.inside = 'same-cluster' AND slow.against IS NULL AND fast.against IS NULL
      AND graph.metric = 'nodes' AND graph.inside = 'same-cluster' AND graph.against IS NULL
ORDER BY map, K;
