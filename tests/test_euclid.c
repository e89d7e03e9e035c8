/* Sums of square roots, judged by GMP's integer roots at 4000 bits: far beyond what sums of a few roots need
 * to differ. */
#include "tests/support.h"

#include "algos/core/euclid.h"
#include "algos/core/rng.h"
#include "algos/core/roots.h"

#include <gmp.h>
#include <stdlib.h>

enum { BITS = 4000, TERMS = 256 };

typedef struct Terms {
    uint64_t number[TERMS];
    int sign[TERMS];
    uint64_t count;
} Terms;

static uint64_t term_at(const void *context, uint64_t i, int *sign) {
    const Terms *terms = context;
    *sign = terms->sign[i];
    return terms->number[i];
}

static void add_term(Terms *terms, int64_t sign, uint64_t number) {
    assert_true(terms->count < TERMS);
    terms->number[terms->count] = number;
    terms->sign[terms->count++] = sign < 0 ? -1 : 1;
}

static int sign_of(const Terms *terms) {
    bool decided;
    Roots roots = {term_at, terms, terms->count};
    int sign = roots_sign(&roots, &decided);
    assert_true(decided);
    return sign;
}

static int judged(const Terms *terms) {
    mpz_t sum, root;
    mpz_inits(sum, root, NULL);
    for (uint64_t i = 0; i < terms->count; i++) {
        mpz_set_ui(root, terms->number[i]);
        mpz_mul_2exp(root, root, 2 * BITS);
        mpz_sqrt(root, root);
        terms->sign[i] > 0 ? mpz_add(sum, sum, root) : mpz_sub(sum, sum, root);
    }
    int sign = mpz_cmpabs_ui(sum, (unsigned long)terms->count) <= 0 ? 0 : mpz_sgn(sum);
    mpz_clears(sum, root, NULL);
    return sign;
}

/* Numbers with their signs, ended by 0. */
static Terms terms_of(const int64_t *numbers) {
    Terms terms = {.count = 0};
    for (; *numbers != 0; numbers++)
        add_term(&terms, *numbers, (uint64_t)(*numbers < 0 ? -*numbers : *numbers));
    return terms;
}

static void finds_equal_sums_in_disguise(void **state) {
    (void)state;
    static const int64_t equal[][8] = {
        {0},
        {8, -2, -2},
        {50, 18, -128},
        {50, 18, -2, -98},
        {12, 27, -75},
        {4, 9, -25},
        {45, 20, 8, -125, -8},
        {1 << 20, -(1 << 20)},
        {INT64_C(4) << 58, -(INT64_C(1) << 58), -(INT64_C(1) << 58)},
        {INT64_C(16777213) * 16777213 * 2, INT64_C(4) * 2, -INT64_C(16777215) * 16777215 * 2},
        {72, -2, 3, 5, -32, -5, -3, -2},
    };
    for (size_t i = 0; i < sizeof equal / sizeof *equal; i++) {
        int64_t ended[9] = {0};
        for (size_t j = 0; j < 8; j++) ended[j] = equal[i][j];
        Terms terms = terms_of(ended);
        assert_int_equal(sign_of(&terms), 0);
        assert_int_equal(judged(&terms), 0);
    }
}

/* The closest sums of two and of three roots of numbers up to 20 (O'Rourke, "Advanced problem 6369", 1981),
 * and others that differ late. */
static void decides_near_ties(void **state) {
    (void)state;
    static const struct {
        int64_t numbers[8];
        int sign;
    } near[] = {
        {{10, 11, -5, -18, 0}, 1},
        {{5, 6, 18, -4, -12, -12, 0}, -1},
        {{2, -3, 0}, -1},
        {{50, 18, -127, 0}, 1},
        {{INT64_C(1) << 50, -(INT64_C(1) << 50) - 1, 0}, -1},
        {{INT64_C(1) << 50, (INT64_C(1) << 50) + 2, -(INT64_C(1) << 50) - 1, -(INT64_C(1) << 50) - 1, 0}, -1},
    };
    for (size_t i = 0; i < sizeof near / sizeof *near; i++) {
        Terms terms = terms_of(near[i].numbers);
        assert_int_equal(judged(&terms), near[i].sign);
        assert_int_equal(sign_of(&terms), near[i].sign);
        for (uint64_t j = 0; j < terms.count; j++) terms.sign[j] = -terms.sign[j];
        assert_int_equal(sign_of(&terms), -near[i].sign);
    }
}

