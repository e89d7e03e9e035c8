/* The names of experiments: they go into SQL and into the names of files. */
#include "harness/plan_parts.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static bool is_name_letter(char letter) {
    return isalnum((unsigned char)letter) != 0 || letter == '-' || letter == '_' || letter == '.';
}

Status plan_rename(Plan *plan, const char *name, Error *error) {
    size_t length = strlen(name);
    bool fits = length > 0 && length < sizeof plan->experiment;
    for (size_t i = 0; i < length; i++) fits = fits && is_name_letter(name[i]);
    if (!fits) return error_at(error, "the experiment's name", 0, name, length, NAME_RULE);
    memcpy(plan->experiment, name, length + 1);
    return STATUS_OK;
}

/* What is no letter of a name becomes a dash. */
Status plan_name_by_file(Plan *plan, const char *name, Error *error) {
    if (plan->experiment[0] != '\0') return STATUS_OK;
    const char *slash = strrchr(name, '/'), *stem = slash == NULL ? name : slash + 1;
    const char *dot = strrchr(stem, '.');
    size_t length = dot == NULL || dot == stem ? strlen(stem) : (size_t)(dot - stem);
    if (length == 0 || length >= sizeof plan->experiment)
        return error_say(error, STATUS_BAD_INPUT, name, ": the experiment would be named after the file, ",
                         "whose name has ", number_text((int64_t)length).text,
                         " bytes, expected 1 to 63: begin it with a line `name NAME`, or give --name", NULL);
    snprintf(plan->experiment, sizeof plan->experiment, "%.*s", (int)length, stem);
    for (char *at = plan->experiment; *at != '\0'; at++)
        if (!is_name_letter(*at)) *at = '-';
    return STATUS_OK;
}
