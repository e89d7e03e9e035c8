/* How a table is held: between the file that builds it and the file that prints it. */
#ifndef TAUT_HARNESS_TABLE_PARTS_H
#define TAUT_HARNESS_TABLE_PARTS_H

#include "harness/table.h"

typedef struct TableCell {
    char *text;  /* NULL: empty */
    bool number; /* written bare in JSON */
} TableCell;

typedef struct Column {
    char *title;
    bool number;
} Column;

struct Table {
    Column *columns;
    TableCell *cells;
    uint32_t column_count, column_room;
    uint64_t cell_count, cell_room;
    bool no_memory; /* something was lost: printing reports it */
};

/* An empty cell where the table has none. */
const TableCell *table_cell_at(const Table *table, uint32_t row, uint32_t column);

#endif
