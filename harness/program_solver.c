/* A program as a solver: started when an index is prepared, told the map, and ready when it says so; so what
 * it takes to start and to prepare is the time of preparation. A query is a line there and a line back: its
 * time holds both pipes, the switches between the processes, and writing and reading the text. */
#include "harness/program_solver.h"

#include "algos/map/map_outline.h"
#include "algos/mesh/map_mesh.h"
#include "harness/any_path.h"
#include "harness/child.h"
#include "harness/load.h"
#include "harness/program.h"
#include "harness/program_text.h"
#include "harness/short_text.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOVE, PROMISE, SENDS, MESH };
enum { SENDS_MESH, SENDS_POLYGONS };

static const Parameter rows[] = {
    [MOVE] = {.name = "move",
              .type = PARAMETER_CHOICE,
              .choices = "4|8|8c|any",
              .preset = MOVE_8,
              .help = "how its paths move: between cells of a grid, or in the plane"},
    [PROMISE] = {.name = "promise",
                 .type = PARAMETER_CHOICE,
                 .choices = "none|optimal|nothing|as-published",
                 .help =
                     "any path where there is one; the shortest; none (it does not answer); whatever it is, "
                     "wrong ones are a result"},
    [SENDS] = {.name = "sends",
               .type = PARAMETER_CHOICE,
               .choices = "mesh|polygons",
               .free_in = 1u << MOVE_ANY,
               .free_by = "move",
               .help = "what it is told of the plane"},
    [MESH] = {.name = "mesh",
              .type = PARAMETER_CHOICE,
              .choices = MESH_NAMES,
              .preset = MESH_MERGED,
              .free_in = 1u << SENDS_MESH,
              .free_by = "sends",
              .help = MESH_HELP},
};

/* What prepare started waits here for the first scratch of the same process: those of others, and further
 * ones, start a program of their own. */
typedef struct Index {
    const char *file;
    const Grid *grid; /* NULL in the plane */
    char *text;       /* that describes the map */
    size_t length, answer_most;
    size_t resident; /* of the program when it was ready: counted as the index's */
    Running *first;
    pid_t owner;
    bool *is_taken;
    Memory *memory;
} Index;

typedef struct Scratch {
    const Index *index;
    Running *running, own;
    Memory *memory;
    Error complaint;
} Scratch;

static Guarantee guarantee(const Settings *settings) {
    static const Guarantee given[] = {GUARANTEE_NONE, GUARANTEE_OPTIMAL, GUARANTEE_NOTHING,
                                      GUARANTEE_AS_PUBLISHED};
    return given[settings->value[PROMISE]];
}

static Move move(const Settings *settings) {
    return (Move)settings->value[MOVE];
}

/* ---- what it is told ---- */

static Status no_memory(Error *error) {
    return error_say(error, STATUS_NO_MEMORY, "exec: no memory for what the program is told", NULL);
}

static Status describe_mesh(const Map *map, MeshBuild build, Index *index, Error *error) {
    MapMesh built;
    TRY(map_mesh_create(map, build, index->memory, &built, error));
    index->answer_most = 10000 + 100 * (size_t)built.mesh->vertex_count;
    Status status = text_of_mesh(built.mesh, index->memory, &index->text, &index->length);
    map_mesh_destroy(&built);
    return status == STATUS_OK ? status : no_memory(error);
}

static Status describe_polygons(const Map *map, Index *index, Error *error) {
    Polygons made;
    const Polygons *outline;
    TRY(map_outline(map, index->memory, &made, &outline, error));
    index->answer_most = 10000 + 100 * (size_t)outline->vertex_count;
    Status status = text_of_polygons(outline, index->memory, &index->text, &index->length);
    polygons_destroy(&made);
    return status == STATUS_OK ? status : no_memory(error);
}

