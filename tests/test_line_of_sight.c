/* Lines between cells: the solvers' walk and the judge's clipping against one another, against clipping each
 * blocked cell in fractions, and against lines drawn by hand. */
#include "tests/shrink.h"
#include "tests/support.h"

#include "algos/core/rng.h"
#include "algos/exact/segment_cost.h"
#include "algos/grid/line_of_sight.h"

/* ---- the oracle: Liang and Barsky's clipping ("A new concept and method for line clipping", 1984) ---- */

/* A fraction; the denominator is above 0. */
typedef struct Fraction {
    int64_t above, below;
} Fraction;

static int compare(Fraction a, Fraction b) {
    int64_t left = a.above * b.below, right = b.above * a.below;
    return (left > right) - (left < right);
}

/* The part of the way on which start + t·move is between low and high (in half cells); false where none. */
static bool clip(int64_t start, int64_t move, int64_t low, int64_t high, Fraction *from, Fraction *to) {
    if (move == 0) return low <= start && start <= high;
    Fraction in = move > 0 ? (Fraction){low - start, move} : (Fraction){start - high, -move};
    Fraction out = move > 0 ? (Fraction){high - start, move} : (Fraction){start - low, -move};
    if (compare(in, *from) > 0) *from = in;
    if (compare(out, *to) < 0) *to = out;
    return compare(*from, *to) <= 0;
}

/* Whether the line meets the closed cell, and where. */
static bool meets(Cell from, Cell to, Cell cell, Fraction *in, Fraction *out) {
    *in = (Fraction){0, 1};
    *out = (Fraction){1, 1};
    return clip(2 * from.x + 1, 2 * (to.x - from.x), 2 * cell.x, 2 * cell.x + 2, in, out) &&
           clip(2 * from.y + 1, 2 * (to.y - from.y), 2 * cell.y, 2 * cell.y + 2, in, out);
}

/* Each blocked cell alone; then each pair that touches in a point of the line. */
static bool sees(const Grid *grid, Cell from, Cell to) {
    for (int32_t y = 0; y < grid->height; y++)
        for (int32_t x = 0; x < grid->width; x++) {
            Fraction in, out, other_in, other_out;
            if (grid_cost(grid, (Cell){x, y}) != 0 || !meets(from, to, (Cell){x, y}, &in, &out)) continue;
            if (compare(in, out) < 0) return false;
            for (int32_t side = -1; side <= 1; side += 2)
                if (grid_inside(grid, (Cell){x + side, y + 1}) &&
                    grid_cost(grid, (Cell){x + side, y + 1}) == 0 &&
                    meets(from, to, (Cell){x + side, y + 1}, &other_in, &other_out) &&
                    compare(in, other_in) == 0)
                    return false;
        }
    return true;
}

/* ---- all three on every pair of cells ---- */

static bool differ(void *context, const Map *map, const Query *query) {
    (void)context;
    const Grid *grid = &map->grid;
    bool expected = sees(grid, query->start, query->goal);
    SegmentCost judged;
    if (line_of_sight(grid, query->start, query->goal) != expected) return true;
    if (segment_cost(grid, query->start, query->goal, &judged) != expected) return true;
    if (query->start.x == query->goal.x && query->start.y == query->goal.y) return judged.sum != 0;
    LineCost walked;
    if (line_cost(grid, query->start, query->goal, &walked) != expected) return true;
    return expected &&
           (walked.square != judged.square || walked.sum * judged.share != judged.sum * walked.share);
}

static void compare_on(const Map *map, Memory *memory) {
    const Grid *grid = &map->grid;
    int32_t cells = grid->width * grid->height;
    for (int32_t i = 0; i < cells; i++)
        for (int32_t j = 0; j < cells; j++) {
            Query query = {{i % grid->width, i / grid->width}, {j % grid->width, j / grid->width}};
            if (grid_cost(grid, query.start) == 0 || grid_cost(grid, query.goal) == 0) continue;
            if (!differ(NULL, map, &query)) continue;
            Shrunk shrunk = shrink(memory, map, &query, differ, NULL);
            shrunk_print(&shrunk);
            shrunk_destroy(&shrunk);
            fail_msg("line %d,%d to %d,%d", query.start.x, query.start.y, query.goal.x, query.goal.y);
        }
}

