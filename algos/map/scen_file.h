/* MovingAI `.scen` files: rows of bucket, map, its width and height, start, goal, optimal length. A reader
 * does not judge rows against a map; scen_row_problem does. */
#ifndef TAUT_MAP_SCEN_FILE_H
#define TAUT_MAP_SCEN_FILE_H

#include "algos/core/decimal.h"
#include "algos/core/notes.h"
#include "algos/map/grid.h"

typedef struct ScenRow {
    uint32_t bucket;
    uint32_t name; /* where in `names` the map field is */
    int32_t width, height;
    Cell start, goal;
    Decimal length; /* as published */
    uint64_t line;  /* of the file; 0 for a row that was not read */
} ScenRow;

typedef struct Scen {
    ScenRow *rows;
    uint32_t count, capacity;
    char *names; /* terminated texts, one after the other */
    size_t names_length, names_capacity;
    int32_t fixed; /* decimals that all lengths are printed with, or 0: six significant digits */
    Memory *memory;
} Scen;

/* No rows yet. */
static inline Scen scen_in(Memory *memory) {
    return (Scen){.memory = memory};
}

/* Adds a row; its `name` is set to the text given (name_length bytes). On failure nothing changes. */
MUST_CHECK Status scen_add(Scen *scen, ScenRow row, const char *name, size_t name_length);

/* Gives back all it holds; it can be used again. */
void scen_destroy(Scen *scen);

/* The map field of a row. */
static inline const char *scen_name(const Scen *scen, const ScenRow *row) {
    return scen->names + row->name;
}

/* Reads a file; destroy it with scen_destroy. Map fields may be paths and hold blanks. `notes` may be NULL.
 */
MUST_CHECK Status scen_read(const char *bytes, size_t length, const char *name, Memory *memory, Scen *scen,
                            Notes *notes, Error *error);

/* The file: `version 1`, tabs, lengths with the digits that they have (those of decimal_of_length(…, 8) have
 * eight decimals; adding zeros to published ones would claim a precision they do not have). Allocated in
 * `memory`. */
MUST_CHECK Status scen_write(const Scen *scen, Memory *memory, char **bytes, size_t *length);

/* Whether the row contradicts the map: its size differs, an end lies outside or is blocked. `why` (may be
 * NULL) says how, and whether x and y are swapped. */
bool scen_row_problem(const ScenRow *row, const Grid *grid, Error *why);

/* Notes the rows whose map field names another file than `map_name`: folders, of which sets have their own,
 * and an ending .map left out. `notes` may be NULL. */
void scen_note_names(const Scen *scen, const char *map_name, Notes *notes);

/* Length 0 between two different cells is how some sets write that there is no path. */
static inline bool scen_row_no_path(const ScenRow *row) {
    return row->length.mantissa == 0 && (row->start.x != row->goal.x || row->start.y != row->goal.y);
}

/* The decimals that all lengths but zeros are printed with, where that is the same number of 2 or more;
 * otherwise 0, which stands for six significant digits with trailing zeros dropped. */
int32_t scen_fixed_decimals(const Scen *scen);

/* Whether the exact length is the published one: |ours − published| ≤ half a unit of the last digit + 2e-8 ×
 * published. The last digit is that of the file's fixed decimals, or the sixth significant one, dropped
 * zeros counted. Decided exactly. Not for rows that say there is no path. */
bool scen_length_matches(Length ours, const Scen *scen, const ScenRow *row);

#endif
