/* taut gen: a generated map, or queries on a map, as a file of the field. */
#include "harness/command.h"
#include "harness/options.h"
#include "harness/judge.h"
#include "harness/stop.h"
#include "harness/system_memory.h"
#include "harness/workers.h"

#include "algos/map/costs_file.h"
#include "algos/map/map_file.h"
#include "algos/map/mesh_file.h"
#include "algos/map/point_rows.h"
#include "algos/map/poly_file.h"
#include "algos/map/scen_file.h"

#include <string.h>

enum { BUCKET_LENGTH = 4, LENGTH_DECIMALS = 8 }; /* as in the benchmark sets, but with exact lengths */

/* To the file, or to standard output for "-". */
static Status output_write(const char *name, const char *bytes, size_t length, Error *error) {
    if (strcmp(name, "-") != 0) return file_write(name, bytes, length, error);
    if (fwrite(bytes, 1, length, stdout) == length) return STATUS_OK;
    return error_say(error, STATUS_SYSTEM, "standard output could not be written", NULL);
}

/* The file of the map's kind: .map, Triangle's .poly, .mesh of version 2. */
static Status map_bytes(const Map *map, Memory *memory, char **bytes, size_t *length, Error *error) {
    Status status = map->kind == MAP_GRID       ? map_write(&map->grid, memory, bytes, length)
                    : map->kind == MAP_POLYGONS ? poly_write(&map->polygons, memory, bytes, length)
                                                : mesh_write(&map->mesh, memory, bytes, length, error);
    return status == STATUS_NO_MEMORY ? error_say(error, status, "no memory for the file of a map", NULL)
                                      : status;
}

/* Costs beside the map, where it needs them. Old ones beside a map that needs none would give its letters
 * another meaning: they are replaced by a file that says nothing. */
static Status costs_draft(const Map *map, const char *map_name, Memory *memory, char **name, FileDraft *draft,
                          Error *error) {
    if (map->kind != MAP_GRID) return STATUS_OK;
    char *bytes;
    size_t length;
    TRY(name_beside(map_name, ".costs", memory, name, error));
    if (!costs_needed(&map->grid.terrain) && !file_exists(*name)) return STATUS_OK;
    Status status = costs_write(&map->grid.terrain, memory, &bytes, &length);
    if (status != STATUS_OK) return error_say(error, status, "no memory for the costs of a map", NULL);
    status = draft_write(*name, bytes, length, draft, error);
    memory_give(memory, bytes);
    return status;
}

static void tell_costs(const Map *map, const char *where) {
    if (map->kind == MAP_GRID && costs_needed(&map->grid.terrain))
        fprintf(stderr, "taut: the map has terrain costs, which %s does not hold\n", where);
}

/* Map and costs get their names only when both are on the disk, the map last: who finds it finds its costs.
 */
static Status drafts_keep(FileDraft *map, FileDraft *costs, const char *costs_name, Error *error) {
    bool has_costs = costs->temporary != NULL, replaces = costs->replaces;
    if (has_costs) TRY(draft_keep(costs, error));
    Status status = draft_keep(map, error);
    if (status != STATUS_OK && has_costs && !replaces) remove(costs_name);
    if (status == STATUS_OK && has_costs) fprintf(stderr, "taut: wrote %s\n", costs_name);
    return status;
}

static Status files_output(const Map *map, const char *name, const char *bytes, size_t length, Memory *memory,
                           Error *error) {
    char *costs_name = NULL;
    FileDraft costs = {.temporary = NULL}, draft = {.temporary = NULL};
    TRY(draft_write(name, bytes, length, &draft, error));
    Status status = STATUS_OK;
    if (draft.temporary == NULL) {
        tell_costs(map, name); /* a device or a pipe has nothing beside it */
    } else {
        status = costs_draft(map, name, memory, &costs_name, &costs, error);
        if (status == STATUS_OK) status = drafts_keep(&draft, &costs, costs_name, error);
    }
    draft_drop(&costs);
    draft_drop(&draft);
    memory_give(memory, costs_name);
    return status;
}

