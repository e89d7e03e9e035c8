#include "algos/core/lines.h"

#include <string.h>

static bool is_blank(char letter) {
    return letter == ' ' || letter == '\t';
}

Lines lines_of(const char *bytes, size_t length, Notes *notes) {
    /* No bytes may come with no pointer, to which not even 0 may be added. */
    const char *at = bytes == NULL ? "" : bytes;
    return (Lines){at, at + length, 0, notes};
}

/* The next line without its end. */
static Line take_line(Lines *lines) {
    const char *start = lines->at, *end = memchr(start, '\n', (size_t)(lines->end - start));
    lines->number++;
    if (end == NULL) {
        end = lines->end;
        notes_add(lines->notes, "last lines without a line end", 1, lines->number);
    }
    lines->at = end < lines->end ? end + 1 : end;
    size_t length = (size_t)(end - start);
    if (length > 0 && start[length - 1] == '\r') {
        notes_add(lines->notes, "CRLF line ends", 1, lines->number);
        length--;
    }
    return (Line){start, length, lines->number};
}

bool lines_next(Lines *lines, Line *line) {
    while (lines->at < lines->end) {
        *line = take_line(lines);
        size_t whole = line->length;
        while (line->length > 0 && is_blank(line->text[line->length - 1])) line->length--;
        if (line->length > 0) {
            if (line->length < whole)
                notes_add(lines->notes, "lines with blanks at the end", 1, line->number);
            return true;
        }
        notes_add(lines->notes, "blank lines", 1, line->number);
    }
    return false;
}

bool line_take_first(Line *line, Line *word) {
    size_t start = 0;
    while (start < line->length && is_blank(line->text[start])) start++;
    size_t end = start;
    while (end < line->length && !is_blank(line->text[end])) end++;
    *word = (Line){line->text + start, end - start, line->number};
    while (end < line->length && is_blank(line->text[end])) end++;
    line->text += end;
    line->length -= end;
    return word->length > 0;
}

bool line_take_last(Line *line, Line *word) {
    size_t end = line->length;
    while (end > 0 && is_blank(line->text[end - 1])) end--;
    size_t start = end;
    while (start > 0 && !is_blank(line->text[start - 1])) start--;
    *word = (Line){line->text + start, end - start, line->number};
    while (start > 0 && is_blank(line->text[start - 1])) start--;
    line->length = start;
    return word->length > 0;
}

Line line_without_comment(Line line) {
    const char *comment = memchr(line.text, '#', line.length);
    if (comment != NULL) line.length = (size_t)(comment - line.text);
    return line;
}

bool line_is(Line line, const char *text) {
    size_t i = 0;
    while (i < line.length && text[i] != '\0' && line.text[i] == text[i]) i++;
    return i == line.length && text[i] == '\0';
}

const char *line_control(Line line) {
    for (size_t i = 0; i < line.length; i++) {
        unsigned char letter = (unsigned char)line.text[i];
        if ((letter < ' ' && letter != '\t') || letter == 0x7f) return line.text + i;
    }
    return NULL;
}

bool line_number(Line word, int64_t low, int64_t high, int64_t *value) {
    bool negative = word.length > 0 && word.text[0] == '-';
    size_t i = negative ? 1 : 0;
    if (i == word.length) return false;
    int64_t number = 0;
    for (; i < word.length; i++) {
        if (word.text[i] < '0' || word.text[i] > '9') return false;
        int64_t digit = word.text[i] - '0';
        if (number > (INT64_MAX - digit) / 10) return false;
        number = number * 10 + digit;
    }
    if (negative) number = -number;
    if (number < low || number > high) return false;
    *value = number;
    return true;
}

Status line_wrong(Line found, const char *name, const char *expected, Error *error) {
    return error_at(error, name, found.number, found.text, found.length, expected);
}
