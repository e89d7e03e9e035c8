#include "algos/map/polygons.h"

#include "algos/core/hash.h"
#include "algos/core/lattice.h"
#include "algos/core/real.h"
#include "algos/core/sort.h"
#include "algos/map/polygons_parts.h"

#include <assert.h>
#include <string.h>

enum {
    LATTICE_BITS = 24,
    SIZE_MOST = 40,   /* coordinates are at most 2^40 in size */
    SIZE_LEAST = -140 /* and 0 or at least 2^-140 */
};

/* None where rings are nested. */
static uint32_t boundaries_of(const Rings *rings) {
    if (rings->nested) return 0;
    return rings->boundary_count == 0 ? 1 : rings->boundary_count;
}

/* "the boundary", "boundary 2" where there are more, "obstacle 7"; "polygon 3" of rings that are all alike */
static Error ring_name(const Arrangement *arrangement, uint32_t ring) {
    Error name;
    uint32_t boundaries = boundaries_of(arrangement->file), number = ring + arrangement->file_first;
    bool is_boundary = number < boundaries;
    if (is_boundary && boundaries == 1)
        error_say(&name, STATUS_OK, "the boundary", NULL);
    else
        error_say(&name, STATUS_OK,
                  arrangement->file->nested ? "polygon "
                  : is_boundary             ? "boundary "
                                            : "obstacle ",
                  number_text((int64_t)number + 1 - (is_boundary ? 0 : boundaries)).text, NULL);
    return name;
}

static uint64_t line_of(const Arrangement *arrangement, uint32_t ring) {
    const Rings *file = arrangement->file;
    return file->line == NULL ? 0 : file->line[ring + arrangement->file_first];
}

Status ring_wrong(const Arrangement *arrangement, uint32_t ring, const char *verb, uint32_t other,
                  Point place, const char *expected) {
    uint64_t line = line_of(arrangement, ring);
    bool has_line = line != 0, has_other = other != RING_NONE;
    return error_say(arrangement->error, STATUS_BAD_INPUT, arrangement->name, has_line ? ":" : "",
                     has_line ? number_text((int64_t)line).text : "", ": found ",
                     ring_name(arrangement, ring).text, " ", verb, has_other ? " " : "",
                     has_other ? ring_name(arrangement, other).text : "", " at (", real_text(place.x).text,
                     ", ", real_text(place.y).text, "), expected ", expected, NULL);
}

static Status no_memory(Error *error) {
    return error_say(error, STATUS_NO_MEMORY, "no memory for a polygon map", NULL);
}

/* Exponents of the highest and the lowest bit of all coordinates. */
typedef struct Bits {
    int highest, lowest;
} Bits;

static bool look_at(double value, Bits *bits) {
    uint64_t image;
    memcpy(&image, &value, sizeof image);
    int exponent = (int)(image >> 52 & 2047) - 1023;
    uint64_t mantissa = image & ((UINT64_C(1) << 52) - 1);
    if (value == 0) return true;
    bool most = exponent == SIZE_MOST && mantissa == 0;
    if ((exponent >= SIZE_MOST && !most) || exponent < SIZE_LEAST) return false;
    int zeros = 0;
    for (mantissa |= UINT64_C(1) << 52; (mantissa & 1) == 0; mantissa >>= 1) zeros++;
    if (exponent > bits->highest) bits->highest = exponent;
    if (exponent - 52 + zeros < bits->lowest) bits->lowest = exponent - 52 + zeros;
    return true;
}

static Status read_bits(const Arrangement *arrangement, Bits *bits) {
    const Rings *rings = arrangement->rings;
    *bits = (Bits){SIZE_LEAST, 2000};
    for (uint32_t ring = 0; ring < rings->ring_count; ring++) {
        for (uint32_t i = rings->first[ring]; i < rings->first[ring + 1]; i++) {
            if (look_at(rings->points[i].x, bits) && look_at(rings->points[i].y, bits)) continue;
            uint64_t line = line_of(arrangement, ring);
            bool has_line = line != 0;
            return error_say(arrangement->error, STATUS_BAD_INPUT, arrangement->name, has_line ? ":" : "",
                             has_line ? number_text((int64_t)line).text : "", ": vertex ",
                             number_text((int64_t)i - rings->first[ring] + 1).text, " of ",
                             ring_name(arrangement, ring).text,
                             " is not a number or out of range, expected coordinates of at most 2^40 in size,"
                             " and 0 or at least 2^-140",
                             NULL);
        }
    }
    return STATUS_OK;
}

