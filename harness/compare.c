#include "harness/compare_parts.h"
#include "harness/nearest.h"
#include "harness/system_memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A column of a solver in which the sides differ. */
typedef struct Difference {
    const char *what;
    uint64_t differing, of; /* answers, or cells */
    uint32_t maps;
    const char *last_map; /* hash of the last map counted */
    char *first;          /* where it was seen first, and both values */
} Difference;

enum { WHAT_MISSING, WHAT_ANSWER, WHAT_COLUMNS }; /* places in `found` below */

typedef struct Comparison {
    const CompareAsk *ask;
    Memory memory;
    Side sides[2];
    Timings timings;
    CompareCounts *counts;
    Table *table;
    char *solver_name; /* "OLD -> NEW", where two solvers are compared */
    /* Of the solver at hand: cells that one side lacks, answers that one side lacks, then the columns of
     * cells and of answers. */
    Difference found[WHAT_COLUMNS + 2 * COMPARE_COLUMNS_MOST];
    uint64_t cells_of, answers_of;
} Comparison;

static Status no_memory(Error *error) {
    return error_say(error, STATUS_NO_MEMORY, "no memory for a comparison", NULL);
}

static int compare_keys(const Tried *a, const Tried *b, int count) {
    int order = 0;
    for (int i = 0; i < count && order == 0; i++) order = strcmp(a->key[i], b->key[i]);
    return order;
}

/* Whether the column may differ: it is ignored, or two solvers are compared that need not find the same path.
 */
static bool may_differ(const CompareAsk *ask, const char *column) {
    static const char *const outcome[] = {"outcome", "verdict", "length"};
    bool of_outcome = ask->sides[0].solver == NULL;
    for (size_t i = 0; i < sizeof outcome / sizeof *outcome; i++)
        of_outcome = of_outcome || strcmp(column, outcome[i]) == 0;
    if (!of_outcome) return true;
    size_t length = strlen(column);
    for (const char *at = ask->ignored; at != NULL; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, column, length) == 0 && (at[length] == ',' || at[length] == '\0')) return true;
    }
    return false;
}

