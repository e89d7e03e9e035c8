/* Triangles around an obstacle that comes or goes: those that it touches are taken out, the hole they leave
 * is triangulated as a map of its own, and edges are flipped from its rim on until all are locally Delaunay
 * again. That is the triangulation that cdt.c makes of the whole map, for there is only one. */
#include "algos/mesh/edit_parts.h"

#include "algos/core/sort.h"
#include "algos/mesh/cdt.h"
#include "algos/mesh/loops.h"
#include "algos/mesh/walls_parts.h"

#include <assert.h>

/* What a change needs besides the mesh. */
typedef struct Patch {
    Triangles *triangles;
    const WallChange *change;
    uint32_t *faces; /* to be taken out */
    uint32_t face_count, face_capacity;
    WallPiece *rim;   /* edges around the hole, the hole on the left */
    uint32_t *across; /* of each: the corner outside, or EDIT_NONE */
    uint32_t rim_count, rim_capacity, across_capacity;
    uint32_t *vertices; /* of the hole: sorted by place */
    uint32_t vertex_count;
    Polygons hole;
    uint32_t *edge; /* of each edge of the hole: its number in the rim */
    Mesh filling;
    Memory *memory;
} Patch;

/* ---- which faces ---- */

/* Whether a triangle may touch the obstacle: neither box nor edge parts them. */
static bool touches(const Patch *patch, uint32_t face) {
    const Triangles *triangles = patch->triangles;
    const WallChange *change = patch->change;
    Point at[3];
    for (uint32_t i = 0; i < 3; i++) at[i] = triangle_point(triangles, 3 * face + i);
    if ((at[0].x < change->low.x && at[1].x < change->low.x && at[2].x < change->low.x) ||
        (at[0].x > change->high.x && at[1].x > change->high.x && at[2].x > change->high.x) ||
        (at[0].y < change->low.y && at[1].y < change->low.y && at[2].y < change->low.y) ||
        (at[0].y > change->high.y && at[1].y > change->high.y && at[2].y > change->high.y))
        return false;
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t k = 0;
        while (k < change->shape.count && point_orientation(at[i], at[(i + 1) % 3], change->points[k]) < 0)
            k++;
        if (k == change->shape.count) return false;
    }
    return true;
}

static Status add_face(Patch *patch, uint32_t face) {
    Triangles *triangles = patch->triangles;
    if (triangles->mark[face] == triangles->stamp) return STATUS_OK;
    LIST_RESERVE(patch->memory, patch->faces, patch->face_capacity, patch->face_count, 1);
    triangles->mark[face] = triangles->stamp;
    patch->faces[patch->face_count++] = face;
    return STATUS_OK;
}

/* From the wall above a free point down to the triangle that holds it, along a line that is thought of as a
 * little to the right, so that it meets no vertex. */
static uint32_t find_face(const Triangles *triangles, Point point) {
    uint32_t corner = triangles->walls->walls[walls_above(triangles->walls, point)].corner;
    for (;;) {
        uint32_t face = corner / 3, lower = 3 * face;
        while (triangle_point(triangles, lower).x > point.x ||
               triangle_point(triangles, triangle_next(lower)).x <= point.x)
            lower++;
        assert(lower < 3 * face + 3);
        if (point_orientation(triangle_point(triangles, lower),
                              triangle_point(triangles, triangle_next(lower)), point) >= 0)
            return face;
        corner = triangles->twin[lower];
    }
}

static Status find_faces(Patch *patch) {
    Triangles *triangles = patch->triangles;
    const WallChange *change = patch->change;
    triangles->stamp++;
    if (!change->is_removal) TRY(add_face(patch, find_face(triangles, change->inside)));
    for (uint32_t i = 0; i < change->gone_count; i++) {
        const Wall *wall = &triangles->walls->walls[change->gone[i]];
        if (!wall->is_hidden) TRY(add_face(patch, wall->corner / 3));
    }
    for (uint32_t i = 0; i < patch->face_count; i++)
        for (uint32_t corner = 3 * patch->faces[i]; corner < 3 * patch->faces[i] + 3; corner++) {
            uint32_t twin = triangles->twin[corner];
            if (twin != EDIT_NONE && triangles->mark[twin / 3] != triangles->stamp &&
                touches(patch, twin / 3))
                TRY(add_face(patch, twin / 3));
        }
    return STATUS_OK;
}

