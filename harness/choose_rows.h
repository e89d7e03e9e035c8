/* Which rows of a file of queries an experiment takes. */
#ifndef TAUT_HARNESS_CHOOSE_ROWS_H
#define TAUT_HARNESS_CHOOSE_ROWS_H

#include "algos/core/memory.h"
#include "algos/core/status.h"

#include <stdbool.h>

/* The rows of a file, of whatever kind. */
typedef struct RowSource {
    const void *context;
    uint32_t count;
    double (*length)(const void *context, uint32_t row); /* as published */
    bool (*is_sound)(const void *context, uint32_t row); /* fits its map, and has a path */
} RowSource;

/* With `wanted` 0 every n-th row from the first. Else so many rows spread over the lengths: the sound rows in
 * order of length are cut into `wanted` parts of the same size, and the middle one of each is taken; all of
 * them where there are no more. Allocates the rows' numbers in `memory`. */
MUST_CHECK Status rows_choose(const RowSource *source, uint32_t every, uint32_t wanted, Memory *memory,
                              uint32_t **rows, uint32_t *count);

#endif
