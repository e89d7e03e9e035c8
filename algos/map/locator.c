#include "algos/map/locator_parts.h"

/* The lowest and highest of three in order, without their order being known. */
static bool is_within(double at, double one, double other) {
    return one <= other ? one <= at && at <= other : other <= at && at <= one;
}

/* What the point, in the face and on the line of its edge i, is on: fills `found`, false for another edge of
 * the same line. An upright edge's computed end has a rounded y: such a point is taken for one on the edge.
 */
static bool find_on_edge(const Mesh *mesh, uint32_t face, uint32_t i, Point point, Located *found) {
    uint32_t j = next_corner(mesh, face, i);
    Point a = corner_point(mesh, i), b = corner_point(mesh, j);
    bool upright = a.x == b.x;
    if (upright ? !is_within(point.y, a.y, b.y) : !is_within(point.x, a.x, b.x)) return false;
    found->spot = SPOT_EDGE;
    found->corner = i;
    if (upright ? point.y == a.y && !mesh->is_computed[mesh->corner[i]] : point.x == a.x) {
        found->spot = SPOT_VERTEX;
    } else if (upright ? point.y == b.y && !mesh->is_computed[mesh->corner[j]] : point.x == b.x) {
        found->spot = SPOT_VERTEX;
        found->corner = j;
    }
    return true;
}

Located face_place(const Mesh *mesh, uint32_t face, Point point) {
    Located found = {SPOT_FACE, face, 0}, none = {SPOT_NONE, FACE_NONE, 0};
    /* On an inexact mesh a corner may be off its face by a rounding. */
    for (uint32_t i = mesh->first[face]; i < mesh->first[face + 1]; i++) {
        if (mesh->is_computed[mesh->corner[i]] || !point_equal(corner_point(mesh, i), point)) continue;
        return (Located){SPOT_VERTEX, face, i};
    }
    bool on_line = false, on_slope = false;
    for (uint32_t i = mesh->first[face]; i < mesh->first[face + 1]; i++) {
        uint32_t j = next_corner(mesh, face, i);
        int side = mesh_side(mesh, mesh->corner[i], mesh->corner[j], point);
        if (side < 0) return none;
        if (side > 0) continue;
        if (!on_line) found = (Located){SPOT_EDGE, face, i};
        on_line = true;
        /* A computed corner is told by the sloping edge at it, where x is exact. */
        if (on_slope) continue;
        if (find_on_edge(mesh, face, i, point, &found))
            on_slope = corner_point(mesh, i).x != corner_point(mesh, j).x;
    }
    return found;
}

static bool in_box(const Mesh *mesh, Point point) {
    return point.x >= mesh->low.x && point.x <= mesh->high.x && point.y >= mesh->low.y &&
           point.y <= mesh->high.y;
}

/* A point in the grid: what its cell says, and where it is in the cell. */
typedef struct Gridded {
    uint32_t cell;
    float x, y;
} Gridded;

static Gridded find_cell(const Locator *locator, Point point) {
    double x = (point.x - locator->mesh->low.x) * locator->scale.x;
    double y = (point.y - locator->mesh->low.y) * locator->scale.y;
    uint32_t column = x < locator->columns ? (uint32_t)x : locator->columns - 1;
    uint32_t row = y < locator->rows ? (uint32_t)y : locator->rows - 1;
    return (Gridded){locator->cells[row * locator->columns + column], (float)(x - column) - 0.5f,
                     (float)(y - row) - 0.5f};
}

typedef enum Holds { OUTSIDE, INSIDE, UNSURE } Holds;

/* Whether the face of the cut holds the point; sets the cut to its last. */
static Holds face_holds(const Cut **cut, float x, float y) {
    float least = (*cut)->x * x + (*cut)->y * y + (*cut)->c;
    while ((*cut)->face & CUT_SAME) {
        ++*cut;
        float here = (*cut)->x * x + (*cut)->y * y + (*cut)->c;
        least = here < least ? here : least;
    }
    return least > CUT_UNSURE ? INSIDE : least < -CUT_UNSURE ? OUTSIDE : UNSURE;
}

/* Near an edge every face of the cell is looked at, from the first cut on: the lowest one that holds the
 * point. */
static Located find_exactly(const Locator *locator, const Cut *cut, Gridded at, Point point) {
    Located lowest = {SPOT_NONE, FACE_NONE, 0};
    for (;; cut++) {
        Holds holds = face_holds(&cut, at.x, at.y);
        uint32_t face = cut->face >> CUT_SHIFT;
        if (holds != OUTSIDE && face < lowest.face) {
            Located found = face_place(locator->mesh, face, point);
            if (found.spot != SPOT_NONE) lowest = found;
        }
        if ((cut->face & CUT_NEXT) == 0) return lowest;
    }
}

Located locator_find(const Locator *locator, Point point) {
    Located none = {SPOT_NONE, FACE_NONE, 0};
    if (!in_box(locator->mesh, point)) return none;
    Gridded at = find_cell(locator, point);
    if (at.cell & 1) {
        bool empty = at.cell >> 1 == CELL_EMPTY;
        return (Located){empty ? SPOT_NONE : SPOT_FACE, empty ? FACE_NONE : at.cell >> 1, 0};
    }
    for (const Cut *cut = locator->cuts + (at.cell >> 1);; cut++) {
        Holds holds = face_holds(&cut, at.x, at.y);
        uint32_t face = cut->face >> CUT_SHIFT;
        if (holds == INSIDE) return (Located){SPOT_FACE, face, 0};
        if (holds == UNSURE) return find_exactly(locator, locator->cuts + (at.cell >> 1), at, point);
        if ((cut->face & CUT_NEXT) == 0) return none;
    }
}

/* In growing order; of more than there is room for, the lowest. */
static void put_face(uint32_t *faces, uint32_t room, uint32_t count, uint32_t face) {
    uint32_t at = count < room ? count : room;
    for (; at > 0 && faces[at - 1] > face; at--)
        if (at < room) faces[at] = faces[at - 1];
    if (at < room) faces[at] = face;
}

uint32_t locator_faces(const Locator *locator, Point point, uint32_t *faces, uint32_t room) {
    const Mesh *mesh = locator->mesh;
    if (!in_box(mesh, point)) return 0;
    Gridded at = find_cell(locator, point);
    if (at.cell & 1) {
        bool empty = at.cell >> 1 == CELL_EMPTY;
        if (!empty && room > 0) faces[0] = at.cell >> 1;
        return empty ? 0 : 1;
    }
    uint32_t count = 0;
    for (const Cut *cut = locator->cuts + (at.cell >> 1);; cut++) {
        Holds holds = face_holds(&cut, at.x, at.y);
        uint32_t face = cut->face >> CUT_SHIFT;
        if (holds == INSIDE || (holds == UNSURE && face_place(mesh, face, point).spot != SPOT_NONE)) {
            put_face(faces, room, count++, face);
        }
        if ((cut->face & CUT_NEXT) == 0) return count;
    }
}
