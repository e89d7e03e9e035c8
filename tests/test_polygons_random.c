/* Random polygon maps: touching rectangles against a raster, triangles against a test for convex shapes. */
#include "tests/polygons_support.h"
#include "tests/support.h"

#include "algos/core/rng.h"

#include <math.h>
#include <string.h>

/* Cells of a raster, and rectangles of them as rings; moved by a linear map, so that edges slant. */
enum { SIDE = 10 };

typedef struct Raster {
    int blocked[SIDE][SIDE]; /* how many rectangles hold the cell */
    bool corner[SIDE + 1][SIDE + 1];
    double map[4];
    Rings rings;
    Point points[4 * 40];
    uint32_t first[41];
} Raster;

static Point mapped(const Raster *raster, double x, double y) {
    const double *map = raster->map;
    return (Point){map[0] * x + map[1] * y, map[2] * x + map[3] * y};
}

static void add_rectangle(Raster *raster, int x, int y, int right, int top, Rng *rng) {
    int xs[4] = {x, right, right, x}, ys[4] = {y, y, top, top};
    uint32_t start = rng_below(rng, 4), back = rng_below(rng, 2);
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t k = (start + (back != 0 ? 4 - i : i)) % 4;
        raster->corner[xs[k]][ys[k]] = true;
        raster->points[raster->rings.point_count++] = mapped(raster, xs[k], ys[k]);
    }
    raster->first[++raster->rings.ring_count] = raster->rings.point_count;
}

/* The boundary, and up to `count` rectangles; overlapping ones are left out unless `overlap`. */
static bool make_raster(Raster *raster, uint32_t count, bool overlap, Rng *rng) {
    static const double maps[][4] = {
        {1, 0, 0, 1}, {2, 1, 1, 3}, {0, 1, 1, 0}, {3, -1, 1, 2}, {1, 0.5, 0, -0.25}};
    memset(raster, 0, sizeof *raster);
    memcpy(raster->map, maps[rng_below(rng, 5)], sizeof raster->map);
    raster->rings.points = raster->points;
    raster->rings.first = raster->first;
    add_rectangle(raster, 0, 0, SIDE, SIDE, rng);
    bool sound = true;
    for (uint32_t i = 0; i < count; i++) {
        int x = rng_between(rng, 0, SIDE - 1), right = rng_between(rng, x + 1, x + 4 < SIDE ? x + 4 : SIDE);
        int y = rng_between(rng, 0, SIDE - 1), top = rng_between(rng, y + 1, y + 4 < SIDE ? y + 4 : SIDE);
        bool clash = false;
        for (int a = x; a < right; a++)
            for (int b = y; b < top; b++) clash = clash || raster->blocked[a][b] != 0;
        if (clash && !overlap) continue;
        sound = sound && !clash;
        for (int a = x; a < right; a++)
            for (int b = y; b < top; b++) raster->blocked[a][b]++;
        add_rectangle(raster, x, y, right, top, rng);
    }
    return sound;
}

/* Where the point (x/2, y/2) of the raster lies. */
static Place raster_place(const Raster *raster, int x, int y) {
    int free_cells = 0, blocked_cells = 0;
    for (int side = 0; side < 4; side++) {
        int a = (x - side % 2) >> 1, b = (y - side / 2) >> 1; /* an even x is the border of two columns */
        bool blocked = a < 0 || b < 0 || a >= SIDE || b >= SIDE || raster->blocked[a][b] != 0;
        free_cells += !blocked;
        blocked_cells += blocked;
    }
    if (blocked_cells == 0) return PLACE_FREE;
    if (free_cells == 0) return PLACE_BLOCKED;
    return x % 2 == 0 && y % 2 == 0 && raster->corner[x / 2][y / 2] ? PLACE_VERTEX : PLACE_EDGE;
}

static void touching_rectangles(void **state) {
    (void)state;
    Rng rng = rng_from(21);
    uint32_t refusals_seen = 0, made = 0;
    for (uint32_t trial = 0; trial < trials(3000); trial++) {
        Memory memory = system_memory();
        Raster raster;
        bool sound = make_raster(&raster, rng_below(&rng, 40), trial % 4 == 0, &rng);
        int free_cells = 0;
        for (int i = 0; i < SIDE * SIDE; i++) free_cells += raster.blocked[i / SIDE][i % SIDE] == 0;
        Polygons polygons;
        Error error = {""};
        Status status = polygons_create(&raster.rings, "raster", &memory, &polygons, &error);
        if (!sound || free_cells == 0) {
            assert_int_equal(status, STATUS_BAD_INPUT);
            refusals_seen++;
            ASSERT_NOTHING_LIVE(&memory);
            continue;
        }
        made++;
        ASSERT_OK(status, &error);
        check_polygons(&polygons);
        const double *map = raster.map;
        assert_true(polygons_double_area(&polygons) ==
                    2 * free_cells * fabs(map[0] * map[3] - map[1] * map[2]));
        for (int x = -1; x <= 2 * SIDE + 1; x++) {
            for (int y = -1; y <= 2 * SIDE + 1; y++) {
                Place place = polygons_place(&polygons, mapped(&raster, x / 2.0, y / 2.0));
                if (place != raster_place(&raster, x, y))
                    fail_msg("trial %u: (%d, %d)/2: %d", trial, x, y, place);
            }
        }
        polygons_destroy(&polygons);
        ASSERT_NOTHING_LIVE(&memory);
    }
    assert_true(made > trials(3000) / 2 && refusals_seen > trials(3000) / 10);
}

