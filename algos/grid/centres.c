#include "algos/grid/centres.h"

/* The cells of an axis that hold the coordinate: one, or the two on either side of a border. */
typedef struct Around {
    int32_t first, last;
} Around;

static Around around(double at, int32_t size) {
    if (!(at >= 0 && at <= size)) return (Around){0, -1};
    int32_t whole = (int32_t)at;
    return (Around){at == whole ? whole - 1 : whole, whole};
}

static bool end_cell(const Grid *grid, Point end, Cell *cell) {
    const Around x = around(end.x, grid->width), y = around(end.y, grid->height);
    uint32_t passable = 0, number = 0; /* bits, by rows */
    for (int32_t row = y.first; row <= y.last; row++)
        for (int32_t column = x.first; column <= x.last; column++, number++) {
            if (grid_cost(grid, (Cell){column, row}) == 0) continue;
            if (passable == 0) *cell = (Cell){column, row};
            passable |= 1u << number;
        }
    /* Two free cells of four that only touch, as two blocked ones do. */
    const bool touching = passable == 6 || passable == 9;
    return passable != 0 && !touching;
}

bool centres_ends(const Grid *grid, const PointQuery *query, Query *cells) {
    return end_cell(grid, query->start, &cells->start) && end_cell(grid, query->goal, &cells->goal);
}

Status centres_within(const PointQuery *query, PointPath *path) {
    TRY(point_path_add(path, query->start));
    if (!point_equal(query->start, query->goal)) TRY(point_path_add(path, query->goal));
    path->length = point_path_length(path);
    return STATUS_OK;
}

Status centres_add_end(PointPath *path, Point end, Cell cell) {
    return point_equal(end, cell_centre(cell)) ? STATUS_OK : point_path_add(path, end);
}
