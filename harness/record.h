/* Rows of the database from what was measured. Each call is whole: the caller wraps what belongs together in
 * one transaction. */
#ifndef TAUT_HARNESS_RECORD_H
#define TAUT_HARNESS_RECORD_H

#include "harness/block.h"
#include "harness/host.h"
#include "harness/store.h"

/* Begins a run: its provenance. Sets its id. */
MUST_CHECK Status record_run(Store *store, const Host *host, const char *command, double clock_cost,
                             int64_t *run_id, Error *error);
/* Marks it finished. */
MUST_CHECK Status record_run_end(Store *store, int64_t run_id, Error *error);

/* The map, the query set and its queries, once each; ids of what is there already. `first_query_id` is that
 * of query 0: those after it follow in order. */
MUST_CHECK Status record_map(Store *store, const MapChoice *choice, const Map *map, int64_t *map_id,
                             Error *error);
MUST_CHECK Status record_queries(Store *store, int64_t map_id, const char *spec, const QuerySet *set,
                                 int64_t *query_set_id, int64_t *first_query_id, Error *error);

MUST_CHECK Status record_solver(Store *store, const SolverChoice *choice, int64_t *solver_id, Error *error);

/* The cell of a solver on a query set. */
MUST_CHECK Status record_cell(Store *store, const Map *map, const QuerySet *set, int64_t query_set_id,
                              const SolverChoice *choice, int64_t solver_id, int64_t *cell_id, Error *error);

/* A cell's place in a part of an experiment, and the attempt that stands for it there; 0: what stood for it
 * before, if anything, goes on doing so. */
MUST_CHECK Status record_member(Store *store, const char *experiment, const Part *part, int64_t cell_id,
                                uint32_t position, int64_t attempt_id, Error *error);
/* Before the members of a new timed block: what stood for the part's cells on that query set, also for those
 * no longer asked for, stands for them no more, so that no two blocks mix. */
MUST_CHECK Status record_members_replaced(Store *store, const char *experiment, const Part *part,
                                          int64_t query_set_id, Error *error);
MUST_CHECK Status record_gap(Store *store, const char *experiment, const char *part, const char *spec,
                             const char *reason, Error *error);
/* Around the record_member calls of a run: what the experiment had and no longer asks for is forgotten when
 * it ends, so that one that is stopped has lost nothing. The cells stay. */
MUST_CHECK Status record_experiment_begin(Store *store, const char *experiment, Error *error);
MUST_CHECK Status record_experiment_end(Store *store, const char *experiment, Error *error);
/* In a process that measures a part of it: before its record_member calls. */
MUST_CHECK Status record_experiment_join(Store *store, Error *error);
/* What such a process asked for. */
MUST_CHECK Status record_asked(Store *store, const char *experiment, const char *part, int64_t cell_id,
                               Error *error);

/* What the whole experiment asks for, in place of what it asked for before. */
MUST_CHECK Status record_planned(Store *store, const Plan *plan, Error *error);

/* Finds what this build has measured of a part's cells on one query set already: attempts[i] for cells[i], 0
 * where it has to be measured. Where the part times anything it is one block's attempts at exactly these
 * cells, with the part's protocols and repeats, or none: times of two blocks are not compared. A failure
 * counts as measured, unless the part now grants more time or memory than it had. What is timed was measured
 * beside at most `beside` other blocks. */
MUST_CHECK Status record_standing(Store *store, const Part *part, uint32_t beside, int64_t query_set_id,
                                  const int64_t *cells, uint32_t count, int64_t *attempts, Error *error);

/* Reads the optima that this build has found before (their chains are taken from `memory`) and writes those
 * that were not. */
MUST_CHECK Status record_optima_read(Store *store, int64_t first_query_id, uint32_t count, Move move,
                                     Memory *memory, Optimum *optimum, Error *error);
MUST_CHECK Status record_optima_write(Store *store, int64_t first_query_id, uint32_t count, Move move,
                                      const Optimum *optimum, Error *error);

/* A block that was measured, before its attempts; `elapsed_ns`: what all of it took. */
MUST_CHECK Status record_block(Store *store, int64_t run_id, int64_t query_set_id, const Block *block,
                               int64_t elapsed_ns, int64_t *block_id, Error *error);

/* All that a solver got in a block. */
MUST_CHECK Status record_attempt(Store *store, int64_t block_id, int64_t cell_id, int64_t first_query_id,
                                 const Block *block, const BlockResult *result, uint32_t solver,
                                 int64_t *attempt_id, Error *error);

/* Verdicts of an experiment that a check cannot let pass: wrong paths and lengths, crashes. */
typedef struct Faults {
    int64_t answers, wrong_answers, cells, failed_cells, flagged_cells; /* of what stands for its cells */
} Faults;
MUST_CHECK Status record_faults(Store *store, const char *experiment, Faults *faults, Error *error);

#endif