/* ---- the hole ---- */

static Status add_rim(Patch *patch, uint32_t from, uint32_t to, uint32_t across) {
    LIST_RESERVE(patch->memory, patch->rim, patch->rim_capacity, patch->rim_count, 1);
    LIST_RESERVE(patch->memory, patch->across, patch->across_capacity, patch->rim_count, 1);
    patch->rim[patch->rim_count] = (WallPiece){from, to, false};
    patch->across[patch->rim_count++] = across;
    return STATUS_OK;
}

static Status find_rim(Patch *patch) {
    const Triangles *triangles = patch->triangles;
    for (uint32_t i = 0; i < patch->face_count; i++)
        for (uint32_t corner = 3 * patch->faces[i]; corner < 3 * patch->faces[i] + 3; corner++) {
            uint32_t from = triangles->vertex[corner], to = triangles->vertex[triangle_next(corner)];
            uint32_t twin = triangles->twin[corner];
            if (twin != EDIT_NONE && triangles->mark[twin / 3] == triangles->stamp) continue;
            if (twin == EDIT_NONE &&
                triangles->walls->walls[wall_between(triangles->walls, from, to)].is_doomed)
                continue;
            TRY(add_rim(patch, from, to, twin));
        }
    for (uint32_t i = 0; i < patch->change->made_count; i++) {
        const WallPiece *piece = &patch->change->made[i];
        if (!piece->is_hidden) TRY(add_rim(patch, piece->from, piece->to, EDIT_NONE));
    }
    return STATUS_OK;
}

static bool vertex_before(const void *context, uint32_t a, uint32_t b) {
    const Walls *walls = context;
    return point_is_before(wall_point(walls, a), wall_point(walls, b));
}

static uint32_t number_of(const Patch *patch, uint32_t vertex) {
    uint32_t low = 0, high = patch->vertex_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (vertex_before(patch->triangles->walls, vertex, patch->vertices[middle]))
            high = middle;
        else
            low = middle;
    }
    return low;
}

static bool edge_before(const void *context, uint32_t a, uint32_t b) {
    const WallPiece *rim = context;
    return rim[a].from != rim[b].from ? rim[a].from < rim[b].from : rim[a].to < rim[b].to;
}

/* The hole as a map; `room` has two numbers for each edge of the rim. From here on the rim has the hole's
 * numbers of vertices. */
static void number_hole(Patch *patch, uint32_t *room) {
    const Walls *walls = patch->triangles->walls;
    uint32_t count = patch->rim_count;
    for (uint32_t i = 0; i < count; i++) {
        patch->vertices[2 * i] = patch->rim[i].from;
        patch->vertices[2 * i + 1] = patch->rim[i].to;
    }
    sort_items(patch->vertices, room, 2 * count, vertex_before, walls);
    for (uint32_t i = 0; i < 2 * count; i++)
        if (i == 0 || patch->vertices[i] != patch->vertices[i - 1])
            patch->vertices[patch->vertex_count++] = patch->vertices[i];
    for (uint32_t v = 0; v < patch->vertex_count; v++)
        patch->hole.vertices[v] = wall_point(walls, patch->vertices[v]);
    for (uint32_t i = 0; i < count; i++) {
        patch->rim[i].from = number_of(patch, patch->rim[i].from);
        patch->rim[i].to = number_of(patch, patch->rim[i].to);
        patch->edge[i] = i;
    }
    sort_items(patch->edge, room, count, edge_before, patch->rim);
    for (uint32_t i = 0; i < count; i++)
        patch->hole.edges[i] = (PolygonEdge){patch->rim[patch->edge[i]].from, patch->rim[patch->edge[i]].to};
    patch->hole.vertex_count = patch->vertex_count;
    patch->hole.edge_count = count;
}

static Status fill_hole(Patch *patch) {
    uint32_t count = patch->rim_count;
    if (count == 0) return STATUS_OK;
    patch->hole.lattice = patch->triangles->walls->lattice;
    patch->hole.memory = patch->memory;
    patch->vertices = memory_take(patch->memory, count, 2 * sizeof *patch->vertices);
    patch->edge = memory_take(patch->memory, count, sizeof *patch->edge);
    patch->hole.vertices = memory_take(patch->memory, count, 2 * sizeof *patch->hole.vertices);
    patch->hole.edges = memory_take(patch->memory, count, sizeof *patch->hole.edges);
    uint32_t *room = memory_take(patch->memory, count, 2 * sizeof *room);
    bool whole = patch->vertices != NULL && patch->edge != NULL && patch->hole.vertices != NULL &&
                 patch->hole.edges != NULL && room != NULL;
    if (whole) number_hole(patch, room);
    memory_give(patch->memory, room);
    return whole ? cdt_create(&patch->hole, patch->memory, &patch->filling) : STATUS_NO_MEMORY;
}

