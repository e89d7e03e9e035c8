#include "harness/record.h"

#include "algos/core/hash.h"
#include "harness/stop.h"
#include "harness/grown.h"
#include "harness/linked.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a row is looked up by: a text, or a number. All zero: no key. */
typedef struct Key {
    enum { KEY_NONE, KEY_TEXT, KEY_NUMBER } kind;
    const char *text;
    int64_t number;
} Key;

enum { KEYS_MOST = 3 };

static Key by_text(const char *text) {
    return (Key){.kind = KEY_TEXT, .text = text};
}

static Key by_number(int64_t number) {
    return (Key){.kind = KEY_NUMBER, .number = number};
}

/* Reads one integer by ?1, ?2, …; *found tells whether there was a row. */
static Status look_up(Store *store, const char *sql, const Key keys[KEYS_MOST], bool *found, int64_t *value,
                      Error *error) {
    Statement *statement;
    TRY(store_prepare(store, sql, &statement, error));
    for (int i = 0; i < KEYS_MOST; i++) {
        if (keys[i].kind == KEY_TEXT) statement_text(statement, i + 1, keys[i].text);
        if (keys[i].kind == KEY_NUMBER) statement_integer(statement, i + 1, keys[i].number);
    }
    Status status = statement_row(statement, found, error);
    if (status == STATUS_OK && *found) *value = statement_column_integer(statement, 0);
    statement_finish(statement);
    return status;
}

Status record_run(Store *store, const Host *host, const char *command, double clock_cost, int64_t *run_id,
                  Error *error) {
    Statement *statement;
    TRY(store_prepare(
        store,
        "INSERT INTO run (started, command, build, compiler, flags, source_commit, source_clean, host,"
        " cpu, cores, kernel, memory_bytes, swap_bytes, governor, load, clock_ns)"
        " VALUES (strftime('%Y-%m-%dT%H:%M:%fZ','now'), ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11,"
        " ?12, ?13, ?14, ?15)",
        &statement, error));
    statement_text(statement, 1, command);
    statement_text(statement, 2, build_hash());
    statement_text(statement, 3, build_compiler());
    statement_text(statement, 4, build_flags());
    statement_text(statement, 5, host->commit[0] == '\0' ? NULL : host->commit);
    if (host->commit[0] != '\0') statement_integer(statement, 6, host->clean);
    statement_text(statement, 7, host->name);
    statement_text(statement, 8, host->cpu);
    statement_integer(statement, 9, host->cores);
    statement_text(statement, 10, host->kernel);
    statement_integer(statement, 11, host->memory_bytes);
    statement_integer(statement, 12, host->swap_bytes);
    statement_text(statement, 13, host->governor[0] == '\0' ? NULL : host->governor);
    statement_real(statement, 14, host->load);
    statement_real(statement, 15, clock_cost);
    TRY(statement_run(statement, error));
    *run_id = store_last_id(store);
    return STATUS_OK;
}

Status record_run_end(Store *store, int64_t run_id, Error *error) {
    Statement *statement;
    TRY(store_prepare(store,
                      "UPDATE run SET finished = strftime('%Y-%m-%dT%H:%M:%fZ','now') WHERE run_id = ?1",
                      &statement, error));
    statement_integer(statement, 1, run_id);
    return statement_run(statement, error);
}

