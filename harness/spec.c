#include "harness/spec.h"

#include "harness/grown.h"
#include "harness/linked.h"
#include "harness/load.h"
#include "harness/nearest.h"
#include "harness/short_text.h"
#include "harness/sweep.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* A spec's name and what follows the colon. */
typedef struct Parts {
    const char *name, *rest; /* rest: "" without a colon, or with nothing after it: all as preset */
    size_t name_length;
} Parts;

static Parts parts_of(const char *spec) {
    size_t length = strcspn(spec, ":");
    return (Parts){spec, spec + length + (spec[length] == ':'), length};
}

static bool is_directory(const char *name) {
    struct stat entry;
    return stat(name, &entry) == 0 && S_ISDIR(entry.st_mode);
}

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

/* What names neither a file nor a generator: a file name that does not exist is told from a slip. */
static Status name_unknown(const char *spec, const char *suffix, const Known *known, const char *what,
                           const char *kind, Error *error) {
    if (is_directory(spec))
        return error_say(error, STATUS_BAD_INPUT, short_text(spec).text,
                         " is a directory, expected a file or a spec", NULL);
    if (strchr(spec, '/') != NULL || ends_with(spec, suffix))
        return error_say(error, STATUS_BAD_INPUT, short_text(spec).text, ": there is no such file", NULL);
    return known_fail(known, what, kind, error);
}

static Status text_copy(const char *from, char *to, const char *what, Error *error) {
    size_t length = strlen(from);
    if (length >= SPEC_TEXT)
        return error_say(error, STATUS_BAD_INPUT, what, " is longer than ", number_text(SPEC_TEXT - 1).text,
                         " bytes: ", short_text(from).text, NULL);
    memcpy(to, from, length + 1);
    return STATUS_OK;
}

static Status text_settings(ParameterTable table, const char *owner, const Settings *settings, char *text,
                            Error *error) {
    if (settings_text(table, owner, settings, text, SPEC_TEXT) < SPEC_TEXT) return STATUS_OK;
    return error_say(error, STATUS_BAD_INPUT, owner, ": the spec is longer than ",
                     number_text(SPEC_TEXT - 1).text, " bytes", NULL);
}

static Status no_memory(Error *error) {
    return error_say(error, STATUS_NO_MEMORY, "no memory for the choices of a spec", NULL);
}

static Status solver_fill(const Solver *solver, const Sweep *sweep, SolverChoice *list, Error *error) {
    for (uint32_t i = 0; i < sweep->total; i++) {
        SolverChoice *choice = &list[i];
        choice->settings = sweep_settings(sweep, i);
        choice->settings.adapted = solver->adapted;
        choice->solver = solver_variant(solver, &choice->settings);
        TRY(settings_check(solver->parameters, solver->name, &choice->settings, error));
        TRY(text_settings(solver->parameters, solver->name, &choice->settings, choice->text, error));
        TRY(solvers_sign(solver, choice->text, SPEC_TEXT, error));
    }
    return STATUS_OK;
}

Status solver_expand(const char *spec, Memory *memory, SolverChoice **list, uint32_t *count, Error *error) {
    return solver_expand_from(NULL, spec, memory, list, count, error);
}

Status solver_expand_from(Solvers *solvers, const char *spec, Memory *memory, SolverChoice **list,
                          uint32_t *count, Error *error) {
    SolverSpec found;
    TRY(solvers_find(solvers, spec, &found, error));
    const Solver *solver = found.solver;
    Sweep sweep;
    TRY(sweep_parse(solver->parameters, solver->name, found.settings, found.length, memory, &sweep, error));
    SolverChoice *choices = memory_take_zeroed(memory, sweep.total, sizeof *choices);
    Status status = choices == NULL ? no_memory(error) : solver_fill(solver, &sweep, choices, error);
    if (status == STATUS_OK) {
        *list = choices;
        *count = sweep.total;
    } else {
        memory_give(memory, choices);
    }
    sweep_destroy(&sweep);
    return status;
}

