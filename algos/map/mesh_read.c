#include "algos/core/lines.h"
#include "algos/core/real.h"
#include "algos/map/mesh_cut.h"
#include "algos/map/mesh_file.h"
#include "algos/map/mesh_outline.h"

#include <string.h>

#define COORDINATE_MOST  0x1p40
#define COORDINATE_LEAST 0x1p-140

typedef struct Reader {
    Lines lines;
    Line rest; /* of the line in hand */
    const char *name;
    Error *error;
    Memory *memory;
    Mesh *mesh;
    int64_t version;
    size_t length;
    uint32_t corner_capacity, neighbour_capacity;
    /* Faces around vertices as listed: those of vertex v are listed[listed_first[v]] and on. */
    uint32_t *listed, *listed_first;
    uint32_t listed_count, listed_capacity;
    uint64_t *line_of_vertex, *line_of_face;
    uint8_t *is_open; /* of each face of version 3: whether it is no obstacle */
} Reader;

/* The next word, on whichever line. */
static Status take_word(Reader *reader, const char *expected, Line *word) {
    while (!line_take_first(&reader->rest, word))
        if (!lines_next(&reader->lines, &reader->rest))
            return error_at(reader->error, reader->name, reader->lines.number, NULL, 0, expected);
    return STATUS_OK;
}

static Status take_number(Reader *reader, int64_t low, int64_t high, const char *expected, int64_t *number) {
    Line word;
    TRY(take_word(reader, expected, &word));
    if (line_number(word, low, high, number)) return STATUS_OK;
    return line_wrong(word, reader->name, expected, reader->error);
}

/* "WHAT from LOW to HIGH". */
static Status take_index(Reader *reader, const char *what, int64_t low, int64_t high, int64_t *number) {
    Error expected;
    error_say(&expected, STATUS_OK, what, " from ", number_text(low).text, " to ", number_text(high).text,
              NULL);
    return take_number(reader, low, high, expected.text, number);
}

static Status take_coordinate(Reader *reader, double *coordinate) {
    static const char expected[] = "a coordinate: a number of at most 2^40 in size, and 0 or at least 2^-140";
    Line word;
    TRY(take_word(reader, expected, &word));
    if (real_parse(word.text, word.length, coordinate)) {
        double size = *coordinate < 0 ? -*coordinate : *coordinate;
        if (size == 0 || (size <= COORDINATE_MOST && size >= COORDINATE_LEAST)) return STATUS_OK;
    }
    return line_wrong(word, reader->name, expected, reader->error);
}

/* A count that the file could still hold, each of what is counted taking at least `bytes` bytes. */
static Status take_count(Reader *reader, const char *what, int64_t low, size_t bytes, uint32_t *count) {
    int64_t number, most = (int64_t)(reader->length / bytes);
    if (most > INT32_MAX) most = INT32_MAX;
    Error expected;
    error_say(&expected, STATUS_OK, "a number of ", what, ", from ", number_text(low).text,
              " to what a file of ", number_text((int64_t)reader->length).text, " bytes can hold", NULL);
    TRY(take_number(reader, low, most, expected.text, &number));
    *count = (uint32_t)number;
    return STATUS_OK;
}

/* Room for one more than `count`; what was there stays. */
static Status grow(Memory *memory, uint32_t **items, uint32_t count, uint32_t *capacity) {
    if (count < *capacity) return STATUS_OK;
    uint32_t larger = *capacity < 64 ? 64 : *capacity * 2;
    uint32_t *moved = memory_resize(memory, *items, larger, sizeof **items);
    if (moved == NULL) return STATUS_NO_MEMORY;
    *items = moved;
    *capacity = larger;
    return STATUS_OK;
}

static Status grow_corners(Reader *reader, uint32_t count) {
    TRY(grow(reader->memory, &reader->mesh->corner, count, &reader->corner_capacity));
    return grow(reader->memory, &reader->mesh->neighbour, count, &reader->neighbour_capacity);
}

