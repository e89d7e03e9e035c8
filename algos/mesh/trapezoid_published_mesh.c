#include "algos/core/sort.h"
#include "algos/mesh/trapezoid_published_parts.h"

#include <string.h>

/* A corner of a face as found, before equal points are made one vertex. */
typedef struct Corner {
    Flat at;
    uint32_t neighbour;
} Corner;

typedef struct Faces {
    const Published *build;
    uint32_t *by_right; /* links by right, then left trapezoid */
    Corner *corners;
    uint32_t *first, *order, *room; /* of each face: its first corner */
    uint32_t corner_count;
    Memory *memory;
} Faces;

static bool is_near(Flat a, Flat b) {
    float x = a.x - b.x, y = a.y - b.y;
    return x * x + y * y <= NEAR_CORNER * NEAR_CORNER;
}

/* Adds a corner, unless it is where the last one of the face is: then that one takes over what follows. */
static void add_corner(Faces *faces, uint32_t face, Flat at, uint32_t neighbour) {
    if (faces->corner_count > faces->first[face]) {
        Corner *last = &faces->corners[faces->corner_count - 1];
        if (is_near(last->at, at)) {
            last->neighbour = neighbour;
            return;
        }
    }
    faces->corners[faces->corner_count++] = (Corner){at, neighbour};
}

static bool link_lower(const void *context, uint32_t a, uint32_t b) {
    const Link *links = context;
    return links[a].low < links[b].low;
}

/* The side of a trapezoid between two of its corners, with the ends of links on it; upwards on the right,
 * downwards on the left. A corner beside a link's end is that end, so that both faces have the same. */
static void add_side(Faces *faces, uint32_t face, Flat low, Flat high, const uint32_t *links, uint32_t count,
                     bool upwards) {
    const Link *all = faces->build->links;
    for (uint32_t k = 0; k < count; k++) {
        Link link = all[links[upwards ? k : count - 1 - k]];
        Flat from = {link.x, link.low}, to = {link.x, link.high};
        if (is_near(from, low)) low = from;
        if (is_near(to, high)) high = to;
    }
    add_corner(faces, face, upwards ? low : high, FACE_NONE);
    for (uint32_t k = 0; k < count; k++) {
        Link link = all[links[upwards ? k : count - 1 - k]];
        Flat from = {link.x, link.low}, to = {link.x, link.high};
        add_corner(faces, face, upwards ? from : to, upwards ? link.right : link.left);
        add_corner(faces, face, upwards ? to : from, FACE_NONE);
    }
    add_corner(faces, face, upwards ? high : low, FACE_NONE);
}

static void add_face(Faces *faces, uint32_t face) {
    const Published *build = faces->build;
    Trapezoid it = build->trapezoids[face];
    Flat left_low = {it.x0, published_height(build, it.low, it.x0)};
    Flat left_high = {it.x0, published_height(build, it.high, it.x0)};
    Flat right_low = {it.x1, published_height(build, it.low, it.x1)};
    Flat right_high = {it.x1, published_height(build, it.high, it.x1)};
    faces->first[face] = faces->corner_count;
    uint32_t count = it.right_end - it.right_begin;
    for (uint32_t i = 0; i < count; i++) faces->order[i] = it.right_begin + i;
    sort_items(faces->order, faces->room, count, link_lower, build->links);
    add_side(faces, face, right_low, right_high, faces->order, count, true);
    count = it.left_end - it.left_begin;
    memcpy(faces->order, faces->by_right + it.left_begin, count * sizeof *faces->order);
    sort_items(faces->order, faces->room, count, link_lower, build->links);
    add_side(faces, face, left_low, left_high, faces->order, count, false);
    /* The floor's end may be where the face began. */
    uint32_t begin = faces->first[face];
    if (faces->corner_count > begin + 1 &&
        is_near(faces->corners[begin].at, faces->corners[faces->corner_count - 1].at))
        faces->corner_count--;
}

