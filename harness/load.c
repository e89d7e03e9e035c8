#include "harness/load.h"

#include "harness/choose_rows.h"
#include "harness/grown.h"
#include "harness/short_text.h"
#include "harness/stop.h"

#include "algos/map/map_outline.h"
#include "algos/map/point_rows.h"
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

/* The temporary file's name is next to the target's, for a rename does not leave its file system. */
static Status draft_names(const char *name, FileDraft *draft, Error *error) {
    /* Where the name is a link, the file that it leads to is replaced, not the link. */
    draft->target = realpath(name, NULL);
    if (draft->target == NULL) draft->target = strdup(name);
    size_t room = draft->target == NULL ? 0 : strlen(draft->target) + 32;
    if (room != 0) draft->temporary = malloc(room);
    if (draft->temporary != NULL) {
        snprintf(draft->temporary, room, "%s.%ld.new", draft->target, (long)getpid());
        return STATUS_OK;
    }
    return error_say(error, STATUS_NO_MEMORY, name, ": no memory to write it", NULL);
}

static void draft_forget(FileDraft *draft) {
    free(draft->temporary);
    free(draft->target);
    *draft = (FileDraft){.temporary = NULL};
}

void draft_drop(FileDraft *draft) {
    if (draft->temporary != NULL) unlink(draft->temporary);
    draft_forget(draft);
}