static Status map_fill(const MapGenerator *generator, const Sweep *sweep, MapChoice *list, Error *error) {
    for (uint32_t i = 0; i < sweep->total; i++) {
        MapChoice *choice = &list[i];
        choice->generator = generator;
        choice->settings = sweep_settings(sweep, i);
        if (generator->normalise != NULL) TRY(generator->normalise(&choice->settings, error));
        TRY(settings_check(generator->parameters, generator->name, &choice->settings, error));
        TRY(text_settings(generator->parameters, generator->name, &choice->settings, choice->text, error));
    }
    return STATUS_OK;
}

static Status map_file(const char *name, Memory *memory, MapChoice **list, uint32_t *count, Error *error) {
    MapChoice *choice = memory_take_zeroed(memory, 1, sizeof *choice);
    if (choice == NULL) return no_memory(error);
    Status status = text_copy(name, choice->text, "a file name", error);
    if (status != STATUS_OK) {
        memory_give(memory, choice);
        return status;
    }
    *list = choice;
    *count = 1;
    return STATUS_OK;
}

static Status map_not_grown(const char *spec, Memory *memory, MapChoice **list, uint32_t *count,
                            Error *error) {
    if (file_exists(spec)) return map_file(spec, memory, list, count, error);
    Parts parts = parts_of(spec);
    const MapGenerator *generator = map_generator_find(parts.name, parts.name_length);
    if (generator == NULL) {
        Known known = known_start(parts.name, parts.name_length);
        for (uint32_t i = 0; i < map_generator_count; i++)
            known_offer(&known, map_generators[i]->name, strlen(map_generators[i]->name));
        return name_unknown(spec, ".map", &known, "map", "there is no such file, and the generators are",
                            error);
    }
    Sweep sweep;
    TRY(sweep_parse(generator->parameters, generator->name, parts.rest, strlen(parts.rest), memory, &sweep,
                    error));
    MapChoice *choices = memory_take_zeroed(memory, sweep.total, sizeof *choices);
    Status status = choices == NULL ? no_memory(error) : map_fill(generator, &sweep, choices, error);
    if (status == STATUS_OK) {
        *list = choices;
        *count = sweep.total;
    } else {
        memory_give(memory, choices);
    }
    sweep_destroy(&sweep);
    return status;
}

typedef Status MapExpand(const char *spec, Memory *memory, MapChoice **list, uint32_t *count, Error *error);

/* Of the spec up to its suffix. */
static Status expand_before(const char *suffix, MapExpand *expand, const char *spec, Memory *memory,
                            MapChoice **list, uint32_t *count, Error *error) {
    size_t length = (size_t)(suffix - spec);
    char *base = memory_take(memory, length + 1, 1);
    if (base == NULL) return no_memory(error);
    memcpy(base, spec, length);
    base[length] = '\0';
    Status status = expand(base, memory, list, count, error);
    memory_give(memory, base);
    return status;
}

/* By `expand`, then by each radius. */
static Status perhaps_grown(MapExpand *expand, const char *spec, Memory *memory, MapChoice **list,
                            uint32_t *count, Error *error) {
    const char *suffix = file_exists(spec) ? NULL : grown_suffix(spec);
    if (suffix == NULL) return expand(spec, memory, list, count, error);
    TRY(expand_before(suffix, expand, spec, memory, list, count, error));
    return grown_expand(suffix, memory, list, count, error);
}

static Status map_unlinked(const char *spec, Memory *memory, MapChoice **list, uint32_t *count,
                           Error *error) {
    return perhaps_grown(map_not_grown, spec, memory, list, count, error);
}

static Status file_unlinked(const char *name, Memory *memory, MapChoice **list, uint32_t *count,
                            Error *error) {
    return perhaps_grown(map_file, name, memory, list, count, error);
}

/* By `expand`, then with links. */
static Status perhaps_linked(MapExpand *expand, const char *spec, Memory *memory, MapChoice **list,
                             uint32_t *count, Error *error) {
    const char *suffix = file_exists(spec) ? NULL : linked_suffix(spec);
    if (suffix == NULL) return expand(spec, memory, list, count, error);
    TRY(expand_before(suffix, expand, spec, memory, list, count, error));
    return linked_expand(suffix, memory, list, *count, error);
}

