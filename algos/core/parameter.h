/* Parameters of solvers and generators: one table of rows drives the command line, `taut list`, the sweep,
 * the canonical name and the database. */
#ifndef TAUT_CORE_PARAMETER_H
#define TAUT_CORE_PARAMETER_H

#include "algos/core/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PARAMETER_MOST = 24 }; /* rows a table may have */

/* The value `inf` of an integer parameter that allows it. */
#define PARAMETER_INF INT64_MAX

typedef enum ParameterType {
    PARAMETER_INTEGER, /* low .. high, and `inf` where allowed */
    PARAMETER_CHOICE   /* one of the names; its value is the name's place in the list */
} ParameterType;

typedef struct Parameter {
    const char *name;
    ParameterType type;
    const char *choices; /* PARAMETER_CHOICE: the names, separated by '|' */
    int64_t low, high;   /* PARAMETER_INTEGER: both included */
    int64_t preset;      /* the value when none is given */
    bool allows_inf;
    bool required;       /* there is no preset: one must be given */
    uint32_t free_in;    /* 0: always free; else the set of `free_by` choices (bits) that leave it free: under
                            the others, and where the deciding row is itself fixed, it is
                            fixed, giving it is an error and it is not named */
    const char *free_by; /* the choice row that decides; NULL: "style" */
    bool later;          /* came when names without it were in use: named only where it is not the preset */
    bool shorthand;      /* stands for other rows (size for width and height): never in the canonical text */
    const char *help;    /* one line */
} Parameter;

typedef struct ParameterTable {
    const Parameter *rows;
    uint32_t count;
} ParameterTable;

/* Values in the order of the table's rows. */
typedef struct Settings {
    int64_t value[PARAMETER_MOST];
    bool given[PARAMETER_MOST];
    const void *adapted; /* of a solver from outside (solver.h); else NULL */
} Settings;

/* The row that decides whether `row`, which has a free_in, is free. */
int parameter_decider(ParameterTable table, const Parameter *row);

/* Whether the settings leave the row free. */
bool parameter_is_free(ParameterTable table, const Settings *settings, const Parameter *row);

/* All presets, nothing given. */
Settings settings_preset(ParameterTable table);

/* The row called `name` (length bytes), or -1. */
int parameter_find(ParameterTable table, const char *name, size_t length);

/* Parses one value for row `row`. On failure the error says what is allowed, naming `owner`. */
MUST_CHECK Status parameter_parse(const Parameter *row, const char *owner, const char *text, size_t length,
                                  int64_t *value, Error *error);

/* Checks what only holds together: required values are there, nothing fixed by the style was given. */
MUST_CHECK Status settings_check(ParameterTable table, const char *owner, const Settings *settings,
                                 Error *error);

/* Writes "name:key=value,key=value" with every parameter named in the table's order (those that the style
 * fixes are left out, and `later` ones at their preset), always terminated. Returns the length it needs;
 * `size` 0 only measures. */
size_t settings_text(ParameterTable table, const char *owner, const Settings *settings, char *text,
                     size_t size);

/* The text of one value. */
size_t parameter_text(const Parameter *row, int64_t value, char *text, size_t size);

#endif
