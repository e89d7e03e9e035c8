/* Bowyer and Watson's insertion (Bowyer, "Computing Dirichlet tessellations"; Watson, "Computing the
 * n-dimensional Delaunay tessellation", both 1981) as document D1 publishes it. Its cost is kept: each point
 * is tried against the circle of every triangle there is. So are its defects:
 *   - the circle is one around a computed centre, less a slack of 1e-9, whatever its size
 * (CIRCLE_CIRCUMCENTRE);
 *   - of three points almost in line the centroid stands in for the centre;
 *   - a point that lies in no circle is left out, and nobody is told;
 *   - the super-triangle is finite, so that near the hull triangles may be missing that it held apart.
 * With CIRCLE_EXACT only the last one is left. The document's hash table of cavity edges hands them out in an
 * order of its own; here it is that in which their triangles stand. Only the order of faces depends on it. */
#include "algos/mesh/delaunay_parts.h"

#include <math.h>

#define SUPER     10    /* by how much the super-triangle is larger than the box */
#define SLACK     1e-9  /* of the squared radius */
#define NEAR_LINE 1e-12 /* below this three points count as in line */

typedef struct Circle {
    Point centre;
    double square; /* of the radius */
} Circle;

typedef struct CavityEdge {
    uint32_t from, to;
} CavityEdge;

typedef struct Insert {
    LatticePoint *points; /* the given ones, then the super-triangle's */
    double unit;
    CircleTest test;
    Triangles *triangles;
    Circle *circles; /* of each triangle */
    CavityEdge *cavity;
    uint32_t circle_capacity, cavity_count, cavity_capacity;
    Memory *memory;
} Insert;

static Point plane_point(const Insert *insert, uint32_t point) {
    return (Point){insert->points[point].x * insert->unit, insert->points[point].y * insert->unit};
}

static double square(Point a, Point b) {
    double x = a.x - b.x, y = a.y - b.y;
    return x * x + y * y;
}

/* The formula of coordinates, not of differences from one corner. */
static Circle circle_of(Point a, Point b, Point c) {
    double twice = 2.0 * (a.x * (b.y - c.y) + b.x * (c.y - a.y) + c.x * (a.y - b.y));
    Circle circle = {{(a.x + b.x + c.x) / 3.0, (a.y + b.y + c.y) / 3.0}, 0};
    if (fabs(twice) >= NEAR_LINE) {
        double one = a.x * a.x + a.y * a.y, two = b.x * b.x + b.y * b.y, three = c.x * c.x + c.y * c.y;
        circle.centre.x = (one * (b.y - c.y) + two * (c.y - a.y) + three * (a.y - b.y)) / twice;
        circle.centre.y = (one * (c.x - b.x) + two * (a.x - c.x) + three * (b.x - a.x)) / twice;
    }
    double radius = sqrt(square(circle.centre, a));
    circle.square = radius * radius;
    return circle;
}

static bool holds(const Insert *insert, uint32_t triangle, uint32_t point) {
    insert->triangles->circle_tests++;
    const uint32_t *corner = insert->triangles->corner[triangle];
    const LatticePoint *at = insert->points;
    if (insert->test == CIRCLE_EXACT)
        return lattice_in_circle(at[corner[0]], at[corner[1]], at[corner[2]], at[point]) > 0;
    const Circle *circle = &insert->circles[triangle];
    return square(plane_point(insert, point), circle->centre) < circle->square - SLACK;
}

static Status add(Insert *insert, uint32_t a, uint32_t b, uint32_t c) {
    const LatticePoint *at = insert->points;
    if (twice_area(at[a], at[b], at[c]) < 0) {
        uint32_t swapped = b;
        b = c;
        c = swapped;
    }
    TRY(triangles_add(insert->triangles, a, b, c));
    if (insert->circle_capacity < insert->triangles->capacity) {
        Circle *moved =
            memory_resize(insert->memory, insert->circles, insert->triangles->capacity, sizeof *moved);
        if (moved == NULL) return STATUS_NO_MEMORY;
        insert->circles = moved;
        insert->circle_capacity = insert->triangles->capacity;
    }
    insert->circles[insert->triangles->count - 1] =
        circle_of(plane_point(insert, a), plane_point(insert, b), plane_point(insert, c));
    return STATUS_OK;
}

