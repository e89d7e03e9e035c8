/* A* as a textbook or a tutorial writes it, kept as what others are measured against. */
#ifndef TAUT_GRID_ASTAR_PUBLISHED_H
#define TAUT_GRID_ASTAR_PUBLISHED_H

#include "algos/grid/best_first.h"

/* As the functions of best_first.h. `clears`: the arrays are cleared for every query (style=textbook);
 * else stamps tell what is of an earlier query (style=published). Ties by index in both. */
MUST_CHECK Status astar_published_scratch_create(const GridSearch *search, bool clears, Memory *memory,
                                                 void **scratch);
void astar_published_scratch_destroy(void *scratch);
MUST_CHECK Status astar_published_query(void *scratch, const Query *query, Path *path, Counters *counters);

#endif
