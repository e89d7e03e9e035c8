/* Plug-ins: solvers of a shared object (taut_plugin.h) made into ours. */
#ifndef TAUT_HARNESS_PLUGIN_H
#define TAUT_HARNESS_PLUGIN_H

#include "harness/solvers.h"
#include "harness/taut_plugin.h"

typedef struct PluginSolver {
    Foreign foreign;
    const TautSolver *theirs;
    int move_row, mesh_row, bound_row; /* of the parameters with these names, or -1 */
    Parameter rows[PARAMETER_MOST];
    Solver solver;
} PluginSolver;

typedef struct Plugin {
    struct Plugin *next;
    void *handle;
    PluginSolver *solvers;
    uint32_t count;
} Plugin;

/* Loads and checks FILE.so; see solvers_add_plugin. */
MUST_CHECK Status plugin_load(const char *file, Memory *memory, Plugin **plugin, Error *error);
void plugin_unload(Plugin *plugin, Memory *memory);

/* The place of a row's choice among the names "a|b|c"; -1 where it is not there. */
int64_t plugin_choice(const Parameter *row, int64_t value, const char *names);

/* Sets the functions of ours that call theirs. */
void plugin_adapt(PluginSolver *made);

#endif