/* Which links are on which side of which trapezoid, by counting. */
static void sort_links(Faces *faces, Published *build) {
    Trapezoid *all = build->trapezoids;
    for (uint32_t i = 0; i < build->link_count; i++) {
        all[build->links[i].left].right_end++;
        all[build->links[i].right].left_end++;
    }
    uint32_t right = 0, left = 0;
    for (uint32_t t = 0; t < build->count; t++) {
        all[t].right_begin = right;
        all[t].left_begin = left;
        right += all[t].right_end;
        left += all[t].left_end;
        all[t].right_end = right;
        all[t].left_end = all[t].left_begin;
    }
    for (uint32_t i = 0; i < build->link_count; i++)
        faces->by_right[all[build->links[i].right].left_end++] = i;
}

static bool corner_before(const void *context, uint32_t a, uint32_t b) {
    const Corner *corners = context;
    if (corners[a].at.x != corners[b].at.x) return corners[a].at.x < corners[b].at.x;
    return corners[a].at.y < corners[b].at.y;
}

/* Equal points become one vertex. */
static void number_vertices(Faces *faces, Mesh *mesh) {
    for (uint32_t i = 0; i < faces->corner_count; i++) faces->order[i] = i;
    sort_items(faces->order, faces->room, faces->corner_count, corner_before, faces->corners);
    for (uint32_t k = 0; k < faces->corner_count; k++) {
        Flat at = faces->corners[faces->order[k]].at;
        Flat last = k == 0 ? at : faces->corners[faces->order[k - 1]].at;
        if (k == 0 || at.x != last.x || at.y != last.y)
            mesh->vertices[mesh->vertex_count++] = (Point){(double)at.x, (double)at.y};
        mesh->corner[faces->order[k]] = mesh->vertex_count - 1;
    }
    for (uint32_t i = 0; i < faces->corner_count; i++) mesh->neighbour[i] = faces->corners[i].neighbour;
}

static Status fill_mesh(Faces *faces, Mesh *mesh) {
    size_t corners = faces->corner_count;
    mesh->vertices = memory_take(faces->memory, corners, sizeof *mesh->vertices);
    mesh->is_computed = memory_take_zeroed(faces->memory, corners, 1);
    mesh->corner = memory_take(faces->memory, corners, sizeof *mesh->corner);
    mesh->neighbour = memory_take(faces->memory, corners, sizeof *mesh->neighbour);
    if (mesh->vertices == NULL || mesh->is_computed == NULL || mesh->corner == NULL ||
        mesh->neighbour == NULL)
        return STATUS_NO_MEMORY;
    number_vertices(faces, mesh);
    mesh->corner_count = faces->corner_count;
    mesh->inexact = true;
    mesh_finish(mesh);
    return STATUS_OK;
}

/* Two ends a link and four corners a trapezoid. */
static Status fill_faces(Faces *faces, Published *build, Mesh *mesh) {
    size_t corners = 4 * (size_t)build->link_count + 4 * (size_t)build->count + 4;
    faces->by_right = memory_take(faces->memory, build->link_count, sizeof *faces->by_right);
    faces->corners = memory_take(faces->memory, corners, sizeof *faces->corners);
    faces->order = memory_take(faces->memory, corners, sizeof *faces->order);
    faces->room = memory_take(faces->memory, corners, sizeof *faces->room);
    mesh->first = faces->first = memory_take(faces->memory, (size_t)build->count + 1, sizeof *mesh->first);
    if (faces->by_right == NULL || faces->corners == NULL || faces->order == NULL || faces->room == NULL ||
        faces->first == NULL)
        return STATUS_NO_MEMORY;
    sort_links(faces, build);
    for (uint32_t t = 0; t < build->count; t++) add_face(faces, t);
    mesh->first[build->count] = faces->corner_count;
    mesh->face_count = build->count;
    return fill_mesh(faces, mesh);
}

Status published_mesh(Published *build, Mesh *mesh) {
    Faces faces = {.build = build, .memory = build->memory};
    *mesh = (Mesh){.memory = build->memory};
    Status status = fill_faces(&faces, build, mesh);
    memory_give(faces.memory, faces.by_right);
    memory_give(faces.memory, faces.corners);
    memory_give(faces.memory, faces.order);
    memory_give(faces.memory, faces.room);
    if (status != STATUS_OK) mesh_destroy(mesh);
    return status;
}
