/* From a map on which something fails to a small one on which it still does (Zeller and Hildebrandt,
 * "Simplifying and isolating failure-inducing input", 2002: greedy passes until none helps). */
#ifndef TAUT_TESTS_SHRINK_H
#define TAUT_TESTS_SHRINK_H

#include "algos/map/map.h"
#include "algos/map/path.h"

#include <stdbool.h>

/* Whether what is hunted happens for this query on this map; both ends are passable cells. */
typedef bool FailsOn(void *context, const Map *map, const Query *query);

/* The map as rows for grid_from_text ('@' blocked, '.' cost 1, digits), and the query. */
typedef struct Shrunk {
    char *rows;
    int32_t width, height;
    Query query;
    Memory *memory;
} Shrunk;

/* Removes rows and columns, opens blocked cells, lowers costs and moves the ends nearer to one another for as
 * long as `fails` stays true. Deterministic, and no single step of these leads further down. When it does not
 * fail on the map as rows (costs above 9 have no digit), the map is returned as it is. Aborts the test for
 * want of memory. */
Shrunk shrink(Memory *memory, const Map *map, const Query *query, FailsOn *fails, void *context);
void shrunk_destroy(Shrunk *shrunk);

/* Prints it to standard error as a line of C for a test: grid_from_text(&memory, "…", &map), and the query.
 */
void shrunk_print(const Shrunk *shrunk);

/* Leaves items of a list out, many at a time and then few, for as long as what is left fails: what is left is
 * in `items`, `count` of them. */
typedef bool ListFails(void *context, void *items, uint32_t count);
void shrink_list(void *items, size_t size, uint32_t *count, ListFails *fails, void *context);

/* Random grids and queries on which each of several suspects is tried. */
typedef struct GridHunt {
    uint64_t seed; /* of sizes, densities and ends; a map's own seed is its number */
    uint32_t maps;
    int32_t side_most;
    uint32_t blocked_below; /* per cent */
    uint32_t cost_most[3];  /* in turn */
    int suspects;
} GridHunt;

typedef struct Culprit {
    int suspect;
    uint32_t map;
} Culprit;

/* Whether one fails; then its smallest map is printed. The context of `fails` is an int, the suspect's
 * number. */
bool grid_hunt(const GridHunt *hunt, FailsOn *fails, Culprit *culprit);

#endif