Status draft_write(const char *name, const char *bytes, size_t length, FileDraft *draft, Error *error) {
    struct stat entry;
    mode_t mode = 0666;
    *draft = (FileDraft){.temporary = NULL};
    if (stat(name, &entry) == 0) {
        if (S_ISDIR(entry.st_mode))
            return error_say(error, STATUS_BAD_INPUT, name, " is a directory, expected a file to write",
                             NULL);
        if (!S_ISREG(entry.st_mode)) return device_write(name, bytes, length, error);
        mode = entry.st_mode & 0777;
        draft->replaces = true;
    }
    Status status = draft_names(name, draft, error);
    if (status == STATUS_OK) {
        int descriptor = open(draft->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (descriptor < 0) {
            status = system_said(name, error);
            draft_forget(draft); /* what has that name is not ours */
            return status;
        }
        status = descriptor_write(descriptor, name, bytes, length, error);
        /* Some systems tell only now that the disk is full. */
        if (status == STATUS_OK && fsync(descriptor) != 0 && errno != EINVAL)
            status = system_said(name, error);
        if (close(descriptor) != 0 && status == STATUS_OK) status = system_said(name, error);
    }
    if (status != STATUS_OK) draft_drop(draft);
    return status;
}

Status draft_keep(FileDraft *draft, Error *error) {
    Status status = STATUS_OK;
    if (draft->temporary != NULL && rename(draft->temporary, draft->target) != 0)
        status = system_said(draft->target, error);
    if (status == STATUS_OK)
        draft_forget(draft);
    else
        draft_drop(draft);
    return status;
}

Status file_write(const char *name, const char *bytes, size_t length, Error *error) {
    FileDraft draft;
    bool were_deferred = stop_later();
    Status status = draft_write(name, bytes, length, &draft, error);
    if (status == STATUS_OK) status = draft_keep(&draft, error);
    stop_restore(were_deferred);
    return status;
}

Status error_about(const char *what, const char *where, Status status, Error *error) {
    if (status == STATUS_OK || error == NULL) return status;
    Error inner = *error;
    return error_say(error, status, short_text(what).text, where == NULL ? "" : " on ",
                     where == NULL ? "" : short_text(where).text, ": ", inner.text, NULL);
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

static Status row_contradicts(const char *name, const ScenRow *row, const Error *why, Error *error) {
    return error_say(error, STATUS_BAD_INPUT, name, ":", number_text((int64_t)row->line).text,
                     ": the row contradicts its map: ", why->text, NULL);
}

/* What rows are taken from. */
typedef struct RowsFile {
    Scen scen;
    PointRows points;
    const Map *map;
} RowsFile;

static double cell_row_length(const void *context, uint32_t row) {
    return decimal_value(((const RowsFile *)context)->scen.rows[row].length);
}

static bool cell_row_is_sound(const void *context, uint32_t row) {
    const RowsFile *file = context;
    const ScenRow *at = &file->scen.rows[row];
    return !scen_row_problem(at, &file->map->grid, NULL) && !scen_row_no_path(at);
}

static double point_row_length(const void *context, uint32_t row) {
    return ((const RowsFile *)context)->points.rows[row].length;
}

static bool point_row_is_sound(const void *context, uint32_t row) {
    return point_row_length(context, row) >= 0;
}

/* Queries between cells. A row that contradicts the map is an error. */
static Status cell_rows_take(const char *name, const RowsFile *file, const uint32_t *rows, QuerySet *set,
                             Error *error) {
    set->queries = memory_take(set->memory, set->count, sizeof *set->queries);
    set->bucket = memory_take(set->memory, set->count, sizeof *set->bucket);
    if (set->queries == NULL || set->bucket == NULL) return STATUS_NO_MEMORY;
    for (uint32_t i = 0; i < set->count; i++) {
        const ScenRow *row = &file->scen.rows[rows[i]];
        Error why;
        if (scen_row_problem(row, &file->map->grid, &why)) return row_contradicts(name, row, &why, error);
        set->queries[i] = (Query){row->start, row->goal};
        set->bucket[i] = row->bucket;
    }
    return STATUS_OK;
}

/* Between points. That a row fits its map is for the solvers to say: an end outside has no path. */
static Status point_rows_take(const RowsFile *file, const uint32_t *rows, QuerySet *set) {
    set->points = memory_take(set->memory, set->count, sizeof *set->points);
    if (file->points.has_buckets) set->bucket = memory_take(set->memory, set->count, sizeof *set->bucket);
    if (set->points == NULL || (file->points.has_buckets && set->bucket == NULL)) return STATUS_NO_MEMORY;
    for (uint32_t i = 0; i < set->count; i++) {
        set->points[i] = file->points.rows[rows[i]].query;
        if (set->bucket != NULL) set->bucket[i] = file->points.rows[rows[i]].bucket;
    }
    return STATUS_OK;
}

static Status rows_take(const char *name, const QueryChoice *choice, const RowsFile *file,
                        bool between_points, Memory *memory, QuerySet *set, Error *error) {
    const RowSource source = {file, between_points ? file->points.count : file->scen.count,
                              between_points ? point_row_length : cell_row_length,
                              between_points ? point_row_is_sound : cell_row_is_sound};
    uint32_t *rows;
    QuerySet made = {.memory = memory};
    Status status = rows_choose(&source, choice->every, choice->count, memory, &rows, &made.count);
    if (status == STATUS_OK) {
        if (made.count == 0)
            status = error_say(error, STATUS_BAD_INPUT, name, ": found no ",
                               choice->count == 0 ? "" : "sound ", "rows, expected at least one", NULL);
        else
            status = between_points ? point_rows_take(file, rows, &made)
                                    : cell_rows_take(name, file, rows, &made, error);
        memory_give(memory, rows);
    }
    if (status == STATUS_OK) {
        *set = made;
        return status;
    }
    query_set_destroy(&made);
    return status == STATUS_NO_MEMORY ? error_say(error, status, name, ": no memory for its rows", NULL)
                                      : status;
}

static Status scen_queries(const char *name, const QueryChoice *choice, const Map *map, Memory *memory,
                           QuerySet *set, Error *error) {
    char *bytes;
    size_t length;
    RowsFile file = {scen_in(memory), {.memory = memory}, map};
    TRY(file_read(name, memory, &bytes, &length, error));
    bool between_points = map_is_planar(map) || point_rows_are_tsv(bytes, length);
    Status status = between_points ? point_rows_read(bytes, length, name, memory, &file.points, NULL, error)
                                   : scen_read(bytes, length, name, memory, &file.scen, NULL, error);
    memory_give(memory, bytes);
    TRY(status);
    status = rows_take(name, choice, &file, between_points, memory, set, error);
    point_rows_destroy(&file.points);
    scen_destroy(&file.scen);
    return status;
}

static Status kind_check(const QueryGenerator *generator, const Map *map, Error *error) {
    if ((generator->map_kinds & map->kind) != 0) return STATUS_OK;
    return error_say(error, STATUS_REFUSED, generator->name, " makes queries between ",
                     (generator->map_kinds & MAP_GRID) != 0 ? "cells of a grid" : "points",
                     ", and the map is of kind ", map_kind_name(map->kind), NULL);
}

/* By a generator for polygons: those of the outline. */
static Status outline_queries(const QueryChoice *choice, const Map *map, Memory *memory, QuerySet *set,
                              Error *error) {
    Map outline = {.kind = MAP_POLYGONS};
    const Polygons *polygons;
    TRY(map_outline(map, memory, &outline.polygons, &polygons, error));
    Status status = choice->generator->generate(&outline, &choice->settings, memory, set, error);
    map_destroy(&outline);
    return status;
}

static Status generated_queries(const QueryChoice *choice, const Map *map, Memory *memory, QuerySet *set,
                                Error *error) {
    if (map->kind != MAP_POLYGONS && choice->generator->map_kinds == MAP_POLYGONS)
        return outline_queries(choice, map, memory, set, error);
    TRY(kind_check(choice->generator, map, error));
    return choice->generator->generate(map, &choice->settings, memory, set, error);
}

Status queries_load(const QueryChoice *choice, const MapChoice *map_choice, const Map *map, Memory *memory,
                    QuerySet *set, Error *error) {
    if (choice->generator != NULL) {
        bool were_deferred = stop_at_once();
        Status status = generated_queries(choice, map, memory, set, error);
        stop_restore(were_deferred);
        return error_about(choice->text, map_choice->text, status, error);
    }
    if (choice->file[0] != '\0') return scen_queries(choice->file, choice, map, memory, set, error);
    if (map_choice->generator != NULL || map_choice->radius > 0)
        return error_say(error, STATUS_BAD_INPUT, "scen: no file lies beside the generated map ",
                         map_choice->text, "; give scen:FILE, or random:count=…", NULL);
    char *name = NULL;
    TRY(name_beside(grown_name(map_choice).text, ".scen", memory, &name, error));
    Status status = scen_queries(name, choice, map, memory, set, error);
    memory_give(memory, name);
    return status;
}