static bool point_before(const void *context, uint32_t a, uint32_t b) {
    const Point *points = context;
    return points[a].x < points[b].x || (points[a].x == points[b].x && points[a].y < points[b].y);
}

/* Sorts all points into vertices without doubles; `vertex_of` gets that of each point. */
static void number_vertices(Arrangement *arrangement, uint32_t *items, uint32_t *room, uint32_t *vertex_of) {
    const Rings *rings = arrangement->rings;
    for (uint32_t i = 0; i < rings->point_count; i++) items[i] = i;
    sort_items(items, room, rings->point_count, point_before, rings->points);
    uint32_t count = 0;
    for (uint32_t i = 0; i < rings->point_count; i++) {
        Point point = rings->points[items[i]];
        if (count == 0 || !point_equal(arrangement->vertices[count - 1], point))
            arrangement->vertices[count++] = (Point){point.x + 0.0, point.y + 0.0}; /* -0 becomes 0 */
        vertex_of[items[i]] = count - 1;
    }
    arrangement->vertex_count = count;
}

static Area area_of(const Rings *rings, uint32_t ring, double scale) {
    uint32_t first = rings->first[ring], end = rings->first[ring + 1];
    Area area = 0;
    for (uint32_t i = first; i < end; i++) {
        Point a = rings->points[i], b = rings->points[i + 1 < end ? i + 1 : first];
        int64_t ax = (int64_t)(a.x * scale), ay = (int64_t)(a.y * scale);
        int64_t bx = (int64_t)(b.x * scale), by = (int64_t)(b.y * scale);
        area += (Area)ax * by - (Area)ay * bx;
    }
    return area < 0 ? -area : area;
}

/* Adds a ring's edges, without those of no length. */
static Status add_ring(Arrangement *arrangement, uint32_t ring, const uint32_t *vertex_of) {
    const Rings *rings = arrangement->rings;
    uint32_t first = rings->first[ring], end = rings->first[ring + 1], before = arrangement->segment_count;
    Point place = end > first ? rings->points[first] : (Point){0, 0};
    bool flat = true;
    uint32_t base = 0, other = 0; /* two different vertices of the ring, once found */
    for (uint32_t i = first; i < end; i++) {
        uint32_t from = vertex_of[i], to = vertex_of[i + 1 < end ? i + 1 : first];
        if (from == to) continue;
        if (arrangement->segment_count == before) {
            base = from;
            other = to;
        }
        const Point *points = arrangement->vertices;
        flat = flat && point_orientation(points[base], points[other], points[to]) == 0;
        arrangement->segments[arrangement->segment_count++] =
            (Segment){from < to ? from : to, from < to ? to : from, ring, from < to};
    }
    if (arrangement->segment_count - before < 3)
        return ring_wrong(arrangement, ring, "with fewer than 3 different points", RING_NONE, place,
                          "3 or more");
    if (flat) return ring_wrong(arrangement, ring, "without area", RING_NONE, place, "a polygon");
    return STATUS_OK;
}

static bool segment_before(const void *context, uint32_t a, uint32_t b) {
    const Segment *segments = context;
    return segments[a].left < segments[b].left;
}

/* The vertices and the segments by their left ends; `items`, `room`, `vertex_of` hold a number for each
 * point.
 */
static Status gather(Arrangement *arrangement, double scale, uint32_t *items, uint32_t *room,
                     uint32_t *vertex_of) {
    const Rings *rings = arrangement->rings;
    number_vertices(arrangement, items, room, vertex_of);
    for (uint32_t ring = 0; ring < rings->ring_count; ring++) {
        arrangement->area[ring] = area_of(rings, ring, scale);
        TRY(add_ring(arrangement, ring, vertex_of));
    }
    uint32_t count = arrangement->segment_count;
    Segment *sorted = memory_take(arrangement->memory, count, sizeof *sorted);
    if (sorted == NULL) return STATUS_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++) items[i] = i;
    sort_items(items, room, count, segment_before, arrangement->segments);
    for (uint32_t i = 0; i < count; i++) sorted[i] = arrangement->segments[items[i]];
    memory_give(arrangement->memory, arrangement->segments);
    arrangement->segments = sorted;
    return STATUS_OK;
}

static bool edge_before(const void *context, uint32_t a, uint32_t b) {
    const PolygonEdge *edges = context;
    return edges[a].from < edges[b].from || (edges[a].from == edges[b].from && edges[a].to < edges[b].to);
}

