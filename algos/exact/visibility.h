/* The oracle of polygon maps: the visibility graph by brute force, each pair of corners tried against every
 * edge, and Dijkstra's search over it with every doubt about lengths decided exactly. It shares no code with
 * a solver. For maps of a few hundred vertices. */
#ifndef TAUT_EXACT_VISIBILITY_H
#define TAUT_EXACT_VISIBILITY_H

#include "algos/core/links.h"
#include "algos/map/point_path.h"
#include "algos/map/polygons.h"

#include <stdbool.h>

typedef struct Visibility Visibility;

/* Builds the graph: corners² · edges / 2 exact tests, corners² bytes. `polygons` outlives it. Read only
 * afterwards. */
MUST_CHECK Status visibility_create(const Polygons *polygons, Memory *memory, Visibility **visibility);
/* The same with links (NULL: none), which outlive it: their ends are corners more, each link an edge in its
 * direction. */
MUST_CHECK Status visibility_create_linked(const Polygons *polygons, const Links *links, Memory *memory,
                                           Visibility **visibility);
void visibility_destroy(Visibility *visibility);

/* Corner i (ends of links left out): where a path can turn, 0 .. count - 1. The name is that of a fan: the
 * number of the edge that leaves the vertex along the free sector's clockwise side. */
uint32_t visibility_corner_count(const Visibility *visibility);
uint32_t visibility_corner_edge(const Visibility *visibility, uint32_t corner);
/* Whether two corners see one another, perhaps past others on the same line. */
bool visibility_sees(const Visibility *visibility, uint32_t corner, uint32_t other);

typedef enum VisibilityAnswer {
    VISIBILITY_FOUND,
    VISIBILITY_NO_PATH,  /* an end is blocked, or the ends lie in separate parts of free space */
    VISIBILITY_AMBIGUOUS /* an end is a point where obstacles touch and several sides are free */
} VisibilityAnswer;

/* A shortest path (one of several; without points in a straight line), or why there is none. *exact is false
 * when lengths had to be compared that 100 bits do not tell apart: only on maps that are `inexact`. Takes
 * O(corners) bytes in the path's memory meanwhile; O(corners²) and a comparison a tie. */
MUST_CHECK Status visibility_query(const Visibility *visibility, const PointQuery *query, PointPath *path,
                                   VisibilityAnswer *answer, bool *exact);

#endif
