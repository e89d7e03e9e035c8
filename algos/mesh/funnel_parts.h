/* What the two right funnels decide alike. */
#ifndef TAUT_MESH_FUNNEL_PARTS_H
#define TAUT_MESH_FUNNEL_PARTS_H

#include "algos/mesh/funnel.h"

#include <float.h>

static inline bool portal_holds(const Portal *portal, Point point) {
    return turn_of(portal->left, portal->right, point) == 0 &&
           point_between(portal->left, portal->right, point);
}

/* Whether a computed end lies past the other side's limit (sense 1: a right end past the left limit) for
 * sure, so that the path turns at that limit. Where rounding leaves it in doubt the end of its wall decides.
 *
 * Its x is exact. Straight above or below the limit no doubt may stay, though the apex be but a rounding off
 * that upright line: the funnel is nearly half a turn wide there, and what comes next would look as if it lay
 * on the other side.
 */
static inline bool computed_passes(Point apex, Point limit, Point end, int sense) {
    double x = end.x < 0 ? -end.x : end.x, y = end.y < 0 ? -end.y : end.y, size = x > y ? x : y;
    double rise = end.y - limit.y, doubt = 32 * DBL_EPSILON * size;
    if (end.x == limit.x && (rise > doubt || -rise > doubt)) {
        int side = (limit.x > apex.x) - (limit.x < apex.x);
        return sense * (rise > 0 ? side : -side) > 0;
    }
    return sense * side_of_rounded(apex, limit, end, size) > 0;
}

#endif
