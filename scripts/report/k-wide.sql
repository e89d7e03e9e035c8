-- title: K and width of entrances: what each setting costs
-- caption: Nodes of the abstract graph, memory of the index, preparation, mean time of a query and mean excess, against the side of a cluster; a line for each width from which on an entrance gets a transition at either end (inf: always one in the middle), move=4, style=plain, means over the maps of a kind. A zero has no place on a logarithmic axis. The real maps are in the table of what nothing else beats.
-- experiment: study
-- parts: pareto
SELECT label AS map, coalesce(wide, 'inf') AS wide, k AS K,
       round(max(mean) FILTER (WHERE metric = 'nodes')) AS nodes,
       round(max(mean) FILTER (WHERE metric = 'index_bytes') / 1048576, 3) AS "index, MiB",
       round(max(mean) FILTER (WHERE metric = 'prepare_ns') / 1e6, 3) AS "prepare, ms",
       round(max(mean) FILTER (WHERE metric = 'query_ns:warm') / 1e3, 2) AS "query, us",
       round(max(mean) FILTER (WHERE metric = 'excess') * 100, 3) AS "excess, %"
FROM measured
WHERE experiment = 'study' AND part = 'pareto' AND solver = 'hpa' AND against IS NULL
GROUP BY label, solver_id
ORDER BY substr(label, 1, 5) DESC, length(label), label, wide = 'inf', CAST(wide AS INTEGER), k;
