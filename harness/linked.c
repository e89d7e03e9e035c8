#include "harness/linked.h"

#include "harness/load.h"
#include "harness/short_text.h"

#include "algos/exact/settle_links.h"
#include "algos/map/map_outline.h"

#include <stdio.h>
#include <string.h>

static const char links_key[] = "+links=";

const char *linked_suffix(const char *spec) {
    return strstr(spec, links_key);
}

const char *linked_file(const MapChoice *choice) {
    return choice->unlinked == 0 ? NULL : choice->text + choice->unlinked + strlen(links_key);
}

static Status file_check(const char *file, Error *error) {
    if (file_exists(file)) return STATUS_OK;
    if (*file == '\0')
        return error_say(error, STATUS_BAD_INPUT, "links: found nothing, expected the name of a file", NULL);
    return error_say(
        error, STATUS_BAD_INPUT, "links: ", short_text(file).text, ": there is no such file",
        strstr(file, "+radius=") == NULL ? "" : " (the radius comes first: MAP+radius=R+links=FILE)", NULL);
}

Status linked_expand(const char *suffix, Memory *memory, MapChoice **list, uint32_t count, Error *error) {
    size_t length = strlen(suffix);
    Status status = file_check(suffix + strlen(links_key), error);
    for (uint32_t i = 0; i < count && status == STATUS_OK; i++) {
        MapChoice *choice = &(*list)[i];
        size_t base = strlen(choice->text);
        if (base + length >= sizeof choice->text) {
            status =
                error_say(error, STATUS_BAD_INPUT, "the name of a map with its links is longer than ",
                          number_text(SPEC_TEXT - 1).text, " bytes: ", short_text(choice->text).text, NULL);
        } else {
            memcpy(choice->text + base, suffix, length + 1);
            choice->unlinked = (uint32_t)base;
        }
    }
    if (status != STATUS_OK) memory_give(memory, *list);
    return status;
}

static Status settle(const LinkRows *rows, const char *file, Memory *memory, Map *map, Error *error) {
    Polygons made;
    const Polygons *outline;
    TRY(map_outline(map, memory, &made, &outline, error));
    Status status = links_settle(rows, outline, file, memory, &map->links, error);
    polygons_destroy(&made);
    return status;
}

Status linked_make(const MapChoice *choice, Memory *memory, Map *map, Notes *notes, Error *error) {
    const char *file = linked_file(choice);
    char *bytes;
    size_t length;
    LinkRows rows = link_rows_in(memory);
    TRY(file_read(file, memory, &bytes, &length, error));
    Status status = links_read(bytes, length, file, &rows, notes, error);
    memory_give(memory, bytes);
    if (status == STATUS_OK) status = settle(&rows, file, memory, map, error);
    link_rows_destroy(&rows);
    return status;
}

LinksText links_text(const Links *links) {
    LinksText made = {"no"};
    if (links->count + links->useless == 0) return made;
    size_t used = (size_t)snprintf(made.text, sizeof made.text, "%u", links->count);
    if (links->useless > 0)
        used += (size_t)snprintf(made.text + used, sizeof made.text - used,
                                 ", and %u of no use (a walk or another link is as short)", links->useless);
    if (links->inexact)
        snprintf(made.text + used, sizeof made.text - used,
                 "; off the map's lattice, lengths are not compared exactly");
    return made;
}