/* The number of the hole's edge. */
static uint32_t find_edge(const Patch *patch, uint32_t from, uint32_t to) {
    uint32_t low = 0, high = patch->hole.edge_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        PolygonEdge edge = patch->hole.edges[middle];
        if (from < edge.from || (from == edge.from && to < edge.to))
            high = middle;
        else
            low = middle;
    }
    return low;
}

/* ---- taking out and putting in ---- */

static Status reserve(Triangles *triangles, uint32_t more) {
    if (triangles->face_capacity - triangles->face_count >= more) return STATUS_OK;
    uint32_t wanted = triangles->face_count + more, twice = 2 * triangles->face_capacity;
    if (wanted < twice) wanted = twice;
    uint32_t **parts[] = {&triangles->vertex, &triangles->twin, &triangles->stack,
                          &triangles->room,   &triangles->mark, &triangles->changed};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        uint32_t *grown =
            memory_resize(triangles->memory, *parts[i], wanted, (i < 4 ? 3 : 1) * sizeof *grown);
        if (grown == NULL) return STATUS_NO_MEMORY;
        *parts[i] = grown;
    }
    uint8_t *state = memory_resize(triangles->memory, triangles->state, wanted, 3);
    if (state == NULL) return STATUS_NO_MEMORY;
    triangles->state = state;
    triangles->face_capacity = wanted;
    return STATUS_OK;
}

static uint64_t hash_at(const Triangles *triangles, uint32_t face) {
    return triangle_hash(triangle_point(triangles, 3 * face), triangle_point(triangles, 3 * face + 1),
                         triangle_point(triangles, 3 * face + 2));
}

static void take_out(Triangles *triangles, uint32_t face) {
    triangles->hash -= hash_at(triangles, face);
    triangles->vertex[3 * face] = EDIT_NONE;
    triangles->twin[3 * face] = triangles->unused;
    triangles->unused = face;
    triangles->unused_count++;
}

static uint32_t put_in(Triangles *triangles, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t face = triangles->unused;
    if (face == EDIT_NONE) {
        face = triangles->face_count++;
    } else {
        triangles->unused = triangles->twin[3 * face];
        triangles->unused_count--;
    }
    const uint32_t vertex[3] = {a, b, c};
    for (uint32_t i = 0; i < 3; i++) {
        triangles->vertex[3 * face + i] = vertex[i];
        triangles->twin[3 * face + i] = EDIT_NONE;
        triangles->state[3 * face + i] = 0;
    }
    triangles->mark[face] = 0;
    triangles->hash += hash_at(triangles, face);
    edit_triangles_note(triangles, face);
    return face;
}

/* Of a mesh of triangles. */
static uint32_t twin_in(const Mesh *mesh, uint32_t corner) {
    uint32_t other = 3 * mesh->neighbour[corner];
    while (mesh->corner[triangle_next(other)] != mesh->corner[corner]) other++;
    return other;
}

/* `face` gets the number of each triangle of the filling. */
static void commit(Patch *patch, uint32_t *face) {
    Triangles *triangles = patch->triangles;
    const Mesh *filling = &patch->filling;
    for (uint32_t i = 0; i < patch->face_count; i++) take_out(triangles, patch->faces[i]);
    for (uint32_t f = 0; f < filling->face_count; f++)
        face[f] =
            put_in(triangles, patch->vertices[filling->corner[3 * f]],
                   patch->vertices[filling->corner[3 * f + 1]], patch->vertices[filling->corner[3 * f + 2]]);
    for (uint32_t i = 0; i < filling->corner_count; i++) {
        uint32_t corner = 3 * face[i / 3] + i % 3;
        if (filling->neighbour[i] != FACE_NONE) {
            uint32_t twin = twin_in(filling, i);
            triangles->twin[corner] = 3 * face[twin / 3] + twin % 3;
            continue;
        }
        uint32_t edge = find_edge(patch, filling->corner[i], filling->corner[triangle_next(i)]);
        uint32_t across = patch->across[patch->edge[edge]];
        edit_triangles_join(triangles, corner, across);
        if (across == EDIT_NONE) continue;
        triangles->state[across] &= (uint8_t)~STATE_OPEN;
        edit_triangles_push(triangles, corner);
    }
}

