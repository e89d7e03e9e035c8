/* `taut run`: what its options ask of an experiment, and the databases that it writes. */
#ifndef TAUT_HARNESS_REQUEST_H
#define TAUT_HARNESS_REQUEST_H

#include "harness/command.h"
#include "harness/run.h"

/* --plan, --shard, --only, --redo, --jobs, --timed-jobs, as rows of an option table. */
#define REQUEST_OPTIONS                                                                                      \
    {"--plan", NULL, "what would be measured, and about how long and how much it is; nothing is run"},       \
        {"--shard", "I/N",                                                                                   \
         "one of N parts that are alike, into a file of its own; `taut merge` joins them"},                  \
        {"--only", "PATTERN",                                                                                \
         "only groups, maps or solvers like this: hpa, 'rooms*', group=table256 (repeat)"},                  \
        {"--redo", NULL, "measure again what was measured before; the old attempts stay"},                   \
        {"--jobs", "N", "processes for oracles and blocks that time nothing (default: one a core)"}, {       \
        "--timed-jobs", "N", "timed blocks at a time, each on a core of its own (default 1; it is recorded)" \
    }

typedef struct Request {
    RunRequest run;
    char command[1024];
    const char **only;
    char database[320]; /* --db, or what is written without it */
    bool plan_only;
} Request;

/* Reads them; destroy it. */
MUST_CHECK Status request_read(const Arguments *arguments, const Plan *plan, Request *request, Error *error);
void request_destroy(Request *request);

/* Prints what the run would do. */
MUST_CHECK Status request_print_plan(const Plan *plan, const Request *request, const Arguments *arguments,
                                     Error *error);

/* Runs it: into the database, or, with `checked` for those that it holds of the same name, see namesake.h; a
 * shard into its own. With `then` the open database is given to it after a run of no shard. *finished: the
 * shard had been completed before. */
MUST_CHECK Status request_run(const Plan *plan, const Request *request, bool checked,
                              Status (*then)(Store *store, const char *experiment, Error *error),
                              RunOutcome *outcome, bool *finished, Error *error);

#endif
