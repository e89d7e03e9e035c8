-- The database of results. Times are integer nanoseconds; lengths between cells are exact pairs straight +
-- diagonal·√2 with a REAL beside them for reading; between points they are a REAL, and a shortest path is kept
-- as a chain of points, by which others were compared exactly. @COUNTERS@ and @FACTS@ become one INTEGER column for each row of
-- COUNTER_LIST and FACT_LIST. A change here or there is a new schema version.

CREATE TABLE map (
    map_id     INTEGER PRIMARY KEY,
    hash       TEXT NOT NULL,          -- of what a solver can see
    spec       TEXT NOT NULL,          -- canonical spec, or the file's name
    family     TEXT NOT NULL,          -- the generator's name, or 'file'
    label      TEXT NOT NULL,          -- family and side ('rooms 1024', 'rooms 1024x512'); the file's stem, or its
                                       -- name where another map has that label
    seed       INTEGER,                -- NULL for a file
    kind       TEXT NOT NULL,          -- grid, polygons, mesh
    width      INTEGER NOT NULL,       -- cells; else of the box, rounded up
    height     INTEGER NOT NULL,
    passable   INTEGER,                -- grid: cells that can be entered
    cost_min   INTEGER,
    cost_max   INTEGER,
    vertex_count INTEGER,              -- polygons, mesh
    edge_count INTEGER,                -- polygons: of free space; mesh: of faces, each with its walls
    face_count INTEGER,                -- mesh
    inexact    INTEGER NOT NULL,       -- 1: coordinates on no lattice of 24 bits, equal lengths may be told apart
    UNIQUE (hash, spec)                -- one content under two names is two maps: each has its own rows
) STRICT;

CREATE TABLE query_set (
    query_set_id INTEGER PRIMARY KEY,
    map_id     INTEGER NOT NULL REFERENCES map,
    hash       TEXT NOT NULL,
    spec       TEXT NOT NULL,
    UNIQUE (map_id, hash, spec)
) STRICT;

CREATE TABLE query (
    query_id   INTEGER PRIMARY KEY,
    query_set_id INTEGER NOT NULL REFERENCES query_set,
    number     INTEGER NOT NULL,       -- from 0
    start_x    ANY NOT NULL,           -- INTEGER: a cell; REAL: a point
    start_y    ANY NOT NULL,
    goal_x     ANY NOT NULL,
    goal_y     ANY NOT NULL,
    bucket     INTEGER,                -- of optimal length, where the set has buckets
    UNIQUE (query_set_id, number)
) STRICT;

CREATE TABLE optimum (
    query_id   INTEGER NOT NULL REFERENCES query,
    move       TEXT NOT NULL,          -- movement rule
    straight   INTEGER,                -- between cells
    diagonal   INTEGER,
    length     REAL,                   -- NULL: there is no path
    oracle     TEXT NOT NULL,          -- flood, visibility, polyanya+visgraph, polyanya+expansion
    build      TEXT NOT NULL,          -- that found it: another finds it anew
    chain      TEXT,                   -- between points: a shortest path, "x,y x,y …"
    PRIMARY KEY (query_id, move)
) STRICT, WITHOUT ROWID;

CREATE TABLE solver (
    solver_id  INTEGER PRIMARY KEY,
    spec       TEXT NOT NULL UNIQUE,   -- canonical: every parameter named
    name       TEXT NOT NULL,
    move       TEXT NOT NULL,
    guarantee  TEXT NOT NULL,          -- optimal, bounded, none, nothing, as-published
    parameters TEXT NOT NULL           -- JSON object of the named parameters, for json_extract
) STRICT;

CREATE TABLE cell (
    cell_id    INTEGER PRIMARY KEY,
    hash       TEXT NOT NULL,          -- of map content, query content and solver spec
    query_set_id INTEGER NOT NULL REFERENCES query_set,
    solver_id  INTEGER NOT NULL REFERENCES solver,
    UNIQUE (query_set_id, solver_id)
) STRICT;

CREATE TABLE experiment (
    name       TEXT PRIMARY KEY,
    begun      TEXT NOT NULL,          -- its last run, UTC
    summarised TEXT                    -- NULL: that run was not finished, and `summary` is of what was before it
) STRICT, WITHOUT ROWID;

