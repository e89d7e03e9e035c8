-- title: HPA* as the document writes it, and written well
-- caption: The same abstract graph and the same paths, twice: published (vectors, arrays cleared for each query, whole clusters searched, an edge found by looking at all) and plain (one block a cluster, searches that stop, nothing cleared). The last two columns are how many times published takes plain's time.
-- experiment: d2
-- parts: table256 table1024 noise1024
WITH own AS (SELECT * FROM measured WHERE experiment = 'd2' AND solver = 'hpa' AND against IS NULL
             AND part IN ('table256', 'table1024', 'noise1024')),
wide AS (SELECT part, label, k, style, solver_id,
                max(mean) FILTER (WHERE metric = 'nodes') AS nodes,
                max(mean) FILTER (WHERE metric = 'edges') AS edges,
                max(mean) FILTER (WHERE metric = 'index_bytes') AS bytes,
                max(mean) FILTER (WHERE metric = 'prepare_ns') AS prepare,
                max(mean) FILTER (WHERE metric = 'query_ns:warm') AS query,
                max(mean) FILTER (WHERE metric = 'inserted') AS inserted
         FROM own GROUP BY part, label, k, style, solver_id)
SELECT wide.label AS map, wide.k, wide.style, round(nodes) AS nodes, round(edges) AS edges,
       round(bytes / 1048576, 1) AS "index, MiB", round(prepare / 1e6, 1) AS "prepare, ms",
       round(query / 1e3, 1) AS "query, us", round(inserted) AS "cells searched to join the ends",
       (SELECT round(mean, 2) FROM measured AS ratio WHERE ratio.experiment = 'd2' AND ratio.part = wide.part
        AND ratio.label = wide.label AND ratio.solver_id = wide.solver_id AND wide.style = 'plain'
        AND ratio.against = 'hpa' AND ratio.against_style = 'published' AND ratio.against_k = wide.k
        AND ratio.metric = 'prepare_ns') AS "prepare, published : plain",
       (SELECT round(mean, 2) FROM measured AS ratio WHERE ratio.experiment = 'd2' AND ratio.part = wide.part
        AND ratio.label = wide.label AND ratio.solver_id = wide.solver_id AND wide.style = 'plain'
        AND ratio.against = 'hpa' AND ratio.against_style = 'published' AND ratio.against_k = wide.k
        AND ratio.metric = 'query_ns:warm') AS "query, published : plain"
FROM wide ORDER BY CASE part WHEN 'table256' THEN 1 WHEN 'table1024' THEN 2 ELSE 3 END, k, style DESC;
