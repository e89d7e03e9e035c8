#include "algos/grid/theta_search.h"

#include "algos/map/map_outline.h"

#include <string.h>

enum { QUERY_NUMBERS = 1 << 30 }; /* what fits above the low bit of a mark */

/* The index: nothing but the map. */
typedef struct ThetaIndex {
    const Grid *grid;
    Memory *memory;
} ThetaIndex;

Status theta_prepare(const Map *map, const Settings *settings, Memory *memory, void **index, Error *error) {
    (void)settings;
    const Grid *grid = &map->grid;
    if (grid->passable_count != 0 && !map_has_plane(map))
        return error_say(error, STATUS_REFUSED, "the map has terrain costs from ",
                         number_text(grid->cost_min).text, " to ", number_text(grid->cost_max).text,
                         ": a straight line need not be the cheapest way then, expected cost 1 everywhere",
                         NULL);
    ThetaIndex *made = memory_take(memory, 1, sizeof *made);
    if (made == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the index", NULL);
    *made = (ThetaIndex){grid, memory};
    *index = made;
    return STATUS_OK;
}

void theta_index_destroy(void *index) {
    memory_give(((ThetaIndex *)index)->memory, index);
}

void theta_scratch_destroy(void *untyped) {
    ThetaScratch *scratch = untyped;
    theta_heap_destroy(&scratch->heap);
    memory_give(scratch->memory, scratch->nodes);
    memory_give(scratch->memory, scratch);
}

Status theta_scratch_create(const void *index, Memory *memory, void **scratch) {
    const Grid *grid = ((const ThetaIndex *)index)->grid;
    ThetaScratch *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    made->grid = grid;
    made->memory = made->heap.memory = memory;
    made->nodes = memory_take_zeroed(memory, grid_place_count(grid), sizeof *made->nodes);
    if (made->nodes == NULL) {
        theta_scratch_destroy(made);
        return STATUS_NO_MEMORY;
    }
    *scratch = made;
    return STATUS_OK;
}

void theta_begin(ThetaScratch *scratch) {
    theta_heap_clear(&scratch->heap);
    if (++scratch->query_number < QUERY_NUMBERS) return;
    memset(scratch->nodes, 0, grid_place_count(scratch->grid) * sizeof *scratch->nodes);
    scratch->query_number = 1;
}

Status theta_trace(const ThetaScratch *scratch, const PointQuery *query, const Query *cells,
                   PointPath *path) {
    const Grid *grid = scratch->grid;
    const uint32_t start = grid_place(grid, cells->start);
    TRY(centres_add_end(path, query->goal, cells->goal));
    for (uint32_t place = grid_place(grid, cells->goal);; place = scratch->nodes[place].parent) {
        TRY(point_path_add(path, cell_centre(grid_cell(grid, place))));
        if (place == start) break;
    }
    TRY(centres_add_end(path, query->start, cells->start));
    point_path_reverse(path);
    path->length = point_path_length(path);
    return STATUS_OK;
}
