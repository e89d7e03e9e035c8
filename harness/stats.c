#include "harness/stats.h"

#include "algos/core/rng.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifdef TAUT_HAVE_GSL
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>
#endif

const char *interval_method_name(IntervalMethod method) {
    return method == INTERVAL_BY_MAP     ? "bootstrap by map"
           : method == INTERVAL_BY_QUERY ? "bootstrap by query"
                                         : "none";
}

double stats_exceedance(uint32_t above, uint32_t ours, uint32_t theirs) {
    if (above > ours) return 0;
    double chance = 1;
    for (uint32_t i = 0; i < above; i++) chance *= ((double)ours - i) / ((double)ours + (double)theirs - i);
    return chance;
}

static int compare_reals(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

double stats_median(double *values, uint32_t count) {
    qsort(values, count, sizeof *values, compare_reals);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

#ifdef TAUT_HAVE_GSL

Status stats_describe(const double *values, uint32_t count, Memory *memory, Description *description,
                      Error *error) {
    double *sorted = memory_take(memory, (size_t)2 * count, sizeof *sorted);
    if (sorted == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for statistics", NULL);
    memcpy(sorted, values, count * sizeof *sorted);
    gsl_sort(sorted, 1, count);
    size_t worst = gsl_stats_max_index(values, 1, count);
    *description = (Description){
        .mean = gsl_stats_mean(values, 1, count),
        .median = gsl_stats_median_from_sorted_data(sorted, 1, count),
        .mad = gsl_stats_mad0(values, 1, count, sorted + count),
        .q05 = gsl_stats_quantile_from_sorted_data(sorted, 1, count, 0.05),
        .q25 = gsl_stats_quantile_from_sorted_data(sorted, 1, count, 0.25),
        .q75 = gsl_stats_quantile_from_sorted_data(sorted, 1, count, 0.75),
        .q95 = gsl_stats_quantile_from_sorted_data(sorted, 1, count, 0.95),
        .worst = values[worst],
        .worst_at = (uint32_t)worst,
    };
    memory_give(memory, sorted);
    return STATUS_OK;
}

/* What is drawn as one: a map's queries or a single query, as its two sums. */
typedef struct Unit {
    double numerator, denominator;
} Unit;

static uint32_t count_maps(const Observations *observations) {
    uint32_t maps = observations->count > 0;
    for (uint32_t i = 1; i < observations->count; i++)
        maps += observations->maps[i] != observations->maps[i - 1];
    return maps;
}

static void sum_units(const Observations *observations, bool by_map, Unit *units) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < observations->count; i++) {
        bool starts = i == 0 || !by_map || observations->maps[i] != observations->maps[i - 1];
        if (starts && i > 0) at++;
        if (starts) units[at] = (Unit){0, 0};
        units[at].numerator += observations->numerators[i];
        units[at].denominator += observations->denominators == NULL ? 1 : observations->denominators[i];
    }
}

/* One resample: as many units as there are, drawn with replacement. */
static double resample(const Unit *units, uint32_t count, Rng *rng) {
    Unit sum = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        const Unit *drawn = &units[rng_below(rng, count)];
        sum.numerator += drawn->numerator;
        sum.denominator += drawn->denominator;
    }
    return sum.numerator / sum.denominator;
}

Status stats_interval(const Observations *observations, uint64_t seed, Memory *memory, Interval *interval,
                      Error *error) {
    uint32_t maps = count_maps(observations);
    bool by_map = maps >= STATS_MAPS_LEAST;
    uint32_t count = by_map ? maps : observations->count;
    *interval = (Interval){NAN, NAN, INTERVAL_NONE};
    if (!by_map && observations->count == maps) return STATUS_OK;
    Unit *units = memory_take(memory, count, sizeof *units);
    double *ratios = memory_take(memory, STATS_RESAMPLES, sizeof *ratios);
    Status status = STATUS_OK;
    if (units == NULL || ratios == NULL) {
        status = error_say(error, STATUS_NO_MEMORY, "no memory for a bootstrap", NULL);
    } else {
        sum_units(observations, by_map, units);
        Rng rng = rng_from(seed);
        uint32_t kept = 0; /* a resample of nothing but zeros has no ratio */
        for (uint32_t i = 0; i < STATS_RESAMPLES; i++) {
            double ratio = resample(units, count, &rng);
            if (isfinite(ratio)) ratios[kept++] = ratio;
        }
        if (kept > 0) {
            gsl_sort(ratios, 1, kept);
            interval->low = gsl_stats_quantile_from_sorted_data(ratios, 1, kept, 0.025);
            interval->high = gsl_stats_quantile_from_sorted_data(ratios, 1, kept, 0.975);
            interval->method = by_map ? INTERVAL_BY_MAP : INTERVAL_BY_QUERY;
        }
    }
    memory_give(memory, units);
    memory_give(memory, ratios);
    return status;
}

#else

static Status without(Error *error) {
    return error_say(error, STATUS_REFUSED, "statistics: built without GSL: scripts/setup installs it", NULL);
}

Status stats_describe(const double *values, uint32_t count, Memory *memory, Description *description,
                      Error *error) {
    (void)values, (void)count, (void)memory, (void)description;
    return without(error);
}

Status stats_interval(const Observations *observations, uint64_t seed, Memory *memory, Interval *interval,
                      Error *error) {
    (void)observations, (void)seed, (void)memory, (void)interval;
    return without(error);
}

#endif
