#include "algos/grid/jps_steps.h"

Status jps_base(const char *solver, const Map *map, Memory *memory, JpsBase *base, Error *error) {
    const Grid *grid = &map->grid;
    if (!grid_uniform(grid))
        return error_say(error, STATUS_REFUSED, solver,
                         " takes maps whose cells all cost the same; here they cost ",
                         number_text(grid->cost_min).text, " to ", number_text(grid->cost_max).text, NULL);
    *base = (JpsBase){.grid = grid, .memory = memory};
    return move_scale(MOVE_8, grid->passable_count, &base->scale, error);
}

Move jps_move(const Settings *settings) {
    (void)settings;
    return MOVE_8;
}
