/* The judge of paths between points: walks them over a polygon map by exact tests of its own. */
#ifndef TAUT_EXACT_CHECK_POINTS_H
#define TAUT_EXACT_CHECK_POINTS_H

#include "algos/core/links.h"
#include "algos/map/point_path.h"
#include "algos/map/polygons.h"

#include <stdbool.h>

typedef struct PointCheck PointCheck;

/* Prepares to judge many paths over `polygons`, which outlives it. Read only afterwards. */
MUST_CHECK Status point_check_create(const Polygons *polygons, Memory *memory, PointCheck **check);
/* From then on a path may take these links (NULL: none), which outlive it. */
void point_check_use_links(PointCheck *check, const Links *links);
void point_check_destroy(PointCheck *check);

/* Whether `path` goes from the query's start to its goal within closed free space or by links: no segment
 * between points that are not the ends of a link, in its direction, crosses an edge, neither a segment nor a
 * turn crosses a point where obstacles touch, no end is such a point with several free sides. Points may
 * repeat and lie in line. Sets the length as walked. False as well when the length that the solver claims
 * differs from it by more than 1e-9 of it; `why` (may be NULL) then says what is wrong and where. An empty
 * path is valid: it claims that there is none. */
bool point_path_valid(const PointCheck *check, const PointQuery *query, const PointPath *path, double *walked,
                      Error *why);

#endif
