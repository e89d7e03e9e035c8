#include "algos/map/mesh.h"

#include <math.h>

typedef struct Check {
    const Mesh *mesh;
    const char *name;
    const uint64_t *line_of_face;
    Error *error;
    double slack;    /* how far rounding may have moved a corner of an inexact mesh off its edge */
    uint32_t *table; /* corners hashed by the edge that begins there, NONE where empty */
    uint32_t *face;  /* of each corner */
    uint32_t mask;
} Check;

#define NONE UINT32_MAX

/* "NAME:LINE: face F: found …, expected …". */
static Status face_wrong(const Check *check, uint32_t face, const char *found, const char *number,
                         const char *expected) {
    bool lined = check->line_of_face != NULL;
    return error_say(check->error, STATUS_BAD_INPUT, check->name, lined ? ":" : "",
                     lined ? number_text((int64_t)check->line_of_face[face]).text : "", ": face ",
                     number_text(face).text, ": found ", found, number, ", expected ", expected, NULL);
}

static Status vertex_wrong(const Check *check, uint32_t face, const char *found, uint32_t corner,
                           const char *expected) {
    return face_wrong(check, face, found, number_text(check->mesh->corner[corner]).text, expected);
}

static uint32_t next_corner(const Mesh *mesh, uint32_t face, uint32_t corner) {
    return corner + 1 < mesh->first[face + 1] ? corner + 1 : mesh->first[face];
}

static Status check_numbers(const Check *check, uint32_t face) {
    const Mesh *mesh = check->mesh;
    uint32_t first = mesh->first[face], end = mesh->first[face + 1];
    if (end < first || end > mesh->corner_count || end - first < 3)
        return face_wrong(check, face, "fewer than 3 corners", "", "3 or more");
    for (uint32_t i = first; i < end; i++) {
        if (mesh->corner[i] >= mesh->vertex_count)
            return vertex_wrong(check, face, "vertex ", i, "the number of a vertex");
        Point at = mesh->vertices[mesh->corner[i]];
        if (!isfinite(at.x) || !isfinite(at.y))
            return vertex_wrong(check, face, "a coordinate that is no number at vertex ", i, "finite ones");
        uint32_t neighbour = mesh->neighbour[i];
        if (neighbour == FACE_NONE) continue;
        if (neighbour >= mesh->face_count || neighbour == face)
            return face_wrong(check, face, "neighbour ", number_text(neighbour).text,
                              "the number of another face");
    }
    return STATUS_OK;
}

static bool is_computed(const Mesh *mesh, uint32_t vertex) {
    return vertex >= mesh->vertex_count - mesh->computed_count;
}

static Status check_computed(const Check *check) {
    const Mesh *mesh = check->mesh;
    uint32_t original_count = mesh->vertex_count - mesh->computed_count;
    for (uint32_t i = 0; i < mesh->computed_count; i++) {
        MeshLine line = mesh->line[i];
        double x = mesh->vertices[original_count + i].x;
        if (line.from >= original_count || line.to >= original_count || !(mesh->vertices[line.from].x < x) ||
            !(x < mesh->vertices[line.to].x))
            return error_say(check->error, STATUS_BAD_INPUT, check->name, ": computed vertex ",
                             number_text(original_count + i).text,
                             ": found a place outside of its edge, expected one inside", NULL);
    }
    return STATUS_OK;
}

/* The turn at b: 1 left, 0 straight on, -1 right. */
static int turn_at(const Check *check, uint32_t a, uint32_t b, uint32_t c) {
    const Mesh *mesh = check->mesh;
    Point from = mesh->vertices[a], at = mesh->vertices[b], to = mesh->vertices[c];
    int turn = is_computed(mesh, c) ? point_orientation(from, at, to) : mesh_side(mesh, a, b, to);
    if (turn >= 0 || !mesh->inexact) return turn;
    double area = (at.x - from.x) * (to.y - from.y) - (at.y - from.y) * (to.x - from.x);
    return -area <= check->slack * point_distance(from, to) ? 0 : -1;
}

/* Edges that point up, or straight to the right, and the others: a convex polygon changes once each way. */
static bool points_up(Point from, Point to) {
    return to.y > from.y || (to.y == from.y && to.x > from.x);
}

static Status check_shape(const Check *check, uint32_t face) {
    const Mesh *mesh = check->mesh;
    uint32_t first = mesh->first[face], end = mesh->first[face + 1], changes = 0, left = 0, right = 0;
    uint32_t reflex = first;
    for (uint32_t i = first; i < end; i++) {
        uint32_t j = next_corner(mesh, face, i), k = next_corner(mesh, face, j);
        Point a = mesh->vertices[mesh->corner[i]], b = mesh->vertices[mesh->corner[j]],
              c = mesh->vertices[mesh->corner[k]];
        if (point_equal(a, b))
            return vertex_wrong(check, face, "an edge without length at vertex ", i, "corners apart");
        int turn = turn_at(check, mesh->corner[i], mesh->corner[j], mesh->corner[k]);
        if (turn > 0) left++;
        if (turn < 0) {
            right++;
            reflex = j;
        }
        if (turn == 0 && (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) < 0)
            return vertex_wrong(check, face, "an edge that goes back on itself at vertex ", j,
                                "a convex polygon");
        if (points_up(a, b) != points_up(b, c)) changes++;
    }
    if (left == 0)
        return face_wrong(check, face, right > 0 ? "its corners clockwise" : "no area", "",
                          "its corners counter-clockwise, y up");
    if (right > 0)
        return vertex_wrong(check, face, "a turn to the right at vertex ", reflex, "a convex polygon");
    if (changes != 2) return face_wrong(check, face, "corners that go round more than once", "", "once");
    return STATUS_OK;
}

