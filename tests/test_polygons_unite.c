/* Overlapping obstacles united: drawn cases with known answers, and random ones on a coarse lattice, where
 * nearly every crossing has to be rounded. */
#include "tests/polygons_support.h"
#include "tests/support.h"

#include "algos/core/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Drawn {
    const char *rings;
    double free_area;
    uint32_t vertices, obstacles;
} Drawn;

#define SQUARE "0,0 8,0 8,8 0,8"

static void unites_drawn_obstacles(void **state) {
    (void)state;
    static const Drawn drawn[] = {
        {SQUARE " | 2,2 5,2 5,5 2,5 | 4,4 6,4 6,6 4,6", 64 - 12, 4 + 8, 1},
        {SQUARE " | 1,1 7,1 7,7 1,7 | 4,4 6,4 6,6 4,6", 64 - 36, 8, 1}, /* one in another */
        {SQUARE " | 4,4 6,4 6,6 4,6 | 4,4 4,6 6,6 6,4", 64 - 4, 8, 1},  /* twice, turning both ways */
        {SQUARE " | 4,4 6,4 6,6 4,6 | 4,4 6,6 4,6", 64 - 4, 8, 1},
        {SQUARE " | 6,3 10,3 10,5 6,5", 64 - 4, 8, 0}, /* over the boundary */
        {SQUARE " | 9,9 10,9 10,10", 64, 4, 0},        /* outside of it */
        {SQUARE " | 8,0 9,0 9,8 8,8", 64, 4, 0},
        {SQUARE " | -1,-1 9,-1 9,4 -1,4", 32, 4, 0}, /* half of the map */
        {SQUARE " | 2,2 6,2 6,3 2,3 | 2,5 6,5 6,6 2,6 | 2,2 3,2 3,6 2,6 | 5,2 6,2 6,6 5,6", 64 - 12, 12, 1},
        {SQUARE " | 0,3 8,3 8,5 0,5 | 3,0 5,0 5,8 3,8", 36, 16, 0}, /* a cross parts the map */
        {SQUARE " | 1,1 7,7 7,1 | 1,7 7,1 7,7", 64 - 27, 4 + 5, 1},
        {SQUARE " | 2,2 4,2 4,4 2,4 | 4,4 6,4 6,6 4,6 | 3,3 5,3 5,5 3,5", 64 - 10, 4 + 12, 1},
    };
    Memory memory = system_memory();
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
        Rings rings = rings_from(drawn[i].rings, &memory);
        Polygons polygons;
        Error error;
        ASSERT_OK(polygons_unite(&rings, "drawn", &memory, &polygons, &error), &error);
        check_polygons(&polygons);
        double area = polygons_double_area(&polygons) / 2;
        if (area != drawn[i].free_area || polygons.vertex_count != drawn[i].vertices ||
            polygons.obstacle_count != drawn[i].obstacles || polygons.displacement != 0 || !polygons.united)
            fail_msg("%s: area %g, %u vertices, %u obstacles, displacement %g", drawn[i].rings, area,
                     polygons.vertex_count, polygons.obstacle_count, polygons.displacement);
        polygons_destroy(&polygons);
        rings_destroy(&rings);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

static void leaves_sound_maps_alone(void **state) {
    (void)state;
    Memory memory = system_memory();
    Rings rings = rings_from(SQUARE " | 2,2 4,2 4,4 2,4 | 4,4 6,4 6,6 4,6", &memory);
    Polygons polygons, plain;
    Error error;
    ASSERT_OK(polygons_unite(&rings, "sound", &memory, &polygons, &error), &error);
    ASSERT_OK(polygons_create(&rings, "sound", &memory, &plain, &error), &error);
    assert_true(polygons.hash == plain.hash && !polygons.united);
    polygons_destroy(&polygons);
    polygons_destroy(&plain);
    rings_destroy(&rings);
    ASSERT_NOTHING_LIVE(&memory);
}

static void refuses_what_is_no_union(void **state) {
    (void)state;
    static const char *const refused[][2] = {
        {SQUARE " | 2,2 5,2 5,5 2,5 | 4,4 7,7 7,4 4,7", "obstacle 2 crossing itself"},
        {SQUARE " | 2,2 5,2 5,5 2,5 | 4,4 6,4 6,6 6,4", "obstacle 2 running along itself"},
        {SQUARE " | 0,0 8,0 8,5 0,5 | 0,4 8,4 8,8 0,8", "obstacles that fill the boundary"},
        {"+ 0,0 4,0 4,4 0,4 |+ 6,0 9,0 9,4 6,4 | 3,1 5,1 5,3 3,3", "one boundary"},
        {"0,0 8,0 8,8 0,8.1 | 2,2 5,2 5,5 2,5 | 4,4 6,4 6,6 4,6", "24 bits"},
    };
    Memory memory = system_memory();
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        Rings rings = rings_from(refused[i][0], &memory);
        Polygons polygons;
        Error error;
        Status status = polygons_unite(&rings, "refused", &memory, &polygons, &error);
        assert_int_equal(status, STATUS_BAD_INPUT);
        if (strstr(error.text, refused[i][1]) == NULL) fail_msg("%s: %s", refused[i][0], error.text);
        rings_destroy(&rings);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

/* ---- random ---- */

enum { OBSTACLES_MOST = 40, CORNERS_MOST = 7 };

/* The corner of the map's lattice where a unit is 1, so that few points of it are in the map. */
static double far_corner(uint32_t size) {
    return 16777215.0 - size;
}

static uint32_t half_of(Point centre, Point to) {
    return to.y > centre.y || (to.y == centre.y && to.x > centre.x) ? 0 : 1;
}

static int turn_order(Point centre, Point a, Point b) {
    if (half_of(centre, a) != half_of(centre, b)) return half_of(centre, a) < half_of(centre, b) ? -1 : 1;
    return -point_orientation(centre, a, b);
}

/* A polygon around a point, its corners sorted by direction, no two of them the same; returns how many. */
static uint32_t random_star(Rng *rng, double low, uint32_t size, uint32_t reach, Point *corners) {
    Point centre = {low + rng_below(rng, size + 1), low + rng_below(rng, size + 1)};
    uint32_t wanted = 3 + rng_below(rng, CORNERS_MOST - 2), count = 0;
    for (uint32_t i = 0; i < wanted; i++) {
        Point corner = {centre.x + rng_below(rng, 2 * reach + 1) - reach,
                        centre.y + rng_below(rng, 2 * reach + 1) - reach};
        if (corner.x > 16777215 || corner.y > 16777215 || point_equal(corner, centre)) continue;
        uint32_t at = count;
        while (at > 0 && turn_order(centre, corner, corners[at - 1]) < 0) at--;
        if (at > 0 && turn_order(centre, corner, corners[at - 1]) == 0) continue;
        memmove(corners + at + 1, corners + at, (count - at) * sizeof *corners);
        corners[at] = corner;
        count++;
    }
    return count;
}

/* Whether the star is a simple polygon: it may wind less than once around its centre. */
static bool is_sound(const Point *corners, uint32_t count, Memory *memory) {
    if (count < 3) return false;
    uint32_t first[] = {0, count};
    Point copy[CORNERS_MOST + 1];
    memcpy(copy, corners, count * sizeof *copy);
    Rings rings = {.points = copy, .first = first, .ring_count = 1, .point_count = count};
    Polygons polygons;
    Error error;
    if (polygons_create(&rings, "star", memory, &polygons, &error) != STATUS_OK) return false;
    polygons_destroy(&polygons);
    return true;
}

static void random_rings(Rng *rng, uint32_t size, Memory *memory, Rings *rings) {
    uint32_t count = 1 + rng_below(rng, OBSTACLES_MOST), reach = 1 + rng_below(rng, size / 2);
    double low = far_corner(size), high = low + size;
    *rings = (Rings){.memory = memory};
    rings->points = memory_take(memory, 4 + (size_t)count * CORNERS_MOST, sizeof *rings->points);
    rings->first = memory_take_zeroed(memory, (size_t)count + 2, sizeof *rings->first);
    Point boundary[] = {
        {low, low}, {high, low + rng_below(rng, 3)}, {high, high}, {low + rng_below(rng, 3), high}};
    memcpy(rings->points, boundary, sizeof boundary);
    rings->point_count = rings->first[1] = 4;
    rings->ring_count = 1;
    while (count-- > 0) {
        Point corners[CORNERS_MOST + 1];
        uint32_t corner_count = random_star(rng, low, size, reach, corners);
        if (!is_sound(corners, corner_count, memory)) continue;
        for (uint32_t i = 0; i < corner_count; i++)
            rings->points[rings->point_count++] = corners[count % 2 == 0 ? i : corner_count - 1 - i];
        rings->first[++rings->ring_count] = rings->point_count;
    }
}

/* 1 inside, 0 on the ring, -1 outside. */
static int side_of_ring(const Rings *rings, uint32_t ring, Point point) {
    bool inside = false;
    for (uint32_t i = rings->first[ring], end = rings->first[ring + 1]; i < end; i++) {
        Point a = rings->points[i], b = rings->points[i + 1 == end ? rings->first[ring] : i + 1];
        int side = point_orientation(a, b, point);
        if (side == 0 && point_between(a, b, point)) return 0;
        if ((a.y <= point.y) != (b.y <= point.y) && side == (a.y < b.y ? 1 : -1)) inside = !inside;
    }
    return inside ? 1 : -1;
}

static double distance_to_segment(Point p, Point a, Point b) {
    double x = b.x - a.x, y = b.y - a.y, share = ((p.x - a.x) * x + (p.y - a.y) * y) / (x * x + y * y);
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    return point_distance(p, (Point){a.x + share * x, a.y + share * y});
}

static double distance_to_rings(const Rings *rings, Point p) {
    double least = INFINITY;
    for (uint32_t ring = 0; ring < rings->ring_count; ring++)
        for (uint32_t i = rings->first[ring], end = rings->first[ring + 1]; i < end; i++)
            least =
                fmin(least, distance_to_segment(p, rings->points[i],
                                                rings->points[i + 1 == end ? rings->first[ring] : i + 1]));
    return least;
}

/* No edge of the result crosses a ring's, no vertex lies in a ring, and no ring's corner is free. */
static void check_borders(const Rings *rings, const Polygons *polygons) {
    for (uint32_t ring = 0; ring < rings->ring_count; ring++)
        for (uint32_t i = rings->first[ring], end = rings->first[ring + 1]; i < end; i++) {
            Point a = rings->points[i], b = rings->points[i + 1 == end ? rings->first[ring] : i + 1];
            if (polygons_place(polygons, a) == PLACE_FREE) fail_msg("a corner of ring %u is free", ring);
            for (uint32_t e = 0; e < polygons->edge_count; e++)
                if (segments_meet(a, b, polygons->vertices[polygons->edges[e].from],
                                  polygons->vertices[polygons->edges[e].to]) == MEETING_CROSS)
                    fail_msg("an edge crosses ring %u", ring);
        }
    for (uint32_t v = 0; v < polygons->vertex_count; v++)
        for (uint32_t ring = 0; ring < rings->ring_count; ring++)
            if (side_of_ring(rings, ring, polygons->vertices[v]) == (ring == 0 ? -1 : 1))
                fail_msg("a vertex lies in ring %u", ring);
}

/* Points of a finer lattice: what was blocked is, what was free is unless it is near. Returns how many free
 * ones were lost. */
static uint32_t check_points(const Rings *rings, const Polygons *polygons, uint32_t size, Rng *rng) {
    uint32_t lost = 0;
    for (uint32_t i = 0; i < 400; i++) {
        Point point = {far_corner(size) + rng_below(rng, 8 * size + 1) / 8.0,
                       far_corner(size) + rng_below(rng, 8 * size + 1) / 8.0};
        bool blocked = side_of_ring(rings, 0, point) < 0;
        for (uint32_t ring = 1; ring < rings->ring_count; ring++)
            blocked = blocked || side_of_ring(rings, ring, point) > 0;
        Place place = polygons_place(polygons, point);
        if (blocked && place == PLACE_FREE) fail_msg("(%.17g, %.17g) was blocked", point.x, point.y);
        if (blocked || place != PLACE_BLOCKED) continue;
        double distance = distance_to_rings(rings, point);
        if (distance > polygons->displacement)
            fail_msg("(%.17g, %.17g) was free and is %g from the obstacles", point.x, point.y, distance);
        lost += distance > 0;
    }
    return lost;
}

/* ---- the free area a second way: strips between all corners and crossings, rounded ---- */

static int compare_doubles(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

typedef struct Piece {
    double y;
    int more;
} Piece;

static int compare_pieces(const void *a, const void *b) {
    return compare_doubles(&((const Piece *)a)->y, &((const Piece *)b)->y);
}

typedef struct Side {
    Point a, b; /* a.x < b.x */
    int more;
} Side;

static uint32_t list_sides(const Rings *rings, Side *sides) {
    uint32_t count = 0;
    for (uint32_t ring = 0; ring < rings->ring_count; ring++) {
        double area = 0;
        Point base = rings->points[rings->first[ring]];
        for (int pass = 0; pass < 2; pass++)
            for (uint32_t i = rings->first[ring], end = rings->first[ring + 1]; i < end; i++) {
                Point a = rings->points[i], b = rings->points[i + 1 == end ? rings->first[ring] : i + 1];
                if (pass == 0) area += (a.x - base.x) * (b.y - base.y) - (a.y - base.y) * (b.x - base.x);
                if (pass == 0 || a.x == b.x) continue;
                int more = ((area > 0) == (ring > 0)) == (a.x < b.x) ? 1 : -1;
                sides[count++] = a.x < b.x ? (Side){a, b, more} : (Side){b, a, more};
            }
    }
    return count;
}

static double height_at(const Side *side, double x) {
    return side->a.y + (x - side->a.x) * ((side->b.y - side->a.y) / (side->b.x - side->a.x));
}

static double area_by_strips(const Rings *rings, double *perimeter) {
    enum { SIDES = 4 + OBSTACLES_MOST * CORNERS_MOST };
    static Side sides[SIDES];
    static Piece pieces[SIDES];
    static double xs[SIDES * SIDES];
    uint32_t count = list_sides(rings, sides), x_count = 0;
    *perimeter = 0;
    for (uint32_t i = 0; i < count; i++) {
        *perimeter += point_distance(sides[i].a, sides[i].b);
        xs[x_count++] = sides[i].a.x;
        xs[x_count++] = sides[i].b.x;
        for (uint32_t j = 0; j < i; j++) {
            if (segments_meet(sides[i].a, sides[i].b, sides[j].a, sides[j].b) != MEETING_CROSS) continue;
            double x = fmax(sides[i].a.x, sides[j].a.x);
            double apart = height_at(&sides[i], x) - height_at(&sides[j], x);
            double slopes = (sides[i].b.y - sides[i].a.y) / (sides[i].b.x - sides[i].a.x) -
                            (sides[j].b.y - sides[j].a.y) / (sides[j].b.x - sides[j].a.x);
            xs[x_count++] = x - apart / slopes;
        }
    }
    qsort(xs, x_count, sizeof *xs, compare_doubles);
    double area = 0;
    for (uint32_t i = 1; i < x_count; i++) {
        double middle = (xs[i - 1] + xs[i]) / 2, width = xs[i] - xs[i - 1];
        uint32_t piece_count = 0;
        for (uint32_t s = 0; s < count; s++)
            if (sides[s].a.x <= middle && middle < sides[s].b.x)
                pieces[piece_count++] = (Piece){height_at(&sides[s], middle), sides[s].more};
        qsort(pieces, piece_count, sizeof *pieces, compare_pieces);
        int cover = 1;
        for (uint32_t p = 0; p + 1 < piece_count; p++) {
            cover += pieces[p].more;
            if (cover == 0) area += width * (pieces[p + 1].y - pieces[p].y);
        }
    }
    return area;
}

static void unites_random_obstacles(void **state) {
    (void)state;
    Memory memory = system_memory();
    uint32_t united = 0, rounded = 0, lost = 0, filled = 0;
    double most = 0;
    for (uint32_t seed = 0; seed < trials(600); seed++) {
        Rng rng = rng_from(seed ^ 0x0b57);
        static const uint32_t sizes[] = {8, 20, 64, 400, 100000, 16000000};
        uint32_t size = sizes[seed % 6];
        Rings rings;
        Polygons polygons;
        Error error;
        random_rings(&rng, size, &memory, &rings);
        Status status = polygons_unite(&rings, "random", &memory, &polygons, &error);
        if (status == STATUS_BAD_INPUT && strstr(error.text, "fill the boundary") != NULL) {
            filled++;
        } else {
            ASSERT_OK(status, &error);
            check_polygons(&polygons);
            check_borders(&rings, &polygons);
            lost += check_points(&rings, &polygons, size, &rng);
            double perimeter, area = area_by_strips(&rings, &perimeter);
            double less = area - polygons_double_area(&polygons) / 2,
                   doubt = 1e-6 * size + 1e-9 * perimeter * size;
            if (less < -doubt || less > polygons.displacement * perimeter + doubt)
                fail_msg("seed %u: area %.17g, less %.17g, displacement %g", seed, area, less,
                         polygons.displacement);
            united += polygons.united;
            rounded += polygons.displacement > 0;
            most = fmax(most, polygons.displacement);
            polygons_destroy(&polygons);
        }
        rings_destroy(&rings);
        ASSERT_NOTHING_LIVE(&memory);
    }
    print_message("# %u united, %u of them rounded, by %.3g units at most; %u filled; %u points lost\n",
                  united, rounded, most, filled, lost);
    assert_true(united > trials(600) / 2 && rounded > trials(600) / 4 && lost > 0);
}

static Status of_rings(const void *from, Memory *memory, Polygons *polygons) {
    Error error;
    Status status = polygons_unite(from, "random", memory, polygons, &error);
    if (status == STATUS_OK) assert_true(polygons->displacement > 0);
    return status;
}

static void survives_failed_allocations(void **state) {
    (void)state;
    Memory maps = system_memory();
    Rng rng = rng_from(4);
    Rings rings;
    random_rings(&rng, 64, &maps, &rings);
    assert_making_survives(of_rings, &rings);
    rings_destroy(&rings);
    ASSERT_NOTHING_LIVE(&maps);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unites_drawn_obstacles),      cmocka_unit_test(leaves_sound_maps_alone),
        cmocka_unit_test(refuses_what_is_no_union),    cmocka_unit_test(unites_random_obstacles),
        cmocka_unit_test(survives_failed_allocations),
    };
    return cmocka_run_group_tests_name("polygons_unite", tests, NULL, NULL);
}
