/* The funnel as an apex and a limit on each side. Each portal narrows it; where one side passes the other,
 * the path turns at that other side's limit, which becomes the apex, and portals are looked at again from
 * there.
 *
 * What makes it right on degenerate channels:
 *   - A computed end limits nothing and is no corner: it lies inside a straight wall, whose end follows. But
 *     where it is plainly past the other side, the path turns there.
 *   - Portals that hold the apex are passed at the apex itself; they limit nothing. Only those at the
 *     beginning can: later ones lie beyond one that does not.
 *   - A portal in line with the apex is seen edge on: both limits lie on one ray. Sides compare strictly, so
 *     that a limit on the other side's ray is no passing.
 *   - Of limits on one ray the farther counts, since the path along the ray touches the nearer one anyway. A
 *     point on the line behind the apex is no limit: the other end of its portal decides.
 *
 * `turn` says on which side of the line from a to b the point c lies: turn_of, or what is to be measured in
 * its place. It is a constant where these are used, so that nothing is called through it. */
#ifndef TAUT_MESH_FUNNEL_LIMITS_H
#define TAUT_MESH_FUNNEL_LIMITS_H

#include "algos/mesh/funnel_parts.h"

typedef int TurnOf(Point a, Point b, Point c);

typedef struct Limit {
    Point at;
    uint32_t portal; /* the last one that set it */
    bool is_set;
} Limit;

typedef struct Funnel {
    Point apex;
    Limit left, right;
} Funnel;

static inline double along(Point from, Point a, Point b) {
    return (a.x - from.x) * (b.x - from.x) + (a.y - from.y) * (b.y - from.y);
}

/* Whether b is on the ray from `from` through a, and not before a; all three are in line. */
static inline bool is_beyond(Point from, Point a, Point b) {
    return along(from, a, b) > 0 && along(a, from, b) <= 0;
}

typedef enum Step { STEP_NONE, STEP_SET, STEP_PASSED } Step;

/* What a new end does to its own side: sense is 1 for a right end, which narrows the funnel to the left. */
static inline Step narrow(const Funnel *funnel, const Limit *own, const Limit *other, Point end, int sense,
                          TurnOf *turn) {
    if (own->is_set) {
        int side = sense * turn(funnel->apex, own->at, end);
        if (side < 0) return STEP_NONE;
        if (side == 0 && !is_beyond(funnel->apex, own->at, end)) return STEP_NONE;
    }
    if (other->is_set && sense * turn(funnel->apex, other->at, end) > 0) return STEP_PASSED;
    return STEP_SET;
}

/* The goal may lie on the one ray that is left of the funnel, before the portals there: they are met first.
 */
static inline const Limit *met_before_goal(const Funnel *funnel, Point goal, TurnOf *turn) {
    if (!funnel->left.is_set || !funnel->right.is_set) return NULL;
    if (turn(funnel->apex, funnel->left.at, goal) != 0 || turn(funnel->apex, funnel->right.at, goal) != 0)
        return NULL;
    bool left_first = is_beyond(funnel->apex, funnel->left.at, funnel->right.at);
    const Limit *first = left_first ? &funnel->left : &funnel->right;
    return is_beyond(funnel->apex, first->at, goal) ? NULL : first;
}

/* Takes one end of a portal; whether the path turns at the other side's limit. */
static inline bool take_end(Funnel *funnel, Point end, bool computed, uint32_t portal, int sense,
                            TurnOf *turn) {
    Limit *own = sense > 0 ? &funnel->right : &funnel->left;
    const Limit *other = sense > 0 ? &funnel->left : &funnel->right;
    if (computed) return other->is_set && computed_passes(funnel->apex, other->at, end, sense);
    Step step = narrow(funnel, own, other, end, sense, turn);
    if (step == STEP_SET) *own = (Limit){end, portal, true};
    return step == STEP_PASSED;
}

/* Looks at one portal; returns the limit at which the path turns, or NULL. */
static inline const Limit *look(Funnel *funnel, const Portal *portal, uint32_t number, TurnOf *turn) {
    if (!funnel->left.is_set && !funnel->right.is_set && portal_holds(portal, funnel->apex)) return NULL;
    if (take_end(funnel, portal->right, portal->right_computed, number, 1, turn)) return &funnel->left;
    if (take_end(funnel, portal->left, portal->left_computed, number, -1, turn)) return &funnel->right;
    return NULL;
}

#endif
