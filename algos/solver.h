/* One interface for everything that finds a path.
 *
 * Three lifetimes: the Map (read only, shared), the index (what `prepare` builds once from a map and
 * settings; read only, shared by threads) and the scratch (one a thread, reused between queries, never
 * cleared in O(map) unless a style says so on purpose). A solver is a constant struct in its own file and a
 * row in registry.c. */
#ifndef TAUT_SOLVER_H
#define TAUT_SOLVER_H

#include "algos/core/counters.h"
#include "algos/core/memory.h"
#include "algos/core/parameter.h"
#include "algos/core/status.h"
#include "algos/map/map.h"
#include "algos/map/move.h"
#include "algos/map/path.h"
#include "algos/map/point_path.h"

typedef enum Guarantee {
    GUARANTEE_NONE,        /* valid paths, of any length; finds one where there is one */
    GUARANTEE_OPTIMAL,     /* shortest under the movement rule */
    GUARANTEE_BOUNDED,     /* at most solver_bound per cent of the shortest under the movement rule */
    GUARANTEE_NOTHING,     /* does not answer: the harness measures itself with it */
    GUARANTEE_AS_PUBLISHED /* answers as a document's code does, its defects kept: paths may be invalid or
                              missing, which is a result and no fault */
} Guarantee;

/* "none", "optimal", "bounded", "nothing", "as-published". */
const char *guarantee_name(Guarantee guarantee);

/* What an index holds, for the database. One list, as with the counters. Row: name, help. */
#define FACT_LIST(ROW)                                                                \
    ROW(nodes, "nodes of the abstract graph, or of the visibility graph")             \
    ROW(edges, "directed edges of that graph, those across cluster borders included") \
    ROW(cached_cells, "steps of the paths that are kept with its edges")              \
    ROW(vertices, "vertices of the mesh")                                             \
    ROW(faces, "faces of the mesh")                                                   \
    ROW(sharpest, "tangent of half the sharpest angle of a face, in millionths")      \
    ROW(triangles, "Delaunay triangles of samples, before walls take theirs out")     \
    ROW(circle_tests, "samples tried against circles to make these triangles")

typedef struct Facts {
#define FACT_FIELD(NAME, HELP) uint64_t NAME;
    FACT_LIST(FACT_FIELD)
#undef FACT_FIELD
} Facts;

typedef struct Solver {
    const char *name;
    const char *summary; /* one line */
    const char *source;  /* paper and section it comes from */
    uint32_t map_kinds;  /* set of MapKind bits */
    ParameterTable parameters;

    /* What it promises with these settings. */
    Guarantee (*guarantee)(const Settings *settings);

    /* Under GUARANTEE_BOUNDED: its paths' lengths are at most so many per cent of the optimum. NULL for those
     * that never promise that. */
    uint32_t (*bound)(const Settings *settings);

    /* The rule its paths obey. */
    Move (*move)(const Settings *settings);

    /* Whether it knows the links of a map. Those that do not are never given a map that has any. */
    bool takes_links;

    /* Builds the index in `memory` from a map that outlives it. STATUS_REFUSED, with the reason, for a map
     * that it does not take. On failure nothing stays allocated. */
    Status (*prepare)(const Map *map, const Settings *settings, Memory *memory, void **index, Error *error);
    void (*index_destroy)(void *index);

    /* Brings the index up to date after the caller has changed these cells of its map, a grid, and called
     * grid_finish (a cell may be listed twice, or not have changed). Exclusive: no query may run. Scratches
     * made before go on. Adds what was done to `counters`. The answers are then those of an index prepared
     * afresh. On failure index and scratches can only be destroyed. NULL: there is none, prepare again. */
    Status (*update)(void *index, const Cell *changed, uint32_t count, Counters *counters, Error *error);

    /* What the index holds; may be NULL. */
    void (*describe)(const void *index, Facts *facts);

    /* A scratch for one thread, in `memory`. */
    Status (*scratch_create)(const void *index, Memory *memory, void **scratch);
    void (*scratch_destroy)(void *scratch);

    /* Answers one query, whose ends are passable cells: fills `path` (count 0: there is none; its length is
     * what the solver claims) and adds to `counters`. Fails only for want of memory. */
    Status (*query)(const void *index, void *scratch, const Query *query, Path *path, Counters *counters);

    /* The same between points, for solvers that take polygons or meshes; NULL for those that do not. An end
     * that is not in free space, or that is ambiguous (a point where obstacles touch), has no path. */
    Status (*query_points)(const void *index, void *scratch, const PointQuery *query, PointPath *path,
                           Counters *counters);

    /* The rest is for solvers from outside, which stand for a plug-in or a program; all NULL for others. */

    /* What it stands for: goes with its settings to each of these functions. */
    const void *adapted;

    /* After a query that failed otherwise than for want of memory (STATUS_BAD_INPUT: what came is no answer;
     * STATUS_SYSTEM: none will ever come again): why, in the scratch until the next query. */
    const char *(*complaint)(const void *scratch);
} Solver;

/* For solvers whose guarantee, or rule, is the same whatever the settings. */
Guarantee guarantee_optimal(const Settings *settings);
Guarantee guarantee_none(const Settings *settings);
Move moves_any(const Settings *settings);

/* All solvers, in the order in which they are listed. */
extern const Solver *const solver_registry[];
extern const uint32_t solver_count;

/* What a path of these settings may cost at most, in per cent of the optimum; 0 where nothing is promised. */
uint32_t solver_bound(const Solver *solver, const Settings *settings);

/* The solver called `name` (length bytes), or NULL. */
const Solver *solver_find(const char *name, size_t length);

#endif
