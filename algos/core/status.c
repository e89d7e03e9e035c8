#include "algos/core/status.h"

#include <stdarg.h>

enum { FOUND_SHOWN = 40 }; /* characters of the offending text that a message quotes */

NumberText number_text(int64_t value) {
    NumberText out;
    char digits[24];
    uint32_t count = 0;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        digits[count++] = (char)('0' + (int)(rest % 10));
        rest /= 10;
    } while (rest != 0);
    uint32_t at = 0;
    if (value < 0) out.text[at++] = '-';
    while (count > 0) out.text[at++] = digits[--count];
    out.text[at] = '\0';
    return out;
}

/* Appends as much of `length` bytes as fits; returns the new end. */
static size_t append(Error *error, size_t at, const char *text, size_t length) {
    for (size_t i = 0; i < length && at + 1 < sizeof error->text; i++) error->text[at++] = text[i];
    error->text[at] = '\0';
    return at;
}

static size_t append_string(Error *error, size_t at, const char *text) {
    size_t length = 0;
    while (text[length] != '\0') length++;
    return append(error, at, text, length);
}

Status(error_say)(Error *error, Status status, ...) {
    if (error == NULL) return status;
    va_list parts;
    va_start(parts, status);
    size_t at = 0;
    error->text[0] = '\0';
    for (const char *part = va_arg(parts, const char *); part != NULL; part = va_arg(parts, const char *))
        at = append_string(error, at, part);
    va_end(parts);
    return status;
}

static size_t append_found(Error *error, size_t at, const char *found, size_t length) {
    if (found == NULL) return append_string(error, at, "the end of the file");
    if (length == 0) return append_string(error, at, "nothing");
    at = append_string(error, at, "\"");
    for (size_t i = 0; i < length && i < FOUND_SHOWN; i++) {
        unsigned char letter = (unsigned char)found[i];
        char shown = letter >= 0x20 && letter < 0x7f ? (char)letter : '?';
        at = append(error, at, &shown, 1);
    }
    return append_string(error, at, length > FOUND_SHOWN ? "…\"" : "\"");
}

Status(error_at)(Error *error, const char *name, uint64_t line, const char *found, size_t found_length,
                 const char *expected) {
    if (error == NULL) return STATUS_BAD_INPUT;
    size_t at = append_string(error, 0, name);
    if (line != 0) {
        at = append_string(error, at, ":");
        at = append_string(error, at, number_text((int64_t)line).text);
    }
    at = append_string(error, at, ": found ");
    at = append_found(error, at, found, found_length);
    at = append_string(error, at, ", expected ");
    append_string(error, at, expected);
    return STATUS_BAD_INPUT;
}
