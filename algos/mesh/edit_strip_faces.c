/* Where the trapezoids of a mesh that changes are kept, and from and to packed meshes. */
#include "algos/mesh/edit_parts.h"
#include "algos/mesh/trapezoid.h"
#include "algos/mesh/walls_parts.h"

#include "algos/core/sort.h"

#include <string.h>

void hash_vertex(Hash *hash, Point at) {
    hash_integer(hash, 1);
    hash_real(hash, at.x);
    hash_real(hash, at.y);
}

void hash_computed(Hash *hash, Point left, Point right, double x) {
    hash_integer(hash, 2);
    hash_real(hash, left.x);
    hash_real(hash, left.y);
    hash_real(hash, right.x);
    hash_real(hash, right.y);
    hash_real(hash, x);
}

/* ---- corners ---- */

/* The ring goes up the right side, then over the ceiling. */
static bool is_right(const Strips *strips, uint32_t corner) {
    for (uint32_t at = strips->faces[strips->corners[corner].face].first;; at = strips->corners[at].next) {
        if (strips->corners[at].is_ceiling) return at == corner;
        if (at == corner) return true;
    }
}

double strip_x(const Strips *strips, uint32_t corner) {
    const StripFace *face = &strips->faces[strips->corners[corner].face];
    return is_right(strips, corner) ? face->right : face->left;
}

uint32_t strip_wall(const Strips *strips, uint32_t corner) {
    const StripFace *face = &strips->faces[strips->corners[corner].face];
    return corner == face->first || strip_is_floor(strips, corner) ? face->floor : face->ceiling;
}

bool strip_is_floor(const Strips *strips, uint32_t corner) {
    return strips->corners[corner].next == strips->faces[strips->corners[corner].face].first;
}

/* ---- storage ---- */

Status strips_reserve(Strips *strips, uint32_t faces, uint32_t corners) {
    LIST_RESERVE(strips->memory, strips->faces, strips->face_capacity, strips->face_count,
                 faces > strips->faces_unused ? faces - strips->faces_unused : 0);
    LIST_RESERVE(strips->memory, strips->corners, strips->corner_capacity, strips->corner_count,
                 corners > strips->corners_unused ? corners - strips->corners_unused : 0);
    return STATUS_OK;
}

static uint64_t hash_at(const Strips *strips, uint32_t face) {
    const Walls *walls = strips->walls;
    Hash hash = hash_start();
    uint32_t at = strips->faces[face].first;
    do {
        if (strips->corners[at].vertex != EDIT_NONE) {
            hash_vertex(&hash, wall_point(walls, strips->corners[at].vertex));
        } else {
            const Wall *wall = &walls->walls[strip_wall(strips, at)];
            hash_computed(&hash, wall_left(walls, wall), wall_right(walls, wall), strip_x(strips, at));
        }
        at = strips->corners[at].next;
    } while (at != strips->faces[face].first);
    return hash_value(&hash);
}

void strip_take_out(Strips *strips, uint32_t face) {
    StripFace *it = &strips->faces[face];
    strips->hash -= hash_at(strips, face);
    uint32_t at = it->first;
    do {
        uint32_t next = strips->corners[at].next;
        strips->corners[at].next = strips->corner_unused;
        strips->corner_unused = at;
        strips->corners_unused++;
        strips->live_corners--;
        at = next;
    } while (at != it->first);
    it->floor = EDIT_NONE;
    it->first = strips->face_unused;
    strips->face_unused = face;
    strips->faces_unused++;
    strips->live_faces--;
}

static uint32_t take_corner(Strips *strips) {
    uint32_t corner = strips->corner_unused;
    strips->live_corners++;
    if (corner == EDIT_NONE) return strips->corner_count++;
    strips->corner_unused = strips->corners[corner].next;
    strips->corners_unused--;
    return corner;
}

uint32_t strip_put_in(Strips *strips, uint32_t floor, uint32_t ceiling, double left, double right,
                      const uint32_t *vertex, uint32_t count, uint32_t right_count) {
    uint32_t face = strips->face_unused, last = EDIT_NONE;
    if (face == EDIT_NONE) {
        face = strips->face_count++;
    } else {
        strips->face_unused = strips->faces[face].first;
        strips->faces_unused--;
    }
    strips->live_faces++;
    strips->faces[face] = (StripFace){floor, ceiling, EDIT_NONE, 0, left, right};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t corner = take_corner(strips);
        strips->corners[corner] = (StripCorner){vertex[i], EDIT_NONE, EDIT_NONE, face, i + 1 == right_count};
        if (i == 0)
            strips->faces[face].first = corner;
        else
            strips->corners[last].next = corner;
        if (i + 1 == right_count) strips->walls->walls[ceiling].corner = corner;
        last = corner;
    }
    strips->corners[last].next = strips->faces[face].first;
    strips->walls->walls[floor].corner = last;
    strips->hash += hash_at(strips, face);
    return face;
}

