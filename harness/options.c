#include "harness/options.h"

#include "harness/nearest.h"
#include "harness/short_text.h"

#include <stdio.h>
#include <string.h>

Status argument_format(const Arguments *arguments, TableFormat *format, Error *error) {
    const char *name = argument(arguments, "--format");
    *format = TABLE_TEXT;
    if (name == NULL || table_format_parse(name, format)) return STATUS_OK;
    static const char *const names[] = {"text", "tsv", "csv", "json", "md", "tex"};
    Known known = known_start(name, strlen(name));
    for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++)
        known_offer(&known, names[i], strlen(names[i]));
    return known_fail(&known, "format", "formats", error);
}

int table_finish(Table *table, TableFormat format) {
    Status status = table_print(table, format, stdout);
    table_destroy(table);
    return status == STATUS_OK ? EXIT_DONE : command_failed(status, NULL);
}

Status argument_required(const Arguments *arguments, const char *name, const char **value, Error *error) {
    *value = argument(arguments, name);
    if (*value != NULL) return STATUS_OK;
    return error_say(error, STATUS_BAD_INPUT, arguments->command->name, ": ", name,
                     " is missing; usage: taut ", arguments->command->name, " ", arguments->command->usage,
                     NULL);
}

/* `first` is the text of the first of `count` choices, the others follow at `stride` bytes. Says what they
 * are, as many as a line holds. */
static Status not_one(const char *first, size_t stride, uint32_t count, Error *error) {
    enum { SHOWN = 400 };
    char list[SHOWN + SPEC_TEXT] = "";
    uint32_t shown = 0;
    for (size_t used = 0; shown < count && used < SHOWN; shown++) {
        const char *text = first + shown * stride;
        size_t length = strlen(text);
        if (shown > 0 && used + length > SHOWN) break;
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", shown == 0 ? "" : ", ",
                                 shown == 0 ? short_text(text).text : text);
    }
    bool whole = shown == count;
    return error_say(error, STATUS_BAD_INPUT, "expected exactly one, found ", number_text(count).text, ": ",
                     list, whole ? NULL : ", … (", number_text(count - shown).text, " more)", NULL);
}

Status map_choose(const char *spec, Memory *memory, MapChoice *choice, Error *error) {
    MapChoice *list;
    uint32_t count;
    TRY(map_expand(spec, memory, &list, &count, error));
    *choice = list[0];
    Status status = count == 1 ? STATUS_OK : not_one(list->text, sizeof *list, count, error);
    memory_give(memory, list);
    return status;
}

Status query_choose(const char *spec, Memory *memory, QueryChoice *choice, Error *error) {
    QueryChoice *list;
    uint32_t count;
    TRY(query_expand(spec, memory, &list, &count, error));
    *choice = list[0];
    Status status = count == 1 ? STATUS_OK : not_one(list->text, sizeof *list, count, error);
    memory_give(memory, list);
    return status;
}

Status argument_solvers(const Arguments *arguments, Memory *memory, Solvers *solvers, Error *error) {
    const char *file;
    TRY(solvers_create(memory, solvers, error));
    for (uint32_t n = 0; (file = argument_repeated(arguments, "--plugin", n)) != NULL; n++) {
        Status status = solvers_add_plugin(solvers, file, error);
        if (status == STATUS_OK) continue;
        solvers_destroy(solvers);
        return status;
    }
    return STATUS_OK;
}

Status solver_choose(Solvers *solvers, const char *spec, Memory *memory, SolverChoice *choice, Error *error) {
    SolverChoice *list;
    uint32_t count;
    TRY(solver_expand_from(solvers, spec, memory, &list, &count, error));
    *choice = list[0];
    Status status = count == 1 ? STATUS_OK : not_one(list->text, sizeof *list, count, error);
    memory_give(memory, list);
    return status;
}
