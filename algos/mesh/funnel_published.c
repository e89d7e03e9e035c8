/* The funnel of document D0 in its own order of tests, kept as it is to be measured. Its defect: where an end
 * lies exactly on the other side's ray, the funnel counts as passed, and the path turns at that other side's
 * end even when it is the far end of a portal seen edge on. That needs a start (or a corner) in line with a
 * portal: rare with random real coordinates, common with whole ones. A corner may also be written twice, or
 * lie straight between its neighbours. */
#include "algos/mesh/funnel.h"

static double area(Point apex, Point a, Point b) {
    return (a.x - apex.x) * (b.y - apex.y) - (a.y - apex.y) * (b.x - apex.x);
}

/* `sign` turns every area round where it is -1. */
static Status pull(const Channel *channel, double sign, PointPath *path, FunnelCounts *counts) {
    Point apex = channel->start, left = apex, right = apex;
    uint32_t left_portal = 0, right_portal = 0, i = 0;
    TRY(point_path_add(path, apex));
    while (i <= channel->count) {
        bool at_goal = i == channel->count;
        Point new_left = at_goal ? channel->goal : channel->portals[i].left;
        Point new_right = at_goal ? channel->goal : channel->portals[i].right;
        Point corner = apex;
        uint32_t again = UINT32_MAX;
        counts->scanned++;
        if (sign * area(apex, right, new_right) >= 0) {
            if (point_equal(apex, right) || sign * area(apex, left, new_right) < 0) {
                right = new_right;
                right_portal = i + 1;
            } else {
                corner = left;
                again = left_portal;
            }
        }
        if (again == UINT32_MAX && sign * area(apex, left, new_left) <= 0) {
            if (point_equal(apex, left) || sign * area(apex, right, new_left) > 0) {
                left = new_left;
                left_portal = i + 1;
            } else {
                corner = right;
                again = right_portal;
            }
        }
        if (again == UINT32_MAX) {
            i++;
            continue;
        }
        counts->restarts++;
        TRY(point_path_add(path, corner));
        apex = left = right = corner;
        left_portal = right_portal = i = again;
    }
    if (!point_equal(path->points[path->count - 1], channel->goal)) TRY(point_path_add(path, channel->goal));
    path->length = point_path_length(path);
    return STATUS_OK;
}

Status funnel_published(const Channel *channel, PointPath *path, FunnelCounts *counts) {
    path->count = 0;
    path->length = 0;
    return channel->found ? pull(channel, 1, path, counts) : STATUS_OK;
}

/* Points that are one are so exactly here, and not to 1e-9: they are corners of the same mesh. */
static void drop_repeats(PointPath *path) {
    uint64_t kept = 0;
    for (uint64_t i = 0; i < path->count; i++)
        if (kept == 0 || !point_equal(path->points[kept - 1], path->points[i]))
            path->points[kept++] = path->points[i];
    path->count = kept;
}

Status funnel_mirrored(const Channel *channel, PointPath *path, FunnelCounts *counts) {
    path->count = 0;
    path->length = 0;
    if (!channel->located) return STATUS_OK;
    TRY(pull(channel, -1, path, counts));
    drop_repeats(path);
    return STATUS_OK;
}