void strip_join(Strips *strips, uint32_t corner, uint32_t twin) {
    StripCorner *it = &strips->corners[corner];
    it->twin = twin;
    if (twin != EDIT_NONE) {
        strips->corners[twin].twin = corner;
        return;
    }
    uint32_t wall = wall_between(strips->walls, it->vertex, strips->corners[it->next].vertex);
    strips->walls->walls[wall].corner = corner;
}

void strips_destroy(Strips *strips) {
    memory_give(strips->memory, strips->faces);
    memory_give(strips->memory, strips->corners);
    *strips = (Strips){.memory = strips->memory};
}

/* ---- from a packed mesh ---- */

static uint32_t wall_of_line(const Strips *strips, const Mesh *mesh, uint32_t computed) {
    MeshLine line = mesh->line[computed - (mesh->vertex_count - mesh->computed_count)];
    uint32_t wall = wall_between(strips->walls, line.from, line.to);
    return wall != WALL_NONE ? wall : wall_between(strips->walls, line.to, line.from);
}

/* The wall along an edge. */
static uint32_t wall_along(const Strips *strips, const Mesh *mesh, uint32_t from, uint32_t to) {
    if (mesh->is_computed[from]) return wall_of_line(strips, mesh, from);
    if (mesh->is_computed[to]) return wall_of_line(strips, mesh, to);
    return wall_between(strips->walls, from, to);
}

static void take_face(Strips *strips, const Mesh *mesh, uint32_t f, uint32_t *vertex) {
    const uint32_t *corner = mesh->corner + mesh->first[f];
    uint32_t count = mesh->first[f + 1] - mesh->first[f], right_count = 1;
    double right = mesh->vertices[corner[0]].x, left = mesh->vertices[corner[count - 1]].x;
    while (mesh->vertices[corner[right_count]].x == right) right_count++;
    for (uint32_t i = 0; i < count; i++) vertex[i] = mesh->is_computed[corner[i]] ? EDIT_NONE : corner[i];
    (void)strip_put_in(strips, wall_along(strips, mesh, corner[count - 1], corner[0]),
                       wall_along(strips, mesh, corner[right_count - 1], corner[right_count]), left, right,
                       vertex, count, right_count);
}

/* Corners are put in one after another, so that they have the mesh's numbers. */
static void take_mesh(Strips *strips, const Mesh *mesh, uint32_t *vertex) {
    for (uint32_t f = 0; f < mesh->face_count; f++) take_face(strips, mesh, f, vertex);
    for (uint32_t i = 0; i < mesh->corner_count; i++) {
        uint32_t other = mesh->neighbour[i], next = strips->corners[i].next;
        if (other == FACE_NONE) {
            const StripCorner *corner = &strips->corners[i];
            if (!corner->is_ceiling && !strip_is_floor(strips, i)) strip_join(strips, i, EDIT_NONE);
            continue;
        }
        uint32_t twin = mesh->first[other];
        while (mesh->corner[twin] != mesh->corner[next] ||
               mesh->corner[strips->corners[twin].next] != mesh->corner[i])
            twin++;
        strips->corners[i].twin = twin;
    }
}

Status strips_create(const Polygons *polygons, Walls *walls, Memory *memory, Strips *strips) {
    Mesh mesh;
    *strips =
        (Strips){.walls = walls, .face_unused = EDIT_NONE, .corner_unused = EDIT_NONE, .memory = memory};
    TRY(trapezoid_create(polygons, memory, &mesh));
    uint32_t *vertex = memory_take(memory, mesh.corner_count, sizeof *vertex);
    Status status =
        vertex == NULL ? STATUS_NO_MEMORY : strips_reserve(strips, mesh.face_count, mesh.corner_count);
    if (status == STATUS_OK)
        take_mesh(strips, &mesh, vertex);
    else
        strips_destroy(strips);
    memory_give(memory, vertex);
    mesh_destroy(&mesh);
    return status;
}
