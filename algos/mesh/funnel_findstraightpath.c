/* Document D3's loop over shared edges. Every restart goes on behind the corner's own portal or at the same
 * portal, which the new apex then touches or sees first, so that each rule ends. */
#include "algos/mesh/funnel_findstraightpath.h"

#include "algos/mesh/funnel_limits.h"

#include <assert.h>

typedef struct Pull {
    const Channel *channel;
    const Topology *topology;
    const StraightRules *rules;
    TurnOf *turn;
    Funnel funnel;
    Portal *kept; /* of the portals before kept_count, which were looked at */
    uint32_t kept_count;
} Pull;

bool straight_rules_right(const StraightRules *rules) {
    return rules->sides == SIDES_RIGHT && rules->narrow == NARROW_RIGHT && rules->apex == APEX_CROSSED &&
           rules->again == AGAIN_CORNER && rules->start_kept && rules->goal_portal &&
           rules->compare == COMPARE_EXACT && rules->early != EARLY_PRINTED;
}

/* ---- on which side ---- */

static int turn_float(Point a, Point b, Point c) {
    float x = (float)b.x - (float)a.x, y = (float)b.y - (float)a.y;
    float cross = x * ((float)c.y - (float)a.y) - y * ((float)c.x - (float)a.x);
    return (cross > 0) - (cross < 0);
}

static int turn_beyond(Point a, Point b, Point c, double tolerance) {
    double cross = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    return (cross > tolerance) - (cross < -tolerance);
}

static int turn_double(Point a, Point b, Point c) {
    return turn_beyond(a, b, c, 0);
}

static int turn_exact(Point a, Point b, Point c) {
    return turn_of(a, b, c);
}

static int turn_micro(Point a, Point b, Point c) {
    return turn_beyond(a, b, c, 1e-6);
}

static int turn_milli(Point a, Point b, Point c) {
    return turn_beyond(a, b, c, 1e-3);
}

static int turn_unit(Point a, Point b, Point c) {
    return turn_beyond(a, b, c, 1);
}

/* In the order of CompareRule. */
static TurnOf *const turns[] = {turn_float, turn_double, turn_exact, turn_micro, turn_milli, turn_unit};

/* ---- portals ---- */

/* The first edge of the face that is left which the face that is entered has, too. */
static Portal shared_edge(const Topology *topology, const Portal *crossed) {
    const Mesh *mesh = topology->mesh;
    const MeshCorner *from = &topology->corners[crossed->corner], *to = &topology->corners[from->twin];
    for (uint32_t i = from->first; i < from->end; i++) {
        uint32_t begin = mesh->corner[i], end = mesh->corner[corner_next(topology, i)];
        for (uint32_t j = to->first; j < to->end; j++)
            if (mesh->corner[j] == end && mesh->corner[corner_next(topology, j)] == begin)
                return (Portal){mesh->vertices[end], mesh->vertices[begin], is_computed(topology, end),
                                is_computed(topology, begin), i};
    }
    assert(false); /* faces of a channel share an edge */
    return *crossed;
}

/* The goal is a portal without width behind all others. */
static Portal portal_at(Pull *pull, uint32_t i) {
    const Channel *channel = pull->channel;
    if (i == channel->count) return (Portal){.left = channel->goal, .right = channel->goal};
    switch (pull->rules->edges) {
    case EDGES_SEARCHED:
        return shared_edge(pull->topology, &channel->portals[i]);
    case EDGES_KEPT:
        if (i == pull->kept_count)
            pull->kept[pull->kept_count++] = shared_edge(pull->topology, &channel->portals[i]);
        return pull->kept[i];
    case EDGES_GIVEN:
        break;
    }
    return channel->portals[i];
}

static Portal portal_turned(Portal portal) {
    return (Portal){portal.right, portal.left, portal.right_computed, portal.left_computed, portal.corner};
}

/* ---- bounds ---- */

static bool is_inside(const Pull *pull, Point end) {
    const Funnel *funnel = &pull->funnel;
    return pull->turn(funnel->apex, end, funnel->left.at) * pull->turn(funnel->apex, end, funnel->right.at) <=
           0;
}

/* The printed order of tests: narrow to the left, to the right, and only then look for a bound that is
 * passed.
 */
static const Limit *look_as_printed(Pull *pull, const Portal *portal, uint32_t number) {
    Funnel *funnel = &pull->funnel;
    const Limit left = {portal->left, number, true}, right = {portal->right, number, true};
    if (!funnel->left.is_set) {
        funnel->left = left;
        funnel->right = right;
        return NULL;
    }
    if (is_inside(pull, left.at)) funnel->left = left;
    if (is_inside(pull, right.at)) funnel->right = right;
    if (pull->turn(funnel->apex, left.at, funnel->right.at) > 0) return &funnel->right;
    if (pull->turn(funnel->apex, right.at, funnel->left.at) < 0) return &funnel->left;
    return NULL;
}

