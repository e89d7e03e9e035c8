/* An invented database of results whose statistics can be worked out by hand. */
#ifndef TAUT_TESTS_RESULTS_FIXTURE_H
#define TAUT_TESTS_RESULTS_FIXTURE_H

#include "harness/store.h"
#include "tests/folder.h"

/* Makes a new folder under /tmp and in it `taut.db`, filled as follows, and opens it for writing.
 * folder_remove it.
 *
 * Experiment `experiment`, part table256, label "rooms 256": MAPS maps with 3 queries each (numbers 0, 1, 2),
 * each measured 3 times under both protocols by astar:style=published (A) and hpa:k=16 and k=32,
 * style=published (H). With t = 1000 · (map + number + 1) ns: A takes 4t (warm) and 8t (interleaved), H takes
 * t, k=32 takes 2t; the three repeats are t - 10, t, t + 500, the first two in a batch of 2. H's excess is
 * number / 100; the optimum is 100, but 0 for map 1, number 0. A expands 10, H 5 nodes. Preparation: A none,
 * H 1 ms · map, k=32 half of it. */
void fixture_create(const char *experiment, int maps, char folder[FOLDER_PATH], Store **store);

#endif
