/* taut list: what there is, from the same tables that everything else reads. */
#include "harness/command.h"
#include "harness/nearest.h"
#include "harness/options.h"
#include "harness/system_memory.h"

#include "algos/solver.h"
#include "gen/generator.h"

#include <stdio.h>
#include <string.h>

typedef enum Kind { KIND_SOLVERS, KIND_MAPS, KIND_QUERIES, KIND_COUNTERS, KIND_COUNT } Kind;

static const char *const kind_names[KIND_COUNT] = {"solvers", "maps", "queries", "counters"};

/* What a solver and a generator have in common. */
typedef struct Entry {
    const char *name, *summary, *source;
    ParameterTable parameters;
    const Solver *solver; /* NULL for generators */
} Entry;

static uint32_t entry_count(const Solvers *solvers, Kind kind) {
    /* After the query generators comes `scen`, which has no generator. */
    return kind == KIND_SOLVERS ? solvers->count
           : kind == KIND_MAPS  ? map_generator_count
                                : query_generator_count + 1;
}

static Entry entry_at(const Solvers *solvers, Kind kind, uint32_t i) {
    if (kind == KIND_SOLVERS) {
        const Solver *solver = solvers->list[i];
        return (Entry){solver->name, solver->summary, solver->source, solver->parameters, solver};
    }
    if (kind == KIND_MAPS) {
        const MapGenerator *map = map_generators[i];
        return (Entry){map->name, map->summary, map->source, map->parameters, NULL};
    }
    if (i == query_generator_count)
        return (Entry){"scen", "Rows of a .scen file, by default MAP.scen beside the map",
                       "N. Sturtevant, \"Benchmarks for Grid-Based Pathfinding\", 2012", scen_parameters,
                       NULL};
    const QueryGenerator *query = query_generators[i];
    return (Entry){query->name, query->summary, query->source, query->parameters, NULL};
}

static void range_text(const Parameter *row, char *text, size_t size) {
    if (row->type == PARAMETER_INTEGER) {
        snprintf(text, size, "%s..%s%s", number_text(row->low).text, number_text(row->high).text,
                 row->allows_inf ? " or inf" : "");
        return;
    }
    size_t at = 0;
    for (; row->choices[at] != '\0' && at + 1 < size; at++)
        text[at] = row->choices[at] == '|' ? '/' : row->choices[at];
    text[at] = '\0';
}

/* The styles (or other choices) that leave the row free, or "" where all do. */
static void free_text(ParameterTable table, const Parameter *row, char *text, size_t size) {
    text[0] = '\0';
    if (row->free_in == 0) return;
    int decider = parameter_decider(table, row);
    size_t used = row->free_by == NULL ? 0 : (size_t)snprintf(text, size, "%s=", row->free_by);
    const size_t begun = used;
    for (int64_t choice = 0; choice < 32; choice++) {
        if ((row->free_in >> choice & 1) == 0) continue;
        char name[32];
        parameter_text(&table.rows[decider], choice, name, sizeof name);
        if (name[0] == '\0') break;
        used += (size_t)snprintf(text + used, size - used, "%s%s", used == begun ? "" : "/", name);
        if (used >= size) break;
    }
}

static void preset_text(const Parameter *row, char *text, size_t size) {
    if (row->required)
        snprintf(text, size, "required");
    else if (row->shorthand || (row->type == PARAMETER_INTEGER && row->preset < row->low))
        snprintf(text, size, "-");
    else
        parameter_text(row, row->preset, text, size);
}

static const char *paths_name(Guarantee guarantee) {
    return guarantee == GUARANTEE_NONE ? "valid" : guarantee_name(guarantee);
}

static int list_entry(const Entry *entry, TableFormat format) {
    if (format == TABLE_TEXT) printf("%s: %s.\nFrom: %s.\n\n", entry->name, entry->summary, entry->source);
    Table *table = table_create();
    table_column(table, "parameter", false);
    table_column(table, "type", false);
    table_column(table, "values", false);
    table_column(table, "default", false);
    table_column(table, "free in", false);
    table_column(table, "help", false);
    for (uint32_t i = 0; i < entry->parameters.count; i++) {
        const Parameter *row = &entry->parameters.rows[i];
        char text[200];
        table_cell(table, row->name);
        table_cell(table, row->type == PARAMETER_INTEGER ? "integer" : "choice");
        range_text(row, text, sizeof text);
        table_cell(table, text);
        preset_text(row, text, sizeof text);
        table_cell(table, text);
        free_text(entry->parameters, row, text, sizeof text);
        table_cell(table, text[0] == '\0' ? "any" : text);
        table_cell(table, row->help);
    }
    if (format == TABLE_TEXT && entry->parameters.count == 0) {
        puts("It has no parameters.");
        table_destroy(table);
        return EXIT_DONE;
    }
    return table_finish(table, format);
}

