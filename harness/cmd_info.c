/* taut info: what a map or a .scen file holds, and what was tolerated in reading it. */
#include "harness/command.h"
#include "harness/options.h"
#include "harness/system_memory.h"

#include "algos/core/hash.h"
#include "algos/map/components.h"
#include "algos/map/scen_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void put_notes(Table *table, const Notes *notes) {
    char text[NOTES_MOST * (NOTE_TEXT + 64)];
    size_t used = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < notes->count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%llu %s, first in line %llu",
                                 i == 0 ? "" : "; ", (unsigned long long)notes->note[i].count,
                                 notes->note[i].text, (unsigned long long)notes->note[i].line);
    table_cell(table, text[0] == '\0' ? "nothing" : text);
}

/* "@ 120, . 400" and, where terrain costs something, what. */
static void put_letters(Table *table, const Grid *grid) {
    uint64_t tally[256] = {0};
    size_t cells = (size_t)grid->width * (size_t)grid->height;
    for (size_t i = 0; i < cells; i++) tally[grid->letter[i]]++;
    char text[256 * 40];
    size_t used = 0;
    for (uint32_t letter = 0; letter < 256; letter++) {
        if (tally[letter] == 0) continue;
        char shown[8];
        snprintf(shown, sizeof shown, letter > 0x20 && letter < 0x7f ? "%c" : "\\x%02x", letter);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s %llu", used == 0 ? "" : ", ", shown,
                                 (unsigned long long)tally[letter]);
        if (grid->terrain.of[letter] == 0)
            used += (size_t)snprintf(text + used, sizeof text - used, " (blocked)");
        else if (!grid_uniform(grid))
            used += (size_t)snprintf(text + used, sizeof text - used, " (cost %u)", grid->terrain.of[letter]);
    }
    table_cell(table, text);
}

static Status map_rows(const MapChoice *choice, const Map *map, const Notes *notes, Memory *memory,
                       Table *table, Error *error) {
    static const struct {
        const char *title;
        bool number;
    } columns[] = {{"map", false},          {"kind", false},      {"width", true},
                   {"height", true},        {"cells", true},      {"passable", true},
                   {"walls_percent", true}, {"cost_min", true},   {"cost_max", true},
                   {"cost_mean", true},     {"components", true}, {"largest_component", true},
                   {"hash", false},         {"letters", false},   {"tolerated", false}};
    for (uint32_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        table_column(table, columns[i].title, columns[i].number);
    const Grid *grid = &map->grid;
    Components components;
    Status status = components_create(grid, memory, &components);
    if (status != STATUS_OK) return error_say(error, status, "no memory for the components", NULL);
    uint32_t largest = 0;
    for (uint32_t label = 1; label <= components.count; label++)
        if (components.size[label] > largest) largest = components.size[label];
    double cells = (double)grid->width * grid->height, passable = (double)grid->passable_count;
    table_cell(table, choice->text);
    table_cell(table, "grid");
    table_integer(table, grid->width);
    table_integer(table, grid->height);
    table_integer(table, (int64_t)cells);
    table_integer(table, (int64_t)grid->passable_count);
    table_real(table, 100 * (cells - passable) / cells, 4);
    table_integer(table, grid->cost_min);
    table_integer(table, grid->cost_max);
    table_real(table, passable > 0 ? (double)grid->cost_sum / passable : (double)NAN, 5);
    table_integer(table, components.count);
    table_integer(table, largest);
    table_cell(table, hash_hex(map_hash(map)).text);
    put_letters(table, grid);
    put_notes(table, notes);
    components_destroy(&components);
    return STATUS_OK;
}

static Status map_info(const char *spec, Memory *memory, Table *table, Error *error) {
    MapChoice choice;
    Map map;
    Notes notes = {.count = 0};
    TRY(map_choose(spec, memory, &choice, error));
    TRY(map_load_noted(&choice, memory, &map, &notes, error));
    Status status = map_rows(&choice, &map, &notes, memory, table, error);
    grid_destroy(&map.grid);
    return status;
}

/* The map fields, each once, in the order met; the list is cut with "…" where it grows long. */
static void put_names(Table *table, const Scen *scen) {
    char text[400] = "";
    size_t used = 0;
    for (uint32_t i = 0; i < scen->count; i++) {
        const char *name = scen_name(scen, &scen->rows[i]);
        bool seen = i > 0 && strcmp(name, scen_name(scen, &scen->rows[i - 1])) == 0;
        for (uint32_t j = 0; j < i && j < 100 && !seen; j++)
            seen = strcmp(name, scen_name(scen, &scen->rows[j])) == 0;
        if (seen) continue;
        if (used + strlen(name) + 8 >= sizeof text) {
            strcpy(text + used, ", …");
            break;
        }
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used == 0 ? "" : ", ", name);
    }
    table_cell(table, text[0] == '\0' ? NULL : text);
}

