#include "algos/map/map_file.h"

#include "algos/core/lines.h"

#include <string.h>

/* What the header says; sizes 0 until it does. */
typedef struct Header {
    int32_t width, height;
    bool has_type;
} Header;

static Status read_size(Line *rest, Line line, const char *name, int32_t *size, Error *error) {
    if (*size != 0) return line_wrong(line, name, "height and width once each", error);
    Line word;
    int64_t value;
    line_take_first(rest, &word);
    if (!line_number(word, 1, GRID_SIDE_MOST, &value))
        return line_wrong(word, name, "a number of cells from 1 to 16384", error);
    *size = (int32_t)value;
    return STATUS_OK;
}

static Status read_type(Line *rest, Line line, const char *name, Header *header, Notes *notes, Error *error) {
    if (header->has_type) return line_wrong(line, name, "type once", error);
    Line word;
    line_take_first(rest, &word);
    if (line_is(word, "tile"))
        notes_add(notes, "types \"tile\", read as octile", 1, line.number);
    else if (!line_is(word, "octile"))
        return line_wrong(word, name, "type octile", error);
    header->has_type = true;
    return STATUS_OK;
}

/* The first thing that the header lacks, or NULL. */
static const char *header_lacks(const Header *header) {
    if (!header->has_type) return "type octile";
    if (header->height == 0) return "height N";
    if (header->width == 0) return "width N";
    return NULL;
}

static Status read_header(Lines *lines, const char *name, Header *header, Error *error) {
    Line line, word;
    while (lines_next(lines, &line)) {
        Line rest = line;
        line_take_first(&rest, &word);
        if (line_is(word, "map")) {
            if (rest.length != 0) return line_wrong(line, name, "map, and nothing more in its line", error);
            const char *lacks = header_lacks(header);
            return lacks == NULL ? STATUS_OK : line_wrong(line, name, lacks, error);
        }
        if (line_is(word, "height")) {
            if (header->width != 0)
                notes_add(lines->notes, "headers with width before height", 1, line.number);
            TRY(read_size(&rest, line, name, &header->height, error));
        } else if (line_is(word, "width")) {
            TRY(read_size(&rest, line, name, &header->width, error));
        } else if (line_is(word, "type")) {
            TRY(read_type(&rest, line, name, header, lines->notes, error));
        } else {
            const char *lacks = header_lacks(header);
            return line_wrong(line, name, lacks == NULL ? "map" : lacks, error);
        }
        if (rest.length != 0) return line_wrong(rest, name, "the end of the line", error);
    }
    const char *lacks = header_lacks(header);
    return error_at(error, name, lines->number, NULL, 0, lacks == NULL ? "map" : lacks);
}

/* "NAME:LINE: found a row of N letters, expected W". */
static Status row_wrong(Line line, const char *name, const Header *header, Error *error) {
    return error_say(error, STATUS_BAD_INPUT, name, ":", number_text((int64_t)line.number).text,
                     ": found a row of ", number_text((int64_t)line.length).text, " letters, expected ",
                     number_text(header->width).text, ", the map's width", NULL);
}

static Status letter_wrong(Line line, uint8_t letter, const char *name, Error *error) {
    return error_say(error, STATUS_BAD_INPUT, name, ":", number_text((int64_t)line.number).text,
                     ": found a byte of value ", number_text(letter).text,
                     " in a row, expected a printable letter for each cell", NULL);
}

/* How often each letter stands on the map, and in which line first. */
typedef struct Tally {
    uint64_t count[256], line[256];
} Tally;

static Status tally_row(Tally *tally, Line line, const char *name, const Header *header, Error *error) {
    for (size_t i = 0; i < line.length; i++) {
        uint8_t letter = (uint8_t)line.text[i];
        if (tally->count[letter]++ != 0) continue;
        tally->line[letter] = line.number;
        if (letter <= ' ' || letter > '~') return letter_wrong(line, letter, name, error);
    }
    if (line.length != (size_t)header->width) return row_wrong(line, name, header, error);
    return STATUS_OK;
}

static Status check_rows(Lines *lines, const char *name, const Header *header, Tally *tally, Error *error) {
    Line line;
    for (int32_t y = 0; y < header->height; y++) {
        if (!lines_next(lines, &line))
            return error_say(error, STATUS_BAD_INPUT, name, ":", number_text((int64_t)lines->number).text,
                             ": found the end of the file after ", number_text(y).text, " rows, expected ",
                             number_text(header->height).text, NULL);
        TRY(tally_row(tally, line, name, header, error));
    }
    if (!lines_next(lines, &line)) return STATUS_OK;
    return line_wrong(line, name, "the end of the file after the map's last row", error);
}

/* One note for all letters that nobody gave a meaning, with as many of them as fit. */
static void note_letters(const Tally *tally, const Costs *costs, Notes *notes) {
    char text[NOTE_TEXT] = "letters of unknown meaning, read as blocked:";
    size_t at = strlen(text);
    uint64_t count = 0, first = UINT64_MAX;
    for (int letter = 0; letter < 256; letter++) {
        if (tally->count[letter] == 0) continue;
        if (letter >= 'a' && letter <= 'z')
            notes_add(notes, "lower-case letters", tally->count[letter], tally->line[letter]);
        if (costs->known[letter]) continue;
        count += tally->count[letter];
        if (tally->line[letter] < first) first = tally->line[letter];
        if (at + 3 > NOTE_TEXT) continue;
        text[at++] = ' ';
        text[at++] = (char)letter;
        text[at] = '\0';
    }
    if (count != 0) notes_add(notes, text, count, first);
}

static void fill_rows(Lines *lines, Grid *grid) {
    size_t width = (size_t)grid->width;
    Line line;
    for (int32_t y = 0; y < grid->height && lines_next(lines, &line); y++) {
        uint8_t *cost = grid->cost + grid_place(grid, (Cell){0, y});
        memcpy(grid->letter + (size_t)y * width, line.text, width);
        for (size_t x = 0; x < width; x++) cost[x] = grid->terrain.of[(uint8_t)line.text[x]];
    }
}

Status map_read(const char *bytes, size_t length, const char *name, const Costs *costs, Memory *memory,
                Map *map, Notes *notes, Error *error) {
    Costs plain = costs_plain();
    if (costs == NULL) costs = &plain;
    Header header = {0, 0, false};
    Tally tally = {{0}, {0}};
    Lines lines = lines_of(bytes, length, notes);
    TRY(read_header(&lines, name, &header, error));
    Lines rows = lines;
    rows.notes = NULL;
    TRY(check_rows(&lines, name, &header, &tally, error));
    note_letters(&tally, costs, notes);
    Grid grid;
    TRY(grid_create(memory, header.width, header.height, &costs->terrain, &grid, error));
    fill_rows(&rows, &grid);
    grid_finish(&grid);
    *map = (Map){.kind = MAP_GRID, .grid = grid};
    return STATUS_OK;
}
