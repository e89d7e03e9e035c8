/* What experiments are there, and what each still lacks. */
#include "harness/record_merge.h"

Status record_experiments(Store *store, Table *table, Error *error) {
    return store_query(store, "SELECT name FROM experiment ORDER BY name", table, error);
}

Status record_missing(Store *store, Table *table, Error *error) {
    return store_query(store,
                       "SELECT experiment, part AS \"group\", map, query, count(*) AS solvers FROM missing"
                       " GROUP BY experiment, part, map, query ORDER BY experiment, part, map, query",
                       table, error);
}

Status record_missing_shards(Store *store, Table *table, Error *error) {
    return store_query(
        store,
        "WITH RECURSIVE whole AS (SELECT DISTINCT experiment, plan, count FROM shard),"
        " every(experiment, plan, count, number) AS (SELECT experiment, plan, count, 1 FROM whole"
        "  UNION ALL SELECT experiment, plan, count, number + 1 FROM every WHERE number < count)"
        " SELECT experiment, number, count FROM every WHERE NOT EXISTS (SELECT 1 FROM shard"
        "  WHERE shard.experiment = every.experiment AND shard.plan = every.plan"
        "  AND shard.count = every.count AND shard.number = every.number)"
        " ORDER BY experiment, count, number",
        table, error);
}
