-- title: Whole programs, over builds
-- caption: Commands from their start to their end on fixed inputs, as hyperfine timed them: reading, preparing, printing and storing included. Median, least and most of several times; each build in the order in which it was timed. Runs on different hosts are not to be compared.
-- empty: `make hyperfine` times them
SELECT name AS line, dense_rank() OVER (ORDER BY started, run_id) AS number, substr(build, 1, 8) AS build,
       substr(started, 1, 16) AS timed, host, n AS times, round(1000 * median, 2) AS "median, ms",
       round(1000 * least, 2) AS least, round(1000 * most, 2) AS most, round(1000 * mean, 2) AS "mean, ms",
       round(1000 * user, 2) AS "user, ms", round(1000 * system, 2) AS "system, ms", program_time.command
FROM program_time JOIN run USING (run_id)
ORDER BY name, number;
