#include "harness/load.h"

#include "algos/map/costs_file.h"
#include "algos/map/map_file.h"
#include "algos/map/scen_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A map of 16384 × 16384 letters has 2^28 bytes; what is larger is no input of ours (a device, a slip). */
static const size_t file_most = (size_t)1 << 30;

bool file_exists(const char *name) {
    struct stat entry;
    return stat(name, &entry) == 0 && !S_ISDIR(entry.st_mode);
}

static Status system_said(const char *name, Error *error) {
    int reason = errno;
    return error_say(error, STATUS_SYSTEM, name, ": ", strerror(reason), NULL);
}

/* Reads to the end; grows by doubling, for a pipe does not tell its length. */
static Status descriptor_read(int descriptor, const char *name, size_t expected, Memory *memory, char **bytes,
                              size_t *length, Error *error) {
    size_t room = expected + 1, used = 0;
    char *buffer = memory_take(memory, room + 1, 1);
    Status status = STATUS_OK;
    while (buffer != NULL && status == STATUS_OK) {
        ssize_t got = read(descriptor, buffer + used, room - used);
        if (got == 0) break;
        if (got < 0 && errno == EINTR) continue;
        if (got < 0)
            status = system_said(name, error);
        else
            used += (size_t)got;
        if (used > file_most)
            status = error_say(error, STATUS_BAD_INPUT, name, " holds more than 1 GiB", NULL);
        if (used < room || status != STATUS_OK) continue;
        room *= 2;
        char *grown = memory_resize(memory, buffer, room + 1, 1);
        if (grown == NULL)
            status = error_say(error, STATUS_NO_MEMORY, name, ": no memory to read it", NULL);
        else
            buffer = grown;
    }
    if (buffer == NULL) return error_say(error, STATUS_NO_MEMORY, name, ": no memory to read it", NULL);
    if (status != STATUS_OK) {
        memory_give(memory, buffer);
        return status;
    }
    buffer[used] = '\0';
    *bytes = buffer;
    *length = used;
    return STATUS_OK;
}

