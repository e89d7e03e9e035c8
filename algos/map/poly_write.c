#include "algos/core/real.h"
#include "algos/map/poly_file.h"

#include <string.h>

/* Most bytes of a record: three numbers of 10 digits, or one and two of coordinates; and of the headers. */
enum { RECORD_MOST = 12 + 2 * 32, HEADERS_MOST = 200 };

static char *put(char *at, const char *text, char after) {
    size_t length = strlen(text);
    memcpy(at, text, length);
    at[length] = after;
    return at + length + 1;
}

static char *put_number(char *at, uint32_t number, char after) {
    return put(at, number_text(number).text, after);
}

static char *put_point(char *at, uint32_t number, Point point) {
    at = put_number(at, number, ' ');
    at = put(at, real_text(point.x).text, ' ');
    return put(at, real_text(point.y).text, '\n');
}

/* The number of a vertex: they are sorted. */
static uint32_t vertex_at(const Polygons *polygons, Point point) {
    uint32_t low = 0, high = polygons->vertex_count - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        Point vertex = polygons->vertices[middle];
        if (vertex.x < point.x || (vertex.x == point.x && vertex.y < point.y))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* A point inside an obstacle. At its first vertex, the leftmost, it is convex: halfway to the vertex that
 * lies deepest in that corner (nearest to it, measured against the corner's third side), or to the middle of
 * that side where none does, there is no edge. */
static Point point_inside(const Polygons *polygons, const Rings *rings, uint32_t ring) {
    const Point *points = rings->points + rings->first[ring];
    Point corner = points[0], last = points[rings->first[ring + 1] - rings->first[ring] - 1],
          next = points[1];
    Point deepest = {(last.x + next.x) / 2, (last.y + next.y) / 2};
    double right = last.x > next.x ? last.x : next.x, depth = 0;
    for (uint32_t i = vertex_at(polygons, corner) + 1; i < polygons->vertex_count; i++) {
        Point vertex = polygons->vertices[i];
        if (vertex.x > right) break;
        if (point_orientation(corner, last, vertex) <= 0 || point_orientation(corner, vertex, next) <= 0)
            continue;
        double height = (last.x - next.x) * (vertex.y - next.y) - (last.y - next.y) * (vertex.x - next.x);
        if (-height < depth) continue; /* so is what lies beyond the third side */
        depth = -height;
        deepest = vertex;
    }
    return (Point){(corner.x + deepest.x) / 2, (corner.y + deepest.y) / 2};
}

static char *put_rings(char *at, const Polygons *polygons, const Rings *rings) {
    at = put_number(at, rings->point_count, ' ');
    at = put(at, "0", '\n');
    for (uint32_t ring = 0; ring < rings->ring_count; ring++) {
        uint32_t first = rings->first[ring], end = rings->first[ring + 1];
        for (uint32_t i = first; i < end; i++) {
            at = put_number(at, i + 1, ' ');
            at = put_number(at, vertex_at(polygons, rings->points[i]) + 1, ' ');
            at = put_number(at, vertex_at(polygons, rings->points[i + 1 < end ? i + 1 : first]) + 1, '\n');
        }
    }
    at = put_number(at, rings->ring_count - rings->boundary_count, '\n');
    for (uint32_t ring = rings->boundary_count; ring < rings->ring_count; ring++)
        at = put_point(at, ring - rings->boundary_count + 1, point_inside(polygons, rings, ring));
    return at;
}

Status poly_write(const Polygons *polygons, Memory *memory, char **bytes, size_t *length) {
    Rings rings;
    TRY(polygons_rings(polygons, memory, &rings));
    size_t records = (size_t)polygons->vertex_count + rings.point_count + rings.ring_count;
    char *text = memory_take(memory, records * RECORD_MOST + HEADERS_MOST, 1), *at = text;
    if (text != NULL) {
        at = put_number(at, polygons->vertex_count, ' ');
        at = put(at, "2 0 0", '\n');
        for (uint32_t i = 0; i < polygons->vertex_count; i++)
            at = put_point(at, i + 1, polygons->vertices[i]);
        at = put_rings(at, polygons, &rings);
        *bytes = text;
        *length = (size_t)(at - text);
    }
    rings_destroy(&rings);
    return text == NULL ? STATUS_NO_MEMORY : STATUS_OK;
}
