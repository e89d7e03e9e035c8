/* Whole numbers for points of a lattice: in-circle against expansions of doubles, and where doubles fail. */
#include "tests/support.h"

#include "algos/core/lattice.h"
#include "algos/core/rng.h"

/* Both ways of deciding agree, near ties and with coordinates of all sizes. */
static void in_circle_both_ways(void **state) {
    (void)state;
    Rng rng = rng_from(5);
    uint32_t ties = 0;
    for (uint32_t trial = 0; trial < trials(200000); trial++) {
        int32_t most = (1 << (1 + rng_below(&rng, 24))) - 1;
        LatticePoint on[4];
        Point at[4];
        for (int i = 0; i < 4; i++) {
            on[i] = (LatticePoint){rng_between(&rng, -most, most), rng_between(&rng, -most, most)};
            /* A rectangle's corners are on one circle, but for one moved by a unit now and then. */
            if (i == 3 && trial % 2 == 0)
                on[3] = (LatticePoint){on[0].x + on[2].x - on[1].x, on[0].y + on[2].y - on[1].y};
            if (i == 2 && trial % 2 == 0)
                on[2] = (LatticePoint){on[1].x - (on[1].y - on[0].y), on[1].y + (on[1].x - on[0].x)};
        }
        if (trial % 4 == 0) on[3].x += rng_between(&rng, -1, 1);
        bool fits = true;
        for (int i = 0; i < 4; i++) {
            at[i] = (Point){on[i].x, on[i].y};
            fits = fits && on[i].x < 1 << 24 && on[i].x > -(1 << 24) && on[i].y < 1 << 24 &&
                   on[i].y > -(1 << 24);
        }
        if (!fits || point_orientation(at[0], at[1], at[2]) <= 0) continue;
        int side = point_in_circle(at[0], at[1], at[2], at[3]);
        assert_int_equal(lattice_in_circle(on[0], on[1], on[2], on[3]), side);
        ties += side == 0;
    }
    assert_true(ties > 0);
}

/* Nothing cancels before the end, and a unit decides. */
static void on_one_circle(void **state) {
    (void)state;
    Rng rng = rng_from(6);
    /* Five of many points of the lattice on one circle about the middle: nothing cancels before the end. */
    const LatticePoint triple[5] = {{4, 3}, {12, 5}, {15, 8}, {21, 20}, {12, 35}};
    const int32_t hypotenuse[5] = {5, 13, 17, 29, 37}, radius = 13 * 5 * 13 * 17 * 29 * 37;
    LatticePoint on[10];
    for (int i = 0; i < 10; i++) {
        int32_t share = radius / hypotenuse[i % 5];
        on[i] = (LatticePoint){triple[i % 5].x * share, triple[i % 5].y * share * (i < 5 ? 1 : -1)};
    }
    for (uint32_t trial = 0; trial < 10000; trial++) {
        uint32_t a = rng_below(&rng, 10), b = rng_below(&rng, 10), c = rng_below(&rng, 10), d = trial % 10;
        if (a == b || b == c || a == c || d == a || d == b || d == c) continue;
        Point at[3] = {{on[a].x, on[a].y}, {on[b].x, on[b].y}, {on[c].x, on[c].y}};
        if (point_orientation(at[0], at[1], at[2]) < 0) continue;
        assert_int_equal(lattice_in_circle(on[a], on[b], on[c], on[d]), 0);
        LatticePoint in = {on[d].x - 1, on[d].y}, out = {on[d].x + 1, on[d].y};
        assert_int_equal(lattice_in_circle(on[a], on[b], on[c], in), 1);
        assert_int_equal(lattice_in_circle(on[a], on[b], on[c], out), -1);
    }
}

static void largest_numbers(void **state) {
    (void)state;
    enum { FAR = (1 << 24) - 1 };
    const LatticePoint a = {-FAR, -FAR}, b = {FAR, -FAR}, c = {FAR, FAR}, d = {-FAR, FAR},
                       near = {-FAR, FAR - 1};
    assert_int_equal(lattice_in_circle(a, b, c, d), 0);
    assert_int_equal(lattice_in_circle(a, b, c, near), 1);
    assert_int_equal(lattice_in_circle(b, c, near, d), -1);
    assert_true(power_of_two(-3) == 0.125 && power_of_two(24) == 16777216 && power_of_two(0) == 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_circle_both_ways),
        cmocka_unit_test(on_one_circle),
        cmocka_unit_test(largest_numbers),
    };
    return cmocka_run_group_tests_name("lattice", tests, NULL, NULL);
}
