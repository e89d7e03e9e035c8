/* Rows of queries between points with their lengths: a `.tsv` with the header "sx sy gx gy length", or a
 * MovingAI
 * `.scen` whose ends are real numbers, as they come with meshes. */
#ifndef TAUT_MAP_POINT_ROWS_H
#define TAUT_MAP_POINT_ROWS_H

#include "algos/core/notes.h"
#include "algos/map/point_path.h"

#include <stdbool.h>

/* The length of a row that says: there must be no path. */
#define POINT_ROW_NO_PATH (-1.0)

typedef struct PointRow {
    PointQuery query;
    double length;   /* as published, or POINT_ROW_NO_PATH */
    uint32_t bucket; /* of a `.scen`; else 0 */
    uint64_t line;   /* of the file */
} PointRow;

typedef struct PointRows {
    PointRow *rows;
    uint32_t count, capacity;
    bool has_buckets;
    Memory *memory;
} PointRows;

/* Reads a file of either form, told apart by its first word. `notes` may be NULL. Destroy it with
 * point_rows_destroy. */
MUST_CHECK Status point_rows_read(const char *bytes, size_t length, const char *name, Memory *memory,
                                  PointRows *rows, Notes *notes, Error *error);
void point_rows_destroy(PointRows *rows);

/* Whether the text begins like a `.tsv` of points. */
bool point_rows_are_tsv(const char *bytes, size_t length);

/* Adds a row; on failure nothing changes. */
MUST_CHECK Status point_rows_add(PointRows *rows, PointRow row);

/* A `.tsv`: ends with the fewest digits that read back the same, lengths too. Allocated in `memory`. */
MUST_CHECK Status point_rows_write(const PointRows *rows, Memory *memory, char **bytes, size_t *length);

/* Whether the length is the published one: |ours - published| <= 1e-9 · max(1, published). */
bool point_length_matches(double ours, double published);

#endif
