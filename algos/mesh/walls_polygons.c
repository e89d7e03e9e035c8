#include "algos/mesh/walls.h"

#include "algos/core/sort.h"
#include "algos/map/polygons_parts.h"

static bool vertex_before(const void *context, uint32_t a, uint32_t b) {
    Point one = wall_point(context, a), other = wall_point(context, b);
    return one.x < other.x || (one.x == other.x && one.y < other.y);
}

/* Sorts the vertices in use; `room` has as many numbers as there are vertices. */
static void number_vertices(const Walls *walls, uint32_t *items, uint32_t *room, uint32_t *number,
                            Arrangement *arrangement) {
    uint32_t count = 0;
    for (uint32_t v = 0; v < walls->vertex_count; v++) number[v] = WALL_NONE;
    for (uint32_t w = 0; w < walls->wall_count; w++) {
        const Wall *wall = &walls->walls[w];
        if (wall->from == WALL_NONE || wall->is_hidden) continue;
        number[wall->from] = number[wall->to] = 0;
    }
    for (uint32_t v = 0; v < walls->vertex_count; v++)
        if (number[v] == 0) items[count++] = v;
    sort_items(items, room, count, vertex_before, walls);
    for (uint32_t i = 0; i < count; i++) {
        number[items[i]] = i;
        arrangement->vertices[i] = wall_point(walls, items[i]);
    }
    arrangement->vertex_count = count;
    for (uint32_t w = 0; w < walls->wall_count; w++) {
        const Wall *wall = &walls->walls[w];
        if (wall->from == WALL_NONE || wall->is_hidden) continue;
        arrangement->edges[arrangement->edge_count++] = (PolygonEdge){number[wall->from], number[wall->to]};
    }
}

Status walls_polygons(const Walls *walls, Memory *memory, uint32_t *number, Polygons *polygons) {
    Arrangement arrangement = {.memory = memory};
    Polygons made = {.lattice = walls->lattice, .memory = memory};
    arrangement.vertices = memory_take(memory, walls->vertex_count, sizeof *arrangement.vertices);
    arrangement.edges = memory_take(memory, walls->shown_count, sizeof *arrangement.edges);
    uint32_t *items = memory_take(memory, walls->vertex_count, 2 * sizeof *items);
    Status status = STATUS_NO_MEMORY;
    if (arrangement.vertices != NULL && arrangement.edges != NULL && items != NULL) {
        number_vertices(walls, items, items + walls->vertex_count, number, &arrangement);
        status = polygons_settle(&arrangement, &made);
    }
    memory_give(memory, items);
    arrangement_destroy(&arrangement);
    if (status == STATUS_OK) status = polygons_finish(&made);
    if (status != STATUS_OK) {
        polygons_destroy(&made);
        return status;
    }
    made.low = walls->low;
    made.high = walls->high;
    *polygons = made;
    return STATUS_OK;
}
