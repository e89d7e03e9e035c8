#include "harness/solvers.h"

#include "harness/load.h"
#include "harness/nearest.h"
#include "harness/plugin.h"
#include "harness/program_solver.h"
#include "harness/short_text.h"

#include <stdio.h>
#include <string.h>

static Status no_memory(Error *error) {
    return error_say(error, STATUS_NO_MEMORY, "no memory for the solvers", NULL);
}

Status foreign_hash(const char *file, Memory *memory, HashText *hash, Error *error) {
    char *bytes;
    size_t length;
    TRY(file_read(file, memory, &bytes, &length, error));
    Hash made = hash_start();
    hash_bytes(&made, bytes, length);
    memory_give(memory, bytes);
    *hash = hash_hex(hash_value(&made));
    return STATUS_OK;
}

Status solvers_create(Memory *memory, Solvers *solvers, Error *error) {
    *solvers = (Solvers){.memory = memory};
    solvers->list = memory_take(memory, solver_count + 1, sizeof *solvers->list);
    if (solvers->list == NULL) return no_memory(error);
    for (; solvers->count < solver_count; solvers->count++)
        solvers->list[solvers->count] = solver_registry[solvers->count];
    solvers->list[solvers->count++] = &solver_exec;
    return STATUS_OK;
}

const Solver *solvers_named(const Solvers *solvers, const char *name, size_t length) {
    if (solvers == NULL) return solver_find(name, length);
    for (uint32_t i = 0; i < solvers->count; i++)
        if (strlen(solvers->list[i]->name) == length && memcmp(solvers->list[i]->name, name, length) == 0)
            return solvers->list[i];
    return NULL;
}

/* Puts them before `exec`, which stays the last. */
static Status add_all(Solvers *solvers, const char *file, const Plugin *plugin, Error *error) {
    for (uint32_t i = 0; i < plugin->count; i++) {
        const char *name = plugin->solvers[i].solver.name;
        if (solvers_named(solvers, name, strlen(name)) != NULL)
            return error_say(error, STATUS_BAD_INPUT, file, ": another plug-in has a solver called ", name,
                             NULL);
    }
    const Solver **list =
        memory_resize(solvers->memory, solvers->list, solvers->count + plugin->count, sizeof *list);
    if (list == NULL) return no_memory(error);
    solvers->list = list;
    for (uint32_t i = 0; i < plugin->count; i++) list[solvers->count - 1 + i] = &plugin->solvers[i].solver;
    solvers->count += plugin->count;
    list[solvers->count - 1] = &solver_exec;
    return STATUS_OK;
}

Status solvers_add_plugin(Solvers *solvers, const char *file, Error *error) {
    Plugin *plugin;
    TRY(plugin_load(file, solvers->memory, &plugin, error));
    Status status = add_all(solvers, file, plugin, error);
    if (status != STATUS_OK) {
        plugin_unload(plugin, solvers->memory);
        return status;
    }
    plugin->next = solvers->plugins;
    solvers->plugins = plugin;
    return STATUS_OK;
}

void solvers_destroy(Solvers *solvers) {
    if (solvers->memory == NULL) return;
    for (Plugin *plugin = solvers->plugins, *next; plugin != NULL; plugin = next) {
        next = plugin->next;
        plugin_unload(plugin, solvers->memory);
    }
    for (Program *program = solvers->programs, *next; program != NULL; program = next) {
        next = program->next;
        memory_give(solvers->memory, program);
    }
    memory_give(solvers->memory, solvers->list);
    *solvers = (Solvers){.list = NULL};
}

static Status find_program(Solvers *solvers, const char *file, size_t length, const Solver **solver,
                           Error *error) {
    Program *program = solvers->programs;
    while (program != NULL && (strlen(program->file) != length || memcmp(program->file, file, length) != 0))
        program = program->next;
    if (program == NULL) {
        TRY(program_create(file, length, solvers->memory, &program, error));
        program->next = solvers->programs;
        solvers->programs = program;
    }
    *solver = &program->cells;
    return STATUS_OK;
}

static bool begins_with(const char *text, const char *beginning) {
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* Takes ",hash=x…" off the end: the file must be the one that it names. */
static Status take_hash(SolverSpec *found, Error *error) {
    static const char key[] = "hash=x";
    const Foreign *foreign = found->solver->adapted;
    size_t length = found->length, last = length;
    while (last > 0 && found->settings[last - 1] != ',') last--;
    if (!begins_with(found->settings + last, key)) return STATUS_OK;
    const char *given = found->settings + last + strlen(key);
    found->length = last == 0 ? 0 : last - 1;
    if (strcmp(given, foreign->hash.text) == 0) return STATUS_OK;
    return error_say(error, STATUS_BAD_INPUT, found->solver->name, ": found the file hash=x",
                     foreign->hash.text, ", expected hash=x", short_text(given).text,
                     ": it was changed since then", NULL);
}

static Status take_program(Solvers *solvers, SolverSpec *found, Error *error) {
    const char *file = found->settings;
    if (begins_with(file, "program=")) file += strlen("program=");
    size_t length = strcspn(file, ",");
    TRY(find_program(solvers, file, length, &found->solver, error));
    found->settings = file + length + (file[length] == ',');
    found->length = strlen(found->settings);
    return STATUS_OK;
}

Status solvers_find(Solvers *solvers, const char *spec, SolverSpec *found, Error *error) {
    size_t length = strcspn(spec, ":");
    const char *rest = spec + length + (spec[length] == ':');
    *found = (SolverSpec){solvers_named(solvers, spec, length), rest, strlen(rest)};
    if (found->solver == NULL) {
        Known known = known_start(spec, length);
        for (uint32_t i = 0; i < (solvers == NULL ? solver_count : solvers->count); i++) {
            const char *name = solvers == NULL ? solver_registry[i]->name : solvers->list[i]->name;
            known_offer(&known, name, strlen(name));
        }
        return known_fail(&known, "solver", "solvers", error);
    }
    if (found->solver == &solver_exec) TRY(take_program(solvers, found, error));
    return found->solver->adapted == NULL ? STATUS_OK : take_hash(found, error);
}

Status solvers_sign(const Solver *solver, char *text, size_t size, Error *error) {
    const Foreign *foreign = solver->adapted;
    if (foreign == NULL) return STATUS_OK;
    size_t name = strlen(solver->name), length = strlen(text);
    const char *settings = text[name] == ':' ? text + name + 1 : "";
    const char *program = foreign->program == NULL ? "" : foreign->program;
    size_t more = strlen("program=,,hash=x") + strlen(program) + sizeof foreign->hash.text;
    char signed_text[2048];
    int written = -1;
    if (length + more < size && length + more < sizeof signed_text)
        written = snprintf(signed_text, sizeof signed_text, "%s:%s%s%s%s%shash=x%s", solver->name,
                           program[0] == '\0' ? "" : "program=", program, program[0] == '\0' ? "" : ",",
                           settings, settings[0] == '\0' ? "" : ",", foreign->hash.text);
    if (written < 0 || (size_t)written >= size)
        return error_say(error, STATUS_BAD_INPUT, solver->name, ": the spec is longer than ",
                         number_text((int64_t)size - 1).text, " bytes", NULL);
    memcpy(text, signed_text, (size_t)written + 1);
    return STATUS_OK;
}
