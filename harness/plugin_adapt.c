/* Our solver interface on top of a plug-in's. What it costs a query: a few nanoseconds, and adding up the
 * path's steps where the plug-in claims no length. */
#include "harness/plugin.h"

#include "algos/map/map_outline.h"
#include "algos/mesh/map_mesh.h"
#include "harness/any_path.h"

#include <assert.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>

/* Arrays of ours are handed out as theirs. */
static_assert(sizeof(TautCell) == sizeof(Cell) && offsetof(TautCell, y) == offsetof(Cell, y), "cells");
static_assert(sizeof(TautPoint) == sizeof(Point) && offsetof(TautPoint, y) == offsetof(Point, y), "points");
static_assert(sizeof(PolygonEdge) == 2 * sizeof(uint32_t), "edges");

/* Their part stands first: what they give back is ours. */
typedef struct Counted {
    TautMemory theirs;
    Memory *memory;
} Counted;

static void *counted_take(TautMemory *theirs, size_t bytes) {
    return memory_take_zeroed(((Counted *)(void *)theirs)->memory, bytes, 1);
}

static void *counted_resize(TautMemory *theirs, void *old, size_t bytes) {
    return memory_resize(((Counted *)(void *)theirs)->memory, old, bytes, 1);
}

static void counted_give(TautMemory *theirs, void *taken) {
    memory_give(((Counted *)(void *)theirs)->memory, taken);
}

static Counted counted_in(Memory *memory) {
    return (Counted){{counted_take, counted_resize, counted_give}, memory};
}

typedef struct Index {
    const PluginSolver *solver;
    const Grid *grid; /* NULL in the plane */
    MapMesh built;    /* where the map had to become a mesh */
    bool has_built;
    TautMap map;
    Counted memory;
    size_t own_heap; /* what it took elsewhere, and taut's Memory counts with the rest */
    void *theirs;
} Index;

typedef struct Scratch {
    const Index *index;
    Counted memory;
    void *theirs;
    char complaint[120];
} Scratch;

int64_t plugin_choice(const Parameter *row, int64_t value, const char *names) {
    char name[64];
    parameter_text(row, value, name, sizeof name);
    Parameter ours = {.name = row->name, .type = PARAMETER_CHOICE, .choices = names};
    int64_t place;
    Error unsaid;
    return parameter_parse(&ours, row->name, name, strlen(name), &place, &unsaid) == STATUS_OK ? place : -1;
}

/* The same of a choice that was found to be among ours when the plug-in was loaded. */
static size_t known_choice(const PluginSolver *solver, int row, const Settings *settings, const char *names) {
    int64_t place = plugin_choice(&solver->rows[row], settings->value[row], names);
    assert(place >= 0);
    return (size_t)place;
}

static Guarantee their_guarantee(const Settings *settings) {
    static const Guarantee ours[] = {GUARANTEE_NONE, GUARANTEE_OPTIMAL, GUARANTEE_BOUNDED, GUARANTEE_NOTHING,
                                     GUARANTEE_AS_PUBLISHED};
    return ours[((const PluginSolver *)settings->adapted)->theirs->promise];
}

static uint32_t their_bound(const Settings *settings) {
    return (uint32_t)settings->value[((const PluginSolver *)settings->adapted)->bound_row];
}

static Move their_move(const Settings *settings) {
    const PluginSolver *solver = settings->adapted;
    static const Move ours[] = {MOVE_4, MOVE_8, MOVE_8C};
    if (solver->theirs->query == NULL) return MOVE_ANY;
    if (solver->move_row < 0) return ours[solver->theirs->move];
    return ours[known_choice(solver, solver->move_row, settings, MOVE_NAMES)];
}

static void show_grid(const Grid *grid, TautMap *map) {
    map->kind = TAUT_GRID;
    map->width = grid->width;
    map->height = grid->height;
    map->cost = grid->cost + grid->stride + 1;
    map->stride = grid->stride;
    map->cost_least = grid->cost_min;
    map->cost_most = grid->cost_max;
}

static void show_polygons(const Polygons *polygons, TautMap *map) {
    map->kind = TAUT_POLYGONS;
    map->vertices = (const TautPoint *)(const void *)polygons->vertices;
    map->vertex_count = polygons->vertex_count;
    map->edges = (const uint32_t *)(const void *)polygons->edges;
    map->edge_count = polygons->edge_count;
}

static void show_mesh(const Mesh *mesh, TautMap *map) {
    map->kind = TAUT_MESH;
    map->vertices = (const TautPoint *)(const void *)mesh->vertices;
    map->vertex_count = mesh->vertex_count;
    map->first = mesh->first;
    map->corner = mesh->corner;
    map->neighbour = mesh->neighbour;
    map->face_count = mesh->face_count;
}

