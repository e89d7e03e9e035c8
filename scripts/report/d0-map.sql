-- title: Where document D0's table holds
-- caption: Generated maps of 800x450 by the number of obstacles asked for (those without room are left out) and the range of their radii; the document's generator is unknown. In each field: the share of optimal paths by the rules midpoint and line. holds: the published 72 % lies in the 95 % interval of midpoint's share and 94 % in that of line's, each widened by the half point of rounding (framed in the figure). beats: line's mean excess is the smaller one; surely: and the intervals do not meet (where it does not, the figure has a cross).
-- experiment: d0
-- parts: map
WITH own AS (SELECT *, CASE WHEN instr(label, 'n_min=') > 0
                            THEN CAST(substr(label, instr(label, 'n_min=') + 6) AS INTEGER) END AS asked,
                    CASE WHEN instr(label, 'radius_min=') > 0
                         THEN CAST(substr(label, instr(label, 'radius_min=') + 11) AS INTEGER) ELSE 30 END AS least,
                    CASE WHEN instr(label, 'radius_max=') > 0
                         THEN CAST(substr(label, instr(label, 'radius_max=') + 11) AS INTEGER) ELSE 80 END AS most
             FROM measured WHERE experiment = 'd0' AND part = 'map' AND against IS NULL AND solver = 'navmesh')
SELECT middle.least || '..' || middle.most AS radius, middle.asked AS obstacles, middle.n AS queries, middle.maps,
       (SELECT round(avg(vertex_count), 1) FROM map WHERE map.label = middle.label) AS vertices,
       round(100 * middle.mean, 1) AS "midpoint optimal, %",
       round(100 * middle.low, 1) || ' to ' || round(100 * middle.high, 1) AS "midpoint 95 %",
       round(100 * line.mean, 1) AS "line optimal, %",
       round(100 * line.low, 1) || ' to ' || round(100 * line.high, 1) AS "line 95 %",
       round(100 * middle_excess.mean, 2) AS "midpoint excess, %", round(100 * line_excess.mean, 2) AS "line excess, %",
       CASE WHEN 72.5 >= 100 * middle.low AND 71.5 <= 100 * middle.high THEN 'yes' ELSE 'no' END AS "72 % holds",
       CASE WHEN 94.5 >= 100 * line.low AND 93.5 <= 100 * line.high THEN 'yes' ELSE 'no' END AS "94 % holds",
       CASE WHEN line_excess.high < middle_excess.low THEN 'surely' WHEN line_excess.mean < middle_excess.mean THEN 'yes'
            ELSE 'no' END AS "line beats midpoint"
FROM own AS middle JOIN own AS line USING (label, metric, asked, least, most)
JOIN own AS middle_excess ON middle_excess.label = middle.label AND middle_excess.metric = 'excess'
     AND middle_excess.portal = 'midpoint'
JOIN own AS line_excess ON line_excess.label = middle.label AND line_excess.metric = 'excess' AND line_excess.portal = 'line'
WHERE middle.portal = 'midpoint' AND line.portal = 'line' AND middle.metric = 'optimal' AND middle.asked IS NOT NULL
ORDER BY middle.least, middle.most, middle.asked;
