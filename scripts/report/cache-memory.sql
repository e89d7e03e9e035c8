-- title: What keeping paths costs
-- caption: The same abstract graph with the paths of its edges kept as the document keeps them (each cell of each directed path), as steps of one byte that serve both directions, and not at all: then they are searched again when a path is put together. 'steps kept' counts cells or steps. The time of preparation includes no writing of paths in the last.
-- experiment: d2
-- parts: cache
SELECT label || ', K = ' || k || ', ' || CASE WHEN style = 'published' THEN 'paths'
           WHEN coalesce(json_extract(parameters, '$.refine'), 'kept') = 'kept' THEN 'steps' ELSE 'nothing' END AS way,
       round(max(mean) FILTER (WHERE metric = 'nodes')) AS nodes,
       round(max(mean) FILTER (WHERE metric = 'edges')) AS edges,
       round(max(mean) FILTER (WHERE metric = 'cached_cells')) AS "steps kept",
       round(max(mean) FILTER (WHERE metric = 'index_bytes') / 1048576, 2) AS "index, MiB",
       round(max(mean) FILTER (WHERE metric = 'prepare_ns') / 1e6, 1) AS "prepare, ms"
FROM measured JOIN solver USING (solver_id)
WHERE experiment = 'd2' AND part = 'cache' AND against IS NULL
GROUP BY label, solver_id
ORDER BY label DESC, k, style DESC, coalesce(json_extract(parameters, '$.refine'), 'kept');