/* Moves what the edges use into a map of its own. */
Status polygons_settle(const Arrangement *arrangement, Polygons *polygons) {
    Memory *memory = arrangement->memory;
    uint32_t edge_count = arrangement->edge_count, vertex_count = arrangement->vertex_count, used = 0;
    uint32_t *number = memory_take_zeroed(memory, vertex_count, sizeof *number);
    uint32_t *items = memory_take(memory, edge_count, sizeof *items);
    uint32_t *room = memory_take(memory, edge_count, sizeof *room);
    PolygonEdge *edges = memory_take(memory, edge_count, sizeof *edges);
    Point *vertices = NULL;
    if (number != NULL && items != NULL && room != NULL && edges != NULL) {
        for (uint32_t i = 0; i < edge_count; i++)
            number[arrangement->edges[i].from] = number[arrangement->edges[i].to] = 1;
        for (uint32_t i = 0; i < vertex_count; i++) used += number[i];
        vertices = memory_take(memory, used, sizeof *vertices);
    }
    if (vertices != NULL) {
        used = 0;
        for (uint32_t i = 0; i < vertex_count; i++) {
            if (number[i] == 0) continue;
            number[i] = used;
            vertices[used++] = arrangement->vertices[i];
        }
        for (uint32_t i = 0; i < edge_count; i++) items[i] = i;
        sort_items(items, room, edge_count, edge_before, arrangement->edges);
        for (uint32_t i = 0; i < edge_count; i++) {
            PolygonEdge edge = arrangement->edges[items[i]];
            edges[i] = (PolygonEdge){number[edge.from], number[edge.to]};
        }
    }
    memory_give(memory, number);
    memory_give(memory, items);
    memory_give(memory, room);
    if (vertices == NULL) {
        memory_give(memory, edges);
        return STATUS_NO_MEMORY;
    }
    polygons->vertices = vertices;
    polygons->vertex_count = used;
    polygons->edges = edges;
    polygons->edge_count = edge_count;
    return STATUS_OK;
}

static int64_t image_of(double value) {
    int64_t image;
    memcpy(&image, &value, sizeof image);
    return image;
}

static uint64_t hash_of(const Polygons *polygons) {
    Hash hash = hash_start();
    hash_text(&hash, "polygons");
    hash_integer(&hash, polygons->vertex_count);
    for (uint32_t i = 0; i < polygons->vertex_count; i++) {
        hash_integer(&hash, image_of(polygons->vertices[i].x));
        hash_integer(&hash, image_of(polygons->vertices[i].y));
    }
    for (uint32_t i = 0; i < polygons->edge_count; i++) {
        hash_integer(&hash, polygons->edges[i].from);
        hash_integer(&hash, polygons->edges[i].to);
    }
    return hash_value(&hash);
}

static void widen_box(Polygons *polygons, Point point) {
    if (point.x < polygons->low.x) polygons->low.x = point.x;
    if (point.y < polygons->low.y) polygons->low.y = point.y;
    if (point.x > polygons->high.x) polygons->high.x = point.x;
    if (point.y > polygons->high.y) polygons->high.y = point.y;
}

static void measure_box(const Arrangement *arrangement, Polygons *polygons) {
    const Rings *rings = arrangement->rings;
    polygons->low = polygons->high = rings->points[0];
    uint32_t count = rings->nested ? rings->ring_count : arrangement->boundary_count;
    for (uint32_t i = 0; i < rings->first[count]; i++) widen_box(polygons, rings->points[i]);
    polygons->low = (Point){polygons->low.x + 0.0, polygons->low.y + 0.0}; /* -0 becomes 0 */
    polygons->high = (Point){polygons->high.x + 0.0, polygons->high.y + 0.0};
}

Status polygons_finish(Polygons *polygons) {
    polygons->low = polygons->high = polygons->vertices[0];
    for (uint32_t i = 0; i < polygons->vertex_count; i++) widen_box(polygons, polygons->vertices[i]);
    polygons->hash = hash_of(polygons);
    Rings rings;
    TRY(polygons_rings(polygons, polygons->memory, &rings));
    polygons->obstacle_count = rings.ring_count - rings.boundary_count;
    rings_destroy(&rings);
    return STATUS_OK;
}