static const Limit *look_at(Pull *pull, uint32_t number) {
    Portal portal = portal_at(pull, number);
    if (pull->rules->sides == SIDES_PRINTED) portal = portal_turned(portal);
    if (pull->rules->narrow == NARROW_PRINTED) return look_as_printed(pull, &portal, number);
    const Limit *met = NULL;
    if (number == pull->channel->count) met = met_before_goal(&pull->funnel, pull->channel->goal, pull->turn);
    return met != NULL ? met : look(&pull->funnel, &portal, number, pull->turn);
}

/* A bound may not be set yet where a computed end took its place: then the one that was passed. */
static Limit determine_apex(const Pull *pull, const Limit *passed) {
    const Limit *left = &pull->funnel.left, *right = &pull->funnel.right;
    if (pull->rules->apex == APEX_CROSSED || !left->is_set || !right->is_set) return *passed;
    bool left_nearer =
        point_distance(pull->funnel.apex, left->at) <= point_distance(pull->funnel.apex, right->at);
    switch (pull->rules->apex) {
    case APEX_LEFT:
        return *left;
    case APEX_RIGHT:
        return *right;
    case APEX_NEARER:
        return left_nearer ? *left : *right;
    default:
        return left_nearer ? *right : *left;
    }
}

/* ---- the early exit ---- */

/* What is left of the way that the search had in mind, by the points at which it meant to cross the portals
 * from `next` on. */
static double remaining_length(const Pull *pull, uint32_t next) {
    const Channel *channel = pull->channel;
    Point at = pull->funnel.apex;
    double length = 0;
    for (uint32_t i = next; i < channel->count; i++) {
        length += point_distance(at, channel->points[i]);
        at = channel->points[i];
    }
    return length + point_distance(at, channel->goal);
}

/* Whether the straight line to the goal passes through all portals from `next` on. One in line with it
 * decides nothing: the way may have to go back along it. */
static bool sees_goal(Pull *pull, uint32_t next) {
    Point apex = pull->funnel.apex, goal = pull->channel->goal;
    for (uint32_t i = next; i < pull->channel->count; i++) {
        Portal portal = portal_at(pull, i);
        int left = pull->turn(apex, goal, portal.left), right = pull->turn(apex, goal, portal.right);
        if (left < 0 || right > 0 || (left == 0 && right == 0)) return false;
        /* A rounded end must surely lie beside the line. */
        if (portal.left_computed && !computed_passes(apex, goal, portal.left, 1)) return false;
        if (portal.right_computed && !computed_passes(apex, goal, portal.right, -1)) return false;
    }
    return true;
}

static bool ends_early(Pull *pull, uint32_t next) {
    switch (pull->rules->early) {
    case EARLY_NEVER:
        break;
    case EARLY_PRINTED:
        return remaining_length(pull, next) < point_distance(pull->funnel.apex, pull->channel->goal);
    case EARLY_SIGHT:
        return sees_goal(pull, next);
    }
    return false;
}

/* ---- the loop ---- */

static Status pull_string(Pull *pull, PointPath *path, FunnelCounts *counts) {
    const Channel *channel = pull->channel;
    const StraightRules *rules = pull->rules;
    uint32_t count = channel->count + (rules->goal_portal ? 1 : 0);
    if (rules->start_kept) TRY(point_path_add(path, channel->start));
    bool begins = true; /* with a new apex */
    for (uint32_t i = 0; i < count;) {
        if (begins && ends_early(pull, i)) break;
        counts->scanned++;
        const Limit *passed = look_at(pull, i);
        begins = passed != NULL;
        if (!begins) {
            i++;
            continue;
        }
        Limit corner = determine_apex(pull, passed);
        counts->restarts++;
        TRY(point_path_add(path, corner.at));
        pull->funnel = (Funnel){.apex = corner.at};
        if (rules->again == AGAIN_CORNER) i = corner.portal + 1;
    }
    if (rules->goal_portal && rules->start_kept && point_equal(pull->funnel.apex, channel->goal))
        return STATUS_OK;
    return point_path_add(path, channel->goal);
}

Status funnel_findstraightpath(const Channel *channel, const Topology *topology, const StraightRules *rules,
                               PointPath *path, FunnelCounts *counts) {
    path->count = 0;
    path->length = 0;
    if (!channel->found) return STATUS_OK;
    Pull pull = {.channel = channel,
                 .topology = topology,
                 .rules = rules,
                 .turn = turns[rules->compare],
                 .funnel = {.apex = channel->start}};
    if (rules->edges == EDGES_KEPT) {
        pull.kept = memory_take(path->memory, channel->count, sizeof *pull.kept);
        if (pull.kept == NULL) return STATUS_NO_MEMORY;
    }
    Status status = pull_string(&pull, path, counts);
    memory_give(path->memory, pull.kept);
    path->length = point_path_length(path);
    return status;
}
