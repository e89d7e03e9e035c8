/* Rings from the segments of a planar drawing. */
#include "algos/map/poly_planar.h"

#define UNUSED UINT32_MAX

typedef struct Tracer {
    const Planar *planar;
    uint32_t *leaving,
        *around;     /* of each vertex: where its edges begin in `around`, in the order of the file */
    uint8_t *used;   /* of each edge: whether it has its ring */
    uint32_t *order; /* the vertices of all rings */
    uint32_t *first, *edge_of; /* of each ring: its start in `order`, its first edge */
    uint8_t *blocked;          /* of each ring: whether it is the innermost around the point of a hole */
    uint32_t ring_count;
} Tracer;

/* Of each vertex its edges; an odd number cannot be rings'. */
static Status gather_edges(Tracer *tracer) {
    const Planar *planar = tracer->planar;
    Memory *memory = planar->memory;
    tracer->leaving = memory_take_zeroed(memory, (size_t)planar->point_count + 1, sizeof *tracer->leaving);
    tracer->around = memory_take(memory, 2 * (size_t)planar->edge_count, sizeof *tracer->around);
    if (tracer->leaving == NULL || tracer->around == NULL) return planar_no_memory(planar);
    uint32_t *leaving = tracer->leaving;
    for (uint32_t i = 0; i < planar->edge_count; i++) {
        leaving[planar->edges[i].from]++;
        leaving[planar->edges[i].to]++;
    }
    for (uint32_t i = 0; i < planar->edge_count; i++) {
        for (int end = 0; end < 2; end++) {
            uint32_t vertex = end == 0 ? planar->edges[i].from : planar->edges[i].to;
            if (leaving[vertex] % 2 == 0) continue;
            return error_say(planar->error, STATUS_BAD_INPUT, planar->name, ":",
                             number_text((int64_t)planar->edges[i].line).text, ": found vertex ",
                             number_text((int64_t)vertex + planar->base).text, " at the end of ",
                             number_text(leaving[vertex]).text,
                             leaving[vertex] == 1 ? " segment" : " segments",
                             ", expected closed polygons: an even number", NULL);
        }
    }
    uint32_t sum = 0;
    for (uint32_t vertex = 0; vertex < planar->point_count; vertex++) {
        uint32_t count = leaving[vertex];
        leaving[vertex] = sum;
        sum += count;
    }
    leaving[planar->point_count] = sum;
    for (uint32_t i = 0; i < planar->edge_count; i++) {
        tracer->around[leaving[planar->edges[i].from]++] = i;
        tracer->around[leaving[planar->edges[i].to]++] = i;
    }
    for (uint32_t vertex = planar->point_count; vertex > 0; vertex--) leaving[vertex] = leaving[vertex - 1];
    leaving[0] = 0;
    return STATUS_OK;
}

static Point far_end(const Tracer *tracer, uint32_t edge, uint32_t vertex) {
    const Planar *planar = tracer->planar;
    return planar->points[planar->edges[edge].from ^ planar->edges[edge].to ^ vertex];
}

/* The edge by which a ring goes on at a vertex, or UNUSED. Of those not yet used it is a neighbour in angle,
 * so that rings do not cross here: the one that comes next in the file, or else the first counter-clockwise.
 */
static uint32_t next_edge(const Tracer *tracer, uint32_t vertex, uint32_t edge) {
    Point at = tracer->planar->points[vertex], back = far_end(tracer, edge, vertex);
    uint32_t first = UNUSED, last = UNUSED;
    for (uint32_t i = tracer->leaving[vertex]; i < tracer->leaving[vertex + 1]; i++) {
        uint32_t other = tracer->around[i];
        if (tracer->used[other] != 0) continue;
        Point to = far_end(tracer, other, vertex);
        if (first == UNUSED || point_turns_before(at, back, to, far_end(tracer, first, vertex)))
            first = other;
        if (last == UNUSED || point_turns_before(at, back, far_end(tracer, last, vertex), to)) last = other;
    }
    return last == edge + 1 ? last : first;
}

/* Every vertex has an even number of edges, so a walk gets stuck only where it began; and there it ends. */
static Status trace_rings(Tracer *tracer) {
    const Planar *planar = tracer->planar;
    Memory *memory = planar->memory;
    uint32_t count = planar->edge_count, at = 0;
    tracer->used = memory_take_zeroed(memory, count, sizeof *tracer->used);
    tracer->order = memory_take(memory, count, sizeof *tracer->order);
    tracer->first = memory_take(memory, (size_t)count + 1, sizeof *tracer->first);
    tracer->edge_of = memory_take(memory, count, sizeof *tracer->edge_of);
    tracer->blocked = memory_take_zeroed(memory, count, sizeof *tracer->blocked);
    if (tracer->used == NULL || tracer->order == NULL || tracer->first == NULL || tracer->edge_of == NULL ||
        tracer->blocked == NULL)
        return planar_no_memory(planar);
    for (uint32_t start = 0; start < count; start++) {
        if (tracer->used[start] != 0) continue;
        uint32_t ring = tracer->ring_count++, edge = start, vertex = planar->edges[start].from;
        tracer->first[ring] = at;
        tracer->edge_of[ring] = start;
        do {
            tracer->used[edge] = 1;
            tracer->order[at++] = vertex;
            vertex = planar->edges[edge].from ^ planar->edges[edge].to ^ vertex;
            if (vertex == planar->edges[start].from) break;
            edge = next_edge(tracer, vertex, edge);
        } while (edge != UNUSED);
    }
    tracer->first[tracer->ring_count] = at;
    return STATUS_OK;
}