static Status arrange(Arrangement *arrangement, Bits bits, bool inexact) {
    Memory *memory = arrangement->memory;
    uint32_t count = arrangement->rings->point_count;
    uint32_t *items = memory_take(memory, count, sizeof *items),
             *room = memory_take(memory, count, sizeof *room);
    uint32_t *vertex_of = memory_take(memory, count, sizeof *vertex_of);
    arrangement->vertices = memory_take(memory, count, sizeof *arrangement->vertices);
    arrangement->segments = memory_take(memory, count, sizeof *arrangement->segments);
    arrangement->area = memory_take(memory, arrangement->rings->ring_count, sizeof *arrangement->area);
    Status status = STATUS_NO_MEMORY;
    if (items != NULL && room != NULL && vertex_of != NULL && arrangement->vertices != NULL &&
        arrangement->segments != NULL && arrangement->area != NULL) {
        /* Where there is no lattice, areas of cut coordinates still tell the outer ring from the inner. */
        int unit = bits.highest + 1 - (inexact ? 40 : LATTICE_BITS);
        status = gather(arrangement, power_of_two(-unit), items, room, vertex_of);
    }
    memory_give(memory, items);
    memory_give(memory, room);
    memory_give(memory, vertex_of);
    return status == STATUS_OK ? polygons_sweep(arrangement) : status;
}

Status polygons_arrange(Arrangement *arrangement, Polygons *made) {
    const Rings *rings = arrangement->rings;
    arrangement->boundary_count = boundaries_of(rings);
    assert(rings->ring_count >= arrangement->boundary_count);
    Bits bits;
    TRY(read_bits(arrangement, &bits));
    made->inexact = bits.lowest < bits.highest + 1 - LATTICE_BITS;
    made->lattice = made->inexact ? 0 : bits.highest + 1 - LATTICE_BITS;
    return arrange(arrangement, bits, made->inexact);
}

void arrangement_destroy(Arrangement *arrangement) {
    Memory *memory = arrangement->memory;
    memory_give(memory, arrangement->vertices);
    memory_give(memory, arrangement->segments);
    memory_give(memory, arrangement->area);
    memory_give(memory, arrangement->edges);
}

Status polygons_complete(Arrangement *arrangement, Status status, Polygons *made) {
    Error *error = arrangement->error;
    if (status == STATUS_OK && arrangement->edge_count == 0)
        status = error_say(error, STATUS_BAD_INPUT, arrangement->name,
                           ": found obstacles that fill the boundary, expected free space", NULL);
    if (status == STATUS_OK) status = polygons_settle(arrangement, made);
    if (status == STATUS_NO_MEMORY) status = no_memory(error);
    if (status == STATUS_OK) {
        made->obstacle_count = arrangement->obstacle_count;
        measure_box(arrangement, made);
        made->hash = hash_of(made);
    }
    arrangement_destroy(arrangement);
    return status;
}

Status polygons_create(const Rings *rings, const char *name, Memory *memory, Polygons *polygons,
                       Error *error) {
    Arrangement arrangement = {.rings = rings, .file = rings, .name = name, .error = error, .memory = memory};
    Polygons made = {.memory = memory};
    Status status = polygons_arrange(&arrangement, &made);
    status = polygons_complete(&arrangement, status, &made);
    if (status == STATUS_OK) *polygons = made;
    return status;
}

void polygons_destroy(Polygons *polygons) {
    if (polygons->memory == NULL) return;
    memory_give(polygons->memory, polygons->vertices);
    memory_give(polygons->memory, polygons->edges);
    *polygons = (Polygons){0};
}

void rings_destroy(Rings *rings) {
    if (rings->memory == NULL) return;
    memory_give(rings->memory, rings->points);
    memory_give(rings->memory, rings->first);
    memory_give(rings->memory, rings->line);
    *rings = (Rings){0};
}

/* Free on the left of each edge: straight below a free point, the next edge has free space above it, so the
 * edges below are odd in number. Those that span x count, open on the right. */
Place polygons_place(const Polygons *polygons, Point point) {
    bool odd = false, on_edge = false;
    for (uint32_t i = 0; i < polygons->edge_count; i++) {
        Point a = polygons->vertices[polygons->edges[i].from], b = polygons->vertices[polygons->edges[i].to];
        if (point_equal(a, point) || point_equal(b, point)) return PLACE_VERTEX;
        if (b.x < a.x) {
            Point swap = a;
            a = b;
            b = swap;
        }
        if (point.x < a.x || point.x > b.x) continue;
        int side = point_orientation(a, b, point);
        on_edge = on_edge || (side == 0 && point_between(a, b, point));
        odd ^= side > 0 && point.x < b.x;
    }
    return on_edge ? PLACE_EDGE : odd ? PLACE_FREE : PLACE_BLOCKED;
}
