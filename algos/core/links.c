#include "algos/core/links.h"

static int order_of(Point a, Point b) {
    if (a.x != b.x) return a.x < b.x ? -1 : 1;
    return (a.y > b.y) - (a.y < b.y);
}

const Link *links_find(const Links *links, Point from, Point to) {
    uint32_t low = 0, high = links == NULL ? 0 : links->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const Link *link = &links->links[middle];
        int order = order_of(from, link->from);
        if (order == 0) order = order_of(to, link->to);
        if (order == 0) return link;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

double links_leg(const Links *links, Point from, Point to) {
    const Link *link = links_find(links, from, to);
    return link != NULL ? link->cost : point_distance(from, to);
}

double links_length(const Links *links, const Point *points, uint64_t count) {
    double length = 0;
    for (uint64_t i = 1; i < count; i++) length += links_leg(links, points[i - 1], points[i]);
    return length;
}

bool links_leave_out(const Links *links, Point before, Point middle, Point after) {
    return point_orientation(before, middle, after) == 0 && links_find(links, before, middle) == NULL &&
           links_find(links, middle, after) == NULL;
}

void links_destroy(Links *links) {
    if (links->memory != NULL) memory_give(links->memory, links->links);
    *links = (Links){.links = NULL};
}
