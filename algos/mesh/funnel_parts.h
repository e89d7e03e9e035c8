/* What the two right funnels decide alike. */
#ifndef TAUT_MESH_FUNNEL_PARTS_H
#define TAUT_MESH_FUNNEL_PARTS_H

#include "algos/mesh/funnel.h"

static inline bool portal_holds(const Portal *portal, Point point) {
    return turn_of(portal->left, portal->right, point) == 0 &&
           point_between(portal->left, portal->right, point);
}

/* Whether a computed end lies past the other side's limit (sense 1: a right end past the left limit) for
 * sure, so that the path turns at that limit. Where rounding leaves it in doubt the end of its wall decides.
 */
static inline bool computed_passes(Point apex, Point limit, Point end, int sense) {
    double x = end.x < 0 ? -end.x : end.x, y = end.y < 0 ? -end.y : end.y;
    return sense * side_of_rounded(apex, limit, end, x > y ? x : y) > 0;
}

#endif
