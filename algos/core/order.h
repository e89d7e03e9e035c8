/* An ordered list of numbered items with a search tree over it: what a plane sweep keeps of the edges that it
 * crosses. Who uses it compares items himself: he walks down from `root` by `below` and `above`, and inserts
 * after the item found. A treap (Seidel and Aragon, "Randomized search trees", 1996) whose priorities are
 * hashes of the numbers, so that the same calls give the same tree. O(log n) expected an operation, 20 bytes
 * an item. */
#ifndef TAUT_CORE_ORDER_H
#define TAUT_CORE_ORDER_H

#include "algos/core/memory.h"
#include "algos/core/status.h"

#define ORDER_NONE UINT32_MAX

typedef struct OrderLink {
    uint32_t below, above, parent; /* in the tree */
    uint32_t next, last;           /* in the list: upwards, downwards */
} OrderLink;

typedef struct Order {
    OrderLink *link; /* of each item, by its number; meaningless while it is not in */
    uint32_t root;   /* ORDER_NONE when there is none */
    uint32_t lowest;
    Memory *memory;
} Order;

/* Room for items 0 .. capacity - 1, none in. */
MUST_CHECK Status order_create(Memory *memory, uint32_t capacity, Order *order);
void order_destroy(Order *order);

/* Puts an item that is not in just above `last`, or at the bottom when that is ORDER_NONE. */
void order_insert(Order *order, uint32_t item, uint32_t last);
/* Takes out an item that is in. */
void order_remove(Order *order, uint32_t item);

#endif