-- Which cells an experiment asked for, in which of its groups, and the attempt that stands for each there.
-- Attempts at the cells of one timed group on one query set are always of one block: what was measured in
-- turns is compared, and nothing else, whoever measures the same cell again for another purpose.
CREATE TABLE member (
    experiment TEXT NOT NULL,
    part       TEXT NOT NULL,          -- a 'group' line of the experiment
    cell_id    INTEGER NOT NULL REFERENCES cell,
    position   INTEGER NOT NULL,       -- order of the solver in its group
    interleaved INTEGER NOT NULL,      -- 1: its times are asked for; an attempt may have more than that
    warm       INTEGER NOT NULL,
    attempt_id INTEGER REFERENCES attempt, -- NULL: not measured yet
    PRIMARY KEY (experiment, part, cell_id)
) STRICT, WITHOUT ROWID;

-- What an experiment asked for and could not have, such as a map that is not on this machine.
CREATE TABLE gap (
    experiment TEXT NOT NULL,
    part       TEXT NOT NULL,
    spec       TEXT NOT NULL,
    reason     TEXT NOT NULL,
    PRIMARY KEY (experiment, part, spec)
) STRICT, WITHOUT ROWID;

-- One start of the program that measured: who, where, with what.
CREATE TABLE run (
    run_id     INTEGER PRIMARY KEY,
    started    TEXT NOT NULL,          -- UTC, ISO 8601
    finished   TEXT,                   -- NULL: it was stopped or killed
    command    TEXT NOT NULL,
    build      TEXT NOT NULL,          -- hash of sources, compiler and flags
    compiler   TEXT NOT NULL,
    flags      TEXT NOT NULL,
    source_commit TEXT,
    source_clean INTEGER,              -- 1: the sources were those of the commit
    host       TEXT NOT NULL,
    cpu        TEXT NOT NULL,
    cores      INTEGER NOT NULL,
    kernel     TEXT NOT NULL,
    memory_bytes INTEGER NOT NULL,
    swap_bytes INTEGER NOT NULL,       -- in use
    governor   TEXT,                   -- NULL: the system does not say
    load       REAL NOT NULL,          -- one-minute average at the start
    clock_ns   REAL NOT NULL           -- cost of an empty interval, subtracted from each sample
) STRICT;

-- One map, one query set and the solvers that were measured on it together, in one process.
CREATE TABLE block (
    block_id   INTEGER PRIMARY KEY,
    run_id     INTEGER NOT NULL REFERENCES run,
    query_set_id INTEGER NOT NULL REFERENCES query_set,
    interleaved INTEGER NOT NULL,      -- 1: timed so
    warm       INTEGER NOT NULL,       -- 1: timed so
    repeats    INTEGER NOT NULL,
    limit_seconds REAL,                -- NULL: none
    limit_bytes INTEGER,
    outline_ns INTEGER                 -- the conversion alone: polygons made of the grid or mesh, once, for the
                                       -- judge; part of prepare_ns where a solver needs it. NULL: not made
) STRICT;

CREATE INDEX block_of_queries ON block (query_set_id);

-- One try at a cell.
CREATE TABLE attempt (
    attempt_id INTEGER PRIMARY KEY,
    cell_id    INTEGER NOT NULL REFERENCES cell,
    block_id   INTEGER NOT NULL REFERENCES block,
    verdict    TEXT NOT NULL,          -- done, refused, crash, timeout, out-of-memory
    detail     TEXT,                   -- the reason, where there is one
    prepare_ns INTEGER,
    index_bytes INTEGER,               -- what the index holds
    index_peak_bytes INTEGER,          -- most that was held while it was built
    scratch_bytes INTEGER,             -- after all queries
    @FACTS@
) STRICT;

CREATE INDEX attempt_of_cell ON attempt (cell_id);
CREATE INDEX attempt_of_block ON attempt (block_id);

