#include "algos/mesh/trapezoid_published_parts.h"

/* Follows edges until each is in a ring; where two obstacles touch, which of them a ring goes on with does
 * not matter to the parity of a ray's crossings. Vertex 0 is a corner of the boundary, whose ring is left
 * out. */
typedef struct Tracer {
    const Polygons *map;
    uint32_t *out; /* of each vertex: its first edge that is in no ring yet */
} Tracer;

static uint32_t take_edge(Tracer *tracer, uint32_t vertex) {
    uint32_t edge = tracer->out[vertex];
    bool left = edge < tracer->map->edge_count && tracer->map->edges[edge].from == vertex;
    if (left) tracer->out[vertex]++;
    return left ? edge : UINT32_MAX;
}

static Status refuse(Error *error) {
    return error_say(error, STATUS_REFUSED,
                     "build=published takes obstacles inside a rectangle that they do not touch", NULL);
}

/* The boundary must be the box, its ring four edges long. */
static Status take_boundary(Tracer *tracer, Error *error) {
    const Polygons *map = tracer->map;
    uint32_t at = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t edge = take_edge(tracer, at);
        Point point = map->vertices[at];
        bool corner = (point.x == map->low.x || point.x == map->high.x) &&
                      (point.y == map->low.y || point.y == map->high.y);
        if (edge == UINT32_MAX || !corner) return refuse(error);
        at = map->edges[edge].to;
    }
    return at == 0 ? STATUS_OK : refuse(error);
}

static Flat flat_of(Point point) {
    return (Flat){(float)point.x, (float)point.y};
}

static void add_ring(Published *build, Tracer *tracer, uint32_t start) {
    uint32_t at = start, edge, begin = build->point_count;
    while ((edge = take_edge(tracer, at)) != UINT32_MAX) {
        build->points[build->point_count++] = flat_of(tracer->map->vertices[at]);
        at = tracer->map->edges[edge].to;
        if (at == start) break;
    }
    build->ring_first[++build->ring_count] = build->point_count;
    for (uint32_t i = begin; i < build->point_count; i++) {
        Flat p = build->points[i], q = build->points[i + 1 < build->point_count ? i + 1 : begin];
        build->x[build->x_count++] = p.x;
        if (q.x - p.x > NEAR_X) build->edges[build->edge_count++] = (FlatEdge){p, q};
        if (p.x - q.x > NEAR_X) build->edges[build->edge_count++] = (FlatEdge){q, p};
    }
}

static void add_boundary(Published *build, const Polygons *map) {
    Flat low = flat_of(map->low), high = flat_of(map->high);
    build->edges[build->edge_count++] = (FlatEdge){low, {high.x, low.y}};
    build->edges[build->edge_count++] = (FlatEdge){{low.x, high.y}, high};
    build->x[build->x_count++] = low.x;
    build->x[build->x_count++] = high.x;
}

/* Twice the signed area of the ring added last. */
static double last_area(const Published *build) {
    uint32_t begin = build->ring_first[build->ring_count - 1];
    double area = 0;
    for (uint32_t i = begin; i < build->point_count; i++) {
        Flat p = build->points[i], q = build->points[i + 1 < build->point_count ? i + 1 : begin];
        area += (double)p.x * (double)q.y - (double)p.y * (double)q.x;
    }
    return area;
}

static Status trace(Published *build, Tracer *tracer, Error *error) {
    const Polygons *map = tracer->map;
    for (uint32_t e = map->edge_count; e-- > 0;) tracer->out[map->edges[e].from] = e;
    TRY(take_boundary(tracer, error));
    add_boundary(build, map);
    build->ring_first[0] = 0;
    for (uint32_t v = 0; v < map->vertex_count; v++) {
        while (tracer->out[v] < map->edge_count && map->edges[tracer->out[v]].from == v) {
            add_ring(build, tracer, v);
            /* A ring with free space inside is another boundary. */
            if (last_area(build) > 0) return refuse(error);
        }
    }
    return STATUS_OK;
}

Status published_begin(const Polygons *polygons, Memory *memory, Published *build, Error *error) {
    size_t most = (size_t)polygons->edge_count + 2; /* points, edges, x */
    *build = (Published){.memory = memory};
    build->points = memory_take(memory, most, sizeof *build->points);
    build->ring_first = memory_take(memory, most, sizeof *build->ring_first);
    build->edges = memory_take(memory, most, sizeof *build->edges);
    build->x = memory_take(memory, most, sizeof *build->x);
    build->sorted = memory_take(memory, most, sizeof *build->sorted);
    build->crossing = memory_take(memory, most, sizeof *build->crossing);
    build->room = memory_take(memory, most, sizeof *build->room);
    build->before = memory_take(memory, most, sizeof *build->before);
    build->slab = memory_take(memory, most, sizeof *build->slab);
    Tracer tracer = {polygons, memory_take(memory, polygons->vertex_count, sizeof *tracer.out)};
    Status status = STATUS_NO_MEMORY;
    if (build->points != NULL && build->ring_first != NULL && build->edges != NULL && build->x != NULL &&
        build->sorted != NULL && build->crossing != NULL && build->room != NULL && build->before != NULL &&
        build->slab != NULL && tracer.out != NULL)
        status = trace(build, &tracer, error);
    memory_give(memory, tracer.out);
    if (status != STATUS_OK) published_destroy(build);
    return status;
}

void published_destroy(Published *build) {
    void *parts[] = {build->points,     build->ring_first, build->edges, build->x,
                     build->sorted,     build->crossing,   build->room,  build->slab,
                     build->trapezoids, build->links,      build->before};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) memory_give(build->memory, parts[i]);
    *build = (Published){.memory = build->memory};
}
