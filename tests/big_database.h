/* A database as large as is asked for, of invented measurements of the real experiments: for what has to be
 * quick on large ones. Nothing here fails a test: bench programs use it too. */
#ifndef TAUT_TESTS_BIG_DATABASE_H
#define TAUT_TESTS_BIG_DATABASE_H

#include "algos/core/status.h"

#include <stdbool.h>
#include <stdint.h>

/* Seconds that this process has had of the processor. */
double processor_seconds(void);

typedef struct BigDatabase {
    uint64_t samples, answers; /* rows made */
    double seconds;            /* of the processor, in the calls that record attempts, commits included */
} BigDatabase;

/* Makes FILE, which must not be there, with about `samples` samples, the same number for each group of the
 * experiments of paper/experiments that are named (NULL ends them): their maps, queries, solvers, protocols
 * and repeats by name, ends, lengths and times at random. Summaries are filled as a run does, except where
 * `summaries` is false. */
MUST_CHECK Status big_database_make(const char *file, const char *const *experiments, uint64_t samples,
                                    bool summaries, BigDatabase *made, Error *error);

#endif
