/* The funnel is an apex and a limit on each side. Each portal narrows it; where one side passes the other,
 * the path turns at that other side's limit, which becomes the apex, and portals are looked at again from
 * there.
 *
 * What makes it right on degenerate channels:
 *   - A computed end limits nothing and is no corner: it lies inside a straight wall, whose end follows. But
 *     where it is plainly past the other side, the path turns there.
 *   - Portals that hold the apex are passed at the apex itself; they limit nothing. Only those at the
 * beginning can: later ones lie beyond one that does not.
 *   - A portal in line with the apex is seen edge on: both limits lie on one ray. Sides compare strictly, so
 *     that a limit on the other side's ray is no passing.
 *   - Of limits on one ray the farther counts, since the path along the ray touches the nearer one anyway. A
 * point on the line behind the apex is no limit: the other end of its portal decides. */
#include "algos/mesh/funnel_parts.h"

#include <math.h>

typedef struct Limit {
    Point at;
    uint32_t portal; /* the last one that set it */
    bool is_set;
} Limit;

typedef struct Funnel {
    Point apex;
    Limit left, right;
} Funnel;

static double along(Point from, Point a, Point b) {
    return (a.x - from.x) * (b.x - from.x) + (a.y - from.y) * (b.y - from.y);
}

/* Whether b is on the ray from `from` through a, and not before a; all three are in line. */
static bool is_beyond(Point from, Point a, Point b) {
    return along(from, a, b) > 0 && along(a, from, b) <= 0;
}

typedef enum Step { STEP_NONE, STEP_SET, STEP_PASSED } Step;

/* What a new end does to its own side: sense is 1 for a right end, which narrows the funnel to the left. */
static Step narrow(const Funnel *funnel, const Limit *own, const Limit *other, Point end, int sense) {
    if (own->is_set) {
        int turn = sense * turn_of(funnel->apex, own->at, end);
        if (turn < 0) return STEP_NONE;
        if (turn == 0 && !is_beyond(funnel->apex, own->at, end)) return STEP_NONE;
    }
    if (other->is_set && sense * turn_of(funnel->apex, other->at, end) > 0) return STEP_PASSED;
    return STEP_SET;
}

/* The goal may lie on the one ray that is left of the funnel, before the portals there: they are met first.
 */
static const Limit *met_before_goal(const Funnel *funnel, Point goal) {
    if (!funnel->left.is_set || !funnel->right.is_set) return NULL;
    if (turn_of(funnel->apex, funnel->left.at, goal) != 0 ||
        turn_of(funnel->apex, funnel->right.at, goal) != 0)
        return NULL;
    bool left_first = is_beyond(funnel->apex, funnel->left.at, funnel->right.at);
    const Limit *first = left_first ? &funnel->left : &funnel->right;
    return is_beyond(funnel->apex, first->at, goal) ? NULL : first;
}

/* Takes one end of a portal; whether the path turns at the other side's limit. */
static bool take_end(Funnel *funnel, Point end, bool computed, uint32_t portal, int sense) {
    Limit *own = sense > 0 ? &funnel->right : &funnel->left;
    const Limit *other = sense > 0 ? &funnel->left : &funnel->right;
    if (computed) return other->is_set && computed_passes(funnel->apex, other->at, end, sense);
    Step step = narrow(funnel, own, other, end, sense);
    if (step == STEP_SET) *own = (Limit){end, portal, true};
    return step == STEP_PASSED;
}

/* Looks at one portal; returns the limit at which the path turns, or NULL. */
static const Limit *look(Funnel *funnel, const Portal *portal, uint32_t number) {
    if (!funnel->left.is_set && !funnel->right.is_set && portal_holds(portal, funnel->apex)) return NULL;
    if (take_end(funnel, portal->right, portal->right_computed, number, 1)) return &funnel->left;
    if (take_end(funnel, portal->left, portal->left_computed, number, -1)) return &funnel->right;
    return NULL;
}

Status funnel_simple(const Channel *channel, PointPath *path, FunnelCounts *counts) {
    path->count = 0;
    path->length = 0;
    if (!channel->found) return STATUS_OK;
    TRY(point_path_add(path, channel->start));
    const Portal end = {.left = channel->goal, .right = channel->goal};
    Funnel funnel = {.apex = channel->start};
    for (uint32_t i = 0; i <= channel->count;) {
        counts->scanned++;
        const Limit *corner = i == channel->count ? met_before_goal(&funnel, channel->goal) : NULL;
        if (corner == NULL) corner = look(&funnel, i < channel->count ? &channel->portals[i] : &end, i);
        i++;
        if (corner == NULL) continue;
        counts->restarts++;
        TRY(point_path_add(path, corner->at));
        i = corner->portal + 1;
        funnel = (Funnel){.apex = corner->at};
    }
    if (!point_equal(funnel.apex, channel->goal)) TRY(point_path_add(path, channel->goal));
    path->length = point_path_length(path);
    return STATUS_OK;
}

Point corner_offset(Point before, Point corner, Point after, double radius) {
    double first = point_distance(before, corner), second = point_distance(after, corner);
    if (first == 0 || second == 0 || point_orientation(before, corner, after) == 0) return corner;
    /* The sum of the unit vectors back and on points into the turn, where the obstacle is. */
    double x = (before.x - corner.x) / first + (after.x - corner.x) / second;
    double y = (before.y - corner.y) / first + (after.y - corner.y) / second;
    double length = sqrt(x * x + y * y);
    if (length == 0) return corner;
    return (Point){corner.x - radius * x / length, corner.y - radius * y / length};
}

void path_offset(PointPath *path, double radius) {
    if (path->count < 3) return;
    Point before = path->points[0];
    for (uint64_t i = 1; i + 1 < path->count; i++) {
        Point corner = path->points[i];
        path->points[i] = corner_offset(before, corner, path->points[i + 1], radius);
        before = corner;
    }
    path->length = point_path_length(path);
}