static Status show_map(const Map *map, const Settings *settings, Memory *memory, Index *index, Error *error) {
    const PluginSolver *solver = index->solver;
    if (map->kind == MAP_MESH) show_mesh(&map->mesh, &index->map);
    if (map->kind == MAP_POLYGONS) show_polygons(&map->polygons, &index->map);
    if (map->kind == MAP_GRID) show_grid(&map->grid, &index->map);
    if ((solver->theirs->takes & TAUT_MAKES_MESH) == 0 || map->kind == MAP_MESH) return STATUS_OK;
    MeshBuild build = MESH_MERGED;
    if (solver->mesh_row >= 0)
        build = (MeshBuild)known_choice(solver, solver->mesh_row, settings, MESH_NAMES);
    TRY(map_mesh_create(map, build, memory, &index->built, error));
    index->has_built = true;
    index->map = (TautMap){.kind = TAUT_MESH};
    show_mesh(index->built.mesh, &index->map);
    return STATUS_OK;
}

/* What the C library's heap holds, where it says so. */
static size_t heap_bytes(void) {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
    struct mallinfo2 heap = mallinfo2();
    return heap.uordblks + heap.hblkhd;
#else
    return 0;
#endif
}

/* An index may lie in a heap of its own: by how much that grew belongs to its size. */
static void count_own_heap(Index *index, size_t heap_before, size_t counted_before) {
    Memory *memory = index->memory.memory;
    size_t grown = heap_bytes(), counted = memory->live - counted_before;
    grown = grown > heap_before ? grown - heap_before : 0;
    /* The heap's own part of our blocks is no more than that. */
    if (grown <= counted + counted / 8 + 4096) return;
    index->own_heap = grown - counted;
    memory_count(memory, index->own_heap);
}

static void destroy(Index *index) {
    memory_uncount(index->memory.memory, index->own_heap);
    if (index->has_built) map_mesh_destroy(&index->built);
    memory_give(index->memory.memory, index);
}

static Status of_code(int code, Error *error, const char *name, const char *why) {
    if (code == TAUT_OK) return STATUS_OK;
    if (code == TAUT_NO_MEMORY) return error_say(error, STATUS_NO_MEMORY, name, ": no memory", NULL);
    if (code == TAUT_REFUSED) return error_say(error, STATUS_REFUSED, name, ": ", why, NULL);
    return error_say(error, STATUS_SYSTEM, name, ": prepare returned ", number_text(code).text, NULL);
}

static Status prepare(const Map *map, const Settings *settings, Memory *memory, void **index, Error *error) {
    const PluginSolver *solver = settings->adapted;
    if (solver->theirs->query == NULL) TRY(map_check_plane(map, error));
    Index *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for an index", NULL);
    made->solver = solver;
    made->grid = map->kind == MAP_GRID ? &map->grid : NULL;
    made->memory = counted_in(memory);
    Status status = show_map(map, settings, memory, made, error);
    if (status == STATUS_OK) {
        size_t heap = heap_bytes(), counted = memory->live;
        char why[200] = "";
        int code = solver->theirs->prepare(&made->map, settings->value, &made->memory.theirs, &made->theirs,
                                           why, sizeof why);
        why[sizeof why - 1] = '\0';
        status = of_code(code, error, solver->solver.name, why);
        if (status == STATUS_OK) count_own_heap(made, heap, counted);
    }
    if (status != STATUS_OK) {
        destroy(made);
        return status;
    }
    *index = made;
    return STATUS_OK;
}

static void index_destroy(void *untyped) {
    Index *index = untyped;
    index->solver->theirs->index_destroy(index->theirs);
    destroy(index);
}

static void describe(const void *untyped, Facts *facts) {
    const Index *index = untyped;
    if (index->has_built) map_mesh_describe(&index->built, facts);
}

static Status scratch_create(const void *untyped, Memory *memory, void **scratch) {
    const Index *index = untyped;
    Scratch *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    made->index = index;
    made->memory = counted_in(memory);
    const TautSolver *theirs = index->solver->theirs;
    int code = theirs->scratch_create == NULL
                   ? TAUT_OK
                   : theirs->scratch_create(index->theirs, &made->memory.theirs, &made->theirs);
    if (code == TAUT_OK) {
        *scratch = made;
        return STATUS_OK;
    }
    memory_give(memory, made);
    return code == TAUT_NO_MEMORY ? STATUS_NO_MEMORY : STATUS_SYSTEM;
}

static void scratch_destroy(void *untyped) {
    Scratch *scratch = untyped;
    const TautSolver *theirs = scratch->index->solver->theirs;
    if (theirs->scratch_destroy != NULL) theirs->scratch_destroy(scratch->theirs);
    memory_give(scratch->memory.memory, scratch);
}

/* The path as they see it; theirs first. */
typedef struct CellsView {
    TautPath theirs;
    Path *path;
} CellsView;