static bool same_text(const char *a, const char *b) {
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static const char *shown(const char *value) {
    return value == NULL ? "nothing" : value;
}

/* Counts a difference; query -1: of the cell as a whole. */
static Status add_difference(Comparison *comparison, Difference *found, const char *what, const Tried *of,
                             int64_t query, const char *old, const char *new, Error *error) {
    found->what = what;
    found->differing++;
    if (found->last_map == NULL || strcmp(found->last_map, of->key[KEY_MAP]) != 0) found->maps++;
    found->last_map = of->key[KEY_MAP];
    if (found->first != NULL) return STATUS_OK;
    char number[48] = "";
    if (query >= 0) snprintf(number, sizeof number, ", query %lld", (long long)query);
    size_t size = strlen(of->map_spec) + strlen(number) + strlen(shown(old)) + strlen(shown(new)) + 32;
    found->first = memory_take(&comparison->memory, size, 1);
    if (found->first == NULL) return no_memory(error);
    snprintf(found->first, size, "%s%s: %s, now %s", of->map_spec, number, shown(old), shown(new));
    return STATUS_OK;
}

static Status compare_cell(Comparison *comparison, const Tried *old, const Tried *new, bool *differ,
                           Error *error) {
    for (uint32_t i = 0; i < compare_cell_column_count; i++) {
        if (same_text(old->value[i], new->value[i]) || may_differ(comparison->ask, compare_cell_columns[i]))
            continue;
        *differ = true;
        TRY(add_difference(comparison, &comparison->found[WHAT_COLUMNS + i], compare_cell_columns[i], old, -1,
                           old->value[i], new->value[i], error));
    }
    return STATUS_OK;
}

static Status compare_answer(Comparison *comparison, const Tried *old, bool *differ, Error *error) {
    Statement *rows[2] = {comparison->sides[0].answers, comparison->sides[1].answers};
    Difference *columns = comparison->found + WHAT_COLUMNS + compare_cell_column_count;
    for (uint32_t i = 0; i < compare_answer_column_count; i++) {
        const char *before = statement_column_text(rows[0], (int)i + 1);
        const char *now = statement_column_text(rows[1], (int)i + 1);
        if (same_text(before, now) || may_differ(comparison->ask, compare_answer_columns[i])) continue;
        *differ = true;
        TRY(add_difference(comparison, &columns[i], compare_answer_columns[i], old,
                           statement_column_integer(rows[0], 0), before, now, error));
    }
    return STATUS_OK;
}

/* Goes through the answers of both, in the order of queries. */
static Status compare_answers(Comparison *comparison, const Tried *old, const Tried *new, Error *error) {
    Statement *rows[2] = {comparison->sides[0].answers, comparison->sides[1].answers};
    bool has_row[2];
    side_begin_answers(&comparison->sides[0], old->attempt_id);
    side_begin_answers(&comparison->sides[1], new->attempt_id);
    for (int i = 0; i < 2; i++) TRY(statement_row(rows[i], &has_row[i], error));
    while (has_row[0] || has_row[1]) {
        int64_t number[2] = {INT64_MAX, INT64_MAX};
        for (int i = 0; i < 2; i++)
            if (has_row[i]) number[i] = statement_column_integer(rows[i], 0);
        bool differ = number[0] != number[1];
        comparison->counts->answers++;
        comparison->answers_of++;
        if (differ)
            TRY(add_difference(comparison, &comparison->found[WHAT_ANSWER], "answer", old,
                               number[0] < number[1] ? number[0] : number[1],
                               number[0] < number[1] ? "there" : "none",
                               number[1] < number[0] ? "there" : "none", error));
        else
            TRY(compare_answer(comparison, old, &differ, error));
        comparison->counts->different += differ;
        bool take[2] = {number[0] <= number[1], number[1] <= number[0]};
        for (int i = 0; i < 2; i++)
            if (take[i]) TRY(statement_row(rows[i], &has_row[i], error));
    }
    return STATUS_OK;
}

/* The attempts from `first` on at one cell, or the end of all. */
static uint32_t end_of_cell(const Side *side, uint32_t first) {
    uint32_t end = first + 1;
    while (end < side->count && side->items[end].cell_id == side->items[first].cell_id &&
           compare_keys(&side->items[end], &side->items[first], KEY_COUNT) == 0)
        end++;
    return end;
}

static Status compare_pair(Comparison *comparison, const Tried *old, const Tried *new, Error *error) {
    bool differ = false;
    TRY(compare_cell(comparison, old, new, &differ, error));
    comparison->counts->different += differ;
    TRY(compare_answers(comparison, old, new, error));
    const char *solver = comparison->solver_name == NULL ? old->key[KEY_SOLVER] : comparison->solver_name;
    return timings_add(&comparison->timings, solver, comparison->sides, old, new, error);
}

/* A cell that one side has measured alone. */
static Status note_missing(Comparison *comparison, const Tried *of, int has, Error *error) {
    uint64_t *count = has == 0 ? &comparison->counts->only_old : &comparison->counts->only_new;
    ++*count;
    return add_difference(comparison, &comparison->found[WHAT_MISSING], "cell", of, -1,
                          has == 0 ? "there" : "none", has == 0 ? "none" : "there", error);
}

static Status compare_cells(Comparison *comparison, const uint32_t first[2], const uint32_t end[2],
                            Error *error) {
    const Tried *old = &comparison->sides[0].items[first[0]], *new = &comparison->sides[1].items[first[1]];
    if (old->attempt_id == 0 && new->attempt_id == 0) return STATUS_OK;
    comparison->cells_of++;
    if (old->attempt_id == 0) return note_missing(comparison, new, 1, error);
    if (new->attempt_id == 0) return note_missing(comparison, old, 0, error);
    comparison->counts->cells++;
    for (uint32_t round = 0; first[0] + round < end[0] && first[1] + round < end[1]; round++)
        TRY(compare_pair(comparison, old + round, new + round, error));
    return STATUS_OK;
}

/* Writes what was found of a solver, and forgets it. */
static Status write_solver(Comparison *comparison, const Tried *of, Error *error) {
    for (size_t i = 0; i < sizeof comparison->found / sizeof *comparison->found; i++) {
        Difference *found = &comparison->found[i];
        if (found->differing == 0) continue;
        bool is_cell =
            i == WHAT_MISSING || (i >= WHAT_COLUMNS && i < WHAT_COLUMNS + compare_cell_column_count);
        char *why;
        if (asprintf(&why, "of %llu %s; first on %s",
                     (unsigned long long)(is_cell ? comparison->cells_of : comparison->answers_of),
                     is_cell ? "cells" : "answers", found->first) < 0)
            return no_memory(error);
        compare_row(comparison->table,
                    &(CompareRow){.experiment = of->key[KEY_EXPERIMENT],
                                  .part = of->key[KEY_PART],
                                  .solver = comparison->solver_name == NULL ? of->key[KEY_SOLVER]
                                                                            : comparison->solver_name,
                                  .what = found->what,
                                  .verdict = i == WHAT_MISSING ? "missing" : "differs",
                                  .n = found->differing,
                                  .maps = found->maps,
                                  .ratio = NAN,
                                  .low = NAN,
                                  .high = NAN,
                                  .p = NAN,
                                  .why = why});
        free(why);
        memory_give(&comparison->memory, found->first);
        *found = (Difference){.what = NULL};
    }
    comparison->cells_of = comparison->answers_of = 0;
    return STATUS_OK;
}

/* Both sides are sorted: one walk meets all that they have in common. */
static Status compare_sides(Comparison *comparison, Error *error) {
    uint32_t at[2] = {0, 0};
    const Tried *last = NULL;
    while (at[0] < comparison->sides[0].count || at[1] < comparison->sides[1].count) {
        const Tried *next[2];
        for (int i = 0; i < 2; i++)
            next[i] = at[i] < comparison->sides[i].count ? &comparison->sides[i].items[at[i]] : NULL;
        int order = next[0] == NULL ? 1 : next[1] == NULL ? -1 : compare_keys(next[0], next[1], KEY_COUNT);
        const Tried *first = order <= 0 ? next[0] : next[1];
        if (last != NULL && compare_keys(last, first, KEY_MAP) != 0)
            TRY(write_solver(comparison, last, error));
        last = first;
        uint32_t end[2] = {at[0], at[1]};
        if (order <= 0) end[0] = end_of_cell(&comparison->sides[0], at[0]);
        if (order >= 0) end[1] = end_of_cell(&comparison->sides[1], at[1]);
        if (order == 0) {
            TRY(compare_cells(comparison, at, end, error));
        } else if (first->attempt_id != 0) {
            comparison->cells_of++;
            TRY(note_missing(comparison, first, order > 0, error));
        }
        memcpy(at, end, sizeof at);
    }
    return last == NULL ? STATUS_OK : write_solver(comparison, last, error);
}

/* Names that no column has would ignore nothing. */
static Status check_ignored(const char *ignored, Error *error) {
    for (const char *at = ignored; at != NULL; at = strchr(at, ',')) {
        at += *at == ',';
        size_t length = strcspn(at, ",");
        Known known = known_start(at, length);
        bool found = false;
        for (uint32_t i = 0; i < compare_cell_column_count + compare_answer_column_count; i++) {
            const char *name = i < compare_cell_column_count
                                   ? compare_cell_columns[i]
                                   : compare_answer_columns[i - compare_cell_column_count];
            known_offer(&known, name, strlen(name));
            found = found || (strlen(name) == length && strncmp(name, at, length) == 0);
        }
        if (!found) return known_fail(&known, "column", "columns", error);
    }
    return STATUS_OK;
}

static Status compare_with(Comparison *comparison, Error *error) {
    const CompareAsk *ask = comparison->ask;
    TRY(check_ignored(ask->ignored, error));
    for (int i = 0; i < 2; i++) TRY(side_open(ask, i, &comparison->memory, &comparison->sides[i], error));
    if (ask->sides[0].solver != NULL &&
        asprintf(&comparison->solver_name, "%s -> %s", ask->sides[0].solver, ask->sides[1].solver) < 0) {
        comparison->solver_name = NULL;
        return no_memory(error);
    }
    TRY(compare_sides(comparison, error));
    if (comparison->counts->cells == 0)
        return error_say(error, STATUS_BAD_INPUT, ask->sides[0].file, " and ", ask->sides[1].file,
                         ": no cell (experiment, group, solver, map, queries) that both have measured", NULL);
    return timings_judge(&comparison->timings, ask, comparison->table, comparison->counts, error);
}

void compare_row(Table *table, const CompareRow *row) {
    table_cell(table, row->experiment);
    table_cell(table, row->part);
    table_cell(table, row->solver);
    table_cell(table, row->what);
    table_cell(table, row->verdict);
    table_integer(table, (int64_t)row->n);
    table_integer(table, row->maps);
    table_real(table, row->ratio, 4);
    table_real(table, row->low, 4);
    table_real(table, row->high, 4);
    table_real(table, row->p, 2);
    table_cell(table, row->why);
}

Status compare_make(const CompareAsk *ask, Table *table, CompareCounts *counts, Error *error) {
    static const struct {
        const char *title;
        bool number;
    } columns[] = {{"experiment", false}, {"group", false}, {"solver", false}, {"what", false},
                   {"verdict", false},    {"n", true},      {"maps", true},    {"ratio", true},
                   {"low", true},         {"high", true},   {"p", true},       {"why", false}};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        table_column(table, columns[i].title, columns[i].number);
    *counts = (CompareCounts){0};
    Comparison comparison = {.ask = ask, .memory = system_memory(), .counts = counts, .table = table};
    comparison.timings.memory = &comparison.memory;
    Status status = compare_with(&comparison, error);
    for (size_t i = 0; i < sizeof comparison.found / sizeof *comparison.found; i++)
        memory_give(&comparison.memory, comparison.found[i].first);
    timings_destroy(&comparison.timings);
    for (int i = 0; i < 2; i++) side_close(&comparison.sides[i]);
    free(comparison.solver_name);
    return status;
}
