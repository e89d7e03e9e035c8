#include "algos/map/scen_file.h"

#include "algos/core/lines.h"

static Status read_version(Lines *lines, const char *name, Error *error) {
    Line line, word, rest;
    if (!lines_next(lines, &line)) return error_at(error, name, lines->number, NULL, 0, "version 1");
    rest = line;
    line_take_first(&rest, &word);
    if (!line_is(word, "version")) return line_wrong(line, name, "version 1", error);
    line_take_first(&rest, &word);
    if (line_is(word, "1.0"))
        notes_add(lines->notes, "versions written \"1.0\"", 1, line.number);
    else if (!line_is(word, "1"))
        return line_wrong(line, name, "version 1", error);
    if (rest.length != 0) return line_wrong(rest, name, "the end of the line after the version", error);
    return STATUS_OK;
}

static Status take_number(Line *rest, const char *name, int64_t low, int64_t high, const char *what,
                          int64_t *value, Error *error) {
    Line word;
    if (line_take_last(rest, &word) && line_number(word, low, high, value)) return STATUS_OK;
    return line_wrong(word, name, what, error);
}

/* The blank before `end` where words stand apart by one; 0 at the start of the line. */
static char blank_before(Line whole, const char *word) {
    return word == whole.text ? '\0' : word[-1];
}

/* A map field may hold blanks: it is what is left when all others are taken. Where its last word is a number,
 * the row may as well have a field too many, and is refused; unless tabs part the fields, and spaces the
 * words of the name. */
static Status check_name(Line line, Line map, const char *name, Error *error) {
    if (map.length == 0)
        return line_wrong(line, name, "nine fields: bucket map width height x y x y length", error);
    Line rest = map, word;
    int64_t ignored;
    line_take_last(&rest, &word);
    bool number = line_number(word, INT64_MIN, INT64_MAX, &ignored);
    bool apart = blank_before(line, word.text) == ' ' && map.text[map.length] == '\t';
    if (rest.length != 0 && number && !apart)
        return line_wrong(line, name, "nine fields: bucket map width height x y x y length", error);
    return STATUS_OK;
}

static Status read_row(Line line, const char *name, ScenRow *row, Line *map, Error *error) {
    static const char *const whats[] = {"a bucket, 0 or more", "the map's width", "the map's height",
                                        "the start's x",       "the start's y",   "the goal's x",
                                        "the goal's y"};
    const char *control = line_control(line);
    if (control != NULL)
        return error_say(error, STATUS_BAD_INPUT, name, ":", number_text((int64_t)line.number).text,
                         ": found a byte of value ", number_text((unsigned char)*control).text,
                         ", expected text", NULL);
    int64_t value[7];
    Line rest = line, word;
    line_take_last(&rest, &word);
    if (!decimal_parse(word.text, word.length, &row->length))
        return line_wrong(word, name, "a length, 0 or more", error);
    for (int i = 6; i >= 1; i--)
        TRY(take_number(&rest, name, i <= 2 ? 0 : INT32_MIN, INT32_MAX, whats[i], &value[i], error));
    if (!line_take_first(&rest, &word) || !line_number(word, 0, UINT32_MAX, &value[0]))
        return line_wrong(word, name, whats[0], error);
    TRY(check_name(line, rest, name, error));
    row->bucket = (uint32_t)value[0];
    row->width = (int32_t)value[1];
    row->height = (int32_t)value[2];
    row->start = (Cell){(int32_t)value[3], (int32_t)value[4]};
    row->goal = (Cell){(int32_t)value[5], (int32_t)value[6]};
    row->line = line.number;
    *map = rest;
    return STATUS_OK;
}

static void note_row(Notes *notes, const ScenRow *row, Line line, Line map) {
    Line rest = map, word;
    if (map.text[map.length] == ' ') notes_add(notes, "rows separated by spaces", 1, line.number);
    line_take_last(&rest, &word);
    if (rest.length != 0) notes_add(notes, "map fields with blanks in them", 1, line.number);
    if (scen_row_no_path(row))
        notes_add(notes, "rows of length 0 between different cells: no path", 1, line.number);
    else if (row->start.x == row->goal.x && row->start.y == row->goal.y)
        notes_add(notes, "rows whose start is their goal", 1, line.number);
}

static Status read_rows(Lines *lines, const char *name, Scen *scen, Error *error) {
    Line line, map = {"", 0, 0};
    while (lines_next(lines, &line)) {
        ScenRow row = {.bucket = 0};
        TRY(read_row(line, name, &row, &map, error));
        note_row(lines->notes, &row, line, map);
        if (scen_add(scen, row, map.text, map.length) != STATUS_OK)
            return error_say(error, STATUS_NO_MEMORY, "no memory for the rows of ", name, NULL);
    }
    scen->fixed = scen_fixed_decimals(scen);
    return STATUS_OK;
}

Status scen_read(const char *bytes, size_t length, const char *name, Memory *memory, Scen *scen, Notes *notes,
                 Error *error) {
    Scen read = scen_in(memory);
    Lines lines = lines_of(bytes, length, notes);
    TRY(read_version(&lines, name, error));
    Status status = read_rows(&lines, name, &read, error);
    if (status != STATUS_OK)
        scen_destroy(&read);
    else
        *scen = read;
    return status;
}
