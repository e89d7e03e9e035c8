/* The statistics of summaries, on GSL. A build without GSL compiles, and each call says STATUS_REFUSED. */
#ifndef TAUT_HARNESS_STATS_H
#define TAUT_HARNESS_STATS_H

#include "algos/core/memory.h"
#include "algos/core/status.h"

#include <stdint.h>

enum {
    STATS_RESAMPLES =
        2000, /* of a bootstrap: the ends of a 95 % interval are then good to about 3 % of its width */
    STATS_MAPS_LEAST = 10 /* with fewer maps than this, resampling maps says nothing */
};

/* What there is to say about one set of numbers. Quantiles are interpolated between order statistics
 * (definition 7 of Hyndman and Fan, "Sample quantiles in statistical packages", 1996). */
typedef struct Description {
    double mean, median;
    double mad; /* median absolute deviation from the median, unscaled */
    double q05, q25, q75, q95;
    double worst;      /* the largest; it has no interval, only a witness */
    uint32_t worst_at; /* its place, the first where there are several */
} Description;

/* Describes `count` >= 1 numbers, none of them NaN. O(n log n). */
MUST_CHECK Status stats_describe(const double *values, uint32_t count, Memory *memory,
                                 Description *description, Error *error);

/* What was drawn again to make an interval. */
typedef enum IntervalMethod { INTERVAL_NONE, INTERVAL_BY_MAP, INTERVAL_BY_QUERY } IntervalMethod;

/* "none", "bootstrap by map", "bootstrap by query". */
const char *interval_method_name(IntervalMethod method);

typedef struct Interval {
    double low, high; /* NaN when there is none */
    IntervalMethod method;
} Interval;

/* Numbers by query, or by map for what is measured once a map. */
typedef struct Observations {
    const double *numerators;
    const double *denominators; /* paired with the numerators; NULL: all 1, the ratio is the mean */
    const int64_t *maps;        /* which map each comes from; those of one map stand together */
    uint32_t count;
} Observations;

/* The 95 % percentile interval of sum(numerators) / sum(denominators) (Efron and Tibshirani, "An introduction
 * to the bootstrap", 1993, chapter 13). Whole maps are drawn where there are STATS_MAPS_LEAST or more, since
 * queries on one map are alike (Davison and Hinkley, "Bootstrap methods and their application", 1997, section
 * 3.8); else single queries are drawn, which takes the maps as given and so is narrower; else, for what is
 * measured once a map, there is no interval. Pairs stay together. The same seed gives the same interval. */
MUST_CHECK Status stats_interval(const Observations *observations, uint64_t seed, Memory *memory,
                                 Interval *interval, Error *error);

/* How surprising it is that e = `above` or more of our `ours` values exceed the largest of `theirs` others,
 * if both are drawn from one distribution: the product of (ours - i) / (ours + theirs - i) for i below e,
 * whatever the distribution (Gumbel and von Schelling, "The distribution of the number of exceedances",
 * 1950). */
double stats_exceedance(uint32_t above, uint32_t ours, uint32_t theirs);

/* The median of repeats, which it sorts. count >= 1. Needs no GSL. */
double stats_median(double *values, uint32_t count);

#endif
