#include "harness/any_path.h"

#include "algos/core/hash.h"

#include <stdio.h>

uint64_t any_path_hash(const AnyPath *path, bool is_planar) {
    Hash hash = hash_start();
    for (uint64_t i = 0; is_planar && i < path->points.count; i++) {
        hash_real(&hash, path->points.points[i].x);
        hash_real(&hash, path->points.points[i].y);
    }
    for (uint64_t i = 0; !is_planar && i < path->cells.count; i++) {
        hash_integer(&hash, path->cells.cells[i].x);
        hash_integer(&hash, path->cells.cells[i].y);
    }
    return hash_value(&hash);
}

Length path_length(const Grid *grid, const Path *path) {
    Length length = {0, 0};
    for (uint64_t i = 1; i < path->count; i++) {
        Cell from = path->cells[i - 1], to = path->cells[i];
        int64_t cost = grid_cost(grid, to);
        *(from.x != to.x && from.y != to.y ? &length.diagonal : &length.straight) += cost;
    }
    return length;
}

/* "a grid", "polygons or a mesh". */
static void kinds_text(uint32_t kinds, char *text, size_t size) {
    static const struct {
        MapKind kind;
        const char *name;
    } names[] = {{MAP_GRID, "a grid"}, {MAP_POLYGONS, "polygons"}, {MAP_MESH, "a mesh"}};
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if ((kinds & names[i].kind) != 0)
            used +=
                (size_t)snprintf(text + used, size - used, "%s%s", used == 0 ? "" : " or ", names[i].name);
}

Status solver_takes(const Solver *solver, const Map *map, bool is_planar, Error *error) {
    if ((solver->map_kinds & map->kind) == 0) {
        char takes[64], is[64];
        kinds_text(solver->map_kinds, takes, sizeof takes);
        kinds_text(map->kind, is, sizeof is);
        return error_say(error, STATUS_REFUSED, solver->name, " takes ", takes, ", and the map is ", is,
                         NULL);
    }
    if (map->links.count > 0 && !solver->takes_links)
        return error_say(error, STATUS_REFUSED, solver->name, " knows no links, and the map has ",
                         number_text(map->links.count).text, NULL);
    if (!is_planar || map->kind != MAP_GRID || solver->query_points != NULL) return STATUS_OK;
    return error_say(error, STATUS_REFUSED, solver->name,
                     " takes cells, not points: it moves from cell to cell of a grid", NULL);
}

Status solver_prepare(const Solver *solver, const Settings *settings, const Map *map, bool is_planar,
                      Memory *memory, void **index, Error *error) {
    TRY(solver_takes(solver, map, is_planar, error));
    return solver->prepare(map, settings, memory, index, error);
}
