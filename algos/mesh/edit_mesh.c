#include "algos/mesh/edit_mesh.h"

#include "algos/core/rng.h"
#include "algos/mesh/edit_parts.h"

struct EditMesh {
    EditKind kind;
    Walls walls;
    Triangles triangles;
    Strips strips; /* instead, of trapezoids */
    Memory *memory;
};

Status edit_mesh_create(const Polygons *polygons, EditKind kind, Memory *memory, EditMesh **mesh,
                        Error *error) {
    EditMesh *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for a mesh", NULL);
    made->kind = kind;
    made->memory = memory;
    Status status = walls_create(polygons, memory, &made->walls, error);
    if (status == STATUS_OK) {
        status = kind == EDIT_TRAPEZOIDS ? strips_create(polygons, &made->walls, memory, &made->strips)
                                         : edit_triangles_create(polygons, kind == EDIT_MERGED, &made->walls,
                                                                 memory, &made->triangles);
        if (status != STATUS_OK) (void)error_say(error, status, "no memory for a mesh", NULL);
    }
    if (status != STATUS_OK)
        edit_mesh_destroy(made);
    else
        *mesh = made;
    return status;
}

void edit_mesh_destroy(EditMesh *mesh) {
    if (mesh->triangles.memory != NULL) edit_triangles_destroy(&mesh->triangles);
    if (mesh->strips.memory != NULL) strips_destroy(&mesh->strips);
    if (mesh->walls.memory != NULL) walls_destroy(&mesh->walls);
    memory_give(mesh->memory, mesh);
}

static Status change_mesh(EditMesh *mesh, WallChange *change, EditCounts *counts, Error *error) {
    Status status = mesh->kind == EDIT_TRAPEZOIDS ? strips_change(&mesh->strips, change, counts)
                                                  : edit_triangles_change(&mesh->triangles, change, counts);
    return status == STATUS_OK ? status : error_say(error, status, "no memory for a change of a mesh", NULL);
}

Status edit_mesh_add(EditMesh *mesh, const Point *points, uint32_t count, uint32_t *obstacle,
                     EditCounts *counts, Error *error) {
    WallChange change;
    TRY(walls_add(&mesh->walls, points, count, &change, error));
    *obstacle = change.ring;
    return change_mesh(mesh, &change, counts, error);
}

Status edit_mesh_remove(EditMesh *mesh, uint32_t obstacle, EditCounts *counts, Error *error) {
    WallChange change;
    TRY(walls_remove(&mesh->walls, obstacle, &change, error));
    return change_mesh(mesh, &change, counts, error);
}

uint32_t edit_mesh_first(const EditMesh *mesh) {
    return mesh->walls.boundary_count;
}

uint32_t edit_mesh_end(const EditMesh *mesh) {
    return mesh->walls.ring_count;
}

uint32_t edit_mesh_obstacle(const EditMesh *mesh, uint32_t obstacle, Point *points, uint32_t room) {
    const WallRing *ring = &mesh->walls.rings[obstacle];
    if (ring->vertex == NULL) return 0;
    for (uint32_t i = 0; i < ring->count && ring->count <= room; i++)
        points[i] = wall_point(&mesh->walls, ring->vertex[i]);
    return ring->count;
}

/* One that can go and come back; count 0 where none was found. */
static uint32_t pick_obstacle(const EditMesh *mesh, Rng *rng, Point *points, uint32_t room, uint32_t *count) {
    uint32_t first = edit_mesh_first(mesh), end = edit_mesh_end(mesh);
    *count = 0;
    for (int tried = 0; tried < 50 && first < end; tried++) {
        uint32_t obstacle = first + rng_below(rng, end - first);
        uint32_t corners = edit_mesh_obstacle(mesh, obstacle, points, room);
        if (corners == 0 || corners > room || polygon_touches_itself(points, corners)) continue;
        *count = corners;
        return obstacle;
    }
    return WALL_NONE;
}

static Status exercise(EditMesh *mesh, uint32_t count, Point *points, uint32_t room, EditCounts *counts,
                       Error *error) {
    Rng rng = rng_from(1);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t corners, obstacle = pick_obstacle(mesh, &rng, points, room, &corners);
        if (corners == 0) return STATUS_OK;
        Status status = edit_mesh_remove(mesh, obstacle, counts, error);
        if (status == STATUS_REFUSED) continue;
        if (status == STATUS_OK) status = edit_mesh_add(mesh, points, corners, &obstacle, counts, error);
        TRY(status);
    }
    return STATUS_OK;
}

Status edit_mesh_exercise(EditMesh *mesh, uint32_t count, EditCounts *counts, Error *error) {
    uint32_t room = 1;
    for (uint32_t i = edit_mesh_first(mesh); i < edit_mesh_end(mesh); i++) {
        uint32_t corners = edit_mesh_obstacle(mesh, i, NULL, 0);
        if (corners > room) room = corners;
    }
    Point *points = memory_take(mesh->memory, room, sizeof *points);
    if (points == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory to change a mesh", NULL);
    Status status = exercise(mesh, count, points, room, counts, error);
    memory_give(mesh->memory, points);
    return status;
}

uint64_t edit_mesh_hash(const EditMesh *mesh) {
    return mesh->kind == EDIT_TRAPEZOIDS ? mesh->strips.hash : mesh->triangles.hash;
}

static uint64_t hash_trapezoid(const Mesh *mesh, uint32_t face) {
    Hash hash = hash_start();
    for (uint32_t i = mesh->first[face]; i < mesh->first[face + 1]; i++) {
        uint32_t vertex = mesh->corner[i];
        if (!mesh->is_computed[vertex]) {
            hash_vertex(&hash, mesh->vertices[vertex]);
        } else {
            MeshLine line = mesh->line[vertex - (mesh->vertex_count - mesh->computed_count)];
            hash_computed(&hash, mesh->vertices[line.from], mesh->vertices[line.to],
                          mesh->vertices[vertex].x);
        }
    }
    return hash_value(&hash);
}

uint64_t edit_hash_of(const Mesh *mesh, EditKind kind) {
    uint64_t hash = 0;
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        const uint32_t *corner = mesh->corner + mesh->first[f];
        hash += kind == EDIT_TRAPEZOIDS ? hash_trapezoid(mesh, f)
                                        : triangle_hash(mesh->vertices[corner[0]], mesh->vertices[corner[1]],
                                                        mesh->vertices[corner[2]]);
    }
    return hash;
}

Status edit_mesh_pack(const EditMesh *mesh, Memory *memory, Polygons *polygons, Mesh *packed) {
    uint32_t *number = memory_take(memory, mesh->walls.vertex_count, sizeof *number);
    if (number == NULL) return STATUS_NO_MEMORY;
    Status status = walls_polygons(&mesh->walls, memory, number, polygons);
    if (status == STATUS_OK) {
        status = mesh->kind == EDIT_TRAPEZOIDS
                     ? strips_pack(&mesh->strips, polygons, number, memory, packed)
                     : edit_triangles_pack(&mesh->triangles, polygons, number, memory, packed);
        if (status != STATUS_OK) polygons_destroy(polygons);
    }
    memory_give(memory, number);
    return status;
}