/* An edge that comes twice lies inside the cavity. */
static Status toggle(Insert *insert, uint32_t from, uint32_t to) {
    for (uint32_t i = 0; i < insert->cavity_count; i++) {
        CavityEdge edge = insert->cavity[i];
        if ((edge.from != from || edge.to != to) && (edge.from != to || edge.to != from)) continue;
        for (insert->cavity_count--; i < insert->cavity_count; i++) insert->cavity[i] = insert->cavity[i + 1];
        return STATUS_OK;
    }
    if (insert->cavity_count == insert->cavity_capacity) {
        uint32_t capacity = insert->cavity_capacity < 32 ? 32 : insert->cavity_capacity * 2;
        CavityEdge *moved = memory_resize(insert->memory, insert->cavity, capacity, sizeof *moved);
        if (moved == NULL) return STATUS_NO_MEMORY;
        insert->cavity = moved;
        insert->cavity_capacity = capacity;
    }
    insert->cavity[insert->cavity_count++] = (CavityEdge){from, to};
    return STATUS_OK;
}

static void keep(Insert *insert, uint32_t *kept, uint32_t triangle) {
    for (int k = 0; k < 3; k++) insert->triangles->corner[*kept][k] = insert->triangles->corner[triangle][k];
    insert->circles[(*kept)++] = insert->circles[triangle];
}

static Status insert_point(Insert *insert, uint32_t point) {
    uint32_t kept = 0, count = insert->triangles->count;
    insert->cavity_count = 0;
    for (uint32_t t = 0; t < count; t++) {
        if (!holds(insert, t, point)) {
            keep(insert, &kept, t);
            continue;
        }
        const uint32_t *corner = insert->triangles->corner[t];
        for (int k = 0; k < 3; k++) TRY(toggle(insert, corner[k], corner[(k + 1) % 3]));
    }
    insert->triangles->count = kept;
    for (uint32_t i = 0; i < insert->cavity_count; i++)
        TRY(add(insert, insert->cavity[i].from, insert->cavity[i].to, point));
    return STATUS_OK;
}

static int32_t least(int32_t a, int32_t b) {
    return a < b ? a : b;
}

/* The corner at the lower ends of the box, as far off as ten boxes and 1, and two more that far beyond the
 * upper ends. */
static void place_super(Insert *insert, uint32_t count, int32_t per_unit) {
    LatticePoint low = insert->points[0], high = low;
    for (uint32_t i = 1; i < count; i++) {
        LatticePoint at = insert->points[i];
        low = (LatticePoint){least(low.x, at.x), least(low.y, at.y)};
        high = (LatticePoint){-least(-high.x, -at.x), -least(-high.y, -at.y)};
    }
    int32_t x = (high.x - low.x) * SUPER + per_unit, y = (high.y - low.y) * SUPER + per_unit;
    insert->points[count] = (LatticePoint){low.x - x, low.y - y};
    insert->points[count + 1] = (LatticePoint){low.x + 2 * x, low.y - y};
    insert->points[count + 2] = (LatticePoint){low.x - x, low.y + 2 * y};
}

static Status insert_all(Insert *insert, uint32_t count) {
    TRY(add(insert, count, count + 1, count + 2));
    for (uint32_t point = 0; point < count; point++) TRY(insert_point(insert, point));
    uint32_t kept = 0;
    for (uint32_t t = 0; t < insert->triangles->count; t++) {
        const uint32_t *corner = insert->triangles->corner[t];
        if (corner[0] < count && corner[1] < count && corner[2] < count) keep(insert, &kept, t);
    }
    insert->triangles->count = kept;
    return STATUS_OK;
}

Status delaunay_insert(const LatticePoint *points, uint32_t count, int32_t per_unit, CircleTest circle,
                       Triangles *triangles) {
    if (count < 3) return STATUS_OK;
    Memory *memory = triangles->memory;
    Insert insert = {.unit = 1.0 / per_unit, .test = circle, .triangles = triangles, .memory = memory};
    insert.points = memory_take(memory, (size_t)count + 3, sizeof *insert.points);
    if (insert.points == NULL) return STATUS_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++) insert.points[i] = points[i];
    place_super(&insert, count, per_unit);
    Status status = insert_all(&insert, count);
    memory_give(memory, insert.points);
    memory_give(memory, insert.circles);
    memory_give(memory, insert.cavity);
    return status;
}
