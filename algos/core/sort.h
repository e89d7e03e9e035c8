/* Sorting of index lists by what they stand for. */
#ifndef TAUT_CORE_SORT_H
#define TAUT_CORE_SORT_H

#include <stdbool.h>
#include <stdint.h>

/* Whether item a must stand before item b. */
typedef bool (*SortBefore)(const void *context, uint32_t a, uint32_t b);

/* Puts `count` items into order; equal ones keep theirs. Merges runs from one array to the other, `room`
 * being as long as `items`: O(n log n) comparisons, no memory of its own. */
void sort_items(uint32_t *items, uint32_t *room, uint32_t count, SortBefore before, const void *context);

#endif
