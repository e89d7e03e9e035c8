#include "algos/map/mesh_cut.h"

/* A side of a polygon: the vertex that it begins at, and the face of the file across it; of a cut, the face
 * that was cut. */
typedef struct Side {
    uint32_t vertex, across;
} Side;

typedef struct Polygon {
    const Side *sides;
    uint32_t count;
} Polygon;

typedef struct Cutter {
    const Mesh *mesh;
    Memory *memory;
    Side *waiting; /* polygons of one face that may have to be cut, one after the other, the last one first */
    uint32_t *begin; /* of each of them */
    Side *copy;      /* of the one that is cut */
    Side *sides;     /* of the faces made, */
    uint32_t *first; /* those of face f from first[f] on */
    uint32_t *start; /* the file's face f became the faces start[f] .. start[f + 1] - 1 */
    uint64_t *line;  /* of each face made, in the file */
    uint32_t side_count, face_count;
} Cutter;

static Point at(const Cutter *cutter, const Polygon *polygon, uint32_t corner) {
    return cutter->mesh->vertices[polygon->sides[corner % polygon->count].vertex];
}

static bool is_reflex(const Cutter *cutter, const Polygon *polygon, uint32_t corner) {
    return point_orientation(at(cutter, polygon, corner + polygon->count - 1), at(cutter, polygon, corner),
                             at(cutter, polygon, corner + 1)) < 0;
}

/* Of the reflex corners the middle one, so that both parts have as many; `count` where there is none. */
static uint32_t middle_reflex(const Cutter *cutter, const Polygon *polygon) {
    uint32_t reflex = 0, seen = 0;
    for (uint32_t i = 0; i < polygon->count; i++) reflex += is_reflex(cutter, polygon, i);
    for (uint32_t i = 0; i < polygon->count && reflex > 0; i++)
        if (is_reflex(cutter, polygon, i) && seen++ == reflex / 2) return i;
    return polygon->count;
}

/* Whether the way to a point begins inside of the polygon, and not along a side. */
static bool leads_inside(const Cutter *cutter, const Polygon *polygon, uint32_t corner, Point to) {
    Point before = at(cutter, polygon, corner + polygon->count - 1), here = at(cutter, polygon, corner);
    Point after = at(cutter, polygon, corner + 1);
    bool left_of_last = point_orientation(before, here, to) > 0;
    bool left_of_next = point_orientation(here, after, to) > 0;
    return is_reflex(cutter, polygon, corner) ? left_of_last || left_of_next : left_of_last && left_of_next;
}

static bool sees(const Cutter *cutter, const Polygon *polygon, uint32_t i, uint32_t j) {
    Point a = at(cutter, polygon, i), b = at(cutter, polygon, j);
    if (!leads_inside(cutter, polygon, i, b) || !leads_inside(cutter, polygon, j, a)) return false;
    for (uint32_t k = 0; k < polygon->count; k++) {
        uint32_t next = (k + 1) % polygon->count;
        if (k == i || k == j || next == i || next == j) continue;
        if (segments_meet(a, b, at(cutter, polygon, k), at(cutter, polygon, next)) != MEETING_NONE)
            return false;
    }
    return true;
}

/* The corner to cut to: the farthest one from the straight side that the reflex corner is a dent in, as it
 * gives the widest pieces; else the first one that is seen. `count` where none is, as in no simple polygon.
 */
static uint32_t other_end(const Cutter *cutter, const Polygon *polygon, uint32_t reflex) {
    Point before = at(cutter, polygon, reflex + polygon->count - 1), after = at(cutter, polygon, reflex + 1);
    uint32_t farthest = reflex;
    double most = 0;
    for (uint32_t i = 0; i < polygon->count; i++) {
        Point there = at(cutter, polygon, i);
        double area =
            (after.x - before.x) * (there.y - before.y) - (after.y - before.y) * (there.x - before.x);
        if (area <= most) continue;
        most = area;
        farthest = i;
    }
    if (farthest != reflex && sees(cutter, polygon, reflex, farthest)) return farthest;
    for (uint32_t i = 0; i < polygon->count; i++)
        if (i != reflex && sees(cutter, polygon, reflex, i)) return i;
    return polygon->count;
}

