#include "algos/core/order.h"

#include <stdbool.h>

Status order_create(Memory *memory, uint32_t capacity, Order *order) {
    *order = (Order){.root = ORDER_NONE, .lowest = ORDER_NONE, .memory = memory};
    order->link = memory_take(memory, capacity, sizeof *order->link);
    return order->link == NULL ? STATUS_NO_MEMORY : STATUS_OK;
}

void order_destroy(Order *order) {
    if (order->memory != NULL) memory_give(order->memory, order->link);
    *order = (Order){.root = ORDER_NONE, .lowest = ORDER_NONE};
}

/* The larger stands higher in the tree. Different for different items: each step can be undone. */
static uint32_t priority(uint32_t item) {
    item = (item ^ item >> 16) * 0x7feb352du;
    item = (item ^ item >> 15) * 0x846ca68bu;
    return item ^ item >> 16;
}

/* Makes `to` the child of `parent` that `from` was. */
static void replace(Order *order, uint32_t parent, uint32_t from, uint32_t to) {
    if (parent == ORDER_NONE)
        order->root = to;
    else if (order->link[parent].below == from)
        order->link[parent].below = to;
    else
        order->link[parent].above = to;
    if (to != ORDER_NONE) order->link[to].parent = parent;
}

/* Turns the tree so that an item takes its parent's place. */
static void rotate_up(Order *order, uint32_t item) {
    OrderLink *link = order->link;
    uint32_t parent = link[item].parent;
    replace(order, link[parent].parent, parent, item);
    bool was_below = link[parent].below == item;
    uint32_t moved = was_below ? link[item].above : link[item].below;
    if (was_below) {
        link[parent].below = moved;
        link[item].above = parent;
    } else {
        link[parent].above = moved;
        link[item].below = parent;
    }
    if (moved != ORDER_NONE) link[moved].parent = parent;
    link[parent].parent = item;
}

void order_insert(Order *order, uint32_t item, uint32_t last) {
    OrderLink *link = order->link;
    uint32_t next = last == ORDER_NONE ? order->lowest : link[last].next;
    link[item] = (OrderLink){ORDER_NONE, ORDER_NONE, ORDER_NONE, next, last};
    if (last == ORDER_NONE)
        order->lowest = item;
    else
        link[last].next = item;
    if (next != ORDER_NONE) link[next].last = item;
    /* Of two neighbours in the list one is above the other in the tree, so one of these places is free. */
    if (last != ORDER_NONE && link[last].above == ORDER_NONE) {
        link[last].above = item;
        link[item].parent = last;
    } else if (next != ORDER_NONE) {
        link[next].below = item;
        link[item].parent = next;
    } else {
        order->root = item;
    }
    while (link[item].parent != ORDER_NONE && priority(link[item].parent) < priority(item))
        rotate_up(order, item);
}

void order_remove(Order *order, uint32_t item) {
    OrderLink *link = order->link;
    while (link[item].below != ORDER_NONE && link[item].above != ORDER_NONE) {
        uint32_t below = link[item].below, above = link[item].above;
        rotate_up(order, priority(below) > priority(above) ? below : above);
    }
    uint32_t child = link[item].below != ORDER_NONE ? link[item].below : link[item].above;
    replace(order, link[item].parent, item, child);
    uint32_t next = link[item].next, last = link[item].last;
    if (next != ORDER_NONE) link[next].last = last;
    if (last != ORDER_NONE)
        link[last].next = next;
    else
        order->lowest = next;
}
