-- title: Where the numbers come from
-- caption: Each start of the program whose answers are in this report: build (hash of sources, compiler and flags), commit, whether the sources were those of the commit, the machine. 'flagged' counts measurements that were disturbed: they are used, and named below.
WITH used AS (SELECT DISTINCT attempt_id, block.run_id FROM member JOIN chosen USING (experiment)
              JOIN attempt USING (attempt_id) JOIN block USING (block_id))
SELECT run.run_id AS run, started, finished, command, build, compiler, flags, source_commit AS "commit",
       CASE source_clean WHEN 1 THEN 'clean' WHEN 0 THEN 'dirty' END AS sources, host, cpu, cores, kernel,
       round(memory_bytes / 1073741824.0, 1) AS "memory, GiB", round(load, 2) AS load, governor,
       round(clock_ns, 1) AS "empty interval, ns", count(*) AS cells,
       (SELECT count(*) FROM bracket JOIN used AS own USING (attempt_id)
        WHERE own.run_id = run.run_id AND flagged) AS flagged
FROM used JOIN run USING (run_id)
GROUP BY run.run_id ORDER BY run.run_id;
