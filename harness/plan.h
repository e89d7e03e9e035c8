/* What an experiment asks for: a text of lines
 *     name NAME           before all others; else the experiment is named after its file
 *     plugin FILE.so      before the groups: solvers of a shared object, too
 *     group NAME          begins a part with lists of its own
 *     map SPEC            query SPEC            solver SPEC
 *     repeat N            protocol interleaved warm | prepare | none
 *     limit time=60s,memory=4G
 *     optional            a map of this part that is not on this machine is a stated gap, not an error; so is
 *                         the solver that a plug-in is named after (detour of detour.so) whose file is not
 * there
 * '#' begins a comment at the beginning of a line or after a blank. A value between double quotes is taken as
 * it stands, with its blanks and '#'. $TAUT_BENCHMARKS in a map's name stands for that folder
 * (../shared/benchmarks when the variable is not set). Within a part: every map with every query set with
 * every solver. */
#ifndef TAUT_HARNESS_PLAN_H
#define TAUT_HARNESS_PLAN_H

#include "harness/spec.h"

enum { PROTOCOL_INTERLEAVED, PROTOCOL_WARM, PROTOCOL_COUNT };

/* "interleaved", "warm". */
const char *protocol_name(int protocol);

typedef struct Limits {
    double seconds; /* of the processor's time, for each single preparation or query (block.h); 0: none */
    uint64_t bytes; /* for a solver's index, and as much again for its scratch; 0: none */
} Limits;

/* A solver that a part names and that this machine does not have, for want of its plug-in. */
typedef struct LeftOut {
    char solver[SPEC_TEXT]; /* as its line has it */
    char file[SPEC_TEXT];   /* of the plug-in */
    uint64_t line;
} LeftOut;

typedef struct Part {
    char name[64];
    MapChoice *maps;
    QueryChoice *queries;
    SolverChoice *solvers;
    uint32_t map_count, query_count, solver_count;
    uint32_t repeats;
    bool protocols[PROTOCOL_COUNT]; /* none set: each query once, untimed */
    bool prepares;                  /* then the preparations are timed all the same */
    Limits limits;
    bool optional;
    LeftOut *left_out; /* the solvers are those that are there */
    uint32_t left_out_count;
} Part;

typedef struct PluginName {
    char file[SPEC_TEXT];
} PluginName;

typedef struct Plan {
    char experiment[64]; /* of its name line, else the file's stem */
    Part *parts;
    uint32_t part_count;
    PluginName *absent; /* plug-ins that it names and that are not there */
    uint32_t absent_count;
    Memory *memory;
} Plan;

/* Parses an experiment's text. Errors name `name` and the line. No plug-in is loaded: the solvers that they
 * are named after are left out of the parts. */
MUST_CHECK Status plan_parse(const char *text, size_t length, const char *name, Memory *memory, Plan *plan,
                             Error *error);
/* Likewise, of these solvers instead of those of the table alone; they outlive the plan. Those of its
 * plug-ins are added to them, but for a plug-in named after a solver from outside that is known already
 * (--plugin). */
MUST_CHECK Status plan_parse_from(Solvers *solvers, const char *text, size_t length, const char *name,
                                  Memory *memory, Plan *plan, Error *error);

/* Whether anything is timed, so that other blocks beside it would disturb it. */
bool part_is_timed(const Part *part);

/* Gives the experiment another name; STATUS_BAD_INPUT where it is not one of 1 to 63 letters, digits, '-',
 * '_' and '.'. */
MUST_CHECK Status plan_rename(Plan *plan, const char *name, Error *error);
void plan_destroy(Plan *plan);

#endif
