#include "harness/stats_paired.h"

#include "algos/core/rng.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#ifdef TAUT_HAVE_GSL
#include <gsl/gsl_cdf.h>
#endif

static double sum_of(const double *values, uint32_t count) {
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) sum += values[i];
    return sum;
}

/* Sums that are equal but for the order of adding count as equal. */
static double slack_of(const double *values, uint32_t count) {
    double size = 0;
    for (uint32_t i = 0; i < count; i++) size += fabs(values[i]);
    return 1e-12 * size;
}

/* All 2^count sums: one sign changes from each to the next (a Gray code). */
static double flip_all(const double *values, uint32_t count, double least) {
    double sum = sum_of(values, count);
    uint64_t hits = sum >= least, all = UINT64_C(1) << count, flipped = 0;
    for (uint64_t i = 1; i < all; i++) {
        int at = __builtin_ctzll(i);
        flipped ^= UINT64_C(1) << at;
        sum += (flipped >> at & 1) != 0 ? -2 * values[at] : 2 * values[at];
        hits += sum >= least;
    }
    return (double)hits / (double)all;
}

static double flip_some(const double *values, uint32_t count, double least, uint64_t seed) {
    Rng rng = rng_from(seed);
    uint32_t hits = 0;
    for (uint32_t tries = 1; tries <= SIGN_FLIP_MOST; tries++) {
        double sum = 0;
        uint64_t bits = 0;
        for (uint32_t i = 0; i < count; i++) {
            if (i % 64 == 0) bits = rng_next(&rng);
            sum += (bits >> (i % 64) & 1) != 0 ? values[i] : -values[i];
        }
        hits += sum >= least;
        if (hits == SIGN_FLIP_ENOUGH) return (double)hits / tries;
    }
    return (hits + 1.0) / (SIGN_FLIP_MOST + 1.0);
}

double stats_sign_flip(const double *values, uint32_t count, uint64_t seed) {
    double least = sum_of(values, count) - slack_of(values, count);
    return count <= SIGN_FLIP_EXACT ? flip_all(values, count, least) : flip_some(values, count, least, seed);
}

double stats_sign_flip_least(uint32_t count) {
    return count <= SIGN_FLIP_EXACT ? ldexp(1, -(int)count) : 1 / (SIGN_FLIP_MOST + 1.0);
}

void stats_signed_ranks(const double *values, uint32_t count, double *ranks) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t smaller = 0, as_large = 0;
        double size = fabs(values[i]);
        for (uint32_t j = 0; j < count; j++) {
            smaller += fabs(values[j]) < size;
            as_large += fabs(values[j]) <= size;
        }
        double rank = (smaller + 1 + as_large) / 2.0;
        ranks[i] = values[i] > 0 ? rank : values[i] < 0 ? -rank : 0;
    }
}

static int compare_reals(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Places of the interval's ends among the `pairs` sorted means, from both ends: as many as the signed-rank
 * sum falls short of by chance, by its normal approximation. */
static double interval_place(uint32_t count, double level) {
#ifdef TAUT_HAVE_GSL
    double n = count, spread = sqrt(n * (n + 1) * (2 * n + 1) / 24);
    return floor(n * (n + 1) / 4 - gsl_cdf_ugaussian_Qinv(level / 2) * spread);
#else
    (void)count, (void)level;
    return -1;
#endif
}

Centre stats_centre(const double *values, uint32_t count, double level, Memory *memory) {
    size_t pairs = (size_t)count * (count + 1) / 2, at = 0;
    double *means = memory_take(memory, pairs, sizeof *means);
    if (means == NULL || count == 0) {
        memory_give(memory, means);
        return (Centre){NAN, NAN, NAN};
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j <= i; j++) means[at++] = (values[i] + values[j]) / 2;
    qsort(means, pairs, sizeof *means, compare_reals);
    double place = interval_place(count, level);
    bool has = place >= 0 && place < (double)pairs;
    Centre centre = {(means[(pairs - 1) / 2] + means[pairs / 2]) / 2, has ? means[(size_t)place] : NAN,
                     has ? means[pairs - 1 - (size_t)place] : NAN};
    memory_give(memory, means);
    return centre;
}

#ifdef TAUT_HAVE_GSL
/* The chance of a mean as far above `from`; where nothing scatters it is certain on which side it is. */
static double student_above(double mean, double from, double error, double freedom) {
    if (error > 0) return gsl_cdf_tdist_Q((mean - from) / error, freedom);
    return mean > from ? 0 : 1;
}
#endif

MeanTest stats_mean_test(const double *values, uint32_t count, double margin, double level) {
    double mean = sum_of(values, count) / count, squares = 0;
    for (uint32_t i = 0; i < count; i++) squares += (values[i] - mean) * (values[i] - mean);
    double error = sqrt(squares / (count - 1) / count);
#ifdef TAUT_HAVE_GSL
    double half = error * gsl_cdf_tdist_Qinv(level / 2, count - 1.0);
    return (MeanTest){mean, mean - half, mean + half, student_above(mean, margin, error, count - 1.0),
                      student_above(-mean, margin, error, count - 1.0)};
#else
    (void)error, (void)margin, (void)level;
    return (MeanTest){mean, NAN, NAN, 1, 1};
#endif
}

void stats_holm(double *p, uint32_t count) {
    /* From the smallest on, found one after the other: families are of hundreds. */
    double least = 0;
    for (uint32_t rank = 0; rank < count; rank++) {
        uint32_t best = UINT32_MAX;
        for (uint32_t i = 0; i < count; i++)
            if (p[i] >= 0 && (best == UINT32_MAX || p[i] < p[best])) best = i;
        double corrected = fmin(1, p[best] * (count - rank));
        least = fmax(least, corrected);
        p[best] = -1 - least; /* done: kept below zero until the end */
    }
    for (uint32_t i = 0; i < count; i++) p[i] = -1 - p[i];
}
