/* What to say when a name is not known: the known ones, and the nearest spelling. */
#ifndef TAUT_HARNESS_NEAREST_H
#define TAUT_HARNESS_NEAREST_H

#include "algos/core/status.h"

#include <stdint.h>

typedef struct Known {
    const char *word; /* what was given */
    size_t word_length;
    char list[400];   /* names offered, joined by commas */
    uint32_t more;    /* for which it had no room */
    char nearest[48]; /* "" while none is near */
    uint32_t distance;
} Known;

/* Starts with no names to compare `word` with; the word outlives it. */
Known known_start(const char *word, size_t length);

/* Adds a known name. */
void known_offer(Known *known, const char *name, size_t length);

/* Sets "PREFIX "WORD" is unknown; KIND: LIST, … (N more); did you mean NEAREST?" and returns
 * STATUS_BAD_INPUT. */
Status known_fail(const Known *known, const char *prefix, const char *kind, Error *error);

/* Edits that turn one word into the other: insert, delete, replace, swap two neighbours (Damerau's distance
 * with each place edited once). Words longer than 63 bytes are infinitely far. Case does not matter. */
uint32_t edit_distance(const char *a, size_t a_length, const char *b, size_t b_length);

#endif
