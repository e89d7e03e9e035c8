/* What the tests of HPA* share: maps of any cost, and the invariants of its graph. */
#ifndef TAUT_TESTS_HPA_SUPPORT_H
#define TAUT_TESTS_HPA_SUPPORT_H

#include "tests/support.h"

#include "algos/core/rng.h"
#include "algos/grid/hpa_graph.h"

/* A random grid of costs 1 .. cost_most <= 255, each cell blocked with `blocked` per cent; a letter is its
 * cost. */
void grid_random_costs(Memory *memory, int32_t width, int32_t height, uint32_t blocked, uint32_t cost_most,
                       Rng *rng, Map *map);

/* A random passable cell; there must be one. */
Cell cell_random(const Grid *grid, Rng *rng);

/* Fails the test unless the graph is what it should be: clusters tile the map; nodes are ordered, open, and
 * face one another across borders; there is an inner edge exactly where the oracle, flooding the cluster
 * alone, finds a way, of exactly that length; each way walks from its node to its target; edges across
 * borders cost the cell entered; nothing is kept that no edge uses. */
void assert_graph_sound(const HpaGraph *graph);

/* Whether two graphs of one form are the same: nodes by cell, edges by cells and exact length, on both
 * levels. How ways are kept may differ. */
bool graphs_equal(const HpaGraph *a, const HpaGraph *b);

/* The exact length of the best way over the graph, or inside the cluster of both ends, by brute force: edges
 * are relaxed until nothing changes. False where there is none. For small maps. */
bool abstract_optimum(const HpaGraph *graph, const Query *query, Length *length);

#endif