Status file_read(const char *name, Memory *memory, char **bytes, size_t *length, Error *error) {
    int descriptor = open(name, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return system_said(name, error);
    struct stat entry;
    Status status = STATUS_OK;
    if (fstat(descriptor, &entry) != 0)
        status = system_said(name, error);
    else if (S_ISDIR(entry.st_mode))
        status = error_say(error, STATUS_BAD_INPUT, name, " is a directory, expected a file", NULL);
    else if (entry.st_size > (off_t)file_most)
        status = error_say(error, STATUS_BAD_INPUT, name, " holds more than 1 GiB", NULL);
    if (status == STATUS_OK) {
        size_t expected = entry.st_size < 65536 ? 65536 : (size_t)entry.st_size;
        status = descriptor_read(descriptor, name, expected, memory, bytes, length, error);
    }
    close(descriptor);
    return status;
}

static Status descriptor_write(int descriptor, const char *name, const char *bytes, size_t length,
                               Error *error) {
    while (length > 0) {
        ssize_t put = write(descriptor, bytes, length);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return system_said(name, error);
        bytes += put;
        length -= (size_t)put;
    }
    return STATUS_OK;
}

/* Devices and pipes take bytes as they come; a rename would replace them by a file. */
static Status device_write(const char *name, const char *bytes, size_t length, Error *error) {
    int descriptor = open(name, O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) return system_said(name, error);
    Status status = descriptor_write(descriptor, name, bytes, length, error);
    if (close(descriptor) != 0 && status == STATUS_OK) status = system_said(name, error);
    return status;
}

Status file_write(const char *name, const char *bytes, size_t length, Error *error) {
    struct stat entry;
    mode_t mode = 0666;
    if (stat(name, &entry) == 0) {
        if (S_ISDIR(entry.st_mode))
            return error_say(error, STATUS_BAD_INPUT, name, " is a directory, expected a file to write",
                             NULL);
        if (!S_ISREG(entry.st_mode)) return device_write(name, bytes, length, error);
        mode = entry.st_mode & 0777;
    }
    /* Where the name is a link, the file that it leads to is replaced, not the link. */
    char *target = realpath(name, NULL), *temporary = NULL;
    if (asprintf(&temporary, "%s.%ld.new", target == NULL ? name : target, (long)getpid()) < 0) {
        free(target);
        return error_say(error, STATUS_NO_MEMORY, name, ": no memory to write it", NULL);
    }
    Status status = STATUS_OK;
    int descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (descriptor < 0) {
        status = system_said(name, error);
    } else {
        status = descriptor_write(descriptor, name, bytes, length, error);
        if (close(descriptor) != 0 && status == STATUS_OK) status = system_said(name, error);
        if (status == STATUS_OK && rename(temporary, target == NULL ? name : target) != 0)
            status = system_said(name, error);
        if (status != STATUS_OK) unlink(temporary);
    }
    free(temporary);
    free(target);
    return status;
}

Status name_beside(const char *name, const char *ending, Memory *memory, char **beside, Error *error) {
    size_t length = strlen(name), ending_length = strlen(ending);
    char *text = memory_take(memory, length + ending_length + 1, 1);
    if (text == NULL) return error_say(error, STATUS_NO_MEMORY, name, ": no memory for a name", NULL);
    memcpy(text, name, length);
    memcpy(text + length, ending, ending_length + 1);
    *beside = text;
    return STATUS_OK;
}

/* The costs beside the map where there are any: `costs` is then filled and `found` set. */
static Status costs_load(const char *map_name, Memory *memory, Costs *costs, bool *found, Notes *notes,
                         Error *error) {
    char *name = NULL, *bytes;
    size_t length;
    TRY(name_beside(map_name, ".costs", memory, &name, error));
    *found = file_exists(name);
    Status status = STATUS_OK;
    if (*found) {
        status = file_read(name, memory, &bytes, &length, error);
        if (status == STATUS_OK) {
            status = costs_read(bytes, length, name, costs, notes, error);
            memory_give(memory, bytes);
        }
    }
    memory_give(memory, name);
    return status;
}

static Status map_file_load(const char *name, Memory *memory, Map *map, Notes *notes, Error *error) {
    Costs costs;
    bool found;
    char *bytes;
    size_t length;
    TRY(costs_load(name, memory, &costs, &found, notes, error));
    TRY(file_read(name, memory, &bytes, &length, error));
    Status status = map_read(bytes, length, name, found ? &costs : NULL, memory, map, notes, error);
    memory_give(memory, bytes);
    return status;
}

Status map_load_noted(const MapChoice *choice, Memory *memory, Map *map, Notes *notes, Error *error) {
    if (choice->generator == NULL) return map_file_load(choice->text, memory, map, notes, error);
    TRY(choice->generator->generate(&choice->settings, memory, map, error));
    if (map->kind == MAP_GRID) return STATUS_OK;
    const char *kind = map_kind_name(map->kind);
    map_destroy(map);
    return error_say(error, STATUS_REFUSED, choice->text, " is a map of ", kind,
                     ", expected a grid: commands do not take others yet", NULL);
}

Status map_load(const MapChoice *choice, Memory *memory, Map *map, Error *error) {
    return map_load_noted(choice, memory, map, NULL, error);
}

static Status row_contradicts(const char *name, const ScenRow *row, const Error *why, Error *error) {
    return error_say(error, STATUS_BAD_INPUT, name, ":", number_text((int64_t)row->line).text,
                     ": the row contradicts its map: ", why->text, NULL);
}

/* Every n-th row as a query. */
static Status rows_take(const char *name, const Scen *scen, uint32_t every, const Map *map, Memory *memory,
                        QuerySet *set, Error *error) {
    uint32_t count = (scen->count + every - 1) / every;
    *set = (QuerySet){.count = count, .memory = memory};
    set->queries = memory_take(memory, count, sizeof *set->queries);
    set->bucket = memory_take(memory, count, sizeof *set->bucket);
    Status status = STATUS_OK;
    if (set->queries == NULL || set->bucket == NULL)
        status = error_say(error, STATUS_NO_MEMORY, name, ": no memory for its rows", NULL);
    for (uint32_t i = 0; i < count && status == STATUS_OK; i++) {
        const ScenRow *row = &scen->rows[i * every];
        Error why;
        if (scen_row_problem(row, &map->grid, &why)) status = row_contradicts(name, row, &why, error);
        set->queries[i] = (Query){row->start, row->goal};
        set->bucket[i] = row->bucket;
    }
    if (status == STATUS_OK && count == 0)
        status = error_say(error, STATUS_BAD_INPUT, name, ": found no rows, expected at least one", NULL);
    if (status == STATUS_OK) return status;
    memory_give(memory, set->queries);
    memory_give(memory, set->bucket);
    *set = (QuerySet){0};
    return status;
}

static Status scen_queries(const char *name, uint32_t every, const Map *map, Memory *memory, QuerySet *set,
                           Error *error) {
    char *bytes;
    size_t length;
    Scen scen = scen_in(memory);
    TRY(file_read(name, memory, &bytes, &length, error));
    Status status = scen_read(bytes, length, name, memory, &scen, NULL, error);
    memory_give(memory, bytes);
    TRY(status);
    status = rows_take(name, &scen, every, map, memory, set, error);
    scen_destroy(&scen);
    return status;
}

Status queries_load(const QueryChoice *choice, const MapChoice *map_choice, const Map *map, Memory *memory,
                    QuerySet *set, Error *error) {
    if (choice->generator != NULL) {
        if ((choice->generator->map_kinds & map->kind) == 0)
            return error_say(error, STATUS_REFUSED, choice->generator->name, " makes no queries on a ",
                             map_kind_name(map->kind), " map: ", map_choice->text, NULL);
        return choice->generator->generate(map, &choice->settings, memory, set, error);
    }
    if (choice->file[0] != '\0') return scen_queries(choice->file, choice->every, map, memory, set, error);
    if (map_choice->generator != NULL)
        return error_say(error, STATUS_BAD_INPUT, "scen: no file lies beside the generated map ",
                         map_choice->text, "; give scen:FILE, or random:count=…", NULL);
    char *name = NULL;
    TRY(name_beside(map_choice->text, ".scen", memory, &name, error));
    Status status = scen_queries(name, choice->every, map, memory, set, error);
    memory_give(memory, name);
    return status;
}
