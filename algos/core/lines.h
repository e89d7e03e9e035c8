/* A text in memory, line by line and word by word, for the readers of files. Lines end with LF or CRLF, the
 * last one perhaps with neither; blanks are spaces and tabs. What is unusual is noted. */
#ifndef TAUT_CORE_LINES_H
#define TAUT_CORE_LINES_H

#include "algos/core/notes.h"
#include "algos/core/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A line, or a part of one. Not terminated. */
typedef struct Line {
    const char *text;
    size_t length;
    uint64_t number; /* from 1 */
} Line;

typedef struct Lines {
    const char *at, *end;
    uint64_t number; /* of the line taken last */
    Notes *notes;
} Lines;

/* The lines of `length` bytes, before the first. `notes` may be NULL. */
Lines lines_of(const char *bytes, size_t length, Notes *notes);

/* The next line that holds more than blanks, without its end and the blanks before that; false at the end of
 * the text. Notes blank lines, CRLF, blanks at line ends, a last line that has no end. */
bool lines_next(Lines *lines, Line *line);

/* Takes the first or last word off the line, with the blanks around it; false when there is none. */
bool line_take_first(Line *line, Line *word);
bool line_take_last(Line *line, Line *word);

/* What is before the first `#`. */
Line line_without_comment(Line line);

/* Whether the text is exactly `text`. */
bool line_is(Line line, const char *text);

/* The first byte that is neither printable, nor a blank, nor above 127; NULL when there is none. */
const char *line_control(Line line);

/* Whether the word is a whole number (digits, perhaps after a '-') within low .. high; sets it. */
bool line_number(Line word, int64_t low, int64_t high, int64_t *value);

/* error_at for a line or a part of it. */
Status line_wrong(Line found, const char *name, const char *expected, Error *error);

#endif
