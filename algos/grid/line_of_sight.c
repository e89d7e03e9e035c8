#include "algos/grid/line_of_sight.h"

#include <assert.h>
#include <math.h>

__extension__ typedef unsigned __int128 Wide;

/* One axis of a walk along the line. The line's whole way is `share`; it comes to the border between this
 * axis's cells i and i + 1 after (2i + 1)/(2·extent) of it, that is at (2i + 1)·step: whole numbers on both
 * axes, so that the two are compared exactly (cf. Amanatides and Woo, "A fast voxel traversal algorithm for
 * ray tracing", 1987, who compare rounded ones). */
typedef struct Axis {
    int64_t next;    /* where the next border is met; beyond the end of the line where there is none */
    int64_t step;    /* half the way from border to border */
    uint32_t offset; /* from a place to the next one along the axis, modulo 2^32 */
    int32_t extent;  /* cells from the line's first to its last */
} Axis;

static Axis axis_of(int32_t from, int32_t to, int32_t offset) {
    bool backwards = to < from;
    return (Axis){.offset = (uint32_t)(backwards ? -offset : offset),
                  .extent = backwards ? from - to : to - from};
}

/* Walks from cell to cell; `costs` is a constant. Sums each cell's cost times the part of the way in it. */
static inline bool walk(const Grid *grid, Cell from, Cell to, bool costs, LineCost *cost) {
    Axis x = axis_of(from.x, to.x, 1), y = axis_of(from.y, to.y, grid->stride);
    x.next = x.step = y.extent == 0 ? 1 : y.extent;
    y.next = y.step = x.extent == 0 ? 1 : x.extent;
    const int64_t share = 2 * x.step * y.step;
    if (x.extent == 0) x.next = share;
    if (y.extent == 0) y.next = share;
    uint32_t place = grid_place(grid, from);
    const uint32_t end = grid_place(grid, to);
    int64_t sum = 0, at = 0;
    while (place != end) {
        const int64_t met = x.next < y.next ? x.next : y.next;
        if (costs) {
            sum += grid->cost[place] * (met - at);
            at = met;
        }
        /* Through a corner of the lattice. */
        if (x.next == y.next && grid->cost[place + x.offset] == 0 && grid->cost[place + y.offset] == 0)
            return false;
        const bool across = x.next == met, along = y.next == met;
        if (across) {
            place += x.offset;
            x.next += 2 * x.step;
        }
        if (along) {
            place += y.offset;
            y.next += 2 * y.step;
        }
        if (grid->cost[place] == 0) return false;
    }
    if (costs) {
        const int64_t width = x.extent, height = y.extent;
        *cost = (LineCost){sum + grid->cost[end] * (share - at), share, width * width + height * height};
    }
    return true;
}

bool line_of_sight(const Grid *grid, Cell from, Cell to) {
    return walk(grid, from, to, false, NULL);
}

bool line_cost(const Grid *grid, Cell from, Cell to, LineCost *cost) {
    assert(from.x != to.x || from.y != to.y);
    return walk(grid, from, to, true, cost);
}

double line_cost_value(LineCost cost) {
    return (double)cost.sum / (double)cost.share * sqrt((double)cost.square);
}

/* Whether x ≤ y√2. For y ≤ x < 2y the sign of x - y√2 is the opposite of that of (2y - x) - (x - y)√2, which
 * is it times -(1 + √2); other pairs show it. The pairs shrink as fast as the convergents of √2 grow. */
static bool at_most_root(Wide x, Wide y) {
    for (bool flipped = false;; flipped = !flipped) {
        if (x == 0 && y == 0) return true;
        if (x < y) return !flipped;
        if (x >= 2 * y) return flipped;
        Wide rest = x - y;
        x = y - rest;
        y = rest;
    }
}

/* sum/share·√square ≤ (straight + diagonal·√2)/2, squared. */
bool line_costs_no_more(LineCost line, Length twice) {
    if (twice.straight + twice.diagonal >= INT64_C(1) << 32) return false;
    const Wide a = (Wide)twice.straight, b = (Wide)twice.diagonal;
    const Wide sum = (Wide)line.sum, share = (Wide)line.share, square = (Wide)line.square;
    const Wide left = 4 * sum * sum * square;               /* below 2^105 */
    const Wide right = share * share * (a * a + 2 * b * b); /* below 2^123 */
    return left <= right || at_most_root(left - right, 2 * share * share * a * b);
}
