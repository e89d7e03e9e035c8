/* taut info: what a map or a .scen file holds, and what was tolerated in reading it. */
#include "harness/command.h"
#include "harness/linked.h"
#include "harness/options.h"
#include "harness/system_memory.h"

#include "algos/core/hash.h"
#include "algos/core/real.h"
#include "algos/map/components.h"
#include "algos/map/point_rows.h"
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

typedef struct InfoColumn {
    const char *title;
    bool number;
} InfoColumn;

static void put_titles(Table *table, const InfoColumn *columns, size_t count) {
    for (size_t i = 0; i < count; i++) table_column(table, columns[i].title, columns[i].number);
}

static Status grid_rows(const MapChoice *choice, const Map *map, const Notes *notes, Memory *memory,
                        Table *table, Error *error) {
    static const InfoColumn columns[] = {
        {"map", false},     {"kind", false},     {"width", true},         {"height", true},
        {"cells", true},    {"passable", true},  {"walls_percent", true}, {"cost_min", true},
        {"cost_max", true}, {"cost_mean", true}, {"components", true},    {"largest_component", true},
        {"links", false},   {"hash", false},     {"letters", false},      {"tolerated", false}};
    put_titles(table, columns, sizeof columns / sizeof columns[0]);
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
    table_cell(table, links_text(&map->links).text);
    table_cell(table, hash_hex(map_hash(map)).text);
    put_letters(table, grid);
    put_notes(table, notes);
    components_destroy(&components);
    return STATUS_OK;
}

static void put_box(Table *table, Point low, Point high) {
    table_real(table, low.x, 17);
    table_real(table, low.y, 17);
    table_real(table, high.x, 17);
    table_real(table, high.y, 17);
}

/* "2^-12", the unit of which all coordinates are multiples; a mesh or map without one is inexact. */
static void put_unit(Table *table, bool inexact, int lattice) {
    char text[32];
    snprintf(text, sizeof text, "2^%d", lattice);
    table_cell(table,
               inexact ? "none: coordinates need more than 24 bits, lengths are not compared exactly" : text);
}

/* "no", "exactly", or how far what is blocked in addition is from the obstacles at most. */
static void put_union(Table *table, const Polygons *polygons) {
    char text[64];
    snprintf(text, sizeof text, "corners rounded outward by at most %.3g", polygons->displacement);
    table_cell(table, !polygons->united ? "no" : polygons->displacement > 0 ? text : "exactly");
}

/* "no", or by how much, and how much more at most. */
static void put_growth(Table *table, const Polygons *polygons) {
    char text[96];
    snprintf(text, sizeof text, "by %s and at most %.3g more", real_text(polygons->radius).text,
             polygons->excess);
    table_cell(table, polygons->radius > 0 ? text : "no");
}

static Status polygons_rows(const MapChoice *choice, const Map *map, const Notes *notes, Table *table) {
    static const InfoColumn columns[] = {
        {"map", false},    {"kind", false},     {"low_x", true},    {"low_y", true}, {"high_x", true},
        {"high_y", true},  {"obstacles", true}, {"vertices", true}, {"edges", true}, {"lattice", false},
        {"united", false}, {"grown", false},    {"links", false},   {"hash", false}, {"tolerated", false}};
    const Polygons *polygons = &map->polygons;
    put_titles(table, columns, sizeof columns / sizeof columns[0]);
    table_cell(table, choice->text);
    table_cell(table, map_kind_name(map->kind));
    put_box(table, polygons->low, polygons->high);
    table_integer(table, polygons->obstacle_count);
    table_integer(table, polygons->vertex_count);
    table_integer(table, polygons->edge_count);
    put_unit(table, polygons->inexact, polygons->lattice);
    put_union(table, polygons);
    put_growth(table, polygons);
    table_cell(table, links_text(&map->links).text);
    table_cell(table, hash_hex(map_hash(map)).text);
    put_notes(table, notes);
    return STATUS_OK;
}

