#include "harness/plugin.h"

#include "algos/mesh/map_mesh.h"
#include "harness/child.h"
#include "harness/workers.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static Status no_memory(Error *error) {
    return error_say(error, STATUS_NO_MEMORY, "no memory for a plug-in", NULL);
}

static Status wrong(const char *file, const char *what, const char *name, Error *error) {
    return error_say(error, STATUS_BAD_INPUT, file, ": ", what, name == NULL ? "" : " ",
                     name == NULL ? "" : name, NULL);
}

static bool is_name(const char *name, const char *letters) {
    size_t length = name == NULL ? 0 : strlen(name);
    return length > 0 && length < 32 && name[0] >= 'a' && name[0] <= 'z' && strspn(name, letters) == length;
}

#define SMALL_LETTERS "abcdefghijklmnopqrstuvwxyz_"

static int64_t choice_count(const char *choices) {
    int64_t count = 1;
    for (; *choices != '\0'; choices++) count += *choices == '|';
    return count;
}

static Status check_parameter(const char *file, const TautParameter *row, Error *error) {
    if (!is_name(row->name, SMALL_LETTERS "0123456789"))
        return wrong(file, "a parameter has no name", NULL, error);
    /* They say which file a solver comes from. */
    if (strcmp(row->name, "hash") == 0 || strcmp(row->name, "program") == 0)
        return wrong(file, "a parameter may not be called", row->name, error);
    if (row->help == NULL) return wrong(file, "there is no help for the parameter", row->name, error);
    int64_t low = row->choices == NULL ? row->low : 0;
    int64_t high = row->choices == NULL ? row->high : choice_count(row->choices) - 1;
    if (row->preset < low || row->preset > high)
        return wrong(file, "the preset is out of range, of the parameter", row->name, error);
    return STATUS_OK;
}

/* Whether each of the row's choices is among `known`, "a|b|c". */
static bool choices_known(const Parameter *row, const char *known) {
    for (int64_t i = 0; i < choice_count(row->choices); i++)
        if (plugin_choice(row, i, known) < 0) return false;
    return true;
}

/* A row of ours for each of theirs, and which of them mean something to the harness. */
static Status take_parameters(const char *file, const TautSolver *theirs, PluginSolver *made, Error *error) {
    made->move_row = made->mesh_row = made->bound_row = -1;
    if (theirs->parameter_count > PARAMETER_MOST)
        return wrong(file, "too many parameters has", theirs->name, error);
    for (uint32_t i = 0; i < theirs->parameter_count; i++) {
        const TautParameter *row = &theirs->parameters[i];
        TRY(check_parameter(file, row, error));
        made->rows[i] = (Parameter){.name = row->name,
                                    .type = row->choices == NULL ? PARAMETER_INTEGER : PARAMETER_CHOICE,
                                    .choices = row->choices,
                                    .low = row->low,
                                    .high = row->high,
                                    .preset = row->preset,
                                    .help = row->help};
        ParameterTable before = {made->rows, i};
        if (parameter_find(before, row->name, strlen(row->name)) >= 0)
            return wrong(file, "there are two parameters called", row->name, error);
        bool chosen = row->choices != NULL;
        if (chosen && strcmp(row->name, "move") == 0) made->move_row = (int)i;
        if (chosen && strcmp(row->name, "mesh") == 0) made->mesh_row = (int)i;
        if (!chosen && strcmp(row->name, "w") == 0) made->bound_row = (int)i;
    }
    if (made->move_row >= 0 && !choices_known(&made->rows[made->move_row], MOVE_NAMES))
        return wrong(file, "the choices of move= are not among " MOVE_NAMES ", of", theirs->name, error);
    if (made->mesh_row >= 0 && !choices_known(&made->rows[made->mesh_row], MESH_NAMES))
        return wrong(file, "the choices of mesh= are not those of taut_plugin.h, of", theirs->name, error);
    return STATUS_OK;
}

static Status take_solver(const char *file, const TautSolver *theirs, PluginSolver *made, Error *error) {
    const uint32_t kinds = TAUT_GRID | TAUT_POLYGONS | TAUT_MESH | TAUT_MAKES_MESH;
    if (!is_name(theirs->name, SMALL_LETTERS "-0123456789"))
        return wrong(file, "a solver has no name", NULL, error);
    const char *name = theirs->name;
    if (strcmp(name, "exec") == 0 || solver_find(name, strlen(name)) != NULL)
        return wrong(file, "taut has a solver of its own called", name, error);
    if (theirs->summary == NULL || theirs->source == NULL)
        return wrong(file, "there is no summary or source of", name, error);
    if (theirs->prepare == NULL || theirs->index_destroy == NULL)
        return wrong(file, "prepare or index_destroy is missing in", name, error);
    if ((theirs->scratch_create == NULL) != (theirs->scratch_destroy == NULL))
        return wrong(file, "scratch_create without scratch_destroy, or the other way round, in", name, error);
    if ((theirs->query == NULL) == (theirs->query_points == NULL))
        return wrong(file, "expected one of query and query_points in", name, error);
    if ((theirs->takes & kinds) == 0 || (theirs->takes & ~kinds) != 0 ||
        (theirs->query != NULL && theirs->takes != TAUT_GRID) ||
        ((theirs->takes & TAUT_MAKES_MESH) != 0 && theirs->takes != (TAUT_MAKES_MESH | TAUT_MESH)))
        return wrong(file, "kinds of maps that do not go with its queries, in", name, error);
    if (theirs->promise > TAUT_AS_PUBLISHED || theirs->move > TAUT_MOVE_8C)
        return wrong(file, "an unknown promise or move, in", name, error);
    TRY(take_parameters(file, theirs, made, error));
    if (theirs->promise == TAUT_BOUNDED &&
        (theirs->query == NULL || made->bound_row < 0 || made->rows[made->bound_row].low < 100))
        return wrong(file, "a bound is promised between cells, by a parameter w of 100 or more, in", name,
                     error);
    made->theirs = theirs;
    made->solver = (Solver){.name = name,
                            .summary = theirs->summary,
                            .source = theirs->source,
                            .parameters = {made->rows, theirs->parameter_count},
                            .adapted = made};
    plugin_adapt(made);
    return STATUS_OK;
}

