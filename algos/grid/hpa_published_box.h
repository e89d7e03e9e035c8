/* What the published HPA*'s preparation and queries share: lists that double, and the search over all of a
 * cluster. */
#ifndef TAUT_GRID_HPA_PUBLISHED_BOX_H
#define TAUT_GRID_HPA_PUBLISHED_BOX_H

#include "algos/core/counters.h"
#include "algos/core/heap.h"
#include "algos/map/grid.h"

enum { NO_ID = -1 };
#define NO_WAY INT32_MAX

/* A list that doubles, one item at first, as the vectors of the document's language do. */
#define LIST_OF(ITEM)             \
    struct {                      \
        ITEM *items;              \
        uint32_t count, capacity; \
    }

/* Appends ITEM to *LIST, or returns STATUS_NO_MEMORY from the calling function. */
#define LIST_ADD(MEMORY, LIST, ITEM)                                                                 \
    do {                                                                                             \
        if ((LIST)->count == (LIST)->capacity) {                                                     \
            uint32_t capacity_ = (LIST)->capacity == 0 ? 1 : 2 * (LIST)->capacity;                   \
            void *items_ = memory_resize((MEMORY), (LIST)->items, capacity_, sizeof *(LIST)->items); \
            if (items_ == NULL) return STATUS_NO_MEMORY;                                             \
            (LIST)->items = items_;                                                                  \
            (LIST)->capacity = capacity_;                                                            \
        }                                                                                            \
        (LIST)->items[(LIST)->count++] = (ITEM);                                                     \
    } while (0)

typedef LIST_OF(Cell) CellList;
typedef LIST_OF(int32_t) IdList;

typedef struct FoundEntry {
    int32_t f, id;
} FoundEntry;

static inline bool found_before(const FoundEntry *a, const FoundEntry *b) {
    return a->f < b->f || (a->f == b->f && a->id < b->id);
}

DEFINE_HEAP(FoundHeap, found_heap, FoundEntry, found_before);

/* Cells x0 .. x1 - 1, y0 .. y1 - 1, numbered by rows. */
typedef struct Box {
    int32_t x0, y0, x1, y1;
} Box;

static inline bool box_holds(const Box *box, Cell cell) {
    return cell.x >= box->x0 && cell.x < box->x1 && cell.y >= box->y0 && cell.y < box->y1;
}

static inline int32_t box_number(const Box *box, Cell cell) {
    return (cell.y - box->y0) * (box->x1 - box->x0) + cell.x - box->x0;
}

static inline Cell box_cell(const Box *box, int32_t number) {
    int32_t width = box->x1 - box->x0;
    return (Cell){box->x0 + number % width, box->y0 + number / width};
}

typedef struct BoxSearch {
    Memory *memory;
    int32_t *cost, *parent; /* by number; NO_WAY and NO_ID where not reached */
} BoxSearch;

/* Dijkstra's search over all that can be reached in the box: from `source` or, with `reverse`, towards it.
 * Adds the cells settled to *settled. */
MUST_CHECK Status box_search(const Grid *grid, const Box *box, Cell source, bool reverse, Memory *memory,
                             BoxSearch *search, uint64_t *settled);
void box_search_destroy(BoxSearch *search);

/* Appends to `list` the cells from a forward search's source to `target`, both included. */
MUST_CHECK Status box_trace(const BoxSearch *search, const Box *box, Cell target, Memory *memory,
                            CellList *list);

#endif
