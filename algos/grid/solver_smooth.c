/* Any grid solver's path, straightened: one pass for all of them (smooth.h). */
#include "algos/grid/centres.h"
#include "algos/grid/hpa_local.h"
#include "algos/grid/smooth.h"
#include "algos/map/map_outline.h"
#include "algos/solver.h"

#include <string.h>

extern const Solver solver_astar, solver_dijkstra, solver_hpa;

/* In the order of the choices. */
static const Solver *const inner_solvers[] = {&solver_astar, &solver_dijkstra, &solver_hpa};

enum { OF, MOVE, K, WAY };
enum { OF_ASTAR, OF_DIJKSTRA, OF_HPA };

/* A row that the inner solver has too is handed on to it. */
static const Parameter rows[] = {
    [OF] = {.name = "of",
            .type = PARAMETER_CHOICE,
            .choices = "astar|dijkstra|hpa",
            .help = "whose path is straightened (style=plain)"},
    [MOVE] = {.name = "move",
              .type = PARAMETER_CHOICE,
              .choices = MOVE_NAMES,
              .preset = MOVE_8,
              .help = "movement rule of that path; the straightened one moves anywhere"},
    [K] = {.name = "k",
           .type = PARAMETER_INTEGER,
           .low = 2,
           .high = CLUSTER_SIDE_MOST,
           .preset = 16,
           .free_in = 1u << OF_HPA,
           .free_by = "of",
           .help = "cells along a cluster's side"},
    [WAY] = {.name = "way",
             .type = PARAMETER_CHOICE,
             .choices = SMOOTH_NAMES,
             .help =
                 "greedy: a line ends before the first cell that it cannot reach; farthest: it goes to the "
                 "last one that it can"},
};

typedef struct Index {
    const Solver *solver;
    void *inner;
    const Grid *grid;
    bool has_plane; /* else costs differ: then lengths are integrals of them */
    SmoothWay way;
    Memory *memory;
} Index;

typedef struct Scratch {
    const Solver *solver;
    void *inner;
    Path cells;
    Memory *memory;
} Scratch;

static Settings inner_settings(const Solver *solver, const Settings *settings) {
    Settings inner = settings_preset(solver->parameters);
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int row = parameter_find(solver->parameters, rows[i].name, strlen(rows[i].name));
        if (row >= 0) inner.value[row] = settings->value[i];
    }
    return inner;
}

static void index_destroy(void *untyped) {
    Index *index = untyped;
    if (index->inner != NULL) index->solver->index_destroy(index->inner);
    memory_give(index->memory, index);
}

static Status prepare(const Map *map, const Settings *settings, Memory *memory, void **index, Error *error) {
    Index *made = memory_take(memory, 1, sizeof *made);
    if (made == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the index", NULL);
    const Solver *solver = inner_solvers[settings->value[OF]];
    if (settings->value[OF] == OF_HPA && settings->value[MOVE] == MOVE_8C) {
        memory_give(memory, made);
        return error_say(error, STATUS_REFUSED, "smooth: hpa has no move=8c, expected 4 or 8", NULL);
    }
    *made = (Index){solver, NULL, &map->grid, map_has_plane(map), (SmoothWay)settings->value[WAY], memory};
    Settings inner = inner_settings(solver, settings);
    Status status = solver->prepare(map, &inner, memory, &made->inner, error);
    if (status != STATUS_OK) {
        made->inner = NULL;
        index_destroy(made);
        return status;
    }
    *index = made;
    return STATUS_OK;
}

static void describe(const void *untyped, Facts *facts) {
    const Index *index = untyped;
    *facts = (Facts){0};
    if (index->solver->describe != NULL) index->solver->describe(index->inner, facts);
}

static void scratch_destroy(void *untyped) {
    Scratch *scratch = untyped;
    if (scratch->inner != NULL) scratch->solver->scratch_destroy(scratch->inner);
    path_destroy(&scratch->cells);
    memory_give(scratch->memory, scratch);
}

static Status scratch_create(const void *untyped, Memory *memory, void **scratch) {
    const Index *index = untyped;
    Scratch *made = memory_take(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    *made = (Scratch){index->solver, NULL, path_in(memory), memory};
    Status status = index->solver->scratch_create(index->inner, memory, &made->inner);
    if (status != STATUS_OK) {
        made->inner = NULL;
        scratch_destroy(made);
        return status;
    }
    *scratch = made;
    return STATUS_OK;
}

/* What a path costs where costs differ is known between centres only (smooth.h): other ends have none. */
static bool takes_ends(const Index *index, const PointQuery *query, Query *cells) {
    if (!centres_ends(index->grid, query, cells)) return false;
    return index->has_plane || (point_equal(query->start, cell_centre(cells->start)) &&
                                point_equal(query->goal, cell_centre(cells->goal)));
}

static Status query_points(const void *untyped, void *untyped_scratch, const PointQuery *query,
                           PointPath *path, Counters *counters) {
    const Index *index = untyped;
    Scratch *scratch = untyped_scratch;
    Query cells;
    path->count = 0;
    path->length = 0;
    if (!takes_ends(index, query, &cells)) return STATUS_OK;
    if (cells.start.x == cells.goal.x && cells.start.y == cells.goal.y) return centres_within(query, path);
    TRY(index->solver->query(index->inner, scratch->inner, &cells, &scratch->cells, counters));
    if (scratch->cells.count == 0) return STATUS_OK;
    TRY(centres_add_end(path, query->start, cells.start));
    TRY(smooth_cells(index->grid, scratch->cells.cells, scratch->cells.count, index->way, path));
    TRY(centres_add_end(path, query->goal, cells.goal));
    path->length = index->has_plane ? point_path_length(path) : smooth_cost(index->grid, path);
    return STATUS_OK;
}

extern const Solver solver_smooth;
const Solver solver_smooth = {
    .name = "smooth",
    .summary = "a grid solver's path, its corners left out where a straight line does as well",
    .source = "Botea, Müller and Schaeffer, Near optimal hierarchical path-finding, 2004",
    .map_kinds = MAP_GRID,
    .parameters = {rows, sizeof rows / sizeof *rows},
    .guarantee = guarantee_none,
    .move = moves_any,
    .prepare = prepare,
    .index_destroy = index_destroy,
    .describe = describe,
    .scratch_create = scratch_create,
    .scratch_destroy = scratch_destroy,
    .query_points = query_points,
};
