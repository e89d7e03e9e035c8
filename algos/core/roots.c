#include "algos/core/roots.h"

#include <math.h>
#include <string.h>

enum {
    BITS_FIRST = 128, /* callers have tried 100 bits before */
    BITS_MOST = 16384,
    WORDS = BITS_MOST / 32 + 4
};

static uint64_t common_divisor(uint64_t a, uint64_t b) {
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The root rounded down: exact, for the double is off by one at most. */
static uint64_t whole_root(uint64_t n) {
    uint64_t root = (uint64_t)sqrt((double)n);
    while (root * root > n) root--;
    while ((root + 1) * (root + 1) <= n) root++;
    return root;
}

static bool is_square(uint64_t n) {
    uint64_t root = whole_root(n);
    return root * root == n;
}

/* Whether √m and √n are rational multiples of one another, that is whether m·n is a square. Most pairs are
 * told apart by their residues: 12 of 64 are squares, and 4 of 11, 16 of 63 or so. */
static bool same_class(uint64_t m, uint64_t n) {
    static const uint64_t squares_64 = UINT64_C(0x0202021202030213);
    static const uint64_t squares_63 = UINT64_C(0x0402483012450293);
    if ((squares_64 >> (m * n % 64) & 1) == 0) return false;
    if ((squares_63 >> (m % 63 * (n % 63) % 63) & 1) == 0) return false;
    uint64_t divisor = common_divisor(m, n);
    return is_square(m / divisor) && is_square(n / divisor);
}

/* What the class of term i adds up to, in units of the root of the divisor common to it: all its numbers are
 * d·a² with one square-free d, so that divisor is d·(common divisor of the a)². */
static int64_t class_sum(const Roots *roots, uint64_t i) {
    int sign;
    uint64_t first = roots->term(roots->context, i, &sign), divisor = first;
    for (uint64_t j = i + 1; j < roots->count; j++) {
        uint64_t n = roots->term(roots->context, j, &sign);
        if (n != 0 && same_class(first, n)) divisor = common_divisor(divisor, n);
    }
    int64_t sum = 0;
    for (uint64_t j = i; j < roots->count; j++) {
        uint64_t n = roots->term(roots->context, j, &sign);
        if (n != 0 && same_class(first, n)) sum += sign * (int64_t)whole_root(n / divisor);
    }
    return sum;
}

static bool is_first_of_class(const Roots *roots, uint64_t i, uint64_t n) {
    int sign;
    for (uint64_t j = 0; j < i; j++) {
        uint64_t earlier = roots->term(roots->context, j, &sign);
        if (earlier != 0 && same_class(earlier, n)) return false;
    }
    return true;
}

static bool is_zero(const Roots *roots) {
    int sign;
    for (uint64_t i = 0; i < roots->count; i++) {
        uint64_t n = roots->term(roots->context, i, &sign);
        if (n != 0 && is_first_of_class(roots, i, n) && class_sum(roots, i) != 0) return false;
    }
    return true;
}

/* A number that is not negative, lowest word first; words above `count` do not exist. */
typedef struct Long {
    uint32_t word[WORDS];
    uint32_t count;
} Long;

static void long_trim(Long *number) {
    while (number->count > 0 && number->word[number->count - 1] == 0) number->count--;
}

static Long *long_set(Long *number, uint64_t value) {
    number->word[0] = (uint32_t)value;
    number->word[1] = (uint32_t)(value >> 32);
    number->count = 2;
    long_trim(number);
    return number;
}

/* number · 2^shift + low, shift 1 .. 31, low below 2^shift. */
static void long_shift(Long *number, uint32_t shift, uint32_t low) {
    uint32_t carry = low;
    for (uint32_t i = 0; i < number->count; i++) {
        uint32_t word = number->word[i];
        number->word[i] = word << shift | carry;
        carry = word >> (32 - shift);
    }
    if (carry != 0) number->word[number->count++] = carry;
}

static int long_compare(const Long *a, const Long *b) {
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (uint32_t i = a->count; i-- > 0;)
        if (a->word[i] != b->word[i]) return a->word[i] < b->word[i] ? -1 : 1;
    return 0;
}

static void long_add(Long *a, const Long *b) {
    uint64_t carry = 0;
    for (uint32_t i = 0; i < b->count || carry != 0; i++) {
        if (i == a->count) a->word[a->count++] = 0;
        carry += (uint64_t)a->word[i] + (i < b->count ? b->word[i] : 0);
        a->word[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

/* a - b, which must not be negative. */
static void long_subtract(Long *a, const Long *b) {
    uint64_t borrow = 0;
    for (uint32_t i = 0; i < a->count && (i < b->count || borrow != 0); i++) {
        uint64_t word = (uint64_t)a->word[i] - (i < b->count ? b->word[i] : 0) - borrow;
        a->word[i] = (uint32_t)word;
        borrow = word >> 63;
    }
    long_trim(a);
}

/* floor(√n · 2^bits), a bit at a time as by hand: no division, exact, and quick enough at a few hundred bits,
 * which is all that is ever wanted in practice. `rest` is n·4^i - root² throughout. */
static void long_root(Long *root, uint64_t n, uint32_t bits) {
    Long rest, trial;
    uint64_t whole = whole_root(n);
    long_set(root, whole);
    long_set(&rest, n - whole * whole);
    for (uint32_t i = 0; i < bits; i++) {
        long_shift(&rest, 2, 0);
        trial.count = root->count;
        memcpy(trial.word, root->word, root->count * sizeof *root->word);
        long_shift(&trial, 2, 1); /* (2·root + 1)² - (2·root)² */
        bool one = long_compare(&rest, &trial) >= 0;
        if (one) long_subtract(&rest, &trial);
        long_shift(root, 1, one);
    }
}

int roots_sign(const Roots *roots, bool *decided) {
    *decided = true;
    if (is_zero(roots)) return 0;
    for (uint32_t bits = BITS_FIRST; bits <= BITS_MOST; bits *= 2) {
        /* Each root is rounded down by less than 1: the true sums are below plus + plus_count and so on. */
        Long plus = {.count = 0}, minus = {.count = 0}, root;
        uint64_t plus_count = 0, minus_count = 0;
        for (uint64_t i = 0; i < roots->count; i++) {
            int sign;
            uint64_t n = roots->term(roots->context, i, &sign);
            if (n == 0) continue;
            long_root(&root, n, bits);
            long_add(sign > 0 ? &plus : &minus, &root);
            *(sign > 0 ? &plus_count : &minus_count) += 1;
        }
        int sign = long_compare(&plus, &minus);
        Long *larger = sign > 0 ? &plus : &minus;
        long_subtract(larger, sign > 0 ? &minus : &plus);
        if (long_compare(larger, long_set(&root, sign > 0 ? minus_count : plus_count)) >= 0) return sign;
    }
    *decided = false;
    return 0;
}
