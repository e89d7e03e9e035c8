#include "algos/map/links_file.h"

#include "algos/core/lines.h"
#include "algos/core/real.h"

#include <string.h>

Status link_rows_add(LinkRows *rows, Link link, uint64_t line) {
    if (rows->count == rows->capacity) {
        uint32_t capacity = rows->capacity == 0 ? 16 : rows->capacity * 2;
        Link *links = memory_resize(rows->memory, rows->links, capacity, sizeof *links);
        if (links == NULL) return STATUS_NO_MEMORY;
        rows->links = links;
        uint64_t *lines = memory_resize(rows->memory, rows->line, capacity, sizeof *lines);
        if (lines == NULL) return STATUS_NO_MEMORY;
        rows->line = lines;
        rows->capacity = capacity;
    }
    rows->links[rows->count] = link;
    rows->line[rows->count++] = line;
    return STATUS_OK;
}

void link_rows_destroy(LinkRows *rows) {
    memory_give(rows->memory, rows->links);
    memory_give(rows->memory, rows->line);
    *rows = link_rows_in(rows->memory);
}

/* The next number of the line. */
static Status take_number(Line *line, double least, const char *name, const char *expected, double *number,
                          Error *error) {
    Line word, whole = *line;
    if (!line_take_first(line, &word)) return line_wrong(whole, name, expected, error);
    if (!real_parse(word.text, word.length, number) || *number < least)
        return line_wrong(word, name, expected, error);
    double size = *number < 0 ? -*number : *number;
    if (size == 0 || (size <= 0x1p40 && size >= 0x1p-140)) return STATUS_OK;
    return line_wrong(word, name, "a number that is 0 or between 2^-140 and 2^40 in size", error);
}

static Status take_link(Line line, const char *name, Link *link, Error *error) {
    static const char expected[] = "a link: x y of its beginning, x y of its end, and its cost";
    double *const places[] = {&link->from.x, &link->from.y, &link->to.x, &link->to.y};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        TRY(take_number(&line, -0x1p41, name, expected, places[i], error));
    TRY(take_number(&line, 0, name, "a cost of at least 0, the fifth number of a link", &link->cost, error));
    return line.length == 0 ? STATUS_OK : line_wrong(line, name, "the end of the line after the cost", error);
}

Status links_read(const char *bytes, size_t length, const char *name, LinkRows *rows, Notes *notes,
                  Error *error) {
    Lines lines = lines_of(bytes, length, notes);
    Line line;
    Status status = STATUS_OK;
    while (status == STATUS_OK && lines_next(&lines, &line)) {
        Link link;
        Line rest = line_without_comment(line), word, found = rest;
        if (!line_take_first(&rest, &word)) continue;
        status = take_link(found, name, &link, error);
        if (status == STATUS_OK && link_rows_add(rows, link, line.number) != STATUS_OK)
            status = error_say(error, STATUS_NO_MEMORY, "no memory for the links of ", name, NULL);
    }
    if (status != STATUS_OK) link_rows_destroy(rows);
    return status;
}
