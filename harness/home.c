#include "harness/home.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FOLDERS_ABOVE = 4 }; /* a program built into .build/CONFIG/ or its tests/ still finds the project */

static bool is_there(const char *folder, const char *relative, char path[HOME_PATH]) {
    const char *slash = *folder == '\0' ? "" : "/";
    int length = snprintf(path, HOME_PATH, "%s%s%s", folder, slash, relative);
    return length > 0 && length < HOME_PATH && access(path, F_OK) == 0;
}

Status home_find(const char *relative, char path[HOME_PATH], Error *error) {
    const char *home = getenv("TAUT_HOME");
    if (home != NULL && *home != '\0') {
        if (is_there(home, relative, path)) return STATUS_OK;
        return error_say(error, STATUS_BAD_INPUT, relative, ": not in TAUT_HOME, ", home, NULL);
    }
    if (is_there("", relative, path)) return STATUS_OK;
    char folder[HOME_PATH];
    ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - 1);
    folder[length < 0 ? 0 : length] = '\0';
    for (int i = 0; i <= FOLDERS_ABOVE && length > 0; i++) {
        char *slash = strrchr(folder, '/');
        if (slash == NULL || slash == folder) break;
        *slash = '\0';
        if (is_there(folder, relative, path)) return STATUS_OK;
    }
    return error_say(
        error, STATUS_BAD_INPUT, relative,
        ": neither in this directory nor beside the program: run it from the project's folder or set "
        "TAUT_HOME to it",
        NULL);
}
