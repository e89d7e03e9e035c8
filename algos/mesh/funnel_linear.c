/* The funnel in full: from the apex a chain of corners along each side, each turning outwards. A new end
 * takes off what it makes needless of its own side's chain; when that is used up, it takes corners off the
 * front of the other side's chain, and these are on the path. Each corner is put in once and taken off once.
 *
 * Both chains lie in one array around the apex: the left one upwards from it, the right one downwards. When
 * the apex moves into one chain, the other is empty, so nothing is copied. */
#include "algos/mesh/funnel_parts.h"

typedef struct Chains {
    Point *at;
    uint32_t apex;
    uint32_t left, right; /* how many corners each chain has */
} Chains;

/* The i-th corner of a chain, 0 being the apex; sense is 1 for the left chain, -1 for the right one. */
static Point *chain_corner(const Chains *chains, uint32_t i, int sense) {
    return sense > 0 ? &chains->at[chains->apex + i] : &chains->at[chains->apex - i];
}

/* Whether a chain goes on from `last` to `end` straight (in line, and not back). */
static bool goes_on(Point before, Point last, Point end) {
    return (last.x - before.x) * (end.x - last.x) + (last.y - before.y) * (end.y - last.y) > 0;
}

/* The first corner of the chain on the other side than `sense` becomes the apex. */
static Status move_apex(Chains *chains, int sense, PointPath *path) {
    if (sense > 0) {
        chains->apex--;
        chains->right--;
    } else {
        chains->apex++;
        chains->left--;
    }
    return point_path_add(path, chains->at[chains->apex]);
}

static Status add_end(Chains *chains, Point end, int sense, PointPath *path) {
    uint32_t *own = sense > 0 ? &chains->left : &chains->right;
    uint32_t *other = sense > 0 ? &chains->right : &chains->left;
    while (*own > 0) {
        Point before = *chain_corner(chains, *own - 1, sense), last = *chain_corner(chains, *own, sense);
        if (point_equal(last, end)) return STATUS_OK;
        int turn = sense * turn_of(before, last, end);
        if (turn > 0 || (turn == 0 && !goes_on(before, last, end))) break;
        --*own;
    }
    while (*own == 0 && *other > 0) {
        Point corner = *chain_corner(chains, 1, -sense);
        if (sense * turn_of(chains->at[chains->apex], corner, end) >= 0) break;
        TRY(move_apex(chains, sense, path));
    }
    if (*own == 0 && point_equal(chains->at[chains->apex], end)) return STATUS_OK;
    ++*own;
    *chain_corner(chains, *own, sense) = end;
    return STATUS_OK;
}

/* A computed end is no corner, but it may lie past corners of the other side. */
static Status pass_computed(Chains *chains, Point end, int sense, PointPath *path) {
    uint32_t *own = sense > 0 ? &chains->left : &chains->right;
    uint32_t *other = sense > 0 ? &chains->right : &chains->left;
    while (*other > 0) {
        Point corner = *chain_corner(chains, 1, -sense);
        if (!computed_passes(chains->at[chains->apex], corner, end, -sense)) break;
        *own = 0;
        TRY(move_apex(chains, sense, path));
    }
    return STATUS_OK;
}

/* The goal goes on the left chain, but where all is in line on the chain that begins nearer. */
static int goal_sense(const Chains *chains, Point goal) {
    if (chains->left == 0 || chains->right == 0) return 1;
    Point apex = chains->at[chains->apex];
    Point left = *chain_corner(chains, 1, 1), right = *chain_corner(chains, 1, -1);
    if (turn_of(apex, left, goal) != 0 || turn_of(apex, right, goal) != 0) return 1;
    return goes_on(apex, right, left) ? -1 : 1;
}

static Status pull(const Channel *channel, Chains *chains, PointPath *path, FunnelCounts *counts) {
    for (uint32_t i = 0; i < channel->count; i++) {
        const Portal *portal = &channel->portals[i];
        counts->scanned++;
        if (chains->left == 0 && chains->right == 0 && portal_holds(portal, chains->at[chains->apex]))
            continue;
        TRY((portal->right_computed ? pass_computed : add_end)(chains, portal->right, -1, path));
        TRY((portal->left_computed ? pass_computed : add_end)(chains, portal->left, 1, path));
    }
    counts->scanned++;
    int sense = goal_sense(chains, channel->goal);
    TRY(add_end(chains, channel->goal, sense, path));
    uint32_t count = sense > 0 ? chains->left : chains->right;
    for (uint32_t i = 1; i <= count; i++) TRY(point_path_add(path, *chain_corner(chains, i, sense)));
    return STATUS_OK;
}

Status funnel_linear(const Channel *channel, PointPath *path, FunnelCounts *counts) {
    path->count = 0;
    path->length = 0;
    if (!channel->found) return STATUS_OK;
    TRY(point_path_add(path, channel->start));
    Chains chains = {.apex = channel->count + 2};
    chains.at = memory_take(path->memory, 2 * (size_t)channel->count + 5, sizeof *chains.at);
    if (chains.at == NULL) return STATUS_NO_MEMORY;
    chains.at[chains.apex] = channel->start;
    Status status = pull(channel, &chains, path, counts);
    memory_give(path->memory, chains.at);
    if (status != STATUS_OK) return status;
    path->length = point_path_length(path);
    return STATUS_OK;
}