static Status read_header(Reader *reader) {
    Line word;
    TRY(take_word(reader, "mesh", &word));
    if (!line_is(word, "mesh")) return line_wrong(word, reader->name, "mesh", reader->error);
    TRY(take_number(reader, 1, 3, "version 1, 2 or 3", &reader->version));
    TRY(take_count(reader, "vertices", 3, 4, &reader->mesh->vertex_count));
    return take_count(reader, "faces", 1, 12, &reader->mesh->face_count);
}

static Status take_arrays(Reader *reader) {
    Mesh *mesh = reader->mesh;
    size_t vertices = mesh->vertex_count, faces = mesh->face_count;
    mesh->vertices = memory_take(reader->memory, vertices, sizeof *mesh->vertices);
    mesh->is_computed = memory_take_zeroed(reader->memory, vertices, 1);
    mesh->first = memory_take(reader->memory, faces + 1, sizeof *mesh->first);
    reader->listed_first = memory_take(reader->memory, vertices + 1, sizeof *reader->listed_first);
    reader->line_of_vertex = memory_take(reader->memory, vertices, sizeof *reader->line_of_vertex);
    reader->line_of_face = memory_take(reader->memory, faces, sizeof *reader->line_of_face);
    reader->is_open = memory_take(reader->memory, faces, 1);
    bool all = mesh->vertices != NULL && mesh->is_computed != NULL && mesh->first != NULL &&
               reader->listed_first != NULL && reader->line_of_vertex != NULL &&
               reader->line_of_face != NULL && reader->is_open != NULL;
    return all ? STATUS_OK : STATUS_NO_MEMORY;
}

static Status read_vertex(Reader *reader, uint32_t vertex) {
    Mesh *mesh = reader->mesh;
    TRY(take_coordinate(reader, &mesh->vertices[vertex].x));
    reader->line_of_vertex[vertex] = reader->rest.number;
    TRY(take_coordinate(reader, &mesh->vertices[vertex].y));
    reader->listed_first[vertex] = reader->listed_count;
    if (reader->version == 3) return STATUS_OK;
    int64_t count, face;
    TRY(take_index(reader, "a number of faces around the vertex", 0, 2 * (int64_t)mesh->face_count, &count));
    for (; count > 0; count--) {
        TRY(take_index(reader, "a face, or -1 for an obstacle,", -1, (int64_t)mesh->face_count - 1, &face));
        TRY(grow(reader->memory, &reader->listed, reader->listed_count, &reader->listed_capacity));
        reader->listed[reader->listed_count++] = face < 0 ? FACE_NONE : (uint32_t)face;
    }
    return STATUS_OK;
}

/* A neighbour as the file counts it, in the mesh's way, obstacles still being faces. */
static Status read_neighbour(Reader *reader, uint32_t *neighbour) {
    int64_t number, count = reader->mesh->face_count;
    if (reader->version < 3) {
        TRY(take_index(reader, "a neighbour, or -1 for an obstacle,", -1, count - 1, &number));
        *neighbour = number < 0 ? FACE_NONE : (uint32_t)number;
    } else {
        TRY(take_index(reader, "a neighbour, negative behind a wall, 0 for none,", -count, count, &number));
        *neighbour = number <= 0 ? FACE_NONE : (uint32_t)(number - 1);
    }
    return STATUS_OK;
}

static Status read_face(Reader *reader, uint32_t face) {
    Mesh *mesh = reader->mesh;
    int64_t base = reader->version == 3 ? 1 : 0, is_open = 1, count, vertex;
    if (reader->version == 3)
        TRY(take_number(reader, 0, 1, "1 for a free face, 0 for an obstacle", &is_open));
    TRY(take_index(reader, "a number of corners", 3, mesh->vertex_count, &count));
    reader->is_open[face] = is_open == 1;
    reader->line_of_face[face] = reader->rest.number;
    uint32_t first = mesh->first[face];
    for (uint32_t i = 0; i < count; i++) {
        TRY(take_index(reader, "a vertex", base, mesh->vertex_count - 1 + base, &vertex));
        TRY(grow_corners(reader, first + i));
        mesh->corner[first + i] = (uint32_t)(vertex - base);
    }
    /* Across the edge to corner i is across the edge from the corner before. */
    uint32_t shift = reader->version == 1 ? 0 : (uint32_t)count - 1;
    for (uint32_t i = 0; i < count; i++)
        TRY(read_neighbour(reader, &mesh->neighbour[first + (i + shift) % (uint32_t)count]));
    mesh->first[face + 1] = first + (uint32_t)count;
    return STATUS_OK;
}

