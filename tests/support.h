/* What every test needs: cmocka with the headers that it wants before it, counted memory, maps from text. */
#ifndef TAUT_TESTS_SUPPORT_H
#define TAUT_TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "algos/core/rng.h"
#include "algos/map/map.h"
#include "algos/map/path.h"
#include "harness/system_memory.h"

/* Fails the test unless `memory` holds nothing. */
#define ASSERT_NOTHING_LIVE(MEMORY) assert_int_equal((MEMORY)->live, 0)

/* Fails the test, printing the error's text, unless STATUS is STATUS_OK. */
#define ASSERT_OK(STATUS, ERROR) assert_ok((STATUS), (ERROR), __FILE__, __LINE__)
void assert_ok(Status status, const Error *error, const char *file, int line);

/* A grid from rows of letters ('\n' between them), e.g. "..@\n...": plain terrain, except that digits 1..9
 * cost themselves. */
void grid_from_text(Memory *memory, const char *rows, Map *map);

/* A random grid: each cell blocked with `blocked` per cent, else of cost uniform in 1 .. cost_most. */
void grid_random(Memory *memory, int32_t width, int32_t height, uint32_t blocked, uint32_t cost_most,
                 uint64_t seed, Map *map);

/* Random passable ends; false when no cell is passable. */
bool query_random(const Grid *grid, Rng *rng, Query *query);

/* How many random trials to make where `normal` are enough every day: `make hunt` sets the environment's
 * TAUT_TRIALS to a multiple (a fraction is allowed). At least 1. */
uint32_t trials(uint32_t normal);

#endif
