/* Maps with off-mesh links: MAP+links=FILE, where MAP is a file or a spec, perhaps grown (grown.h), and FILE
 * holds the links (algos/map/links_file.h). */
#ifndef TAUT_HARNESS_LINKED_H
#define TAUT_HARNESS_LINKED_H

#include "harness/spec.h"

#include "algos/core/notes.h"

/* Where a spec says so, or NULL. */
const char *linked_suffix(const char *spec);

/* Each choice of *list, of maps without links, gets those that the suffix names. On failure *list is given
 * back. */
MUST_CHECK Status linked_expand(const char *suffix, Memory *memory, MapChoice **list, uint32_t count,
                                Error *error);

/* The file's name; NULL: the choice has no links. */
const char *linked_file(const MapChoice *choice);

/* Adds the links to a map that was loaded. */
MUST_CHECK Status linked_make(const MapChoice *choice, Memory *memory, Map *map, Notes *notes, Error *error);

/* "no", or how many there are, and what became of the others. */
typedef struct LinksText {
    char text[160];
} LinksText;
LinksText links_text(const Links *links);

#endif
