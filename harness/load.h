/* From a choice to the thing itself: generated, or read from a file. */
#ifndef TAUT_HARNESS_LOAD_H
#define TAUT_HARNESS_LOAD_H

#include "algos/core/notes.h"
#include "algos/map/map.h"
#include "gen/generator.h"
#include "harness/spec.h"

/* A whole file in `memory`. STATUS_SYSTEM names the file and the system's reason. */
MUST_CHECK Status file_read(const char *name, Memory *memory, char **bytes, size_t *length, Error *error);

/* Writes a file whole or not at all (a temporary name, then renamed). */
MUST_CHECK Status file_write(const char *name, const char *bytes, size_t length, Error *error);

/* A file that is written but does not have its name yet. */
typedef struct FileDraft {
    char *temporary, *target; /* NULL: a device or a pipe, which took the bytes at once */
    bool replaces;            /* a file of that name */
} FileDraft;

/* Writes the bytes to the disk under a temporary name. Then keep it or drop it. Signals that would stop the
 * program in between leave the temporary file behind: defer them (stop.h). */
MUST_CHECK Status draft_write(const char *name, const char *bytes, size_t length, FileDraft *draft,
                              Error *error);
/* Gives it its name; where that fails, nothing of it is left. */
MUST_CHECK Status draft_keep(FileDraft *draft, Error *error);
/* Leaves nothing of it. NULLs or a draft that was kept: nothing happens. */
void draft_drop(FileDraft *draft);

/* The map; destroy it with map_destroy. Kinds of files are told apart by how they begin, not by their names:
 * MovingAI grids, with their terrain costs from MAP.costs where that exists; polygons (poly_file.h),
 * Triangle's with their vertices from the .node file beside where they have none; meshes (mesh_file.h). An
 * error of a generator begins with the map's spec. ^C ends the program at once (stop.h). */
MUST_CHECK Status map_load(const MapChoice *choice, Memory *memory, Map *map, Error *error);

/* The same; what was tolerated in reading files goes to `notes`. */
MUST_CHECK Status map_load_noted(const MapChoice *choice, Memory *memory, Map *map, Notes *notes,
                                 Error *error);

/* The same of a file that has been read (a pipe can be read once only). */
MUST_CHECK Status map_load_bytes(const char *name, const char *bytes, size_t length, Memory *memory, Map *map,
                                 Notes *notes, Error *error);

/* Puts "WHAT: " or, where `where` is given, "WHAT on WHERE: " in front of the error and returns the status.
 */
Status error_about(const char *what, const char *where, Status status, Error *error);

/* NAME with ENDING appended, in `memory`: the files beside a map are MAP.costs and MAP.scen. */
MUST_CHECK Status name_beside(const char *name, const char *ending, Memory *memory, char **beside,
                              Error *error);

/* Whether there is such a file (no directory). */
bool file_exists(const char *name);

/* The queries of the choice on that map. An error of a generator begins with "QUERY SPEC on MAP: ". A .scen
 * row that contradicts the map (size, blocked end, swapped coordinates) is STATUS_BAD_INPUT with file and
 * line. */
MUST_CHECK Status queries_load(const QueryChoice *choice, const MapChoice *map_choice, const Map *map,
                               Memory *memory, QuerySet *set, Error *error);

#endif
