-- title: What is not up to date
-- caption: Experiments whose last run was stopped or is still going on: their tables are of what was finished before it. The same command goes on with it.
-- empty: every experiment was finished
SELECT name AS experiment, begun AS "last begun" FROM experiment WHERE summarised IS NULL ORDER BY name;
