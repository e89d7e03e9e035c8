-- title: What A* expands, by length and detour
-- caption: Cells expanded by A* as the document writes it, by the length of the shortest path (64 wide) and its detour: the length over the heuristic's distance between the ends. The text says that expansions grow with both. The rank correlations (Spearman's) of expansions with length, and with detour, are over all pairs of a map kind.
-- experiment: d2
-- parts: length
WITH own AS (
    SELECT label, optimum, expanded, optimum / (abs(start_x - goal_x) + abs(start_y - goal_y)) AS detour
    FROM answered
    WHERE experiment = 'd2' AND part = 'length' AND solver = 'astar' AND optimum > 0
          AND abs(start_x - goal_x) + abs(start_y - goal_y) > 0),
ranked AS (
    SELECT *, rank() OVER (PARTITION BY label ORDER BY optimum) + 0.0 AS by_length,
           rank() OVER (PARTITION BY label ORDER BY detour) + 0.0 AS by_detour,
           rank() OVER (PARTITION BY label ORDER BY expanded) + 0.0 AS by_expanded FROM own),
correlated AS (
    SELECT label,
           (avg(by_length * by_expanded) - avg(by_length) * avg(by_expanded))
               / sqrt((avg(by_length * by_length) - avg(by_length) * avg(by_length))
                      * (avg(by_expanded * by_expanded) - avg(by_expanded) * avg(by_expanded))) AS with_length,
           (avg(by_detour * by_expanded) - avg(by_detour) * avg(by_expanded))
               / sqrt((avg(by_detour * by_detour) - avg(by_detour) * avg(by_detour))
                      * (avg(by_expanded * by_expanded) - avg(by_expanded) * avg(by_expanded))) AS with_detour
    FROM ranked GROUP BY label),
classed AS (
    SELECT *, CAST(optimum / 64 AS INTEGER) * 64 + 32 AS length,
           CASE WHEN detour <= 1.1 THEN 1 WHEN detour <= 1.3 THEN 2 ELSE 3 END AS class FROM own)
SELECT label || CASE class WHEN 1 THEN ', detour to 1.1' WHEN 2 THEN ', 1.1 to 1.3' ELSE ', above 1.3' END AS line,
       length, count(*) AS pairs, round(avg(expanded)) AS expanded, max(expanded) AS most,
       round(with_length, 3) AS "correlation with length", round(with_detour, 3) AS "correlation with detour"
FROM classed JOIN correlated USING (label)
GROUP BY label, class, length
ORDER BY label DESC, class, length;
