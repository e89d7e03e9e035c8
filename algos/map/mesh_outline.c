#include "algos/map/mesh_outline.h"

#define CORNER_NONE UINT32_MAX

static uint32_t corner_after(const Mesh *mesh, uint32_t face, uint32_t corner) {
    return corner + 1 == mesh->first[face + 1] ? mesh->first[face] : corner + 1;
}

/* The corner of `face` whose edge leads from vertex `from` to vertex `to`. */
static uint32_t corner_of_edge(const Mesh *mesh, uint32_t face, uint32_t from, uint32_t to) {
    for (uint32_t i = mesh->first[face]; i < mesh->first[face + 1]; i++)
        if (mesh->corner[i] == from && mesh->corner[corner_after(mesh, face, i)] == to) return i;
    return CORNER_NONE; /* not in a valid mesh */
}

/* The wall that follows a wall around free space: from its end on through the faces that meet there, so that
 * a ring touches itself at most in points. Sets the face that it belongs to. */
static uint32_t wall_after(const Mesh *mesh, uint32_t *face, uint32_t corner) {
    uint32_t at = corner_after(mesh, *face, corner);
    while (at != CORNER_NONE && mesh->neighbour[at] != FACE_NONE) {
        uint32_t from = mesh->corner[at], to = mesh->corner[corner_after(mesh, *face, at)];
        *face = mesh->neighbour[at];
        at = corner_of_edge(mesh, *face, to, from);
        if (at != CORNER_NONE) at = corner_after(mesh, *face, at);
    }
    return at;
}

static void trace(const Mesh *mesh, const uint64_t *line_of_face, uint8_t *is_done, Rings *rings) {
    rings->first[0] = 0;
    for (uint32_t f = 0; f < mesh->face_count; f++)
        for (uint32_t i = mesh->first[f]; i < mesh->first[f + 1]; i++) {
            if (mesh->neighbour[i] != FACE_NONE || is_done[i]) continue;
            uint32_t face = f;
            if (line_of_face != NULL) rings->line[rings->ring_count] = line_of_face[f];
            for (uint32_t at = i; at != CORNER_NONE && !is_done[at]; at = wall_after(mesh, &face, at)) {
                is_done[at] = 1;
                rings->points[rings->point_count++] = mesh->vertices[mesh->corner[at]];
            }
            rings->first[++rings->ring_count] = rings->point_count;
        }
}

Status mesh_walls(const Mesh *mesh, const char *name, const uint64_t *line_of_face, Memory *memory,
                  Polygons *polygons, Error *error) {
    uint32_t walls = 0;
    for (uint32_t i = 0; i < mesh->corner_count; i++) walls += mesh->neighbour[i] == FACE_NONE;
    Rings rings = {.nested = true, .walls = true, .memory = memory};
    rings.points = memory_take(memory, walls, sizeof *rings.points);
    rings.first = memory_take(memory, (size_t)walls + 1, sizeof *rings.first);
    rings.line = memory_take_zeroed(memory, walls, sizeof *rings.line);
    uint8_t *is_done = memory_take_zeroed(memory, mesh->corner_count, 1);
    Status status = STATUS_NO_MEMORY;
    if (rings.points != NULL && rings.first != NULL && rings.line != NULL && is_done != NULL) {
        trace(mesh, line_of_face, is_done, &rings);
        status = polygons_create(&rings, name, memory, polygons, error);
    } else {
        status = error_say(error, status, "no memory for the walls of a mesh", NULL);
    }
    memory_give(memory, is_done);
    rings_destroy(&rings);
    return status;
}

Status mesh_outline(const Mesh *mesh, Memory *memory, Polygons *polygons, Error *error) {
    return mesh_walls(mesh, "the walls of the mesh", NULL, memory, polygons, error);
}
