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

-- What an experiment asks for in all: every query set of a part on every map of it, by every solver of it. Where
-- only some of it was run (a shard, --only), this tells what is missing.
CREATE TABLE planned (
    experiment TEXT NOT NULL,
    part       TEXT NOT NULL,
    map        TEXT NOT NULL,          -- specs, as in the tables of those names
    query      TEXT NOT NULL,
    PRIMARY KEY (experiment, part, map, query)
) STRICT, WITHOUT ROWID;

CREATE TABLE planned_solver (
    experiment TEXT NOT NULL,
    part       TEXT NOT NULL,
    solver     TEXT NOT NULL,
    PRIMARY KEY (experiment, part, solver)
) STRICT, WITHOUT ROWID;

-- The shards of experiments whose rows are here. A shard's own file has its row from the beginning, and holds no
-- more and no less than `digest` says once that is set.
CREATE TABLE shard (
    experiment TEXT NOT NULL,
    number     INTEGER NOT NULL,       -- from 1
    count      INTEGER NOT NULL,       -- of shards
    digest     TEXT NOT NULL,          -- of all rows of all tables but this one; '' while it is not complete
    plan       TEXT NOT NULL,          -- hash of what the experiment asks for
    build      TEXT NOT NULL,          -- hash of sources, compiler and flags
    own        INTEGER NOT NULL,       -- 1: this file is that shard; 0: it was merged into this file
    completed  TEXT,                   -- UTC; NULL: not complete
    attempts   INTEGER,                -- rows of those tables when it was complete
    answers    INTEGER,
    samples    INTEGER,
    PRIMARY KEY (experiment, number, count, digest)
) STRICT, WITHOUT ROWID;

-- One start of the program that measured: who, where, with what.
CREATE TABLE run (
    run_id     INTEGER PRIMARY KEY,
    uid        TEXT NOT NULL UNIQUE DEFAULT (lower(hex(randomblob(16)))), -- its name in any database
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
    uid        TEXT NOT NULL UNIQUE DEFAULT (lower(hex(randomblob(16)))), -- its name in any database
    run_id     INTEGER NOT NULL REFERENCES run,
    query_set_id INTEGER NOT NULL REFERENCES query_set,
    interleaved INTEGER NOT NULL,      -- 1: timed so
    warm       INTEGER NOT NULL,       -- 1: timed so
    repeats    INTEGER NOT NULL,
    limit_seconds REAL,                -- NULL: none
    limit_bytes INTEGER,
    outline_ns INTEGER,                -- the conversion alone: polygons made of the grid or mesh, once, for the
                                       -- judge; part of prepare_ns where a solver needs it. NULL: not made
    beside     INTEGER NOT NULL DEFAULT 0, -- so many other blocks of the run may have gone on at the same time; 0: it
                                       -- was alone
    elapsed_ns INTEGER                 -- from loading the map to these rows, oracles included; NULL: not known
) STRICT;

CREATE INDEX block_of_queries ON block (query_set_id);

-- One try at a cell.
CREATE TABLE attempt (
    attempt_id INTEGER PRIMARY KEY,
    cell_id    INTEGER NOT NULL REFERENCES cell,
    block_id   INTEGER NOT NULL REFERENCES block,
    verdict    TEXT NOT NULL,          -- done, refused, crash, timeout, out-of-memory
    detail     TEXT,                   -- the reason, where there is one
    prepare_ns INTEGER,                -- NULL: not timed, or not prepared
    index_bytes INTEGER,               -- what the index holds
    index_peak_bytes INTEGER,          -- most that was held while it was built
    scratch_bytes INTEGER,             -- after all queries
    @FACTS@
) STRICT;

CREATE INDEX attempt_of_cell ON attempt (cell_id);
CREATE INDEX attempt_of_block ON attempt (block_id);

-- How undisturbed each protocol's measurement was (no row: nothing was timed, see block.beside): a loop of dependent additions before and after tells
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
    samples    INTEGER NOT NULL,       -- rows of `sample`; of a preparation 0
    batched    INTEGER NOT NULL,       -- of them, those of several queries in a row
    batch_most INTEGER NOT NULL,       -- the longest such row; 1: none
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

-- Whole programs from start to end, as hyperfine timed them (`make hyperfine`): seconds.
CREATE TABLE program_time (
    run_id     INTEGER NOT NULL REFERENCES run, -- a small run before it: build, host, commit
    name       TEXT NOT NULL,          -- of what was timed
    command    TEXT NOT NULL,
    n          INTEGER NOT NULL,       -- times that it ran
    mean       REAL NOT NULL,
    sd         REAL,                   -- NULL for one time
    median     REAL NOT NULL,
    least      REAL NOT NULL,
    most       REAL NOT NULL,
    user       REAL NOT NULL,          -- of the mean, on the processor
    system     REAL NOT NULL,
    PRIMARY KEY (run_id, name)
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
