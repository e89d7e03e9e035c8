-- title: Document D3's hints on speed
-- caption: findStraightPath with everything made right and one hint each: the shared edge searched at each look, kept once found, or known from the search; the early exit as printed (by rounding only), or by sight of the goal through all portals left; sides told in float, in double, with a tolerance, or exactly. Times are of a whole query, the search for the channel included, one method at a time (warm), with 95 % intervals; the ratio is that of the plain one (edges known, exact, no exit) over this one. All give the same paths on these maps where the claims D3.4 say nothing else.
-- experiment: d3
-- parts: time
WITH own AS (SELECT measured.*, parameters FROM measured JOIN solver USING (solver_id)
             WHERE experiment = 'd3' AND part = 'time' AND metric = 'query_ns:warm')
SELECT CAST(substr(own.label, instr(own.label, 'n_max=') + 6) AS INTEGER) AS obstacles,
       CASE own.funnel WHEN 'findstraightpath'
            THEN 'edges ' || (own.parameters ->> 'edges') || ', compare ' || (own.parameters ->> 'compare')
                 || CASE own.parameters ->> 'early' WHEN 'never' THEN '' ELSE ', early exit ' || (own.parameters ->> 'early') END
            ELSE 'funnel=' || own.funnel END AS method,
       own.n AS queries, round(own.mean / 1e3, 2) AS "query, us",
       round(own.low / 1e3, 2) || ' to ' || round(own.high / 1e3, 2) AS "query 95 %",
       round(ratio.mean, 3) AS "plain : this", round(ratio.low, 3) || ' to ' || round(ratio.high, 3) AS "ratio 95 %",
       round(scanned.mean, 1) AS "portals looked at"
FROM own LEFT JOIN own AS ratio ON ratio.solver_id = own.solver_id AND ratio.label = own.label
     AND ratio.against_spec LIKE '%compare=exact,early=never,edges=given'
LEFT JOIN measured AS scanned ON scanned.experiment = 'd3' AND scanned.part = 'time' AND scanned.metric = 'scanned'
     AND scanned.against IS NULL AND scanned.solver_id = own.solver_id AND scanned.label = own.label
WHERE own.against IS NULL
ORDER BY 1, own.solver_id;
