-- title: Where the measuring was disturbed
-- caption: Measurements during which the processor's clock moved (two timings of the same loop, before and after, differ by more than 10 %), others used the processor (its time for us is short of the time on the wall), or another run was timed on it. 'prepare' is the preparation. They are part of every table above. What several groups share is counted in the first of them.
-- empty: no measurement was flagged
WITH once AS (SELECT attempt_id, cell_id, chosen.name AS experiment, member.part,
                     row_number() OVER (PARTITION BY attempt_id ORDER BY chosen.name, member.part) AS place
              FROM member JOIN chosen USING (experiment))
SELECT once.experiment, once.part, map.label AS map, protocol, count(*) AS measurements, sum(flagged) AS flagged,
       round(100.0 * sum(flagged) / count(*), 1) AS "flagged, %"
FROM once JOIN bracket USING (attempt_id) JOIN cell USING (cell_id)
JOIN query_set USING (query_set_id) JOIN map USING (map_id)
WHERE place = 1
GROUP BY once.experiment, once.part, map.label, protocol HAVING sum(flagged) > 0
ORDER BY 7 DESC, 1, 2, 3, 4;
