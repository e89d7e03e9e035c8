/* A query and its path of any kind. How a query is given depends on its file: between cells of a grid, or
 * between points. How it is asked depends on the solver: one that moves from cell to cell takes cells, one
 * that moves in the plane takes points, and cells stand for their centres. */
#ifndef TAUT_HARNESS_ANY_PATH_H
#define TAUT_HARNESS_ANY_PATH_H

#include "algos/solver.h"
#include "gen/generator.h"

/* Only the member of its kind counts. */
typedef struct AnyQuery {
    bool is_planar;
    Query cells;
    PointQuery points;
} AnyQuery;

typedef struct AnyPath {
    Path cells;
    PointPath points;
} AnyPath;

static inline AnyPath any_path_in(Memory *memory) {
    return (AnyPath){path_in(memory), point_path_in(memory)};
}
static inline void any_path_destroy(AnyPath *path) {
    path_destroy(&path->cells);
    point_path_destroy(&path->points);
}

/* As it is given. */
static inline AnyQuery query_at(const QuerySet *set, uint32_t i) {
    if (set->points != NULL) return (AnyQuery){.is_planar = true, .points = set->points[i]};
    return (AnyQuery){.cells = set->queries[i]};
}

/* As a solver that moves by `move` is asked it. */
static inline AnyQuery query_for(const AnyQuery *given, Move move) {
    if (given->is_planar || move != MOVE_ANY) return *given;
    PointQuery points = {cell_centre(given->cells.start), cell_centre(given->cells.goal)};
    return (AnyQuery){.is_planar = true, .points = points};
}

/* Asks by the entry of the query's kind; inline, for it stands inside of what is timed. */
MUST_CHECK static inline Status solver_ask(const Solver *solver, const void *index, void *scratch,
                                           const AnyQuery *query, AnyPath *path, Counters *counters) {
    return query->is_planar ? solver->query_points(index, scratch, &query->points, &path->points, counters)
                            : solver->query(index, scratch, &query->cells, &path->cells, counters);
}

/* Its cells or points. */
static inline uint64_t any_path_count(const AnyPath *path, bool is_planar) {
    return is_planar ? path->points.count : path->cells.count;
}

/* Of its cells or the bits of its points, in order. */
uint64_t any_path_hash(const AnyPath *path, bool is_planar);

/* What the steps of a path cost by the cells that they enter, sound or not. */
Length path_length(const Grid *grid, const Path *path);

/* Whether the solver can be asked queries on the map that are given between points, or (!is_planar) between
 * cells: STATUS_REFUSED, saying what it takes, where it does not take that kind of map, and for points where
 * it moves from cell to cell. */
MUST_CHECK Status solver_takes(const Solver *solver, const Map *map, bool is_planar, Error *error);

/* Prepares `solver` for such queries; refuses what solver_takes refuses. */
MUST_CHECK Status solver_prepare(const Solver *solver, const Settings *settings, const Map *map,
                                 bool is_planar, Memory *memory, void **index, Error *error);

#endif
