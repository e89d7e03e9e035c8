#include "algos/map/scen_file.h"

#include <string.h>

static Status reserve_names(Scen *scen, size_t more) {
    if (scen->names_capacity - scen->names_length >= more) return STATUS_OK;
    size_t capacity = scen->names_capacity * 2 + more;
    char *grown = memory_resize(scen->memory, scen->names, capacity, 1);
    if (grown == NULL) return STATUS_NO_MEMORY;
    scen->names = grown;
    scen->names_capacity = capacity;
    return STATUS_OK;
}

static Status reserve_row(Scen *scen) {
    if (scen->count < scen->capacity) return STATUS_OK;
    if (scen->capacity > UINT32_MAX / 2) return STATUS_NO_MEMORY;
    uint32_t capacity = scen->capacity == 0 ? 64 : scen->capacity * 2;
    ScenRow *grown = memory_resize(scen->memory, scen->rows, capacity, sizeof *grown);
    if (grown == NULL) return STATUS_NO_MEMORY;
    scen->rows = grown;
    scen->capacity = capacity;
    return STATUS_OK;
}

/* All rows of a file name the same map as a rule: a name is kept again only where it changes. */
static bool same_as_last(const Scen *scen, const char *name, size_t length) {
    if (scen->count == 0) return false;
    const char *last = scen_name(scen, &scen->rows[scen->count - 1]);
    return strlen(last) == length && memcmp(last, name, length) == 0;
}

Status scen_add(Scen *scen, ScenRow row, const char *name, size_t name_length) {
    TRY(reserve_row(scen));
    if (same_as_last(scen, name, name_length)) {
        row.name = scen->rows[scen->count - 1].name;
    } else {
        TRY(reserve_names(scen, name_length + 1));
        if (scen->names_length > UINT32_MAX) return STATUS_NO_MEMORY;
        row.name = (uint32_t)scen->names_length;
        memcpy(scen->names + scen->names_length, name, name_length);
        scen->names[scen->names_length + name_length] = '\0';
        scen->names_length += name_length + 1;
    }
    scen->rows[scen->count++] = row;
    return STATUS_OK;
}

void scen_destroy(Scen *scen) {
    memory_give(scen->memory, scen->rows);
    memory_give(scen->memory, scen->names);
    *scen = scen_in(scen->memory);
}

static Cell swapped(Cell cell) {
    return (Cell){cell.y, cell.x};
}

/* How an end contradicts the map, or NULL. */
static const char *end_problem(const Grid *grid, Cell end) {
    if (!grid_inside(grid, end)) return " lies outside the map";
    return grid_cost(grid, end) == 0 ? " is blocked" : NULL;
}

static bool size_problem(const ScenRow *row, const Grid *grid, Error *why) {
    if (row->width == grid->width && row->height == grid->height) return false;
    bool turned = row->width == grid->height && row->height == grid->width;
    error_say(why, STATUS_BAD_INPUT, "the row is for a map of ", number_text(row->width).text, " x ",
              number_text(row->height).text, " cells, this one has ", number_text(grid->width).text, " x ",
              number_text(grid->height).text, turned ? ": width and height are swapped" : "", NULL);
    return true;
}

bool scen_row_problem(const ScenRow *row, const Grid *grid, Error *why) {
    if (size_problem(row, grid, why)) return true;
    const char *start = end_problem(grid, row->start), *goal = end_problem(grid, row->goal);
    if (start == NULL && goal == NULL) return false;
    bool fits =
        end_problem(grid, swapped(row->start)) == NULL && end_problem(grid, swapped(row->goal)) == NULL;
    Cell end = start != NULL ? row->start : row->goal;
    error_say(why, STATUS_BAD_INPUT, start != NULL ? "the start " : "the goal ", number_text(end.x).text, ",",
              number_text(end.y).text, start != NULL ? start : goal,
              fits ? "; with x and y swapped both ends would be open" : "", NULL);
    return true;
}

/* The name without folders and ".map". */
static const char *base_name(const char *name, size_t *length) {
    const char *base = name;
    for (const char *at = name; *at != '\0'; at++)
        if (*at == '/' || *at == '\\') base = at + 1;
    *length = strlen(base);
    if (*length > 4 && memcmp(base + *length - 4, ".map", 4) == 0) *length -= 4;
    return base;
}

void scen_note_names(const Scen *scen, const char *map_name, Notes *notes) {
    size_t length, found_length;
    const char *base = base_name(map_name, &length);
    for (uint32_t i = 0; i < scen->count; i++) {
        const char *found = base_name(scen_name(scen, &scen->rows[i]), &found_length);
        if (found_length == length && memcmp(found, base, length) == 0) continue;
        notes_add(notes, "rows that name another map", 1, scen->rows[i].line);
    }
}
