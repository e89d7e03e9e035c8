/* Blocks of the past, by which the time of others is estimated. */
#ifndef TAUT_HARNESS_RECORD_PAST_H
#define TAUT_HARNESS_RECORD_PAST_H

#include "harness/record.h"

/* Lists: map spec, query spec, generator ('file' for files), width, height (of grids, else 0), units of work
 * (solvers times goes through the queries), nanoseconds; the newest of each map, queries and build. */
MUST_CHECK Status record_past(Store *store, Table *table, Error *error);

/* How many queries the set has that was made so on that map: 0 where it is not known. */
MUST_CHECK Status record_query_count(Store *store, const char *map, const char *queries, int64_t *count,
                                     Error *error);

/* record_standing by names: what would be done already if map and queries are what they were. */
MUST_CHECK Status record_standing_named(Store *store, const Part *part, uint32_t beside, const char *map,
                                        const char *queries, int64_t *attempts, Error *error);

#endif
