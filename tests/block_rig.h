/* A block for solvers made by a test: a free grid of two rows, queries told apart by their start, no oracle.
 */
#ifndef TAUT_TESTS_BLOCK_RIG_H
#define TAUT_TESTS_BLOCK_RIG_H

#include "tests/support.h"

#include "harness/block.h"

enum { RIG_QUERIES = 9, RIG_REPEATS = 6, RIG_SOLVERS = 3 };

/* Answers nothing, as it should: for solvers that fill in what they are about, `query` at least. Index and
 * scratch are the Memory they are given. */
extern const Solver rig_solver;

/* The answer of such a solver. */
Status rig_answer(Path *path);

/* Keeps the processor busy for so long: by the clock on the wall, or until the thread has run for that long.
 */
void spin(int64_t ns);
void burn(int64_t ns);

typedef struct RigOrder {
    Solver solvers[RIG_SOLVERS];
    uint32_t count;
    bool interleaved, warm;
    double clock_cost;
    uint64_t seed;
    Limits limits;
    Processor *processor;
    const char *vmstat;
    void (*idle)(void *context, double share);
    void *context;
} RigOrder;

/* Runs the block, in a shared result that is zero before. */
MUST_CHECK Status rig_run(const RigOrder *order, BlockResult *result, Error *error);

#endif