static Point ring_point(const Tracer *tracer, uint32_t place) {
    return tracer->planar->points[tracer->order[place]];
}

typedef struct Box {
    Point low, high;
    double area; /* of the ring, twice, rounded: of two rings around a point the inner one has less */
} Box;

static Box box_of(const Tracer *tracer, uint32_t ring) {
    Point base = ring_point(tracer, tracer->first[ring]);
    Box box = {base, base, 0};
    for (uint32_t i = tracer->first[ring]; i < tracer->first[ring + 1]; i++) {
        Point a = ring_point(tracer, i);
        Point b = i + 1 < tracer->first[ring + 1] ? ring_point(tracer, i + 1) : base;
        box.area += (a.x - base.x) * (b.y - base.y) - (a.y - base.y) * (b.x - base.x);
        if (a.x < box.low.x) box.low.x = a.x;
        if (a.y < box.low.y) box.low.y = a.y;
        if (a.x > box.high.x) box.high.x = a.x;
        if (a.y > box.high.y) box.high.y = a.y;
    }
    if (box.area < 0) box.area = -box.area;
    return box;
}

/* 1 inside, -1 outside, 0 on the ring: exact. */
static int side_of_ring(const Tracer *tracer, uint32_t ring, Point point) {
    bool odd = false;
    for (uint32_t i = tracer->first[ring]; i < tracer->first[ring + 1]; i++) {
        Point a = ring_point(tracer, i);
        Point b = ring_point(tracer, i + 1 < tracer->first[ring + 1] ? i + 1 : tracer->first[ring]);
        if (b.x < a.x) {
            Point swap = a;
            a = b;
            b = swap;
        }
        if (point.x < a.x || point.x > b.x) continue;
        int side = point_orientation(a, b, point);
        if (side == 0 && point_between(a, b, point)) return 0;
        odd ^= side > 0 && point.x < b.x;
    }
    return odd ? 1 : -1;
}

static Status mark_hole(Tracer *tracer, const Box *boxes, const Hole *hole, Notes *notes) {
    uint32_t innermost = UNUSED;
    Point point = hole->point;
    for (uint32_t ring = 0; ring < tracer->ring_count; ring++) {
        const Box *box = &boxes[ring];
        if (point.x < box->low.x || point.x > box->high.x || point.y < box->low.y || point.y > box->high.y)
            continue;
        int side = side_of_ring(tracer, ring, point);
        if (side == 0)
            return error_say(tracer->planar->error, STATUS_BAD_INPUT, tracer->planar->name, ":",
                             number_text((int64_t)hole->line).text,
                             ": found a hole's point on a segment, expected it inside a polygon", NULL);
        if (side > 0 && (innermost == UNUSED || box->area < boxes[innermost].area)) innermost = ring;
    }
    if (innermost == UNUSED)
        notes_add(notes, "holes outside of all polygons", 1, hole->line);
    else
        tracer->blocked[innermost] = 1;
    return STATUS_OK;
}

static Status mark_holes(Tracer *tracer, Notes *notes) {
    const Planar *planar = tracer->planar;
    Box *boxes = memory_take(planar->memory, tracer->ring_count, sizeof *boxes);
    if (boxes == NULL) return planar_no_memory(planar);
    for (uint32_t ring = 0; ring < tracer->ring_count; ring++) boxes[ring] = box_of(tracer, ring);
    Status status = STATUS_OK;
    for (uint32_t i = 0; status == STATUS_OK && i < planar->hole_count; i++)
        status = mark_hole(tracer, boxes, &planar->holes[i], notes);
    memory_give(planar->memory, boxes);
    return status;
}

/* The rings, those that are not blocked first. */
static Status write_rings(const Tracer *tracer, Rings *rings) {
    const Planar *planar = tracer->planar;
    Rings made;
    TRY(rings_create(planar->memory, tracer->ring_count, planar->edge_count, &made, planar->name,
                     planar->error));
    for (uint8_t blocked = 0; blocked < 2; blocked++) {
        for (uint32_t ring = 0; ring < tracer->ring_count; ring++) {
            if (tracer->blocked[ring] != blocked) continue;
            for (uint32_t i = tracer->first[ring]; i < tracer->first[ring + 1]; i++)
                made.points[made.point_count++] = ring_point(tracer, i);
            made.line[made.ring_count++] = planar->edges[tracer->edge_of[ring]].line;
            made.first[made.ring_count] = made.point_count;
            made.boundary_count += blocked == 0;
        }
    }
    made.nested = planar->hole_count == 0;
    *rings = made;
    if (made.boundary_count != 0) return STATUS_OK;
    rings_destroy(rings);
    return error_say(planar->error, STATUS_BAD_INPUT, planar->name, ":",
                     number_text((int64_t)planar->holes[0].line).text,
                     ": found a hole in every polygon, expected one without, to be free", NULL);
}

Status planar_rings(const Planar *planar, Notes *notes, Rings *rings) {
    Tracer tracer = {.planar = planar};
    Status status = gather_edges(&tracer);
    if (status == STATUS_OK) status = trace_rings(&tracer);
    if (status == STATUS_OK) status = mark_holes(&tracer, notes);
    if (status == STATUS_OK) status = write_rings(&tracer, rings);
    memory_give(planar->memory, tracer.leaving);
    memory_give(planar->memory, tracer.around);
    memory_give(planar->memory, tracer.used);
    memory_give(planar->memory, tracer.order);
    memory_give(planar->memory, tracer.first);
    memory_give(planar->memory, tracer.edge_of);
    memory_give(planar->memory, tracer.blocked);
    return status;
}
