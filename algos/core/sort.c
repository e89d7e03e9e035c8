#include "algos/core/sort.h"

#include <string.h>

enum { RUN = 8 }; /* sorted by insertion first */

static uint32_t smaller(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static void insertion_sort(uint32_t *items, uint32_t count, SortBefore before, const void *context) {
    for (uint32_t i = 1; i < count; i++) {
        uint32_t item = items[i], at = i;
        for (; at > 0 && before(context, item, items[at - 1]); at--) items[at] = items[at - 1];
        items[at] = item;
    }
}

static void merge(const uint32_t *left, uint32_t left_count, const uint32_t *right, uint32_t right_count,
                  uint32_t *out, SortBefore before, const void *context) {
    while (left_count > 0 && right_count > 0) {
        bool from_right = before(context, *right, *left);
        *out++ = from_right ? *right++ : *left++;
        if (from_right)
            right_count--;
        else
            left_count--;
    }
    memcpy(out, left, left_count * sizeof *out);
    memcpy(out + left_count, right, right_count * sizeof *out);
}

void sort_items(uint32_t *items, uint32_t *room, uint32_t count, SortBefore before, const void *context) {
    for (uint32_t i = 0; i < count; i += smaller(RUN, count - i))
        insertion_sort(items + i, smaller(RUN, count - i), before, context);
    uint32_t *from = items, *to = room;
    for (uint32_t width = RUN; width<count; width = width> count / 2 ? count : 2 * width) {
        for (uint32_t i = 0; i < count;) {
            uint32_t left = smaller(width, count - i), right = smaller(width, count - i - left);
            merge(from + i, left, from + i + left, right, to + i, before, context);
            i += left + right;
        }
        uint32_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != items) memcpy(items, from, count * sizeof *items);
}
