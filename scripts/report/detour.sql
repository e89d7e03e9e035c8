-- title: Detour beside the searches of this project, on the same meshes
-- caption: Detour (Debian's librecast) as a plug-in, on the meshes that this project makes, its paths judged as all are: each against the exact optimum, and step by step against exact obstacles. It keeps vertices as 16-bit steps and positions as floats; 'invalid' are paths that its rounding leads through an obstacle. Maps refused have more vertices or faces than it holds, and are left out for all. Times are of queries taken in turns: medians, and the median of the ratios to the navmesh with the same mesh, query by query. `make detour` measures it.
-- experiment: detour
-- parts: detour-convex detour
WITH own AS (
    SELECT part, map_id, solver_id, query_id, answered.attempt_id, solver.name, json_extract(parameters, '$.mesh') AS mesh, verdict, excess,
           (SELECT min(1.0 * ns / batch) FROM sample
            WHERE sample.answer_id = answered.answer_id AND protocol = 'interleaved') AS ns
    FROM answered JOIN solver USING (solver_id) WHERE experiment = 'detour' AND query_id IN
         (SELECT query_id FROM answered WHERE experiment = 'detour' GROUP BY query_id HAVING count(DISTINCT solver_id) = 5)
), compared AS (
    SELECT own.*, own.ns / navmesh.ns AS ratio
    FROM own LEFT JOIN own AS navmesh ON navmesh.query_id = own.query_id AND navmesh.part = own.part
         AND navmesh.mesh = own.mesh AND navmesh.name = 'navmesh'
), ordered AS (
    SELECT compared.*, row_number() OVER (PARTITION BY part, solver_id ORDER BY ns) AS time_place,
           row_number() OVER (PARTITION BY part, solver_id ORDER BY ratio) AS ratio_place,
           count(*) OVER (PARTITION BY part, solver_id) AS n
    FROM compared
), refused AS (
    SELECT part, solver_id, count(*) AS maps
    FROM member JOIN attempt USING (attempt_id) JOIN cell ON cell.cell_id = member.cell_id
    WHERE experiment = 'detour' AND verdict = 'refused' GROUP BY part, solver_id
), built AS (
    SELECT part, solver_id, avg(prepare_ns) AS prepare_ns, avg(index_bytes) AS index_bytes
    FROM (SELECT DISTINCT part, solver_id, attempt_id FROM own) JOIN attempt USING (attempt_id)
    GROUP BY part, solver_id
)
SELECT CASE part WHEN 'detour' THEN 'benchmarks' ELSE 'convex obstacles' END AS of, name AS solver, mesh,
       count(DISTINCT map_id) AS maps, ifnull(refused.maps, 0) AS "maps refused", count(*) AS queries,
       sum(verdict = 'invalid') AS invalid, sum(verdict = 'no-path-false') AS "path missed",
       round(100.0 * sum(verdict = 'optimal') / count(*), 1) AS "shortest, %",
       round(100 * avg(excess), 3) AS "excess, %", round(100 * max(excess), 1) AS "worst, %",
       round(max(CASE WHEN time_place = (n + 1) / 2 THEN ns END) / 1e3, 2) AS "query, us",
       round(max(CASE WHEN ratio_place = (n + 1) / 2 THEN ratio END), 2) AS "times the navmesh",
       round(prepare_ns / 1e6, 2) AS "prepare, ms", round(built.index_bytes / 1048576.0, 3) AS "index, MiB",
       (SELECT words || ' --plugin .build/plugins/detour.so --solver ' || wrong.name || ':mesh=' || wrong.mesh
        FROM own AS wrong JOIN witness USING (query_id)
        WHERE wrong.part = ordered.part AND wrong.solver_id = ordered.solver_id AND wrong.verdict = 'invalid'
        ORDER BY query_id LIMIT 1) AS "witness of an invalid path"
FROM ordered LEFT JOIN refused USING (part, solver_id) JOIN built USING (part, solver_id)
GROUP BY part, solver_id ORDER BY part DESC, mesh DESC, name;