/* "rooms 1024", "rooms 1024x512", "convex", then what is not preset; the stem of a file. */
static void base_label(const MapChoice *choice, const Map *map, char *label, size_t size) {
    if (choice->generator == NULL) {
        MapName name = grown_name(choice);
        const char *slash = strrchr(name.text, '/'), *stem = slash == NULL ? name.text : slash + 1;
        const char *dot = strrchr(stem, '.');
        snprintf(label, size, "%.*s", (int)(dot == NULL || dot == stem ? (long)strlen(stem) : dot - stem),
                 stem);
        return;
    }
    ParameterTable table = choice->generator->parameters;
    int32_t width = map->grid.width, height = map->grid.height;
    bool is_planar = map_is_planar(map);
    int length = is_planar ? snprintf(label, size, "%s", choice->generator->name)
                 : width == height
                     ? snprintf(label, size, "%s %d", choice->generator->name, width)
                     : snprintf(label, size, "%s %dx%d", choice->generator->name, width, height);
    for (uint32_t i = 0; i < table.count; i++) {
        static const char *const told[] = {"seed", "size", "width", "height"};
        bool skip = table.rows[i].shorthand || choice->settings.value[i] == table.rows[i].preset;
        for (size_t j = 0; j < (is_planar ? 1 : sizeof told / sizeof *told); j++)
            skip = skip || strcmp(told[j], table.rows[i].name) == 0;
        if (skip || length < 0 || (size_t)length >= size) continue;
        char value[32];
        parameter_text(&table.rows[i], choice->settings.value[i], value, sizeof value);
        length += snprintf(label + length, size - (size_t)length, " %s=%s", table.rows[i].name, value);
    }
}

/* And the radius, as in its spec. */
static void map_label(const MapChoice *choice, const Map *map, char *label, size_t size) {
    base_label(choice, map, label, size);
    size_t length = strlen(label);
    const char *file = linked_file(choice);
    int end = (int)(file == NULL ? strlen(choice->text) : choice->unlinked);
    if (choice->radius > 0)
        length += (size_t)snprintf(label + length, size - length, " %.*s", end - (int)choice->base - 1,
                                   choice->text + choice->base + 1);
    if (file == NULL || length >= size) return;
    const char *slash = strrchr(file, '/');
    snprintf(label + length, size - length, " links=%s", slash == NULL ? file : slash + 1);
}

/* What the map holds, from parameter 6 on. */
static void bind_contents(Statement *statement, const Map *map) {
    statement_text(statement, 6, map_kind_name(map->kind));
    for (int place = 9; place <= 14; place++) statement_null(statement, place);
    if (!map_is_planar(map)) {
        statement_integer(statement, 7, map->grid.width);
        statement_integer(statement, 8, map->grid.height);
        statement_integer(statement, 9, (int64_t)map->grid.passable_count);
        statement_integer(statement, 10, map->grid.cost_min);
        statement_integer(statement, 11, map->grid.cost_max);
        statement_integer(statement, 15, map->links.inexact);
        return;
    }
    bool is_mesh = map->kind == MAP_MESH;
    Point low = is_mesh ? map->mesh.low : map->polygons.low;
    Point high = is_mesh ? map->mesh.high : map->polygons.high;
    statement_integer(statement, 7, (int64_t)ceil(high.x - low.x));
    statement_integer(statement, 8, (int64_t)ceil(high.y - low.y));
    statement_integer(statement, 12, is_mesh ? map->mesh.vertex_count : map->polygons.vertex_count);
    statement_integer(statement, 13, is_mesh ? map->mesh.corner_count : map->polygons.edge_count);
    if (is_mesh) statement_integer(statement, 14, map->mesh.face_count);
    bool inexact = is_mesh ? map->mesh.inexact : map->polygons.inexact;
    statement_integer(statement, 15, inexact || map->links.inexact);
}

/* Whether maps of another kind of origin have the label: tables pool by it. Seeds of a generator share one.
 */
static Status label_taken(Store *store, const char *label, const char *family, bool *taken, Error *error) {
    int64_t map_id;
    return look_up(store, "SELECT map_id FROM map WHERE label = ?1 AND (family <> ?2 OR ?2 = 'file')",
                   (const Key[KEYS_MOST]){by_text(label), by_text(family)}, taken, &map_id, error);
}

static Status free_label(Store *store, const MapChoice *choice, const Map *map, char *label, size_t size,
                         Error *error) {
    const char *family = choice->generator == NULL ? "file" : choice->generator->name;
    bool taken;
    map_label(choice, map, label, size);
    TRY(label_taken(store, label, family, &taken, error));
    if (!taken) return STATUS_OK;
    snprintf(label, size, "%s", choice->text);
    TRY(label_taken(store, label, family, &taken, error));
    if (taken) snprintf(label, size, "%s %.8s", choice->text, hash_hex(map_hash(map)).text);
    return STATUS_OK;
}

