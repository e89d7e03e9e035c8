#include "harness/sweep.h"

#include "harness/nearest.h"

#include <stdlib.h>
#include <string.h>

static Status too_many(const char *owner, const char *key, Error *error) {
    return error_say(error, STATUS_BAD_INPUT, owner, ": ", key, " stands for more than ",
                     number_text(SWEEP_MOST).text, " choices", NULL);
}

/* One choice by name, with the nearest spelling where there is none. */
static Status choice_parse(const Parameter *row, const char *owner, const char *text, size_t length,
                           int64_t *value, Error *error) {
    if (parameter_parse(row, owner, text, length, value, NULL) == STATUS_OK) return STATUS_OK;
    Known known = known_start(text, length);
    for (const char *at = row->choices; at != NULL;) {
        const char *end = strchr(at, '|');
        known_offer(&known, at, end == NULL ? strlen(at) : (size_t)(end - at));
        at = end == NULL ? NULL : end + 1;
    }
    char prefix[96], kind[] = "choices";
    size_t used = 0;
    for (const char *parts[] = {owner, ": ", row->name, "="}, **part = parts; part < parts + 4; part++)
        for (const char *at = *part; *at != '\0' && used + 1 < sizeof prefix; at++) prefix[used++] = *at;
    prefix[used] = '\0';
    return known_fail(&known, prefix, kind, error);
}

static const char *find(const char *text, size_t length, const char *what) {
    return memmem(text, length, what, strlen(what));
}

/* first..last, first..last+step or first..lastxfactor. */
typedef struct Range {
    int64_t first, last, by;
    bool multiplies;
} Range;

static Status range_parse(const Parameter *row, const char *owner, const char *text, size_t length,
                          const char *dots, Range *range, Error *error) {
    Parameter plain = *row;
    plain.allows_inf = false; /* no range reaches inf */
    *range = (Range){.by = 1};
    TRY(parameter_parse(&plain, owner, text, (size_t)(dots - text), &range->first, error));
    const char *last = dots + 2, *end = text + length, *by = last;
    while (by < end && *by != '+' && *by != 'x') by++;
    TRY(parameter_parse(&plain, owner, last, (size_t)(by - last), &range->last, error));
    if (range->last < range->first)
        return error_say(error, STATUS_BAD_INPUT, owner, ": ", row->name, "=", number_text(range->first).text,
                         "..", number_text(range->last).text, ": the range runs backwards", NULL);
    if (by == end) return STATUS_OK;
    range->multiplies = *by == 'x';
    Parameter step = {.name = range->multiplies ? "factor" : "step",
                      .type = PARAMETER_INTEGER,
                      .low = range->multiplies ? 2 : 1,
                      .high = INT32_MAX};
    char step_owner[96] = "";
    strncat(step_owner, owner, 40);
    strcat(step_owner, ": ");
    strncat(step_owner, row->name, 40);
    TRY(parameter_parse(&step, step_owner, by + 1, (size_t)(end - by - 1), &range->by, error));
    if (range->multiplies && range->first < 1)
        return error_say(error, STATUS_BAD_INPUT, owner, ": ", row->name,
                         "=: a range with a factor starts at 1 or above", NULL);
    return STATUS_OK;
}

/* The value after `value` in the range; false at its end (also when it would overflow). */
static bool range_next(const Range *range, int64_t *value) {
    int64_t next;
    bool over = range->multiplies ? __builtin_mul_overflow(*value, range->by, &next)
                                  : __builtin_add_overflow(*value, range->by, &next);
    if (over || next > range->last) return false;
    *value = next;
    return true;
}

typedef struct Values {
    int64_t *items;
    uint32_t count, room;
    Memory *memory;
} Values;

