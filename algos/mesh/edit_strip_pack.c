/* Trapezoids as trapezoid_create leaves them: faces in the order in which a sweep opens them, computed
 * corners in the order in which it comes by them. */
#include "algos/mesh/edit_parts.h"

#include "algos/core/sort.h"

#include <string.h>

/* A computed corner by its place. */
typedef struct ComputedAt {
    uint32_t corner, wall;
    double x;
} ComputedAt;

typedef struct Packing {
    const Strips *strips;
    Mesh *mesh;
    const uint32_t *number; /* of each vertex */
    ComputedAt *places;
    uint32_t place_count;
    uint32_t *order, *room; /* of places, then of faces */
    uint32_t *vertex;       /* of each corner: in the mesh */
    uint32_t *face;         /* of each face: in the mesh */
} Packing;

static bool place_before(const void *context, uint32_t a, uint32_t b) {
    const Packing *packing = context;
    const ComputedAt *one = &packing->places[a], *other = &packing->places[b];
    if (one->x != other->x) return one->x < other->x;
    return one->wall != other->wall && wall_below(packing->strips->walls, one->wall, other->wall);
}

static bool face_before(const void *context, uint32_t a, uint32_t b) {
    const Strips *strips = ((const Packing *)context)->strips;
    const StripFace *one = &strips->faces[a], *other = &strips->faces[b];
    if (one->left != other->left) return one->left < other->left;
    return wall_below(strips->walls, one->floor, other->floor);
}

/* Corners to vertices; `order` becomes the places', of which each computed vertex has the first. */
static void number_corners(Packing *packing) {
    const Strips *strips = packing->strips;
    for (uint32_t f = 0; f < strips->face_count; f++) {
        if (strips->faces[f].floor == EDIT_NONE) continue;
        uint32_t at = strips->faces[f].first;
        do {
            if (strips->corners[at].vertex != EDIT_NONE)
                packing->vertex[at] = packing->number[strips->corners[at].vertex];
            else
                packing->places[packing->place_count++] =
                    (ComputedAt){at, strip_wall(strips, at), strip_x(strips, at)};
            at = strips->corners[at].next;
        } while (at != strips->faces[f].first);
    }
    for (uint32_t i = 0; i < packing->place_count; i++) packing->order[i] = i;
    sort_items(packing->order, packing->room, packing->place_count, place_before, packing);
    Mesh *mesh = packing->mesh;
    for (uint32_t i = 0; i < packing->place_count; i++) {
        uint32_t at = packing->order[i];
        if (i == 0 || place_before(packing, packing->order[mesh->computed_count - 1], at)) {
            packing->order[mesh->computed_count++] = at;
            mesh->vertex_count++;
        }
        packing->vertex[packing->places[at].corner] = mesh->vertex_count - 1;
    }
}

/* The computed corner's y is rounded as trapezoid.c rounds it. */
static void fill_vertices(const Packing *packing, const Polygons *polygons) {
    const Walls *walls = packing->strips->walls;
    Mesh *mesh = packing->mesh;
    uint32_t originals = polygons->vertex_count;
    memcpy(mesh->vertices, polygons->vertices, originals * sizeof *mesh->vertices);
    memset(mesh->is_computed + originals, 1, mesh->computed_count);
    for (uint32_t i = 0; i < mesh->computed_count; i++) {
        const ComputedAt *place = &packing->places[packing->order[i]];
        const Wall *wall = &walls->walls[place->wall];
        Point a = wall_left(walls, wall), b = wall_right(walls, wall);
        bool forward = wall_point(walls, wall->from).x < wall_point(walls, wall->to).x;
        mesh->line[i] = (MeshLine){packing->number[forward ? wall->from : wall->to],
                                   packing->number[forward ? wall->to : wall->from]};
        mesh->vertices[originals + i] = (Point){place->x, a.y + (b.y - a.y) * (place->x - a.x) / (b.x - a.x)};
    }
}

static void fill_faces(Packing *packing) {
    const Strips *strips = packing->strips;
    Mesh *mesh = packing->mesh;
    uint32_t count = 0, corner_count = 0;
    for (uint32_t f = 0; f < strips->face_count; f++)
        if (strips->faces[f].floor != EDIT_NONE) packing->order[count++] = f;
    sort_items(packing->order, packing->room, count, face_before, packing);
    for (uint32_t f = 0; f < count; f++) packing->face[packing->order[f]] = f;
    for (uint32_t f = 0; f < count; f++) {
        uint32_t first = strips->faces[packing->order[f]].first, at = first;
        mesh->first[f] = corner_count;
        do {
            const StripCorner *corner = &strips->corners[at];
            mesh->corner[corner_count] = packing->vertex[at];
            mesh->neighbour[corner_count++] =
                corner->twin == EDIT_NONE ? FACE_NONE : packing->face[strips->corners[corner->twin].face];
            at = corner->next;
        } while (at != first);
    }
    mesh->first[count] = corner_count;
}

static Status pack(Packing *packing, const Polygons *polygons) {
    const Strips *strips = packing->strips;
    *packing->mesh = (Mesh){.vertex_count = polygons->vertex_count,
                            .face_count = strips->live_faces,
                            .corner_count = strips->live_corners,
                            .low = polygons->low,
                            .high = polygons->high,
                            .memory = packing->mesh->memory};
    number_corners(packing);
    TRY(mesh_take(packing->mesh));
    fill_vertices(packing, polygons);
    fill_faces(packing);
    Hash hash = hash_start();
    hash_text(&hash, "trapezoids");
    hash_integer(&hash, (int64_t)polygons->hash);
    packing->mesh->hash = hash_value(&hash);
    return STATUS_OK;
}

Status strips_pack(const Strips *strips, const Polygons *polygons, const uint32_t *number, Memory *memory,
                   Mesh *mesh) {
    Packing packing = {.strips = strips, .mesh = mesh, .number = number};
    uint32_t most = strips->corner_count > strips->face_count ? strips->corner_count : strips->face_count;
    mesh->memory = memory;
    packing.places = memory_take(memory, strips->live_corners, sizeof *packing.places);
    packing.order = memory_take(memory, most, 2 * sizeof *packing.order);
    packing.vertex = memory_take(memory, strips->corner_count, sizeof *packing.vertex);
    packing.face = memory_take(memory, strips->face_count, sizeof *packing.face);
    Status status = STATUS_NO_MEMORY;
    if (packing.places != NULL && packing.order != NULL && packing.vertex != NULL && packing.face != NULL) {
        packing.room = packing.order + most;
        status = pack(&packing, polygons);
    }
    void *parts[] = {packing.places, packing.order, packing.vertex, packing.face};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) memory_give(memory, parts[i]);
    return status;
}
