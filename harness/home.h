/* Where the project's own files (scripts, claims, experiments) are. */
#ifndef TAUT_HARNESS_HOME_H
#define TAUT_HARNESS_HOME_H

#include "algos/core/status.h"

enum { HOME_PATH = 4096 };

/* The path of `relative` (such as "scripts/report"): in $TAUT_HOME if that is set, else in the current
 * directory, else in the folder of the running program or one above it. Where it is nowhere:
 * STATUS_BAD_INPUT, saying where it was looked for. */
MUST_CHECK Status home_find(const char *relative, char path[HOME_PATH], Error *error);

#endif
