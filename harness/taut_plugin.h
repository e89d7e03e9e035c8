/* Solvers in a shared object of their own, for `taut ... --plugin FILE.so`. This file is all that its author
 * needs of taut: C99 or C++, nothing to link with.
 *
 * FILE.so exports one constant called `taut_plugin`. What is in it is plain data, and taut calls its
 * functions in child processes only: a plug-in that crashes, hangs or eats memory costs its own results, no
 * others. Each path is checked step by step, as those of taut's own solvers are.
 *
 *     cc -O3 -shared -fPIC -o FILE.so FILE.c          smallest model: scripts/plugins/breadth.c
 *
 * Three lifetimes: the map (read only), the index (made once of a map and values; read only, shared by
 * threads) and the scratch (one a thread, used again from query to query). */
#ifndef TAUT_PLUGIN_H
#define TAUT_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Of this file. A plug-in built with another number is refused. */
#define TAUT_PLUGIN_ABI 1

/* What a function that can fail returns. Anything else: that answer is none, and counts as invalid. */
enum { TAUT_OK = 0, TAUT_NO_MEMORY = 1, TAUT_REFUSED = 2 /* by `prepare` alone, with the reason */ };

/* Kinds of maps, a set. With TAUT_MAKES_MESH grids and polygons come as the mesh that taut makes of them: as
 * its solvers' mesh= says where the plug-in has a choice parameter of that name (any of
 * "trapezoid|cdt|merged|rectangles"), else merged. */
enum { TAUT_GRID = 1, TAUT_POLYGONS = 2, TAUT_MESH = 4, TAUT_MAKES_MESH = 8 };

/* Movement rules between cells: four directions; eight, without cutting corners; eight, a corner may be cut.
 * A step costs the cell entered, times √2 on a diagonal. */
enum { TAUT_MOVE_4, TAUT_MOVE_8, TAUT_MOVE_8C };

/* What is promised: some path where there is one; the shortest; at most w per cent of it, where w is the
 * plug-in's parameter of that name; nothing at all (it does not answer: its paths are not looked at); to
 * answer as it is known to (invalid or missing paths are a result then, and make no command fail). */
enum { TAUT_VALID, TAUT_OPTIMAL, TAUT_BOUNDED, TAUT_NO_ANSWER, TAUT_AS_PUBLISHED };

typedef struct TautCell {
    int32_t x, y;
} TautCell;

typedef struct TautPoint {
    double x, y;
} TautPoint;

/* Zero, but for what belongs to its kind. It outlives the index. */
typedef struct TautMap {
    uint32_t kind;
    /* TAUT_GRID: y down; cost[y * stride + x] of entering cell (x, y), 0 where it is blocked. The frame of
     * cells around the map (x or y of -1, width, height) can be read, and is blocked. */
    int32_t width, height;
    const uint8_t *cost;
    ptrdiff_t stride;
    uint8_t cost_least, cost_most; /* of cells that can be entered */
    /* TAUT_POLYGONS, TAUT_MESH */
    const TautPoint *vertices;
    uint32_t vertex_count;
    /* TAUT_POLYGONS: edge i runs from edges[2 * i] to edges[2 * i + 1] with free space on its left, y up. */
    const uint32_t *edges;
    uint32_t edge_count;
    /* TAUT_MESH: convex faces; face f has the corners corner[first[f]] .. corner[first[f + 1] - 1], counter-
     * clockwise with y up; neighbour[i] is the face beyond the edge from corner i to the next one, UINT32_MAX
     * where there is none. */
    const uint32_t *first, *corner, *neighbour;
    uint32_t face_count;
} TautMap;

/* Counted memory: what is taken here is what taut reports of index and scratch, and what `limit memory=`
 * holds. A plug-in may use a heap of its own; that is watched from outside, and not counted. */
