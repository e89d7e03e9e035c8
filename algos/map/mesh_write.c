#include "algos/core/real.h"
#include "algos/core/sort.h"
#include "algos/map/mesh_file.h"

#include <string.h>

/* A text that grows; once an allocation fails it stays as it is. */
typedef struct Writer {
    const Mesh *mesh;
    char *bytes;
    size_t length, capacity;
    uint32_t *first, *corner; /* corners at vertex v: corner[first[v]] .. corner[first[v + 1] - 1] */
    uint32_t *face, *room;    /* of each corner; to sort with */
    Memory *memory;
    bool failed;
} Writer;

static void put(Writer *writer, const char *text) {
    size_t length = strlen(text);
    if (writer->length + length > writer->capacity && !writer->failed) {
        size_t larger = writer->capacity * 2 + length + 4096;
        char *moved = memory_resize(writer->memory, writer->bytes, larger, 1);
        writer->failed = moved == NULL;
        if (moved == NULL) return;
        writer->bytes = moved;
        writer->capacity = larger;
    }
    if (writer->failed) return;
    memcpy(writer->bytes + writer->length, text, length);
    writer->length += length;
}

static void put_number(Writer *writer, int64_t number, const char *before) {
    put(writer, before);
    put(writer, number_text(number).text);
}

static void put_face(Writer *writer, uint32_t face) {
    put_number(writer, face == FACE_NONE ? -1 : (int64_t)face, " ");
}

static void fill_corners(Writer *writer) {
    const Mesh *mesh = writer->mesh;
    uint32_t *first = writer->first;
    for (uint32_t i = 0; i < mesh->corner_count; i++) first[mesh->corner[i]]++;
    for (uint32_t v = 1; v <= mesh->vertex_count; v++) first[v] += first[v - 1];
    for (uint32_t f = mesh->face_count; f-- > 0;) {
        for (uint32_t i = mesh->first[f + 1]; i-- > mesh->first[f];) {
            writer->corner[--first[mesh->corner[i]]] = i;
            writer->face[i] = f;
        }
    }
}

/* Where a corner's edge points, as a turn from the right: 0 for [0, 180) degrees, 1 for the rest. */
static int half_of(Point at, Point to) {
    return to.y < at.y || (to.y == at.y && to.x < at.x);
}

static Point edge_end(const Writer *writer, uint32_t corner) {
    const Mesh *mesh = writer->mesh;
    uint32_t face = writer->face[corner];
    uint32_t next = corner + 1 < mesh->first[face + 1] ? corner + 1 : mesh->first[face];
    return mesh->vertices[mesh->corner[next]];
}

/* Whether the edge of corner a comes before that of corner b, both at one vertex, counter-clockwise. */
static bool edge_before(const void *context, uint32_t a, uint32_t b) {
    const Writer *writer = context;
    Point at = writer->mesh->vertices[writer->mesh->corner[a]];
    Point to = edge_end(writer, a), other = edge_end(writer, b);
    int half = half_of(at, to), other_half = half_of(at, other);
    if (half != other_half) return half < other_half;
    return point_orientation(at, to, other) > 0;
}

/* Faces by the direction of the edge that each begins with there, so counter-clockwise; an obstacle comes
 * before a face whose edge is a wall. */
static void put_vertex(Writer *writer, uint32_t vertex) {
    const Mesh *mesh = writer->mesh;
    uint32_t begin = writer->first[vertex], end = writer->first[vertex + 1], count = end - begin;
    sort_items(writer->corner + begin, writer->room, count, edge_before, writer);
    for (uint32_t i = begin; i < end; i++) count += mesh->neighbour[writer->corner[i]] == FACE_NONE;
    put(writer, real_text(mesh->vertices[vertex].x).text);
    put(writer, " ");
    put(writer, real_text(mesh->vertices[vertex].y).text);
    put_number(writer, begin == end ? 1 : count, " ");
    if (begin == end) put_face(writer, FACE_NONE);
    for (uint32_t i = begin; i < end; i++) {
        if (mesh->neighbour[writer->corner[i]] == FACE_NONE) put_face(writer, FACE_NONE);
        put_face(writer, writer->face[writer->corner[i]]);
    }
    put(writer, "\n");
}

static void put_corners(Writer *writer, uint32_t face) {
    const Mesh *mesh = writer->mesh;
    uint32_t begin = mesh->first[face], end = mesh->first[face + 1];
    put_number(writer, end - begin, "");
    for (uint32_t i = begin; i < end; i++) put_number(writer, mesh->corner[i], " ");
    put_face(writer, mesh->neighbour[end - 1]);
    for (uint32_t i = begin; i + 1 < end; i++) put_face(writer, mesh->neighbour[i]);
    put(writer, "\n");
}

static void write_all(Writer *writer) {
    const Mesh *mesh = writer->mesh;
    fill_corners(writer);
    put_number(writer, mesh->vertex_count, "mesh\n2\n");
    put_number(writer, mesh->face_count, " ");
    put(writer, "\n");
    for (uint32_t v = 0; v < mesh->vertex_count; v++) put_vertex(writer, v);
    for (uint32_t f = 0; f < mesh->face_count; f++) put_corners(writer, f);
}

Status mesh_write(const Mesh *mesh, Memory *memory, char **bytes, size_t *length, Error *error) {
    if (mesh->computed_count > 0)
        return error_say(error, STATUS_REFUSED, number_text(mesh->computed_count).text,
                         " vertices of the mesh lie inside an edge at places that were rounded; a .mesh file "
                         "cannot say so",
                         NULL);
    Writer writer = {.mesh = mesh, .memory = memory};
    writer.first = memory_take_zeroed(memory, (size_t)mesh->vertex_count + 1, sizeof *writer.first);
    writer.corner = memory_take(memory, mesh->corner_count, sizeof *writer.corner);
    writer.face = memory_take(memory, mesh->corner_count, sizeof *writer.face);
    writer.room = memory_take(memory, mesh->corner_count, sizeof *writer.room);
    writer.failed =
        writer.first == NULL || writer.corner == NULL || writer.face == NULL || writer.room == NULL;
    if (!writer.failed) write_all(&writer);
    memory_give(memory, writer.first);
    memory_give(memory, writer.corner);
    memory_give(memory, writer.face);
    memory_give(memory, writer.room);
    if (writer.failed) {
        memory_give(memory, writer.bytes);
        return STATUS_NO_MEMORY;
    }
    *bytes = writer.bytes;
    *length = writer.length;
    return STATUS_OK;
}
