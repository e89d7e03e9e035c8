#include "algos/mesh/trapezoid_parts.h"

#include "algos/core/hash.h"

#include <math.h>
#include <string.h>

static uint32_t corners_of(const Strip *strip) {
    return strip->right_high - strip->right_low + strip->left_high - strip->left_low + 2;
}

/* Counter-clockwise from the lower right: the right side up, the ceiling, the left side down, the floor. */
static void fill_face(const Sweep *sweep, const Strip *strip, uint32_t *corner, uint32_t *neighbour) {
    const Mark *marks = sweep->marks;
    for (uint32_t i = strip->right_low; i <= strip->right_high; i++) {
        *corner++ = marks[i].vertex;
        *neighbour++ = i < strip->right_high ? marks[i].right : FACE_NONE;
    }
    for (uint32_t i = strip->left_high + 1; i-- > strip->left_low;) {
        *corner++ = marks[i].vertex;
        *neighbour++ = i > strip->left_low ? marks[i - 1].left : FACE_NONE;
    }
}

Status sweep_mesh(const Sweep *sweep, Mesh *mesh) {
    const Polygons *map = sweep->map;
    uint32_t corner_count = 0;
    for (uint32_t f = 0; f < sweep->strip_count; f++) corner_count += corners_of(&sweep->strips[f]);
    *mesh = (Mesh){.vertex_count = map->vertex_count + sweep->computed_count,
                   .computed_count = sweep->computed_count,
                   .face_count = sweep->strip_count,
                   .corner_count = corner_count,
                   .low = map->low,
                   .high = map->high,
                   .inexact = map->inexact,
                   .memory = sweep->memory};
    TRY(mesh_take(mesh));
    memcpy(mesh->vertices, map->vertices, map->vertex_count * sizeof(Point));
    memcpy(mesh->vertices + map->vertex_count, sweep->computed, sweep->computed_count * sizeof(Point));
    memcpy(mesh->line, sweep->lines, sweep->computed_count * sizeof(MeshLine));
    memset(mesh->is_computed + map->vertex_count, 1, sweep->computed_count);
    mesh->first[0] = 0;
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        const Strip *strip = &sweep->strips[f];
        fill_face(sweep, strip, mesh->corner + mesh->first[f], mesh->neighbour + mesh->first[f]);
        mesh->first[f + 1] = mesh->first[f] + corners_of(strip);
    }
    /* The map determines the mesh, and hashing what was built would take longer than building it. */
    Hash hash = hash_start();
    hash_text(&hash, "trapezoids");
    hash_integer(&hash, (int64_t)map->hash);
    mesh->hash = hash_value(&hash);
    return STATUS_OK;
}

bool trapezoids_are_apart(const Mesh *mesh) {
    if (!mesh->inexact) return true;
    double size =
        fmax(fmax(fabs(mesh->low.x), fabs(mesh->high.x)), fmax(fabs(mesh->low.y), fabs(mesh->high.y)));
    for (uint32_t face = 0; face < mesh->face_count; face++) {
        for (uint32_t i = mesh->first[face]; i < mesh->first[face + 1]; i++) {
            /* What is no portal is a floor or ceiling, a line of the input. */
            if (mesh->neighbour[i] == FACE_NONE) continue;
            uint32_t next = i + 1 < mesh->first[face + 1] ? i + 1 : mesh->first[face];
            double low = mesh->vertices[mesh->corner[i]].y, high = mesh->vertices[mesh->corner[next]].y;
            if (fabs(high - low) <= 0x1p-44 * size) return false;
        }
    }
    return true;
}
