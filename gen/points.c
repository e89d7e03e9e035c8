/* Random queries between points, as document D0 draws them: both ends uniform over the map's box, on its
 * lattice. A pair with an end strictly inside an obstacle is dropped, not drawn again: so there are fewer
 * queries than `count`; or, as its pitfalls advise, such an end is moved to the nearest border. */
#include "gen/generator.h"

#include "gen/lattice_points.h"
#include "gen/sides.h"

#include <math.h>

enum { COUNT, SEED, ENDS, ROW_COUNT };
enum { ENDS_DROPPED, ENDS_NEAREST };

/* How far from the nearest point of a border a point of the lattice may be that stands for it. */
enum { RINGS = 16 };

static const Parameter rows[ROW_COUNT] = {
    [COUNT] = {.name = "count",
               .type = PARAMETER_INTEGER,
               .low = 1,
               .high = 10000000,
               .preset = 25,
               .help = "pairs drawn"},
    [SEED] = SEED_ROW,
    [ENDS] = {.name = "ends",
              .type = PARAMETER_CHOICE,
              .choices = "dropped|nearest",
              .later = true,
              .help = "in an obstacle: the pair is dropped, or the end moved to the nearest border"},
};

static Point border_point(const Polygons *polygons, Point point) {
    Point best = point;
    double least = INFINITY;
    for (uint32_t i = 0; i < polygons->edge_count; i++) {
        Point near = point_nearest(polygons->vertices[polygons->edges[i].from],
                                   polygons->vertices[polygons->edges[i].to], point);
        double distance = point_distance(near, point);
        if (distance >= least) continue;
        least = distance;
        best = near;
    }
    return best;
}

/* Moves a point in an obstacle to the free point of the lattice nearest to it among those around the nearest
 * point of a border, which need not be one itself. False where there is none within RINGS. O(edges). */
static bool move_out(const Polygons *polygons, double unit, Point *point) {
    if (polygons_place(polygons, *point) != PLACE_BLOCKED) return true;
    Point border = border_point(polygons, *point), low = polygons->low, high = polygons->high;
    if (unit == 0) unit = (high.x - low.x + high.y - low.y) * 0x1p-30;
    int64_t column = (int64_t)((border.x - low.x) / unit + 0.5),
            row = (int64_t)((border.y - low.y) / unit + 0.5);
    Point best = *point;
    double least = INFINITY;
    for (int64_t ring = 0; ring <= RINGS && least == INFINITY; ring++)
        for (int64_t y = row - ring; y <= row + ring; y++)
            for (int64_t x = column - ring; x <= column + ring; x++) {
                Point at = {low.x + unit * (double)x, low.y + unit * (double)y};
                double distance = point_distance(at, *point);
                if (distance >= least || at.x < low.x || at.y < low.y || at.x > high.x || at.y > high.y ||
                    polygons_place(polygons, at) == PLACE_BLOCKED)
                    continue;
                least = distance;
                best = at;
            }
    *point = best;
    return least < INFINITY;
}

static bool ends_are_free(const Polygons *polygons, double unit, bool moves, PointQuery *query) {
    if (moves) return move_out(polygons, unit, &query->start) && move_out(polygons, unit, &query->goal);
    return polygons_place(polygons, query->start) != PLACE_BLOCKED &&
           polygons_place(polygons, query->goal) != PLACE_BLOCKED;
}

static Status points_generate(const Map *map, const Settings *settings, Memory *memory, QuerySet *set,
                              Error *error) {
    const Polygons *polygons = &map->polygons;
    uint32_t drawn = (uint32_t)settings->value[COUNT];
    QuerySet made = {.memory = memory};
    made.points = memory_take(memory, drawn, sizeof *made.points);
    if (made.points == NULL) return error_say(error, STATUS_NO_MEMORY, "no memory for the queries", NULL);
    Rng rng = lattice_rng(polygons, (uint64_t)settings->value[SEED]);
    double unit = lattice_unit_of(polygons);
    for (uint32_t i = 0; i < drawn; i++) {
        PointQuery query;
        query.start = lattice_point(polygons, unit, &rng);
        query.goal = lattice_point(polygons, unit, &rng);
        if (ends_are_free(polygons, unit, settings->value[ENDS] == ENDS_NEAREST, &query))
            made.points[made.count++] = query;
    }
    if (made.count > 0) {
        *set = made;
        return STATUS_OK;
    }
    query_set_destroy(&made);
    return error_say(error, STATUS_REFUSED, "points: each of the pairs has an end in an obstacle", NULL);
}

extern const QueryGenerator points_generator;
const QueryGenerator points_generator = {
    .name = "points",
    .summary = "pairs of points, uniform over the map; those with an end in an obstacle are dropped or moved",
    .source = "document D0, \"random queries\"",
    .parameters = {rows, ROW_COUNT},
    .map_kinds = MAP_POLYGONS,
    .generate = points_generate,
};
