/* From argv to a command that runs. */
#ifndef TAUT_HARNESS_COMMAND_PARSE_H
#define TAUT_HARNESS_COMMAND_PARSE_H

#include "harness/command.h"

#include <stdbool.h>

/* Sorts what was `given` after the command's name into `words` (room for `count`) and `values` (room for
 * 2 · count). `--option VALUE` and `--option=VALUE`; after `--` all are words, and so is a lone `-`. Sets
 * `help` when --help or -h is among them; then missing words are no error. */
MUST_CHECK Status arguments_parse(const Command *command, int count, const char *const *given,
                                  const char **words, const char **values, Arguments *arguments, bool *help,
                                  Error *error);

/* Runs what the command line asks for, with help, version and unknown names; returns the exit code, which is
 * EXIT_USAGE too where standard output could not be written. */
int command_dispatch(const Command *const *commands, uint32_t count, int argc, const char *const *argv);

#endif