static uint32_t slot_of(const Check *check, uint32_t from, uint32_t to) {
    uint64_t key = ((uint64_t)from << 32 | to) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(key >> 32) & check->mask;
}

static bool begins_edge(const Mesh *mesh, uint32_t face, uint32_t corner, uint32_t from, uint32_t to) {
    return mesh->corner[corner] == from && mesh->corner[next_corner(mesh, face, corner)] == to;
}

/* The corner at which the edge begins, or NONE; `slot` is where it is or would be. */
static uint32_t find_edge(const Check *check, uint32_t from, uint32_t to, uint32_t *slot) {
    for (*slot = slot_of(check, from, to);; *slot = (*slot + 1) & check->mask) {
        uint32_t corner = check->table[*slot];
        if (corner == NONE || begins_edge(check->mesh, check->face[corner], corner, from, to)) return corner;
    }
}

static Status enter_edges(const Check *check, uint32_t face) {
    const Mesh *mesh = check->mesh;
    for (uint32_t i = mesh->first[face]; i < mesh->first[face + 1]; i++) {
        uint32_t slot;
        check->face[i] = face;
        uint32_t other = find_edge(check, mesh->corner[i], mesh->corner[next_corner(mesh, face, i)], &slot);
        if (other != NONE)
            return vertex_wrong(check, face, "an edge that another face has on the same side, at vertex ", i,
                                "edges of at most two faces, one on each side");
        check->table[slot] = i;
    }
    return STATUS_OK;
}

static Status check_neighbours(const Check *check, uint32_t face) {
    const Mesh *mesh = check->mesh;
    for (uint32_t i = mesh->first[face]; i < mesh->first[face + 1]; i++) {
        uint32_t slot, neighbour = mesh->neighbour[i];
        uint32_t other = find_edge(check, mesh->corner[next_corner(mesh, face, i)], mesh->corner[i], &slot);
        if (neighbour == FACE_NONE) {
            if (other == NONE) continue;
            if (mesh->neighbour[other] == FACE_NONE)
                return vertex_wrong(check, face, "a wall without width, at vertex ", i,
                                    "faces on both sides of an edge to be neighbours");
            return vertex_wrong(check, face, "a wall where its neighbour has none, at vertex ", i,
                                "the same on both sides");
        }
        if (other == NONE || check->face[other] != neighbour)
            return face_wrong(check, face, "neighbour ", number_text(neighbour).text,
                              "a face with the same edge in the other direction");
        if (mesh->neighbour[other] != face)
            return face_wrong(check, face, "neighbour ", number_text(neighbour).text,
                              "one that has this face as neighbour across the same edge");
    }
    return STATUS_OK;
}

static Status check_adjacency(Check *check) {
    const Mesh *mesh = check->mesh;
    for (uint32_t i = 0; i <= check->mask; i++) check->table[i] = NONE;
    for (uint32_t f = 0; f < mesh->face_count; f++) TRY(enter_edges(check, f));
    for (uint32_t f = 0; f < mesh->face_count; f++) TRY(check_neighbours(check, f));
    return STATUS_OK;
}

static double largest(const Mesh *mesh) {
    double size = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        double x = fabs(mesh->vertices[v].x), y = fabs(mesh->vertices[v].y);
        if (x > size) size = x;
        if (y > size) size = y;
    }
    return size;
}

Status mesh_validate(const Mesh *mesh, const char *name, const uint64_t *line_of_face, Error *error) {
    Check check = {.mesh = mesh, .name = name, .line_of_face = line_of_face, .error = error};
    if (mesh->face_count == 0) return error_at(error, name, 0, "", 0, "a face");
    for (uint32_t f = 0; f < mesh->face_count; f++) TRY(check_numbers(&check, f));
    TRY(check_computed(&check));
    check.slack = largest(mesh) * 0x1p-44;
    for (uint32_t f = 0; f < mesh->face_count; f++) TRY(check_shape(&check, f));
    check.mask = 16;
    while (check.mask < mesh->corner_count * UINT64_C(3) / 2) check.mask *= 2;
    check.table = memory_take(mesh->memory, check.mask, sizeof *check.table);
    check.face = memory_take(mesh->memory, mesh->corner_count, sizeof *check.face);
    check.mask--;
    Status status = check.table == NULL || check.face == NULL ? STATUS_NO_MEMORY : check_adjacency(&check);
    memory_give(mesh->memory, check.table);
    memory_give(mesh->memory, check.face);
    return status;
}
