/* Theta* (Nash, Daniel, Koenig and Felner, "Theta*: any-angle path planning on grids", 2007; Daniel
 * and others, 2010): when a cell is expanded, the cells around it take its parent for theirs where that sees
 * them. A line of sight is looked for at each cell generated. */
#include "algos/grid/theta_search.h"

static Status query_points(const void *index, void *scratch, const PointQuery *query, PointPath *path,
                           Counters *counters) {
    (void)index;
    return theta_query(scratch, false, query, path, counters);
}

extern const Solver solver_theta;
const Solver solver_theta = {
    .name = "theta",
    .summary = "A* whose cells have any cell in sight for a parent",
    .source = "Nash, Daniel, Koenig and Felner, Theta*: any-angle path planning on grids, 2007",
    .map_kinds = MAP_GRID,
    .guarantee = guarantee_none,
    .move = moves_any,
    .prepare = theta_prepare,
    .index_destroy = theta_index_destroy,
    .scratch_create = theta_scratch_create,
    .scratch_destroy = theta_scratch_destroy,
    .query_points = query_points,
};