static void put_side(Side *sides, uint32_t *count, Side side) {
    sides[(*count)++] = side;
}

/* Replaces the last waiting polygon, copied, by its two parts. */
static void part(Cutter *cutter, const Polygon *polygon, uint32_t face, uint32_t i, uint32_t j,
                 uint32_t *waiting) {
    uint32_t end = cutter->begin[*waiting - 1];
    for (int half = 0; half < 2; half++) {
        uint32_t from = half == 0 ? i : j, to = half == 0 ? j : i;
        cutter->begin[*waiting - 1 + (uint32_t)half] = end;
        for (uint32_t k = from; k != to; k = (k + 1) % polygon->count)
            put_side(cutter->waiting, &end, polygon->sides[k]);
        put_side(cutter->waiting, &end, (Side){polygon->sides[to].vertex, face});
    }
    cutter->begin[++*waiting] = end;
}

static Status cut_face(Cutter *cutter, uint32_t face, const char *name, uint64_t line, Error *error) {
    const Mesh *mesh = cutter->mesh;
    uint32_t waiting = 1, end = 0;
    for (uint32_t i = mesh->first[face]; i < mesh->first[face + 1]; i++)
        put_side(cutter->waiting, &end, (Side){mesh->corner[i], mesh->neighbour[i]});
    cutter->begin[0] = 0;
    cutter->begin[1] = end;
    cutter->start[face] = cutter->face_count;
    while (waiting > 0) {
        uint32_t begin = cutter->begin[waiting - 1];
        Polygon polygon = {cutter->copy, cutter->begin[waiting] - begin};
        for (uint32_t i = 0; i < polygon.count; i++) cutter->copy[i] = cutter->waiting[begin + i];
        uint32_t reflex = middle_reflex(cutter, &polygon);
        if (reflex == polygon.count) {
            for (uint32_t i = 0; i < polygon.count; i++)
                put_side(cutter->sides, &cutter->side_count, polygon.sides[i]);
            cutter->line[cutter->face_count++] = line;
            cutter->first[cutter->face_count] = cutter->side_count;
            waiting--;
            continue;
        }
        uint32_t other = other_end(cutter, &polygon, reflex);
        if (other == polygon.count)
            return error_say(error, STATUS_BAD_INPUT, name, ":", number_text((int64_t)line).text, ": face ",
                             number_text(face).text,
                             ": found sides that rounding made meet one another, expected "
                             "a convex polygon",
                             NULL);
        part(cutter, &polygon, face, reflex, other, &waiting);
    }
    return STATUS_OK;
}

/* The face made that has the side from vertex `from` to vertex `to`, of those that the file's face became. */
static uint32_t find_face(const Cutter *cutter, uint32_t face, uint32_t from, uint32_t to) {
    uint32_t start = cutter->start[face], end = cutter->start[face + 1];
    for (uint32_t f = start; f + 1 < end; f++)
        for (uint32_t i = cutter->first[f]; i < cutter->first[f + 1]; i++) {
            uint32_t next = i + 1 == cutter->first[f + 1] ? cutter->first[f] : i + 1;
            if (cutter->sides[i].vertex == from && cutter->sides[next].vertex == to) return f;
        }
    return end - 1;
}