/* Whether some side of a has all of b on its right or on it (a is counter-clockwise). */
static bool side_separates(const Point *a, const Point *b) {
    for (int i = 0; i < 3; i++) {
        bool separates = true;
        for (int k = 0; k < 3; k++)
            separates = separates && point_orientation(a[i], a[(i + 1) % 3], b[k]) <= 0;
        if (separates) return true;
    }
    return false;
}

static bool in_triangle(const Point *a, Point point) {
    bool inside = true;
    for (int i = 0; i < 3; i++) inside = inside && point_orientation(a[i], a[(i + 1) % 3], point) > 0;
    return inside;
}

/* Triangles on a small lattice, some in a slanting boundary: convex ones overlap unless a side parts them. */
static void random_triangles(void **state) {
    (void)state;
    enum { MOST = 5, SIZE = 6 };
    Rng rng = rng_from(5);
    uint32_t made = 0, tries = trials(30000);
    for (uint32_t trial = 0; trial < tries; trial++) {
        Memory memory = system_memory();
        Point points[3 * MOST] = {{0, 0}, {SIZE, 0}, {0, SIZE}};
        uint32_t first[MOST + 1] = {0, 3}, count = 1 + rng_below(&rng, MOST);
        if (trial % 2 == 0) {
            points[0] = (Point){-1, -1};
            points[1] = (Point){2 * SIZE + 1, -1};
            points[2] = (Point){-1, 2 * SIZE + 1};
        }
        for (uint32_t i = 1; i < count; i++) {
            Point *a = points + 3 * i;
            do {
                for (int k = 0; k < 3; k++)
                    a[k] = (Point){rng_between(&rng, 0, SIZE), rng_between(&rng, 0, SIZE)};
            } while (point_orientation(a[0], a[1], a[2]) <= 0);
            first[i + 1] = 3 * i + 3;
        }
        bool sound = true;
        for (uint32_t i = 1; i < count; i++) {
            for (int k = 0; k < 9; k++)
                sound = sound && point_orientation(points[k % 3], points[(k + 1) % 3],
                                                   points[3 * i + (uint32_t)k / 3]) >= 0;
            for (uint32_t k = 1; k < i; k++)
                sound = sound && (side_separates(points + 3 * i, points + 3 * k) ||
                                  side_separates(points + 3 * k, points + 3 * i));
        }
        Rings rings = {.points = points, .first = first, .ring_count = count, .point_count = 3 * count};
        Polygons polygons;
        Error error = {""};
        Status status = polygons_create(&rings, "triangles", &memory, &polygons, &error);
        if ((status == STATUS_OK) != sound) {
            if (strstr(error.text, "fill the boundary") != NULL) continue;
            fail_msg("trial %u: %d, \"%s\"", trial, (int)sound, error.text);
        }
        if (status != STATUS_OK) continue;
        made++;
        check_polygons(&polygons);
        double area = 0;
        for (uint32_t i = 0; i < count; i++) {
            const Point *a = points + 3 * i;
            double twice = (a[1].x - a[0].x) * (a[2].y - a[0].y) - (a[1].y - a[0].y) * (a[2].x - a[0].x);
            area += i == 0 ? twice : -twice;
        }
        assert_true(polygons_double_area(&polygons) == area);
        for (int probe = 0; probe < 20; probe++) {
            Point point = {rng_between(&rng, -4, 4 * SIZE) / 3.0, rng_between(&rng, -4, 4 * SIZE) / 3.0};
            bool blocked = !in_triangle(points, point);
            for (uint32_t i = 1; i < count; i++) blocked = blocked || in_triangle(points + 3 * i, point);
            Place place = polygons_place(&polygons, point);
            if (place == PLACE_FREE) assert_false(blocked);
            if (place == PLACE_BLOCKED && !blocked) { /* then on a side that is gone, or on the rim */
                bool on = false;
                for (uint32_t i = 0; i < 3 * count; i++) {
                    Point a = points[i], b = points[i % 3 == 2 ? i - 2 : i + 1];
                    on = on || (point_orientation(a, b, point) == 0 && point_between(a, b, point));
                }
                assert_true(on);
            }
        }
        polygons_destroy(&polygons);
        ASSERT_NOTHING_LIVE(&memory);
    }
    assert_true(made > tries / 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(touching_rectangles),
        cmocka_unit_test(random_triangles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