-- How undisturbed each protocol's measurement was: a loop of dependent additions before and after tells
-- whether the clock moved, processor time against time on the wall whether others had a share.
CREATE TABLE bracket (
    attempt_id INTEGER NOT NULL REFERENCES attempt,
    protocol   TEXT NOT NULL,          -- interleaved, warm, prepare
    repeats    INTEGER NOT NULL,
    before_ns  INTEGER NOT NULL,
    after_ns   INTEGER NOT NULL,
    wall_ns    INTEGER NOT NULL,       -- while it was measured
    cpu_ns     INTEGER NOT NULL,       -- of it, those in which the process ran
    switches   INTEGER NOT NULL,       -- times that the system took the processor away
    crowded    INTEGER NOT NULL,       -- 1: another run was timed on the same processor
    flagged    INTEGER NOT NULL,       -- 1: one of these says that it was disturbed
    PRIMARY KEY (attempt_id, protocol)
) STRICT, WITHOUT ROWID;

-- What a query got, once an attempt.
CREATE TABLE answer (
    answer_id  INTEGER PRIMARY KEY,
    attempt_id INTEGER NOT NULL REFERENCES attempt,
    query_id   INTEGER NOT NULL REFERENCES query,
    verdict    TEXT NOT NULL,          -- optimal, suboptimal, valid (no optimum is known), no-path, no-path-false,
                                       -- invalid, impossible, unanswered
    detail     TEXT,                   -- why it is invalid
    straight   INTEGER,                -- between cells, as walked by the checker; NULL: no path
    diagonal   INTEGER,
    length     REAL,                   -- as walked; NULL: no valid path
    excess     REAL,                   -- length / optimum - 1; NULL when the optimum is 0 or there is none
    path_cells INTEGER NOT NULL,       -- cells, or points, of the path
    path_hash  TEXT,                   -- of them in order
    @COUNTERS@,
    UNIQUE (attempt_id, query_id)
) STRICT;

CREATE TABLE sample (
    answer_id  INTEGER NOT NULL REFERENCES answer,
    protocol   TEXT NOT NULL,          -- interleaved, warm
    repeat     INTEGER NOT NULL,       -- from 0; the warm-up is not stored
    ns         INTEGER NOT NULL,       -- of the whole batch, the clock's cost subtracted
    batch      INTEGER NOT NULL,       -- queries in a row that one interval timed: 1 unless too short for it
    PRIMARY KEY (answer_id, protocol, repeat)
) STRICT, WITHOUT ROWID;

-- Statistics of a group, filled at the end of a run. The group: one solver on all maps of one label in one
-- part of an experiment. A row with against_id is a ratio: that solver's mean over this one's,
-- on what one block measured.
CREATE TABLE summary (
    experiment TEXT NOT NULL,
    part       TEXT NOT NULL,
    label      TEXT NOT NULL,
    solver_id  INTEGER NOT NULL REFERENCES solver,
    against_id INTEGER NOT NULL,       -- 0: none
    metric     TEXT NOT NULL,          -- query_ns:interleaved, query_ns:warm, prepare_ns, excess, excess_any, expanded, …
    n          INTEGER NOT NULL,       -- queries (or maps, for what is measured once a map)
    maps       INTEGER NOT NULL,
    mean       REAL NOT NULL,
    low        REAL,                   -- 95 % interval of the mean
    high       REAL,
    method     TEXT NOT NULL,          -- how the interval was made: 'bootstrap by map', 'bootstrap by query', 'none'
    total_ratio REAL,                  -- excess: ratio of the sums of lengths, less 1
    median     REAL NOT NULL,
    mad        REAL NOT NULL,          -- median absolute deviation, unscaled
    q05        REAL NOT NULL,
    q25        REAL NOT NULL,
    q75        REAL NOT NULL,
    q95        REAL NOT NULL,
    worst      REAL NOT NULL,          -- largest
    worst_query_id INTEGER REFERENCES query, -- its witness
    PRIMARY KEY (experiment, part, label, solver_id, against_id, metric)
) STRICT, WITHOUT ROWID;

-- The published figures with what was measured for each, filled by `taut claims`.
CREATE TABLE claim (
    claim_id   TEXT PRIMARY KEY,       -- D2.2.1
    document   TEXT NOT NULL,
    place      TEXT NOT NULL,
    statement  TEXT NOT NULL,
    published  TEXT NOT NULL,
    unit       TEXT NOT NULL,
    kind       TEXT NOT NULL,
    rule       TEXT NOT NULL,          -- see paper/claims.md
    experiment TEXT NOT NULL,
    query      TEXT NOT NULL,          -- the SELECT that measured it
    measured   REAL,
    low        REAL,
    high       REAL,
    shown      TEXT NOT NULL,          -- as printed
    verdict    TEXT NOT NULL,
    why        TEXT NOT NULL,
    witness    TEXT                    -- the words of a `taut solve` that shows it
) STRICT;

