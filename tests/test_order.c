/* Sorting, and the ordered list of a sweep, against plain arrays. */
#include "tests/support.h"

#include "algos/core/order.h"
#include "algos/core/rng.h"
#include "algos/core/sort.h"

#include <string.h>

static bool key_before(const void *context, uint32_t a, uint32_t b) {
    const uint32_t *keys = context;
    return keys[a] < keys[b];
}

static void sorts_and_keeps_equal_ones(void **state) {
    (void)state;
    enum { MOST = 300 };
    Rng rng = rng_from(7);
    for (uint32_t trial = 0; trial < trials(2000); trial++) {
        uint32_t count = rng_below(&rng, MOST), keys[MOST], items[MOST], room[MOST], seen[MOST] = {0};
        for (uint32_t i = 0; i < count; i++) {
            keys[i] = rng_below(&rng, 1 + rng_below(&rng, MOST));
            items[i] = i;
        }
        sort_items(items, room, count, key_before, keys);
        for (uint32_t i = 0; i < count; i++) seen[items[i]]++;
        for (uint32_t i = 0; i < count; i++) assert_int_equal(seen[i], 1);
        for (uint32_t i = 1; i < count; i++) {
            assert_true(keys[items[i - 1]] <= keys[items[i]]);
            if (keys[items[i - 1]] == keys[items[i]]) assert_true(items[i - 1] < items[i]);
        }
    }
}

/* Walks the tree in order; returns its depth. */
static uint32_t walk(const Order *order, uint32_t item, uint32_t parent, uint32_t *out, uint32_t *count) {
    if (item == ORDER_NONE) return 0;
    assert_int_equal(order->link[item].parent, parent);
    uint32_t below = walk(order, order->link[item].below, item, out, count);
    out[(*count)++] = item;
    uint32_t above = walk(order, order->link[item].above, item, out, count);
    return 1 + (below > above ? below : above);
}

static void keeps_order(void **state) {
    (void)state;
    enum { MOST = 400 };
    Memory memory = system_memory();
    Rng rng = rng_from(9);
    Order order;
    assert_int_equal(order_create(&memory, MOST, &order), STATUS_OK);
    uint32_t list[MOST], walked[MOST], size = 0;
    bool in[MOST] = {false};
    for (uint32_t step = 0; step < trials(20000); step++) {
        uint32_t item = rng_below(&rng, MOST);
        if (in[item]) {
            uint32_t at = 0;
            while (list[at] != item) at++;
            order_remove(&order, item);
            memmove(list + at, list + at + 1, (size - at - 1) * sizeof *list);
            size--;
        } else {
            uint32_t at = rng_below(&rng, size + 1);
            order_insert(&order, item, at == 0 ? ORDER_NONE : list[at - 1]);
            memmove(list + at + 1, list + at, (size - at) * sizeof *list);
            list[at] = item;
            size++;
        }
        in[item] = !in[item];
        if (step % 16 != 0) continue;
        uint32_t count = 0, at = 0;
        assert_in_range(walk(&order, order.root, ORDER_NONE, walked, &count), 0, 30);
        assert_int_equal(count, size);
        if (size != 0) assert_memory_equal(walked, list, size * sizeof *list);
        for (uint32_t i = order.lowest; i != ORDER_NONE; i = order.link[i].next)
            assert_int_equal(i, list[at++]);
        assert_int_equal(at, size);
    }
    order_destroy(&order);
    ASSERT_NOTHING_LIVE(&memory);
    memory = system_memory();
    memory.fail_at = 1;
    assert_int_equal(order_create(&memory, MOST, &order), STATUS_NO_MEMORY);
    order_destroy(&order);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(sorts_and_keeps_equal_ones),
                                       cmocka_unit_test(keeps_order)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
