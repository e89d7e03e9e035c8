#include "tests/mesh_wear.h"

#include "algos/core/turn.h"
#include "algos/map/mesh_file.h"
#include "tests/support.h"

#include <string.h>

static uint32_t corner_beside(const Mesh *mesh, uint32_t face, uint32_t corner, int step) {
    uint32_t first = mesh->first[face], size = mesh->first[face + 1] - first;
    return first + (corner - first + (step > 0 ? 1 : size - 1)) % size;
}

/* Room for a vertex more at each corner. */
static void loosen(Mesh *mesh, Rng *rng, bool leave_out) {
    uint32_t most = mesh->vertex_count + mesh->corner_count, corners = 0;
    mesh->vertices = memory_resize(mesh->memory, mesh->vertices, most, sizeof *mesh->vertices);
    mesh->is_computed = memory_resize(mesh->memory, mesh->is_computed, most, 1);
    memset(mesh->is_computed, 0, most);
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        uint32_t begin = mesh->first[f], end = mesh->first[f + 1], size = end - begin;
        uint32_t last = mesh->corner[corner_beside(mesh, f, begin, -1)], last_wall = mesh->neighbour[end - 1];
        mesh->first[f] = corners;
        for (uint32_t i = begin; i < end; i++) {
            uint32_t vertex = mesh->corner[i], next = mesh->corner[i + 1 < end ? i + 1 : mesh->first[f]];
            bool between_walls = mesh->neighbour[i] == FACE_NONE && last_wall == FACE_NONE;
            bool straight =
                point_orientation(mesh->vertices[last], mesh->vertices[vertex], mesh->vertices[next]) == 0;
            last_wall = mesh->neighbour[i];
            if (leave_out && between_walls && straight && size > 3 && i > begin && i + 1 < end &&
                rng_below(rng, 2) == 0) {
                size--;
                continue;
            }
            if (between_walls && rng_below(rng, 2) == 0) {
                mesh->vertices[mesh->vertex_count] = mesh->vertices[vertex];
                vertex = mesh->vertex_count++;
            }
            mesh->neighbour[corners] = mesh->neighbour[i];
            mesh->corner[corners++] = vertex;
            last = vertex;
        }
    }
    mesh->first[mesh->face_count] = mesh->corner_count = corners;
}

static void turn(Mesh *mesh, Rng *rng) {
    Point to = turn_direction(rng_unit(rng));
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        Point at = mesh->vertices[v];
        mesh->vertices[v] = (Point){at.x * to.x - at.y * to.y, at.x * to.y + at.y * to.x};
    }
}

/* Leaves out the vertices that no face has. */
static void pack(Mesh *mesh) {
    uint32_t *number = memory_take_zeroed(mesh->memory, mesh->vertex_count, sizeof *number), used = 0;
    assert_non_null(number);
    for (uint32_t i = 0; i < mesh->corner_count; i++) number[mesh->corner[i]] = 1;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        if (number[v] == 0) continue;
        number[v] = used;
        mesh->vertices[used++] = mesh->vertices[v];
    }
    for (uint32_t i = 0; i < mesh->corner_count; i++) mesh->corner[i] = number[mesh->corner[i]];
    mesh->vertex_count = used;
    memory_give(mesh->memory, number);
}

void mesh_wear(Mesh *mesh, Rng *rng, bool turned) {
    Memory *memory = mesh->memory;
    char *bytes;
    size_t length;
    Error error;
    loosen(mesh, rng, !turned);
    pack(mesh);
    if (turned) turn(mesh, rng);
    ASSERT_OK(mesh_write(mesh, memory, &bytes, &length, &error), &error);
    mesh_destroy(mesh);
    ASSERT_OK(mesh_read(bytes, length, "worn", memory, mesh, NULL, &error), &error);
    memory_give(memory, bytes);
}

Point mesh_point(const Mesh *mesh, Rng *rng) {
    uint32_t face = rng_below(rng, mesh->face_count), size = mesh->first[face + 1] - mesh->first[face];
    uint32_t at = rng_below(rng, size), first = mesh->first[face];
    Point a = mesh->vertices[mesh->corner[first + at]],
          b = mesh->vertices[mesh->corner[first + (at + 1) % size]];
    Point c = mesh->vertices[mesh->corner[first + (at + size / 2) % size]];
    switch (rng_below(rng, 3)) {
    case 0:
        return a;
    case 1:
        return (Point){(a.x + b.x) / 2, (a.y + b.y) / 2};
    default:
        return (Point){(a.x + b.x + 2 * c.x) / 4, (a.y + b.y + 2 * c.y) / 4};
    }
}