static int cells_reserve(TautPath *theirs, uint64_t capacity) {
    Path *path = ((CellsView *)(void *)theirs)->path;
    if (path_reserve(path, capacity) != STATUS_OK) return TAUT_NO_MEMORY;
    theirs->cells = (TautCell *)(void *)path->cells;
    theirs->capacity = path->capacity;
    return TAUT_OK;
}

typedef struct PointsView {
    TautPath theirs;
    PointPath *path;
} PointsView;

static int points_reserve(TautPath *theirs, uint64_t capacity) {
    PointPath *path = ((PointsView *)(void *)theirs)->path;
    if (point_path_reserve(path, capacity) != STATUS_OK) return TAUT_NO_MEMORY;
    theirs->points = (TautPoint *)(void *)path->points;
    theirs->capacity = path->capacity;
    return TAUT_OK;
}

static void add_counters(const TautCounters *theirs, Counters *counters) {
    COUNT(counters, expanded, theirs->expanded);
    COUNT(counters, generated, theirs->generated);
    COUNT(counters, pushed, theirs->pushed);
    COUNT(counters, popped, theirs->popped);
}

/* Whether what came is an answer at all. */
static Status accept(Scratch *scratch, int code, uint64_t count, uint64_t capacity) {
    scratch->complaint[0] = '\0';
    if (code == TAUT_OK && count <= capacity) return STATUS_OK;
    if (code == TAUT_NO_MEMORY) return STATUS_NO_MEMORY;
    if (code == TAUT_OK)
        snprintf(scratch->complaint, sizeof scratch->complaint, "a path of %llu where there is room for %llu",
                 (unsigned long long)count, (unsigned long long)capacity);
    else
        snprintf(scratch->complaint, sizeof scratch->complaint, "the query returned %d", code);
    return STATUS_BAD_INPUT;
}

static Status query(const void *untyped, void *scratch, const Query *asked, Path *path, Counters *counters) {
    const Index *index = untyped;
    Scratch *mine = scratch;
    CellsView view = {
        {.cells = (TautCell *)(void *)path->cells, .capacity = path->capacity, .reserve = cells_reserve},
        path};
    TautCounters counted = {0};
    int code =
        index->solver->theirs->query(index->theirs, mine->theirs, (TautCell){asked->start.x, asked->start.y},
                                     (TautCell){asked->goal.x, asked->goal.y}, &view.theirs, &counted);
    path->count = 0;
    TRY(accept(mine, code, view.theirs.count, path->capacity));
    path->count = view.theirs.count;
    path->length = view.theirs.claims ? (Length){view.theirs.straight, view.theirs.diagonal}
                                      : path_length(index->grid, path);
    add_counters(&counted, counters);
    return STATUS_OK;
}

static Status query_points(const void *untyped, void *scratch, const PointQuery *asked, PointPath *path,
                           Counters *counters) {
    const Index *index = untyped;
    Scratch *mine = scratch;
    PointsView view = {
        {.points = (TautPoint *)(void *)path->points, .capacity = path->capacity, .reserve = points_reserve},
        path};
    TautCounters counted = {0};
    int code = index->solver->theirs->query_points(
        index->theirs, mine->theirs, (TautPoint){asked->start.x, asked->start.y},
        (TautPoint){asked->goal.x, asked->goal.y}, &view.theirs, &counted);
    path->count = 0;
    TRY(accept(mine, code, view.theirs.count, path->capacity));
    path->count = view.theirs.count;
    path->length = view.theirs.claims ? view.theirs.length : point_path_length(path);
    add_counters(&counted, counters);
    return STATUS_OK;
}

static const char *complaint(const void *scratch) {
    return ((const Scratch *)scratch)->complaint;
}

void plugin_adapt(PluginSolver *made) {
    Solver *solver = &made->solver;
    uint32_t takes = made->theirs->takes;
    solver->map_kinds = (takes & TAUT_MAKES_MESH) != 0
                            ? (uint32_t)(MAP_GRID | MAP_POLYGONS | MAP_MESH)
                            : ((takes & TAUT_GRID) != 0 ? (uint32_t)MAP_GRID : 0) |
                                  ((takes & TAUT_POLYGONS) != 0 ? (uint32_t)MAP_POLYGONS : 0) |
                                  ((takes & TAUT_MESH) != 0 ? (uint32_t)MAP_MESH : 0);
    solver->guarantee = their_guarantee;
    solver->bound = their_bound;
    solver->move = their_move;
    solver->prepare = prepare;
    solver->index_destroy = index_destroy;
    solver->describe = describe;
    solver->scratch_create = scratch_create;
    solver->scratch_destroy = scratch_destroy;
    if (made->theirs->query != NULL) solver->query = query;
    if (made->theirs->query_points != NULL) solver->query_points = query_points;
    solver->complaint = complaint;
}
