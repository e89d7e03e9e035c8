/* The oracle between points: what it needs for a map, and one query. */
#ifndef TAUT_HARNESS_ORACLE_POINTS_H
#define TAUT_HARNESS_ORACLE_POINTS_H

#include "harness/oracle.h"

/* Brute force tests each pair of corners against each edge: beyond these its time is felt. */
enum {
    VISIBILITY_CORNERS_MOST = 300,
    SWEEP_CORNERS_MOST = 2000 /* the sweep takes a few seconds there, and grows with the square */
};

typedef struct PointOracle PointOracle;

/* Prepares what answers queries on a map with its outline; read only then. Map and polygons outlive it. */
MUST_CHECK Status point_oracle_create(const Map *map, const Polygons *polygons, Memory *memory,
                                      PointOracle **oracle, Error *error);
void point_oracle_destroy(PointOracle *oracle);

OracleName point_oracle_name(const PointOracle *oracle);

typedef struct PointOracleScratch PointOracleScratch; /* one a process */
MUST_CHECK Status point_oracle_scratch_create(const PointOracle *oracle, Memory *memory,
                                              PointOracleScratch **scratch);
void point_oracle_scratch_destroy(PointOracleScratch *scratch);

/* A shortest path (count 0: there is none). *agreed is false when the two searches contradict one another:
 * then the path says nothing. */
MUST_CHECK Status point_oracle_ask(PointOracleScratch *scratch, const PointQuery *query, PointPath *path,
                                   bool *agreed);

/* oracle_run and oracle_ask under the rule `any`. */
MUST_CHECK Status oracle_run_points(const Map *map, const Polygons *polygons, const QuerySet *set,
                                    uint32_t jobs, Memory *memory, Optimum *optimum, Error *error);
MUST_CHECK Status oracle_ask_points(const Map *map, const Polygons *polygons, const PointQuery *query,
                                    Memory *memory, Optimum *optimum, Error *error);

#endif