/* The k-th finite difference of the root at 2^50 is about 2^(25 - 50k) in size, and its sign is that of the
 * k-th derivative: + for odd k, - for even. */
static void decides_differences_of_hundreds_of_bits(void **state) {
    (void)state;
    for (int k = 1; k <= 8; k++) {
        Terms terms = {.count = 0};
        int64_t binomial = 1;
        for (int i = 0; i <= k; i++) {
            for (int64_t j = 0; j < binomial; j++)
                add_term(&terms, (k - i) % 2 == 0 ? 1 : -1, (UINT64_C(1) << 50) + (uint64_t)i);
            binomial = binomial * (k - i) / (i + 1);
        }
        assert_int_equal(sign_of(&terms), k % 2 == 1 ? 1 : -1);
    }
}

static void agrees_on_random_sums(void **state) {
    (void)state;
    Rng rng = rng_from(1);
    uint32_t zero = 0;
    for (uint32_t trial = 0; trial < trials(3000); trial++) {
        Terms terms = {.count = 0};
        uint32_t count = 1 + rng_below(&rng, 8), most = 2 + rng_below(&rng, 20);
        for (uint32_t i = 0; i < count; i++)
            add_term(&terms, rng_below(&rng, 2) == 0 ? 1 : -1, rng_below(&rng, most));
        int sign = judged(&terms);
        assert_int_equal(sign_of(&terms), sign);
        zero += sign == 0;
    }
    assert_true(trials(3000) < 1000 || zero > trials(3000) / 50);
}

/* All sums of two lengths of lattice vectors up to 23 × 23, in order: neighbours are the nearest ties. */
typedef struct Two {
    Point chain[3];
    double length;
} Two;

static int by_length(const void *a, const void *b) {
    double x = ((const Two *)a)->length, y = ((const Two *)b)->length;
    return (x > y) - (x < y);
}

static int judged_chains(const Point *a, uint64_t a_count, const Point *b, uint64_t b_count) {
    Terms terms = {.count = 0};
    for (uint64_t i = 1; i < a_count + b_count; i++) {
        if (i == a_count) continue;
        const Point *to = i < a_count ? &a[i] : &b[i - a_count];
        int64_t x = (int64_t)(to[0].x - to[-1].x), y = (int64_t)(to[0].y - to[-1].y);
        add_term(&terms, i < a_count ? 1 : -1, (uint64_t)(x * x + y * y));
    }
    return judged(&terms);
}

static void orders_chains_of_two(void **state) {
    (void)state;
    enum { SIDE = 24 };
    static Two two[SIDE * (SIDE + 1) / 2 * (SIDE * (SIDE + 1) / 2 + 1) / 2];
    Point vector[SIDE * (SIDE + 1) / 2];
    size_t vectors = 0, count = 0;
    for (int x = 0; x < SIDE; x++)
        for (int y = 0; y <= x; y++) vector[vectors++] = (Point){x, y};
    for (size_t i = 0; i < vectors; i++)
        for (size_t j = 0; j <= i; j++) {
            Point a = vector[i], b = {a.x + vector[j].y, a.y - vector[j].x};
            two[count++] = (Two){{{0, 0}, a, b}, point_distance((Point){0, 0}, a) + point_distance(a, b)};
        }
    qsort(two, count, sizeof *two, by_length);
    uint32_t equal = 0;
    for (size_t i = 1; i < count; i++) {
        if (two[i].length - two[i - 1].length > 1e-9) continue;
        int sign = euclid_compare(two[i].chain, 3, two[i - 1].chain, 3);
        assert_int_equal(sign, judged_chains(two[i].chain, 3, two[i - 1].chain, 3));
        equal += sign == 0;
    }
    assert_true(equal > 1000);
}

static uint64_t random_chain(Rng *rng, int32_t side, Point *chain) {
    uint64_t count = 1 + rng_below(rng, 8);
    for (uint64_t i = 0; i < count; i++)
        chain[i] = (Point){rng_between(rng, -side, side), rng_between(rng, -side, side)};
    return count;
}

