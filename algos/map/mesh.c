#include "algos/map/mesh.h"

#include "algos/core/hash.h"

#include <string.h>

Status mesh_take(Mesh *mesh) {
    Memory *memory = mesh->memory;
    mesh->vertices = memory_take(memory, mesh->vertex_count, sizeof *mesh->vertices);
    mesh->is_computed = memory_take_zeroed(memory, mesh->vertex_count, sizeof *mesh->is_computed);
    mesh->line = memory_take(memory, mesh->computed_count, sizeof *mesh->line);
    mesh->first = memory_take(memory, (size_t)mesh->face_count + 1, sizeof *mesh->first);
    mesh->corner = memory_take(memory, mesh->corner_count, sizeof *mesh->corner);
    mesh->neighbour = memory_take(memory, mesh->corner_count, sizeof *mesh->neighbour);
    bool all = mesh->vertices != NULL && mesh->is_computed != NULL && mesh->line != NULL &&
               mesh->first != NULL && mesh->corner != NULL && mesh->neighbour != NULL;
    if (!all) mesh_destroy(mesh);
    return all ? STATUS_OK : STATUS_NO_MEMORY;
}

void mesh_destroy(Mesh *mesh) {
    void *parts[] = {mesh->vertices, mesh->is_computed, mesh->line,
                     mesh->first,    mesh->corner,      mesh->neighbour};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) memory_give(mesh->memory, parts[i]);
    *mesh = (Mesh){.memory = mesh->memory};
}

static void hash_double(Hash *hash, double value) {
    value += 0.0; /* -0 is 0 */
    int64_t bits;
    memcpy(&bits, &value, sizeof bits);
    hash_integer(hash, bits);
}

static void find_box(Mesh *mesh) {
    mesh->low = mesh->high = mesh->vertices[mesh->corner[0]];
    for (uint32_t i = 1; i < mesh->corner_count; i++) {
        Point point = mesh->vertices[mesh->corner[i]];
        if (point.x < mesh->low.x) mesh->low.x = point.x;
        if (point.y < mesh->low.y) mesh->low.y = point.y;
        if (point.x > mesh->high.x) mesh->high.x = point.x;
        if (point.y > mesh->high.y) mesh->high.y = point.y;
    }
}

void mesh_finish(Mesh *mesh) {
    if (mesh->corner_count > 0) find_box(mesh);
    Hash hash = hash_start();
    hash_integer(&hash, mesh->vertex_count);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        hash_double(&hash, mesh->vertices[v].x);
        hash_double(&hash, mesh->vertices[v].y);
    }
    hash_integer(&hash, mesh->computed_count);
    for (uint32_t i = 0; i < mesh->computed_count; i++) {
        hash_integer(&hash, mesh->line[i].from);
        hash_integer(&hash, mesh->line[i].to);
    }
    for (uint32_t f = 0; f < mesh->face_count; f++) hash_integer(&hash, mesh->first[f + 1]);
    for (uint32_t i = 0; i < mesh->corner_count; i++) {
        hash_integer(&hash, mesh->corner[i]);
        hash_integer(&hash, mesh->neighbour[i]);
    }
    mesh->hash = hash_value(&hash);
}

void mesh_edge_line(const Mesh *mesh, uint32_t from, uint32_t to, Point *a, Point *b) {
    *a = mesh->vertices[from];
    *b = mesh->vertices[to];
    bool forward = a->x < b->x;
    uint32_t original_count = mesh->vertex_count - mesh->computed_count;
    uint32_t computed = from >= original_count ? from : to;
    /* A computed corner's x is exact, so that an upright edge is known by its own ends. */
    if (computed < original_count || a->x == b->x) return;
    MeshLine line = mesh->line[computed - original_count];
    *a = mesh->vertices[forward ? line.from : line.to];
    *b = mesh->vertices[forward ? line.to : line.from];
}

int mesh_side(const Mesh *mesh, uint32_t from, uint32_t to, Point point) {
    Point a, b;
    mesh_edge_line(mesh, from, to, &a, &b);
    return point_orientation(a, b, point);
}