Status map_expand(const char *spec, Memory *memory, MapChoice **list, uint32_t *count, Error *error) {
    return perhaps_linked(map_unlinked, spec, memory, list, count, error);
}

Status map_expand_file(const char *name, Memory *memory, MapChoice **list, uint32_t *count, Error *error) {
    return perhaps_linked(file_unlinked, name, memory, list, count, error);
}

static Status query_fill(const QueryGenerator *generator, const Sweep *sweep, QueryChoice *list,
                         Error *error) {
    for (uint32_t i = 0; i < sweep->total; i++) {
        QueryChoice *choice = &list[i];
        choice->generator = generator;
        choice->every = 1;
        choice->settings = sweep_settings(sweep, i);
        TRY(settings_check(generator->parameters, generator->name, &choice->settings, error));
        TRY(text_settings(generator->parameters, generator->name, &choice->settings, choice->text, error));
    }
    return STATUS_OK;
}

static Status query_generated(const QueryGenerator *generator, const Parts *parts, Memory *memory,
                              QueryChoice **list, uint32_t *count, Error *error) {
    Sweep sweep;
    TRY(sweep_parse(generator->parameters, generator->name, parts->rest, strlen(parts->rest), memory, &sweep,
                    error));
    QueryChoice *choices = memory_take_zeroed(memory, sweep.total, sizeof *choices);
    Status status = choices == NULL ? no_memory(error) : query_fill(generator, &sweep, choices, error);
    if (status == STATUS_OK) {
        *list = choices;
        *count = sweep.total;
    } else {
        memory_give(memory, choices);
    }
    sweep_destroy(&sweep);
    return status;
}

static const Parameter scen_keys[] = {
    {.name = "every",
     .type = PARAMETER_INTEGER,
     .low = 1,
     .high = 1000000,
     .preset = 1,
     .help = "every n-th row, from the first; the file's name comes first: scen:FILE,every=50"},
    {.name = "count",
     .type = PARAMETER_INTEGER,
     .low = 1,
     .high = 1000000,
     .help = "instead: so many rows spread over their lengths, of those that fit the map and have a path"},
};
const ParameterTable scen_parameters = {scen_keys, sizeof scen_keys / sizeof *scen_keys};

static Status scen_text(QueryChoice *choice, Error *error) {
    char key[32] = "";
    if (choice->count != 0)
        snprintf(key, sizeof key, "count=%u", choice->count);
    else if (choice->every != 1)
        snprintf(key, sizeof key, "every=%u", choice->every);
    bool has_file = choice->file[0] != '\0', has_key = key[0] != '\0';
    int length = snprintf(choice->text, SPEC_TEXT, "scen%s%s%s%s", has_file || has_key ? ":" : "",
                          choice->file, has_file && has_key ? "," : "", key);
    if (length < SPEC_TEXT) return STATUS_OK;
    return error_say(error, STATUS_BAD_INPUT, "a file name is too long: ", short_text(choice->file).text,
                     NULL);
}

/* Where a key begins: at the start of the text, or the last one after a comma. NULL: there is none. */
static const char *last_key(const char *text, const Parameter **key) {
    const char *last = NULL;
    for (uint32_t i = 0; i < scen_parameters.count; i++) {
        char words[16];
        snprintf(words, sizeof words, ",%s=", scen_keys[i].name);
        if (strncmp(text, words + 1, strlen(words + 1)) == 0 && last == NULL) {
            last = text;
            *key = &scen_keys[i];
        }
        for (const char *at = text; (at = strstr(at, words)) != NULL; at++) {
            if (last != NULL && at <= last) continue;
            last = at;
            *key = &scen_keys[i];
        }
    }
    return last;
}

/* Rows of `file` (file_length bytes; 0: the file beside the map), one choice for each of the key's values
 * (`key` NULL: all rows). */
