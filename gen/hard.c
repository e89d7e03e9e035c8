/* Polygon maps that are hard on purpose. All corners are small integers, so that what is degenerate is
 * exactly so: equal x for many vertices at once, collinear runs, touching edges and corners, needles, long
 * detours. */
#include "gen/sides.h"
#include "gen/sketch.h"

#include "gen/generator.h"

enum { KIND, COUNT, SEED, ROW_COUNT };

enum { EQUAL_X, COLLINEAR, TOUCHING, NEEDLES, COMBS, SPIRAL };

static const Parameter rows[ROW_COUNT] = {
    [KIND] = {.name = "kind",
              .type = PARAMETER_CHOICE,
              .choices = "equal-x|collinear|touching|needles|combs|spiral",
              .preset = EQUAL_X,
              .help = "what is hard about it"},
    [COUNT] = {.name = "count",
               .type = PARAMETER_INTEGER,
               .low = 1,
               .high = 100000,
               .preset = 30,
               .help = "obstacles; teeth of combs; windings of a spiral"},
    [SEED] = SEED_ROW,
};

/* The side of the smallest square that holds as many cells. */
static int64_t square_side(int64_t count) {
    int64_t side = 1;
    while (side * side < count) side++;
    return side;
}

/* Columns of trapezoids and triangles; all of a column have their corners at the same two x. */
static void draw_equal_x(Sketch *sketch, int64_t count) {
    enum { CELL = 8 };
    int64_t across = square_side(count);
    sketch_box(sketch, 0, 0, CELL * across, CELL * across, 0);
    for (int64_t i = 0; i < count; i++) {
        int64_t x = CELL * (i % across), y = CELL * (i / across);
        int32_t left = rng_between(&sketch->rng, 1, 6), left_top = rng_between(&sketch->rng, left + 1, 7);
        int32_t right = rng_between(&sketch->rng, 1, 7), right_top = rng_between(&sketch->rng, right, 7);
        sketch_point(sketch, x + 2, y + left);
        sketch_point(sketch, x + 6, y + right);
        if (right_top != right) sketch_point(sketch, x + 6, y + right_top);
        sketch_point(sketch, x + 2, y + left_top);
        sketch_end_ring(sketch);
    }
}

/* Squares and diamonds in rows, sides in line with those of others, and vertices in the middle of sides. */
static void draw_collinear(Sketch *sketch, int64_t count) {
    enum { CELL = 12 };
    int64_t across = square_side(count);
    sketch_box(sketch, 0, 0, CELL * across, CELL * across, CELL);
    for (int64_t i = 0; i < count; i++) {
        int64_t x = CELL * (i % across), y = CELL * (i / across);
        if (rng_below(&sketch->rng, 2) == 0) {
            sketch_box(sketch, x + 2, y + 2, x + 10, y + 10, rng_between(&sketch->rng, 1, 8));
            continue;
        }
        static const int corner[5][2] = {{6, 2}, {10, 6}, {6, 10}, {2, 6}, {6, 2}};
        for (int side = 0; side < 4; side++) {
            sketch_point(sketch, x + corner[side][0], y + corner[side][1]);
            if (rng_below(&sketch->rng, 2) == 0)
                sketch_point(sketch, x + (corner[side][0] + corner[side + 1][0]) / 2,
                             y + (corner[side][1] + corner[side + 1][1]) / 2);
        }
        sketch_end_ring(sketch);
    }
}

/* Rectangles of cells that share edges and corners with one another and with the boundary, half of the map.
 * One that finds no place in 50 tries is left out. */
static void draw_touching(Sketch *sketch, int64_t count) {
    int32_t across = (int32_t)square_side(13 * count); /* a rectangle has 6.25 cells on average */
    uint8_t *taken = memory_take_zeroed(sketch->rings.memory, (size_t)across * (size_t)across, 1);
    sketch->failed = taken == NULL;
    sketch_box(sketch, 0, 0, across, across, 0);
    for (int64_t i = 0; i < count && !sketch->failed; i++) {
        for (int tried = 0; tried < 50; tried++) {
            int32_t x = rng_between(&sketch->rng, 0, across - 1),
                    y = rng_between(&sketch->rng, 0, across - 1);
            int32_t right = x + rng_between(&sketch->rng, 1, 4), top = y + rng_between(&sketch->rng, 1, 4);
            bool room = right <= across && top <= across;
            for (int32_t at = y; at < top && room; at++)
                for (int32_t cell = x; cell < right; cell++) room = room && taken[at * across + cell] == 0;
            if (!room) continue;
            for (int32_t at = y; at < top; at++)
                for (int32_t cell = x; cell < right; cell++) taken[at * across + cell] = 1;
            sketch_box(sketch, x, y, right, top, 0);
            break;
        }
    }
    memory_give(sketch->rings.memory, taken);
}

