/* What several commands ask for in the same words. */
#ifndef TAUT_HARNESS_OPTIONS_H
#define TAUT_HARNESS_OPTIONS_H

#include "harness/command.h"
#include "harness/load.h"
#include "harness/table.h"

#define FORMAT_OPTION \
    { "--format", "FORMAT", "text (default), tsv, csv, json, md or tex" }

#define PLUGIN_OPTION \
    { "--plugin", "FILE.so", "solvers of a shared object, too (may be repeated; README, Anyone's solver)" }

/* The solvers of this command: the table's, and those of each --plugin. Destroyed on failure. */
MUST_CHECK Status argument_solvers(const Arguments *arguments, Memory *memory, Solvers *solvers,
                                   Error *error);

/* --format, text when not given. */
MUST_CHECK Status argument_format(const Arguments *arguments, TableFormat *format, Error *error);

/* Prints the table, destroys it and returns the exit code. */
int table_finish(Table *table, TableFormat format);

/* The one map that `spec` stands for; more than one is STATUS_BAD_INPUT. */
MUST_CHECK Status map_choose(const char *spec, Memory *memory, MapChoice *choice, Error *error);

/* The same for queries and solvers. */
MUST_CHECK Status query_choose(const char *spec, Memory *memory, QueryChoice *choice, Error *error);
MUST_CHECK Status solver_choose(Solvers *solvers, const char *spec, Memory *memory, SolverChoice *choice,
                                Error *error);

/* An option that must be there. */
MUST_CHECK Status argument_required(const Arguments *arguments, const char *name, const char **value,
                                    Error *error);

#endif
