/* Solvers whose memory ends. */
#ifndef TAUT_TESTS_FAILING_H
#define TAUT_TESTS_FAILING_H

#include "harness/any_path.h"

/* Prepares the solver, makes a scratch and asks the query, with the first allocation failing, then with the
 * second, and so on until all goes well or the solver refuses the map. Fails the test where that is told as
 * anything but want of memory, or where something stays allocated. Returns how many allocations there were.
 */
uint64_t assert_survives_failures(const Solver *solver, const Settings *settings, const Map *map,
                                  const AnyQuery *query);

#endif