static Status values_add(Values *values, const Parameter *row, const char *owner, int64_t value,
                         Error *error) {
    if (values->count == SWEEP_MOST) return too_many(owner, row->name, error);
    if (values->count == values->room) {
        uint32_t room = values->room == 0 ? 8 : 2 * values->room;
        int64_t *items = memory_resize(values->memory, values->items, room, sizeof *items);
        if (items == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for a sweep", NULL);
        values->items = items;
        values->room = room;
    }
    values->items[values->count++] = value;
    return STATUS_OK;
}

static Status part_parse(Values *values, const Parameter *row, const char *owner, const char *text,
                         size_t length, Error *error) {
    int64_t value;
    if (row->type == PARAMETER_CHOICE) {
        TRY(choice_parse(row, owner, text, length, &value, error));
        return values_add(values, row, owner, value, error);
    }
    const char *dots = find(text, length, "..");
    if (dots == NULL) {
        TRY(parameter_parse(row, owner, text, length, &value, error));
        return values_add(values, row, owner, value, error);
    }
    Range range;
    TRY(range_parse(row, owner, text, length, dots, &range, error));
    value = range.first;
    do TRY(values_add(values, row, owner, value, error));
    while (range_next(&range, &value));
    return STATUS_OK;
}

static int compare_integers(const void *a, const void *b) {
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

/* The same choice twice would be measured twice and counted twice. */
static Status values_distinct(const Values *values, const Parameter *row, const char *owner, Error *error) {
    if (values->count < 2) return STATUS_OK;
    int64_t *sorted = memory_take(values->memory, values->count, sizeof *sorted);
    if (sorted == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for a sweep", NULL);
    memcpy(sorted, values->items, values->count * sizeof *sorted);
    qsort(sorted, values->count, sizeof *sorted, compare_integers);
    Status status = STATUS_OK;
    for (uint32_t i = 1; i < values->count && status == STATUS_OK; i++) {
        if (sorted[i] != sorted[i - 1]) continue;
        char text[32];
        parameter_text(row, sorted[i], text, sizeof text);
        status =
            error_say(error, STATUS_BAD_INPUT, owner, ": ", row->name, "=", text, " is there twice", NULL);
    }
    memory_give(values->memory, sorted);
    return status;
}

static Status values_fill(Values *values, const Parameter *row, const char *owner, const char *text,
                          size_t length, Error *error) {
    for (const char *at = text, *end = text + length;;) {
        const char *slash = memchr(at, '/', (size_t)(end - at));
        const char *stop = slash == NULL ? end : slash;
        if (stop == at)
            return error_say(error, STATUS_BAD_INPUT, owner, ": ", row->name, "= has an empty value", NULL);
        TRY(part_parse(values, row, owner, at, (size_t)(stop - at), error));
        if (slash == NULL) return values_distinct(values, row, owner, error);
        at = slash + 1;
    }
}

Status values_parse(const Parameter *row, const char *owner, const char *text, size_t length, Memory *memory,
                    int64_t **values, uint32_t *count, Error *error) {
    Values list = {.memory = memory};
    Status status = values_fill(&list, row, owner, text, length, error);
    if (status != STATUS_OK) {
        memory_give(memory, list.items);
        return status;
    }
    *values = list.items;
    *count = list.count;
    return STATUS_OK;
}

static Status key_unknown(const Sweep *sweep, const char *key, size_t length, Error *error) {
    Known known = known_start(key, length);
    for (uint32_t i = 0; i < sweep->table.count; i++)
        known_offer(&known, sweep->table.rows[i].name, strlen(sweep->table.rows[i].name));
    char prefix[64] = "";
    strncat(prefix, sweep->owner, 40);
    strcat(prefix, ": key");
    return known_fail(&known, prefix, sweep->table.count == 0 ? "it has no keys" : "keys", error);
}

static Status item_parse(Sweep *sweep, const char *text, size_t length, bool first, Error *error) {
    const char *equals = memchr(text, '=', length);
    int row = 0;
    if (equals != NULL) {
        row = parameter_find(sweep->table, text, (size_t)(equals - text));
        if (row < 0) return key_unknown(sweep, text, (size_t)(equals - text), error);
    } else if (!first || sweep->table.count == 0) {
        if (length == 0)
            return error_say(error, STATUS_BAD_INPUT, sweep->owner,
                             ": nothing stands where key=value was expected", NULL);
        return key_unknown(sweep, text, length, error);
    }
    const Parameter *parameter = &sweep->table.rows[row];
    for (uint32_t i = 0; i < sweep->axis_count; i++)
        if (sweep->axes[i].row == (uint32_t)row)
            return error_say(error, STATUS_BAD_INPUT, sweep->owner, ": ", parameter->name, "= is there twice",
                             NULL);
    const char *value = equals == NULL ? text : equals + 1;
    Axis axis = {.row = (uint32_t)row};
    TRY(values_parse(parameter, sweep->owner, value, (size_t)(text + length - value), sweep->memory,
                     &axis.values, &axis.count, error));
    sweep->axes[sweep->axis_count++] = axis;
    if ((uint64_t)sweep->total * axis.count > SWEEP_MOST) return too_many(sweep->owner, "the spec", error);
    sweep->total *= axis.count;
    return STATUS_OK;
}

Status sweep_parse(ParameterTable table, const char *owner, const char *text, size_t length, Memory *memory,
                   Sweep *sweep, Error *error) {
    *sweep = (Sweep){.table = table, .owner = owner, .total = 1, .memory = memory};
    Status status = STATUS_OK;
    bool first = true;
    for (const char *at = text, *end = text + length; length != 0 && status == STATUS_OK; first = false) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        const char *stop = comma == NULL ? end : comma;
        status = item_parse(sweep, at, (size_t)(stop - at), first, error);
        if (comma == NULL) break;
        at = comma + 1;
    }
    if (status != STATUS_OK) sweep_destroy(sweep);
    return status;
}

void sweep_destroy(Sweep *sweep) {
    for (uint32_t i = 0; i < sweep->axis_count; i++) memory_give(sweep->memory, sweep->axes[i].values);
    sweep->axis_count = 0;
}

Settings sweep_settings(const Sweep *sweep, uint32_t n) {
    Settings settings = settings_preset(sweep->table);
    for (uint32_t i = sweep->axis_count; i-- > 0;) {
        const Axis *axis = &sweep->axes[i];
        settings.value[axis->row] = axis->values[n % axis->count];
        settings.given[axis->row] = true;
        n /= axis->count;
    }
    return settings;
}
