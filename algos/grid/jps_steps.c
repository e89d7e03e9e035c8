#include "algos/grid/jps_steps.h"

Status jps_base(const char *solver, const Map *map, Memory *memory, JpsBase *base, Error *error) {
    const Grid *grid = &map->grid;
    TRY(grid_check_uniform(grid, solver, error));
    *base = (JpsBase){.grid = grid, .memory = memory};
    return move_scale(MOVE_8, grid->passable_count, &base->scale, error);
}

Move jps_move(const Settings *settings) {
    (void)settings;
    return MOVE_8;
}
