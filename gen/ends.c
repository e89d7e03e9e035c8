/* Queries whose ends are where published code goes wrong: on vertices (of those where obstacles touch, none:
 * it would not be clear on which side), on edges, at the same x as a vertex (on the portal of a trapezoid
 * mesh). All are points of the map's lattice, so that they are exactly there. */
#include "gen/generator.h"

#include "gen/lattice_points.h"
#include "gen/sides.h"

enum { COUNT, ON, SEED, ROW_COUNT };

enum { ON_VERTEX, ON_EDGE, ON_PORTAL, ON_ANY };

enum { TRIES = 100 }; /* for an edge with a lattice point inside, or a free point; then a vertex must do */

static const Parameter rows[ROW_COUNT] = {
    [COUNT] = {.name = "count",
               .type = PARAMETER_INTEGER,
               .low = 1,
               .high = 10000000,
               .preset = 25,
               .help = "queries"},
    [ON] = {.name = "on",
            .type = PARAMETER_CHOICE,
            .choices = "vertex|edge|portal|any",
            .preset = ON_ANY,
            .help = "where ends are; any: one of the three or a free point, each as likely"},
    [SEED] = SEED_ROW,
};

typedef struct Picker {
    const Polygons *polygons;
    double unit;
    uint32_t *corners; /* edges that alone leave their vertex */
    uint32_t corner_count;
    Rng rng;
} Picker;

static Status picker_create(const Polygons *polygons, uint64_t seed, Memory *memory, Picker *picker) {
    *picker =
        (Picker){.polygons = polygons, .unit = lattice_unit_of(polygons), .rng = lattice_rng(polygons, seed)};
    picker->corners = memory_take(memory, polygons->edge_count, sizeof *picker->corners);
    if (picker->corners == NULL) return STATUS_NO_MEMORY;
    const PolygonEdge *edges = polygons->edges;
    for (uint32_t i = 0; i < polygons->edge_count; i++) {
        bool shares_last = i > 0 && edges[i - 1].from == edges[i].from;
        bool shares_next = i + 1 < polygons->edge_count && edges[i + 1].from == edges[i].from;
        if (!shares_last && !shares_next) picker->corners[picker->corner_count++] = i;
    }
    return STATUS_OK;
}

static Point pick_vertex(Picker *picker) {
    const Polygons *polygons = picker->polygons;
    uint32_t edge = picker->corners[rng_below(&picker->rng, picker->corner_count)];
    return polygons->vertices[polygons->edges[edge].from];
}

static uint32_t greatest_divisor(uint32_t a, uint32_t b) {
    while (b != 0) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static uint32_t units_of(double length, double unit) {
    return (uint32_t)((length < 0 ? -length : length) / unit);
}

static Point pick_on_edge(Picker *picker) {
    const Polygons *polygons = picker->polygons;
    for (int tried = 0; tried < TRIES && picker->unit != 0; tried++) {
        PolygonEdge edge = polygons->edges[rng_below(&picker->rng, polygons->edge_count)];
        Point from = polygons->vertices[edge.from], to = polygons->vertices[edge.to];
        double x = to.x - from.x, y = to.y - from.y;
        uint32_t parts = greatest_divisor(units_of(x, picker->unit), units_of(y, picker->unit));
        if (parts < 2) continue;
        double part = 1 + rng_below(&picker->rng, parts - 1);
        return (Point){from.x + x / parts * part, from.y + y / parts * part}; /* all of it exact */
    }
    return pick_vertex(picker);
}

static Point pick_free(Picker *picker, bool on_portal) {
    const Polygons *polygons = picker->polygons;
    for (int tried = 0; tried < TRIES; tried++) {
        Point point = lattice_point(polygons, picker->unit, &picker->rng);
        if (on_portal) point.x = pick_vertex(picker).x;
        Place place = polygons_place(polygons, point);
        if (place == PLACE_FREE || place == PLACE_EDGE) return point;
    }
    return pick_vertex(picker);
}

static Point pick(Picker *picker, int64_t on) {
    if (on == ON_ANY) on = rng_below(&picker->rng, 4);
    switch (on) {
    case ON_VERTEX:
        return pick_vertex(picker);
    case ON_EDGE:
        return pick_on_edge(picker);
    default:
        return pick_free(picker, on == ON_PORTAL);
    }
}

static Status ends_generate(const Map *map, const Settings *settings, Memory *memory, QuerySet *set,
                            Error *error) {
    QuerySet made = {.memory = memory, .count = (uint32_t)settings->value[COUNT]};
    Picker picker;
    Status status = picker_create(&map->polygons, (uint64_t)settings->value[SEED], memory, &picker);
    made.points = memory_take(memory, made.count, sizeof *made.points);
    if (status == STATUS_NO_MEMORY || made.points == NULL)
        status = error_say(error, STATUS_NO_MEMORY, "no memory for the queries", NULL);
    else if (picker.corner_count == 0)
        status = error_say(error, STATUS_REFUSED, "ends: obstacles touch at each vertex of the map", NULL);
    for (uint32_t i = 0; status == STATUS_OK && i < made.count; i++) {
        made.points[i].start = pick(&picker, settings->value[ON]);
        made.points[i].goal = pick(&picker, settings->value[ON]);
    }
    memory_give(memory, picker.corners);
    if (status == STATUS_OK)
        *set = made;
    else
        query_set_destroy(&made);
    return status;
}

extern const QueryGenerator ends_generator;
const QueryGenerator ends_generator = {
    .name = "ends",
    .summary = "pairs of points on vertices, on edges, level with vertices: hard on purpose",
    .source = "made up here: ends at which published funnels go wrong",
    .parameters = {rows, ROW_COUNT},
    .map_kinds = MAP_POLYGONS,
    .generate = ends_generate,
};
