/* What the readers of polygon files share: words with their lines, and rings that grow. */
#ifndef TAUT_MAP_POLY_PARTS_H
#define TAUT_MAP_POLY_PARTS_H

#include "algos/core/lines.h"
#include "algos/map/poly_file.h"

/* The words of a file, comments left out. */
typedef struct Words {
    Lines lines;
    Line rest; /* of the line that the last word is on */
    const char *name;
    Error *error;
} Words;

Words words_of(PolyText file, Notes *notes, Error *error);
/* The next word; its length is 0 at the end of the file. */
Line words_next(Words *words);
/* The line ends here: what is left of it is passed over; returns how many words that were. */
uint32_t words_skip_line(Words *words);

MUST_CHECK Status words_wrong(const Words *words, Line found, const char *expected);
MUST_CHECK Status words_number(Words *words, int64_t low, int64_t high, const char *expected, int64_t *value);
/* A count of things that take `least` bytes of the file each: more than could follow is an error. */
MUST_CHECK Status words_count(Words *words, size_t least, const char *expected, uint32_t *count);
MUST_CHECK Status words_point(Words *words, Point *point);

/* Room for that many rings and points in all; `first` and `line` begin with zeros. */
MUST_CHECK Status rings_create(Memory *memory, uint32_t ring_count, uint32_t point_count, Rings *rings,
                               const char *name, Error *error);

MUST_CHECK Status poly_read_triangle(PolyText file, const PolyText *nodes, Memory *memory, Rings *rings,
                                     Notes *notes, Error *error);

#endif