-- One row for each cell of each group of an experiment: what people ask first. Times in microseconds a query,
-- medians over repeats. Compare solvers on the same `query` of one experiment and group only: other pairs, and
-- blocks of another hour, are another measurement.
CREATE VIEW result AS
    SELECT member.experiment, member.part, map.label, map.family, map.kind, map.width, map.height, map.seed,
           map.vertex_count, query_set.spec AS query, solver.name AS solver,
           json_extract(solver.parameters, '$.style') AS style,
           json_extract(solver.parameters, '$.k') AS k,
           json_extract(solver.parameters, '$.wide') AS wide,
           json_extract(solver.parameters, '$.tie') AS tie,
           json_extract(solver.parameters, '$.mesh') AS mesh,
           json_extract(solver.parameters, '$.build') AS build,
           json_extract(solver.parameters, '$.portal') AS portal,
           json_extract(solver.parameters, '$.clamp') AS clamp,
           json_extract(solver.parameters, '$.funnel') AS funnel,
           solver.move, solver.spec, attempt.nodes, attempt.edges, attempt.vertices, attempt.faces,
           attempt.prepare_ns / 1e6 AS prepare_ms, attempt.index_bytes,
           query_time.protocol, query_time.mean_us, answers.queries,
           100 * answers.excess AS excess_percent, 100 * answers.worst AS worst_percent, answers.expanded,
           member.attempt_id, attempt.block_id, map.map_id, solver.solver_id
    FROM member JOIN attempt USING (attempt_id) JOIN cell ON cell.cell_id = member.cell_id
    JOIN query_set USING (query_set_id) JOIN map USING (map_id) JOIN solver USING (solver_id)
    JOIN (SELECT attempt_id, count(*) AS queries, avg(excess) AS excess, max(excess) AS worst,
                 avg(expanded) AS expanded
          FROM answer GROUP BY attempt_id) AS answers USING (attempt_id)
    LEFT JOIN (SELECT attempt_id, protocol, avg(ns) / 1000 AS mean_us
               FROM (SELECT answer.attempt_id, answer_id, protocol, avg(1.0 * ns / batch) AS ns
                     FROM (SELECT answer_id, protocol, ns, batch,
                                  row_number() OVER (PARTITION BY answer_id, protocol ORDER BY 1.0 * ns / batch) AS place,
                                  count(*) OVER (PARTITION BY answer_id, protocol) AS n FROM sample) AS ordered
                     JOIN answer USING (answer_id)
                     WHERE place IN ((n + 1) / 2, (n + 2) / 2)
                     GROUP BY answer_id, protocol)
               GROUP BY attempt_id, protocol) AS query_time
        ON query_time.attempt_id = member.attempt_id
           AND iif(query_time.protocol = 'warm', member.warm, member.interleaved)
    WHERE attempt.verdict = 'done';

-- The experiment that stands for each name: its full size where there are rows of it, else its QUICK variant.
CREATE VIEW chosen AS
    SELECT name, min(experiment) AS experiment, min(experiment) <> name AS quick
    FROM (SELECT DISTINCT experiment,
                 CASE WHEN experiment LIKE '%-quick' THEN substr(experiment, 1, length(experiment) - 6)
                      ELSE experiment END AS name
          FROM member)
    GROUP BY name;

