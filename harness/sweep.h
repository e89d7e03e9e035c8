/* The values of a spec and their product: key=value,key=value over a table of parameters. */
#ifndef TAUT_HARNESS_SWEEP_H
#define TAUT_HARNESS_SWEEP_H

#include "algos/core/memory.h"
#include "algos/core/parameter.h"

enum { SWEEP_MOST = 100000 }; /* concrete choices that one spec may stand for */

typedef struct Axis {
    uint32_t row;    /* of the parameter table */
    int64_t *values; /* in the order given */
    uint32_t count;
} Axis;

typedef struct Sweep {
    ParameterTable table;
    const char *owner;
    Axis axes[PARAMETER_MOST]; /* in the order given: the last changes fastest */
    uint32_t axis_count;
    uint32_t total; /* the product of their counts: at least 1 */
    Memory *memory;
} Sweep;

/* Parses what follows "owner:" (length 0: nothing given). The first item may be a bare value: it stands for
 * the table's first parameter. `values` stay in `memory` until sweep_destroy, on failure nothing does. */
MUST_CHECK Status sweep_parse(ParameterTable table, const char *owner, const char *text, size_t length,
                              Memory *memory, Sweep *sweep, Error *error);
void sweep_destroy(Sweep *sweep);

/* The settings of the n-th choice, 0 <= n < total; presets where nothing was given. */
Settings sweep_settings(const Sweep *sweep, uint32_t n);

/* The values of one key: a list of single values, ranges and stepped ranges. Twice the same value is an
 * error. The caller gives `values` back. */
MUST_CHECK Status values_parse(const Parameter *row, const char *owner, const char *text, size_t length,
                               Memory *memory, int64_t **values, uint32_t *count, Error *error);

#endif
