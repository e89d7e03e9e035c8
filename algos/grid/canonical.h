/* A* on buckets, in canonical order or not: see canonical.c. */
#ifndef TAUT_GRID_CANONICAL_H
#define TAUT_GRID_CANONICAL_H

#include "algos/grid/best_first.h"

typedef struct CanonicalScratch CanonicalScratch;

/* The index is best_first.h's. `ordered`: neighbours are taken in canonical order only; under MOVE_8 and
 * where all cells cost the same. The search outlives the scratch. */
MUST_CHECK Status canonical_scratch_create(const GridSearch *search, bool ordered, Memory *memory,
                                           void **scratch);
void canonical_scratch_destroy(void *scratch);
MUST_CHECK Status canonical_query(void *scratch, const Query *query, Path *path, Counters *counters);

#endif