-- The summary for people: what was compared in words, of the chosen experiments. `experiment` is the name
-- without '-quick', so that a query works on both sizes; against_… is the other solver of a ratio, else NULL.
CREATE VIEW measured AS
    SELECT chosen.name AS experiment, chosen.quick, summary.part, summary.label,
           solver.name AS solver, solver.move,
           json_extract(solver.parameters, '$.style') AS style,
           json_extract(solver.parameters, '$.k') AS k,
           json_extract(solver.parameters, '$.wide') AS wide,
           json_extract(solver.parameters, '$.tie') AS tie,
           json_extract(solver.parameters, '$.inside') AS inside,
           json_extract(solver.parameters, '$.mesh') AS mesh,
           json_extract(solver.parameters, '$.build') AS build,
           json_extract(solver.parameters, '$.portal') AS portal,
           json_extract(solver.parameters, '$.clamp') AS clamp,
           json_extract(solver.parameters, '$.funnel') AS funnel,
           other.name AS against,
           json_extract(other.parameters, '$.style') AS against_style,
           json_extract(other.parameters, '$.k') AS against_k,
           json_extract(other.parameters, '$.tie') AS against_tie,
           json_extract(other.parameters, '$.inside') AS against_inside,
           json_extract(other.parameters, '$.mesh') AS against_mesh,
           json_extract(other.parameters, '$.build') AS against_build,
           json_extract(other.parameters, '$.portal') AS against_portal,
           json_extract(other.parameters, '$.clamp') AS against_clamp,
           json_extract(other.parameters, '$.funnel') AS against_funnel,
           summary.metric, summary.n, summary.maps, summary.mean, summary.low, summary.high, summary.method,
           summary.total_ratio, summary.median, summary.mad, summary.q05, summary.q25, summary.q75,
           summary.q95, summary.worst, summary.worst_query_id,
           solver.spec, other.spec AS against_spec, summary.solver_id, summary.against_id
    FROM summary JOIN chosen USING (experiment)
    JOIN solver ON solver.solver_id = summary.solver_id
    LEFT JOIN solver AS other ON other.solver_id = summary.against_id;

-- Every answer of the chosen experiments, with its ends.
CREATE VIEW answered AS
    SELECT chosen.name AS experiment, chosen.quick, member.part, map.label, map.spec AS map, map.seed,
           solver.name AS solver, solver.move,
           json_extract(solver.parameters, '$.style') AS style,
           json_extract(solver.parameters, '$.k') AS k,
           json_extract(solver.parameters, '$.tie') AS tie,
           json_extract(solver.parameters, '$.mesh') AS mesh,
           json_extract(solver.parameters, '$.build') AS build,
           json_extract(solver.parameters, '$.portal') AS portal,
           json_extract(solver.parameters, '$.clamp') AS clamp,
           json_extract(solver.parameters, '$.funnel') AS funnel,
           query.number, query.start_x, query.start_y, query.goal_x, query.goal_y,
           optimum.length AS optimum, answer.*, cell.solver_id, map.map_id
    FROM member JOIN chosen USING (experiment) JOIN cell USING (cell_id)
    JOIN attempt ON attempt.attempt_id = member.attempt_id AND attempt.verdict = 'done'
    JOIN answer ON answer.attempt_id = member.attempt_id JOIN query USING (query_id)
    JOIN query_set ON query_set.query_set_id = query.query_set_id JOIN map USING (map_id)
    JOIN solver ON solver.solver_id = cell.solver_id
    LEFT JOIN optimum ON optimum.query_id = query.query_id AND optimum.move = solver.move;

-- A query as the words that `taut solve` takes: the witness that anyone can check.
CREATE VIEW witness AS
    SELECT query_id, map.spec AS map, map.seed, number,
           '--map ' || map.spec || ' --from ' || start_x_text || ',' || start_y_text
                    || ' --to ' || goal_x_text || ',' || goal_y_text
                    || iif(map.kind = 'grid' AND typeof(start_x) = 'real', ' --points', '') AS words
    FROM (SELECT *, -- reals with all their digits, so that the same query is asked
                 CASE typeof(start_x) WHEN 'real' THEN printf('%!.17g', start_x) ELSE start_x END AS start_x_text,
                 CASE typeof(start_y) WHEN 'real' THEN printf('%!.17g', start_y) ELSE start_y END AS start_y_text,
                 CASE typeof(goal_x) WHEN 'real' THEN printf('%!.17g', goal_x) ELSE goal_x END AS goal_x_text,
                 CASE typeof(goal_y) WHEN 'real' THEN printf('%!.17g', goal_y) ELSE goal_y END AS goal_y_text
          FROM query) AS asked
    JOIN query_set USING (query_set_id) JOIN map USING (map_id);