/* Faces that can be reached from one another, by their neighbours; returns how many groups. */
static uint32_t mesh_components(const Mesh *mesh, uint8_t *is_seen, uint32_t *stack) {
    uint32_t count = 0;
    for (uint32_t face = 0; face < mesh->face_count; face++) {
        if (is_seen[face]) continue;
        uint32_t size = 0;
        stack[size++] = face;
        is_seen[face] = 1;
        count++;
        while (size > 0) {
            uint32_t at = stack[--size];
            for (uint32_t i = mesh->first[at]; i < mesh->first[at + 1]; i++) {
                uint32_t next = mesh->neighbour[i];
                if (next == FACE_NONE || is_seen[next]) continue;
                is_seen[next] = 1;
                stack[size++] = next;
            }
        }
    }
    return count;
}

static Status mesh_rows(const MapChoice *choice, const Map *map, const Notes *notes, Memory *memory,
                        Table *table, Error *error) {
    static const InfoColumn columns[] = {
        {"map", false},     {"kind", false},  {"low_x", true},          {"low_y", true},
        {"high_x", true},   {"high_y", true}, {"faces", true},          {"corners", true},
        {"vertices", true}, {"walls", true},  {"corners_a_face", true}, {"components", true},
        {"exact", false},   {"links", false}, {"hash", false},          {"tolerated", false}};
    const Mesh *mesh = &map->mesh;
    uint8_t *is_seen = memory_take_zeroed(memory, mesh->face_count, 1);
    uint32_t *stack = memory_take(memory, mesh->face_count, sizeof *stack);
    bool is_room = is_seen != NULL && stack != NULL;
    uint32_t walls = 0, components = is_room ? mesh_components(mesh, is_seen, stack) : 0;
    memory_give(memory, is_seen);
    memory_give(memory, stack);
    if (!is_room) return error_say(error, STATUS_NO_MEMORY, "no memory for the components", NULL);
    for (uint32_t i = 0; i < mesh->corner_count; i++) walls += mesh->neighbour[i] == FACE_NONE;
    put_titles(table, columns, sizeof columns / sizeof columns[0]);
    table_cell(table, choice->text);
    table_cell(table, map_kind_name(map->kind));
    put_box(table, mesh->low, mesh->high);
    table_integer(table, mesh->face_count);
    table_integer(table, mesh->corner_count);
    table_integer(table, mesh->vertex_count);
    table_integer(table, walls);
    table_real(table, (double)mesh->corner_count / mesh->face_count, 4);
    table_integer(table, components);
    table_cell(table, mesh->inexact ? "no: coordinates need more than 24 bits" : "yes");
    table_cell(table, links_text(&map->links).text);
    table_cell(table, hash_hex(map_hash(map)).text);
    put_notes(table, notes);
    return STATUS_OK;
}

static Status map_rows(const MapChoice *choice, const Map *map, const Notes *notes, Memory *memory,
                       Table *table, Error *error) {
    return map->kind == MAP_POLYGONS ? polygons_rows(choice, map, notes, table)
           : map->kind == MAP_MESH   ? mesh_rows(choice, map, notes, memory, table, error)
                                     : grid_rows(choice, map, notes, memory, table, error);
}