/* Loads the object and checks what it says of itself; `handle` is to be closed in any case. */
static Status take(const char *file, void **handle, const TautPlugin **theirs, Error *error) {
    char path[4096]; /* a name without '/' would be looked for elsewhere */
    snprintf(path, sizeof path, "%s%s", strchr(file, '/') == NULL ? "./" : "", file);
    *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (*handle == NULL) return wrong(file, "cannot be loaded:", dlerror(), error);
    const TautPlugin *found = dlsym(*handle, "taut_plugin");
    if (found == NULL)
        return wrong(file, "is no plug-in: it has no symbol taut_plugin (harness/taut_plugin.h)", NULL,
                     error);
    if (found->abi != TAUT_PLUGIN_ABI)
        return error_say(error, STATUS_BAD_INPUT, file, ": was built for plug-in ABI ",
                         number_text(found->abi).text, ", and this taut has ",
                         number_text(TAUT_PLUGIN_ABI).text,
                         ": build it again with this harness/taut_plugin.h", NULL);
    if (found->solver_size != sizeof(TautSolver))
        return error_say(error, STATUS_BAD_INPUT, file, ": its TautSolver has ",
                         number_text(found->solver_size).text, " bytes, expected ",
                         number_text(sizeof(TautSolver)).text, NULL);
    if (found->solver_count == 0 || found->solver_count > 1000 || found->solvers == NULL)
        return wrong(file, "holds no solvers", NULL, error);
    *theirs = found;
    return STATUS_OK;
}

static Status fill(const char *file, Memory *memory, Plugin *plugin, Error *error) {
    const TautPlugin *theirs = NULL;
    TRY(take(file, &plugin->handle, &theirs, error));
    plugin->solvers = memory_take_zeroed(memory, theirs->solver_count, sizeof *plugin->solvers);
    if (plugin->solvers == NULL) return no_memory(error);
    for (; plugin->count < theirs->solver_count; plugin->count++) {
        const TautSolver *next = &theirs->solvers[plugin->count];
        TRY(take_solver(file, next, &plugin->solvers[plugin->count], error));
        for (uint32_t i = 0; i < plugin->count; i++)
            if (strcmp(plugin->solvers[i].solver.name, next->name) == 0)
                return wrong(file, "there are two solvers called", next->name, error);
    }
    return STATUS_OK;
}

static Status load(const char *file, Memory *memory, Plugin **plugin, Error *error) {
    *plugin = memory_take_zeroed(memory, 1, sizeof **plugin);
    if (*plugin == NULL) return no_memory(error);
    Status status = fill(file, memory, *plugin, error);
    if (status == STATUS_OK) return status;
    plugin_unload(*plugin, memory);
    *plugin = NULL;
    return status;
}

void plugin_unload(Plugin *plugin, Memory *memory) {
    if (plugin == NULL) return;
    memory_give(memory, plugin->solvers);
    if (plugin->handle != NULL) dlclose(plugin->handle);
    memory_give(memory, plugin);
}

/* What a child found, shared with the parent. */
typedef struct Finding {
    bool ended; /* it came to an end of its own */
    Status status;
    Error error;
} Finding;

typedef struct Rehearsal {
    const char *file;
    Memory *memory;
    Finding *finding;
} Rehearsal;

static Status rehearse(void *untyped) {
    const Rehearsal *rehearsal = untyped;
    Finding *finding = rehearsal->finding;
    Plugin *plugin;
    finding->status = load(rehearsal->file, rehearsal->memory, &plugin, &finding->error);
    if (finding->status == STATUS_OK) plugin_unload(plugin, rehearsal->memory);
    finding->ended = true;
    return STATUS_OK;
}

/* Loading runs code of theirs (constructors) and follows their pointers: in a child first. */
static Status load_in_child(const char *file, Memory *memory, Error *error) {
    enum { SECONDS = 10 };
    Rehearsal rehearsal = {file, memory, shared_take(sizeof(Finding))};
    if (rehearsal.finding == NULL) return no_memory(error);
    pid_t child;
    Status status = child_start(rehearse, &rehearsal, &child, error);
    if (status == STATUS_OK) {
        ChildEnd end = child_wait(child, SECONDS * 1000);
        if (!end.ended) child_kill(child);
        const Finding *finding = rehearsal.finding;
        if (!end.ended)
            status = wrong(file, "is not loaded after 10 seconds", NULL, error);
        else if (end.signal != 0)
            status = wrong(file, "crashes while it is loaded:", strsignal(end.signal), error);
        else if (!finding->ended)
            status = wrong(file, "ends the process while it is loaded", NULL, error);
        else if ((status = finding->status) != STATUS_OK)
            *error = finding->error;
    }
    shared_give(rehearsal.finding, sizeof(Finding));
    return status;
}

Status plugin_load(const char *file, Memory *memory, Plugin **plugin, Error *error) {
    HashText hash;
    TRY(foreign_hash(file, memory, &hash, error));
    TRY(load_in_child(file, memory, error));
    TRY(load(file, memory, plugin, error));
    for (uint32_t i = 0; i < (*plugin)->count; i++) (*plugin)->solvers[i].foreign.hash = hash;
    return STATUS_OK;
}
