-- title: Where the measuring was disturbed
-- caption: Measurements during which the processor's clock moved (two timings of the same loop, before and after, differ by more than 10 %), others used the processor (its time for us is short of the time on the wall), or another run was timed on it. 'prepare' is the preparation. They are part of every table above.
-- empty: no measurement was flagged
SELECT chosen.name AS experiment, member.part, map.label AS map, protocol, count(*) AS measurements, sum(flagged) AS flagged,
       round(100.0 * sum(flagged) / count(*), 1) AS "flagged, %"
FROM member JOIN chosen USING (experiment) JOIN bracket USING (attempt_id) JOIN cell USING (cell_id)
JOIN query_set USING (query_set_id) JOIN map USING (map_id)
GROUP BY chosen.name, member.part, map.label, protocol HAVING sum(flagged) > 0
ORDER BY 7 DESC;