static Status describe_map(const Map *map, const Settings *settings, Index *index, Error *error) {
    if (settings->value[MOVE] == MOVE_ANY && settings->value[SENDS] == SENDS_POLYGONS)
        return describe_polygons(map, index, error);
    if (settings->value[MOVE] == MOVE_ANY)
        return describe_mesh(map, (MeshBuild)settings->value[MESH], index, error);
    index->grid = &map->grid;
    index->answer_most = 10000 + 24 * map->grid.passable_count;
    Status status =
        text_of_grid(&map->grid, (Move)settings->value[MOVE], index->memory, &index->text, &index->length);
    return status == STATUS_OK ? status : no_memory(error);
}

/* Starts the program, tells it the map and waits until it is ready. */
static Status make_ready(const Index *index, Memory *memory, Running *running, Error *error) {
    TRY(running_start(index->file, memory->limit, memory, running, error));
    const char *line = "";
    size_t length = 0;
    Error unheard;
    Status sent = running_send(running, index->text, index->length, error), status = sent;
    /* One that refuses need not have listened to the end. */
    if (sent == STATUS_OK || sent == STATUS_SYSTEM)
        status = running_line(running, 1000, &line, &length, sent == STATUS_OK ? error : &unheard);
    if (status == STATUS_OK && length >= 7 && memcmp(line, "refused", 7) == 0) {
        char why[200];
        snprintf(why, sizeof why, "%.*s", (int)length, line);
        status = error_say(error, STATUS_REFUSED, index->file, " ", why, NULL);
    } else if (sent != STATUS_OK) {
        status = sent;
    } else if (status == STATUS_OK && (length != 5 || memcmp(line, "ready", 5) != 0)) {
        (void)error_at(error, "the program's first line", 0, line, length, "ready, or refused and why");
        status = STATUS_SYSTEM;
    }
    if (status != STATUS_OK) running_stop(running);
    return status;
}

static void destroy(Index *index) {
    Memory *memory = index->memory;
    memory_uncount(memory, index->resident);
    if (index->first != NULL && index->owner == getpid()) running_stop(index->first);
    memory_give(memory, index->first);
    memory_give(memory, index->is_taken);
    memory_give(memory, index->text);
    memory_give(memory, index);
}

static Status prepare(const Map *map, const Settings *settings, Memory *memory, void **index, Error *error) {
    const Program *program = settings->adapted;
    Index *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return no_memory(error);
    *made = (Index){.file = program->file,
                    .owner = getpid(),
                    .first = memory_take_zeroed(memory, 1, sizeof *made->first),
                    .is_taken = memory_take_zeroed(memory, 1, sizeof *made->is_taken),
                    .memory = memory};
    Status status = made->first == NULL || made->is_taken == NULL ? no_memory(error) : STATUS_OK;
    if (status == STATUS_OK) status = describe_map(map, settings, made, error);
    if (status == STATUS_OK) status = make_ready(made, memory, made->first, error);
    if (status != STATUS_OK) {
        destroy(made);
        return status;
    }
    made->resident = child_resident(made->first->pid);
    memory_count(memory, made->resident);
    *index = made;
    return STATUS_OK;
}

static void index_destroy(void *index) {
    destroy(index);
}

/* ---- queries ---- */

static Status scratch_create(const void *untyped, Memory *memory, void **scratch) {
    const Index *index = untyped;
    Scratch *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    made->index = index;
    made->memory = memory;
    bool first = index->owner == getpid() && !__atomic_test_and_set(index->is_taken, __ATOMIC_ACQ_REL);
    Error why;
    Status status = first ? STATUS_OK : make_ready(index, memory, &made->own, &why);
    if (status != STATUS_OK) {
        memory_give(memory, made);
        return status;
    }
    made->running = first ? index->first : &made->own;
    *scratch = made;
    return STATUS_OK;
}

static void scratch_destroy(void *untyped) {
    Scratch *scratch = untyped;
    if (scratch->running == &scratch->own)
        running_stop(&scratch->own);
    else
        __atomic_clear(scratch->index->is_taken, __ATOMIC_RELEASE);
    memory_give(scratch->memory, scratch);
}