static void agrees_on_random_chains(void **state) {
    (void)state;
    Rng rng = rng_from(2);
    for (uint32_t trial = 0; trial < trials(3000); trial++) {
        Point a[8], b[8];
        int32_t side = trial % 2 == 0 ? 2 : 1 << 23;
        uint64_t a_count = random_chain(&rng, side, a), b_count = random_chain(&rng, side, b);
        int sign = judged_chains(a, a_count, b, b_count);
        assert_int_equal(euclid_compare(a, a_count, b, b_count), sign);
        assert_int_equal(euclid_compare(b, b_count, a, a_count), -sign);
        /* The same on a finer lattice, moved, the ends turned round. */
        Point fine[8];
        for (uint64_t i = 0; i < a_count; i++)
            fine[a_count - 1 - i] = (Point){a[i].y * 0x1p-20 + 3, a[i].x * 0x1p-20};
        for (uint64_t i = 0; i < b_count; i++) b[i] = (Point){b[i].x * 0x1p-20, b[i].y * 0x1p-20};
        assert_int_equal(euclid_compare(fine, a_count, b, b_count), sign);
    }
}

static void is_an_order(void **state) {
    (void)state;
    Rng rng = rng_from(3);
    for (uint32_t trial = 0; trial < trials(2000); trial++) {
        Point a[8], b[8], c[8];
        uint64_t a_count = random_chain(&rng, 2, a), b_count = random_chain(&rng, 2, b),
                 c_count = random_chain(&rng, 2, c);
        int ab = euclid_compare(a, a_count, b, b_count), bc = euclid_compare(b, b_count, c, c_count),
            ac = euclid_compare(a, a_count, c, c_count);
        assert_int_equal(euclid_compare(a, a_count, a, a_count), 0);
        if (ab == bc) assert_int_equal(ac, ab);
        if (ab == 0) assert_int_equal(ac, bc);
    }
}

/* Long chains of the same steps in another order: equal, and found so without undue cost. */
static void finds_long_chains_equal(void **state) {
    (void)state;
    enum { STEPS = 400 };
    static Point a[STEPS + 1], b[STEPS + 1];
    Rng rng = rng_from(4);
    for (int i = 0; i < STEPS; i++) {
        double x = rng_between(&rng, -9999, 9999), y = rng_between(&rng, -9999, 9999);
        a[i + 1] = (Point){a[i].x + x, a[i].y + y};
        b[STEPS - 1 - i] = (Point){b[STEPS - i].x + y, b[STEPS - i].y - x};
    }
    assert_int_equal(euclid_compare(a, STEPS + 1, b, STEPS + 1), 0);
    b[STEPS / 2].x += 1;
    int sign = euclid_compare(a, STEPS + 1, b, STEPS + 1);
    assert_true(sign != 0);
    assert_int_equal(euclid_compare(b, STEPS + 1, a, STEPS + 1), -sign);
}

/* What no lattice of 30 bits holds is compared as far as 100 bits go, and said so. */
static void says_what_it_cannot_know(void **state) {
    (void)state;
    bool exact;
    Point tiny = {0x1p-120, 0};
    Point a[] = {{0, 0}, tiny, {1, 1}}, b[] = {{1, 0}, {0, 1}}, c[] = {{0, 0}, {0.1, 0.3}},
          d[] = {{1, 2}, {1.3, 2.1}};
    assert_int_equal(euclid_compare_exact(a, 3, b, 2, &exact), 0);
    assert_false(exact);
    assert_int_equal(euclid_compare_exact(c, 2, b, 2, &exact), -1);
    assert_true(exact);
    /* Rounded coordinates: equal on paper, not as the doubles stand. */
    assert_true(euclid_compare_exact(c, 2, d, 2, &exact) != 0);
    assert_true(exact);
    assert_int_equal(euclid_compare_exact(a, 1, c, 0, &exact), 0);
    assert_true(exact);
    assert_int_equal(euclid_compare_exact(a, 3, a, 3, &exact), 0);
    assert_true(exact);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_equal_sums_in_disguise),
        cmocka_unit_test(decides_near_ties),
        cmocka_unit_test(decides_differences_of_hundreds_of_bits),
        cmocka_unit_test(agrees_on_random_sums),
        cmocka_unit_test(orders_chains_of_two),
        cmocka_unit_test(agrees_on_random_chains),
        cmocka_unit_test(is_an_order),
        cmocka_unit_test(finds_long_chains_equal),
        cmocka_unit_test(says_what_it_cannot_know),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
