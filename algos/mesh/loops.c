#include "algos/mesh/loops.h"

#include "algos/core/hash.h"

#include <string.h>

Status loops_create(uint32_t most, Memory *memory, Loops *loops) {
    *loops = (Loops){.memory = memory};
    loops->room = memory_take(memory, most, 3 * sizeof(uint32_t));
    if (loops->room == NULL) return STATUS_NO_MEMORY;
    loops->vertex = loops->room;
    loops->next = loops->vertex + most;
    loops->twin = loops->next + most;
    return STATUS_OK;
}

void loops_destroy(Loops *loops) {
    memory_give(loops->memory, loops->room);
}

/* Sorts corners by their vertices, or by those after them; equal ones keep their order. `count_of` has a
 * number for each vertex and one more. */
static void sort_corners(const Loops *loops, bool by_next, const uint32_t *from, uint32_t *to, uint32_t count,
                         uint32_t *count_of, uint32_t vertex_count) {
    memset(count_of, 0, ((size_t)vertex_count + 1) * sizeof *count_of);
    for (uint32_t i = 0; i < count; i++)
        count_of[loops->vertex[by_next ? loops->next[from[i]] : from[i]] + 1]++;
    for (uint32_t v = 1; v <= vertex_count; v++) count_of[v] += count_of[v - 1];
    for (uint32_t i = 0; i < count; i++)
        to[count_of[loops->vertex[by_next ? loops->next[from[i]] : from[i]]]++] = from[i];
}

/* The corner at each face's lowest vertex, and the number of all corners. */
static uint32_t find_faces(const Loops *loops, uint32_t *is_seen, uint32_t *lowest, uint32_t *corner_count) {
    uint32_t count = 0;
    *corner_count = 0;
    memset(is_seen, 0, loops->count * sizeof *is_seen);
    for (uint32_t i = 0; i < loops->count; i++) {
        if (loops->next[i] == LOOP_NONE || is_seen[i] != 0) continue;
        uint32_t low = i, at = i;
        do {
            if (loops->vertex[at] < loops->vertex[low]) low = at;
            is_seen[at] = 1;
            ++*corner_count;
            at = loops->next[at];
        } while (at != i);
        lowest[count++] = low;
    }
    return count;
}

/* `face` is overwritten by the face of each corner. */
static void fill_mesh(const Loops *loops, const uint32_t *sorted, uint32_t *face, Mesh *mesh) {
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        uint32_t at = sorted[f];
        do {
            face[at] = f;
            at = loops->next[at];
        } while (at != sorted[f]);
    }
    uint32_t count = 0;
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        mesh->first[f] = count;
        uint32_t at = sorted[f];
        do {
            uint32_t twin = loops->twin[at];
            mesh->corner[count] = loops->vertex[at];
            mesh->neighbour[count++] = twin == LOOP_NONE ? FACE_NONE : face[twin];
            at = loops->next[at];
        } while (at != sorted[f]);
    }
    mesh->first[mesh->face_count] = count;
}

static uint64_t hash_of(const char *kind, const Polygons *map) {
    Hash hash = hash_start();
    hash_text(&hash, kind);
    hash_integer(&hash, (int64_t)map->hash);
    return hash_value(&hash);
}

Status loops_mesh(const Loops *loops, const Polygons *map, const char *kind, Memory *memory, Mesh *mesh) {
    uint32_t *room = memory_take(memory, loops->count, 3 * sizeof *room);
    uint32_t *count_of = memory_take(memory, (size_t)map->vertex_count + 1, sizeof *count_of);
    Status status = STATUS_NO_MEMORY;
    if (room != NULL && count_of != NULL) {
        uint32_t *face = room, *sorted = room + loops->count, *spare = sorted + loops->count, corner_count;
        uint32_t count = find_faces(loops, face, sorted, &corner_count);
        sort_corners(loops, true, sorted, spare, count, count_of, map->vertex_count);
        sort_corners(loops, false, spare, sorted, count, count_of, map->vertex_count);
        *mesh = (Mesh){.vertex_count = map->vertex_count,
                       .face_count = count,
                       .corner_count = corner_count,
                       .low = map->low,
                       .high = map->high,
                       .inexact = map->inexact,
                       .hash = hash_of(kind, map),
                       .memory = memory};
        status = mesh_take(mesh);
        if (status == STATUS_OK) {
            memcpy(mesh->vertices, map->vertices, map->vertex_count * sizeof *mesh->vertices);
            fill_mesh(loops, sorted, face, mesh);
        }
    }
    memory_give(memory, room);
    memory_give(memory, count_of);
    return status;
}
