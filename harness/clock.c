#include "harness/clock.h"

#include <stdlib.h>
#include <sys/resource.h>

enum { INTERVALS = 2001, ADDITIONS = 4000000, TRIES = 3, SHORTER = 20, MARK_HOLDS_NS = 1000000 };

static int by_value(const void *a, const void *b) {
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

Usage usage_now(void) {
    struct timespec ran = {0};
    struct rusage used = {.ru_nivcsw = 0};
    (void)getrusage(RUSAGE_THREAD, &used);
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ran);
    return (Usage){.wall_ns = clock_now(),
                   .cpu_ns = (int64_t)ran.tv_sec * 1000000000 + ran.tv_nsec,
                   .switches = used.ru_nivcsw};
}

double clock_cost(void) {
    int64_t intervals[INTERVALS];
    for (int i = 0; i < INTERVALS; i++) {
        int64_t before = clock_now();
        intervals[i] = clock_now() - before;
    }
    qsort(intervals, INTERVALS, sizeof *intervals, by_value);
    /* Many clocks tick in steps coarser than the interval: the mean of the middle half is finer than a
     * median. */
    int64_t sum = 0;
    for (int i = INTERVALS / 4; i < INTERVALS * 3 / 4; i++) sum += intervals[i];
    return (double)sum / (INTERVALS * 3 / 4 - INTERVALS / 4);
}

static int64_t best_of(int additions) {
    int64_t best = INT64_MAX;
    for (int i = 0; i < TRIES; i++) {
        uint64_t sum = (uint64_t)i;
        int64_t before = clock_now();
        for (int j = 0; j < additions; j++) {
            sum += 3;
            __asm__ volatile("" : "+r"(sum)); /* each addition waits for the one before */
        }
        int64_t taken = clock_now() - before;
        if (taken < best) best = taken;
    }
    return best;
}

int64_t clock_bracket(void) {
    return best_of(ADDITIONS);
}

int64_t clock_bracket_short(ClockMark *last, bool may_be_last) {
    if (!may_be_last || last->made_ns == 0 || clock_now() - last->made_ns > MARK_HOLDS_NS) {
        last->taken_ns = best_of(ADDITIONS / SHORTER) * SHORTER;
        last->made_ns = clock_now();
    }
    return last->taken_ns;
}
