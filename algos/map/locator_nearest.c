#include "algos/map/locator_parts.h"

#include <math.h>

static double clamp(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

typedef struct Nearest {
    Point point;
    double square;         /* of the distance */
    uint32_t face, corner; /* at which the edge begins */
} Nearest;

static double square_between(Point a, Point b) {
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/* Of points as near as one another the one of the lowest face, its first, so that the order of looking does
 * not matter. Only walls: the way from outside to an inner edge crosses one. */
static void try_face(const Mesh *mesh, uint32_t face, Point point, Nearest *best) {
    for (uint32_t i = mesh->first[face]; i < mesh->first[face + 1]; i++) {
        if (mesh->neighbour[i] != FACE_NONE) continue;
        Point near =
            point_nearest(corner_point(mesh, i), corner_point(mesh, next_corner(mesh, face, i)), point);
        double square = square_between(near, point);
        if (square > best->square || (square == best->square && face >= best->face)) continue;
        *best = (Nearest){near, square, face, i};
    }
}

static void try_cell(const Locator *locator, uint32_t cell, Point point, Nearest *best) {
    /* Empty, or inside a face: there is no wall in it. */
    if (cell & 1) return;
    const Cut *cut = locator->cuts + (cell >> 1);
    for (;; cut++) {
        if (cut->face & CUT_SAME) continue;
        try_face(locator->mesh, cut->face >> CUT_SHIFT, point, best);
        if ((cut->face & CUT_NEXT) == 0) return;
    }
}

/* The cells `ring` away from cell (column, row), counted along the axis where that is more. */
static void try_ring(const Locator *locator, int64_t column, int64_t row, int64_t ring, Point point,
                     Nearest *best) {
    for (int64_t y = row - ring; y <= row + ring; y++) {
        if (y < 0 || y >= locator->rows) continue;
        int64_t step = y == row - ring || y == row + ring || ring == 0 ? 1 : 2 * ring;
        for (int64_t x = column - ring; x <= column + ring; x += step) {
            if (x < 0 || x >= locator->columns) continue;
            try_cell(locator, locator->cells[y * locator->columns + x], point, best);
        }
    }
}

/* A point on an edge, rounded, may be off the face: moves it inwards by as little as makes it hold, straight
 * from the edge; where that leads out of a needle's other side, towards its middle. */
static Point move_into(const Mesh *mesh, Nearest best) {
    uint32_t face = best.face, next = next_corner(mesh, face, best.corner);
    Point a = corner_point(mesh, best.corner), b = corner_point(mesh, next), moved = best.point;
    if (face_place(mesh, face, moved).spot != SPOT_NONE) return moved;
    double length = point_distance(a, b),
           size = fabs(moved.x) > fabs(moved.y) ? fabs(moved.x) : fabs(moved.y);
    double step = size * 0x1p-53, share = 0x1p-53;
    for (int i = 0; i < 23; i++, step *= 2) {
        moved =
            (Point){best.point.x - (b.y - a.y) / length * step, best.point.y + (b.x - a.x) / length * step};
        if (face_place(mesh, face, moved).spot != SPOT_NONE) return moved;
    }
    Point middle = {0, 0};
    double count = mesh->first[face + 1] - mesh->first[face];
    for (uint32_t i = mesh->first[face]; i < mesh->first[face + 1]; i++) {
        middle.x += corner_point(mesh, i).x / count;
        middle.y += corner_point(mesh, i).y / count;
    }
    for (int i = 0; i < 53; i++, share *= 2) {
        moved = (Point){best.point.x + share * (middle.x - best.point.x),
                        best.point.y + share * (middle.y - best.point.y)};
        if (face_place(mesh, face, moved).spot != SPOT_NONE) return moved;
    }
    return a; /* a corner is always of its face */
}

Point locator_nearest(const Locator *locator, Point point, uint32_t *face) {
    Located here = locator_find(locator, point);
    *face = here.face;
    if (here.spot != SPOT_NONE) return point;
    const Mesh *mesh = locator->mesh;
    Point inside = {clamp(point.x, mesh->low.x, mesh->high.x), clamp(point.y, mesh->low.y, mesh->high.y)};
    int64_t column = locator_column(locator, inside.x), row = locator_row(locator, inside.y);
    double cell = locator->size.x < locator->size.y ? locator->size.x : locator->size.y;
    double outside = square_between(point, inside);
    int64_t last = locator->columns > locator->rows ? locator->columns : locator->rows;
    Nearest best = {inside, INFINITY, FACE_NONE, 0};
    for (int64_t ring = 0; ring <= last; ring++) {
        /* What lies in this ring is so far from `inside`, at which the box turns away from the point. */
        double least = ring > 1 ? (double)(ring - 1) * cell * (1 - 0x1p-30) : 0;
        if (best.square < outside + least * least) break;
        try_ring(locator, column, row, ring, point, &best);
    }
    *face = best.face;
    return move_into(mesh, best);
}