/* Triangles of one or two units by several hundred, one above another. */
static void draw_needles(Sketch *sketch, int64_t count) {
    enum { LENGTH = 1024, STRIP = 4 };
    sketch_box(sketch, 0, 0, LENGTH, STRIP * count, 0);
    for (int64_t i = 0; i < count; i++) {
        int32_t left = rng_between(&sketch->rng, 1, 400), right = rng_between(&sketch->rng, 600, LENGTH - 1);
        int32_t start = rng_between(&sketch->rng, 1, 3), end = rng_between(&sketch->rng, 1, 3);
        bool at_left = rng_below(&sketch->rng, 2) == 0;
        int32_t third = rng_between(&sketch->rng, 1, 2); /* one of the two heights that are left */
        if (third >= (at_left ? start : end)) third++;
        sketch_point(sketch, left, STRIP * i + start);
        sketch_point(sketch, right, STRIP * i + end);
        sketch_point(sketch, at_left ? left : right, STRIP * i + third);
        sketch_end_ring(sketch);
    }
}

/* Two combs with their teeth between one another: the way through goes up and down along each tooth. */
static void draw_combs(Sketch *sketch, int64_t count) {
    enum { PITCH = 8, HEIGHT = 64 };
    int64_t width = PITCH * count + 4;
    sketch_box(sketch, 0, 0, width, HEIGHT, 0);
    for (int upper = 0; upper < 2; upper++) {
        int64_t base = upper != 0 ? HEIGHT : 0, inwards = upper != 0 ? -1 : 1;
        sketch_point(sketch, width, base);
        sketch_point(sketch, 0, base);
        sketch_point(sketch, 0, base + 2 * inwards);
        for (int64_t i = 0; i < count; i++) {
            int64_t x = PITCH * i + (upper != 0 ? 6 : 2);
            int64_t tip = base + inwards * (HEIGHT - 4 - rng_between(&sketch->rng, 0, 8));
            sketch_point(sketch, x, base + 2 * inwards);
            sketch_point(sketch, x, tip);
            sketch_point(sketch, x + 2, tip);
            sketch_point(sketch, x + 2, base + 2 * inwards);
        }
        sketch_point(sketch, width, base + 2 * inwards);
        sketch_end_ring(sketch);
    }
}

/* The corner `at` of a line that winds inwards, four to a winding. */
static void spiral_corner(int64_t at, int64_t side, int64_t *x, int64_t *y) {
    enum { PITCH = 8 };
    int64_t winding = at / 4, near = PITCH * (winding + 1), far = side - near;
    *x = at % 4 == 1 || at % 4 == 2 ? far : at % 4 == 0 && winding > 0 ? near - PITCH : near;
    *y = at % 4 >= 2 ? far : near;
}

/* A wall 2 thick along such a line: its right side inwards, its left side back. All turns are to the left. */
static void draw_spiral(Sketch *sketch, int64_t count) {
    int64_t side = 16 * count + 24, corners = 4 * count;
    bool mirrored = rng_below(&sketch->rng, 2) != 0;
    sketch_box(sketch, 0, 0, side, side, 0);
    for (int64_t i = 0; i < 2 * corners; i++) {
        int64_t at = i < corners ? i : 2 * corners - 1 - i, to_right = i < corners ? 1 : -1;
        int64_t x, y, right_x = 0, right_y = 0;
        spiral_corner(at, side, &x, &y);
        for (int64_t from = at - 1; from <= at; from++) { /* the line's parts before and after the corner */
            if (from < 0 || from + 1 >= corners) continue;
            int64_t from_x, from_y, to_x, to_y;
            spiral_corner(from, side, &from_x, &from_y);
            spiral_corner(from + 1, side, &to_x, &to_y);
            right_x += (to_y > from_y) - (to_y < from_y);
            right_y -= (to_x > from_x) - (to_x < from_x);
        }
        x += to_right * right_x;
        y += to_right * right_y;
        sketch_point(sketch, mirrored ? side - x : x, y);
    }
    sketch_end_ring(sketch);
}

static Status hard_normalise(Settings *settings, Error *error) {
    (void)settings;
    (void)error;
    return STATUS_OK;
}

static Status hard_generate(const Settings *settings, Memory *memory, Map *map, Error *error) {
    static void (*const draw[])(Sketch *, int64_t) = {
        [EQUAL_X] = draw_equal_x, [COLLINEAR] = draw_collinear, [TOUCHING] = draw_touching,
        [NEEDLES] = draw_needles, [COMBS] = draw_combs,         [SPIRAL] = draw_spiral,
    };
    Sketch sketch = sketch_in(memory, (uint64_t)settings->value[SEED]);
    draw[settings->value[KIND]](&sketch, settings->value[COUNT]);
    return sketch_finish(&sketch, "hard", map, error);
}

extern const MapGenerator hard_generator;
const MapGenerator hard_generator = {
    .name = "hard",
    .summary = "polygons degenerate on purpose: equal x, collinear, touching, needles, combs, a spiral",
    .source = "made up here: each is a case on which published code for meshes and funnels goes wrong",
    .parameters = {rows, ROW_COUNT},
    .normalise = hard_normalise,
    .generate = hard_generate,
};
