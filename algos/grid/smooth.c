/* Greedy: the smoothing phase of HPA* (Botea, Müller and Schaeffer, "Near optimal hierarchical path-finding",
 * 2004, there along the eight directions), between any cells as in "A* PS" (Nash, Daniel, Koenig
 * and Felner, "Theta*: any-angle path planning on grids", 2007). Costs as such sums of whole
 * numbers are ours. */
#include "algos/grid/smooth.h"

#include "algos/grid/centres.h"
#include "algos/grid/line_of_sight.h"

/* Adds (or, with sign -1, takes off) a step's cost by the integral along it, twice: half of a step lies in
 * each of two cells, so that it is (cost + cost)/2 times 1 or √2. */
static void steps_add(Length *steps, const Grid *grid, Cell from, Cell to, int64_t sign) {
    int64_t cost = sign * (grid_cost(grid, from) + grid_cost(grid, to));
    *(from.x == to.x || from.y == to.y ? &steps->straight : &steps->diagonal) += cost;
}

/* Whether a line may replace the steps between two of the path's cells. */
static bool can_replace(const Grid *grid, Cell from, Cell to, Length steps) {
    if (grid_uniform(grid)) return line_of_sight(grid, from, to);
    LineCost cost;
    if (from.x == to.x && from.y == to.y) return true;
    return line_cost(grid, from, to, &cost) && line_costs_no_more(cost, steps);
}

/* The index to which the line from `at` goes; at + 1 is one, for a step is such a line. */
static uint64_t line_end_greedy(const Grid *grid, const Cell *cells, uint64_t count, uint64_t at) {
    Length steps = {0, 0};
    steps_add(&steps, grid, cells[at], cells[at + 1], 1);
    for (uint64_t end = at + 1;; end++) {
        if (end + 1 == count) return end;
        steps_add(&steps, grid, cells[end], cells[end + 1], 1);
        if (!can_replace(grid, cells[at], cells[end + 1], steps)) return end;
    }
}

static uint64_t line_end_farthest(const Grid *grid, const Cell *cells, uint64_t count, uint64_t at) {
    Length steps = {0, 0};
    for (uint64_t i = at + 1; i < count; i++) steps_add(&steps, grid, cells[i - 1], cells[i], 1);
    uint64_t end = count - 1;
    while (end > at + 1 && !can_replace(grid, cells[at], cells[end], steps)) {
        steps_add(&steps, grid, cells[end - 1], cells[end], -1);
        end--;
    }
    return end;
}

Status smooth_cells(const Grid *grid, const Cell *cells, uint64_t count, SmoothWay way, PointPath *path) {
    if (count == 0) return STATUS_OK;
    TRY(point_path_add(path, cell_centre(cells[0])));
    for (uint64_t at = 0; at + 1 < count;) {
        at = way == SMOOTH_GREEDY ? line_end_greedy(grid, cells, count, at)
                                  : line_end_farthest(grid, cells, count, at);
        TRY(point_path_add(path, cell_centre(cells[at])));
    }
    return STATUS_OK;
}

double smooth_cost(const Grid *grid, const PointPath *path) {
    double sum = 0;
    for (uint64_t i = 1; i < path->count; i++) {
        const Point a = path->points[i - 1], b = path->points[i];
        LineCost cost;
        if (!point_equal(a, b) &&
            line_cost(grid, (Cell){(int32_t)a.x, (int32_t)a.y}, (Cell){(int32_t)b.x, (int32_t)b.y}, &cost))
            sum += line_cost_value(cost);
    }
    return sum;
}
