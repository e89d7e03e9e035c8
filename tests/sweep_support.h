/* Whole experiments for tests: run, and read again. */
#ifndef TAUT_TESTS_SWEEP_SUPPORT_H
#define TAUT_TESTS_SWEEP_SUPPORT_H

#include "harness/run.h"
#include "tests/support.h"

#include <stdbool.h>

/* Runs an experiment's text, of the file name `name`, into the database `file`, in two processes. */
MUST_CHECK Status sweep_run(const char *text, const char *name, const char *file, RunOutcome *outcome,
                            Error *error);

/* A small experiment with timed and untimed groups, and its name. */
extern const char sweep_text[], sweep_name[];

/* The same of shard I/N of that experiment, whose file is then complete. */
MUST_CHECK Status sweep_shard(const char *file, uint32_t shard, uint32_t shards, Error *error);

/* Runs work(context) in a child, which is killed after so many milliseconds; whether it ended by itself, with
 * STATUS_OK, else the test fails. */
bool killed_in_between(Status (*work)(void *context), void *context, uint32_t milliseconds);

/* All rows of the database, in an order that does not depend on ids, with what does not depend on time: of
 * the attempts that stand. */
Table *sweep_rows(const char *file);

/* Fails unless both have the same rows. */
void assert_same_rows(const Table *rows, const Table *undisturbed);

/* The one value of a SELECT. */
int64_t sweep_number(const char *file, const char *sql);

#endif
