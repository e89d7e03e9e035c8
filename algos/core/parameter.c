#include "algos/core/parameter.h"

#include <assert.h>

static size_t text_length(const char *text) {
    size_t length = 0;
    while (text[length] != '\0') length++;
    return length;
}

static bool text_equal(const char *a, size_t a_length, const char *b, size_t b_length) {
    if (a_length != b_length) return false;
    for (size_t i = 0; i < a_length; i++)
        if (a[i] != b[i]) return false;
    return true;
}

Settings settings_preset(ParameterTable table) {
    assert(table.count <= PARAMETER_MOST);
    Settings settings = {.adapted = NULL};
    for (uint32_t i = 0; i < table.count; i++) settings.value[i] = table.rows[i].preset;
    return settings;
}

int parameter_find(ParameterTable table, const char *name, size_t length) {
    for (uint32_t i = 0; i < table.count; i++)
        if (text_equal(table.rows[i].name, text_length(table.rows[i].name), name, length)) return (int)i;
    return -1;
}

/* The next name of a choice list: its start in *at (moved past it), its length returned; 0 at the end. */
static size_t next_choice(const char **at, const char **name) {
    if (**at == '|') ++*at;
    *name = *at;
    while (**at != '\0' && **at != '|') ++*at;
    return (size_t)(*at - *name);
}

static bool parse_integer(const char *text, size_t length, int64_t *value) {
    size_t i = 0;
    bool negative = length > 0 && text[0] == '-';
    if (negative) i = 1;
    if (i == length || length > 19) return false;
    int64_t result = 0;
    for (; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') return false;
        int64_t digit = text[i] - '0';
        if (result > (INT64_MAX - digit) / 10) return false;
        result = result * 10 + digit;
    }
    *value = negative ? -result : result;
    return true;
}

static Status wrong_value(const Parameter *row, const char *owner, const char *text, size_t length,
                          Error *error) {
    char found[48];
    size_t shown = length < sizeof found - 1 ? length : sizeof found - 1;
    for (size_t i = 0; i < shown; i++) found[i] = text[i];
    found[shown] = '\0';
    if (row->type == PARAMETER_CHOICE)
        return error_say(error, STATUS_BAD_INPUT, owner, ": ", row->name, "=", found, ": expected one of ",
                         row->choices, NULL);
    return error_say(error, STATUS_BAD_INPUT, owner, ": ", row->name, "=", found,
                     ": expected a whole number from ", number_text(row->low).text, " to ",
                     number_text(row->high).text, row->allows_inf ? " or inf" : "", NULL);
}

Status parameter_parse(const Parameter *row, const char *owner, const char *text, size_t length,
                       int64_t *value, Error *error) {
    if (row->type == PARAMETER_CHOICE) {
        const char *at = row->choices, *name;
        size_t name_length;
        for (int64_t place = 0; (name_length = next_choice(&at, &name)) != 0; place++) {
            if (!text_equal(name, name_length, text, length)) continue;
            *value = place;
            return STATUS_OK;
        }
        return wrong_value(row, owner, text, length, error);
    }
    if (row->allows_inf && text_equal("inf", 3, text, length)) {
        *value = PARAMETER_INF;
        return STATUS_OK;
    }
    int64_t number;
    if (!parse_integer(text, length, &number) || number < row->low || number > row->high)
        return wrong_value(row, owner, text, length, error);
    *value = number;
    return STATUS_OK;
}

int parameter_decider(ParameterTable table, const Parameter *row) {
    const char *name = row->free_by == NULL ? "style" : row->free_by;
    int decider = parameter_find(table, name, text_length(name));
    assert(decider >= 0);
    return decider;
}

bool parameter_is_free(ParameterTable table, const Settings *settings, const Parameter *row) {
    if (row->free_in == 0) return true;
    int64_t choice = settings->value[parameter_decider(table, row)];
    assert(choice < 32);
    const Parameter *decider = &table.rows[parameter_decider(table, row)];
    return (row->free_in >> choice & 1) != 0 && parameter_is_free(table, settings, decider);
}

Status settings_check(ParameterTable table, const char *owner, const Settings *settings, Error *error) {
    for (uint32_t i = 0; i < table.count; i++) {
        const Parameter *row = &table.rows[i];
        if (row->required && !settings->given[i])
            return error_say(error, STATUS_BAD_INPUT, owner, ": ", row->name, "= is missing: ", row->help,
                             NULL);
        if (!settings->given[i] || parameter_is_free(table, settings, row)) continue;
        int decider = parameter_decider(table, row);
        while (!parameter_is_free(table, settings, &table.rows[decider]))
            decider = parameter_decider(table, &table.rows[decider]);
        char name[32];
        parameter_text(&table.rows[decider], settings->value[decider], name, sizeof name);
        return error_say(error, STATUS_BAD_INPUT, owner, ": ", row->name, "= cannot be given with ",
                         table.rows[decider].name, "=", name, ", which fixes it", NULL);
    }
    return STATUS_OK;
}

typedef struct Writer {
    char *text;
    size_t size, length;
} Writer;

static void write_text(Writer *writer, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++, writer->length++)
        if (writer->length + 1 < writer->size) writer->text[writer->length] = text[i];
    if (writer->size != 0)
        writer->text[writer->length < writer->size ? writer->length : writer->size - 1] = '\0';
}

static void write_value(Writer *writer, const Parameter *row, int64_t value) {
    if (row->type == PARAMETER_CHOICE) {
        const char *at = row->choices, *name = at;
        size_t length = next_choice(&at, &name);
        for (int64_t place = 0; place < value; place++) length = next_choice(&at, &name);
        write_text(writer, name, length);
    } else if (row->allows_inf && value == PARAMETER_INF) {
        write_text(writer, "inf", 3);
    } else {
        NumberText number = number_text(value);
        write_text(writer, number.text, text_length(number.text));
    }
}

size_t parameter_text(const Parameter *row, int64_t value, char *text, size_t size) {
    Writer writer = {text, size, 0};
    write_text(&writer, "", 0);
    write_value(&writer, row, value);
    return writer.length;
}

size_t settings_text(ParameterTable table, const char *owner, const Settings *settings, char *text,
                     size_t size) {
    Writer writer = {text, size, 0};
    write_text(&writer, owner, text_length(owner));
    bool first = true;
    for (uint32_t i = 0; i < table.count; i++) {
        const Parameter *row = &table.rows[i];
        if (row->shorthand || !parameter_is_free(table, settings, row)) continue;
        if (row->later && settings->value[i] == row->preset) continue;
        write_text(&writer, first ? ":" : ",", 1);
        first = false;
        write_text(&writer, row->name, text_length(row->name));
        write_text(&writer, "=", 1);
        write_value(&writer, row, settings->value[i]);
    }
    return writer.length;
}