/* How many rows contradict the map beside the file, which is its name without ".scen"; -1 without a map. */
static Status rows_contradicting(const char *file, const Scen *scen, Memory *memory, char **map_name,
                                 int64_t *count, Error *error) {
    *count = -1;
    TRY(name_beside(file, "", memory, map_name, error));
    size_t length = strlen(file);
    if (length > 5 && strcmp(file + length - 5, ".scen") == 0) (*map_name)[length - 5] = '\0';
    if (strcmp(*map_name, file) == 0 || !file_exists(*map_name)) return STATUS_OK;
    MapChoice choice;
    Map map;
    TRY(map_choose(*map_name, memory, &choice, error));
    TRY(map_load(&choice, memory, &map, error));
    *count = 0;
    for (uint32_t i = 0; i < scen->count; i++) *count += scen_row_problem(&scen->rows[i], &map.grid, NULL);
    grid_destroy(&map.grid);
    return STATUS_OK;
}

static Status scen_rows(const char *file, const Scen *scen, const Notes *notes, Memory *memory, Table *table,
                        Error *error) {
    static const struct {
        const char *title;
        bool number;
    } columns[] = {{"queries", false},  {"rows", true},        {"lengths", false},
                   {"longest", true},   {"maps", false},       {"start_is_goal", true},
                   {"no_path", true},   {"map_beside", false}, {"contradicting", true},
                   {"tolerated", false}};
    for (uint32_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        table_column(table, columns[i].title, columns[i].number);
    char *map_name = NULL;
    int64_t contradicting;
    Status status = rows_contradicting(file, scen, memory, &map_name, &contradicting, error);
    int64_t same = 0, no_path = 0;
    double longest = NAN;
    for (uint32_t i = 0; i < scen->count; i++) {
        const ScenRow *row = &scen->rows[i];
        same += row->start.x == row->goal.x && row->start.y == row->goal.y;
        no_path += scen_row_no_path(row);
        longest = fmax(longest, decimal_value(row->length));
    }
    table_cell(table, file);
    table_integer(table, scen->count);
    char style[64] = "six significant digits";
    if (scen->fixed != 0) snprintf(style, sizeof style, "%d fixed decimals", scen->fixed);
    table_cell(table, style);
    table_real(table, longest, 10);
    put_names(table, scen);
    table_integer(table, same);
    table_integer(table, no_path);
    table_cell(table, contradicting < 0 ? "not found" : map_name);
    table_real(table, contradicting < 0 ? (double)NAN : (double)contradicting, 12);
    put_notes(table, notes);
    memory_give(memory, map_name);
    return status;
}

static Status scen_info(const char *file, const char *bytes, size_t length, Memory *memory, Table *table,
                        Error *error) {
    Scen scen = scen_in(memory);
    Notes notes = {.count = 0};
    TRY(scen_read(bytes, length, file, memory, &scen, &notes, error));
    Status status = scen_rows(file, &scen, &notes, memory, table, error);
    scen_destroy(&scen);
    return status;
}

/* A .scen begins with "version", whatever its name. */
static bool looks_like_scen(const char *name, const char *bytes, size_t length) {
    size_t name_length = strlen(name), at = 0;
    while (at < length && strchr(" \t\r\n", bytes[at]) != NULL) at++;
    if (length - at >= 7 && memcmp(bytes + at, "version", 7) == 0) return true;
    return name_length > 5 && strcmp(name + name_length - 5, ".scen") == 0;
}

static Status info_table(const char *word, Memory *memory, Table *table, Error *error) {
    if (!file_exists(word)) return map_info(word, memory, table, error);
    char *bytes;
    size_t length;
    TRY(file_read(word, memory, &bytes, &length, error));
    bool scen = looks_like_scen(word, bytes, length);
    Status status = scen ? scen_info(word, bytes, length, memory, table, error) : STATUS_OK;
    memory_give(memory, bytes);
    return scen ? status : map_info(word, memory, table, error);
}

static int info_run(const Arguments *arguments) {
    Memory memory = system_memory();
    Error error = {""};
    TableFormat format;
    Status status = argument_format(arguments, &format, &error);
    if (status != STATUS_OK) return command_failed(status, &error);
    Table *table = table_create();
    status = info_table(arguments->words[0], &memory, table, &error);
    if (status == STATUS_OK) status = table_print_upright(table, format, stdout);
    table_destroy(table);
    return status == STATUS_OK ? EXIT_DONE : command_failed(status, &error);
}

static const Option info_options[] = {FORMAT_OPTION};

const Command command_info = {
    .name = "info",
    .usage = "FILE|SPEC",
    .summary = "What a map or a .scen file holds, its hash, what was tolerated in reading it",
    .options = info_options,
    .option_count = sizeof info_options / sizeof info_options[0],
    .words_least = 1,
    .words_most = 1,
    .run = info_run,
};
