#include "harness/progress.h"

#include "harness/clock.h"

#include <stdio.h>
#include <unistd.h>

enum { PRINT_EVERY = 200000000 /* nanoseconds */ };

Progress progress_start(double total) {
    return (Progress){.shown = isatty(STDERR_FILENO) == 1, .total = total, .started = clock_now()};
}

static void print(Progress *progress) {
    int64_t now = clock_now();
    if (!progress->shown || now - progress->printed < PRINT_EVERY) return;
    progress->printed = now;
    double seconds = (double)(now - progress->started) / 1e9;
    double worked = progress->done - progress->skipped, left = progress->total - progress->done;
    fprintf(stderr, "\r\033[K%3.0f %%", progress->total > 0 ? 100 * progress->done / progress->total : 0);
    if (worked > 0.01 * progress->total || (worked > 0 && seconds > 5)) {
        double ahead = seconds * left / worked;
        fprintf(stderr, ", %.0f min %02.0f s left", (double)(int64_t)(ahead / 60),
                (double)((int64_t)ahead % 60));
    }
    fprintf(stderr, "  %s", progress->doing);
    fflush(stderr);
}

void progress_doing(Progress *progress, const char *what) {
    snprintf(progress->doing, sizeof progress->doing, "%s", what);
    print(progress);
}

void progress_set(Progress *progress, double done, double skipped) {
    progress->done = done;
    progress->skipped = skipped;
    print(progress);
}

void progress_end(Progress *progress) {
    if (progress->shown) fprintf(stderr, "\r\033[K");
    progress->shown = false;
}
