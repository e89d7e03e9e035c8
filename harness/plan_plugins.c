/* The plug-ins that an experiment names, and what it does without those that are not there. */
#include "harness/load.h"
#include "harness/plan_parts.h"

#include <stdio.h>
#include <string.h>

/* A file's name without folder and ending: what the solver that counts as its own is called. */
static const char *stem_of(const char *file, size_t *length) {
    const char *slash = strrchr(file, '/'), *stem = slash == NULL ? file : slash + 1;
    *length = strcspn(stem, ".");
    return stem;
}

Status plan_add_plugin(Plan *plan, Solvers *solvers, const char *file, Error *error) {
    size_t length;
    const char *stem = stem_of(file, &length);
    if (length == 0 || strlen(file) >= SPEC_TEXT)
        return error_say(error, STATUS_BAD_INPUT, file, ": expected the name of a file of at most ",
                         number_text(SPEC_TEXT - 1).text, " bytes, such as detour.so", NULL);
    const Solver *known = solvers_named(solvers, stem, length);
    if (known != NULL && known->adapted != NULL) return STATUS_OK; /* --plugin gave it */
    if (solvers != NULL && file_exists(file)) return solvers_add_plugin(solvers, file, error);
    PluginName *absent =
        memory_resize(plan->memory, plan->absent, (size_t)plan->absent_count + 1, sizeof *absent);
    if (absent == NULL) return error_say(error, STATUS_NO_MEMORY, file, ": no memory for its name", NULL);
    plan->absent = absent;
    snprintf(absent[plan->absent_count++].file, sizeof absent->file, "%s", file);
    return STATUS_OK;
}

/* The plug-in that is not there and that the spec's solver is of, or NULL. */
static const PluginName *absent_of(const Plan *plan, const char *spec) {
    size_t name_length = strcspn(spec, ":");
    for (uint32_t i = 0; i < plan->absent_count; i++) {
        size_t length;
        const char *stem = stem_of(plan->absent[i].file, &length);
        if (length == name_length && memcmp(stem, spec, length) == 0) return &plan->absent[i];
    }
    return NULL;
}

bool plan_lacks(const Plan *plan, const Solvers *solvers, const char *spec) {
    return solvers_named(solvers, spec, strcspn(spec, ":")) == NULL && absent_of(plan, spec) != NULL;
}

Status part_leave_out(const Plan *plan, Part *part, const char *spec, uint64_t line, Error *error) {
    for (uint32_t i = 0; i < part->left_out_count; i++)
        if (strcmp(part->left_out[i].solver, spec) == 0) return STATUS_OK;
    LeftOut *list =
        memory_resize(plan->memory, part->left_out, (size_t)part->left_out_count + 1, sizeof *list);
    if (list == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for ", spec, NULL);
    part->left_out = list;
    LeftOut *added = &list[part->left_out_count++];
    added->line = line;
    snprintf(added->solver, sizeof added->solver, "%s", spec);
    snprintf(added->file, sizeof added->file, "%s", absent_of(plan, spec)->file);
    return STATUS_OK;
}

Status part_check_left_out(const Part *part, const Solvers *solvers, const char *name, Error *error) {
    if (part->left_out_count == 0 || part->optional || solvers == NULL) return STATUS_OK;
    const LeftOut *first = &part->left_out[0];
    char expected[SPEC_TEXT + sizeof part->name + 64];
    snprintf(expected, sizeof expected, "its plug-in %s to be there, or a line `optional` in group %s",
             first->file, part->name);
    return error_at(error, name, first->line, first->solver, strlen(first->solver), expected);
}
