#include "algos/core/real.h"
#include "algos/map/poly_parts.h"

Words words_of(PolyText file, Notes *notes, Error *error) {
    return (Words){lines_of(file.bytes, file.length, notes), {"", 0, 0}, file.name, error};
}

Line words_next(Words *words) {
    Line word;
    while (!line_take_first(&words->rest, &word)) {
        Line line;
        if (!lines_next(&words->lines, &line)) return (Line){NULL, 0, words->lines.number};
        words->rest = line_without_comment(line);
    }
    return word;
}

uint32_t words_skip_line(Words *words) {
    uint32_t count = 0;
    Line word;
    while (line_take_first(&words->rest, &word)) count++;
    return count;
}

Status words_wrong(const Words *words, Line found, const char *expected) {
    return line_wrong(found, words->name, expected, words->error);
}

Status words_number(Words *words, int64_t low, int64_t high, const char *expected, int64_t *value) {
    Line word = words_next(words);
    return line_number(word, low, high, value) ? STATUS_OK : words_wrong(words, word, expected);
}

Status words_count(Words *words, size_t least, const char *expected, uint32_t *count) {
    Line word = words_next(words);
    int64_t value;
    if (!line_number(word, 0, UINT32_MAX / 8, &value)) return words_wrong(words, word, expected);
    size_t left = words->rest.length + (size_t)(words->lines.end - words->lines.at) + 1;
    if ((uint64_t)value > left / least)
        return error_say(
            words->error, STATUS_BAD_INPUT, words->name, ":", number_text((int64_t)word.number).text,
            ": found a count of ", number_text(value).text, ", expected no more than ",
            number_text((int64_t)(left / least)).text, ", for which the file is long enough", NULL);
    *count = (uint32_t)value;
    return STATUS_OK;
}

static Status coordinate(Words *words, double *value) {
    Line word = words_next(words);
    if (word.length != 0 && real_parse(word.text, word.length, value)) {
        double size = *value < 0 ? -*value : *value;
        if (size == 0 || (size <= 0x1p40 && size >= 0x1p-140)) return STATUS_OK;
    }
    return words_wrong(words, word,
                       "a coordinate: a number of at most 2^40 in size, and 0 or at least 2^-140");
}

Status words_point(Words *words, Point *point) {
    TRY(coordinate(words, &point->x));
    return coordinate(words, &point->y);
}

Status rings_create(Memory *memory, uint32_t ring_count, uint32_t point_count, Rings *rings, const char *name,
                    Error *error) {
    *rings = (Rings){.memory = memory};
    rings->points = memory_take(memory, point_count, sizeof *rings->points);
    rings->first = memory_take_zeroed(memory, (size_t)ring_count + 1, sizeof *rings->first);
    rings->line = memory_take_zeroed(memory, ring_count, sizeof *rings->line);
    if (rings->points != NULL && rings->first != NULL && rings->line != NULL) return STATUS_OK;
    rings_destroy(rings);
    return error_say(error, STATUS_NO_MEMORY, "no memory for the polygons of ", name, NULL);
}
