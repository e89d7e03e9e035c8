/* The frame of the command line: each command is a constant row in its own file. */
#ifndef TAUT_HARNESS_COMMAND_H
#define TAUT_HARNESS_COMMAND_H

#include "algos/core/status.h"

#include <stdint.h>

/* Exit codes, a contract with scripts. */
enum {
    EXIT_DONE = 0,
    EXIT_DIFFERS = 1, /* a check or comparison does not hold */
    EXIT_USAGE = 2,   /* usage or bad input */
    EXIT_STOPPED = 3  /* stopped before the end; what was done is kept */
};

typedef struct Option {
    const char *name;  /* "--map" */
    const char *value; /* what follows it, for the help ("SPEC"); NULL for a flag */
    const char *help;
} Option;

typedef struct Arguments {
    const char *const *words; /* those that are no option, in order */
    uint32_t word_count;
    const struct Command *command;
    const char *const *values; /* pairs name, value (flags: name, "") in the order given */
    uint32_t value_count;
} Arguments;

typedef struct Command {
    const char *name;
    const char *usage;   /* after "taut NAME " */
    const char *summary; /* one line */
    const char *details; /* more for --help, or NULL */
    const Option *options;
    uint32_t option_count;
    uint32_t words_least, words_most;
    int (*run)(const Arguments *arguments); /* returns an exit code */
} Command;

/* The last value given for `name`, or NULL. */
const char *argument(const Arguments *arguments, const char *name);

/* The n-th value given for `name` (from 0), or NULL: for options that may be repeated. */
const char *argument_repeated(const Arguments *arguments, const char *name, uint32_t n);

/* A whole number from an option: `preset` when not given; STATUS_BAD_INPUT outside low .. high. */
MUST_CHECK Status argument_integer(const Arguments *arguments, const char *name, int64_t low, int64_t high,
                                   int64_t preset, int64_t *value, Error *error);

/* Prints "taut: MESSAGE" to standard error and returns the exit code of the status (bad input, refused: 2).
 */
int command_failed(Status status, const Error *error);

extern const Command command_list, command_gen, command_info, command_solve, command_check, command_run,
    command_report, command_claims, command_compare, command_merge;

#endif
