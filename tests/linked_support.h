/* The solvers that know links, for tests. */
#ifndef TAUT_TESTS_LINKED_SUPPORT_H
#define TAUT_TESTS_LINKED_SUPPORT_H

#include "algos/map/point_path.h"
#include "harness/spec.h"

enum { LINKED_CHOICES_MOST = 24 };

/* Those of them that are tried, some exact, some not; returns how many. */
uint32_t linked_choices(Memory *memory, SolverChoice choices[LINKED_CHOICES_MOST]);

/* Whether its paths are shortest. */
bool linked_is_optimal(const SolverChoice *choice);

/* Prepares one in the path's memory and asks it. Fails the test where that fails. */
void linked_ask(const SolverChoice *choice, const Map *map, const PointQuery *query, PointPath *path);

#endif
