-- title: Portals that the funnel looks at
-- caption: The restarting funnel begins again behind each corner, so that it looks at some portals more than once; both axes are logarithmic, and the grey lines are n (each portal once, as the strict funnel does) and n squared over 10. One point a map: on random maps of 10 to 640 obstacles the mean over its pairs; where it was built to be worst (half way around one near-circle of 8 to 512 corners) the pair that scans most. Fitted exponents are D0.7 of the claims.
-- experiment: d0
-- parts: scanned scanned-worst
WITH pairs AS (SELECT own.part, own.map_id, own.query_id, own.scanned, own.restarts, base.scanned AS portals
               FROM answered AS own JOIN answered AS base ON base.query_id = own.query_id
                    AND base.experiment = own.experiment AND base.part = own.part
               WHERE own.experiment = 'd0' AND own.part IN ('scanned', 'scanned-worst') AND own.funnel = 'simple'
                 AND base.funnel = 'linear' AND base.scanned > 1)
SELECT 'random maps, means' AS line, round(avg(portals), 2) AS portals, round(avg(scanned), 2) AS scanned,
       round(avg(restarts), 2) AS restarts, count(*) AS queries, max(label) AS map
FROM pairs JOIN map USING (map_id) WHERE part = 'scanned' GROUP BY map_id
UNION ALL
SELECT 'built for it, the worst pair', portals, max(scanned), restarts, count(*), label
FROM pairs JOIN map USING (map_id) WHERE part = 'scanned-worst' GROUP BY map_id
ORDER BY 1 DESC, 2;
