/* Dijkstra's algorithm from start to goal ("A note on two problems in connexion with graphs", 1959):
 * best-first search without a heuristic, stopped when the goal is settled. */
#include "algos/grid/best_first.h"

enum { STYLE, MOVE };

static const Parameter rows[] = {
    {.name = "style",
     .type = PARAMETER_CHOICE,
     .choices = "plain",
     .help = "plain: binary heap, reused buffers"},
    {.name = "move",
     .type = PARAMETER_CHOICE,
     .choices = MOVE_NAMES,
     .preset = MOVE_8,
     .help = "movement rule"},
};

static Move move(const Settings *settings) {
    return (Move)settings->value[MOVE];
}

static Status prepare(const Map *map, const Settings *settings, Memory *memory, void **index, Error *error) {
    return grid_search_prepare(map, move(settings), TIE_INDEX, false, sizeof(GridSearch), memory, index,
                               error);
}

const Solver solver_dijkstra = {
    .name = "dijkstra",
    .summary = "best-first search by length alone",
    .source = "Dijkstra, A note on two problems in connexion with graphs, 1959",
    .map_kinds = MAP_GRID,
    .parameters = {rows, sizeof rows / sizeof *rows},
    .guarantee = guarantee_optimal,
    .move = move,
    .prepare = prepare,
    .index_destroy = grid_search_destroy,
    .scratch_create = best_first_scratch_create,
    .scratch_destroy = best_first_scratch_destroy,
    .query = best_first_query,
};