/* The faces made, as those of the mesh. */
static Status settle(const Cutter *cutter, Mesh *mesh) {
    Memory *memory = cutter->memory;
    uint32_t *corner = memory_take(memory, cutter->side_count, sizeof *corner);
    uint32_t *neighbour = memory_take(memory, cutter->side_count, sizeof *neighbour);
    uint32_t *first = memory_take(memory, (size_t)cutter->face_count + 1, sizeof *first);
    if (corner == NULL || neighbour == NULL || first == NULL) {
        memory_give(memory, corner);
        memory_give(memory, neighbour);
        memory_give(memory, first);
        return STATUS_NO_MEMORY;
    }
    for (uint32_t f = 0; f <= cutter->face_count; f++) first[f] = cutter->first[f];
    for (uint32_t f = 0; f < cutter->face_count; f++)
        for (uint32_t i = first[f]; i < first[f + 1]; i++) {
            uint32_t next = i + 1 == first[f + 1] ? first[f] : i + 1, across = cutter->sides[i].across;
            corner[i] = cutter->sides[i].vertex;
            neighbour[i] = across == FACE_NONE
                               ? FACE_NONE
                               : find_face(cutter, across, cutter->sides[next].vertex, corner[i]);
        }
    memory_give(memory, mesh->corner);
    memory_give(memory, mesh->neighbour);
    memory_give(memory, mesh->first);
    mesh->corner = corner;
    mesh->neighbour = neighbour;
    mesh->first = first;
    mesh->corner_count = cutter->side_count;
    mesh->face_count = cutter->face_count;
    return STATUS_OK;
}

/* Each cut adds a face and two sides, and a face of n corners is cut at most n - 3 times. */
static Status take_room(Cutter *cutter, uint32_t largest) {
    const Mesh *mesh = cutter->mesh;
    Memory *memory = cutter->memory;
    cutter->waiting = memory_take(memory, 3 * (size_t)largest, sizeof *cutter->waiting);
    cutter->begin = memory_take(memory, (size_t)largest + 1, sizeof *cutter->begin);
    cutter->copy = memory_take(memory, largest, sizeof *cutter->copy);
    cutter->sides = memory_take(memory, 3 * (size_t)mesh->corner_count, sizeof *cutter->sides);
    cutter->first = memory_take_zeroed(memory, (size_t)mesh->corner_count + 1, sizeof *cutter->first);
    cutter->start = memory_take(memory, (size_t)mesh->face_count + 1, sizeof *cutter->start);
    cutter->line = memory_take(memory, mesh->corner_count, sizeof *cutter->line);
    bool all = cutter->waiting != NULL && cutter->begin != NULL && cutter->copy != NULL &&
               cutter->sides != NULL && cutter->first != NULL && cutter->start != NULL &&
               cutter->line != NULL;
    return all ? STATUS_OK : STATUS_NO_MEMORY;
}

static Status cut_all(Cutter *cutter, Mesh *mesh, const char *name, const uint64_t *line_of_face,
                      Error *error) {
    for (uint32_t f = 0; f < mesh->face_count; f++) TRY(cut_face(cutter, f, name, line_of_face[f], error));
    cutter->start[mesh->face_count] = cutter->face_count;
    return settle(cutter, mesh);
}

Status mesh_cut(Mesh *mesh, const char *name, uint64_t **line_of_face, Notes *notes, Error *error) {
    Cutter cutter = {.mesh = mesh, .memory = mesh->memory};
    uint32_t largest = 0, dented = 0;
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        uint32_t count = mesh->first[f + 1] - mesh->first[f];
        if (count > largest) largest = count;
        bool is_dented = false;
        for (uint32_t i = 0; i < count && !is_dented; i++) {
            const uint32_t *corner = mesh->corner + mesh->first[f];
            is_dented = point_orientation(mesh->vertices[corner[i]], mesh->vertices[corner[(i + 1) % count]],
                                          mesh->vertices[corner[(i + 2) % count]]) < 0;
        }
        if (is_dented)
            notes_add(notes, "faces that rounding left not quite convex, cut in parts", 1,
                      (*line_of_face)[f]);
        dented += is_dented;
    }
    if (dented == 0) return STATUS_OK;
    Status status = take_room(&cutter, largest);
    if (status == STATUS_OK) status = cut_all(&cutter, mesh, name, *line_of_face, error);
    if (status == STATUS_OK) {
        uint64_t *old = *line_of_face;
        *line_of_face = cutter.line;
        cutter.line = old;
    }
    void *parts[] = {cutter.waiting, cutter.begin, cutter.copy, cutter.sides,
                     cutter.first,   cutter.start, cutter.line};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) memory_give(mesh->memory, parts[i]);
    return status;
}