typedef struct TautMemory {
    void *(*take)(struct TautMemory *memory, size_t bytes); /* all zero, aligned to 16; NULL: refused */
    void *(*resize)(struct TautMemory *memory, void *old, size_t bytes);
    void (*give)(struct TautMemory *memory, void *taken); /* NULL is allowed */
} TautMemory;

/* The answer of a query, empty at first: both ends belong to it, every cell between cells, the turning points
 * between points; count 0: there is no path. */
typedef struct TautPath {
    TautCell *cells;          /* between cells */
    TautPoint *points;        /* between points */
    uint64_t count, capacity; /* cells or points written; there is room for */
    /* Makes room for so many in all and keeps what is there: 0, or TAUT_NO_MEMORY. */
    int (*reserve)(struct TautPath *path, uint64_t capacity);
    /* Set `claims` to say what the path costs: straight + diagonal·√2 between cells, `length` between points.
     * A claim is checked too; without one, taut adds the steps up (in the time of the query). */
    int claims;
    int64_t straight, diagonal;
    double length;
} TautPath;

/* Add to those that the algorithm has. */
typedef struct TautCounters {
    uint64_t expanded;  /* nodes whose neighbours were looked at */
    uint64_t generated; /* neighbours looked at that could be entered and were not closed */
    uint64_t pushed;    /* entries put into the queue */
    uint64_t popped;    /* entries taken from it */
} TautCounters;

/* A parameter of the solver's spec: a whole number low .. high, or one of the choices. */
typedef struct TautParameter {
    const char *name;    /* of small letters and '_' */
    const char *help;    /* one line */
    const char *choices; /* "a|b|c": the value is the choice's place; NULL: a number */
    int64_t low, high;
    int64_t preset;
} TautParameter;

typedef struct TautSolver {
    const char *name;    /* of small letters, digits, '_' and '-'; none of taut's */
    const char *summary; /* one line */
    const char *source;  /* the paper it comes from */
    uint32_t takes;      /* a set of kinds of maps */
    uint32_t promise;
    uint32_t
        move; /* between cells; a choice parameter `move` (of "4", "8", "8c") decides where there is one */
    const TautParameter *parameters;
    uint32_t parameter_count;

    /* Makes *index of the map and the parameters' values. For TAUT_REFUSED write why, with its 0, to `why`.
     */
    int (*prepare)(const TautMap *map, const int64_t *values, TautMemory *memory, void **index, char *why,
                   size_t why_size);
    void (*index_destroy)(void *index);
    int (*scratch_create)(const void *index, TautMemory *memory, void **scratch); /* NULL: it needs none */
    void (*scratch_destroy)(void *scratch);

    /* One of both: between passable cells of a grid; or between points of the plane, by straight lines that
     * may touch obstacles. */
    int (*query)(const void *index, void *scratch, TautCell start, TautCell goal, TautPath *path,
                 TautCounters *counters);
    int (*query_points)(const void *index, void *scratch, TautPoint start, TautPoint goal, TautPath *path,
                        TautCounters *counters);
} TautSolver;

typedef struct TautPlugin {
    uint32_t abi;         /* TAUT_PLUGIN_ABI */
    uint32_t solver_size; /* sizeof(TautSolver) */
    const TautSolver *solvers;
    uint32_t solver_count;
} TautPlugin;

#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
extern const TautPlugin taut_plugin;

/* Appends a cell, or a point. */
static inline int taut_add_cell(TautPath *path, int32_t x, int32_t y) {
    if (path->count == path->capacity && path->reserve(path, path->count + 1) != TAUT_OK)
        return TAUT_NO_MEMORY;
    path->cells[path->count].x = x;
    path->cells[path->count++].y = y;
    return TAUT_OK;
}

static inline int taut_add_point(TautPath *path, double x, double y) {
    if (path->count == path->capacity && path->reserve(path, path->count + 1) != TAUT_OK)
        return TAUT_NO_MEMORY;
    path->points[path->count].x = x;
    path->points[path->count++].y = y;
    return TAUT_OK;
}

#ifdef __cplusplus
}
#endif

#endif
