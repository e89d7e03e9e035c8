/* The integer stand-in for octile lengths orders them exactly as far as it says, and not much farther. */
#include "tests/support.h"

#include "algos/core/rng.h"
#include "algos/map/move.h"

static MoveScale scale_for(uint64_t cost_sum) {
    MoveScale scale;
    Error error;
    ASSERT_OK(move_scale(MOVE_8, cost_sum, &scale, &error), &error);
    return scale;
}

/* The order of a + b√2 and 0 by the stand-in. */
static int scaled_sign(MoveScale scale, int64_t a, int64_t b) {
    int64_t scaled = a * (int64_t)scale.straight + b * (int64_t)scale.diagonal;
    return (scaled > 0) - (scaled < 0);
}

/* For each difference of diagonals the two straight differences on either side of the tie. */
static void exact_for_all_small_differences(void **state) {
    (void)state;
    for (uint64_t cost_sum = 0; cost_sum < 500; cost_sum++) {
        MoveScale scale = scale_for(cost_sum);
        for (int64_t b = 0; b <= (int64_t)cost_sum; b++)
            for (int64_t a = b * 14142 / 10000 - 1; a <= b * 14143 / 10000 + 2; a++)
                assert_int_equal(scaled_sign(scale, -a, b), length_sign((Length){-a, b}));
    }
}

/* Convergents and what lies between them are the nearest ties of all. */
static void exact_at_the_nearest_ties(void **state) {
    (void)state;
    for (uint64_t cost_sum = 1; cost_sum < UINT64_C(1) << 30; cost_sum = cost_sum * 3 / 2 + 1) {
        MoveScale scale = scale_for(cost_sum);
        assert_true(scale.straight > cost_sum);
        int64_t p = 1, q = 1;
        while (q <= (int64_t)cost_sum) {
            assert_int_equal(scaled_sign(scale, p, -q), length_sign((Length){p, -q}));
            int64_t next = p + 2 * q, between_p = 2 * p + 2 * q, between_q = p + 2 * q;
            if (between_q <= (int64_t)cost_sum)
                assert_int_equal(scaled_sign(scale, between_p, -between_q),
                                 length_sign((Length){between_p, -between_q}));
            q = p + q;
            p = next;
        }
    }
}

static void exact_for_random_lengths(void **state) {
    (void)state;
    Rng rng = rng_from(17);
    for (uint32_t i = 0; i < trials(200000); i++) {
        uint32_t cost_sum = 1 + rng_below(&rng, UINT32_C(1) << (4 + rng_below(&rng, 26)));
        MoveScale scale = scale_for(cost_sum);
        int64_t b = rng_below(&rng, cost_sum), a = (int64_t)((double)b * 1.4142135623730951);
        a += rng_between(&rng, -1, 2);
        assert_int_equal(scaled_sign(scale, a, -b), length_sign((Length){a, -b}));
    }
}

/* The smallest convergent that will do is taken: one smaller fails on its own denominator. */
static void smallest_scale(void **state) {
    (void)state;
    MoveScale scale = scale_for(13859);
    assert_int_equal(scale.straight, 13860);
    assert_int_equal(scale.diagonal, 19601);
    assert_int_equal(scaled_sign(scale, 19601, -13860), 0); /* which is why 13860 diagonals are too many */
    assert_int_equal(scale_for(13860).straight, 33461);
    scale = scale_for(0);
    assert_true(scale.straight == 1 && scale.diagonal == 1);
}

static void rules(void **state) {
    (void)state;
    MoveScale scale;
    Error error;
    assert_string_equal(move_name(MOVE_4), "4");
    assert_string_equal(move_name(MOVE_8), "8");
    assert_string_equal(move_name(MOVE_8C), "8c");
    assert_string_equal(move_name(MOVE_ANY), "any");
    ASSERT_OK(move_scale(MOVE_8C, 13859, &scale, &error), &error);
    assert_true(scale.straight == 13860 && scale.diagonal == 19601);
    ASSERT_OK(move_scale(MOVE_4, UINT64_MAX / 2, &scale, &error), &error);
    assert_true(scale.straight == 1 && scale.diagonal == 1);
    ASSERT_OK(move_scale(MOVE_8, UINT64_C(16384) * 16384 * 4, &scale, &error), &error);
    assert_int_equal(move_scale(MOVE_8, UINT64_C(1) << 40, &scale, &error), STATUS_REFUSED);
    assert_int_equal(move_scale(MOVE_8, UINT64_MAX, &scale, &error), STATUS_REFUSED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_for_all_small_differences),
        cmocka_unit_test(exact_at_the_nearest_ties),
        cmocka_unit_test(exact_for_random_lengths),
        cmocka_unit_test(smallest_scale),
        cmocka_unit_test(rules),
    };
    return cmocka_run_group_tests_name("move", tests, NULL, NULL);
}
