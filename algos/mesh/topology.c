#include "algos/mesh/topology.h"

#include <string.h>

/* The corner of `face` whose edge leads from vertex `from` to vertex `to`. */
static uint32_t find_edge(const Mesh *mesh, uint32_t face, uint32_t from, uint32_t to) {
    uint32_t first = mesh->first[face], end = mesh->first[face + 1];
    for (uint32_t i = first; i < end; i++)
        if (mesh->corner[i] == from && mesh->corner[i + 1 == end ? first : i + 1] == to) return i;
    return CORNER_NONE;
}

static uint32_t face_size(const Mesh *mesh, uint32_t face) {
    return mesh->first[face + 1] - mesh->first[face];
}

/* Of two neighbours the smaller one is searched, so that a face of many edges costs no square of them. */
static void find_twins(Topology *topology) {
    const Mesh *mesh = topology->mesh;
    for (uint32_t f = 0; f < mesh->face_count; f++)
        for (uint32_t i = mesh->first[f]; i < mesh->first[f + 1]; i++) {
            topology->face[i] = f;
            topology->corners[i] = (MeshCorner){mesh->vertices[mesh->corner[i]], mesh->corner[i], CORNER_NONE,
                                                mesh->first[f], mesh->first[f + 1]};
        }
    for (uint32_t i = 0; i < mesh->corner_count; i++) {
        uint32_t face = topology->face[i], other = mesh->neighbour[i];
        if (other == FACE_NONE || topology->corners[i].twin != CORNER_NONE) continue;
        if (face_size(mesh, other) > face_size(mesh, face)) continue;
        uint32_t twin = find_edge(mesh, other, mesh->corner[corner_next(topology, i)], mesh->corner[i]);
        if (twin == CORNER_NONE) continue;
        topology->corners[i].twin = twin;
        topology->corners[twin].twin = i;
    }
}

/* The input's vertex at the end of the wall from `vertex` over its neighbour `next`. */
static uint32_t wall_end(const Topology *topology, uint32_t vertex, uint32_t next) {
    if (!is_computed(topology, next)) return next;
    const MeshLine *line = &topology->mesh->line[next - topology->original_count];
    return line->from == vertex ? line->to : line->from;
}

/* The fan that begins with the wall from corner `first` to the next one. */
static void look_at_fan(Topology *topology, uint32_t first) {
    const Mesh *mesh = topology->mesh;
    uint32_t vertex = mesh->corner[first], last = corner_last(topology, first);
    if (topology->fans[vertex] < 2) topology->fans[vertex]++;
    if (is_computed(topology, vertex)) return;
    while (topology->corners[last].twin != CORNER_NONE)
        last = corner_last(topology, topology->corners[last].twin);
    uint32_t after = wall_end(topology, vertex, mesh->corner[corner_next(topology, first)]);
    uint32_t before = wall_end(topology, vertex, mesh->corner[last]);
    Point at = mesh->vertices[vertex], a = mesh->vertices[after], b = mesh->vertices[before];
    if (turn_of(at, a, b) < 0) topology->turn[vertex] = (Turn){after, before, first};
}

static void find_turns(Topology *topology) {
    const Mesh *mesh = topology->mesh;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        topology->turn[v] = (Turn){VERTEX_NONE, VERTEX_NONE, CORNER_NONE};
    memset(topology->fans, 0, mesh->vertex_count);
    for (uint32_t i = 0; i < mesh->corner_count; i++)
        if (topology->corners[i].twin == CORNER_NONE) look_at_fan(topology, i);
}

/* Takes leaves off the graph of faces until none is left; what remains is cycles and the ways between them.
 */
static void find_dead_ends(Topology *topology, uint32_t *degree, uint32_t *stack) {
    const Mesh *mesh = topology->mesh;
    uint32_t count = 0;
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        topology->inward[f] = FACE_NONE;
        degree[f] = 0;
        for (uint32_t i = mesh->first[f]; i < mesh->first[f + 1]; i++)
            degree[f] += topology->corners[i].twin != CORNER_NONE;
        if (degree[f] == 1) stack[count++] = f;
    }
    while (count > 0) {
        uint32_t f = stack[--count];
        if (degree[f] != 1) continue; /* its only neighbour was taken off meanwhile */
        degree[f] = 0;
        for (uint32_t i = mesh->first[f]; i < mesh->first[f + 1]; i++) {
            if (topology->corners[i].twin == CORNER_NONE) continue;
            uint32_t other = topology->face[topology->corners[i].twin];
            if (degree[other] == 0) continue;
            topology->inward[f] = other;
            topology->dead_end[topology->corners[i].twin] = 1;
            if (--degree[other] == 1) stack[count++] = other;
            break;
        }
    }
}

static double largest(const Mesh *mesh) {
    const double of[4] = {mesh->low.x, mesh->low.y, mesh->high.x, mesh->high.y};
    double size = 0;
    for (int i = 0; i < 4; i++) {
        double magnitude = of[i] < 0 ? -of[i] : of[i];
        if (magnitude > size) size = magnitude;
    }
    return size;
}

