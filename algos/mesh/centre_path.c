#include "algos/mesh/centre_path.h"

/* Between two faces, for all rules but JOIN_CENTRES. */
static Point passage(const Portal *portal, Point from, Point to, JoinRule rule) {
    if (rule == JOIN_CROSSINGS)
        return portal_crossing(portal->left, portal->right, from, to, PORTAL_CLAMP_DEFAULT);
    return (Point){(portal->left.x + portal->right.x) / 2, (portal->left.y + portal->right.y) / 2};
}

static Status join(const Channel *channel, const Topology *topology, JoinRule rule, PointPath *path) {
    Point from = channel->start;
    for (uint32_t i = 0; i < channel->count; i++) {
        const Portal *portal = &channel->portals[i];
        bool last = i + 1 == channel->count;
        uint32_t face = topology->face[topology->corners[portal->corner].twin];
        Point to = last ? channel->goal : face_centre(topology->mesh, face);
        if (rule != JOIN_CENTRES) TRY(point_path_add(path, passage(portal, from, to, rule)));
        if (rule != JOIN_MIDDLES && !last) TRY(point_path_add(path, to));
        from = to;
    }
    return STATUS_OK;
}

Status centre_path(const Channel *channel, const Topology *topology, JoinRule rule, PointPath *path) {
    path->count = 0;
    path->length = 0;
    if (!channel->found) return STATUS_OK;
    TRY(point_path_add(path, channel->start));
    TRY(join(channel, topology, rule, path));
    if (channel->count > 0 || !point_equal(channel->start, channel->goal))
        TRY(point_path_add(path, channel->goal));
    path->length = point_path_length(path);
    return STATUS_OK;
}
