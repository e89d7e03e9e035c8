#include "gen/sides.h"

Status sides_normalise(const char *owner, Settings *settings, Error *error) {
    const bool *given = settings->given;
    if (!given[SIDES_SIZE] && !(given[SIDES_WIDTH] && given[SIDES_HEIGHT]))
        return error_say(error, STATUS_BAD_INPUT, owner,
                         given[SIDES_WIDTH]    ? ": height= is missing beside width="
                         : given[SIDES_HEIGHT] ? ": width= is missing beside height="
                                               : ": size=, or width= and height=, is missing",
                         NULL);
    if (!given[SIDES_SIZE]) return STATUS_OK;
    if (given[SIDES_WIDTH] || given[SIDES_HEIGHT])
        return error_say(error, STATUS_BAD_INPUT, owner,
                         ": size= stands for width= and height=, it cannot be given with them", NULL);
    settings->value[SIDES_WIDTH] = settings->value[SIDES_HEIGHT] = settings->value[SIDES_SIZE];
    return STATUS_OK;
}
