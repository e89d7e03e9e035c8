#include "tests/rings.h"
#include "tests/support.h"

#include "tests/parsers.h"

#include "algos/core/real.h"
#include "algos/exact/settle_links.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char file_name[] = "a file";

static const char *refusal_fault(Status status, const Error *error) {
    if (status != STATUS_BAD_INPUT) return "refused with another status than bad input";
    return strncmp(error->text, file_name, strlen(file_name)) != 0 ? "the message does not name the file"
                                                                   : NULL;
}

/* The rows as text read again. */
static const char *again_fault(const LinkRows *rows, Memory *memory) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out == NULL) return "no memory";
    for (uint32_t i = 0; i < rows->count; i++) {
        const Link *link = &rows->links[i];
        fprintf(out, "%s %s %s %s %s\n", real_text(link->from.x).text, real_text(link->from.y).text,
                real_text(link->to.x).text, real_text(link->to.y).text, real_text(link->cost).text);
    }
    fclose(out);
    LinkRows again = link_rows_in(memory);
    Error error;
    const char *wrong = NULL;
    if (links_read(text, length, file_name, &again, NULL, &error) != STATUS_OK)
        wrong = "what was written cannot be read";
    else if (again.count != rows->count)
        wrong = "the number of links changed";
    for (uint32_t i = 0; wrong == NULL && i < rows->count; i++) {
        const Link *a = &rows->links[i], *b = &again.links[i];
        if (!point_equal(a->from, b->from) || !point_equal(a->to, b->to) || a->cost != b->cost || a->cost < 0)
            wrong = "a link changed";
        if (i > 0 && rows->line[i] <= rows->line[i - 1]) wrong = "lines do not grow";
    }
    link_rows_destroy(&again);
    free(text);
    return wrong;
}

/* On a map, where they are kept or refused. */
static const char *settle_fault(const LinkRows *rows, Memory *memory) {
    Rings rings = rings_from_text(memory, "0 0 30 0 30 10 0 10; 6 0 10 0 10 4 6 4; 10 4 14 4 14 8 10 8");
    Polygons polygons;
    Links links;
    Error error = {""};
    ASSERT_OK(polygons_create(&rings, "room", memory, &polygons, &error), &error);
    Status status = links_settle(rows, &polygons, file_name, memory, &links, &error);
    const char *wrong = status == STATUS_OK ? NULL : refusal_fault(status, &error);
    if (status == STATUS_OK) {
        if (links.count + links.useless != rows->count) wrong = "a link is neither kept nor counted";
        for (uint32_t i = 0; i < links.count; i++)
            if (links_find(&links, links.links[i].from, links.links[i].to) != &links.links[i])
                wrong = "a link is not found";
        links_destroy(&links);
    }
    polygons_destroy(&polygons);
    rings_destroy(&rings);
    return wrong;
}

const char *links_round_trip(const char *bytes, size_t length) {
    Memory memory = system_memory();
    LinkRows rows = link_rows_in(&memory);
    Notes notes = {.count = 0};
    Error error = {""};
    Status status = links_read(bytes, length, file_name, &rows, &notes, &error);
    const char *wrong = status == STATUS_OK ? again_fault(&rows, &memory) : refusal_fault(status, &error);
    if (status == STATUS_OK && wrong == NULL) wrong = settle_fault(&rows, &memory);
    link_rows_destroy(&rows);
    return wrong == NULL && memory.live != 0 ? "memory stays allocated" : wrong;
}
