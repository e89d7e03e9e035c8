/* Terrain costs beside a map: `MAP.costs`, lines `LETTER COST` with cost 0 (blocked) to 255. A '#' begins a
 * comment, at the start of a line or after the cost. */
#ifndef TAUT_MAP_COSTS_FILE_H
#define TAUT_MAP_COSTS_FILE_H

#include "algos/core/notes.h"
#include "algos/map/grid.h"

/* Costs, and of which letters they are known: others are blocked, and noted where a map has them. */
typedef struct Costs {
    TerrainCosts terrain;
    bool known[256];
} Costs;

/* Plain rules: '.', 'G', 'S' open, '@', 'O', 'T', 'W' blocked; case does not matter. */
Costs costs_plain(void);

/* Plain rules with what the file says over them. A letter's cost is that of its other case too, unless the
 * file gives that one as well. `notes` may be NULL. */
MUST_CHECK Status costs_read(const char *bytes, size_t length, const char *name, Costs *costs, Notes *notes,
                             Error *error);

/* Whether a map with this terrain needs a file of costs: some letter does not cost what plain rules say. */
bool costs_needed(const TerrainCosts *terrain);

/* The file: each letter that does not cost what plain rules say. Allocated in `memory`. */
MUST_CHECK Status costs_write(const TerrainCosts *terrain, Memory *memory, char **bytes, size_t *length);

#endif
