/* The one table of solvers: a new one is a row here and a file of its own. */
#include "algos/solver.h"

extern const Solver solver_null, solver_bfs, solver_dijkstra, solver_astar, solver_bidir, solver_jps,
    solver_jpsplus, solver_flowfield, solver_hpa, solver_smooth, solver_theta, solver_lazytheta,
    solver_polyanya, solver_visgraph, solver_navmesh;

const Solver *const solver_registry[] = {
    &solver_null,  &solver_bfs,       &solver_dijkstra,  &solver_astar,    &solver_bidir,
    &solver_jps,   &solver_jpsplus,   &solver_flowfield, &solver_hpa,      &solver_smooth,
    &solver_theta, &solver_lazytheta, &solver_polyanya,  &solver_visgraph, &solver_navmesh};
const uint32_t solver_count = sizeof solver_registry / sizeof *solver_registry;

const char *guarantee_name(Guarantee guarantee) {
    static const char *const names[] = {"none", "optimal", "bounded", "nothing", "as-published"};
    return names[guarantee];
}

Guarantee guarantee_optimal(const Settings *settings) {
    (void)settings;
    return GUARANTEE_OPTIMAL;
}

Guarantee guarantee_none(const Settings *settings) {
    (void)settings;
    return GUARANTEE_NONE;
}

Move moves_any(const Settings *settings) {
    (void)settings;
    return MOVE_ANY;
}

uint32_t solver_bound(const Solver *solver, const Settings *settings) {
    Guarantee guarantee = solver->guarantee(settings);
    return guarantee == GUARANTEE_OPTIMAL   ? 100
           : guarantee == GUARANTEE_BOUNDED ? solver->bound(settings)
                                            : 0;
}

const Solver *solver_find(const char *name, size_t length) {
    for (uint32_t i = 0; i < solver_count; i++) {
        const char *known = solver_registry[i]->name;
        size_t at = 0;
        while (at < length && known[at] != '\0' && known[at] == name[at]) at++;
        if (at == length && known[at] == '\0') return solver_registry[i];
    }
    return NULL;
}