/* One line there and one line back. */
static Status exchange(Scratch *scratch, const char *asked, size_t asked_length, const char **line,
                       size_t *length) {
    Running *running = scratch->running;
    char more[60];
    scratch->complaint.text[0] = '\0';
    if (running_drain(running, more, sizeof more))
        return error_at(&scratch->complaint, "beyond its line, the program's answer to the query before", 0,
                        more, strlen(more), "nothing");
    TRY(running_send(running, asked, asked_length, &scratch->complaint));
    return running_line(running, scratch->index->answer_most, line, length, &scratch->complaint);
}

static Status query(const void *index, void *untyped, const Query *asked, Path *path, Counters *counters) {
    (void)counters;
    Scratch *scratch = untyped;
    char text[64];
    int size = snprintf(text, sizeof text, "%d %d %d %d\n", asked->start.x, asked->start.y, asked->goal.x,
                        asked->goal.y);
    const char *line;
    size_t length;
    path->count = 0;
    TRY(exchange(scratch, text, (size_t)size, &line, &length));
    TRY(cells_of_text(line, length, path, &scratch->complaint));
    path->length = path_length(((const Index *)index)->grid, path);
    return STATUS_OK;
}

static Status query_points(const void *index, void *untyped, const PointQuery *asked, PointPath *path,
                           Counters *counters) {
    (void)index, (void)counters;
    Scratch *scratch = untyped;
    char text[200];
    int size = snprintf(text, sizeof text, "%.17g %.17g %.17g %.17g\n", asked->start.x, asked->start.y,
                        asked->goal.x, asked->goal.y);
    const char *line;
    size_t length;
    path->count = 0;
    TRY(exchange(scratch, text, (size_t)size, &line, &length));
    TRY(points_of_text(line, length, path, &scratch->complaint));
    path->length = point_path_length(path);
    return STATUS_OK;
}

static const char *complaint(const void *scratch) {
    return ((const Scratch *)scratch)->complaint.text;
}

const Solver solver_exec = {
    .name = "exec",
    .summary = "a program of your own: exec:PROGRAM; told the map once, then a line a query",
    .source = "README, Anyone's solver",
    .map_kinds = MAP_GRID | MAP_POLYGONS | MAP_MESH,
    .parameters = {rows, sizeof rows / sizeof *rows},
    .guarantee = guarantee,
    .move = move,
    .prepare = prepare,
    .index_destroy = index_destroy,
    .scratch_create = scratch_create,
    .scratch_destroy = scratch_destroy,
    .complaint = complaint,
};

static Status wrong(const char *file, const char *what, Error *error) {
    return error_say(error, STATUS_BAD_INPUT, "exec:", short_text(file).text, ": ", what, NULL);
}

static Status check_file(const char *file, Error *error) {
    if (file[0] == '\0') return wrong(file, "expected the file of a program after the colon", error);
    /* The name goes into specs and rows of the database. */
    for (const char *at = file; *at != '\0'; at++)
        if ((unsigned char)*at < ' ' || strchr(",\"\\", *at) != NULL)
            return wrong(file, "a comma, quotation mark or backslash in the file's name", error);
    if (!file_exists(file)) return wrong(file, "there is no such file", error);
    if (access(file, X_OK) != 0) return wrong(file, "it is not executable (chmod +x)", error);
    return STATUS_OK;
}

Status program_create(const char *file, size_t length, Memory *memory, Program **program, Error *error) {
    Program *made = memory_take_zeroed(memory, 1, sizeof *made + length + 1);
    if (made == NULL) return no_memory(error);
    memcpy(made->file, file, length);
    made->foreign.program = made->file;
    made->foreign.plane = &made->plane;
    made->cells = made->plane = solver_exec;
    made->cells.adapted = made->plane.adapted = made;
    made->cells.map_kinds = MAP_GRID;
    made->cells.query = query;
    made->plane.query_points = query_points;
    Status status = check_file(made->file, error);
    if (status == STATUS_OK) status = foreign_hash(made->file, memory, &made->foreign.hash, error);
    if (status == STATUS_OK)
        *program = made;
    else
        memory_give(memory, made);
    return status;
}