/* Leaves out the faces that are obstacles; what leads to them becomes a wall. */
static Status drop_obstacles(Reader *reader) {
    Mesh *mesh = reader->mesh;
    uint32_t faces = 0, corners = 0, *number = memory_take(reader->memory, mesh->face_count, sizeof *number);
    if (number == NULL) return STATUS_NO_MEMORY;
    for (uint32_t f = 0; f < mesh->face_count; f++) number[f] = reader->is_open[f] ? faces++ : FACE_NONE;
    Status status = STATUS_OK;
    for (uint32_t f = 0; f < mesh->face_count && status == STATUS_OK; f++) {
        uint32_t begin = mesh->first[f], end = mesh->first[f + 1];
        if (number[f] == FACE_NONE) continue;
        mesh->first[number[f]] = corners;
        reader->line_of_face[number[f]] = reader->line_of_face[f];
        for (uint32_t i = begin; i < end; i++, corners++) {
            uint32_t neighbour = mesh->neighbour[i];
            mesh->corner[corners] = mesh->corner[i];
            mesh->neighbour[corners] = neighbour == FACE_NONE ? FACE_NONE : number[neighbour];
            if (neighbour == FACE_NONE || number[neighbour] != FACE_NONE) continue;
            NumberText text = number_text((int64_t)neighbour + 1);
            status = error_at(reader->error, reader->name, reader->line_of_face[f], text.text,
                              strlen(text.text), "a negative number for a neighbour that is an obstacle");
        }
    }
    memory_give(reader->memory, number);
    mesh->first[faces] = corners;
    mesh->face_count = faces;
    return status;
}

/* Whether the coordinates are integers below 2^24 times one power of two. */
static bool on_lattice(const Mesh *mesh) {
    double most = 0, unit = 0;
    for (uint32_t i = 0; i < 2 * mesh->vertex_count; i++) {
        Point point = mesh->vertices[i / 2];
        double value = i % 2 == 0 ? point.x : point.y, step = 0x1p40;
        if (value < 0) value = -value;
        if (value == 0) continue;
        /* The largest power of two of which it is a multiple, found in its lowest bit. */
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        int exponent = (int)(bits >> 52) - 1075;
        uint64_t mantissa = (bits & (UINT64_MAX >> 12)) | UINT64_C(1) << 52;
        for (; mantissa % 2 == 0; mantissa /= 2) exponent++;
        for (; exponent < 40; exponent++) step /= 2;
        if (unit == 0 || step < unit) unit = step;
        if (value > most) most = value;
    }
    return most < unit * 0x1p24 || most == 0;
}

static Status list_wrong(const Reader *reader, uint32_t vertex, const char *found, uint32_t number,
                         const char *expected) {
    return error_say(reader->error, STATUS_BAD_INPUT, reader->name, ":",
                     number_text((int64_t)reader->line_of_vertex[vertex]).text, ": found ", found,
                     number_text(number).text, " around vertex ", number_text(vertex).text, ", expected ",
                     expected, NULL);
}

/* A vertex's list must name the faces that have it as a corner, each once. `last` says of each face at which
 * vertex it was met: 2 · vertex + 1 as one that has it as a corner, + 2 as one of its list too. */
static Status check_list(const Reader *reader, uint32_t vertex, const uint32_t *faces, uint32_t count,
                         uint64_t *last) {
    bool is_last = vertex + 1 == reader->mesh->vertex_count;
    uint32_t end = is_last ? reader->listed_count : reader->listed_first[vertex + 1], named = 0;
    uint64_t met = 2 * (uint64_t)vertex + 1;
    for (uint32_t k = 0; k < count; k++) last[faces[k]] = met;
    for (uint32_t i = reader->listed_first[vertex]; i < end; i++) {
        uint32_t face = reader->listed[i];
        if (face == FACE_NONE) continue;
        if (last[face] == met + 1) return list_wrong(reader, vertex, "face ", face, "each face once");
        if (last[face] != met)
            return list_wrong(reader, vertex, "face ", face, "faces that have it as a corner");
        last[face] = met + 1;
        named++;
    }
    if (named == count) return STATUS_OK;
    return list_wrong(reader, vertex, "a number of faces of ", named, "all that have it as a corner");
}

