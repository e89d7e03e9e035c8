/* A line on a terminal: how far, how long still. Silent where standard error is no terminal. */
#ifndef TAUT_HARNESS_PROGRESS_H
#define TAUT_HARNESS_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Progress {
    bool shown;
    double total, skipped, done; /* in units of expected work */
    int64_t started, printed;
    char doing[96];
} Progress;

Progress progress_start(double total);
/* What is being done now. */
void progress_doing(Progress *progress, const char *what);
/* Work done since the start; `skipped` of it took no time. Prints at most five times a second. */
void progress_set(Progress *progress, double done, double skipped);
/* Takes the line away. */
void progress_end(Progress *progress);

#endif
