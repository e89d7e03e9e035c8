/* Monotonic time and the marks that tell whether a time can be trusted. */
#ifndef TAUT_HARNESS_CLOCK_H
#define TAUT_HARNESS_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* Nanoseconds of the monotonic clock. */
static inline int64_t clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* What a thread has had so far, or between two moments. */
typedef struct Usage {
    int64_t wall_ns;  /* by the monotonic clock */
    int64_t cpu_ns;   /* of it, those in which the thread ran */
    int64_t switches; /* times that the system took the processor away from it */
} Usage;

/* Of the calling thread. Costs two system calls: not for use around a single query. */
Usage usage_now(void);

/* What an empty interval costs: the median of many, in nanoseconds. */
double clock_cost(void);

/* Time of a fixed loop of dependent additions, about 2 ms: it follows the processor's frequency alone. The
 * best of three, so that one interruption does not count. */
int64_t clock_bracket(void);

/* A short mark, and when it was made; zeros: none yet. */
typedef struct ClockMark {
    int64_t taken_ns, made_ns;
} ClockMark;

/* The same from a twentieth of the loop, told as if of all: for what there are thousands of, each short. With
 * `may_be_last` the last one stands if it was made less than a millisecond ago: that after one preparation is
 * that before the next. */
int64_t clock_bracket_short(ClockMark *last, bool may_be_last);

#endif