static void fill_around(const Mesh *mesh, uint32_t *first, uint32_t *faces) {
    for (uint32_t i = 0; i < mesh->corner_count; i++) first[mesh->corner[i]]++;
    for (uint32_t v = 1; v <= mesh->vertex_count; v++) first[v] += first[v - 1];
    for (uint32_t f = mesh->face_count; f-- > 0;)
        for (uint32_t i = mesh->first[f]; i < mesh->first[f + 1]; i++) faces[--first[mesh->corner[i]]] = f;
}

static Status check_lists(const Reader *reader) {
    const Mesh *mesh = reader->mesh;
    uint32_t n = mesh->vertex_count;
    uint32_t *first = memory_take_zeroed(reader->memory, (size_t)n + 1, sizeof *first);
    uint32_t *faces = memory_take(reader->memory, mesh->corner_count, sizeof *faces);
    uint64_t *last = memory_take_zeroed(reader->memory, mesh->face_count, sizeof *last);
    Status status = STATUS_NO_MEMORY;
    if (first != NULL && faces != NULL && last != NULL) {
        fill_around(mesh, first, faces);
        status = STATUS_OK;
        for (uint32_t v = 0; v < n && status == STATUS_OK; v++)
            status = check_list(reader, v, faces + first[v], first[v + 1] - first[v], last);
    }
    memory_give(reader->memory, first);
    memory_give(reader->memory, faces);
    memory_give(reader->memory, last);
    return status;
}

/* Each face is sound by itself and with its neighbours; whether faces overlap, their walls say. */
static Status check_walls(const Reader *reader) {
    Polygons polygons;
    TRY(mesh_walls(reader->mesh, reader->name, reader->line_of_face, reader->memory, &polygons,
                   reader->error));
    polygons_destroy(&polygons);
    return STATUS_OK;
}

static Status read_all(Reader *reader) {
    Mesh *mesh = reader->mesh;
    TRY(read_header(reader));
    TRY(take_arrays(reader));
    for (uint32_t v = 0; v < mesh->vertex_count; v++) TRY(read_vertex(reader, v));
    mesh->first[0] = 0;
    for (uint32_t f = 0; f < mesh->face_count; f++) TRY(read_face(reader, f));
    Line word;
    if (line_take_first(&reader->rest, &word) || lines_next(&reader->lines, &word))
        return line_wrong(word, reader->name, "the end of the file after the last face", reader->error);
    if (reader->version == 3) TRY(drop_obstacles(reader));
    mesh->corner_count = mesh->first[mesh->face_count];
    mesh->inexact = !on_lattice(mesh);
    TRY(mesh_validate(mesh, reader->name, reader->line_of_face, reader->error));
    if (reader->version < 3) TRY(check_lists(reader));
    if (mesh->inexact) {
        TRY(mesh_cut(mesh, reader->name, &reader->line_of_face, reader->lines.notes, reader->error));
        /* Of a face that crosses itself by a rounding the parts may be anything. */
        TRY(mesh_validate(mesh, reader->name, reader->line_of_face, reader->error));
    }
    mesh_finish(mesh);
    return check_walls(reader);
}

Status mesh_read(const char *bytes, size_t length, const char *name, Memory *memory, Mesh *mesh, Notes *notes,
                 Error *error) {
    Reader reader = {.lines = lines_of(bytes, length, notes),
                     .rest = {"", 0, 0},
                     .name = name,
                     .error = error,
                     .memory = memory,
                     .mesh = mesh,
                     .length = length};
    *mesh = (Mesh){.memory = memory};
    Status status = read_all(&reader);
    void *parts[] = {reader.listed, reader.listed_first, reader.line_of_vertex, reader.line_of_face,
                     reader.is_open};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) memory_give(memory, parts[i]);
    if (status != STATUS_OK) mesh_destroy(mesh);
    return status;
}