Status record_map(Store *store, const MapChoice *choice, const Map *map, int64_t *map_id, Error *error) {
    HashText hash = hash_hex(map_hash(map));
    bool found;
    TRY(look_up(store, "SELECT map_id FROM map WHERE hash = ?1 AND spec = ?2",
                (const Key[KEYS_MOST]){by_text(hash.text), by_text(choice->text)}, &found, map_id, error));
    if (found) return STATUS_OK;
    char label[SPEC_TEXT + 16];
    TRY(free_label(store, choice, map, label, sizeof label, error));
    Statement *statement;
    TRY(store_prepare(
        store,
        "INSERT INTO map (hash, spec, family, label, seed, kind, width, height, passable, cost_min,"
        " cost_max, vertex_count, edge_count, face_count, inexact)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
        &statement, error));
    statement_text(statement, 1, hash.text);
    statement_text(statement, 2, choice->text);
    statement_text(statement, 3, choice->generator == NULL ? "file" : choice->generator->name);
    statement_text(statement, 4, label);
    int seed = choice->generator == NULL ? -1 : parameter_find(choice->generator->parameters, "seed", 4);
    if (seed >= 0) statement_integer(statement, 5, choice->settings.value[seed]);
    bind_contents(statement, map);
    TRY(statement_run(statement, error));
    *map_id = store_last_id(store);
    return STATUS_OK;
}

/* Cells as integers, points as reals. */
static void bind_ends(Statement *statement, const QuerySet *set, uint32_t i) {
    if (set->points != NULL) {
        const PointQuery *query = &set->points[i];
        const double ends[] = {query->start.x, query->start.y, query->goal.x, query->goal.y};
        for (int end = 0; end < 4; end++) statement_real(statement, 3 + end, ends[end]);
        return;
    }
    const Query *query = &set->queries[i];
    const int32_t ends[] = {query->start.x, query->start.y, query->goal.x, query->goal.y};
    for (int end = 0; end < 4; end++) statement_integer(statement, 3 + end, ends[end]);
}

static Status insert_queries(Store *store, int64_t query_set_id, const QuerySet *set, int64_t *first,
                             Error *error) {
    Statement *statement;
    TRY(store_prepare(store,
                      "INSERT INTO query (query_set_id, number, start_x, start_y, goal_x, goal_y, bucket)"
                      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                      &statement, error));
    Status status = STATUS_OK;
    for (uint32_t i = 0; i < set->count && status == STATUS_OK; i++) {
        if (i % 4096 == 0 && stop_requested()) { /* millions take seconds; the transaction is undone */
            status = error_say(error, STATUS_STOPPED, "stopped", NULL);
            break;
        }
        statement_integer(statement, 1, query_set_id);
        statement_integer(statement, 2, i);
        bind_ends(statement, set, i);
        if (set->bucket != NULL) statement_integer(statement, 7, set->bucket[i]);
        status = statement_step(statement, error);
        if (i == 0) *first = store_last_id(store); /* one transaction: the ids follow one another */
    }
    statement_finish(statement);
    return status;
}

Status record_queries(Store *store, int64_t map_id, const char *spec, const QuerySet *set,
                      int64_t *query_set_id, int64_t *first_query_id, Error *error) {
    HashText hash = hash_hex(query_set_hash(set));
    bool found;
    TRY(look_up(store, "SELECT query_set_id FROM query_set WHERE map_id = ?1 AND hash = ?2 AND spec = ?3",
                (const Key[KEYS_MOST]){by_number(map_id), by_text(hash.text), by_text(spec)}, &found,
                query_set_id, error));
    if (found)
        return look_up(store, "SELECT query_id FROM query WHERE query_set_id = ?1 AND number = 0",
                       (const Key[KEYS_MOST]){by_number(*query_set_id)}, &found, first_query_id, error);
    Statement *statement;
    TRY(store_prepare(store, "INSERT INTO query_set (map_id, hash, spec) VALUES (?1, ?2, ?3)", &statement,
                      error));
    statement_integer(statement, 1, map_id);
    statement_text(statement, 2, hash.text);
    statement_text(statement, 3, spec);
    TRY(statement_run(statement, error));
    *query_set_id = store_last_id(store);
    return insert_queries(store, *query_set_id, set, first_query_id, error);
}

