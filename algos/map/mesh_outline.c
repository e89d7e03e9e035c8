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

static void trace(const Mesh *mesh, uint8_t *is_done, Rings *rings) {
    rings->first[0] = 0;
    for (uint32_t f = 0; f < mesh->face_count; f++)
        for (uint32_t i = mesh->first[f]; i < mesh->first[f + 1]; i++) {
            if (mesh->neighbour[i] != FACE_NONE || is_done[i]) continue;
            uint32_t face = f;
            for (uint32_t at = i; at != CORNER_NONE && !is_done[at]; at = wall_after(mesh, &face, at)) {
                is_done[at] = 1;
                rings->points[rings->point_count++] = mesh->vertices[mesh->corner[at]];
            }
            rings->first[++rings->ring_count] = rings->point_count;
        }
}

/* |dx| + |dy|: on a lattice its sums are exact, and cutting an edge in two does not change them. */
static double extent(Point a, Point b) {
    double x = a.x < b.x ? b.x - a.x : a.x - b.x, y = a.y < b.y ? b.y - a.y : a.y - b.y;
    return x + y;
}

/* Whether all walls are still there: those between free and free space are dropped by normalising. */
static bool is_whole(const Rings *rings, const Polygons *polygons) {
    double before = 0, after = 0;
    for (uint32_t ring = 0; ring < rings->ring_count; ring++)
        for (uint32_t i = rings->first[ring], end = rings->first[ring + 1]; i < end; i++)
            before += extent(rings->points[i], rings->points[i + 1 == end ? rings->first[ring] : i + 1]);
    for (uint32_t i = 0; i < polygons->edge_count; i++)
        after +=
            extent(polygons->vertices[polygons->edges[i].from], polygons->vertices[polygons->edges[i].to]);
    double doubt = polygons->inexact ? 1e-9 * before : 0;
    return before - after <= doubt;
}

Status mesh_outline(const Mesh *mesh, Memory *memory, Polygons *polygons, Error *error) {
    uint32_t walls = 0;
    for (uint32_t i = 0; i < mesh->corner_count; i++) walls += mesh->neighbour[i] == FACE_NONE;
    Rings rings = {.nested = true, .memory = memory};
    rings.points = memory_take(memory, walls, sizeof *rings.points);
    rings.first = memory_take(memory, (size_t)walls + 1, sizeof *rings.first);
    uint8_t *is_done = memory_take_zeroed(memory, mesh->corner_count, 1);
    Status status = STATUS_NO_MEMORY;
    if (rings.points != NULL && rings.first != NULL && is_done != NULL) {
        trace(mesh, is_done, &rings);
        status = polygons_create(&rings, "the walls of the mesh", memory, polygons, error);
        if (status == STATUS_OK && !is_whole(&rings, polygons)) {
            polygons_destroy(polygons);
            status = error_say(error, STATUS_REFUSED,
                               "the mesh has walls without width: faces on both sides that are not "
                               "neighbours",
                               NULL);
        }
    } else {
        status = error_say(error, status, "no memory for the walls of a mesh", NULL);
    }
    memory_give(memory, is_done);
    rings_destroy(&rings);
    return status;
}
