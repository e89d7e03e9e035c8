/* Obstacles grown by a body's radius: drawn cases with known answers, and random maps on which all distances
 * are looked at. */
#include "tests/polygons_support.h"
#include "tests/rings.h"
#include "tests/support.h"

#include "algos/core/lattice.h"
#include "algos/map/grow.h"

#include <math.h>
#include <string.h>

/* What doubles round in a distance, relative to it: units of the lattice are at least 2^-24 of the map. */
#define ROUNDED 1e-12

typedef struct Drawn {
    const char *rings;
    double radius;
    uint32_t obstacles, vertices; /* with 8 segments */
    double low, high;             /* of free space, in x and y */
} Drawn;

#define SQUARE "0,0 100,0 100,100 0,100"

static void grows_drawn_obstacles(void **state) {
    (void)state;
    static const Drawn drawn[] = {
        {SQUARE, 5, 0, 4, 5, 95},
        {SQUARE " | 40,40 60,40 60,60 40,60", 5, 1, 4 + 8, 5, 95},
        {SQUARE " | 20,40 40,40 40,60 20,60 | 60,40 80,40 80,60 60,60", 9.9375, 2, 4 + 16, 9.9375, 90.0625},
        /* The gap is as wide as the body: it does not pass. */
        {SQUARE " | 25,40 45,40 45,60 25,60 | 55,40 75,40 75,60 55,60", 5, 1, 4 + 16 - 2, 5, 95},
        /* Nor where the gap is at the boundary. */
        {SQUARE " | 10,40 50,40 50,60 10,60", 5, 0, 4 + 8, 5, 95},
        {SQUARE " | 10,10 90,10 90,90 10,90", 4, 1, 4 + 8, 4, 96},
        /* An L: its reflex corner moves along both sides. */
        {SQUARE " | 30,30 70,30 70,40 40,40 40,70 30,70", 5, 1, 4 + 5 * 2 + 1, 5, 95},
        /* Two that touch in a point are one. */
        {SQUARE " | 30,30 50,30 50,50 30,50 | 50,50 70,50 70,70 50,70", 5, 1, 4 + 6 * 2 + 2, 5, 95},
        /* An island inside an obstacle is left, one that is too small is not. */
        {"+ 0,0 100,0 100,100 0,100 |+ 20,20 50,20 50,50 20,50 |+ 60,60 63,60 63,63 60,63"
         " | 10,10 80,10 80,80 10,80",
         4, 1, 4 + 4 + 8, 4, 96},
    };
    Memory memory = system_memory();
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
        Rings rings = rings_from(drawn[i].rings, &memory);
        Polygons polygons, grown;
        Error error;
        ASSERT_OK(polygons_create(&rings, "drawn", &memory, &polygons, &error), &error);
        ASSERT_OK(polygons_grow(&polygons, drawn[i].radius, 8, "drawn", &memory, &grown, &error), &error);
        check_polygons(&grown);
        bool as_wide = grown.low.x == drawn[i].low && grown.low.y == drawn[i].low &&
                       grown.high.x == drawn[i].high && grown.high.y == drawn[i].high;
        if (grown.obstacle_count != drawn[i].obstacles || grown.vertex_count != drawn[i].vertices || !as_wide)
            fail_msg("%s by %g: %u obstacles, %u vertices, from %g,%g to %g,%g", drawn[i].rings,
                     drawn[i].radius, grown.obstacle_count, grown.vertex_count, grown.low.x, grown.low.y,
                     grown.high.x, grown.high.y);
        assert_true(grown.radius == drawn[i].radius);
        polygons_destroy(&grown);
        polygons_destroy(&polygons);
        rings_destroy(&rings);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

static void refuses_what_it_cannot_grow(void **state) {
    (void)state;
    static const struct {
        const char *rings;
        double radius;
        Status status;
        const char *words;
    } refused[] = {
        {SQUARE, 50, STATUS_BAD_INPUT, "not wider than the body"},
        {SQUARE, 1e30, STATUS_BAD_INPUT, "not wider than the body"},
        {"0,0 100,0 0,100", 30, STATUS_BAD_INPUT, "fill the boundary"},
        {SQUARE " | 1,49 99,49 99,51 1,51", 25, STATUS_BAD_INPUT, "fill the boundary"},
        {"0,0 100,0 100,100.1 0,100", 5, STATUS_REFUSED, "24 bits"},
    };
    Memory memory = system_memory();
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        Rings rings = rings_from(refused[i].rings, &memory);
        Polygons polygons, grown;
        Error error;
        ASSERT_OK(polygons_create(&rings, "refused", &memory, &polygons, &error), &error);
        Status status = polygons_grow(&polygons, refused[i].radius, 16, "refused", &memory, &grown, &error);
        assert_int_equal(status, refused[i].status);
        if (strstr(error.text, refused[i].words) == NULL) fail_msg("%s: %s", refused[i].rings, error.text);
        polygons_destroy(&polygons);
        rings_destroy(&rings);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

/* ---- random maps ---- */

static double point_to_segment(Point p, Point a, Point b) {
    double x = b.x - a.x, y = b.y - a.y, share = ((p.x - a.x) * x + (p.y - a.y) * y) / (x * x + y * y);
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    return point_distance(p, (Point){a.x + share * x, a.y + share * y});
}

static double between_segments(Point a, Point b, Point c, Point d) {
    if (segments_meet(a, b, c, d) != MEETING_NONE) return 0;
    return fmin(fmin(point_to_segment(a, c, d), point_to_segment(b, c, d)),
                fmin(point_to_segment(c, a, b), point_to_segment(d, a, b)));
}

static Point from_of(const Polygons *polygons, uint32_t edge) {
    return polygons->vertices[polygons->edges[edge].from];
}

static Point to_of(const Polygons *polygons, uint32_t edge) {
    return polygons->vertices[polygons->edges[edge].to];
}

static double to_walls(const Polygons *polygons, Point point) {
    double least = INFINITY;
    for (uint32_t i = 0; i < polygons->edge_count; i++)
        least = fmin(least, point_to_segment(point, from_of(polygons, i), to_of(polygons, i)));
    return least;
}

/* What is left free keeps off all walls, and its corners are no farther from them than stated. */
static void check_distances(const Polygons *polygons, const Polygons *grown) {
    double least = grown->radius * (1 - ROUNDED), most = (grown->radius + grown->excess) * (1 + ROUNDED);
    for (uint32_t i = 0; i < grown->edge_count; i++) {
        Point a = from_of(grown, i), b = to_of(grown, i);
        assert_int_equal(polygons_place(polygons, a), PLACE_FREE);
        if (to_walls(polygons, a) > most)
            fail_msg("corner %.17g,%.17g is %.17g off, more than %.17g and %.17g", a.x, a.y,
                     to_walls(polygons, a), grown->radius, grown->excess);
        for (uint32_t k = 0; k < polygons->edge_count; k++) {
            double apart = between_segments(a, b, from_of(polygons, k), to_of(polygons, k));
            if (apart < least)
                fail_msg("edge %.17g,%.17g to %.17g,%.17g is %.17g off a wall, less than %.17g", a.x, a.y,
                         b.x, b.y, apart, grown->radius);
        }
    }
}

/* Points all over the map: near walls all is blocked, off them nothing. Returns how many were between. */
static uint32_t check_places(const Polygons *polygons, const Polygons *grown, Rng *rng) {
    uint32_t between = 0;
    for (uint32_t i = 0; i < 300; i++) {
        Point point = {polygons->low.x + (polygons->high.x - polygons->low.x) * rng_unit(rng),
                       polygons->low.y + (polygons->high.y - polygons->low.y) * rng_unit(rng)};
        bool was_blocked = polygons_place(polygons, point) == PLACE_BLOCKED;
        double off = was_blocked ? 0 : to_walls(polygons, point);
        Place place = polygons_place(grown, point);
        if (place == PLACE_FREE && off < grown->radius * (1 - ROUNDED))
            fail_msg("%.17g,%.17g is free and %.17g off", point.x, point.y, off);
        if (place == PLACE_BLOCKED && off > (grown->radius + grown->excess) * (1 + ROUNDED))
            fail_msg("%.17g,%.17g is blocked and %.17g off", point.x, point.y, off);
        between += place == PLACE_BLOCKED && off > grown->radius;
    }
    return between;
}

/* Rows of tiles under a shear, or hulls; small whole numbers, or the finest lattice there is. */
static Rings random_rings(Rng *rng, uint32_t seed, Memory *memory) {
    Rings rings = seed % 2 == 0
                      ? rings_of_tiles(memory, 2 + rng_below(rng, 4), 2 + rng_below(rng, 4), rng)
                      : rings_of_hulls(memory, 2 + rng_below(rng, 3), seed % 3 == 0 ? 9 : 1000, rng);
    for (uint32_t i = 0; seed % 5 == 0 && i < rings.point_count; i++) {
        rings.points[i].x = rings.points[i].x * 8192 - 30000;
        rings.points[i].y = rings.points[i].y * 8192 - 30000;
    }
    return rings;
}

static void keeps_distances_on_random_maps(void **state) {
    (void)state;
    Memory memory = system_memory();
    uint32_t grown_maps = 0, filled = 0, between = 0, rounded = 0;
    for (uint32_t seed = 0; seed < trials(500); seed++) {
        Rng rng = rng_from(seed ^ 0x960e);
        Rings rings = random_rings(&rng, seed, &memory);
        Polygons polygons, grown;
        Error error;
        ASSERT_OK(polygons_create(&rings, "random", &memory, &polygons, &error), &error);
        double width = polygons.high.x - polygons.low.x;
        double radius = width * (0.001 + 0.2 * rng_unit(&rng) * rng_unit(&rng));
        uint32_t segments = 8u << rng_below(&rng, 6);
        if (rng_below(&rng, 2) == 0) radius = ceil(radius);
        Status status = polygons_grow(&polygons, radius, segments, "random", &memory, &grown, &error);
        if (status == STATUS_BAD_INPUT) {
            filled++;
        } else {
            ASSERT_OK(status, &error);
            check_polygons(&grown);
            check_distances(&polygons, &grown);
            between += check_places(&polygons, &grown, &rng);
            grown_maps++;
            rounded += grown.displacement > 0;
            double arcs = radius * (1 / cos(acos(-1) / segments) - 1), unit = power_of_two(polygons.lattice);
            if (grown.excess < 0 || grown.excess - grown.displacement > arcs + 1.5 * unit)
                fail_msg("excess %g of %u segments at %g", grown.excess, segments, radius);
            polygons_destroy(&grown);
        }
        polygons_destroy(&polygons);
        rings_destroy(&rings);
    }
    print_message(
        "# %u maps grown, %u with corners rounded, %u filled; %u points beyond the radius blocked\n",
        grown_maps, rounded, filled, between);
    assert_true(grown_maps > 2 * filled && rounded > 0 && filled > 0 && between > 0);
    ASSERT_NOTHING_LIVE(&memory);
}

/* The finest lattice says nothing of radii near its unit: corners are rounded by whole ones. */
static void grows_by_less_than_a_unit(void **state) {
    (void)state;
    Memory memory = system_memory();
    Rings rings = rings_from("0,0 16777215,0 16777215,16777215 0,16777215 | 9,9 20,9 20,20 15,13", &memory);
    Polygons polygons;
    Error error;
    ASSERT_OK(polygons_create(&rings, "fine", &memory, &polygons, &error), &error);
    static const double radii[] = {1e-9, 0.3, 1, 1.5, 2, 3};
    for (size_t i = 0; i < sizeof radii / sizeof *radii; i++) {
        Polygons grown;
        ASSERT_OK(polygons_grow(&polygons, radii[i], 256, "fine", &memory, &grown, &error), &error);
        check_polygons(&grown);
        check_distances(&polygons, &grown);
        assert_true(grown.excess < 2);
        polygons_destroy(&grown);
    }
    polygons_destroy(&polygons);
    rings_destroy(&rings);
    ASSERT_NOTHING_LIVE(&memory);
}

static void survives_failing_memory(void **state) {
    (void)state;
    Memory memory = system_memory();
    Rings rings = rings_from(SQUARE " | 30,30 71,33 70,40 40,40 43,77 30,70 | 75,50 90,50 90,60", &memory);
    Polygons polygons, grown;
    Error error;
    ASSERT_OK(polygons_create(&rings, "memory", &memory, &polygons, &error), &error);
    uint64_t failures = 0;
    for (Status status = STATUS_NO_MEMORY; status != STATUS_OK; failures++) {
        Memory failing = system_memory();
        failing.fail_at = failures + 1;
        status = polygons_grow(&polygons, 6, 16, "memory", &failing, &grown, &error);
        assert_true(status == STATUS_OK || status == STATUS_NO_MEMORY);
        if (status == STATUS_OK) polygons_destroy(&grown);
        ASSERT_NOTHING_LIVE(&failing);
    }
    assert_true(failures > 10);
    polygons_destroy(&polygons);
    rings_destroy(&rings);
    ASSERT_NOTHING_LIVE(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grows_drawn_obstacles),          cmocka_unit_test(refuses_what_it_cannot_grow),
        cmocka_unit_test(keeps_distances_on_random_maps), cmocka_unit_test(grows_by_less_than_a_unit),
        cmocka_unit_test(survives_failing_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
