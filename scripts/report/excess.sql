-- title: How much longer HPA*'s paths are
-- caption: The share of pairs whose path is longer than optimal by more than the value below (in the table: by that value or more), for each row of the document's table. Both axes are logarithmic, so the last step of a line is its worst pair; a line starts at the share of paths that are not optimal at all.
-- experiment: d2
-- parts: table256 table1024 noise1024
SELECT row, round(100 * excess, 4) AS "excess, %",
       round(100.0 * (count - rank_from_least + 1) / count, 4) AS "share of pairs, %"
FROM (SELECT label || ', K = ' || k AS row, label, k, excess,
             row_number() OVER (PARTITION BY part, label, k ORDER BY excess) AS rank_from_least,
             count(*) OVER (PARTITION BY part, label, k) AS count
      FROM answered
      WHERE experiment = 'd2' AND part IN ('table256', 'table1024', 'noise1024') AND solver = 'hpa'
        AND style = 'published' AND excess IS NOT NULL)
WHERE excess > 0
ORDER BY CASE label WHEN 'rooms 256' THEN 1 WHEN 'rooms 1024' THEN 2 ELSE 3 END, k, excess;