static Status scen_choices(const char *file, size_t file_length, const Parameter *key, const char *text,
                           Memory *memory, QueryChoice **list, uint32_t *count, Error *error) {
    if (file_length >= SPEC_TEXT)
        return error_say(error, STATUS_BAD_INPUT, "a file name is longer than ",
                         number_text(SPEC_TEXT - 1).text, " bytes: ", short_text(file).text, NULL);
    int64_t *values = NULL;
    uint32_t value_count = 1;
    if (key != NULL && text != NULL)
        TRY(values_parse(key, "scen", text, strlen(text), memory, &values, &value_count, error));
    QueryChoice *choices = memory_take_zeroed(memory, value_count, sizeof *choices);
    Status status = choices == NULL ? no_memory(error) : STATUS_OK;
    for (uint32_t i = 0; i < value_count && status == STATUS_OK; i++) {
        memcpy(choices[i].file, file, file_length);
        choices[i].every = 1;
        if (key != NULL)
            *(key == &scen_keys[0] ? &choices[i].every : &choices[i].count) = (uint32_t)values[i];
        status = scen_text(&choices[i], error);
    }
    memory_give(memory, values);
    if (status != STATUS_OK) {
        memory_give(memory, choices);
        return status;
    }
    *list = choices;
    *count = value_count;
    return STATUS_OK;
}

/* What stands before the key, or instead of it, names no file. */
static Status scen_no_file(const char *file, Error *error) {
    const char *equals = strchr(file, '=');
    if (equals == NULL || strchr(file, '/') != NULL)
        return error_say(error, STATUS_BAD_INPUT, short_text(file).text, ": there is no such file", NULL);
    const char *comma = strrchr(file, ',');
    const char *name = comma == NULL ? file : comma + 1;
    Known known = known_start(name, strcspn(name, "="));
    for (uint32_t i = 0; i < scen_parameters.count; i++)
        known_offer(&known, scen_keys[i].name, strlen(scen_keys[i].name));
    if (parameter_find(scen_parameters, name, strcspn(name, "=")) >= 0)
        return error_say(error, STATUS_BAD_INPUT, "scen: every= and count= exclude one another", NULL);
    return known_fail(&known, "scen: key", "keys", error);
}

static Status scen_spec(const Parts *parts, Memory *memory, QueryChoice **list, uint32_t *count,
                        Error *error) {
    const char *rest = parts->rest;
    if (file_exists(rest)) return scen_choices(rest, strlen(rest), NULL, NULL, memory, list, count, error);
    const Parameter *key = NULL;
    const char *at = last_key(rest, &key);
    size_t length = at == NULL ? strlen(rest) : (size_t)(at - rest);
    char file[SPEC_TEXT];
    if (length < SPEC_TEXT) {
        memcpy(file, rest, length);
        file[length] = '\0';
        if (length != 0 && !file_exists(file)) return scen_no_file(file, error);
    }
    return scen_choices(rest, length, key, at == NULL ? NULL : strchr(at, '=') + 1, memory, list, count,
                        error);
}

Status query_expand(const char *spec, Memory *memory, QueryChoice **list, uint32_t *count, Error *error) {
    if (file_exists(spec)) return scen_choices(spec, strlen(spec), NULL, NULL, memory, list, count, error);
    Parts parts = parts_of(spec);
    if (parts.name_length == 4 && memcmp(parts.name, "scen", 4) == 0)
        return scen_spec(&parts, memory, list, count, error);
    const QueryGenerator *generator = query_generator_find(parts.name, parts.name_length);
    if (generator != NULL) return query_generated(generator, &parts, memory, list, count, error);
    Known known = known_start(parts.name, parts.name_length);
    for (uint32_t i = 0; i < query_generator_count; i++)
        known_offer(&known, query_generators[i]->name, strlen(query_generators[i]->name));
    known_offer(&known, "scen", 4);
    return name_unknown(spec, ".scen", &known, "queries", "there is no such file, and the kinds are", error);
}