/* The parameters as a JSON object: numbers as numbers, choices and inf as strings. */
static void parameters_json(const SolverChoice *choice, char *text, size_t size) {
    /* The canonical text is "name:key=value,…" and holds nothing that JSON would have to escape. */
    const char *at = strchr(choice->text, ':');
    size_t length = 0;
    text[length++] = '{';
    while (at != NULL && *++at != '\0') {
        const char *equals = strchr(at, '='), *end = strchr(at, ',');
        if (equals == NULL) break;
        if (end == NULL) end = at + strlen(at);
        bool number = strspn(equals + 1, "-0123456789") >= (size_t)(end - equals - 1);
        int added = snprintf(text + length, size - length, "%s\"%.*s\":%s%.*s%s", length > 1 ? "," : "",
                             (int)(equals - at), at, number ? "" : "\"", (int)(end - equals - 1), equals + 1,
                             number ? "" : "\"");
        if (added < 0 || (size_t)added >= size - length - 1) break;
        length += (size_t)added;
        at = *end == '\0' ? NULL : end;
    }
    text[length++] = '}';
    text[length] = '\0';
}

Status record_solver(Store *store, const SolverChoice *choice, int64_t *solver_id, Error *error) {
    bool found;
    TRY(look_up(store, "SELECT solver_id FROM solver WHERE spec = ?1",
                (const Key[KEYS_MOST]){by_text(choice->text)}, &found, solver_id, error));
    if (found) return STATUS_OK;
    char json[2 * SPEC_TEXT];
    parameters_json(choice, json, sizeof json);
    Statement *statement;
    TRY(store_prepare(
        store, "INSERT INTO solver (spec, name, move, guarantee, parameters) VALUES (?1, ?2, ?3, ?4, ?5)",
        &statement, error));
    statement_text(statement, 1, choice->text);
    statement_text(statement, 2, choice->solver->name);
    statement_text(statement, 3, move_name(choice->solver->move(&choice->settings)));
    statement_text(statement, 4, guarantee_name(choice->solver->guarantee(&choice->settings)));
    statement_text(statement, 5, json);
    TRY(statement_run(statement, error));
    *solver_id = store_last_id(store);
    return STATUS_OK;
}

Status record_cell(Store *store, const Map *map, const QuerySet *set, int64_t query_set_id,
                   const SolverChoice *choice, int64_t solver_id, int64_t *cell_id, Error *error) {
    Hash hash = hash_start();
    hash_integer(&hash, (int64_t)map_hash(map));
    hash_integer(&hash, (int64_t)query_set_hash(set));
    hash_text(&hash, choice->text);
    HashText text = hash_hex(hash_value(&hash));
    bool found;
    TRY(look_up(store, "SELECT cell_id FROM cell WHERE query_set_id = ?1 AND solver_id = ?2",
                (const Key[KEYS_MOST]){by_number(query_set_id), by_number(solver_id)}, &found, cell_id,
                error));
    if (found) return STATUS_OK;
    Statement *statement;
    TRY(store_prepare(store, "INSERT INTO cell (hash, query_set_id, solver_id) VALUES (?1, ?2, ?3)",
                      &statement, error));
    statement_text(statement, 1, text.text);
    statement_integer(statement, 2, query_set_id);
    statement_integer(statement, 3, solver_id);
    TRY(statement_run(statement, error));
    *cell_id = store_last_id(store);
    return STATUS_OK;
}