static int list_counters(const char *name, TableFormat format) {
    static const char *const rows[][3] = {
#define COUNTER_ROW(NAME, HELP) {"counter", #NAME, HELP},
#define FACT_ROW(NAME, HELP)    {"fact", #NAME, HELP},
        COUNTER_LIST(COUNTER_ROW) FACT_LIST(FACT_ROW)
#undef COUNTER_ROW
#undef FACT_ROW
    };
    enum { ROWS = sizeof rows / sizeof rows[0] };
    Known known = known_start(name, name == NULL ? 0 : strlen(name));
    Table *table = table_create();
    table_column(table, "kind", false);
    table_column(table, "name", false);
    table_column(table, "help", false);
    for (uint32_t i = 0; i < ROWS; i++) {
        known_offer(&known, rows[i][1], strlen(rows[i][1]));
        if (name != NULL && strcmp(name, rows[i][1]) != 0) continue;
        for (uint32_t column = 0; column < 3; column++) table_cell(table, rows[i][column]);
    }
    if (table_row_count(table) != 0) return table_finish(table, format);
    table_destroy(table);
    Error error;
    return command_failed(known_fail(&known, "counter", "counters", &error), &error);
}

static void add_entries(Table *table, const Solvers *solvers, Kind kind, bool with_kind) {
    for (uint32_t i = 0; i < entry_count(solvers, kind); i++) {
        Entry entry = entry_at(solvers, kind, i);
        char text[200] = "";
        size_t used = 0;
        if (with_kind) table_cell(table, kind_names[kind]);
        table_cell(table, entry.name);
        for (uint32_t row = 0; row < entry.parameters.count && used < sizeof text; row++)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", row == 0 ? "" : ",",
                                     entry.parameters.rows[row].name);
        table_cell(table, text);
        if (!with_kind && kind == KIND_SOLVERS) {
            Settings settings = settings_preset(entry.parameters);
            settings.adapted = entry.solver->adapted;
            table_cell(table, paths_name(entry.solver->guarantee(&settings)));
        }
        table_cell(table, entry.summary);
        if (!with_kind) table_cell(table, entry.source);
    }
}

static int list_kinds(const Solvers *solvers, Kind first, Kind last, TableFormat format) {
    Table *table = table_create();
    bool with_kind = first != last;
    if (with_kind) table_column(table, "kind", false);
    table_column(table, "name", false);
    table_column(table, "parameters", false);
    if (!with_kind && first == KIND_SOLVERS) table_column(table, "paths", false);
    table_column(table, "summary", false);
    if (!with_kind) table_column(table, "source", false);
    for (Kind kind = first; kind <= last; kind++) add_entries(table, solvers, kind, with_kind);
    return table_finish(table, format);
}

/* The entry called `name` among the kinds first .. last. */
static int list_named(const Solvers *solvers, Kind first, Kind last, const char *name, TableFormat format) {
    Known known = known_start(name, strlen(name));
    for (Kind kind = first; kind <= last; kind++)
        for (uint32_t i = 0; i < entry_count(solvers, kind); i++) {
            Entry entry = entry_at(solvers, kind, i);
            if (strcmp(entry.name, name) == 0) return list_entry(&entry, format);
            known_offer(&known, entry.name, strlen(entry.name));
        }
    Error error;
    if (first != last)
        for (Kind kind = KIND_SOLVERS; kind < KIND_COUNT; kind++)
            known_offer(&known, kind_names[kind], strlen(kind_names[kind]));
    return command_failed(known_fail(&known, "list", "there are", &error), &error);
}

static int list_asked(const Arguments *arguments, const Solvers *solvers, TableFormat format) {
    Error error;
    if (arguments->word_count == 0) return list_kinds(solvers, KIND_SOLVERS, KIND_QUERIES, format);
    const char *name = arguments->word_count > 1 ? arguments->words[1] : NULL;
    Kind kind = KIND_SOLVERS;
    while (kind < KIND_COUNT && strcmp(kind_names[kind], arguments->words[0]) != 0) kind++;
    if (kind == KIND_COUNT && name == NULL)
        return list_named(solvers, KIND_SOLVERS, KIND_QUERIES, arguments->words[0], format);
    if (kind == KIND_COUNT) {
        Known known = known_start(arguments->words[0], strlen(arguments->words[0]));
        for (kind = KIND_SOLVERS; kind < KIND_COUNT; kind++)
            known_offer(&known, kind_names[kind], strlen(kind_names[kind]));
        return command_failed(known_fail(&known, "list", "there are", &error), &error);
    }
    if (kind == KIND_COUNTERS) return list_counters(name, format);
    return name == NULL ? list_kinds(solvers, kind, kind, format)
                        : list_named(solvers, kind, kind, name, format);
}

static int list_run(const Arguments *arguments) {
    TableFormat format;
    Memory memory = system_memory();
    Solvers solvers;
    Error error;
    Status status = argument_format(arguments, &format, &error);
    if (status == STATUS_OK) status = argument_solvers(arguments, &memory, &solvers, &error);
    if (status != STATUS_OK) return command_failed(status, &error);
    int code = list_asked(arguments, &solvers, format);
    solvers_destroy(&solvers);
    return code;
}

static const Option list_options[] = {PLUGIN_OPTION, FORMAT_OPTION};

const Command command_list = {
    .name = "list",
    .usage = "[solvers|maps|queries|counters] [NAME]",
    .summary = "What there is, with parameters, ranges and defaults",
    .details = "With a NAME: all its parameters and the paper it comes from.",
    .options = list_options,
    .option_count = sizeof list_options / sizeof list_options[0],
    .words_most = 2,
    .run = list_run,
};