static void agree_on_random_maps(void **state) {
    (void)state;
    Memory memory = system_memory();
    Rng rng = rng_from(7);
    for (uint32_t seed = 0; seed < trials(400); seed++) {
        Map map;
        grid_random(&memory, rng_between(&rng, 1, 9), rng_between(&rng, 1, 9), rng_below(&rng, 50),
                    seed % 2 == 0 ? 1 : 9, seed, &map);
        compare_on(&map, &memory);
        grid_destroy(&map.grid);
    }
    ASSERT_NOTHING_LIVE(&memory);
}

/* ---- by hand ---- */

static void assert_line(const char *rows, Cell from, Cell to, bool free) {
    Memory memory = system_memory();
    Map map;
    SegmentCost cost;
    grid_from_text(&memory, rows, &map);
    for (int turn = 0; turn < 2; turn++) {
        Cell a = turn == 0 ? from : to, b = turn == 0 ? to : from;
        assert_int_equal(line_of_sight(&map.grid, a, b), free);
        assert_int_equal(segment_cost(&map.grid, a, b, &cost), free);
    }
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

static void touches_but_does_not_cross(void **state) {
    (void)state;
    assert_line(".", (Cell){0, 0}, (Cell){0, 0}, true);
    assert_line(".@\n..", (Cell){0, 0}, (Cell){1, 1}, true); /* one corner is touched */
    assert_line("..\n@.", (Cell){0, 0}, (Cell){1, 1}, true);
    assert_line(".@\n@.", (Cell){0, 0}, (Cell){1, 1}, false); /* two touch: the gap is closed */
    assert_line("@.\n.@", (Cell){1, 0}, (Cell){0, 1}, false);
    assert_line("@.@\n...", (Cell){1, 0}, (Cell){0, 1}, true);
    assert_line("...\n@@@\n...", (Cell){0, 0}, (Cell){2, 0}, true); /* beside a wall */
    assert_line(".@.", (Cell){0, 0}, (Cell){2, 0}, false);
    assert_line("..@\n@..", (Cell){0, 0}, (Cell){2, 1}, true); /* through the middle of the border 1 */
    assert_line(".@.\n...", (Cell){0, 0}, (Cell){2, 1}, false);
    /* Two gaps on one slope, the first with a cell on this side, the second with one on the other. */
    assert_line(".@.\n..@\n...", (Cell){0, 0}, (Cell){2, 2}, true);
    assert_line("..@\n@..\n.@.", (Cell){0, 0}, (Cell){2, 2}, true);
    assert_line("...\n@.@\n...", (Cell){0, 0}, (Cell){2, 2}, true);
    assert_line("....\n..@.\n.@..\n....", (Cell){0, 0}, (Cell){3, 3}, false);
}

static void costs_what_it_crosses(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map;
    LineCost walked;
    SegmentCost judged;
    grid_from_text(&memory, "123\n456", &map);
    /* Half of 1, all of 2, half of 3. */
    assert_true(line_cost(&map.grid, (Cell){0, 0}, (Cell){2, 0}, &walked));
    assert_true(line_cost_value(walked) == 4);
    /* Through a corner: half of 1, half of 5, √2 long; 2 and 4 are touched only. */
    assert_true(line_cost(&map.grid, (Cell){0, 0}, (Cell){1, 1}, &walked));
    assert_int_equal(walked.sum, 3 * walked.share);
    assert_int_equal(walked.square, 2);
    /* A quarter each of 1, 2, 5 and 6. */
    assert_true(segment_cost(&map.grid, (Cell){2, 1}, (Cell){0, 0}, &judged));
    assert_int_equal(4 * judged.sum, 14 * judged.share);
    assert_int_equal(judged.square, 5);
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

/* A line from side to side of the widest map, over the dearest cells. */
static void fits_wide_maps(void **state) {
    (void)state;
    Memory memory = system_memory();
    Grid grid;
    Error error;
    TerrainCosts terrain = {.of = {['.'] = GRID_COST_MOST}};
    const int32_t width = GRID_SIDE_MOST, height = 1000;
    ASSERT_OK(grid_create(&memory, width, height, &terrain, &grid, &error), &error);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) grid_set(&grid, x, y, '.');
    Cell from = {0, height - 1}, to = {width - 1, 0};
    LineCost walked;
    SegmentCost judged;
    assert_true(line_cost(&grid, from, to, &walked));
    assert_int_equal(walked.sum, GRID_COST_MOST * walked.share);
    assert_true(segment_cost(&grid, from, to, &judged));
    assert_int_equal(judged.sum, GRID_COST_MOST * judged.share);
    grid_destroy(&grid);
    ASSERT_NOTHING_LIVE(&memory);
}

/* x/y runs through the convergents of √2: x² - 2y² is 1 and -1 by turns, so the order is known and as narrow
 * as it can be. */
static void orders_costs_exactly(void **state) {
    (void)state;
    int64_t x = 1, y = 1;
    for (bool less = true; y < INT64_C(1) << 30; less = !less) {
        /* x/2 against y√2/2; then x√2/2, that is √(2x²)/2, against y; then with a whole part beside. */
        assert_int_equal(line_costs_no_more((LineCost){x, 2, 1}, (Length){0, y}), less);
        assert_int_equal(line_costs_no_more((LineCost){x, 2, 2}, (Length){2 * y, 0}), less);
        assert_int_equal(line_costs_no_more((LineCost){x + 7, 2, 1}, (Length){7, y}), less);
        assert_int_equal(line_costs_no_more((LineCost){x + 7, 2, 2}, (Length){2 * y, 7}), less);
        const int64_t next = x + 2 * y;
        y += x;
        x = next;
    }
    assert_true(line_costs_no_more((LineCost){3, 1, 49}, (Length){42, 0})); /* equal */
    assert_true(line_costs_no_more((LineCost){3, 1, 98}, (Length){0, 42}));
    assert_false(line_costs_no_more((LineCost){3, 1, 98}, (Length){0, 41}));
    assert_false(line_costs_no_more((LineCost){1, 2, 1}, (Length){0, 0}));
    assert_false(line_costs_no_more((LineCost){1, 2, 1}, (Length){INT64_C(1) << 32, 0}));
    /* The largest that fit. */
    const int64_t share = 2 * INT64_C(16383) * 16383, square = 2 * INT64_C(16383) * 16383;
    assert_true(line_costs_no_more((LineCost){255 * share, share, square},
                                   (Length){(INT64_C(1) << 31) - 1, INT64_C(1) << 31}));
    assert_false(
        line_costs_no_more((LineCost){255 * share, share, square}, (Length){1, 2 * 255 * 16383 - 1}));
    assert_true(line_costs_no_more((LineCost){255 * share, share, square}, (Length){0, 2 * 255 * 16383}));
}

/* ---- the judge of paths ---- */

static void judges_paths(void **state) {
    (void)state;
    Memory memory = system_memory();
    Map map;
    Error why;
    double walked;
    grid_from_text(&memory, "131\n1@1\n191", &map);
    Point points[] = {{0.5, 0.5}, {0.5, 2.5}, {2.5, 2.5}};
    PointQuery query = {points[0], points[2]};
    PointPath path = {.points = points, .count = 3, .capacity = 3, .length = 2 + 10};
    assert_true(segment_path_valid(&map.grid, &query, &path, &walked, &why));
    assert_true(walked == 12);
    path.length = 12.0001;
    assert_false(segment_path_valid(&map.grid, &query, &path, &walked, &why));
    path.length = 12;
    PointQuery other = {points[0], points[1]};
    assert_false(segment_path_valid(&map.grid, &other, &path, &walked, &why));
    points[1] = (Point){0.5, 2.25};
    assert_false(segment_path_valid(&map.grid, &query, &path, &walked, &why));
    points[1] = (Point){1.5, 1.5};
    assert_false(segment_path_valid(&map.grid, &query, &path, &walked, &why));
    points[1] = (Point){0.5, 3.5};
    assert_false(segment_path_valid(&map.grid, &query, &path, &walked, &why));
    points[1] = points[2];
    assert_false(segment_path_valid(&map.grid, &query, &path, &walked, &why)); /* through the wall */
    path.count = 0;
    assert_true(segment_path_valid(&map.grid, &query, &path, &walked, &why));
    grid_destroy(&map.grid);
    ASSERT_NOTHING_LIVE(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agree_on_random_maps),  cmocka_unit_test(touches_but_does_not_cross),
        cmocka_unit_test(costs_what_it_crosses), cmocka_unit_test(fits_wide_maps),
        cmocka_unit_test(judges_paths),          cmocka_unit_test(orders_costs_exactly),
    };
    return cmocka_run_group_tests_name("line of sight", tests, NULL, NULL);
}
