#include "algos/map/scen_file.h"

#include <string.h>

enum { ROW_MOST = 7 * 21 + 48 }; /* seven whole numbers and a length with a tab each; the name comes on top */

static char *put(char *at, const char *text, char after) {
    size_t length = strlen(text);
    memcpy(at, text, length);
    at[length] = after;
    return at + length + 1;
}

static char *put_number(char *at, int64_t value) {
    return put(at, number_text(value).text, '\t');
}

static char *put_row(char *at, const Scen *scen, const ScenRow *row) {
    at = put_number(at, row->bucket);
    at = put(at, scen_name(scen, row), '\t');
    at = put_number(at, row->width);
    at = put_number(at, row->height);
    at = put_number(at, row->start.x);
    at = put_number(at, row->start.y);
    at = put_number(at, row->goal.x);
    at = put_number(at, row->goal.y);
    return put(at, decimal_text(row->length).text, '\n');
}

Status scen_write(const Scen *scen, Memory *memory, char **bytes, size_t *length) {
    const char version[] = "version 1";
    size_t most = sizeof version + 1;
    for (uint32_t i = 0; i < scen->count; i++) most += strlen(scen_name(scen, &scen->rows[i])) + ROW_MOST;
    char *text = memory_take(memory, most, 1);
    if (text == NULL) return STATUS_NO_MEMORY;
    char *at = put(text, version, '\n');
    for (uint32_t i = 0; i < scen->count; i++) at = put_row(at, scen, &scen->rows[i]);
    *bytes = text;
    *length = (size_t)(at - text);
    return STATUS_OK;
}
