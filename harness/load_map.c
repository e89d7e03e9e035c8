/* Maps of every kind from files: which kind it is, is read off the file, not off its name. */
#include "harness/load.h"

#include "harness/grown.h"
#include "harness/linked.h"
#include "harness/stop.h"

#include "algos/map/costs_file.h"
#include "algos/map/map_file.h"
#include "algos/map/mesh_file.h"
#include "algos/map/poly_file.h"

#include <ctype.h>
#include <string.h>

/* The costs beside the map where there are any: `costs` is then filled and `found` set. */
static Status costs_load(const char *map_name, Memory *memory, Costs *costs, bool *found, Notes *notes,
                         Error *error) {
    char *name = NULL, *bytes;
    size_t length;
    TRY(name_beside(map_name, ".costs", memory, &name, error));
    *found = file_exists(name);
    Status status = STATUS_OK;
    if (*found) {
        status = file_read(name, memory, &bytes, &length, error);
        if (status == STATUS_OK) {
            status = costs_read(bytes, length, name, costs, notes, error);
            memory_give(memory, bytes);
        }
    }
    memory_give(memory, name);
    return status;
}

static Status grid_load(const char *name, const char *bytes, size_t length, Memory *memory, Map *map,
                        Notes *notes, Error *error) {
    Costs costs;
    bool found;
    TRY(costs_load(name, memory, &costs, &found, notes, error));
    return map_read(bytes, length, name, found ? &costs : NULL, memory, map, notes, error);
}

static Status mesh_load(const char *name, const char *bytes, size_t length, Memory *memory, Map *map,
                        Notes *notes, Error *error) {
    *map = (Map){.kind = MAP_MESH};
    return mesh_read(bytes, length, name, memory, &map->mesh, notes, error);
}

/* STEM.node beside STEM.poly. */
static Status nodes_load(const char *name, Memory *memory, char **node_name, PolyText *nodes, Error *error) {
    TRY(name_beside(name, ".node", memory, node_name, error));
    size_t length = strlen(name);
    if (length > 5 && strcmp(name + length - 5, ".poly") == 0) strcpy(*node_name + length - 5, ".node");
    char *bytes = NULL;
    nodes->name = *node_name;
    TRY(file_read(*node_name, memory, &bytes, &nodes->length, error));
    nodes->bytes = bytes;
    return STATUS_OK;
}

static Status polygons_load(const char *name, const char *bytes, size_t length, Memory *memory, Map *map,
                            Notes *notes, Error *error) {
    PolyText file = {bytes, length, name}, nodes = {NULL, 0, NULL};
    char *node_name = NULL;
    bool apart = poly_wants_nodes(file);
    Rings rings = {0};
    Status status = apart ? nodes_load(name, memory, &node_name, &nodes, error) : STATUS_OK;
    if (status == STATUS_OK) status = poly_read(file, apart ? &nodes : NULL, memory, &rings, notes, error);
    *map = (Map){.kind = MAP_POLYGONS};
    if (status == STATUS_OK) status = polygons_unite(&rings, name, memory, &map->polygons, error);
    rings_destroy(&rings);
    memory_give(memory, (void *)(uintptr_t)nodes.bytes);
    memory_give(memory, node_name);
    return status;
}

/* The first word, comments of polygon files left out. */
static size_t first_word(const char *bytes, size_t length, const char **word) {
    size_t at = 0;
    for (;;) {
        while (at < length && isspace((unsigned char)bytes[at])) at++;
        if (at == length || bytes[at] != '#') break;
        while (at < length && bytes[at] != '\n') at++;
    }
    *word = bytes + at;
    size_t end = at;
    while (end < length && !isspace((unsigned char)bytes[end])) end++;
    return end - at;
}

static bool word_is(const char *word, size_t length, const char *known) {
    return strlen(known) == length && memcmp(word, known, length) == 0;
}

/* Whether a grid's header begins so (map_read.c). */
static bool begins_grid(const char *word, size_t length) {
    return word_is(word, length, "type") || word_is(word, length, "height") ||
           word_is(word, length, "width") || word_is(word, length, "map");
}

/* "NAME:LINE: found …, expected" all that a map file may begin with. */
static Status beginning_wrong(const char *name, const char *bytes, const char *word, size_t length,
                              Error *error) {
    static const char expected[] = "the beginning of a map: type (MovingAI), a number (Triangle), poly 1 "
                                   "(Polyanya), polygon 1 (Iron Harvest) or mesh";
    static const char mark[] = "\xef\xbb\xbf";
    uint64_t line = length == 0 ? 0 : 1;
    for (const char *at = bytes; length != 0 && at < word; at++) line += *at == '\n';
    if (length < sizeof mark - 1 || memcmp(word, mark, sizeof mark - 1) != 0)
        return error_at(error, name, line, length == 0 ? NULL : word, length, expected);
    return error_say(error, STATUS_BAD_INPUT, name, ":", number_text((int64_t)line).text,
                     ": found a byte order mark (EF BB BF), expected ", expected, NULL);
}

Status map_load_bytes(const char *name, const char *bytes, size_t length, Memory *memory, Map *map,
                      Notes *notes, Error *error) {
    const char *word;
    size_t word_length = first_word(bytes, length, &word);
    bool digits = word_length > 0;
    for (size_t i = 0; i < word_length; i++) digits = digits && isdigit((unsigned char)word[i]);
    bool is_mesh = word_is(word, word_length, "mesh");
    bool is_polygons = digits || word_is(word, word_length, "poly") || word_is(word, word_length, "polygon");
    Status status = is_polygons ? polygons_load(name, bytes, length, memory, map, notes, error)
                    : is_mesh   ? mesh_load(name, bytes, length, memory, map, notes, error)
                    : begins_grid(word, word_length)
                        ? grid_load(name, bytes, length, memory, map, notes, error)
                        : beginning_wrong(name, bytes, word, word_length, error);
    if (status != STATUS_OK) *map = (Map){0};
    return status;
}

static Status map_file_load(const char *name, Memory *memory, Map *map, Notes *notes, Error *error) {
    char *bytes;
    size_t length;
    TRY(file_read(name, memory, &bytes, &length, error));
    Status status = map_load_bytes(name, bytes, length, memory, map, notes, error);
    memory_give(memory, bytes);
    return status;
}

Status map_load_noted(const MapChoice *choice, Memory *memory, Map *map, Notes *notes, Error *error) {
    bool were_deferred = stop_at_once();
    Status status = choice->generator == NULL
                        ? map_file_load(grown_name(choice).text, memory, map, notes, error)
                        : choice->generator->generate(&choice->settings, memory, map, error);
    if (choice->generator != NULL) status = error_about(choice->text, NULL, status, error);
    if (status != STATUS_OK) *map = (Map){0};
    if (status == STATUS_OK && choice->radius > 0) status = grown_make(choice, memory, map, error);
    if (status == STATUS_OK && linked_file(choice) != NULL)
        status = linked_make(choice, memory, map, notes, error);
    stop_restore(were_deferred);
    if (status != STATUS_OK) map_destroy(map);
    return status;
}

Status map_load(const MapChoice *choice, Memory *memory, Map *map, Error *error) {
    return map_load_noted(choice, memory, map, NULL, error);
}
