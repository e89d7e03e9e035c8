#include "algos/exact/segment_cost.h"

#include <math.h>

/* A line from centre to centre, in half cells: the centre of cell x is at 2x + 1. On its way from 0 to
 * `whole` it meets the coordinate c of an axis at |c - start|·pace, a whole number. */
typedef struct Axis {
    int64_t start, end, pace;
} Axis;

typedef struct Span {
    int64_t from, to; /* of the way; none where from > to */
} Span;

/* The part of the way on which the line is between 2·cell and 2·cell + 2 on the axis. */
static Span span_within(Axis axis, int64_t cell, int64_t whole) {
    int64_t low = 2 * cell, high = 2 * cell + 2;
    if (axis.start == axis.end)
        return low < axis.start && axis.start < high ? (Span){0, whole} : (Span){1, 0};
    Span span = axis.start < axis.end
                    ? (Span){(low - axis.start) * axis.pace, (high - axis.start) * axis.pace}
                    : (Span){(axis.start - high) * axis.pace, (axis.start - low) * axis.pace};
    return (Span){span.from < 0 ? 0 : span.from, span.to > whole ? whole : span.to};
}

static Span span_shared(Span a, Span b) {
    return (Span){a.from > b.from ? a.from : b.from, a.to < b.to ? a.to : b.to};
}

/* The cell on the axis in which the line is at `way`, or one beside it. */
static int64_t cell_at(Axis axis, int64_t way) {
    int64_t moved = way / axis.pace;
    return (axis.start < axis.end ? axis.start + moved : axis.start - moved) / 2;
}

static int64_t distance(int64_t a, int64_t b) {
    return a < b ? b - a : a - b;
}

bool segment_cost(const Grid *grid, Cell from, Cell to, SegmentCost *cost) {
    const int64_t width = distance(from.x, to.x), height = distance(from.y, to.y);
    const Axis x = {2 * from.x + 1, 2 * to.x + 1, height == 0 ? 1 : height};
    const Axis y = {2 * from.y + 1, 2 * to.y + 1, width == 0 ? 1 : width};
    const int64_t whole = 2 * x.pace * y.pace;
    *cost = (SegmentCost){0, whole, width * width + height * height};
    const int64_t down = from.y <= to.y ? 1 : -1;
    int64_t touched = -1; /* where the line touched a blocked cell of the row before in a point */
    for (int64_t row = from.y; row != to.y + down; row += down) {
        const Span rows = span_within(y, row, whole);
        int64_t first = cell_at(x, rows.from), last = cell_at(x, rows.to), touches = -1;
        if (first > last) {
            int64_t swap = first;
            first = last;
            last = swap;
        }
        for (int64_t column = first - 1; column <= last + 1; column++) {
            const Span inside = span_shared(rows, span_within(x, column, whole));
            if (inside.from > inside.to) continue;
            const uint8_t here = grid_cost(grid, (Cell){(int32_t)column, (int32_t)row});
            cost->sum += here * (inside.to - inside.from);
            if (here != 0) continue;
            if (inside.from < inside.to) return false;
            /* A corner of the lattice: of the cells beside the line one is in the row before, one in this. */
            if (inside.from == touched) return false;
            if (inside.from > touches) touches = inside.from;
        }
        touched = touches;
    }
    if (width == 0 && height == 0) cost->sum = 0;
    return true;
}

static bool wrong(Error *why, const char *what, uint64_t place) {
    (void)error_say(why, STATUS_BAD_INPUT, what, number_text((int64_t)place + 1).text, NULL);
    return false;
}

static bool cell_of(const Grid *grid, Point point, Cell *cell) {
    if (!(point.x >= 0 && point.y >= 0 && point.x < grid->width && point.y < grid->height)) return false;
    *cell = (Cell){(int32_t)point.x, (int32_t)point.y};
    return point.x == cell->x + 0.5 && point.y == cell->y + 0.5;
}

bool segment_path_valid(const Grid *grid, const PointQuery *query, const PointPath *path, double *walked,
                        Error *why) {
    *walked = 0;
    if (path->count == 0) return true;
    if (!point_equal(path->points[0], query->start)) return wrong(why, "is not the start: point ", 0);
    if (!point_equal(path->points[path->count - 1], query->goal))
        return wrong(why, "is not the goal: point ", path->count - 1);
    Cell last = {0, 0};
    for (uint64_t i = 0; i < path->count; i++) {
        Cell cell;
        SegmentCost cost;
        if (!cell_of(grid, path->points[i], &cell)) return wrong(why, "is no cell's centre: point ", i);
        if (grid_cost(grid, cell) == 0) return wrong(why, "is blocked: point ", i);
        if (i != 0) {
            if (!segment_cost(grid, last, cell, &cost))
                return wrong(why, "is not reached by a free line: point ", i);
            *walked += (double)cost.sum / (double)cost.share * sqrt((double)cost.square);
        }
        last = cell;
    }
    double apart = path->length - *walked;
    if (apart <= 1e-9 * *walked && -apart <= 1e-9 * *walked) return true;
    (void)error_say(why, STATUS_BAD_INPUT, "claims another length than the path costs", NULL);
    return false;
}
