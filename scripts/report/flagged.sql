-- title: Where the clock moved
-- caption: Measurements between two timings of the same loop that differ by more than 10 %: the processor's clock moved, or others used the machine. They are part of every table above.
-- empty: no measurement was flagged
SELECT member.part, map.label AS map, protocol, count(*) AS measurements, sum(flagged) AS flagged,
       round(100.0 * sum(flagged) / count(*), 1) AS "flagged, %"
FROM bracket JOIN latest USING (attempt_id) JOIN member USING (cell_id) JOIN chosen USING (experiment)
JOIN query_set ON query_set.query_set_id = latest.query_set_id JOIN map USING (map_id)
GROUP BY member.part, map.label, protocol HAVING sum(flagged) > 0
ORDER BY 6 DESC;
