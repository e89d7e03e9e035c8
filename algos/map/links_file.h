/* Files of off-mesh links: a link a line, `x y x y cost` (from, to, a length of at least 0); from a `#` on a
 * line is a comment. */
#ifndef TAUT_MAP_LINKS_FILE_H
#define TAUT_MAP_LINKS_FILE_H

#include "algos/core/links.h"
#include "algos/core/notes.h"
#include "algos/core/status.h"

#include <stddef.h>

/* Links as given, with their lines in the file. */
typedef struct LinkRows {
    Link *links;
    uint64_t *line;
    uint32_t count, capacity;
    Memory *memory;
} LinkRows;

static inline LinkRows link_rows_in(Memory *memory) {
    return (LinkRows){.memory = memory};
}
/* Appends one. */
MUST_CHECK Status link_rows_add(LinkRows *rows, Link link, uint64_t line);
void link_rows_destroy(LinkRows *rows);

/* Magnitudes of coordinates and costs are those of a map: 0, or 2^-140 to 2^40. An error names file and line;
 * nothing is held then. `rows` is empty before. */
MUST_CHECK Status links_read(const char *bytes, size_t length, const char *name, LinkRows *rows, Notes *notes,
                             Error *error);

#endif
