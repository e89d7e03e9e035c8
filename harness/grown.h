/* Maps for bodies of a size: MAP+radius=R, MAP+radius=R,segments=N, where MAP is a file or a spec, R and N
 * may be lists: the map in which a point moves as a disc of that radius does in MAP (algos/map/grow.h). */
#ifndef TAUT_HARNESS_GROWN_H
#define TAUT_HARNESS_GROWN_H

#include "harness/spec.h"

/* Where it says so, or NULL. */
const char *grown_suffix(const char *spec);

/* Each choice of *list, of a map that is not grown, by each radius: takes the list and gives another. On
 * failure *list is given back. */
MUST_CHECK Status grown_expand(const char *suffix, Memory *memory, MapChoice **list, uint32_t *count,
                               Error *error);

/* The map as it is before it is grown and linked: a file's name, or a spec. */
typedef struct MapName {
    char text[SPEC_TEXT];
} MapName;
MapName grown_name(const MapChoice *choice);

/* Puts the grown map in the place of the one that was loaded; an error names the choice. Whatever comes of
 * it, *map is to be destroyed. */
MUST_CHECK Status grown_make(const MapChoice *choice, Memory *memory, Map *map, Error *error);

#endif