/* Of a spec, or of a file whose bytes were read: from a pipe they come once. */
static Status map_info(const char *spec, const char *bytes, size_t length, Memory *memory, Table *table,
                       Error *error) {
    MapChoice choice;
    Map map;
    Notes notes = {.count = 0};
    TRY(map_choose(spec, memory, &choice, error));
    if (bytes == NULL)
        TRY(map_load_noted(&choice, memory, &map, &notes, error));
    else
        TRY(map_load_bytes(spec, bytes, length, memory, &map, &notes, error));
    Status status = map_rows(&choice, &map, &notes, memory, table, error);
    map_destroy(&map);
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
static Status rows_contradicting(const char *file, const Scen *scen, Notes *notes, Memory *memory,
                                 char **map_name, int64_t *count, Error *error) {
    *count = -1;
    TRY(name_beside(file, "", memory, map_name, error));
    size_t length = strlen(file);
    if (length > 5 && strcmp(file + length - 5, ".scen") == 0) (*map_name)[length - 5] = '\0';
    if (strcmp(*map_name, file) == 0 || !file_exists(*map_name)) return STATUS_OK;
    scen_note_names(scen, *map_name, notes);
    MapChoice choice;
    Map map;
    TRY(map_choose(*map_name, memory, &choice, error));
    TRY(map_load(&choice, memory, &map, error));
    *count = 0;
    if (map_is_planar(&map)) *count = -1;
    for (uint32_t i = 0; i < scen->count && !map_is_planar(&map); i++)
        *count += scen_row_problem(&scen->rows[i], &map.grid, NULL);
    map_destroy(&map);
    return STATUS_OK;
}

static Status scen_rows(const char *file, const Scen *scen, Notes *notes, Memory *memory, Table *table,
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
    Status status = rows_contradicting(file, scen, notes, memory, &map_name, &contradicting, error);
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

/* Rows between points: a .tsv, or a .scen whose cells are no whole numbers. */
static Status point_rows_info(const char *file, const char *bytes, size_t length, Memory *memory,
                              Table *table, Error *error) {
    static const InfoColumn columns[] = {{"queries", false}, {"rows", true},    {"between", false},
                                         {"longest", true},  {"no_path", true}, {"tolerated", false}};
    PointRows rows;
    Notes notes = {.count = 0};
    TRY(point_rows_read(bytes, length, file, memory, &rows, &notes, error));
    put_titles(table, columns, sizeof columns / sizeof columns[0]);
    int64_t no_path = 0;
    double longest = NAN;
    for (uint32_t i = 0; i < rows.count; i++) {
        no_path += rows.rows[i].length < 0;
        longest = fmax(longest, rows.rows[i].length);
    }
    table_cell(table, file);
    table_integer(table, rows.count);
    table_cell(table, "points");
    table_real(table, longest, 15);
    table_integer(table, no_path);
    put_notes(table, &notes);
    point_rows_destroy(&rows);
    return STATUS_OK;
}

/* The .scen between cells, or else between points. */
static Status queries_info(const char *file, const char *bytes, size_t length, Memory *memory, Table *table,
                           Error *error) {
    PointRows rows;
    if (point_rows_are_tsv(bytes, length)) return point_rows_info(file, bytes, length, memory, table, error);
    Scen scen = scen_in(memory);
    Status status = scen_read(bytes, length, file, memory, &scen, NULL, NULL);
    scen_destroy(&scen);
    if (status == STATUS_BAD_INPUT &&
        point_rows_read(bytes, length, file, memory, &rows, NULL, NULL) == STATUS_OK) {
        point_rows_destroy(&rows);
        return point_rows_info(file, bytes, length, memory, table, error);
    }
    return scen_info(file, bytes, length, memory, table, error);
}

static Status info_table(const char *word, Memory *memory, Table *table, Error *error) {
    if (!file_exists(word)) return map_info(word, NULL, 0, memory, table, error);
    char *bytes;
    size_t length;
    TRY(file_read(word, memory, &bytes, &length, error));
    bool scen = looks_like_scen(word, bytes, length) || point_rows_are_tsv(bytes, length);
    Status status = scen ? queries_info(word, bytes, length, memory, table, error)
                         : map_info(word, bytes, length, memory, table, error);
    memory_give(memory, bytes);
    return status;
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
    .summary = "What a map or a file of queries holds, its hash, what was tolerated in reading it",
    .options = info_options,
    .option_count = sizeof info_options / sizeof info_options[0],
    .words_least = 1,
    .words_most = 1,
    .run = info_run,
};
