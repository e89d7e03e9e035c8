/* Tests of paired differences: is their mean above zero by more than chance? */
#ifndef TAUT_HARNESS_STATS_PAIRED_H
#define TAUT_HARNESS_STATS_PAIRED_H

#include "algos/core/memory.h"

#include <stdint.h>

enum {
    SIGN_FLIP_EXACT = 20,   /* up to so many values all sign flips are tried */
    SIGN_FLIP_MOST = 40000, /* beyond, so many random ones at most */
    SIGN_FLIP_ENOUGH = 50   /* of them that reach the sum: more would not change what is concluded */
};

/* The chance that random signs give values such as these a sum at least as large: the one-sided p of the
 * hypothesis that each is as likely to be -x as x (Fisher, "The design of experiments", 1935, section 21).
 * Exact for few values; else of random flips, which stop early where p is plainly large (Besag and Clifford,
 * "Sequential Monte Carlo p-values", 1991). The same seed gives the same p. 1 for no values. O(2^count), or
 * O(SIGN_FLIP_MOST * count). */
double stats_sign_flip(const double *values, uint32_t count, uint64_t seed);

/* The least p that stats_sign_flip can give for so many values. */
double stats_sign_flip_least(uint32_t count);

/* ranks[i] becomes the rank of the size of values[i] among all, with its sign; equal sizes share the mean of
 * their ranks, nothing (0) stays nothing. The sign flips of ranks are Wilcoxon's signed-rank test
 * ("Individual comparisons by ranking methods", 1945): a few values that are far off, such as of a machine
 * that was disturbed, have no more say than others. O(count^2). */
void stats_signed_ranks(const double *values, uint32_t count, double *ranks);

/* Where the values lie by that test: the median of the means of all pairs, and its interval at `level`
 * (Hodges and Lehmann, "Estimates of location based on rank tests", 1963). Takes count * (count + 1) / 2
 * numbers of memory. low and high are NaN in a build without GSL, and all without memory. */
typedef struct Centre {
    double value, low, high;
} Centre;
Centre stats_centre(const double *values, uint32_t count, double level, Memory *memory);

typedef struct MeanTest {
    double mean, low, high; /* interval of the mean at the asked-for level; NaN in a build without GSL */
    double above, below;    /* one-sided p: that the mean is not above `margin`, not below -`margin` */
} MeanTest;

/* Student's t of the mean against a margin >= 0 (Student, "The probable error of a mean", 1908), and the
 * interval that holds the mean but for a chance of `level`. count >= 2. p is 1 in a build without GSL. */
MeanTest stats_mean_test(const double *values, uint32_t count, double margin, double level);

/* Corrects `count` p-values of one family for their number, in place (Holm, "A simple sequentially rejective
 * multiple test procedure", 1979): the chance that any true hypothesis falls at or below a is at most a. */
void stats_holm(double *p, uint32_t count);

#endif