static Status map_files(const Map *map, const char *name, Memory *memory, Error *error) {
    char *bytes = NULL;
    size_t length = 0;
    TRY(map_bytes(map, memory, &bytes, &length, error));
    Status status;
    if (strcmp(name, "-") == 0) {
        tell_costs(map, "standard output");
        status = output_write(name, bytes, length, error);
    } else {
        bool were_deferred = stop_later();
        status = files_output(map, name, bytes, length, memory, error);
        stop_restore(were_deferred);
    }
    memory_give(memory, bytes);
    return status;
}

static Status map_output(const char *spec, const char *name, Memory *memory, Error *error) {
    MapChoice choice;
    Map map;
    TRY(map_choose(spec, memory, &choice, error));
    TRY(map_load(&choice, memory, &map, error));
    Status status = map.links.count == 0
                        ? map_files(&map, name, memory, error)
                        : error_say(error, STATUS_REFUSED, choice.text,
                                    ": no file of a map holds links: write it without them", NULL);
    map_destroy(&map);
    return status;
}

/* The exact optima of all queries, on all cores; give them back with optima_give. */
static Status optima_take(const Map *map, const QuerySet *set, Memory *memory, Optimum **optima,
                          Error *error) {
    Judge judge;
    bool points = set->points != NULL;
    Optimum *made = memory_take_zeroed(memory, set->count, sizeof *made);
    if (made == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the optima", NULL);
    Status status = judge_create(map, memory, &judge, error);
    if (status == STATUS_OK && points) status = judge_add_plane(&judge, error);
    if (status == STATUS_OK)
        status = oracle_run(map, judge.polygons, points ? MOVE_ANY : MOVE_8, set, processor_count(), memory,
                            made, error);
    judge_destroy(&judge);
    *optima = made;
    return status;
}

static void optima_give(Optimum *optima, const QuerySet *set, Memory *memory) {
    if (optima != NULL) optima_destroy(optima, set->count, memory);
    memory_give(memory, optima);
}

/* One row: the query with its exact optimum under move 8. */
static Status row_add(Scen *scen, const Optimum *optimum, const Grid *grid, const Query *query,
                      const char *map_name, Error *error) {
    if (!optimum->reachable)
        return error_say(error, STATUS_REFUSED, "a generated pair has no path between its ends", NULL);
    ScenRow row = {.bucket = (uint32_t)(optimum->value / BUCKET_LENGTH),
                   .width = grid->width,
                   .height = grid->height,
                   .start = query->start,
                   .goal = query->goal,
                   .length = decimal_of_length(optimum->length, LENGTH_DECIMALS)};
    return scen_add(scen, row, map_name, strlen(map_name));
}

/* A .tsv of points with the exact optima, rounded; -1 where there is no path. */
static Status tsv_bytes(const QuerySet *set, const Optimum *optima, Memory *memory, char **bytes,
                        size_t *length, Error *error) {
    PointRows rows = {.memory = memory};
    Status status = STATUS_OK;
    for (uint32_t i = 0; i < set->count && status == STATUS_OK; i++) {
        double value = optima[i].reachable ? optima[i].value : POINT_ROW_NO_PATH;
        status = point_rows_add(&rows, (PointRow){.query = set->points[i], .length = value});
        if (status != STATUS_OK) (void)error_say(error, status, "no memory for the rows", NULL);
    }
    if (status == STATUS_OK) status = point_rows_write(&rows, memory, bytes, length);
    point_rows_destroy(&rows);
    return status;
}

static Status scen_bytes(const Map *map, const QuerySet *set, const Optimum *optima, const MapChoice *choice,
                         Memory *memory, char **bytes, size_t *length, Error *error) {
    const char *slash = strrchr(choice->text, '/');
    const char *map_name = choice->generator == NULL && slash != NULL ? slash + 1 : choice->text;
    Scen scen = scen_in(memory);
    Status status = STATUS_OK;
    for (uint32_t i = 0; i < set->count && status == STATUS_OK; i++)
        status = row_add(&scen, &optima[i], &map->grid, &set->queries[i], map_name, error);
    if (status == STATUS_OK) status = scen_write(&scen, memory, bytes, length);
    scen_destroy(&scen);
    return status;
}

/* Queries of the map and their optima: a .tsv between points, a .scen between cells. */
static Status rows_output(const MapChoice *map_choice, const Map *map, const QueryChoice *choice,
                          const char *name, Memory *memory, Error *error) {
    QuerySet set;
    TRY(queries_load(choice, map_choice, map, memory, &set, error));
    char *bytes = NULL;
    size_t length = 0;
    Optimum *optima = NULL;
    Status status = optima_take(map, &set, memory, &optima, error);
    if (status == STATUS_OK)
        status = set.points != NULL
                     ? tsv_bytes(&set, optima, memory, &bytes, &length, error)
                     : scen_bytes(map, &set, optima, map_choice, memory, &bytes, &length, error);
    optima_give(optima, &set, memory);
    status = error_about(choice->text, map_choice->text, status, error);
    if (status == STATUS_OK) status = output_write(name, bytes, length, error);
    memory_give(memory, bytes);
    query_set_destroy(&set);
    return status;
}

static Status queries_output(const char *spec, const char *map_spec, const char *name, Memory *memory,
                             Error *error) {
    QueryChoice choice;
    MapChoice map_choice;
    Map map;
    TRY(query_choose(spec, memory, &choice, error));
    if (map_spec == NULL)
        return error_say(error, STATUS_BAD_INPUT, "gen: ", spec, " needs --map, the map of the queries",
                         NULL);
    TRY(map_choose(map_spec, memory, &map_choice, error));
    TRY(map_load(&map_choice, memory, &map, error));
    Status status = rows_output(&map_choice, &map, &choice, name, memory, error);
    map_destroy(&map);
    return status;
}

/* A word with --map, or one that begins with a query generator's name, means queries. */
static bool means_queries(const char *spec, const char *map_spec) {
    if (map_spec != NULL) return true;
    size_t length = strcspn(spec, ":");
    return !file_exists(spec) &&
           (query_generator_find(spec, length) != NULL || (length == 4 && memcmp(spec, "scen", 4) == 0));
}

static int gen_run(const Arguments *arguments) {
    Memory memory = system_memory();
    Error error = {""};
    const char *output, *map_spec = argument(arguments, "--map"), *spec = arguments->words[0];
    Status status = argument_required(arguments, "-o", &output, &error);
    if (status == STATUS_OK)
        status = means_queries(spec, map_spec) ? queries_output(spec, map_spec, output, &memory, &error)
                                               : map_output(spec, output, &memory, &error);
    if (status != STATUS_OK) return command_failed(status, &error);
    if (strcmp(output, "-") != 0) fprintf(stderr, "taut: wrote %s\n", output);
    return EXIT_DONE;
}

static const Option gen_options[] = {
    {"-o", "FILE", "where to: FILE.map, .poly, .mesh, .scen or .tsv; - is standard output"},
    {"--map", "SPEC", "the map of the queries, a file or a spec"},
};

const Command command_gen = {
    .name = "gen",
    .usage = "SPEC -o FILE [--map SPEC]",
    .summary = "A generated map, or queries on a map, as a file of the field",
    .details =
        "A map with terrain costs gets FILE.costs beside it. Queries (taut gen random:count=300,seed=1 "
        "--map\n"
        "MAP -o FILE.scen) are written with exact octile lengths, eight decimals, in buckets of length 4; "
        "those "
        "between\n"
        "points (points: on polygons) as rows sx sy gx gy length, -1 where there is no path.",
    .options = gen_options,
    .option_count = sizeof gen_options / sizeof gen_options[0],
    .words_least = 1,
    .words_most = 1,
    .run = gen_run,
};