Status topology_create(const Mesh *mesh, Memory *memory, Topology **topology) {
    Topology *made = memory_take_zeroed(memory, 1, sizeof *made);
    if (made == NULL) return STATUS_NO_MEMORY;
    made->mesh = mesh;
    made->memory = memory;
    made->original_count = mesh->vertex_count - mesh->computed_count;
    made->size = largest(mesh);
    made->corners = memory_take(memory, mesh->corner_count, sizeof *made->corners);
    made->dead_end = memory_take_zeroed(memory, mesh->corner_count, sizeof *made->dead_end);
    made->face = memory_take(memory, mesh->corner_count, sizeof *made->face);
    made->turn = memory_take(memory, mesh->vertex_count, sizeof *made->turn);
    made->fans = memory_take(memory, mesh->vertex_count, sizeof *made->fans);
    made->inward = memory_take(memory, mesh->face_count, sizeof *made->inward);
    uint32_t *degree = memory_take(memory, mesh->face_count, 2 * sizeof *degree);
    bool whole = made->corners != NULL && made->dead_end != NULL && made->face != NULL &&
                 made->turn != NULL && made->fans != NULL && made->inward != NULL && degree != NULL;
    if (whole) {
        find_twins(made);
        find_turns(made);
        find_dead_ends(made, degree, degree + mesh->face_count);
        *topology = made;
    } else {
        topology_destroy(made);
    }
    memory_give(memory, degree);
    return whole ? STATUS_OK : STATUS_NO_MEMORY;
}

void topology_destroy(Topology *topology) {
    void *parts[] = {topology->corners, topology->dead_end, topology->face,
                     topology->turn,    topology->fans,     topology->inward};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) memory_give(topology->memory, parts[i]);
    memory_give(topology->memory, topology);
}

int side_in_doubt(const Topology *topology, Point a, Point b, const MeshCorner *corner) {
    return is_computed(topology, corner->vertex) ? 2 : turn_of(a, b, corner->at);
}

/* Left: past the vertex, straight on, the wall `before` lies on the left; and the path came through this fan,
 * which the wall `after` (less than 180 degrees before it) says. */
bool turns_left(const Topology *topology, Point from, uint32_t vertex) {
    const Turn *turn = &topology->turn[vertex];
    if (turn->after == VERTEX_NONE) return false;
    const Point *vertices = topology->mesh->vertices;
    return turn_of(from, vertices[vertex], vertices[turn->before]) > 0 &&
           turn_of(vertices[vertex], vertices[turn->after], from) >= 0;
}

bool turns_right(const Topology *topology, Point from, uint32_t vertex) {
    const Turn *turn = &topology->turn[vertex];
    if (turn->after == VERTEX_NONE) return false;
    const Point *vertices = topology->mesh->vertices;
    return turn_of(from, vertices[vertex], vertices[turn->after]) < 0 &&
           turn_of(vertices[vertex], vertices[turn->before], from) <= 0;
}

/* The rest of the turn around the vertex is blocked or belongs to other fans, and less than 180 degrees. */
bool faces_corner(const Topology *topology, Point from, uint32_t vertex) {
    const Turn *turn = &topology->turn[vertex];
    const Point *vertices = topology->mesh->vertices;
    return turn_of(vertices[vertex], vertices[turn->after], from) >= 0 ||
           turn_of(vertices[vertex], vertices[turn->before], from) <= 0;
}

bool passes_corner(const Topology *topology, Point from, uint32_t vertex) {
    const Turn *turn = &topology->turn[vertex];
    const Point *vertices = topology->mesh->vertices;
    return (turn_of(from, vertices[vertex], vertices[turn->before]) >= 0 &&
            turn_of(vertices[vertex], vertices[turn->after], from) >= 0) ||
           (turn_of(from, vertices[vertex], vertices[turn->after]) <= 0 &&
            turn_of(vertices[vertex], vertices[turn->before], from) <= 0);
}

static Status list_add(FaceList *list, uint32_t face) {
    if (list->count == list->capacity) {
        uint32_t capacity = list->capacity == 0 ? 16 : list->capacity * 2;
        uint32_t *faces = memory_resize(list->memory, list->faces, capacity, sizeof *faces);
        if (faces == NULL) return STATUS_NO_MEMORY;
        list->faces = faces;
        list->capacity = capacity;
    }
    list->faces[list->count++] = face;
    return STATUS_OK;
}

/* All faces around the vertex of `corner`, counter-clockwise; where walls meet, from the wall on. */
static Status add_around(const Topology *topology, uint32_t corner, FaceList *list) {
    uint32_t first = corner;
    while (topology->corners[first].twin != CORNER_NONE) {
        first = corner_next(topology, topology->corners[first].twin);
        if (first == corner) break;
    }
    uint32_t at = first;
    do {
        TRY(list_add(list, topology->face[at]));
        at = topology->corners[corner_last(topology, at)].twin;
    } while (at != CORNER_NONE && at != first);
    return STATUS_OK;
}

/* Whether the listed faces are not all that hold the point: obstacles touch there, and the mesh does not say
 * so by a common vertex but by two in one place, or by a vertex that lies on a wall. */
static bool is_touched(const Topology *topology, const Locator *locator, Point point, const FaceList *list) {
    return topology->mesh->computed_count == 0 && locator_faces(locator, point, NULL, 0) > list->count;
}

Status end_find(const Topology *topology, const Locator *locator, Point point, FaceList *list,
                uint32_t *vertex) {
    list->count = 0;
    *vertex = VERTEX_NONE;
    Located at = locator_find(locator, point);
    if (at.spot == SPOT_NONE) return STATUS_OK;
    if (at.spot == SPOT_VERTEX) {
        *vertex = topology->mesh->corner[at.corner];
        if (topology->fans[*vertex] <= 1) TRY(add_around(topology, at.corner, list));
    } else {
        TRY(list_add(list, at.face));
        if (at.spot == SPOT_EDGE && topology->corners[at.corner].twin != CORNER_NONE)
            TRY(list_add(list, topology->face[topology->corners[at.corner].twin]));
    }
    if (at.spot != SPOT_FACE && is_touched(topology, locator, point, list)) list->count = 0;
    return STATUS_OK;
}

void face_list_destroy(FaceList *list) {
    memory_give(list->memory, list->faces);
    list->faces = NULL;
    list->count = list->capacity = 0;
}
