/* The walls of a polygon map that changes: obstacles come and go, and each change tells which walls it takes
 * and which it makes, by work around the obstacle only.
 *
 * What is kept is the arrangement that polygons_create makes, and besides, of obstacles that touch along
 * edges, the pieces with blocked space on both sides: they are walls again once one of the two goes. Numbers
 * of vertices, walls and obstacles stay what they are until that one goes; those given back are used again.
 */
#ifndef TAUT_MESH_WALLS_H
#define TAUT_MESH_WALLS_H

#include "algos/map/polygons.h"

#include <stdbool.h>

#define WALL_NONE UINT32_MAX

typedef struct WallVertex {
    Point at;
    uint32_t uses; /* corners of rings here; 0: only while a change is being made, or it is gone */
    uint32_t wall; /* the first wall at it; of one that is gone the next one gone */
} WallVertex;

typedef struct Wall {
    uint32_t from, to; /* free space on the left of from -> to; from == WALL_NONE: it is gone */
    uint32_t next[2];  /* the next wall at `from`, at `to` */
    uint32_t corner;   /* for the mesh: a corner of a face that lies along it */
    uint32_t stamp;    /* the last search that met it */
    bool is_hidden;    /* blocked on both sides */
    bool is_doomed;    /* listed in a change's `gone` */
} Wall;

/* Corners in a row, blocked space on the right. */
typedef struct WallRing {
    uint32_t *vertex; /* NULL where there is none any more: then `count` is the next one gone */
    uint32_t count;
} WallRing;

/* A list of walls that meet a cell of a grid over the map. */
typedef struct WallNode {
    uint32_t wall, next;
} WallNode;

typedef struct Walls {
    WallVertex *vertices;
    Wall *walls;
    WallRing *rings; /* boundaries first, which stay */
    WallNode *nodes;
    uint32_t vertex_count, wall_count, ring_count, node_count; /* with those that are gone */
    uint32_t vertex_capacity, wall_capacity, ring_capacity, node_capacity;
    uint32_t vertex_unused, wall_unused, node_unused, ring_unused; /* lists of those that are gone */
    uint32_t vertices_unused, walls_unused, nodes_unused;          /* how long these are */
    uint32_t boundary_count, shown_count;                          /* walls that are not hidden */
    uint32_t *cells;                                               /* of each cell its first node */
    uint32_t columns, rows;
    double cell_width, cell_height;
    Point low, high;
    double per_unit; /* 2^-lattice */
    int lattice;
    uint32_t stamp;
    Memory *memory;
} Walls;

/* STATUS_REFUSED for an inexact map. O(n), and for walls across many cells of the grid their number. */
MUST_CHECK Status walls_create(const Polygons *polygons, Memory *memory, Walls *walls, Error *error);
void walls_destroy(Walls *walls);

/* What a change takes and makes. */
typedef struct WallPiece {
    uint32_t from, to;
    bool is_hidden;
} WallPiece;

typedef struct WallChange {
    uint32_t ring; /* that comes or goes */
    bool is_removal;
    WallRing shape;          /* of the obstacle; it is the change's own where that comes */
    Point *points;           /* its corners */
    Point low, high, inside; /* their box; of one that comes a point within */
    uint32_t *chain; /* all vertices along its ring; on removal the walls between them lie in `gone`, first */
    uint32_t *gone;  /* walls */
    WallPiece *made;
    uint32_t chain_count, gone_count, made_count;
    uint32_t chain_capacity, gone_capacity, made_capacity;
    Memory *memory;
} WallChange;

/* Plans that an obstacle comes: a simple polygon, either turning sense, on the map's lattice.
 * STATUS_BAD_INPUT where polygons_create would refuse it: it may touch other obstacles and the boundary in
 * points and along edges, but not overlap them; STATUS_REFUSED off the lattice, and where it touches
 * itself. All memory that the change
 * needs is taken, so that walls_commit cannot fail; until then or walls_cancel only the numbers of its new
 * vertices are in use. O(m w) for m corners and w walls near it. */
MUST_CHECK Status walls_add(Walls *walls, const Point *points, uint32_t count, WallChange *change,
                            Error *error);
/* Plans that an obstacle goes. STATUS_REFUSED for a boundary, for one that is not there, and for one that has
 * a boundary within it. */
MUST_CHECK Status walls_remove(Walls *walls, uint32_t ring, WallChange *change, Error *error);
/* Makes the change; gives back what `change` holds. `corner` of new walls is WALL_NONE. */
void walls_commit(Walls *walls, WallChange *change);
void walls_cancel(Walls *walls, WallChange *change);

/* Whether a polygon has a corner that is on another one or on a side. O(m^2). */
bool polygon_touches_itself(const Point *points, uint32_t count);

/* The first wall straight above the point, of those that span its x (the right end does not count), or
 * WALL_NONE. */
uint32_t walls_above(const Walls *walls, Point point);

/* The wall from one vertex to another, not hidden, or WALL_NONE. */
uint32_t wall_between(const Walls *walls, uint32_t from, uint32_t to);

/* Whether, right of where both begin, the line from a to b is below that from c to d: both lead to the right,
 * do not cross and span an x in common. */
bool line_below(Point a, Point b, Point c, Point d);
/* The same of two walls. */
bool wall_below(const Walls *walls, uint32_t wall, uint32_t other);

/* The map that they bound now, as polygons_create makes it. `number` (vertex_count) gets each vertex' number
 * there. O(n log n). */
MUST_CHECK Status walls_polygons(const Walls *walls, Memory *memory, uint32_t *number, Polygons *polygons);

static inline Point wall_point(const Walls *walls, uint32_t vertex) {
    return walls->vertices[vertex].at;
}
/* Ends by x; of an upright wall either. */
static inline Point wall_left(const Walls *walls, const Wall *wall) {
    Point a = wall_point(walls, wall->from), b = wall_point(walls, wall->to);
    return a.x <= b.x ? a : b;
}
static inline Point wall_right(const Walls *walls, const Wall *wall) {
    Point a = wall_point(walls, wall->from), b = wall_point(walls, wall->to);
    return a.x <= b.x ? b : a;
}
static inline bool wall_is_upright(const Walls *walls, const Wall *wall) {
    return wall_point(walls, wall->from).x == wall_point(walls, wall->to).x;
}

#endif
