/* The restarting funnel; what makes it right on degenerate channels is in funnel_limits.h. */
#include "algos/mesh/funnel_limits.h"

#include <math.h>

Status funnel_simple(const Channel *channel, PointPath *path, FunnelCounts *counts) {
    path->count = 0;
    path->length = 0;
    if (!channel->found) return STATUS_OK;
    TRY(point_path_add(path, channel->start));
    const Portal end = {.left = channel->goal, .right = channel->goal};
    Funnel funnel = {.apex = channel->start};
    for (uint32_t i = 0; i <= channel->count;) {
        counts->scanned++;
        const Limit *corner = i == channel->count ? met_before_goal(&funnel, channel->goal, turn_of) : NULL;
        if (corner == NULL)
            corner = look(&funnel, i < channel->count ? &channel->portals[i] : &end, i, turn_of);
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
