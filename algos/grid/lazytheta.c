/* Lazy Theta* (Nash, Koenig and Tovey, "Lazy Theta*: any-angle path planning and path length analysis in 3D",
 * 2010): cells take their parent's parent unseen; whether it sees them is looked for once, when they are
 * expanded. */
#include "algos/grid/theta_search.h"

static Status query_points(const void *index, void *scratch, const PointQuery *query, PointPath *path,
                           Counters *counters) {
    (void)index;
    return theta_query(scratch, true, query, path, counters);
}

extern const Solver solver_lazytheta;
const Solver solver_lazytheta = {
    .name = "lazytheta",
    .summary = "Theta* that looks for a line of sight once a cell",
    .source =
        "Nash, Koenig and Tovey, Lazy Theta*: any-angle path planning and path length analysis in 3D, 2010",
    .map_kinds = MAP_GRID,
    .guarantee = guarantee_none,
    .move = moves_any,
    .prepare = theta_prepare,
    .index_destroy = theta_index_destroy,
    .scratch_create = theta_scratch_create,
    .scratch_destroy = theta_scratch_destroy,
    .query_points = query_points,
};