static void patch_destroy(Patch *patch) {
    void *parts[] = {patch->faces,         patch->rim,        patch->across,  patch->edge,
                     patch->hole.vertices, patch->hole.edges, patch->vertices};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) memory_give(patch->memory, parts[i]);
    if (patch->filling.memory != NULL) mesh_destroy(&patch->filling);
}

static Status plan(Patch *patch, uint32_t **face) {
    TRY(find_faces(patch));
    TRY(find_rim(patch));
    TRY(fill_hole(patch));
    uint32_t count = patch->filling.face_count;
    *face = memory_take(patch->memory, count, sizeof **face);
    if (*face == NULL) return STATUS_NO_MEMORY;
    uint32_t unused = patch->triangles->unused_count + patch->face_count;
    return reserve(patch->triangles, count > unused ? count - unused : 0);
}

Status edit_triangles_change(Triangles *triangles, WallChange *change, EditCounts *counts) {
    Patch patch = {.triangles = triangles, .change = change, .memory = triangles->memory};
    uint32_t *face = NULL;
    Status status = plan(&patch, &face);
    if (status == STATUS_OK) {
        counts->walls += change->gone_count + change->made_count;
        counts->faces_gone += patch.face_count;
        counts->faces_made += patch.filling.face_count;
        walls_commit(triangles->walls, change);
        commit(&patch, face);
        edit_triangles_flip(triangles, counts);
        edit_triangles_merge(triangles);
    } else {
        walls_cancel(triangles->walls, change);
    }
    memory_give(patch.memory, face);
    patch_destroy(&patch);
    return status;
}

/* ---- from and to packed meshes ---- */

Status edit_triangles_create(const Polygons *polygons, bool merges, Walls *walls, Memory *memory,
                             Triangles *triangles) {
    Mesh mesh;
    *triangles = (Triangles){.walls = walls, .unused = EDIT_NONE, .merges = merges, .memory = memory};
    TRY(cdt_create(polygons, memory, &mesh));
    Status status = reserve(triangles, mesh.face_count);
    if (status == STATUS_OK) {
        for (uint32_t f = 0; f < mesh.face_count; f++)
            (void)put_in(triangles, mesh.corner[3 * f], mesh.corner[3 * f + 1], mesh.corner[3 * f + 2]);
        for (uint32_t i = 0; i < mesh.corner_count; i++)
            edit_triangles_join(triangles, i, mesh.neighbour[i] == FACE_NONE ? EDIT_NONE : twin_in(&mesh, i));
        edit_triangles_merge(triangles);
    } else {
        edit_triangles_destroy(triangles);
    }
    mesh_destroy(&mesh);
    return status;
}

void edit_triangles_destroy(Triangles *triangles) {
    void *parts[] = {triangles->vertex, triangles->twin, triangles->state,  triangles->mark,
                     triangles->stack,  triangles->room, triangles->changed};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) memory_give(triangles->memory, parts[i]);
    *triangles = (Triangles){.memory = triangles->memory};
}

Status edit_triangles_pack(const Triangles *triangles, const Polygons *polygons, const uint32_t *number,
                           Memory *memory, Mesh *mesh) {
    Loops loops;
    TRY(loops_create(3 * triangles->face_count, memory, &loops));
    loops.count = 3 * triangles->face_count;
    for (uint32_t i = 0; i < loops.count; i++) {
        loops.next[i] = loops.twin[i] = LOOP_NONE;
        if (triangles->vertex[i - i % 3] == EDIT_NONE || (triangles->state[i] & STATE_OPEN) != 0) continue;
        uint32_t next = triangle_next(i);
        while ((triangles->state[next] & STATE_OPEN) != 0) next = triangle_next(triangles->twin[next]);
        loops.vertex[i] = number[triangles->vertex[i]];
        loops.next[i] = next;
        loops.twin[i] = triangles->twin[i];
    }
    Status status =
        loops_mesh(&loops, polygons, triangles->merges ? "merged triangles" : "triangles", memory, mesh);
    loops_destroy(&loops);
    return status;
}
